// SPDX-License-Identifier: GPL-2.0-only
// Covers transport/boston/boston-aal transport/boston/boston-socket
// Covers transport/boston/boston-receiver transport/boston/boston-stack
/**
 * @file
 * libFuzzer target for a file that goes from one host to another by TCP Boston, while an attacker
 * on the path changes handshakes, reports and cells.
 *
 * Input: an octet of settings of both ends, see Attack(); then the fate of one cell after the
 * other, in both directions: an octet, modulo 8, and what it needs: 0: lost, 1: a coded cell comes
 * twice, 2: a bit is inverted, 3: a coded cell that passed before comes instead, 4: what follows
 * the IP datagram of a frame is replaced, others: nothing.
 *
 * In any case nothing crashes, the received data is a prefix of the file, and every cell is
 * accounted for.
 *
 * To make the hosts would take longer than all that happens on them. They serve for the next input
 * if nothing of the last one is left on them, and now and then an input is tried on new hosts, too,
 * where the same must happen.
 */
#include "../transport/boston-test-support.h"
#include "fuzz-host.h"
#include "fuzz-support.h"

#include "ns3/arp-cache.h"
#include "ns3/boston-socket-factory.h"
#include "ns3/boston-stack.h"
#include "ns3/config.h"
#include "ns3/indexed-tcp-socket-factory.h"
#include "ns3/ipv4-interface.h"
#include "ns3/nstime.h"
#include "ns3/simulator.h"
#include "ns3/socket-keeper.h"
#include "ns3/tcp-l4-protocol.h"

#include <algorithm>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <vector>

using namespace ns3;
using namespace ns3::hsn;

namespace
{
/// Octets of the file.
constexpr uint32_t FILE_SIZE = 700;
/// Seconds for the attack.
constexpr int64_t ATTACK = 6;
/// Seconds after which the next input begins: a multiple of the periods of the hosts' clocks,
/// longer than IP keeps fragments.
constexpr int64_t PERIOD = 40;
/// Of so many inputs, one is tried on new hosts, too.
constexpr uint32_t COMPARE_EVERY = 500;

/// What was seen of an input.
struct Outcome
{
    uint32_t received{0}; //!< octets
    uint64_t hash{0};     //!< of when which cells came
    bool settled{false};  //!< nothing is left on the hosts

    /// @param other outcome of the same input @return whether the same happened
    bool IsSame(const Outcome& other) const
    {
        return received == other.received && hash == other.hash && settled == other.settled;
    }

    /// @param value to be added to the hash
    void Add(uint64_t value)
    {
        hash = (hash ^ value) * 0x100000001b3; // FNV-1a, by words
    }
};

/// The attacker on the path.
class Meddler
{
  public:
    /// @param in decides @param outcome gets what is seen
    Meddler(FuzzInput& in, Outcome& outcome)
        : m_in(in),
          m_outcome(outcome),
          m_start(Simulator::Now())
    {
    }

    /// @param burst a cell, may be changed @return how many copies go on
    int Meddle(CellBurst& burst)
    {
        m_outcome.Add((Simulator::Now() - m_start).GetTimeStep());
        m_outcome.Add(burst.pdu->GetNCells() * 2 + burst.pdu->IsAal5());
        m_kept.push_back(burst); // their addresses must not be reused
        if (m_in.IsEmpty())
        {
            return 1;
        }
        const bool coded = !burst.pdu->IsAal5();
        switch (m_in.Byte() % 8)
        {
        case 0:
            return 0;
        case 1:
            return coded ? 2 : 1;
        case 2: // one bit, more often near the front
            burst.damage = Create<CellDamage>();
            burst.damage->flips.push_back(
                {burst.first, m_in.Word() % (m_in.Byte() & 1 ? 384 : 32)});
            return 1;
        case 3: // a coded cell that passed before
            if (coded)
            {
                const auto& other = m_kept[m_in.Word() % m_kept.size()];
                if (!other.pdu->IsAal5())
                {
                    const auto vc = burst.vc;
                    burst = other;
                    burst.vc = vc;
                }
            }
            return 1;
        case 4:
            Forge(burst);
            return 1;
        default:
            return 1;
        }
    }

