// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * Where METS media sockets can send: an address names the adapter of METS, a VC, and a flow from 1
 * on. Anything else is no way, and says so as ns-3's UDP socket does without a route.
 */
#include "../hsn-test.h"
#include "mets-socket-pair.h"

#include "ns3/hsn-compat.h"
#include "ns3/link-socket-address.h"
#include "ns3/packet.h"
#include "ns3/simulator.h"

#include <cstdint>
#include <string>
#include <vector>

using namespace ns3;
using namespace ns3::hsn;

namespace
{
/// Addresses that lead nowhere.
class MetsRouteTest : public TestCase
{
  public:
    MetsRouteTest()
        : TestCase("MetsSocket: no way to other devices, addresses, flow 0, and from a host that "
                   "has ended")
    {
    }

  private:
    /// @param p hosts @param to address @param what it is
    void ExpectNoWay(const SocketPair& p, const Address& to, const std::string& what)
    {
        const auto socket = p.MakeSocket(0);
        NS_TEST_EXPECT_MSG_EQ(socket->Connect(to), -1, what);
        NS_TEST_EXPECT_MSG_EQ(socket->GetErrno(), Socket::ERROR_NOROUTETOHOST, what);
        NS_TEST_EXPECT_MSG_EQ(socket->GetSender(), nullptr, what);
        const auto other = p.MakeSocket(0);
        NS_TEST_EXPECT_MSG_EQ(other->SendTo(Create<Packet>(10), 0, to), -1, what);
        NS_TEST_EXPECT_MSG_EQ(other->GetErrno(), Socket::ERROR_NOROUTETOHOST, what);
        NS_TEST_EXPECT_MSG_EQ(other->GetCounters().sent, 0, what);
    }

    void DoRun() override
    {
        SocketPair p;
        const uint32_t device = p.ends.Get(0)->GetIfIndex();
        const auto there = LinkSocketAddress::ConvertFrom(p.GetPeer()).GetAddress();
        const auto at = [](uint32_t index, Mac48Address address, uint16_t flow) {
            return Address(LinkSocketAddress(index, address, flow));
        };
        ExpectNoWay(p, at(device + 1, there, SOCKET_FLOW), "another device");
        ExpectNoWay(p, at(device, Mac48Address("00:00:00:00:00:99"), SOCKET_FLOW), "no VC");
        ExpectNoWay(p, at(device, there, 0), "flow 0");
        NS_TEST_EXPECT_MSG_EQ(p.MakeSocket(0)->Connect(at(device, there, 1)), 0, "flow 1");
        const auto socket = p.MakeSocket(0);
        p.mets.GetHost(p.ends.Get(0))->Dispose();
        NS_TEST_EXPECT_MSG_EQ(socket->Connect(p.GetPeer()), -1, "METS has ended");
        NS_TEST_EXPECT_MSG_EQ(socket->GetErrno(), Socket::ERROR_NOROUTETOHOST, "METS has ended");
        const auto last = p.MakeSocket(1);
        const Address back = MetsHelper::GetPeer(p.ends.Get(1), p.ends.Get(0), SOCKET_FLOW);
        NS_TEST_EXPECT_MSG_EQ(last->Connect(back), 0, "the other host is there");
        p.ends.Get(1)->GetNode()->Dispose();
        NS_TEST_EXPECT_MSG_EQ(last->Connect(back), -1, "the node is gone");
        NS_TEST_EXPECT_MSG_EQ(last->GetErrno(), Socket::ERROR_NOROUTETOHOST, "the node is gone");
    }
};

/// One sending end for each destination.
class MetsDestinationsTest : public TestCase
{
  public:
    MetsDestinationsTest()
        : TestCase("MetsSocket: messages to one destination are one flow, numbered from 0 on, to "
                   "each of several")
    {
    }

  private:
    void DoRun() override
    {
        SocketPair p;
        const auto sender = p.MakeSocket(0);
        std::vector<Ptr<MetsSocket>> receivers;
        for (uint16_t i = 0; i < 2; ++i)
        {
            receivers.push_back(p.MakeSocket(1));
            receivers[i]->Bind(
                MetsHelper::GetLocal(p.ends.Get(1), static_cast<uint16_t>(SOCKET_FLOW + i)));
        }
        for (uint32_t n = 0; n < 6; ++n)
        {
            const auto flow = static_cast<uint16_t>(SOCKET_FLOW + n % 2);
            const Address to = MetsHelper::GetPeer(p.ends.Get(0), p.ends.Get(1), flow);
            NS_TEST_EXPECT_MSG_EQ(sender->SendTo(Create<Packet>(100 + n), 0, to),
                                  int(100 + n),
                                  "sent");
        }
        Simulator::Run();
        for (uint32_t n = 0; n < 6; ++n)
        {
            MessageInfo info;
            const auto message = receivers[n % 2]->RecvMessage(5000, info);
            NS_TEST_ASSERT_MSG_NE(message, nullptr, "message " << n);
            NS_TEST_EXPECT_MSG_EQ(message->GetSize(), 100 + n, "in order");
            NS_TEST_EXPECT_MSG_EQ(info.number, n / 2, "number in its flow");
            NS_TEST_EXPECT_MSG_EQ((info.missingBefore || info.incomplete), false, "none is lost");
        }
        NS_TEST_EXPECT_MSG_EQ(sender->GetSender(), nullptr, "it has no peer");
        sender->Connect(p.GetPeer());
        const auto end = sender->GetSender();
        NS_TEST_ASSERT_MSG_NE(end, nullptr, "to the peer");
        sender->Send(Create<Packet>(7));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(sender->GetSender(), end, "the same one");
        MessageInfo info;
        NS_TEST_ASSERT_MSG_NE(receivers[0]->RecvMessage(5000, info), nullptr, "goes on");
        NS_TEST_EXPECT_MSG_EQ(info.number, 3, "after 0, 1, 2");
    }
};

/// A flow that gets its specification before it has a destination.
class MetsEarlySpecTest : public TestCase
{
  public:
    MetsEarlySpecTest()
        : TestCase("MetsSocket: a destination that comes after the flow's specification is shaped")
    {
    }

  private:
    void DoRun() override
    {
        SocketPair p;
        const auto sender = p.MakeSocket(0);
        const auto receiver = p.MakeSocket(1);
        receiver->Bind(p.GetLocal());
        MetsFlowSpec spec;
        spec.layers = {MetsFlowSpec::Layer{50, 936, 936}, {}, {}}; // 20 cells, 1,000 cells/s
        sender->SetFlowSpec(spec);
        sender->Connect(p.GetPeer());
        for (uint32_t i = 0; i < 5; ++i)
        {
            sender->SendPicture(Create<Packet>(936), METS_BL, true);
        }
        Simulator::Run();
        // 100 cells at 1,300 cells/s: 77 ms; credit of one period more or less
        NS_TEST_EXPECT_MSG_EQ(receiver->GetCounters().delivered, 5, "all pictures");
        NS_TEST_EXPECT_MSG_EQ_TOL(Simulator::Now().GetSeconds(), 0.077, 0.012, "paced");
    }
};

HsnTestRegistration g_metsRouteTests("mets-route",
                                     {new MetsRouteTest,
                                      new MetsEarlySpecTest,
                                      new MetsDestinationsTest});
} // namespace
