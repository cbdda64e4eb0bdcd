// SPDX-License-Identifier: GPL-2.0-only
// Covers qos/mets/mets-header qos/mets/mets-host qos/mets/mets-nic qos/mets/mets-socket
// Covers qos/mets/mets-control-socket qos/mets/mets-adapter qos/mets/mets-signalling
// Covers qos/mets/mets-jitter-filter qos/mets/mets-flow-shaper qos/mets/mets-fair-share
// Covers qos/mets/mets-group
/**
 * @file
 * libFuzzer target for METS: its headers, and a host whose media, signalling and control
 * connections carry what a peer sends.
 *
 * Input: an octet of settings (bits 0 and 1: the adapter is a receiver, a receiver without limits
 * of its own, a switch or a source; bit 2: a jitter filter; bit 3: a short FIFO and dummy cells;
 * bit 4: a flow specification), then operations, an octet each; modulo 8: 0: arbitrary octets
 * arrive; 1: a METS packet; 2: RES; 3: ADAPT; 4: a control message; 5: its acknowledgement; 6: time
 * passes; 7: the application does something.
 *
 * What the host sends is well formed, its packets are numbered without gaps, its levels exist, and
 * what a socket holds is bounded by its buffer.
 */
#include "fuzz-host.h"
#include "fuzz-support.h"

#include "ns3/atm-channel.h"
#include "ns3/atm-vc.h"
#include "ns3/drop-tail-queue.h"
#include "ns3/host-cpu.h"
#include "ns3/hsn-compat.h"
#include "ns3/link-socket-address.h"
#include "ns3/mets-control-socket.h"
#include "ns3/mets-group.h"
#include "ns3/mets-nic.h"
#include "ns3/mets-signalling.h"
#include "ns3/mets-socket.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <array>
#include <cstdint>
#include <sstream>
#include <string>
#include <vector>

using namespace ns3;
using namespace ns3::hsn;

namespace
{
constexpr uint32_t BUFFER = 1000; //!< octets that a socket holds
constexpr uint16_t FLOW = 3;      //!< of the sockets
constexpr uint16_t OTHER = 4;     //!< a flow of the adapter alone
constexpr uint16_t OWN_PORT = 5;  //!< of the control socket
constexpr uint16_t PEER_PORT = 6; //!< of the peer

/// Connections.
enum Way : uint32_t
{
    MEDIA,
    UP,
    DOWN,
    CONTROL,
    WAYS
};

/// Host 0 with METS, and its peer, which this target plays.
class World final
{
  public:
    explicit World(FuzzInput in)
        : m_in(in),
          m_how(m_in.Byte())
    {
        MakeLink();
        m_host = CreateObject<MetsHost>();
        m_host->SetNic(m_nics[0]);
        const auto node = m_nics[0]->GetNode();
        node->AggregateObject(m_host);
        AddSockets<MetsSocketFactory>(node);
        AddSockets<MetsControlSocketFactory>(node);
        MakeSockets(node);
        MakeAdapter();
    }

    ~World()
    {
        for (const auto& socket : m_sockets)
        {
            socket->SetRecvCallback(MakeNullCallback<void, Ptr<Socket>>());
        }
        Simulator::Destroy();
    }

    World(const World&) = delete;
    World& operator=(const World&) = delete;

    /// Tries the input. @return what arrived and was of use
    uint32_t Run()
    {
        for (int i = 0; i < 200 && !m_in.IsEmpty(); i++)
        {
            Operate(m_in.Byte());
        }
        Advance(Seconds(1));
        return m_taken;
    }

