// SPDX-License-Identifier: GPL-2.0-only
#ifndef HSN_FEC_RATE_CONTROLLER_H
#define HSN_FEC_RATE_CONTROLLER_H

#include "ns3/nstime.h"
#include "ns3/object.h"
#include "ns3/packet-fec-model.h"
#include "ns3/traced-callback.h"
#include "ns3/traced-value.h"

#include <cstdint>
#include <map>
#include <set>
#include <tuple>

namespace ns3
{
namespace hsn
{
/** @brief Objective of a FecRateController's choice of code. */
enum FecObjective
{
    FEC_OBJECTIVE_EFFICIENCY, //!< fewest transmissions per data packet
    FEC_OBJECTIVE_DELAY       //!< the same among codes whose resequencing delay is short enough
};

/**
 * @brief Chooses N and M from the loss rates that receivers report, and scales the congestion
 *        window (packet-fec section 6).
 *
 * Reports give the loss in the network, before restoration. The estimate is an exponentially
 * weighted average of the largest (or mean) of the receivers' latest reports. The code is the best
 * one by PacketFecModel for that loss rate, rounded to a fortieth of a decade; it changes only if
 * the gain is large enough. The choice needs GSL.
 *
 * Since redundancy hides losses from an observer of the data, the window is halved when the
 * estimate exceeds its lowest value since the previous cut by the factor 1 + CutRise, at most once
 * per round-trip time. The data in flight is limited to N/(N+M) of the window, so that redundancy
 * does not add to the load.
 */
class FecRateController : public Object
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    /** @brief Signature of trace Redundancy. @param data N @param parity M */
    typedef void (*RedundancyCallback)(uint32_t data, uint32_t parity);

    /**
     * @brief Takes a loss report.
     * @param receiver number of the receiver, assigned by the caller
     * @param loss fraction of packets lost before restoration, 0 to 1
     */
    void Report(uint32_t receiver, double loss);

    /** @brief Forgets what a receiver has reported, if it has: it has gone. @param receiver its
     * number */
    void Forget(uint32_t receiver);

    /** @return estimated loss rate */
    double GetLoss() const;

    /** @return code to use from the next block on */
    PacketFecCode GetCode() const;

    /** @return congestion window W_c in packets */
    double GetWindow() const;

    /** @brief Sets the congestion window. @param window W_c in packets, at least 1 */
    void SetWindow(double window);

    /** @brief Halves the congestion window, at most once per round-trip time. */
    void Cut();

    /** @brief Reduces a window by the share of redundancy. @param window W_c @param code N + M
     * @return N/(N+M) W_c */
    static double Scale(double window, PacketFecCode code);

    /** @return limit of data packets in flight: N/(N+M) W_c with ScaleWindow, otherwise W_c */
    double GetDataWindow() const;

    /**
     * @brief Finds the best code for a loss rate, regardless of the code in use.
     * @param loss loss rate, 0 to below 1
     * @return the code
     */
    PacketFecCode Choose(double loss) const;

    /** @brief Lower loss rates are treated as 0. */
    static constexpr double LEAST_LOSS = 1e-6;

  private:
    /** @brief What a choice depends on: the attributes Objective, MaxBlock, MaxParity, Group,
     * RoundTripPackets and MaxDelay, and the logarithm of the loss rate. */
    using TableKey = std::tuple<FecObjective, uint32_t, uint32_t, double, uint32_t, double, int>;

    /** @brief Changes the code if the gain is large enough. */
    void Adapt();

    FecObjective m_objective;       //!< attribute
    bool m_useMean{false};          //!< attribute
    bool m_reactToLoss{true};       //!< attribute
    bool m_scaleWindow{true};       //!< attribute
    uint32_t m_maxBlock{0};         //!< attribute
    uint32_t m_maxParity{0};        //!< attribute
    double m_group{1};              //!< attribute
    uint32_t m_roundTripPackets{0}; //!< attribute
    double m_maxDelay{0};           //!< attribute
    double m_gain{0};               //!< attribute
    double m_leastGain{0};          //!< attribute
    double m_cutRise{0};            //!< attribute
    Time m_roundTrip;               //!< attribute

    std::map<uint32_t, double> m_reports;              //!< latest report of each receiver
    std::multiset<double> m_sorted;                    //!< latest reports, sorted
    double m_sum{0};                                   //!< sum of the latest reports
    TracedValue<double> m_loss{0};                     //!< estimated loss rate
    TracedValue<double> m_window{1};                   //!< W_c
    PacketFecCode m_code;                              //!< code in use
    bool m_hasReport{false};                           //!< a report was received
    bool m_hasCut{false};                              //!< the window was cut
    Time m_lastCut;                                    //!< time of the last cut
    double m_lowest{0};                                //!< lowest estimate since the last cut
    mutable std::map<TableKey, PacketFecCode> m_table; //!< codes that were chosen
    TracedCallback<uint32_t, uint32_t> m_redundancy;   //!< trace
};
} // namespace hsn
} // namespace ns3

#endif // HSN_FEC_RATE_CONTROLLER_H
