// SPDX-License-Identifier: GPL-2.0-only
#ifndef HSN_UDP_RECEIVE_TAGS_H
#define HSN_UDP_RECEIVE_TAGS_H

#include "ns3/packet.h"
#include "ns3/socket.h"

#include <bitset>

namespace ns3
{
namespace hsn
{
/**
 * @brief The tags of received packets that an inner socket adds for an outer one, whose application
 * asks for them by SetRecvPktInfo() and the like.
 */
class UdpReceiveTags
{
  public:
    /** @brief Has all of them added: the application may ask until the first packet arrives.
     * @param inner the inner socket */
    void RequestAll(Socket& inner);
    /** @brief Has those added that the application wants. @param inner the inner socket @param
     * outer what the application asks */
    void Request(Socket& inner, const Socket& outer);
    /** @brief Removes what the application does not want, and requests what it wants from now on.
     * @param packet received by the inner socket @param inner that @param outer what the
     * application asks */
    void Fit(Ptr<Packet> packet, Socket& inner, const Socket& outer);

  private:
    /** @brief Tags that an application can ask for. */
    enum Kind
    {
        INFO,   //!< SetRecvPktInfo()
        TOS,    //!< SetIpRecvTos()
        TTL,    //!< SetIpRecvTtl()
        TCLASS, //!< SetIpv6RecvTclass()
        HOPS,   //!< SetIpv6RecvHopLimit()
        KINDS   //!< number of kinds
    };

    using Kinds = std::bitset<KINDS>; //!< a set of them

    /** @param outer what the application asks @return tags that it wants */
    static Kinds GetWanted(const Socket& outer);
    /** @brief Removes tags. @param packet received @param unwanted which */
    static void Remove(Ptr<Packet> packet, const Kinds& unwanted);
    /** @brief Has tags added. @param inner the inner socket @param kinds which */
    void Set(Socket& inner, const Kinds& kinds);

    Kinds m_requested; //!< that the inner socket adds
};
} // namespace hsn
} // namespace ns3

#endif // HSN_UDP_RECEIVE_TAGS_H
