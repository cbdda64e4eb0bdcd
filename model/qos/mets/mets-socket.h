// SPDX-License-Identifier: GPL-2.0-only
#ifndef METS_SOCKET_H
#define METS_SOCKET_H

#include "mets-flow-spec.h"
#include "mets-host.h"

#include "ns3/end-point-allocator.h"
#include "ns3/event-id.h"
#include "ns3/link-end-point.h"
#include "ns3/message-socket.h"
#include "ns3/packet-traces.h"
#include "ns3/traced-callback.h"
#include "ns3/transport-socket-factory.h"

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <utility>

namespace ns3
{
namespace hsn
{
/**
 * @ingroup hsn-qos
 * @brief Ports of METS on one host: a port is the number of a flow.
 *
 * Aggregated to nodes by MetsSocketFactory. There are no ports over IP.
 */
class MetsEndPoints : public Object, public EndPointAllocator
{
  public:
    /// @return the TypeId
    static TypeId GetTypeId();

    Ipv4EndPoint* Allocate(Ptr<NetDevice> device, Ipv4Address address, uint16_t port) override;
    Ipv6EndPoint* Allocate(Ptr<NetDevice> device, Ipv6Address address, uint16_t port) override;
    void DeAllocate(Ipv4EndPoint* endPoint) override;
    void DeAllocate(Ipv6EndPoint* endPoint) override;
    bool CanUseIp() const override;
    bool CanUseLink() const override;
    LinkEndPoint* AllocateLink(Ptr<NetDevice> device, uint16_t port) override;
    void DeAllocateLink(LinkEndPoint* endPoint) override;

  private:
    LinkEndPointDemux m_demux; //!< all end points
};

/**
 * @ingroup hsn-qos
 * @brief The media socket of METS: a simplex flow of pictures or messages (QoS-A, 2.1).
 *
 * Addresses are LinkSocketAddress: the host's adapter, the address of the other adapter or of a
 * group (MetsHost::AddGroup()), and the number of the flow as port. The receiver binds to the flow,
 * the sender connects to it; a DGRAM socket for ns-3's applications. What is written by Send() is
 * of the layer of the attribute Layer, and at most MetsSender::MAX_MTU octets; SendPicture() names
 * the layer, and may send more.
 *
 * With a flow specification the sender is shaped to Headroom times the rate of the level in force,
 * and what is above the level is not sent. With a jitter filter the receiver gets messages when
 * they are to be played. Messages that were cut and have lost a piece are not delivered; nothing
 * tells whether the first one after a loss has lost its front, so MessageInfo::incomplete is set
 * then.
 *
 * SndBufSize bounds what the host has not made into packets yet, RcvBufSize each of: the pieces of
 * a message, and messages that wait for their time or for the application.
 */
class MetsSocket : public MessageSocket, public PacketTraces
{
  public:
    /// What happened so far.
    struct Counters
    {
        uint64_t sent{0};       //!< messages given to the host
        uint64_t suppressed{0}; //!< messages above the level in force
        uint64_t unsent{0};     //!< messages when the host has ended
        uint64_t delivered{0};  //!< messages for the application
        uint64_t incomplete{0}; //!< messages of which a piece was lost
        uint64_t noRoom{0};     //!< messages that RcvBufSize has no room for
    };

    /// @return the TypeId
    static TypeId GetTypeId();

    MetsSocket();
    ~MetsSocket() override;

    /// @param host METS on the node @param endPoints of the node
    void SetHost(Ptr<MetsHost> host, Ptr<MetsEndPoints> endPoints);

    /**
     * @brief Says what the flow sends; shapes the sender from now on.
     * @param spec as MetsFlowSpec::FindProblem() wants it; else the program ends with the problem
     */
    void SetFlowSpec(const MetsFlowSpec& spec);
    /// @return what the flow sends, if SetFlowSpec() was called
    const MetsFlowSpec& GetFlowSpec() const;
    /// @param policy what this end wants
    void SetQosPolicy(const MetsQosPolicy& policy);
    /// @return what this end wants
    const MetsQosPolicy& GetQosPolicy() const;