  private:
    /// Two hosts, and connections in both directions.
    void MakeLink()
    {
        const uint16_t protocols[WAYS] = {MetsHost::PROTOCOL,
                                          MetsSignalling::PROTOCOL,
                                          MetsSignalling::PROTOCOL,
                                          MetsControlProtocol::ETHER_TYPE};
        const auto channel = CreateObject<AtmChannel>();
        for (uint32_t end = 0; end < 2; end++)
        {
            auto& nic = m_nics[end];
            const auto node = CreateObject<Node>();
            const auto cpu = CreateObject<HostCpu>();
            node->AggregateObject(cpu);
            nic = CreateObject<MetsNic>();
            nic->SetCpu(cpu);
            nic->SetAttribute("RxFifo", UintegerValue(end == 0 && (m_how & 8) ? 3 : 5000));
            nic->SetAttribute("DummyCells", BooleanValue(end == 0));
            node->AddDevice(nic);
            nic->Attach(channel);
        }
        for (uint32_t way = 0; way < WAYS; way++)
        {
            for (uint32_t end = 0; end < 2; end++)
            {
                const auto vc = CreateObjectWithAttributes<AtmVc>("Encapsulation",
                                                                  StringValue("VcMux"),
                                                                  "Protocol",
                                                                  UintegerValue(protocols[way]));
                vc->SetId({0, static_cast<uint16_t>(32 + way)});
                vc->SetPeer(m_nics[1 - end]);
                vc->SetQueue(CreateObject<DropTailQueue<Packet>>());
                m_nics[end]->AddVc(vc);
                m_vcs[end][way] = vc;
            }
            m_nics[1]->GetNode()->RegisterProtocolHandler(MakeCallback(&World::TakeFrame, this),
                                                          protocols[way],
                                                          m_nics[1]);
        }
    }

    /// @param node of the host
    void MakeSockets(Ptr<Node> node)
    {
        for (uint32_t i = 0; i < m_sockets.size(); i++)
        {
            auto& socket = m_sockets[i];
            socket = Socket::CreateSocket(node,
                                          i == 2 ? MetsControlSocketFactory::GetTypeId()
                                                 : MetsSocketFactory::GetTypeId());
            socket->SetAttribute("SndBufSize", UintegerValue(50 * BUFFER));
            socket->SetAttribute("RcvBufSize", UintegerValue(BUFFER));
            socket->SetRecvCallback(MakeCallback(&World::Read, this));
        }
        m_sender = DynamicCast<MetsSocket>(m_sockets[0]);
        if (m_how & 4)
        {
            DynamicCast<MetsSocket>(m_sockets[1])->SetFilter(CreateObject<JitterFilter>());
        }
        const auto peer = Mac48Address::ConvertFrom(m_nics[1]->GetAddress());
        const uint32_t device = m_nics[0]->GetIfIndex();
        m_sockets[0]->Connect(LinkSocketAddress(device, peer, FLOW));
        m_sockets[1]->Bind(LinkSocketAddress(m_nics[0], FLOW));
        m_sockets[2]->Bind(LinkSocketAddress(m_nics[0], OWN_PORT));
        m_sockets[2]->Connect(LinkSocketAddress(device, peer, PEER_PORT));
        if (m_how & 16)
        {
            Specify(50);
        }
    }

    /// @param rate of pictures a second, which the sender is shaped by
    void Specify(double rate)
    {
        MetsFlowSpec spec;
        spec.layers = {MetsFlowSpec::Layer{rate, 936, 936}, {rate, 400, 500}, {}};
        m_sender->SetFlowSpec(spec);
    }

    /// Two flows; a switch has two links, the second one leads nowhere.
    void MakeAdapter()
    {
        const MetsAdapter::Role roles[] = {MetsAdapter::RECEIVER,
                                           MetsAdapter::RECEIVER,
                                           MetsAdapter::SWITCH,
                                           MetsAdapter::SOURCE};
        const auto role = roles[m_how & 3];
        m_adapter = CreateObject<MetsAdapter>();
        m_adapter->SetAttribute("Role", EnumValue(role));
        m_adapter->SetAttribute("OwnResources", BooleanValue((m_how & 3) != 1));
        for (uint32_t i = 0; i < (role == MetsAdapter::SWITCH ? 2 : 1); i++)
        {
            const uint32_t link = m_adapter->AddLink(2000);
            HSN_REQUIRE(m_adapter->Join(FLOW, link, {336, 504, 1016}));
            HSN_REQUIRE(m_adapter->Join(OTHER, link, {100, 400, 900}));
            HSN_REQUIRE(!m_adapter->Join(OTHER + 1, link, {1565, 0, 0}));
        }
        m_signalling = CreateObject<MetsSignalling>();
        m_signalling->SetAdapter(m_adapter);
        // a peer is a neighbour in one direction: a switch gets ADAPT without connection
        if (role == MetsAdapter::RECEIVER)
        {
            m_signalling->SetUp(m_nics[0], m_vcs[0][UP]);
        }
        else
        {
            m_signalling->AddDown(0, m_nics[0], m_vcs[0][DOWN]);
        }
        m_adapter->SetLevelCallback(MakeCallback(&World::TakeLevel, this));
        m_adapter->Start();
    }

