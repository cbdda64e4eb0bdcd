// SPDX-License-Identifier: GPL-2.0-only
#ifndef HSN_XTP_CLOSING_H
#define HSN_XTP_CLOSING_H

#include "ns3/byte-range-set.h"

#include <cstdint>

namespace ns3
{
namespace hsn
{
/**
 * @brief How both directions of an association close.
 *
 * That of this end is open, closing once the application has no more, told when a packet with
 * WCLOSE has left, and closed when the peer has answered it by RCLOSE. That of the peer is open
 * until its end is known (WCLOSE), and closed when everything up to there was received.
 */
class XtpClosing
{
  public:
    /** @brief The application has no more to send. */
    void Close()
    {
        m_write = m_write == Write::OPEN ? Write::CLOSING : m_write;
    }

    /** @return whether the application has no more */
    bool IsClosing() const
    {
        return m_write != Write::OPEN;
    }

    /** @brief A packet with WCLOSE leaves. */
    void NoteTold()
    {
        m_write = m_write == Write::CLOSING ? Write::TOLD : m_write;
    }

    /** @return whether the peer is to be told that there is no more */
    bool IsToBeTold() const
    {
        return m_write == Write::CLOSING;
    }

    /** @return whether the peer was told */
    bool WasTold() const
    {
        return m_write == Write::TOLD || m_write == Write::CLOSED;
    }

    /** @return whether the peer was told, and has not answered */
    bool AwaitsAnswer() const
    {
        return m_write == Write::TOLD;
    }

    /** @brief The peer has everything. */
    void CloseWrite()
    {
        m_write = Write::CLOSED;
    }

    /** @return whether the peer has everything */
    bool IsWriteClosed() const
    {
        return m_write == Write::CLOSED;
    }

    /** @brief Takes the end of the peer's data. @param end first byte that does not come @param
     * next first byte that is missing @return false: it contradicts what is known */
    bool TakeEnd(StreamOffset end, StreamOffset next)
    {
        if (end < next || (m_peerEnd >= 0 && end != m_peerEnd))
        {
            return false;
        }
        m_peerEnd = end;
        return true;
    }

    /** @param end of data that arrive @return whether the peer's data ends before */
    bool IsBeyondEnd(StreamOffset end) const
    {
        return m_peerEnd >= 0 && end > m_peerEnd;
    }

    /** @brief Closes the peer's direction if all of its data is there. @param next first byte that
     * is missing @return whether it has closed now */
    bool CloseRead(StreamOffset next)
    {
        if (m_readClosed || m_peerEnd < 0 || next != m_peerEnd)
        {
            return false;
        }
        m_readClosed = true;
        return true;
    }

    /** @return whether all of the peer's data was received */
    bool IsReadClosed() const
    {
        return m_readClosed;
    }

  private:
    /** @brief Where this end's direction is. */
    enum class Write : uint8_t
    {
        OPEN,
        CLOSING,
        TOLD,
        CLOSED
    };

    Write m_write{Write::OPEN}; //!< this end's direction
    StreamOffset m_peerEnd{-1}; //!< end of the peer's data; -1: not known
    bool m_readClosed{false};   //!< everything up to there was received
};
} // namespace hsn
} // namespace ns3

#endif // HSN_XTP_CLOSING_H