    /**
     * @param level 0 to 2: what is sent from the next group of pictures on; of a flow without
     * specification nothing changes but that
     */
    void SetLevel(uint32_t level);
    /// @return level that was set last
    uint32_t GetLevel() const;

    /**
     * @brief Sends a picture to the peer.
     * @param picture at least an octet
     * @param layer METS_BL to METS_E2
     * @param gopStart whether a group of pictures starts
     * @return its octets, also if it is above the level and is not sent; -1 and errno
     */
    int SendPicture(Ptr<Packet> picture, MetsLayer layer, bool gopStart);

    /// @param filter decides when messages are played, or null: at once. To be set before Bind()
    void SetFilter(Ptr<JitterFilter> filter);
    /// @return the filter, or null
    Ptr<JitterFilter> GetFilter() const;

    /// @return sending end to the peer, or null as long as nothing was sent
    Ptr<MetsSender> GetSender() const;
    /// @return receiving end, or null
    Ptr<MetsReceiver> GetReceiver() const;
    /// @return the counters
    const Counters& GetCounters() const;

    // inherited from Socket
    using MessageSocket::Bind;
    int Bind(const Address& address) override;
    int Connect(const Address& address) override;
    int SendTo(Ptr<Packet> packet, uint32_t flags, const Address& to) override;

  protected:
    void DoDispose() override;

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
    /// @param to an address @return the sending end to it, or null if there is no way
    Ptr<MetsSender> FindSender(const Address& to);
    /// @param to where somebody wants to send @return whether it is an address of a link, and no VC
    /// leads to it
    bool LeadsNowhere(const Address& to);
    /// @param data given to the host @param sender by it @param layer of it @param gopStart of it
    void SendMessage(Ptr<Packet> data, Ptr<MetsSender> sender, MetsLayer layer, bool gopStart);
    /// @param header of a packet that the host has made @param data of it
    void NotifyMade(const MetsHeader& header, Ptr<const Packet> data);
    /// Shapes all sending ends.
    void Shape();
    /// @param header of a packet @param data of it @param playout when it is played
    void Take(const MetsHeader& header, Ptr<Packet> data, Time playout);
    /// Drops the pieces that were taken. @param reason why
    void DropPieces(const std::string& reason);
    /// @param data a whole message that waits no more @param info of it
    void EndWait(Ptr<Packet> data, MessageInfo info);
    /// @param data a whole message @param info of it
    void Play(Ptr<Packet> data, MessageInfo info);
    /// Gives up the receiving end.
    void ReleaseFlow();

    MetsLayer m_layer;                            //!< attribute
    double m_headroom;                            //!< attribute
    Ptr<MetsHost> m_host;                         //!< METS here
    Ptr<MetsEndPoints> m_endPoints;               //!< ports
    bool m_hasSpec{false};                        //!< SetFlowSpec() was called
    MetsFlowSpec m_spec;                          //!< see there
    MetsQosPolicy m_policy;                       //!< see there
    uint32_t m_level{2};                          //!< see SetLevel
    uint32_t m_levelInForce{2};                   //!< of the present group of pictures
    std::map<Address, Ptr<MetsSender>> m_senders; //!< by destination
    Ptr<JitterFilter> m_filter;                   //!< or null
    Ptr<MetsReceiver> m_receiver;                 //!< or null
    uint32_t m_pendingBytes{0};                   //!< not made into packets yet
    Ptr<Packet> m_pieces;                         //!< of a message, so far, or null
    uint32_t m_nextPiece{0};                      //!< number of the packet that goes on
    bool m_isMissing{false};                      //!< packets before the next message were lost
    bool m_mayLackFront{false};                   //!< so were those just before m_pieces
    bool m_skips{false};                          //!< up to the last piece: there was no room
    std::set<EventId> m_plays;                    //!< messages that wait for their time
    uint32_t m_waitingBytes{0};                   //!< of them
    Counters m_counters;                          //!< what happened
};

/**
 * @ingroup hsn-qos
 * @brief Makes media sockets on nodes with a MetsHost: "ns3::hsn::MetsSocketFactory".
 */
class MetsSocketFactory : public TransportSocketFactory
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

#endif // METS_SOCKET_H
