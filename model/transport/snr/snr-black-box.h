// SPDX-License-Identifier: GPL-2.0-only
#ifndef HSN_SNR_BLACK_BOX_H
#define HSN_SNR_BLACK_BOX_H

#include "snr-logic.h"

#include "ns3/error-model.h"
#include "ns3/nstime.h"
#include "ns3/packet.h"

#include <cstdint>
#include <deque>
#include <functional>

namespace ns3
{
namespace hsn
{
/**
 * @brief SNR over the same black box as SstpBlackBox: a saturated sender, a rate, a constant delay,
 * a loss process, and reports that are never lost.
 *
 * The receiver sends its state at each multiple of T_in. Delays are those of segments of as many
 * packets as SSTP's, whatever the size of blocks. The object has to exist until the simulator runs
 * no more.
 */
class SnrBlackBox
{
  public:
    /** @brief Constants of a run. */
    struct Settings
    {
        uint32_t packets{256};      //!< s, packets of a segment; a multiple of a block
        uint32_t packetBytes{1024}; //!< l
        double rate{500e6};         //!< A in bit/s, above 0
        Time rtd{MilliSeconds(60)}; //!< RTD
        uint32_t window{40};        //!< W, segments
        uint32_t blockSize{256};    //!< packets of a block
        bool keepPartial{true};     //!< a block may be put together of several transmissions
        Time reportInterval{MilliSeconds(5)}; //!< T_in, above 0 and at most RTD
    };

    /** @brief A segment that was received. */
    struct Outcome
    {
        uint64_t number; //!< of the segment, from 0
        Time start;      //!< of its first packet
        Time accepted;   //!< when the receiver had it
    };

    /**
     * @param settings constants
     * @param loss decides on each packet when it has left; null: nothing is lost
     * @param accepted told of every segment
     */
    SnrBlackBox(const Settings& settings,
                Ptr<ErrorModel> loss,
                std::function<void(const Outcome&)> accepted);

    /** @brief Starts to send; goes on until Stop(). */
    void Start();
    /** @brief Sends no more, and reports no more. */
    void Stop();

    /** @return packets that were sent */
    uint64_t GetSent() const
    {
        return m_sent;
    }

    /** @return packets that arrived and were there already */
    uint64_t GetDuplicates() const
    {
        return m_receiver.GetDuplicates();
    }

  private:
    /** @brief A segment that is not complete. */
    struct Segment
    {
        Time start;           //!< of its first packet
        uint32_t complete{0}; //!< its blocks
    };

    /** @brief Begins to send the next packet, if the line is free and there is one. */
    void SendNext();
    /** @brief A packet has left. */
    void Depart();
    /** @brief The receiver makes a report. */
    void MakeReport();
    /** @brief A report arrives. @param report the report */
    void TakeReport(SnrReport report);

    Settings m_settings;                            //!< constants
    Ptr<ErrorModel> m_loss;                         //!< loss process, or null
    std::function<void(const Outcome&)> m_accepted; //!< told of every segment
    Time m_packetTime;                              //!< t_p
    uint32_t m_blocksPerSegment;                    //!< of a segment
    SnrSender m_sender;                             //!< sender
    SnrReceiver m_receiver;                         //!< receiver
    Ptr<Packet> m_packet;                           //!< stands for all packets
    SnrPacket m_departure;                          //!< on the line
    bool m_busy{false};                             //!< there is one
    bool m_stopped{false};                          //!< sends no more
    uint64_t m_sent{0};                             //!< packets sent
    uint64_t m_reports{0};                          //!< number of the last report
    uint64_t m_firstSegment{0};                     //!< number of the first of them
    std::deque<Segment> m_segments;                 //!< that are not complete, and later ones
};
} // namespace hsn
} // namespace ns3

#endif // HSN_SNR_BLACK_BOX_H
