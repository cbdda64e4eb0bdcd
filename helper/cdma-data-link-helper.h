// SPDX-License-Identifier: GPL-2.0-only
#ifndef CDMA_DATA_LINK_HELPER_H
#define CDMA_DATA_LINK_HELPER_H

#include "ns3/attribute.h"
#include "ns3/data-rate.h"
#include "ns3/net-device-container.h"
#include "ns3/node.h"
#include "ns3/nstime.h"
#include "ns3/rate-modulator.h"
#include "ns3/two-state-error-model.h"

#include <cstdint>
#include <map>
#include <string>

namespace ns3
{
namespace hsn
{
/**
 * @ingroup hsn-helper
 * @brief Draws the data links of CDMA networks (IS-95) as the paper "tear" (R. S. Jayaram, NCSU
 * 2001, chapters 6 and 7) saw them from above.
 *
 * A link leads from the network to a terminal (forward) and back (reverse):
 * - a drop-tail FIFO of so many bytes in front of each direction, and no queue disc;
 * - ns-3's point-to-point devices; the forward rate changes at random (RateModulator);
 * - a JitterPointToPointChannel: delay, and a jitter that keeps the order;
 * - a TwoStateErrorModel at the terminal. Packets that it loses have waited and been sent like all
 *   others, so a fade does not change the delay of the packets around it.
 *
 * Rates count the PPP header of 2 bytes, as always with these devices.
 * @code
 *   CdmaDataLinkHelper radio(CdmaDataLinkHelper::IS_95C_FADES);
 *   NetDeviceContainer ends = radio.Install(network, terminal);
 *   CdmaDataLinkHelper::AssignStreams(ends, 1);
 *   PointToPointHelper().EnablePcapAll("radio"); // they are ns-3's devices
 * @endcode
 */
class CdmaDataLinkHelper
{
  public:
    /**
     * @brief Networks and conditions. The thesis states effective rates and round-trip times; the
     * other values were chosen to give what it measured.
     *
     * All have -12, 0 and +12 % of the forward rate, equally probable, 5 s each in the mean.
     *
     * | preset | forward, reverse kb/s | FIFO | delay + forward jitter | loss | good, fade s |
     * |---|---|---|---|---|---|
     * | IS_95B | 54, 14.4 | 16 kB | 180 ms + U(0, 200 ms) | .04 | 30, 2 |
     * | IS_95C | 70, 38.4 | 20 kB | 210 ms + U(0, 250 ms) | .003 | no fades |
     * | IS_95C_FADES | the same | | | .003 | 40, 3 |
     * | IS_95C_BULK_10H | 74, 38.4 | 16 kB | 180 ms + U(0, 200 ms) | .05 | 20, 3 |
     * | IS_95C_BULK_16H | the same | | | .20 | 15, 5 |
     * | IS_95C_BULK_19H | the same | | | .12 | 10, 4 |
     */
    enum Preset : int
    {
        IS_95B,          //!< SK Telecom
        IS_95C,          //!< KT-Freetel, constant bit rate, figures 6.3 to 6.6
        IS_95C_FADES,    //!< the same with fades, figures 6.7 and 6.8
        IS_95C_BULK_10H, //!< bulk transfers from 10 to 11 h and from 13 to 14 h, tables 7.1 and 7.2
        IS_95C_BULK_16H, //!< bulk transfers from 16 to 17 h
        IS_95C_BULK_19H  //!< bulk transfers from 19 to 20 h
    };

    /// @param preset all settings
    explicit CdmaDataLinkHelper(Preset preset = IS_95C);

    /// @param preset replaces all settings
    void SetPreset(Preset preset);
    /// @param hour at which bulk transfers of tables 7.1 and 7.2 started: 10, 13, 16 or 19; any
    /// other ends the program @return the preset of its channel
    static Preset GetBulkPreset(uint32_t hour);

    /// @param forward nominal rate to the terminal @param reverse rate from it; both at least 1
    /// bit/s, else the program ends with an error
    void SetRates(DataRate forward, DataRate reverse);
    /// @param bytes in each direction's FIFO with PPP headers, the packet on the line not included;
    /// at least 1502, which is a packet of the MTU, else the program ends with an error
    void SetBuffer(uint32_t bytes);
    /// @param delay propagation in each direction @param forward greatest jitter to the terminal
    /// @param reverse greatest jitter from it; uniform from 0. None may be negative, else the
    /// program ends with an error
    void SetDelay(Time delay, Time forward, Time reverse = Time());
    /// @param loss probability outside of fades @param good mean time between fades, above 0
    /// @param fade mean duration of a fade, in which all packets are lost; 0: no fades. Durations
    /// are exponential, and the start is stationary. Bad values end the program with an error
    void SetLosses(double loss, Time good, Time fade);
    /// @param isModulated whether the forward rate changes
    void SetModulation(bool isModulated);
    /// @param isLossy whether the reverse direction loses packets, too, in the same fades
    void SetReverseLosses(bool isLossy);

    /// @param name attribute of the JitterPointToPointChannel @param value of it
    void SetChannelAttribute(const std::string& name, const AttributeValue& value);
    /// @param name attribute of the RateModulator @param value of it
    void SetModulatorAttribute(const std::string& name, const AttributeValue& value);
    /// @param name attribute of the TwoStateErrorModel @param value of it
    void SetErrorAttribute(const std::string& name, const AttributeValue& value);

    /// @param network where packets to the terminal come from @param terminal the mobile
    /// @return the link's ends, the network's first
    NetDeviceContainer Install(Ptr<Node> network, Ptr<Node> terminal) const;

    /// @param ends of a link @return its error model
    static Ptr<TwoStateErrorModel> GetErrorModel(const NetDeviceContainer& ends);
    /// @param ends of a link @return what changes its forward rate; null: nothing
    static Ptr<RateModulator> GetModulator(const NetDeviceContainer& ends);
    /**
     * @brief Fixes the streams of error model, modulator and jitter.
     * @param ends of a link
     * @param stream the first one
     * @return streams used: 8, whatever the link has
     */
    static int64_t AssignStreams(const NetDeviceContainer& ends, int64_t stream);

  private:
    /// Attributes by name. A text is kept as it is, so that each object draws from random variables
    /// of its own.
    using Attributes = std::map<std::string, Ptr<const AttributeValue>>;

    DataRate m_forward;           //!< nominal
    DataRate m_reverse;           //!< of the line
    uint32_t m_buffer{0};         //!< bytes
    bool m_isModulated{true};     //!< forward rate
    bool m_isReverseLossy{false}; //!< errors in both directions
    Attributes m_channel;         //!< of the JitterPointToPointChannel
    Attributes m_modulator;       //!< of the RateModulator
    Attributes m_errors;          //!< of the TwoStateErrorModel
};
} // namespace hsn
} // namespace ns3

#endif // CDMA_DATA_LINK_HELPER_H
