// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * TCP Boston: what two ends agree on, peers and paths without it, and whatever is wrong, forged,
 * lost or repeated on the way.
 */
#include "../hsn-test.h"
#include "boston-random-network.h"
#include "conformance.h"

#include "ns3/config.h"
#include "ns3/hsn-compat.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-static-routing-helper.h"
#include "ns3/random-variable-stream.h"
#include "ns3/simple-channel.h"
#include "ns3/simple-net-device.h"

#include <map>

namespace ns3
{
namespace hsn
{
namespace
{
/** @brief The fields that the two ends send each other. */
class BostonFieldsTest : public TestCase
{
  public:
    BostonFieldsTest()
        : TestCase("Parameters and reports: octets, and what cannot be")
    {
    }

  private:
    void DoRun() override
    {
        // layout: m, c, N, field, gamma, gamma_r
        BostonParameters p;
        p.needed = 0x0120;
        p.cellBytes = 48;
        p.dispersed = 0x0480;
        p.fieldBits = 16;
        p.systematic = true;
        p.gamma = 8;
        p.gammaRetx = 26;
        const std::vector<uint8_t> expected = {0x01, 0x20, 48, 0x04, 0x80, 0x90, 8, 26};
        std::vector<uint8_t> octets(BostonParameters::SIZE);
        p.Write(octets.data());
        NS_TEST_ASSERT_MSG_EQ((octets == expected), true, "parameters");
        const auto q = BostonParameters::Read(expected.data());
        NS_TEST_ASSERT_MSG_EQ(q.needed, 0x0120, "m");
        NS_TEST_ASSERT_MSG_EQ(q.dispersed, 0x0480, "N");
        NS_TEST_ASSERT_MSG_EQ(+q.fieldBits, 16, "field");
        NS_TEST_ASSERT_MSG_EQ(q.systematic, true, "systematic");
        NS_TEST_ASSERT_MSG_EQ(+q.gammaRetx, 26, "gamma_r");
        // segment, Pending, transmission, success rate
        const std::vector<uint8_t> report = {0xab, 0xcd, 0x00, 0x11, 3, 200};
        const auto r = BostonReport::Read(report.data());
        NS_TEST_ASSERT_MSG_EQ(r.segment, 0xabcd, "segment");
        NS_TEST_ASSERT_MSG_EQ(r.pending, 0x11, "pending");
        NS_TEST_ASSERT_MSG_EQ(+r.transmission, 3, "transmission");
        NS_TEST_ASSERT_MSG_EQ(+r.successRate, 200, "success rate");
        std::vector<uint8_t> again(BostonReport::SIZE);
        r.Write(again.data());
        NS_TEST_ASSERT_MSG_EQ((again == report), true, "report");

        struct Case
        {
            uint16_t needed;
            uint8_t cell;
            uint16_t dispersed;
            uint8_t field;
            const char* text;
        };

        for (const auto& c :
             {Case{32, 48, 255, 8, ""},
              Case{200, 46, 255, 8, ""},
              Case{209, 44, 65535, 16, ""},
              Case{0, 48, 255, 8, "cells of a segment 0: must be 1 to 1366"},
              Case{1400, 48, 5600, 16, "cells of a segment 1400: must be 1 to 1366"},
              Case{32, 47, 255, 8, "in a cell 47: must be 48, 46 or 44"},
              Case{32, 48, 255, 12, "bits of the field 12: must be 8 or 16"},
              Case{32, 48, 256, 8, "coded cells 256: must be 32 to 255"},
              Case{32, 48, 31, 8, "coded cells 31: must be 32 to 255"},
              Case{32, 46, 257, 16, "coded cells 257: must be at most 256"}})
        {
            BostonParameters wrong;
            wrong.needed = c.needed;
            wrong.cellBytes = c.cell;
            wrong.dispersed = c.dispersed;
            wrong.fieldBits = c.field;
            const auto text = wrong.Check();
            NS_TEST_ASSERT_MSG_EQ(text.empty(), (*c.text == 0), text);
            NS_TEST_ASSERT_MSG_NE(text.find(c.text), std::string::npos, text);
        }
        // invalid settings of a user
        const auto connect = [](const char* name, const AttributeValue& value) {
            return HsnAbortText([name, &value] {
                BostonHosts hosts;
                hosts.Install();
                auto from = hosts.Make(0);
                from->SetAttribute("RedundancyPolicy", EnumValue(BostonSocket::FIXED));
                from->SetAttribute(name, value);
                FileTransfer transfer(hosts, from, hosts.Make(1), 1000);
                Simulator::Stop(Seconds(10));
                Simulator::Run();
            });
        };
        const auto expect = [this](const std::string& text, const char* what) {
            NS_TEST_ASSERT_MSG_NE(text.find(what),
                                  std::string::npos,
                                  what << " is not in: " << text);
        };
        expect(connect("Gamma", DoubleValue(1)), "Gamma 1: must be from 0 to below 1");
        expect(connect("MaxDispersal", UintegerValue(31)), "coded cells 31: must be 32 to 255");
        expect(connect("FieldBits", UintegerValue(12)), "bits of the field 12: must be 8 or 16");
        expect(connect("GammaRetx", DoubleValue(0.9)), "");
    }
};

/** @brief Peers and paths without TCP Boston. */
class BostonFallbackTest : public TestCase
{
  public:
    BostonFallbackTest()
        : TestCase("Plain TCP with peers, and on paths, without dispersal")
    {
    }

