// SPDX-License-Identifier: GPL-2.0-only
#ifndef HSN_MM_POC_SENDER_H
#define HSN_MM_POC_SENDER_H

#include "mm-poc-pdu.h"

#include "ns3/nstime.h"
#include "ns3/packet.h"

#include <cstdint>
#include <map>
#include <string>

namespace ns3
{
namespace hsn
{
/**
 * @ingroup hsn-mm-poc
 * @brief The sender of one medium (section 3.2 and figure 5 of the paper), without a network.
 *
 * It asks for an acknowledgement with every n-th SDU, n = floor(RTT PF) + 1, so that the period of
 * requests is longer than a round trip; keeps up to W = 4 n SDUs until the receiver says that they
 * have arrived or been declared lost; and asks again on a timer of 1.1 RTT while its window is full
 * or the stream ends. The receiver alone decides what is lost.
 */
class MmPocSender
{
  public:
    /** @brief Who sends the PDUs. */
    class User
    {
      public:
        virtual ~User() = default;
        /** @param pdu DATA or ACK_REQ @param sdu of DATA @param again DATA that was sent before */
        virtual void SendPdu(const MmPocPdu& pdu, Ptr<const Packet> sdu, bool again) = 0;
        /** @brief An SDU need not be kept any more. @param sdu the SDU */
        virtual void NotifyReleased(Ptr<const Packet> sdu) = 0;
    };

    /** @brief Parameters. */
    struct Settings
    {
        uint8_t poc{0};                      //!< medium
        Time rtt;                            //!< first estimate of the round-trip time, above 0
        double frequency{25};                //!< PF, SDUs in a second, above 0
        uint32_t windowFactor{4};            //!< W / n, above 2
        double timerFactor{1.1};             //!< of the round-trip time, above 0
        uint32_t requestPeriod{0};           //!< n; 0: as above
        uint32_t window{0};                  //!< W; 0: windowFactor n
        uint32_t maxWindow{1024};            //!< bound of W
        Time shortestTimer{MilliSeconds(1)}; //!< bound of the timer
    };

    /** @param user who sends, lives longer @param settings parameters */
    MmPocSender(User& user, const Settings& settings);

    /** @return whether the window has room for an SDU, and the stream has not ended */
    bool CanSend() const;
    /** @brief Sends an SDU; CanSend() holds. @param sdu the SDU @param now time @return its number
     */
    uint32_t Send(Ptr<const Packet> sdu, Time now);
    /** @brief No SDU will follow: asks until everything is answered. @param now time */
    void End(Time now);
    /**
     * @brief Takes an answer.
     * @param pdu ACK_RES or FNACK, well-formed
     * @param now time
     * @return empty, or why it cannot be an answer; then nothing has changed
     */
    std::string Receive(const MmPocPdu& pdu, Time now);

    /** @return when HandleTime() is due; Time::Max(): never */
    Time GetDeadline() const
    {
        return m_deadline;
    }

    /** @brief Asks for an answer, if it is time to. @param now time */
    void HandleTime(Time now);

    /** @return whether the stream has ended, and the receiver knows it and has answered all SDUs */
    bool IsDone() const
    {
        return m_ended && m_endKnown && m_kept.empty();
    }

    /** @return whether End() was called */
    bool IsEnded() const
    {
        return m_ended;
    }

    /** @return number of the next SDU */
    uint32_t GetNext() const
    {
        return m_next;
    }

    /** @return SDUs that are kept */
    uint32_t GetKept() const
    {
        return static_cast<uint32_t>(m_kept.size());
    }

    /** @return n */
    uint32_t GetRequestPeriod() const;
    /** @return W */
    uint32_t GetWindow() const;

    /** @return estimate of the round-trip time */
    Time GetRtt() const
    {
        return m_rtt;
    }

  private:
    /** @brief Starts the timer if it has to run, and stops it otherwise. @param now time @param
     * restart begin anew */
    void FollowTimer(Time now, bool restart);
    /** @brief Learns the round-trip time. @param last number that was received last @param now time
     */
    void Measure(uint32_t last, Time now);
    /** @brief Sends an SDU once more. @param number of it */
    void Repeat(uint32_t number);

    User& m_user;                                 //!< sends
    Settings m_settings;                          //!< parameters
    Time m_rtt;                                   //!< estimate
    uint32_t m_next{0};                           //!< next number
    uint32_t m_sinceAck{0};                       //!< SDUs since the last one with Ack
    std::map<uint32_t, Ptr<const Packet>> m_kept; //!< SDUs that are not answered
    std::map<uint32_t, Time> m_asked;             //!< when DATA with Ack were sent
    bool m_requested{false};                      //!< an ACK_REQ is not answered
    uint32_t m_mark{0};                           //!< all below were sent before that
    bool m_ended{false};                          //!< no SDU will follow
    bool m_endKnown{false};                       //!< to the receiver
    Time m_deadline{Time::Max()};                 //!< next ACK_REQ
    bool m_isClosed{false};                       //!< the window, or the stream has ended
};
} // namespace hsn
} // namespace ns3

#endif // HSN_MM_POC_SENDER_H