  private:
    /// @param burst cell of a frame whose last octets, behind the IP datagram, are replaced
    void Forge(CellBurst& burst)
    {
        const auto sdu = burst.pdu->GetSdu();
        if (!burst.pdu->IsAal5() || burst.pdu->GetNCells() > 2 || !burst.IsFirst())
        {
            return;
        }
        std::vector<uint8_t> octets(sdu->GetSize());
        sdu->CopyData(octets.data(), sdu->GetSize());
        const size_t ip = octets.size() > 12 ? 8 + (octets[10] << 8 | octets[11]) : octets.size();
        if (ip > octets.size())
        {
            return;
        }
        octets.resize(ip + m_in.Byte() % 10);
        m_in.Fill(octets.data() + ip, octets.size() - ip);
        const auto pdu = Create<AtmPdu>(Create<Packet>(octets.data(), octets.size()));
        if (pdu->GetNCells() == 1)
        {
            burst.pdu = pdu; // else the second cell would belong to the other frame
        }
    }

    FuzzInput& m_in;               //!< decides
    Outcome& m_outcome;            //!< gets what is seen
    Time m_start;                  //!< of the input
    std::vector<CellBurst> m_kept; //!< cells so far
};

/// Host 0 - box - host 1.
class Hosts
{
  public:
    Hosts()
    {
        auto box = CreateObject<Node>();
        for (int i = 0; i < 2; i++)
        {
            auto channel = CreateObject<AtmChannel>();
            m_devices[i] = CreateObject<AtmNetDevice>();
            nodes[i] = CreateObject<Node>();
            nodes[i]->AddDevice(m_devices[i]);
            m_devices[i]->Attach(channel);
            ports[i] = CreateObject<BoxPort>();
            box->AddDevice(ports[i]);
            ports[i]->Attach(channel);
        }
        for (int i = 0; i < 2; i++)
        {
            ports[i]->other = PeekPointer(ports[1 - i]);
            auto vc = CreateObject<AtmVc>();
            vc->SetId({0, 40});
            vc->SetPeer(m_devices[1 - i]);
            m_devices[i]->AddVc(vc);
            AddIpv4(nodes[i], m_devices[i], i == 0 ? "10.0.0.1" : "10.0.0.2");
            AddNeighbour(nodes[i], i == 0 ? "10.0.0.2" : "10.0.0.1", m_devices[1 - i]);
            nodes[i]->AggregateObject(CreateObject<TcpL4Protocol>());
            AddSockets<IndexedTcpSocketFactory>(nodes[i]);
            nodes[i]->AggregateObject(CreateObject<BostonStack>());
            AddSockets<BostonSocketFactory>(nodes[i]);
        }
    }

    ~Hosts()
    {
        Simulator::Destroy();
    }

    /// Gives the hosts new adaptation layers. @param interleave attribute InterleaveDepth
    void SetAals(uint32_t interleave)
    {
        for (int i = 0; i < 2; i++)
        {
            aals[i] = CreateObject<BostonAal>();
            if (interleave != 1)
            {
                aals[i]->SetAttribute("InterleaveDepth", UintegerValue(interleave));
            }
            aals[i]->SetDevice(m_devices[i]);
            m_devices[i]->SetAdaptation(aals[i]);
        }
    }

    /// Lets the attack end, and what began during it. @return whether nothing is left of it
    bool Settle()
    {
        for (int i = 0; i < 2; i++)
        {
            // ends a PDU that lacks its end
            m_devices[i]->SendSdu(m_devices[i]->GetVc(0), Create<Packet>());
        }
        Simulator::Stop(Seconds(PERIOD - ATTACK));
        Simulator::Run();
        return SocketKeeper::Get(nodes[0])->GetN() + SocketKeeper::Get(nodes[1])->GetN() == 0;
    }

    /// @param i host @return a socket there
    Ptr<IndexedTcpSocket> Make(int i) const
    {
        return DynamicCast<IndexedTcpSocket>(
            Socket::CreateSocket(nodes[i], BostonSocketFactory::GetTypeId()));
    }