  private:
    void DoRun() override
    {
        for (const std::string& factory : {PLAIN, std::string("ns3::TcpSocketFactory"), BOSTON})
        {
            for (const bool activeBoston : {true, false})
            {
                Peers(factory, activeBoston);
            }
        }
        for (const bool first : {true, false})
        {
            Path(first);
        }
    }

    /** @param other factory of the end without TCP Boston, or with dispersal turned off
     * @param activeBoston whether the active end has it */
    void Peers(const std::string& other, bool activeBoston)
    {
        BostonHosts hosts;
        hosts.Install();
        uint64_t coded = 0;
        for (const auto& port : hosts.ports)
        {
            port->filter = [&coded](CellBurst& burst) {
                coded += IsCoded(burst) ? 1 : 0;
                return 1;
            };
        }
        const auto make = [&](uint32_t host, bool boston) -> Ptr<Socket> {
            auto socket = Socket::CreateSocket(hosts.nodes.Get(host),
                                               TypeId::LookupByName(boston ? BOSTON : other));
            if (!boston && other == BOSTON)
            {
                socket->SetAttribute("Dispersal", BooleanValue(false));
            }
            return socket;
        };
        const auto to = make(1, !activeBoston);
        CountingServer server(to);
        const auto from = make(0, activeBoston);
        ScheduleCall(Seconds(1),
                     [&] { from->Connect(InetSocketAddress(Ipv4Address("10.0.0.2"), 80)); });
        ScheduleCall(Seconds(2), [&] { from->Send(Create<Packet>(50000)); });
        Simulator::Stop(Seconds(20));
        Simulator::Run();
        NS_TEST_ASSERT_MSG_EQ(server.GetTotal(), 50000, other << ", active: " << activeBoston);
        NS_TEST_ASSERT_MSG_EQ(coded, 0, other << ", active: " << activeBoston);
    }