    /// @param time to pass
    void Advance(Time time)
    {
        Simulator::Stop(time);
        Simulator::Run();
        for (uint32_t i = 0; i < m_sockets.size(); i++)
        {
            HSN_REQUIRE(m_sockets[i]->GetRxAvailable() <= BUFFER);
            HSN_REQUIRE(m_sockets[i]->GetTxAvailable() <= 50 * BUFFER);
        }
        for (uint32_t link = 0; link < 2; link++)
        {
            HSN_REQUIRE(m_adapter->GetUsed(link) <= 336 + 1016 + 100 + 900);
        }
    }

    /// @param flow number @param level of it
    void TakeLevel(uint16_t flow, uint32_t link, uint32_t level)
    {
        HSN_REQUIRE(link < 2 && level <= 2 && (flow == FLOW || flow == OTHER));
        if (flow == FLOW)
        {
            m_sender->SetLevel(level);
        }
    }

    /// The host sends. @param packet of a connection @param protocol of it
    void TakeFrame(Ptr<NetDevice>,
                   Ptr<const Packet> packet,
                   uint16_t protocol,
                   const Address&,
                   const Address&,
                   NetDevice::PacketType)
    {
        if (protocol == MetsHost::PROTOCOL)
        {
            MetsHeader header;
            HSN_REQUIRE(packet->PeekHeader(header) > 0);
            HSN_REQUIRE(header.GetFlow() == FLOW && header.GetSequence() == m_number++);
        }
        else if (protocol == MetsSignalling::PROTOCOL)
        {
            QosMessageHeader header;
            HSN_REQUIRE(packet->PeekHeader(header) == packet->GetSize());
        }
        else
        {
            MetsControlHeader header;
            HSN_REQUIRE(packet->GetSize() >= MetsControlHeader::SIZE);
            HSN_REQUIRE(packet->PeekHeader(header) > 0);
            if (header.kind == MetsControlHeader::MESSAGE)
            {
                m_last = header;
            }
        }
    }

    /// @param way a connection @param packet that the peer sends over it
    void Arrive(Way way, Ptr<Packet> packet)
    {
        const auto vc = m_vcs[1][way];
        m_nics[1]->Send(packet, vc->GetAlias(), vc->GetProtocol());
        const uint64_t before = CountUse();
        Advance(MilliSeconds(1));
        m_taken += CountUse() > before ? 1 : 0;
    }

    /// @return messages that were of use
    uint64_t CountUse() const
    {
        const auto& c = m_adapter->GetCounters();
        const auto control = DynamicCast<MetsControlSocket>(m_sockets[2]);
        return c.resReceived + c.adaptReceived + control->GetCounters().acknowledged;
    }

    /// @param what octet of the input
    void Operate(uint8_t what)
    {
        const uint32_t how = what / 8;
        const uint32_t before = m_in.GetLeft();
        switch (what % 8)
        {
        case 0: {
            std::vector<uint8_t> octets(1 + m_in.Byte());
            m_in.Fill(octets.data(), octets.size());
            Arrive(static_cast<Way>(how % WAYS),
                   Create<Packet>(octets.data(), static_cast<uint32_t>(octets.size())));
            break;
        }
        case 1:
            ArrivePicture(how);
            break;
        case 2:
        case 3: {
            const uint16_t flow = how & 4 ? OTHER : how & 8 ? OTHER + 1 : FLOW;
            const uint32_t era = how & 16 ? m_in.Offset() : 1;
            const auto packet = Create<Packet>();
            packet->AddHeader(what % 8 == 2
                                  ? QosMessageHeader::MakeRes(flow, era, QosLevelPair::Of(how % 3))
                                  : QosMessageHeader::MakeAdapt(flow, era, how % 3));
            if (what % 8 == 3 && (m_how & 3) == 2)
            {
                const uint64_t used = CountUse();
                m_adapter->ReceiveAdapt(packet);
                m_taken += CountUse() > used ? 1 : 0;
                break;
            }
            Arrive((how & 3) == 3 ? MEDIA : what % 8 == 2 ? DOWN : UP, packet);
            break;
        }
        case 4:
        case 5:
            ArriveControl(what % 8 == 4, how);
            break;
        case 6:
            Advance(MilliSeconds(1) * int64_t{1 + m_in.Byte()} * int64_t{how & 1 ? 10 : 1});
            break;
        default:
            Call(how);
        }
        HSN_REQUIRE(m_in.GetLeft() <= before);
    }

