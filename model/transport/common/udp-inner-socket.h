// SPDX-License-Identifier: GPL-2.0-only
#ifndef HSN_UDP_INNER_SOCKET_H
#define HSN_UDP_INNER_SOCKET_H

#include "ns3/address.h"
#include "ns3/attribute.h"
#include "ns3/callback.h"
#include "ns3/ipv4-address.h"
#include "ns3/ipv6-address.h"
#include "ns3/node.h"
#include "ns3/packet.h"
#include "ns3/udp-socket.h"

#include <cstdint>

namespace ns3
{
namespace hsn
{
/**
 * @brief An ordinary UDP socket inside of another one: its life, its peer, the error of the last
 * call that failed, and whether it has announced space to send.
 */
class UdpInnerSocket
{
  public:
    /** @brief What the IcmpCallback is of. */
    using IcmpCallback = Callback<void, Ipv4Address, uint8_t, uint8_t, uint8_t, uint32_t>;
    /** @brief What the IcmpCallback6 is of. */
    using IcmpCallback6 = Callback<void, Ipv6Address, uint8_t, uint8_t, uint8_t, uint32_t>;

    UdpInnerSocket() = default;
    ~UdpInnerSocket();

    UdpInnerSocket(const UdpInnerSocket&) = delete;
    UdpInnerSocket& operator=(const UdpInnerSocket&) = delete;

    /** @brief Makes the socket. @param node with UDP @param read called when datagrams have arrived
     * @param icmp called for ICMP errors @param icmp6 called for ICMPv6 errors */
    void Open(const Ptr<Node>& node,
              Callback<void, Ptr<Socket>> read,
              IcmpCallback icmp,
              IcmpCallback6 icmp6);
    /** @brief Gives the socket up: it calls nobody any more. */
    void Detach();

    /** @return whether there is one */
    bool IsOpen() const
    {
        return m_udp != nullptr;
    }

    /** @return the socket; there must be one */
    UdpSocket* operator->() const
    {
        return m_udp.operator->();
    }

    /** @return the socket; there must be one */
    UdpSocket& operator*() const
    {
        return *m_udp;
    }

    /** @brief Sets an attribute, if there is a socket. @param name of it @param value of it */
    void Set(const char* name, const AttributeValue& value);

    /** @brief Makes a call fail. @param error reason @return -1 */
    int Fail(Socket::SocketErrno error) const;
    /** @brief Notes the outcome of a call of the socket. @param result of it @return the same */
    int Note(int result) const;

    /** @return error of the last call that failed */
    Socket::SocketErrno GetErrno() const
    {
        return m_errno;
    }

    /** @param address of the peer @return 0, or -1 with the error noted */
    int Connect(const Address& address);

    /** @return whether Connect() has succeeded */
    bool IsConnected() const
    {
        return m_connected;
    }

    /** @return the peer, if connected */
    const Address& GetPeer() const
    {
        return m_peer;
    }

    /** @brief The application sends a datagram, for which any number are sent. */
    void BeginCall();
    /** @brief Sends a datagram. @param packet the datagram @param flags as for Send() @param to
     * destination address and port @return bytes sent, or -1 with the error noted */
    int Transmit(Ptr<Packet> packet, uint32_t flags, const Address& to);

    /** @return whether the application is to be told that there is space to send: it was announced
     * since BeginCall(), or nothing was sent */
    bool HasSpace() const
    {
        return m_hasSpace || m_transmissions == 0;
    }

  private:
    /** @brief Send callback of the socket. @param socket that @param space bytes */
    void HandleSpace(Ptr<Socket> socket, uint32_t space);

    Ptr<UdpSocket> m_udp;                                        //!< the socket
    mutable Socket::SocketErrno m_errno{Socket::ERROR_NOTERROR}; //!< of the last call that failed
    Address m_peer;                                              //!< of Connect()
    bool m_connected{false};                                     //!< it has succeeded
    uint32_t m_transmissions{0}; //!< datagrams sent for the present call
    bool m_hasSpace{false};      //!< the socket has announced space to send
};
} // namespace hsn
} // namespace ns3

#endif // HSN_UDP_INNER_SOCKET_H
