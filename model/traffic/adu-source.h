// SPDX-License-Identifier: GPL-2.0-only
#ifndef ADU_SOURCE_H
#define ADU_SOURCE_H

#include "socket-source.h"

#include "ns3/callback.h"
#include "ns3/event-id.h"
#include "ns3/packet.h"
#include "ns3/socket.h"
#include "ns3/traced-callback.h"

#include <cstdint>
#include <functional>

namespace ns3
{
namespace hsn
{
/**
 * @ingroup hsn-traffic
 * @brief Sends application data units (ADUs) that a function makes, over any kind of socket.
 *
 * On a socket that keeps messages apart, an ADU is a message. On a stream each ADU follows a record
 * mark as of RFC 5531, section 11: 4 octets, the highest bit set, then the length. An ADU that the
 * socket does not take waits until there is room; the next one is not made before. A message that
 * the socket refuses for another reason, such as a missing route, is lost, and the next one
 * follows. The time that the host needs to make an ADU can be given; ADUs are then made one after
 * the other.
 */
class AduSource : public SocketSource
{
  public:
    /// Makes an ADU, or returns null when there are no more. The argument is its number, from 0.
    using Maker = Callback<Ptr<Packet>, uint64_t>;
    /// The time that making and sending an ADU of so many octets takes.
    using Cost = Callback<Time, uint32_t>;

    /// Called when an ADU's time is spent.
    using Done = std::function<void()>;
    /// Spends the time that an ADU costs, such as HostTask::Run(), then calls the second argument.
    using Work = std::function<void(Time, Done)>;

    /// Of trace AduTx. @param adu what was sent, without record mark
    typedef void (*AduTxTracedCallback)(Ptr<const Packet> adu);

    static constexpr uint32_t MARK_BYTES = 4;     //!< of a record mark
    static constexpr uint32_t LAST = 0x80000000U; //!< bit of a record mark

    /// @return the TypeId
    static TypeId GetTypeId();

    /// @param maker makes ADUs; required before the start
    void SetMaker(const Maker& maker);
    /// @param cost of an ADU; null: no time
    void SetCost(const Cost& cost);
    /// @param work spends the cost of each ADU; null: the cost passes as on a host of its own
    void SetWork(Work work);

    /// @return ADUs given to the socket
    uint64_t GetSent() const;
    /// @return ADUs that the socket refused for ever, such as messages that are too long or for
    /// which there was no route
    uint64_t GetRefused() const;

  protected:
    void DoDispose() override;
    void StartApplication() override;
    void StopApplication() override;
    void Begin() override;
    void Continue() override;

  private:
    /// Makes the next ADU, which takes its time.
    void MakeNext();
    /// An ADU is ready to be sent, unless the application was stopped. @param number of it
    void Made(uint64_t number);
    /// Gives the socket as much as it takes.
    void Push();
    /// Gives it what is left of an ADU, and if that was the end makes the next. @return whether to
    /// go on
    bool PushOnce();
    /// @param error of the socket @return whether it will never take this ADU but perhaps others
    bool IsLost(Socket::SocketErrno error) const;

    Maker m_maker;                          //!< makes ADUs
    Cost m_cost;                            //!< time for one, or null
    Work m_work;                            //!< spends that time, or null
    Ptr<Packet> m_adu;                      //!< being made or sent
    Ptr<Packet> m_left;                     //!< what the socket has not taken of it, or null
    EventId m_made;                         //!< it is ready, without m_work
    bool m_making{false};                   //!< an ADU's time is being spent
    bool m_pushing{false};                  //!< Push() is on the stack
    uint64_t m_next{0};                     //!< number of the next ADU
    uint64_t m_sent{0};                     //!< ADUs sent
    uint64_t m_refused{0};                  //!< ADUs refused
    bool m_closeAtEnd{true};                //!< close when there are no more
    TracedCallback<Ptr<const Packet>> m_tx; //!< AduTx
};
} // namespace hsn
} // namespace ns3

#endif // ADU_SOURCE_H