    /// @param how bits 0 and 1: layer; bit 2: a group starts; bit 3: the last piece;
    /// bit 4: number and time are any
    void ArrivePicture(uint32_t how)
    {
        MetsHeader header;
        header.SetType(static_cast<MetsLayer>(how & 3 ? how & 3 : 1), how & 4, how & 8);
        header.SetFlow(FLOW);
        m_peerNumber += how & 16 ? m_in.Offset() : 0;
        header.SetSequence(m_peerNumber++);
        const auto now = static_cast<uint64_t>(Simulator::Now().GetMicroSeconds());
        header.SetTimestamp(now + (how & 16 ? 1000 * m_in.Offset() : 0));
        const auto packet = Create<Packet>(m_in.Byte() * 2);
        packet->AddHeader(header);
        Arrive(MEDIA, packet);
    }

    /// @param isMessage or an acknowledgement @param how bit 0: number and era are any; bit 1: a
    /// new number; bit 2: a new era
    void ArriveControl(bool isMessage, uint32_t how)
    {
        MetsControlHeader header;
        header.SetSourcePort(PEER_PORT);
        header.SetDestinationPort(OWN_PORT);
        header.kind = isMessage ? MetsControlHeader::MESSAGE : MetsControlHeader::ACK;
        m_message += how & 2 ? 1 : 0;
        m_era += how & 4 ? 1 : 0;
        header.era = (isMessage ? m_era : m_last.era) + (how & 1 ? m_in.Offset() : 0);
        header.number = (isMessage ? m_message : m_last.number + 1) + (how & 1 ? m_in.Offset() : 0);
        const auto packet = Create<Packet>(isMessage ? how * 10 : 0);
        packet->AddHeader(header);
        Arrive(CONTROL, packet);
    }

    /// The application does something. @param how what
    void Call(uint32_t how)
    {
        const uint32_t more = how / 8;
        switch (how % 8)
        {
        case 0:
            m_sender->Send(Create<Packet>(1 + 10 * m_in.Byte()));
            break;
        case 1:
            m_sender->SendPicture(Create<Packet>(1 + 200 * m_in.Byte()),
                                  static_cast<MetsLayer>(more),
                                  more == 1);
            break;
        case 2:
            m_sender->SetLevel(more % 3);
            break;
        case 3:
            Specify(1 + m_in.Byte());
            break;
        case 4:
            m_sockets[2]->Send(Create<Packet>(1 + m_in.Byte()));
            break;
        case 5:
            m_reads = !m_reads;
            break;
        case 6:
            m_adapter->NotifyCongestion(FLOW);
            break;
        default:
            m_sockets[more % 3]->Close();
        }
        Advance(MicroSeconds(1));
    }

    /// @param socket has something to read
    void Read(Ptr<Socket> socket)
    {
        while (m_reads)
        {
            Address from;
            if (!socket->RecvFrom(from))
            {
                return;
            }
            m_taken++;
        }
    }

