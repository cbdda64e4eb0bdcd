// SPDX-License-Identifier: GPL-2.0-only
#ifndef HSN_TCP_RATE_REDUCTION_H
#define HSN_TCP_RATE_REDUCTION_H

#include "ns3/tcp-recovery-ops.h"

#include <cstdint>
#include <optional>

namespace ns3
{
namespace hsn
{
/**
 * @brief Proportional rate reduction (RFC 9937).
 *
 * While more is in flight than the threshold, as much is sent of what is delivered as threshold and
 * flight at the beginning of the recovery are to each other. Below the threshold, as much is sent
 * as is delivered (the conservative bound, CRB), and one segment more if the acknowledgement is
 * safe (the slow start bound, SSRB): it acknowledges data, and no further loss is found.
 *
 * ns3::TcpPrrRecovery of ns-3 3.37 to 3.47 multiplies bytes delivered and threshold in 32 bits,
 * which overflows when the product passes 4.3e9, for windows of about 90 kB; from 3.42 on it also
 * counts one more segment for each duplicate acknowledgement, although SACK has reported it
 * already. IndexedTcpSocketFactory uses this class where ns3::TcpL4Protocol names that one.
 */
class TcpRateReduction : public TcpRecoveryOps
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
    void UpdateBytesSent(uint32_t bytesSent) override;
    Ptr<TcpRecoveryOps> Fork() override;

    /**
     * @brief RecoverFS of RFC 9937, which ns-3's interface does not tell; before EnterRecovery().
     * @param flight bytes that had not been delivered before what begins the recovery
     * @param isDeliveryKnown whether SACK says what is delivered: if so, nothing may be (a timer
     * has found the loss); otherwise a duplicate acknowledgement stands for one segment
     */
    void SetRecoverFlight(uint32_t flight, bool isDeliveryKnown)
    {
        m_recoverFlight = flight;
        m_isDeliveryKnown = isDeliveryKnown;
    }

    /** @param safe whether the acknowledgement is safe; before DoRecovery() */
    void SetSafe(bool safe)
    {
        m_safe = safe;
    }

    // ns-3 declares one of these two, depending on its version

    /**
     * @brief Sets the window upon an acknowledgement in recovery.
     * @param tcb state of the connection
     * @param deliveredBytes newly delivered
     * @param isDuplicate whether it is a duplicate, which without SACK does not say what arrived
     */
    virtual void DoRecovery(Ptr<TcpSocketState> tcb, uint32_t deliveredBytes, bool isDuplicate);
    /// The same in releases of ns-3 that do not say whether it is a duplicate.
    /// @param tcb state of the connection @param deliveredBytes newly delivered
    virtual void DoRecovery(Ptr<TcpSocketState> tcb, uint32_t deliveredBytes);

  private:
    /**
     * @param tcb state of the connection
     * @param deliveredBytes newly delivered, as far as it is known
     * @param isDuplicate whether the acknowledgement is a duplicate
     * @return bytes that count as delivered
     */
    uint32_t CountDelivered(Ptr<TcpSocketState> tcb,
                            uint32_t deliveredBytes,
                            bool isDuplicate) const;
    /// @param tcb its window is set @param deliveredBytes newly delivered
    void SetWindow(Ptr<TcpSocketState> tcb, uint32_t deliveredBytes);

    int64_t m_delivered{0};        //!< bytes delivered in this recovery
    int64_t m_sent{0};             //!< bytes sent in this recovery
    int64_t m_flight{0};           //!< bytes in flight when it began
    uint32_t m_recoverFlight{0};   //!< the same of the next recovery; 0: not told
    bool m_isDeliveryKnown{false}; //!< by SACK
    std::optional<bool> m_safe;    //!< the acknowledgement is safe, if told
};
} // namespace hsn
} // namespace ns3

#endif // HSN_TCP_RATE_REDUCTION_H
