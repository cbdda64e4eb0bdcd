// SPDX-License-Identifier: GPL-2.0-only
#ifndef HSN_LINGERING_SOCKET_H
#define HSN_LINGERING_SOCKET_H

#include "protocol-socket.h"

#include "ns3/deadline-timer.h"
#include "ns3/nstime.h"
#include "ns3/simulator.h"

#include <cstdint>
#include <string>

namespace ns3
{
namespace hsn
{
/**
 * @brief A socket that gives up a silent peer, answers late packets for some time after both ends
 * are done, and keeps data that arrives without room until the application reads.
 *
 * It is for protocols without a packet that refuses or breaks a connection: after Abort(), the
 * peer's next packet is answered by ICMP.
 *
 * @tparam Base MessageSocket or StreamSocket
 * @tparam P class of the protocol
 */
template <typename Base, typename P = TransportProtocol>
class LingeringSocket : public ProtocolSocket<Base, P>
{
  public:
    LingeringSocket() = default;

    /** @brief Copies the settings for an accepted connection. @param other listening socket */
    LingeringSocket(const LingeringSocket& other)
        : ProtocolSocket<Base, P>(other)
    {
    }

  protected:
    /** @brief Adds the attributes GiveUpTime and Linger. @param tid TypeId of the socket
     * @param giveUp what the first is for @param linger what the second is for @param time default
     * of Linger @return the same */
    static TypeId AddLingering(TypeId tid,
                               const std::string& giveUp,
                               const std::string& linger,
                               Time time)
    {
        return tid
            .AddAttribute("GiveUpTime",
                          giveUp,
                          TimeValue(Seconds(30)),
                          MakeTimeAccessor(&LingeringSocket::m_giveUp),
                          MakeTimeChecker(NanoSeconds(1)))
            .AddAttribute("Linger",
                          linger,
                          TimeValue(time),
                          MakeTimeAccessor(&LingeringSocket::m_linger),
                          MakeTimeChecker(Time(0)));
    }

    /// @name What the owner implements
    /// @{

    /** @return whether something waits for room in the receive queue */
    virtual bool HasHeld() const = 0;
    /** @brief Puts what waits into the receive queue, as far as there is room. */
    virtual void DeliverHeld() = 0;

    /** @brief Nothing was heard for GiveUpTime. */
    virtual void HandleSilence()
    {
        this->Break();
    }

    /// @}

    /** @brief Has the peer be heard within GiveUpTime from now. */
    void AwaitPeer()
    {
        m_silenceTimer.Set(Simulator::Now() + m_giveUp);
    }

    /** @brief The peer is heard: if something was awaited, it is so anew. */
    void HearPeer()
    {
        if (m_silenceTimer.IsRunning())
        {
            AwaitPeer();
        }
    }

    /** @brief Waits for late packets before the end. @param done whether both ends are */
    void LingerIf(bool done)
    {
        if (this->IsConnected() && done && !m_lingerTimer.IsRunning())
        {
            m_lingerTimer.Set(Simulator::Now() + m_linger);
        }
    }

    // inherited from TransportSocket
    void DoRead() override
    {
        if (HasHeld() && !m_readTimer.IsRunning())
        {
            m_readTimer.Set(Simulator::Now()); // when the application is out of Recv()
        }
    }

    bool HasUndelivered() const override
    {
        return this->HasUnread() || HasHeld();
    }

    void Abort() override
    {
        this->Shut();
    }

    uint32_t GetUnacknowledged() const override
    {
        return m_unacknowledged;
    }

    bool IsAtEnd() const override
    {
        return m_atEnd;
    }

    // inherited from ProtocolSocket
    void Stop() override
    {
        m_silenceTimer.Remove();
        m_lingerTimer.Remove();
        m_readTimer.Remove();
        m_unacknowledged = 0;
    }

    Time m_giveUp; //!< attribute
    Time m_linger; //!< attribute

    DeadlineTimer m_silenceTimer{[this] { HandleSilence(); }}; //!< nothing was heard
    DeadlineTimer m_lingerTimer{[this] { this->Shut(); }};     //!< the end
    DeadlineTimer m_readTimer{[this] { DeliverHeld(); }};      //!< the application has made room
    uint32_t m_unacknowledged{0};                              //!< bytes that the peer may need
    bool m_atEnd{false};                                       //!< the peer will send no more
};
} // namespace hsn
} // namespace ns3

#endif // HSN_LINGERING_SOCKET_H
