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

namespace ns3
{
namespace hsn
{
/** @brief What a FecRateController chooses the code for. */
enum FecObjective
{
    FEC_OBJECTIVE_EFFICIENCY, //!< fewest packets for each data packet
    FEC_OBJECTIVE_DELAY       //!< fewest of those whose resequencing delay is short enough
};

/**
 * @brief Chooses N and M from the loss rates that receivers report, and scales the congestion
 *        window (packet-fec section 6).
 *
 * Reports tell the loss on the network, before anything is restored. The estimate is an
 * exponentially weighted average of the largest (or mean) latest report of all receivers. The code
 * is the best one of PacketFecModel for that loss rate, computed once for each fortieth of a
 * decade; it changes only if that gains enough.
 *
 * Redundancy hides losses from whoever looks at the data only. So the window is halved when the
 * estimate exceeds by CutRise the lowest value since the window was last cut, at most once in a
 * round-trip time. What may be in flight of data is N/(N+M) of the window, so that redundancy does
 * not add to the load.
 */
class FecRateController : public Object
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    /** @brief Signature of the trace Redundancy. @param data N @param parity M */
    typedef void (*RedundancyCallback)(uint32_t data, uint32_t parity);

    /**
     * @brief Takes a report.
     * @param receiver number that the caller gives each receiver
     * @param loss share of packets lost, before anything is restored; 0 to 1
     */
    void Report(uint32_t receiver, double loss);

    /** @return estimate of the loss rate */
    double GetLoss() const;

    /** @return code to use from the next block on */
    PacketFecCode GetCode() const;

    /** @return congestion window W_c in packets */
    double GetWindow() const;

    /** @brief Sets the congestion window. @param window W_c in packets, at least 1 */
    void SetWindow(double window);

    /** @brief Halves the congestion window, but only once in a round-trip time. */
    void Cut();

    /** @brief Leaves room for redundancy in a window. @param window W_c @param code N + M
     * @return N/(N+M) W_c */
    static double Scale(double window, PacketFecCode code);

    /** @return data packets that may be in flight: N/(N+M) W_c with ScaleWindow, else W_c */
    double GetDataWindow() const;

    /**
     * @brief Finds the code for a loss rate, whatever is in use.
     * @param loss 0 to below 1
     * @return the code
     */
    PacketFecCode Choose(double loss) const;

    /** @brief Loss rates below this are taken for none. */
    static constexpr double LEAST_LOSS = 1e-6;

  private:
    /** @brief Changes the code if that pays. */
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

    std::map<uint32_t, double> m_reports; //!< latest of each receiver
    std::multiset<double> m_sorted;       //!< latest reports, so that none need be looked through
    double m_sum{0};                      //!< of latest reports
    TracedValue<double> m_loss{0};        //!< estimate
    TracedValue<double> m_window{1};      //!< W_c
    PacketFecCode m_code;                 //!< in use
    bool m_hasReport{false};              //!< there was one
    bool m_hasCut{false};                 //!< the window was cut before
    Time m_lastCut;                       //!< when
    double m_lowest{0};                   //!< of the estimate since then
    mutable std::map<int, PacketFecCode> m_table;    //!< codes by logarithm of the loss rate
    TracedCallback<uint32_t, uint32_t> m_redundancy; //!< trace
};
} // namespace hsn
} // namespace ns3

#endif // HSN_FEC_RATE_CONTROLLER_H
