// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * A sender without a network: drives a congestion control with acknowledgements and losses.
 */
#ifndef HSN_TCP_HS_SUPPORT_H
#define HSN_TCP_HS_SUPPORT_H

#include "ns3/hsn-compat.h"
#include "ns3/object-factory.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/tcp-hs-base.h"
#include "ns3/tcp-socket-state.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace ns3
{
namespace hsn
{
/** @brief Names and values of attributes. */
using Settings = std::vector<std::pair<std::string, std::string>>;

/** @brief A window-limited sender. Windows and amounts are in segments. */
class WindowDriver
{
  public:
    static constexpr uint32_t SEGMENT = 1448; //!< bytes

    /**
     * @param type of the congestion control, in ns3::hsn
     * @param settings its attributes
     */
    explicit WindowDriver(const std::string& type, const Settings& settings = {})
        : m_tcb(CreateObject<TcpSocketState>())
    {
        ObjectFactory factory("ns3::hsn::" + type);
        for (const auto& [name, value] : settings)
        {
            factory.Set(name, StringValue(value));
        }
        m_ops = factory.Create<TcpHsBase>();
        m_tcb->m_segmentSize = SEGMENT;
        m_tcb->m_ssThresh = 0x7fffffff;
        SetTcpCwndLimited(*m_tcb, true);
        SetWindow(10);
        m_ops->Init(m_tcb);
    }

    /** @return what the congestion control sees */
    TcpSocketState& Tcb()
    {
        return *m_tcb;
    }

    /** @return the congestion control */
    TcpHsBase& Ops()
    {
        return *m_ops;
    }

    /** @param segments new window */
    void SetWindow(double segments)
    {
        m_tcb->m_cWnd = static_cast<uint32_t>(segments * SEGMENT + 0.5);
        m_tcb->m_highTxMark = m_tcb->m_lastAckedSeq + m_tcb->m_cWnd.Get();
    }

    /** @param segments new window; congestion avoidance begins there */
    void Avoid(double segments)
    {
        SetWindow(segments);
        m_tcb->m_ssThresh = 0;
    }

    /** @return window */
    double Window() const
    {
        return static_cast<double>(m_tcb->m_cWnd) / SEGMENT;
    }

    /** @return threshold */
    double Threshold() const
    {
        return static_cast<double>(m_tcb->m_ssThresh) / SEGMENT;
    }

    /** @param time that passes */
    static void Wait(Time time)
    {
        Simulator::Stop(time);
        Simulator::Run();
    }

    /** @brief An acknowledgement. @param segments in it @param rtt smoothed */
    void Ack(uint32_t segments, Time rtt = MilliSeconds(100))
    {
        const auto sent = m_tcb->m_lastAckedSeq + m_tcb->m_cWnd.Get();
        m_tcb->m_lastAckedSeq += segments * SEGMENT;
        m_ops->PktsAcked(m_tcb, segments, rtt);
        m_ops->IncreaseWindow(m_tcb, segments);
        m_tcb->m_highTxMark = std::max(sent, m_tcb->m_lastAckedSeq + m_tcb->m_cWnd.Get());
    }

    /** @brief A window of acknowledgements. @param rtt time that this takes @param parts number of
     * acknowledgements */
    void Round(Time rtt, uint32_t parts = 1)
    {
        const auto window = static_cast<uint32_t>(Window());
        for (uint32_t i = 0; i < parts; ++i)
        {
            Wait(rtt / parts);
            Ack(window * (i + 1) / parts - window * i / parts, rtt);
        }
    }

    /** @brief A loss and its recovery, in no time. @param inFlight segments */
    void Lose(double inFlight = 0)
    {
        m_ops->CongestionStateSet(m_tcb, TcpSocketState::CA_RECOVERY);
        m_tcb->m_congState = TcpSocketState::CA_RECOVERY;
        m_tcb->m_ssThresh = m_ops->GetSsThresh(m_tcb, static_cast<uint32_t>(inFlight * SEGMENT));
        m_ops->CongestionStateSet(m_tcb, TcpSocketState::CA_OPEN);
        m_tcb->m_congState = TcpSocketState::CA_OPEN;
        m_tcb->m_cWnd = m_tcb->m_ssThresh.Get();
        m_ops->IncreaseWindow(m_tcb, static_cast<uint32_t>(Window())); // ends the recovery
        m_tcb->m_cWnd += 1; // above the threshold, so that slow start is over
    }

    /** @brief The retransmission timer expires. */
    void TimeOut()
    {
        m_tcb->m_ssThresh = m_ops->GetSsThresh(m_tcb, 0);
        m_ops->CongestionStateSet(m_tcb, TcpSocketState::CA_LOSS);
        m_tcb->m_congState = TcpSocketState::CA_LOSS;
        m_tcb->m_cWnd = m_ops->GetLossWindow(m_tcb);
    }

  private:
    Ptr<TcpSocketState> m_tcb; //!< state of the connection
    Ptr<TcpHsBase> m_ops;      //!< congestion control
};
} // namespace hsn
} // namespace ns3

#endif // HSN_TCP_HS_SUPPORT_H
