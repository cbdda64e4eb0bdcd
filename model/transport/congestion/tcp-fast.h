// SPDX-License-Identifier: GPL-2.0-only
#ifndef HSN_TCP_FAST_H
#define HSN_TCP_FAST_H

#include "tcp-hs-base.h"

#include "ns3/sequence-number.h"

#include <optional>

namespace ns3
{
namespace hsn
{
/**
 * @ingroup hsn-transport
 * @brief FAST TCP (C. Jin, D. Wei, S. Low, "FAST TCP: Motivation, Architecture, Algorithms,
 * Performance", INFOCOM 2004): keeps Alpha segments of a connection in queues.
 *
 * Every second round trip the window w becomes
 * min(2 w, (1 - Gamma) w + Gamma (BaseRtt / AvgRtt w' + Alpha)), where w' is the window that the
 * segment just acknowledged was sent with. A smaller window applies at once, a larger one is
 * reached over a round trip. BaseRtt is the least round-trip time; AvgRtt a moving average with
 * weight min(3 / w, AverageWeight).
 *
 * While AvgRtt exceeds BaseRtt by less than MiThreshold each acknowledgement adds a segment
 * (multiplicative increase), from the beginning on. A loss takes half of the window; there are no
 * updates in a recovery and in the round trip after it. Nor does a loss lead back into
 * multiplicative increase: the window that it leaves empties the queue, and to double it then would
 * lose thousands of segments before AvgRtt tells. After a timeout the window is two segments, and
 * behind a slow start up to the threshold all begins anew.
 *
 * FAST needs round-trip times that are finer than MiThreshold. IndexedTcpSocket passes such. ns-3's
 * own TCP takes them from time stamps, in whole milliseconds, unless its attribute Timestamp is
 * false.
 */
class TcpFast : public TcpHsBase
{
  public:
    /** @brief How Alpha is chosen. */
    enum AlphaMode
    {
        FIXED,  //!< attribute Alpha
        BY_RATE //!< 8 below 10 Mbit/s, 20 up to 100 Mbit/s, 200 above
    };

    /** @return the TypeId */
    static TypeId GetTypeId();

    std::string GetName() const override;
    Ptr<TcpCongestionOps> Fork() override;
    uint32_t GetLossWindow(Ptr<const TcpSocketState> tcb) const override;

    /** @brief What the window equation depends on. */
    struct Equation
    {
        double alpha; //!< segments in queues
        double gamma; //!< share of the way to the equilibrium, in (0, 1]
        double ratio; //!< BaseRtt / AvgRtt
    };

    /**
     * @brief The window equation.
     * @param e its parameters
     * @param window segments
     * @param old window that the segment acknowledged was sent with, segments
     * @return the new window, segments
     */
    static double GetNextWindow(const Equation& e, double window, double old);

  protected:
    double GetIncrease(double window) override;
    double GetReduced(double window) override;
    void NotifyTimeout() override;
    void NotifyRtt(double window, Time rtt) override;
    void Grow(Ptr<TcpSocketState> tcb, uint32_t count) override;

  private:
    /** @param gamma attribute Gamma */
    void SetGamma(double gamma);
    /** @return attribute Gamma */
    double GetGamma() const;
    /** @param weight attribute AverageWeight */
    void SetAverageWeight(double weight);
    /** @return attribute AverageWeight */
    double GetAverageWeight() const;
    /** @param tcb state @return segments to keep in queues */
    double ChooseAlpha(const TcpSocketState& tcb) const;
    /** @brief A round trip has ended. @param tcb state */
    void EndRound(TcpSocketState& tcb);
    /** @brief Applies the window equation. @param tcb state @param old window that the segment
     * acknowledged was sent with */
    void Update(TcpSocketState& tcb, double old);

    double m_alphaSetting{200};                 //!< attribute Alpha, segments
    AlphaMode m_alphaMode{FIXED};               //!< attribute
    double m_gamma{0.5};                        //!< attribute
    double m_averageWeight{0.25};               //!< attribute
    Time m_miThreshold;                         //!< attribute
    TracedValue<Time> m_baseRtt{Time(0)};       //!< trace source BaseRtt, 0: unknown
    TracedValue<Time> m_avgRtt{Time(0)};        //!< trace source AvgRtt, 0: unknown
    double m_avgSeconds{0};                     //!< moving average, seconds; 0: unknown
    double m_baseSeconds{0};                    //!< BaseRtt, seconds
    std::optional<SequenceNumber32> m_roundEnd; //!< the round trip ends when all before it is
                                                //!< acknowledged; nothing: none has begun
    bool m_updates{false};                      //!< the window is updated when this round trip ends
    double m_roundWindow{0};                    //!< window when it began, segments
    bool m_multiplies{true};                    //!< no loss since the beginning or a timeout
    double m_growth{0};                         //!< segments for each counted, in this round trip
    double m_target{0};                         //!< window at which growth ends, segments
};
} // namespace hsn
} // namespace ns3

#endif // HSN_TCP_FAST_H