    /** @param atmFirst whether the ATM link is the active end's; the other link is not ATM */
    void Path(bool atmFirst)
    {
        // host 1 of BostonHosts becomes a router to a host behind a simple link
        BostonHosts hosts;
        auto far = CreateObject<Node>();
        auto channel = CreateObject<SimpleChannel>();
        NetDeviceContainer link;
        for (const auto& node : {hosts.nodes.Get(1), far})
        {
            auto device = CreateObject<SimpleNetDevice>();
            device->SetAddress(Mac48Address::Allocate());
            node->AddDevice(device);
            device->SetChannel(channel);
            link.Add(device);
        }
        InternetStackHelper().Install(far);
        Ipv4AddressHelper("10.0.1.0", "255.255.255.0").Assign(link);
        Ipv4StaticRoutingHelper routing;
        routing.GetStaticRouting(hosts.nodes.Get(0)->GetObject<Ipv4>())
            ->SetDefaultRoute(Ipv4Address("10.0.0.2"), 1);
        routing.GetStaticRouting(far->GetObject<Ipv4>())
            ->SetDefaultRoute(Ipv4Address("10.0.1.1"), 1);
        hosts.Install();
        BostonHelper().Install(far);
        uint64_t coded = 0;
        for (const auto& port : hosts.ports)
        {
            port->filter = [&coded](CellBurst& burst) {
                coded += IsCoded(burst) ? 1 : 0;
                return 1;
            };
        }
        const auto near = hosts.nodes.Get(0);
        const auto make = [](Ptr<Node> node) {
            return Socket::CreateSocket(node, TypeId::LookupByName(BOSTON));
        };
        const auto to = make(atmFirst ? far : near);
        std::vector<std::string> sessions;
        to->TraceConnectWithoutContext(
            "Session",
            Sink<bool, std::string>::Make([&](bool agreed, std::string reason) {
                sessions.push_back(agreed ? "agreed" : reason);
            }));
        CountingServer server(to);
        const auto from = make(atmFirst ? near : far);
        const Ipv4Address address(atmFirst ? "10.0.1.2" : "10.0.0.1");
        ScheduleCall(Seconds(1), [&] { from->Connect(InetSocketAddress(address, 80)); });
        ScheduleCall(Seconds(2), [&] { from->Send(Create<Packet>(50000)); });
        Simulator::Stop(Seconds(20));
        Simulator::Run();
        NS_TEST_ASSERT_MSG_EQ(server.GetTotal(), 50000, "over a router, ATM first: " << atmFirst);
        NS_TEST_ASSERT_MSG_EQ(coded, 0, "over a router, ATM first: " << atmFirst);
        NS_TEST_ASSERT_MSG_EQ(sessions.size(), 1, "sessions");
        NS_TEST_ASSERT_MSG_EQ(sessions.at(0), "the peer offers nothing", "session");
    }
};

/**
 * @brief Replaces the last octets of the frames of a kind.
 * @param burst cell of a frame of AAL5; its PDU is exchanged
 * @param sizes octets of a trailer behind the datagram
 * @param change is called with these octets
 * @param forged keeps the PDU that stands for one
 */
void
ForgeTrailer(CellBurst& burst,
             uint32_t size,
             const std::function<void(uint8_t*)>& change,
             std::map<const AtmPdu*, Ptr<AtmPdu>>& forged)
{
    if (IsCoded(burst))
    {
        return;
    }
    auto& replacement = forged[PeekPointer(burst.pdu)];
    if (!replacement)
    {
        const auto sdu = burst.pdu->GetSdu();
        std::vector<uint8_t> octets(sdu->GetSize());
        sdu->CopyData(octets.data(), sdu->GetSize());
        const uint32_t ip = octets.size() > 12 ? 8 + (octets[10] << 8 | octets[11]) : 0;
        if (ip + size == octets.size())
        {
            change(octets.data() + ip);
        }
        replacement = Create<AtmPdu>(Create<Packet>(octets.data(), sdu->GetSize()));
    }
    burst.pdu = replacement;
}

/** @brief Forged handshakes and reports. */
class BostonForgedTest : public TestCase
{
  public:
    BostonForgedTest()
        : TestCase("Forged parameters and reports do no harm")
    {
    }

  private:
    void DoRun() override
    {
        // parameters: one octet at a time gets an invalid value, in SYN or in its answer
        struct Case
        {
            uint32_t octet;
            uint8_t value;
        };

        for (const auto& c : {Case{0, 0xff}, Case{2, 0}, Case{2, 47}, Case{5, 0}, Case{5, 9}})
        {
            for (uint32_t host = 0; host < 2; ++host)
            {
                Run(
                    host,
                    BostonParameters::SIZE,
                    [&c](uint8_t* fields) { fields[c.octet] = c.value; },
                    false);
            }
        }
        // reports: anything
        auto random = CreateObject<UniformRandomVariable>();
        random->SetStream(7);
        for (int run = 0; run < 20; ++run)
        {
            Run(
                1,
                BostonReport::SIZE,
                [&](uint8_t* fields) {
                    if (random->GetValue() < 0.3)
                    {
                        // of a segment that is on its way
                        fields[1] += static_cast<uint8_t>(random->GetInteger(0, 4));
                        fields[3] = static_cast<uint8_t>(random->GetInteger(0, 40));
                        fields[4] = static_cast<uint8_t>(random->GetInteger(0, 1));
                    }
                },
                true);
        }
        NS_TEST_ASSERT_MSG_GT(m_again, 0, "no forged report was believed");
    }

