// SPDX-License-Identifier: GPL-2.0-only
#ifndef METS_CONTROL_SOCKET_H
#define METS_CONTROL_SOCKET_H

#include "ns3/event-id.h"
#include "ns3/message-socket.h"
#include "ns3/nstime.h"
#include "ns3/packet-traces.h"
#include "ns3/pdu-header.h"
#include "ns3/traced-callback.h"
#include "ns3/transport-header.h"
#include "ns3/transport-protocol.h"
#include "ns3/transport-socket-factory.h"

#include <cstdint>
#include <deque>
#include <map>
#include <string>

namespace ns3
{
namespace hsn
{
/**
 * @ingroup hsn-qos
 * @brief Header of control messages, 16 octets: source port, destination port, kind, a zero octet,
 * checksum, era of the message's sender, number of the message or, in an acknowledgement, of the
 * next one that is expected.
 */
class MetsControlHeader : public PduHeader<MetsControlHeader, TransportHeader>
{
  public:
    /// What a packet is.
    enum Kind : uint8_t
    {
        MESSAGE = 1, //!< carries a message
        ACK = 2      //!< acknowledges those before `number`
    };

    static constexpr const char* NAME = "ns3::hsn::MetsControlHeader"; //!< of its TypeId
    static constexpr uint32_t SIZE = 16;                               //!< octets

    /** @brief Names the fields. @param v what is done to them */
    template <typename V>
    void Fields(V& v);

    uint8_t kind{MESSAGE}; //!< see Kind
    uint32_t era{0};       //!< of the message's sender: numbers of another era count anew
    uint32_t number{0};    //!< of the message; of an ACK: of the next one that is expected
};

extern template class PduHeader<MetsControlHeader, TransportHeader>;

/**
 * @ingroup hsn-qos
 * @brief Carries control messages on one node, over adapters of METS and over IP.
 */
class MetsControlProtocol : public HeaderTransportProtocol<MetsControlHeader, 246>
{
  public:
    /// What control connections of adapters are bound to. The number is local: it is not sent.
    static constexpr uint16_t ETHER_TYPE = 0x4d43;

    /// @return the TypeId
    static TypeId GetTypeId();

    /// @return a number that no other socket of this node has
    uint32_t MakeEra();

  private:
    uint32_t m_era{0}; //!< last number
};

/**
 * @ingroup hsn-qos
 * @brief The control socket of METS: duplex and reliable (QoS-A, 2.1), for the applications' own
 * agreements on flows.
 *
 * Messages (DGRAM) to any number of peers, delivered once and in order for each of them. To a peer
 * one message is on its way at a time, and sent again after Timeout, which doubles, until it is
 * acknowledged or was sent MaxTries times; then it is given up and traced (Abandoned), and the next
 * one is sent.
 *
 * A socket whose address was another one's before counts anew (MetsControlHeader::era); what that
 * one has sent and arrives late is dropped.
 *
 * Addresses are LinkSocketAddress of adapters that are connected by MetsHelper::ConnectControl(),
 * or those of IP.
 */
class MetsControlSocket : public MessageSocket, public PacketTraces
{
  public:
    /// What happened so far.
    struct Counters
    {
        uint64_t sent{0};         //!< packets with messages
        uint64_t resent{0};       //!< of them: not for the first time
        uint64_t acknowledged{0}; //!< messages that the peer has
        uint64_t abandoned{0};    //!< messages given up
        uint64_t delivered{0};    //!< messages for the application
        uint64_t repeated{0};     //!< messages that arrived again
        uint64_t noRoom{0};       //!< messages that found the receive queue full; they come again
        uint64_t old{0};          //!< messages of a sender that has given way to another one
    };

    /// @return the TypeId
    static TypeId GetTypeId();

    MetsControlSocket();
    ~MetsControlSocket() override;

    /// @param protocol of the node
    void SetProtocol(Ptr<MetsControlProtocol> protocol);
    /// @return the counters
    const Counters& GetCounters() const;

    // inherited from Socket
    int SendTo(Ptr<Packet> packet, uint32_t flags, const Address& to) override;

    /**
     * @brief TracedCallback signature for messages that were given up.
     * @param [in] message that nobody has acknowledged
     * @param [in] peer that it was for
     */
    typedef void (*AbandonedTracedCallback)(Ptr<const Packet> message, const Address& peer);

  protected:
    // inherited from TransportSocket
    int DoConnect() override;
    void DoSend() override;
    void DoRead() override;
    void DoShutdownSend() override;
    void Abort() override;
    uint32_t GetUnacknowledged() const override;

    // inherited from SocketEndPoint::User
    void Receive(Ptr<Packet> packet, const PacketArrival& arrival) override;
    void NotifyNodeGone() override;

  private:
    /// What is sent to a peer, and expected of it.
    struct Peer
    {
        std::deque<Ptr<Packet>> messages; //!< to it, the first is on its way
        uint32_t number{0};               //!< of the first
        uint32_t tries{0};                //!< so far
        EventId timer;                    //!< until it is sent again
        uint32_t era{0};                  //!< of its last message; 0: none has come
        uint32_t expected{0};             //!< number of its next message, at least
    };

    /// @param to whose first message is sent, again or for the first time
    void Transmit(Address to);
    /// @param data with a header @param header of it @param path its way
    void SendPacket(Ptr<Packet> data, MetsControlHeader& header, const TransportPath& path);
    /// @param to whose first message is done
    void Finish(const Address& to);

    Time m_timeout;                      //!< attribute
    uint32_t m_maxTries;                 //!< attribute
    Ptr<MetsControlProtocol> m_protocol; //!< sends packets
    uint32_t m_era{0};                   //!< of this socket, from its first message on
    std::map<Address, Peer> m_peers;     //!< by address
    uint32_t m_bytes{0};                 //!< of messages that are not done
    Counters m_counters;                 //!< so far
    TracedCallback<Ptr<const Packet>, const Address&> m_abandonedTrace; //!< given up
};

/**
 * @ingroup hsn-qos
 * @brief Makes control sockets on nodes with a MetsHost: "ns3::hsn::MetsControlSocketFactory".
 */
class MetsControlSocketFactory : public TransportSocketFactory
{
  public:
    /// @return the TypeId
    static TypeId GetTypeId();

    std::string FindObstacle(Ptr<Node> node) const override;
    void Prepare() override;

  protected:
    Ptr<Socket> MakeSocket(Ptr<Node> node) override;
};
} // namespace hsn
} // namespace ns3

#endif // METS_CONTROL_SOCKET_H
