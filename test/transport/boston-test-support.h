// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * Two hosts with TCP Boston, and between them something that sees, drops, changes and repeats
 * single cells.
 */
#ifndef HSN_BOSTON_TEST_SUPPORT_H
#define HSN_BOSTON_TEST_SUPPORT_H

#include "../atm/atm-test-support.h"

#include "ns3/arp-l3-protocol.h"
#include "ns3/atm-net-device.h"
#include "ns3/atm-vc.h"
#include "ns3/boolean.h"
#include "ns3/boston-aal.h"
#include "ns3/boston-helper.h"
#include "ns3/boston-socket.h"
#include "ns3/double.h"
#include "ns3/enum.h"
#include "ns3/hsn-compat.h"
#include "ns3/inet-socket-address.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-address-helper.h"
#include "ns3/node-container.h"
#include "ns3/simulator.h"
#include "ns3/socket-factory.h"
#include "ns3/string.h"
#include "ns3/tcp-l4-protocol.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace ns3
{
namespace hsn
{
/// Names of socket factories.
const std::string BOSTON = "ns3::hsn::BostonSocketFactory";
const std::string PLAIN = "ns3::hsn::IndexedTcpSocketFactory"; // our TCP

/** @param burst a cell @return whether it is a coded one */
inline bool
IsCoded(const CellBurst& burst)
{
    return !burst.pdu->IsAal5();
}

/** @brief A port of a box that passes cells on to its other port. */
class BoxPort : public AtmPort
{
  public:
    /// Returns how many copies of a cell go on; may change the cell.
    using Filter = std::function<int(CellBurst&)>;

    void ReceiveBurst(CellBurst& burst) override
    {
        for (int copies = filter ? filter(burst) : 1; copies > 0; --copies)
        {
            Pass(burst);
        }
    }

    BoxPort* other{nullptr}; //!< where cells leave
    Filter filter;           //!< or nothing

  private:
    /** @param burst leaves when the link is free */
    void Pass(const CellBurst& burst)
    {
        const int64_t now = Simulator::Now().GetTimeStep();
        const int64_t start = std::max(now, m_free);
        m_free = start + other->GetAtmChannel()->GetCellTime();
        ScheduleCall(TimeStep(start - now), [this, cell = burst]() mutable {
            cell.start = Simulator::Now().GetTimeStep();
            cell.spacing = other->GetAtmChannel()->GetCellTime();
            other->GetAtmChannel()->Transmit(other->GetEnd(), cell);
        });
    }

    int64_t m_free{0}; //!< the other link is
};

/** @brief Host 0 - box - host 1, with a VC in each direction. */
struct BostonHosts
{
    /** @param rate of the links @param delay of each link @param mtu of the devices */
    explicit BostonHosts(const std::string& rate = "1.5Mbps",
                         Time delay = MilliSeconds(10),
                         uint16_t mtu = 9180)
    {
        nodes.Create(2);
        auto box = CreateObject<Node>();
        for (uint32_t i = 0; i < 2; ++i)
        {
            auto channel = MakeLink(rate, delay);
            devices[i] = CreateObject<AtmNetDevice>();
            devices[i]->SetMtu(mtu);
            nodes.Get(i)->AddDevice(devices[i]);
            devices[i]->Attach(channel);
            ports[i] = CreateObject<BoxPort>();
            box->AddDevice(ports[i]);
            ports[i]->Attach(channel);
        }
        ports[0]->other = PeekPointer(ports[1]);
        ports[1]->other = PeekPointer(ports[0]);
        for (uint32_t i = 0; i < 2; ++i)
        {
            vcs[i] = CreateObject<AtmVc>();
            vcs[i]->SetId({0, 40});
            vcs[i]->SetPeer(devices[1 - i]);
            devices[i]->AddVc(vcs[i]);
        }
        InternetStackHelper internet;
        internet.Install(nodes);
        internet.AssignStreams(nodes, 1000); // the result must not depend on tests that ran before
        for (uint32_t i = 0; i < 2; ++i)
        {
            nodes.Get(i)->GetObject<ArpL3Protocol>()->SetAttribute(
                "RequestJitter",
                StringValue("ns3::ConstantRandomVariable[Constant=0]"));
        }
        NetDeviceContainer both;
        both.Add(devices[0]);
        both.Add(devices[1]);
        Ipv4AddressHelper("10.0.0.0", "255.255.255.0").Assign(both);
    }

    ~BostonHosts()
    {
        Simulator::Destroy();
    }

    /** @brief Adds TCP Boston to hosts. @param interleave attribute InterleaveDepth
     * @param charge attribute ChargeFields */
    void Install(uint32_t interleave = 1, bool charge = true)
    {
        BostonHelper helper;
        helper.SetAalAttribute("InterleaveDepth", UintegerValue(interleave));
        helper.SetAalAttribute("ChargeFields", BooleanValue(charge));
        helper.Install(nodes);
    }

    /** @param i host @return its adaptation layer */
    Ptr<BostonAal> Aal(uint32_t i) const
    {
        return DynamicCast<BostonAal>(devices[i]->GetAdaptation());
    }

    /** @param i host @param factory name @return a socket as the paper has them */
    Ptr<IndexedTcpSocket> Make(uint32_t i, const std::string& factory = BOSTON) const
    {
        auto socket = DynamicCast<IndexedTcpSocket>(
            Socket::CreateSocket(nodes.Get(i), TypeId::LookupByName(factory)));
        for (const char* off : {"Sack", "Timestamp", "WindowScaling", "LimitedTransmit"})
        {
            socket->SetAttribute(off, BooleanValue(false));
        }
        socket->SetAttribute("LossRecovery", EnumValue(TcpLossRecovery::RENO));
        socket->SetAttribute("SegmentSize", UintegerValue(1460));
        socket->SetAttribute("DelAckCount", UintegerValue(1));
        socket->SetAttribute("SndBufSize", UintegerValue(1 << 20));
        return socket;
    }

    NodeContainer nodes;          //!< hosts
    Ptr<AtmNetDevice> devices[2]; //!< their devices
    Ptr<AtmVc> vcs[2];            //!< their ends of the VC
    Ptr<BoxPort> ports[2];        //!< of the box, towards each host
};

/** @brief Listens, and counts what arrives, by connection. */
struct CountingServer
{
    /** @param socket listens on port 80 */
    explicit CountingServer(Ptr<Socket> socket)
    {
        socket->Bind(InetSocketAddress(Ipv4Address::GetAny(), 80));
        socket->Listen();
        socket->SetAcceptCallback(
            MakeNullCallback<bool, Ptr<Socket>, const Address&>(),
            Sink<Ptr<Socket>, const Address&>::Make([this](Ptr<Socket> s, const Address&) {
                s->SetRecvCallback(Sink<Ptr<Socket>>::Make([this](Ptr<Socket> from) {
                    while (const auto packet = from->Recv())
                    {
                        if (packet->GetSize() == 0)
                        {
                            break;
                        }
                        received[from] += packet->GetSize();
                    }
                }));
            }));
    }

    /** @return bytes of all connections */
    uint64_t GetTotal() const
    {
        uint64_t sum = 0;
        for (const auto& r : received)
        {
            sum += r.second;
        }
        return sum;
    }

    std::map<Ptr<Socket>, uint64_t> received; //!< bytes
};

/** @brief A file that goes from one host to another. */
struct FileTransfer
{
    /**
     * @param hosts between which
     * @param from sends
     * @param to listens
     * @param size bytes
     */
    FileTransfer(const BostonHosts& hosts,
                 Ptr<IndexedTcpSocket> from,
                 Ptr<IndexedTcpSocket> to,
                 uint32_t size)
        : FileTransfer(hosts.nodes.Get(1), from, to, size)
    {
    }

    /**
     * @param node that receives, at its first address
     * @param from sends
     * @param to listens
     * @param size bytes
     */
    FileTransfer(Ptr<Node> node,
                 Ptr<IndexedTcpSocket> from,
                 Ptr<IndexedTcpSocket> to,
                 uint32_t size)
        : sender(from)
    {
        uint32_t state = 1;
        for (uint32_t i = 0; i < size; ++i)
        {
            state = state * 1664525 + 1013904223;
            file.push_back(static_cast<uint8_t>(state >> 24));
        }
        to->Bind(InetSocketAddress(Ipv4Address::GetAny(), 80));
        to->Listen();
        to->SetAcceptCallback(
            MakeNullCallback<bool, Ptr<Socket>, const Address&>(),
            Sink<Ptr<Socket>, const Address&>::Make([this](Ptr<Socket> s, const Address&) {
                receiver = DynamicCast<IndexedTcpSocket>(s);
                s->SetRecvCallback(
                    Sink<Ptr<Socket>>::Make([this](Ptr<Socket> socket) { Read(socket); }));
                s->SetCloseCallbacks(Sink<Ptr<Socket>>::Make([this](Ptr<Socket> socket) {
                                         closed = Simulator::Now();
                                         socket->Close();
                                     }),
                                     MakeNullCallback<void, Ptr<Socket>>());
            }));
        from->SetSendCallback(
            Sink<Ptr<Socket>, uint32_t>::Make([this](Ptr<Socket>, uint32_t) { Write(); }));
        from->SetConnectCallback(Sink<Ptr<Socket>>::Make([this](Ptr<Socket>) { Write(); }),
                                 MakeNullCallback<void, Ptr<Socket>>());
        const auto address = node->GetObject<Ipv4>()->GetAddress(1, 0).GetLocal();
        ScheduleCall(Seconds(1),
                     [from, address] { from->Connect(InetSocketAddress(address, 80)); });
    }

    /** @return whether the file arrived as it was sent, no more and no less */
    bool IsExact() const
    {
        return received == file;
    }

    /**
     * @brief Keeps the receiving half of the connection, which the socket forgets at its end.
     * @param aal of the receiving host
     */
    void WatchReceiver(Ptr<BostonAal> aal)
    {
        aal->TraceConnectWithoutContext(
            "SegmentComplete",
            Sink<uint16_t, Time, uint32_t>::Make([this](uint16_t, Time, uint32_t) {
                if (!cells && receiver)
                {
                    cells = DynamicCast<BostonSocket>(receiver)->GetReceiver();
                }
            }));
    }

    Ptr<BostonReceiver> cells;      //!< what became of cells, see WatchReceiver
    Ptr<IndexedTcpSocket> sender;   //!< where it comes from
    Ptr<IndexedTcpSocket> receiver; //!< where it goes to, once accepted
    std::vector<uint8_t> file;      //!< what is sent
    std::vector<uint8_t> received;  //!< what arrived
    uint32_t written{0};            //!< bytes given to the sender
    Time closed;                    //!< when the end was there

  private:
    /** @brief Writes what there is room for. */
    void Write()
    {
        while (written < file.size())
        {
            const uint32_t n = std::min<uint32_t>(sender->GetTxAvailable(), file.size() - written);
            if (n == 0)
            {
                return;
            }
            sender->Send(Create<Packet>(file.data() + written, n), 0);
            written += n;
            if (written == file.size())
            {
                sender->Close();
            }
        }
    }

    /** @param socket that has something */
    void Read(Ptr<Socket> socket)
    {
        while (const auto packet = socket->Recv())
        {
            if (packet->GetSize() == 0)
            {
                return;
            }
            const auto at = received.size();
            received.resize(at + packet->GetSize());
            packet->CopyData(received.data() + at, packet->GetSize());
        }
    }
};
} // namespace hsn
} // namespace ns3

#endif // HSN_BOSTON_TEST_SUPPORT_H