    /** @param host whose frames are forged @param size of the trailer @param change of it
     * @param agreed whether there is dispersal nevertheless */
    void Run(uint32_t host, uint32_t size, const std::function<void(uint8_t*)>& change, bool agreed)
    {
        BostonHosts hosts;
        hosts.Install();
        auto from = hosts.Make(0);
        from->SetAttribute("PartialReaction", EnumValue(BostonSocket::IMMEDIATE));
        FileTransfer transfer(hosts, from, hosts.Make(1), 60 * 1460);
        std::map<const AtmPdu*, Ptr<AtmPdu>> forged;
        std::vector<Ptr<AtmPdu>> kept; // addresses must not be reused
        uint64_t coded = 0;
        hosts.ports[host]->filter = [&](CellBurst& burst) {
            kept.push_back(burst.pdu);
            ForgeTrailer(burst, size, change, forged);
            return 1;
        };
        hosts.Aal(0)->TraceConnectWithoutContext(
            "Transmission",
            Sink<const BostonPdu&>::Make([&](const BostonPdu&) { ++coded; }));
        Simulator::Stop(Seconds(300));
        Simulator::Run();
        NS_TEST_ASSERT_MSG_EQ(transfer.IsExact(), true, "the file");
        // one side that refuses sends plain segments; the other one's cells are dropped
        if (!agreed && host == 1)
        {
            NS_TEST_ASSERT_MSG_EQ(coded, 0, "nothing is dispersed");
            const auto boston = DynamicCast<BostonSocket>(from);
            NS_TEST_ASSERT_MSG_EQ(boston->GetBostonCounters().refused, 1, "refused");
        }
        if (agreed)
        {
            NS_TEST_ASSERT_MSG_GT(coded, 58, "all dispersed");
            m_again += coded - 59;
        }
    }

    uint64_t m_again{0}; //!< segments that were sent again
};

/** @brief Damaged, repeated and late cells; lost acknowledgements. */
class BostonRandomTest : public TestCase
{
  public:
    BostonRandomTest()
        : TestCase("Files are exact whatever happens to cells: 150 random networks")
    {
    }

  private:
    void DoRun() override
    {
        BostonReceiver::Counters sum;
        for (int64_t seed = 1; seed <= 150; ++seed)
        {
            const auto found = BostonRandomNetwork::Run(seed, BostonSocket::REAL);
            NS_TEST_ASSERT_MSG_EQ(found.isExact,
                                  true,
                                  "seed " << seed << ": " << found.received << " octets");
            const auto& c = found.cells;
            NS_TEST_ASSERT_MSG_EQ(c.used + c.duplicates + c.late + c.malformed + c.noRoom,
                                  c.cells,
                                  "seed " << seed << ": fates");
            sum.decodeFails += c.decodeFails;
            sum.duplicates += c.duplicates;
            sum.late += c.late;
            sum.malformed += c.malformed;
            sum.noRoom += c.noRoom;
        }
        NS_TEST_ASSERT_MSG_GT(sum.decodeFails, 0, "no rebuilt segment was refused");
        NS_TEST_ASSERT_MSG_GT(sum.duplicates, 0, "no cell was there already");
        NS_TEST_ASSERT_MSG_GT(sum.late, 0, "no cell came too late");
        NS_TEST_ASSERT_MSG_GT(sum.malformed, 0, "no index was out of range");
        NS_TEST_ASSERT_MSG_GT(sum.noRoom, 0, "there was always room");
    }
};

// where there is no ATM, it is TCP
static ConformanceRegistration g_conformingBoston(
    {"conformance-boston",
     "ns3::hsn::BostonSocket",
     ConformingTransport::CONNECTS | ConformingTransport::RELIABLE |
         ConformingTransport::TELLS_UNREAD,
     {},
     {},
     [](const NodeContainer& nodes) { BostonHelper().Install(nodes); }});
HsnTestRegistration g_bostonSessionTests(
    "boston-session",
    {new BostonFieldsTest, new BostonFallbackTest, new BostonForgedTest, new BostonRandomTest});
} // namespace
} // namespace hsn
} // namespace ns3
