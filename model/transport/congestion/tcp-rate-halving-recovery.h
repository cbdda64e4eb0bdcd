// SPDX-License-Identifier: GPL-2.0-only
#ifndef HSN_TCP_RATE_HALVING_RECOVERY_H
#define HSN_TCP_RATE_HALVING_RECOVERY_H

#include "ns3/tcp-recovery-ops.h"

#include <cstdint>

namespace ns3
{
namespace hsn
{
/**
 * @ingroup hsn-transport
 * @brief The window during a recovery in the Linux kernels 2.4 and 2.6 until 2011 (M. Mathis,
 * J. Semke, J. Mahdavi, "The Rate-Halving Algorithm for TCP Congestion Control", 1999).
 *
 * Every second acknowledgement takes a segment off the window, until the window is at its bound:
 * the slow start threshold, or what a derived class says. It never exceeds the bytes in flight by
 * more than a segment. So a segment leaves for every second one that arrives, while
 * ns3::TcpClassicRecovery stops sending for half a round trip. The window that has been reached
 * stays when the recovery ends, where it is smaller than the threshold; slow start leads back to
 * that.
 *
 * Set ns3::TcpL4Protocol::RecoveryType to it; both ns-3's socket and IndexedTcpSocket take it.
 */
class TcpRateHalvingRecovery : public TcpRecoveryOps
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    std::string GetName() const override;
    void EnterRecovery(Ptr<TcpSocketState> tcb,
                       uint32_t dupAckCount,
                       uint32_t unAckDataCount,
                       uint32_t deliveredBytes) override;
    void ExitRecovery(Ptr<TcpSocketState> tcb) override;
    Ptr<TcpRecoveryOps> Fork() override;

    // ns-3 declares one of these two, depending on its version

    /**
     * @brief Sets the window upon an acknowledgement in recovery.
     * @param tcb state of the connection
     * @param deliveredBytes newly delivered
     * @param isDuplicate whether it is a duplicate
     */
    virtual void DoRecovery(Ptr<TcpSocketState> tcb, uint32_t deliveredBytes, bool isDuplicate);
    /// The same in releases of ns-3 that do not say whether it is a duplicate.
    /// @param tcb state of the connection @param deliveredBytes newly delivered
    virtual void DoRecovery(Ptr<TcpSocketState> tcb, uint32_t deliveredBytes);

  protected:
    /** @param threshold slow start threshold, bytes @return least window, bytes */
    virtual uint32_t GetBound(uint32_t threshold) const;

  private:
    /** @brief Reduces the window for an acknowledgement. @param tcb state of the connection */
    void Reduce(Ptr<TcpSocketState> tcb);

    uint64_t m_window{0}; //!< congestion window in this recovery, bytes
    bool m_odd{false};    //!< the next acknowledgement takes a segment
};

/**
 * @ingroup hsn-transport
 * @brief The same with the bound of those kernels for a congestion control that gives none: half of
 * the threshold. Reno, HSTCP and Scalable TCP gave none; BIC, CUBIC and H-TCP gave the threshold.
 */
class TcpRenoRateHalvingRecovery : public TcpRateHalvingRecovery
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    std::string GetName() const override;
    Ptr<TcpRecoveryOps> Fork() override;

  protected:
    uint32_t GetBound(uint32_t threshold) const override;
};
} // namespace hsn
} // namespace ns3

#endif // HSN_TCP_RATE_HALVING_RECOVERY_H