    FuzzInput m_in;                                    //!< the input
    const uint8_t m_how;                               //!< settings
    std::array<Ptr<MetsNic>, 2> m_nics;                //!< of the host, of the peer
    std::array<std::array<Ptr<AtmVc>, WAYS>, 2> m_vcs; //!< the same
    Ptr<MetsHost> m_host;                              //!< METS
    std::array<Ptr<Socket>, 3> m_sockets;              //!< sends, receives, control
    Ptr<MetsSocket> m_sender;                          //!< the first one
    Ptr<MetsAdapter> m_adapter;                        //!< on the host
    Ptr<MetsSignalling> m_signalling;                  //!< its messages
    bool m_reads{true};                                //!< the application does
    uint32_t m_number{0};                              //!< of the host's next packet
    uint32_t m_peerNumber{0};                          //!< of the peer's next packet
    uint32_t m_message{0};                             //!< of the peer's control message
    uint32_t m_era{1};                                 //!< the same
    MetsControlHeader m_last;                          //!< of the host's control message
    uint32_t m_taken{0};                               //!< what was of use
};

/// Reads octets as a header; what is accepted says the same when it is written and read again.
/// @tparam H header @param in octets
template <typename H>
void
TryHeader(FuzzInput in)
{
    std::vector<uint8_t> octets(in.GetLeft());
    in.Fill(octets.data(), octets.size());
    const auto packet = Create<Packet>(octets.data(), static_cast<uint32_t>(octets.size()));
    const auto print = [](const H& header) {
        std::ostringstream text;
        header.Print(text);
        return text.str();
    };
    H header;
    const bool isShort = packet->GetSize() < header.GetSerializedSize();
    if ((isShort && H().GetSerializedSize() == MetsControlHeader::SIZE) ||
        packet->PeekHeader(header) == 0)
    {
        return;
    }
    packet->RemoveHeader(header);
    const uint32_t data = packet->GetSize();
    packet->AddHeader(header);
    HSN_REQUIRE(packet->GetSize() == octets.size());
    H again;
    HSN_REQUIRE(packet->PeekHeader(again) > 0);
    packet->RemoveHeader(again);
    HSN_REQUIRE(packet->GetSize() == data && print(again) == print(header));
}
} // namespace

namespace ns3
{
namespace hsn
{
uint32_t
TryInput(FuzzInput in)
{
    TryHeader<MetsHeader>(in);
    TryHeader<QosMessageHeader>(in);
    TryHeader<MetsControlHeader>(in);
    TryHeader<MetsGroupHeader>(in);
    return World(in).Run();
}

std::vector<FuzzSeed>
MakeSeeds()
{
    // 73, 200: a whole message; 9: a piece; 105: it starts a group; 18: RES for E2; 19: ADAPT;
    // 4, 20: control messages; 5: acknowledgement; 6: time; 7, 15, 39: Send(), SendPicture(), both
    // of the control socket; 47: stops reading
    const auto start = [](int how) { return FuzzOutput().Bytes({how}); };
    const auto wire = Create<Packet>(20);
    MetsHeader header;
    header.SetFlow(FLOW);
    wire->AddHeader(header);
    const auto octets = OctetsOf(wire);
    const int size = static_cast<int>(octets.size()) - 1;
    return {
        {"messages", start(0).Bytes({73, 100, 73, 200, 6, 10, 81, 50})},
        {"pieces", start(0).Bytes({41, 100, 9, 90, 73, 20, 6, 9})},
        {"torn", start(0).Bytes({9, 100, 201, 3, 1, 0, 0, 50, 73, 4})},
        {"played", start(4).Bytes({105, 40, 6, 40, 73, 40, 6, 40, 105, 40, 14, 20})},
        {"late", start(4).Bytes({105, 9, 233, 0, 0, 0, 200, 9, 14, 9, 105, 9, 14, 9})},
        {"damaged", start(8).Bytes({73, 250, 73, 250, 73, 9})},
        {"receiver", start(0).Bytes({19, 14, 30, 11, 55, 14, 30, 19, 35})},
        {"careless", start(1).Bytes({14, 30, 19, 14, 30, 51, 14, 9})},
        {"switch", start(2).Bytes({18, 50, 14, 12, 19, 51, 14, 12, 10, 14, 12})},
        {"source", start(3).Bytes({18, 50, 10, 2, 34, 14, 12})},
        {"control", start(0).Bytes({4, 20, 20, 52, 4})},
        {"answered", start(0).Bytes({39, 30, 5, 39, 9, 6, 200, 5, 39, 9, 14, 200})},
        {"pictures", start(0).Bytes({79, 99, 143, 40, 207, 3, 6, 200, 73, 9})},
        {"shaped",
         start(16).Bytes({79, 20, 79, 20, 87, 143, 9, 14, 9, 31, 9, 79, 9, 6, 90, 73, 9})},
        {"unread", start(0).Bytes({47, 73, 255, 73, 255, 73, 255, 47, 73, 9})},
        {"closed", start(0).Bytes({73, 9, 7, 9, 63, 127, 191, 73, 9, 14, 9})},
        {"wire", start(0).Bytes({73, 9, 0, size}).Octets(octets)},
    };
}
} // namespace hsn
} // namespace ns3
