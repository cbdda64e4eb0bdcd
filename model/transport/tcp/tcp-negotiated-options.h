// SPDX-License-Identifier: GPL-2.0-only
#ifndef HSN_TCP_NEGOTIATED_OPTIONS_H
#define HSN_TCP_NEGOTIATED_OPTIONS_H

#include "lean-segment.h"
#include "tcp-segment.h"

#include "ns3/reassembly-queue.h"
#include "ns3/sequence-number.h"
#include "ns3/simulator.h"
#include "ns3/tcp-header.h"
#include "ns3/tcp-option-ts.h"

#include <cstdint>
#include <optional>

namespace ns3
{
namespace hsn
{
/**
 * @brief The TCP options that two ends agree on with their SYNs, and their place in headers:
 * window scaling and timestamps (RFC 7323), selective acknowledgements (RFC 2018), MSS (RFC 6691).
 */
class TcpNegotiatedOptions
{
  public:
    /// Bytes that the timestamps option takes in a header, with padding.
    static constexpr uint32_t TIMESTAMP_BYTES = 12;
    /// Greatest shift of a window (RFC 7323, 2.3).
    static constexpr uint8_t MAX_SHIFT = 14;
    /// Days after which a timestamp is no longer compared: it has wrapped, if it counts
    /// milliseconds (RFC 7323, 5.5).
    static constexpr int RECENT_DAYS = 24;

    /** @brief What a user sets. */
    struct Settings
    {
        bool sack{true};      //!< attribute Sack
        bool timestamp{true}; //!< attribute Timestamp
        bool scaling{true};   //!< attribute WindowScaling
    };

    /** @param settings must outlive this object */
    explicit TcpNegotiatedOptions(const Settings& settings)
        : m_settings(settings)
    {
    }

    TcpNegotiatedOptions(const TcpNegotiatedOptions&) = delete;
    TcpNegotiatedOptions& operator=(const TcpNegotiatedOptions&) = delete;

    /** @brief Agrees on what both ends want. @param syn the peer's SYN @param scale shift that our
     * window needs */
    void Agree(const TcpSegment& syn, uint8_t scale);

    /// @name What was agreed
    /// @{
    /** @return whether acknowledgements may carry SACK blocks */
    bool HasSack() const
    {
        return m_sack;
    }

    /** @return whether an acknowledgement may report a duplicate (RFC 2883). ns-3's TCP, which is
     * known by its SYN without an MSS option, reads the first item of an empty list when a report
     * comes after all is acknowledged, and crashes */
    bool TakesDsack() const
    {
        return m_takesDsack;
    }

    /** @return whether segments carry timestamps */
    bool HasTimestamps() const
    {
        return m_timestamp;
    }

    /** @return by how many bits the peer's window field is shifted */
    uint8_t GetSendShift() const
    {
        return m_sendShift;
    }

    /** @return by how many bits our window field is shifted */
    uint8_t GetReceiveShift() const
    {
        return m_receiveShift;
    }

    /** @param opening whether the peer's SYN is yet to come @return bytes of options in a segment
     * with data, or at most that, if the peer's SYN is yet to come */
    uint32_t GetBytes(bool opening) const
    {
        return (opening ? m_settings.timestamp : m_timestamp) ? TIMESTAMP_BYTES : 0;
    }

    /// @}

    /// @name Timestamps
    /// @{
    /** @param timestamp of an arriving segment @return whether it is older than the one to be
     * echoed (PAWS; RFC 7323, 5), which cannot be told of one that has been there too long */
    bool IsOld(uint32_t timestamp) const
    {
        return static_cast<int32_t>(timestamp - m_recent) < 0 &&
               Simulator::Now() - m_recentSince <= Days(RECENT_DAYS);
    }

    /** @param timestamp the peer's, to be echoed (TS.Recent) */
    void SetRecent(uint32_t timestamp)
    {
        m_recent = timestamp;
        m_recentSince = Simulator::Now();
    }

    /// @}

    /// @name Headers
    /// @{
    /** @brief Adds the options of a SYN. @param header of the SYN, with its flags @param mss value
     * of the MSS option, 0: none @param scale shift that our window needs @param timestamp now */
    void AddToSyn(TcpHeader& header, uint16_t mss, uint8_t scale, uint32_t timestamp) const;
    /** @brief Adds the options of all other segments. @param header of one @param timestamp now */
    void Add(TcpHeader& header, uint32_t timestamp);

    /** @brief Tells them, if no header is to be written. @param timestamp now @return timestamps,
     * which are all; nothing: none */
    std::optional<LeanSegment::Timestamps> GetTimestamps(uint32_t timestamp) const
    {
        return m_timestamp ? std::optional(LeanSegment::Timestamps{timestamp, m_recent})
                           : std::nullopt;
    }

    /** @brief Adds as many SACK blocks as fit. @param header of an acknowledgement
     * @param received what arrived out of order @param first sequence number of offset 0
     * @param duplicate what arrived again and is reported first (RFC 2883, 4); nothing: no such
     * report */
    static void AddSack(TcpHeader& header,
                        const ReassemblyQueue& received,
                        SequenceNumber32 first,
                        const std::optional<ReassemblyQueue::Block>& duplicate = std::nullopt);
    /// @}

  private:
    const Settings& m_settings;    //!< of the socket
    bool m_sack{false};            //!< both want SACK
    bool m_takesDsack{false};      //!< the peer can read reports of duplicates
    bool m_timestamp{false};       //!< both want timestamps
    uint8_t m_sendShift{0};        //!< of the peer's window
    uint8_t m_receiveShift{0};     //!< of our window
    uint32_t m_recent{0};          //!< timestamp to be echoed (TS.Recent)
    Time m_recentSince;            //!< when it came
    Ptr<TcpOptionTS> m_lastOption; //!< of the segment before, to be used again
};
} // namespace hsn
} // namespace ns3

#endif // HSN_TCP_NEGOTIATED_OPTIONS_H