    Ptr<Node> nodes[2];     //!< hosts
    Ptr<BostonAal> aals[2]; //!< their adaptation layers
    Ptr<BoxPort> ports[2];  //!< of the box, towards each host

  private:
    /// Saves the exchange that would resolve an address. @param node a host @param address of the
    /// other one @param device of that
    static void AddNeighbour(Ptr<Node> node, const char* address, Ptr<AtmNetDevice> device)
    {
        const auto cache = node->GetObject<Ipv4L3Protocol>()->GetInterface(1)->GetArpCache();
        auto entry = cache->Add(Ipv4Address(address));
        entry->SetMacAddress(device->GetAddress());
        entry->MarkPermanent();
    }

    Ptr<AtmNetDevice> m_devices[2]; //!< of the hosts
};

/// Settings that are the same for all inputs: those of the paper, and short timeouts. Setting them
/// for each socket would take longer than the rest of an input. @return true
bool
SetDefaults()
{
    for (const char* off : {"Sack", "Timestamp", "WindowScaling", "LimitedTransmit"})
    {
        Config::SetDefault(std::string("ns3::hsn::IndexedTcpSocket::") + off, BooleanValue(false));
    }
    Config::SetDefault("ns3::hsn::IndexedTcpSocket::LossRecovery",
                       EnumValue(TcpLossRecovery::RENO));
    Config::SetDefault("ns3::TcpSocket::DelAckCount", UintegerValue(1));
    Config::SetDefault("ns3::TcpSocket::SegmentSize", UintegerValue(300));
    Config::SetDefault("ns3::hsn::IndexedTcpSocket::MinRto", TimeValue(MilliSeconds(200)));
    Config::SetDefault("ns3::hsn::IndexedTcpSocket::MaxRto", TimeValue(MilliSeconds(800)));
    Config::SetDefault("ns3::TcpSocket::ConnTimeout", TimeValue(MilliSeconds(100)));
    Config::SetDefault("ns3::hsn::IndexedTcpSocket::MaxSegLifetime", DoubleValue(1));
    Config::SetDefault("ns3::hsn::AtmChannel::DataRate", DataRateValue(DataRate(10000000)));
    Config::SetDefault("ns3::hsn::AtmChannel::Delay", TimeValue(MilliSeconds(1)));
    return true;
}

/// @param in an input @param hosts on which nothing of others is left @return what happened
Outcome
Attack(FuzzInput in, Hosts& hosts)
{
    const uint8_t how = in.Byte();
    hosts.SetAals(how & 1 ? 0 : 1);
    auto from = hosts.Make(0);
    auto to = hosts.Make(1);
    for (const auto& socket : {from, to})
    {
        if (how & 2)
        {
            socket->SetAttribute("SegmentSize", UintegerValue(1460));
        }
        if (how & 12)
        {
            socket->SetAttribute("CellIdMode",
                                 EnumValue(static_cast<BostonCellIdMode>((how >> 2) % 3)));
        }
        if (how & 16)
        {
            socket->SetAttribute("HeaderMode", EnumValue(BostonSocket::REPLICATED));
        }
        if (how & 32)
        {
            socket->SetAttribute("MaxPartialSegments", UintegerValue(2));
        }
        if (how & 64)
        {
            socket->SetAttribute("RedundancyPolicy", EnumValue(BostonSocket::ADAPTIVE));
        }
    }
    // the next ephemeral port would not be the same for every input
    from->Bind(InetSocketAddress(Ipv4Address::GetAny(), 4000));
    FileTransfer transfer(hosts.nodes[1], from, to, FILE_SIZE);
    Outcome outcome;
    Meddler meddler(in, outcome);
    for (const auto& port : hosts.ports)
    {
        port->filter = [&meddler](CellBurst& burst) { return meddler.Meddle(burst); };
    }
    transfer.WatchReceiver(hosts.aals[1]);
    const bool early = (how & 224) == 224; // the hosts go in the middle of the transfer
    Simulator::Stop(early ? MilliSeconds(1010) : Seconds(ATTACK));
    Simulator::Run();
    for (const auto& port : hosts.ports)
    {
        port->filter = nullptr;
    }
    const auto& got = transfer.received;
    HSN_REQUIRE(got.size() <= transfer.file.size());
    HSN_REQUIRE(std::equal(got.begin(), got.end(), transfer.file.begin()));
    outcome.received = static_cast<uint32_t>(got.size());
    if (transfer.cells)
    {
        const auto& c = transfer.cells->GetCounters();
        HSN_REQUIRE(c.used + c.duplicates + c.late + c.malformed + c.noRoom == c.cells);
        for (const auto count : {c.used, c.duplicates, c.late, c.malformed, c.noRoom})
        {
            outcome.Add(count);
        }
    }
    if (!early)
    {
        to->Close();
        outcome.settled = hosts.Settle();
    }
    return outcome;
}

/// @param how settings @param fates of cells @return seed: some cells meet them, the others arrive
FuzzOutput
MakeSeed(int how, std::initializer_list<int> fates)
{
    return FuzzOutput().Bytes({how}).Bytes(fates);
}
} // namespace

