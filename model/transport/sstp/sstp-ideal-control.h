// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * Control PDUs outside the network: the papers' simulations have them come after a constant time,
 * without loss, and without using any link.
 */
#ifndef HSN_SSTP_IDEAL_CONTROL_H
#define HSN_SSTP_IDEAL_CONTROL_H

#include "ns3/tag.h"

#include <cstdint>
#include <map>

namespace ns3
{
namespace hsn
{
/** @brief On the packet that opens a connection: which socket it comes from. */
class SstpIdealTag : public Tag
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    // inherited from Tag
    TypeId GetInstanceTypeId() const override;
    uint32_t GetSerializedSize() const override;
    void Serialize(TagBuffer i) const override;
    void Deserialize(TagBuffer i) override;
    void Print(std::ostream& os) const override;

    uint32_t id{0}; //!< of the socket; 0: none
};

/**
 * @brief A socket's way to its peer outside the network.
 *
 * Events name sockets by number, so that one that has gone is not reached any more.
 *
 * @tparam S class of the sockets, with a member `SstpIdealWay<S>` that GetIdealWay() returns
 */
template <typename S>
class SstpIdealWay
{
  public:
    SstpIdealWay() = default;
    SstpIdealWay(const SstpIdealWay&) = delete;
    SstpIdealWay& operator=(const SstpIdealWay&) = delete;

    ~SstpIdealWay()
    {
        Close();
    }

    /** @brief The socket can be reached from now on. @param socket whose way this is */
    void Open(S& socket)
    {
        static uint32_t last = 0;
        m_id = ++last;
        Sockets()[m_id] = &socket;
    }

    /** @brief The socket cannot be reached any more. */
    void Close()
    {
        Sockets().erase(m_id);
        m_id = 0;
    }

    /** @param peer the number of a socket @return whether it exists; then both know each other */
    bool Join(uint32_t peer)
    {
        S* const other = Find(peer);
        if (other)
        {
            m_peer = peer;
            other->GetIdealWay().m_peer = m_id;
        }
        return other != nullptr;
    }

    /** @return number of the socket */
    uint32_t GetId() const
    {
        return m_id;
    }

    /** @return number of the peer; 0: not known */
    uint32_t GetPeer() const
    {
        return m_peer;
    }

    /** @param id number of a socket @return it, or null if it cannot be reached */
    static S* Find(uint32_t id)
    {
        const auto found = Sockets().find(id);
        return found == Sockets().end() ? nullptr : found->second;
    }

  private:
    /** @return all sockets that can be reached */
    static std::map<uint32_t, S*>& Sockets()
    {
        static std::map<uint32_t, S*> sockets;
        return sockets;
    }

    uint32_t m_id{0};   //!< number of the socket; 0: it cannot be reached
    uint32_t m_peer{0}; //!< number of the peer
};
} // namespace hsn
} // namespace ns3

#endif // HSN_SSTP_IDEAL_CONTROL_H
