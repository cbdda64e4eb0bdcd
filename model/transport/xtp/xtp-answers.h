// SPDX-License-Identifier: GPL-2.0-only
#ifndef HSN_XTP_ANSWERS_H
#define HSN_XTP_ANSWERS_H

#include "xtp-header.h"

#include "ns3/byte-range-set.h"

#include <algorithm>
#include <cstdint>

namespace ns3
{
namespace hsn
{
/**
 * @brief The answers that one end owes its peer: at once to SREQ, and to DREQ when everything
 * before it was read; by TCNTL if FIRST asks for traffic, until the peer uses the key that TCNTL
 * tells.
 */
class XtpAnswers
{
  public:
    /** @brief Notes what a packet asks for. @param header of it @param gap whether bytes before it
     * are missing, of which FASTNAK wants to hear */
    void Note(const XtpHeader& header, bool gap)
    {
        if (header.Has(XTP_SREQ))
        {
            m_due = true;
            m_trafficDue = m_tellsTraffic;
            Raise(header.sync);
        }
        if (header.Has(XTP_DREQ))
        {
            m_deliveryDue = true;
            m_deliverySync = header.sync;
            const auto end = static_cast<StreamOffset>(header.seq) + header.dataSize;
            m_deliveryEnd = std::max(m_deliveryEnd, end);
        }
        if (gap && header.IsInformation() && header.Has(XTP_FASTNAK))
        {
            m_due = true;
        }
        if (header.format == XtpFormat::FIRST && header.traffic.format == 1)
        {
            m_trafficDue = true;
            m_tellsTraffic = true;
            m_askedRate = header.traffic.outRate;
        }
        else if (header.key & XtpHeader::RTN)
        {
            m_trafficDue = false;
            m_tellsTraffic = false;
        }
    }

    /** @brief The peer is to be told something, although it has not asked. */
    void Owe()
    {
        m_due = true;
    }

    /** @return whether an answer is due at once */
    bool IsDue() const
    {
        return m_due;
    }

    /** @return whether TCNTL is due */
    bool IsTrafficDue() const
    {
        return m_trafficDue;
    }

    /** @return whether an answer to DREQ is due, once everything before it was read */
    bool IsDeliveryDue() const
    {
        return m_deliveryDue;
    }

    /** @param read first byte that was not read @return whether this is everything before DREQ */
    bool IsDeliveredBy(StreamOffset read) const
    {
        return read >= m_deliveryEnd;
    }

    /** @brief Answers what is due, but for traffic. @param delivered whether DREQ can be answered
     * @return number of the greatest request that is answered */
    uint32_t Give(bool delivered)
    {
        if (delivered)
        {
            m_deliveryDue = false;
            Raise(m_deliverySync);
        }
        m_due = false;
        return m_echo;
    }

    /** @brief Answers by TCNTL. @return bytes a second that FIRST asked for */
    uint32_t GiveTraffic()
    {
        m_trafficDue = false;
        return m_askedRate;
    }

  private:
    /** @param sync number of a request that is, or will be answered */
    void Raise(uint32_t sync)
    {
        m_echo = XtpSyncAfter(sync, m_echo) ? sync : m_echo;
    }

    uint32_t m_echo{0};            //!< greatest request to be answered
    bool m_due{false};             //!< at once
    bool m_trafficDue{false};      //!< by TCNTL
    bool m_tellsTraffic{false};    //!< requests are answered by TCNTL: none may have arrived
    uint32_t m_askedRate{0};       //!< bytes a second that FIRST asked for
    bool m_deliveryDue{false};     //!< DREQ is to be answered
    uint32_t m_deliverySync{0};    //!< its number
    StreamOffset m_deliveryEnd{0}; //!< when everything before this was read
};
} // namespace hsn
} // namespace ns3

#endif // HSN_XTP_ANSWERS_H