uint32_t
ns3::hsn::TryInput(FuzzInput in)
{
    static const bool set = SetDefaults();
    HSN_REQUIRE(set);
    static uint32_t inputs = 0;
    static Hosts* hosts = nullptr; // without a destructor: ns-3's singletons may go first
    const auto renew = [] {
        delete hosts;
        hosts = nullptr; // the old simulation ends before the next one begins
        hosts = new Hosts;
    };
    if (!hosts)
    {
        renew();
    }
    const Outcome outcome = Attack(in, *hosts);
    const bool compare = ++inputs % COMPARE_EVERY == 0;
    if (compare || !outcome.settled)
    {
        renew();
    }
    if (compare)
    {
        const Outcome again = Attack(in, *hosts);
        HSN_REQUIRE(again.IsSame(outcome));
        if (!again.settled)
        {
            renew();
        }
    }
    return outcome.received;
}

std::vector<FuzzSeed>
ns3::hsn::MakeSeeds()
{
    // the frames of the handshake are two cells each
    return {
        {"nothing-happens", MakeSeed(0, {})},
        {"long-segments", MakeSeed(2, {})},
        {"id-2", MakeSeed(4, {7, 7, 7, 7, 7, 7, 7, 0, 7, 0})},
        {"id-4", MakeSeed(8, {7, 7, 7, 7, 7, 7, 7, 0, 7, 0})},
        {"interleaved", MakeSeed(3, {7, 7, 7, 7, 7, 7, 7, 0, 0, 7, 0})},
        {"replicated-header", MakeSeed(16, {7, 7, 7, 7, 7, 7, 7, 0, 0, 7, 0})},
        {"no-room", MakeSeed(38, {7, 7, 7, 7, 7, 7, 7, 0, 0, 7, 0, 7, 7, 7, 0, 7, 0})},
        {"adaptive", MakeSeed(64, {7, 7, 7, 7, 7, 7, 7, 0, 0, 7, 0, 7, 7, 7, 0, 7, 0})},
        {"hosts-go", MakeSeed(224, {})},
        {"syn-lost", MakeSeed(0, {0, 0})},
        {"duplicates", MakeSeed(0, {7, 7, 7, 7, 7, 7, 1, 1, 1, 1, 1, 1, 1, 1})},
        {"damaged-cell", MakeSeed(0, {7, 7, 7, 7, 7, 7, 7, 2, 0, 50, 1, 7, 2, 1, 40, 1})},
        {"wrong-cell", MakeSeed(0, {7, 7, 7, 7, 7, 7, 7, 7, 7, 3, 0, 8, 7, 3, 0, 1})},
        {"forged-parameters", MakeSeed(0, {4, 8, 0, 7, 48, 0, 14, 8, 0, 0})},
        {"forged-report", MakeSeed(0, {7, 7, 7, 7, 7, 7, 7,  7, 7, 7, 7, 7, 7, 7, 4,
                                       6, 0, 0, 0, 2, 0, 99, 4, 6, 0, 1, 0, 0, 0, 255})},
    };
}
