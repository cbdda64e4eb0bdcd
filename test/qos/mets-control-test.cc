// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * METS control sockets over a lossy link. What must arrive follows from what was sent; times of
 * repetitions from the attributes.
 */
#include "../hsn-test.h"

#include "ns3/aal5.h"
#include "ns3/atm-channel.h"
#include "ns3/error-model.h"
#include "ns3/hsn-compat.h"
#include "ns3/mets-control-socket.h"
#include "ns3/mets-helper.h"
#include "ns3/mets-nic.h"
#include "ns3/pointer.h"
#include "ns3/simulator.h"
#include "ns3/uinteger.h"

#include <string>
#include <vector>

using namespace ns3;
using namespace ns3::hsn;

namespace
{
/// Two hosts with control sockets that are bound to ports 1 and 2.
struct ControlPair
{
    /// @param loss share of cells that the link loses, in both directions
    explicit ControlPair(double loss)
    {
        MetsHelper mets;
        ends = mets.Install(CreateObject<Node>(), CreateObject<Node>());
        mets.Connect(ends.Get(0), ends.Get(1)); // another connection of the same hosts
        MetsHelper::ConnectControl(ends.Get(0), ends.Get(1));
        if (loss > 0)
        {
            const auto model = CreateObject<RateErrorModel>();
            model->SetUnit(RateErrorModel::ERROR_UNIT_PACKET);
            model->SetRate(loss);
            model->AssignStreams(5);
            DynamicCast<MetsNic>(ends.Get(0))
                ->GetAtmChannel()
                ->SetAttribute("CellLossModel", PointerValue(model));
        }
        for (uint32_t i = 0; i < 2; ++i)
        {
            sockets[i] = DynamicCast<MetsControlSocket>(
                Socket::CreateSocket(ends.Get(i)->GetNode(),
                                     MetsControlSocketFactory::GetTypeId()));
            sockets[i]->Bind(MetsHelper::GetLocal(ends.Get(i), 1 + i));
            sockets[i]->SetRecvCallback(Sink<Ptr<Socket>>::Make([this, i](Ptr<Socket> socket) {
                Address from;
                while (const auto message = socket->RecvFrom(from))
                {
                    read[i].push_back(message->GetSize());
                    sources[i] = from;
                }
            }));
        }
    }

    ~ControlPair()
    {
        Simulator::Destroy();
    }

    /// @param from 0 or 1 @return the other's address there
    Address GetPeer(uint32_t from) const
    {
        return MetsHelper::GetPeer(ends.Get(from), ends.Get(1 - from), 2 - from);
    }

    NetDeviceContainer ends;           //!< adapters
    Ptr<MetsControlSocket> sockets[2]; //!< of both hosts
    std::vector<uint32_t> read[2];     //!< sizes of messages, by who read them
    Address sources[2];                //!< of the last one
};

/// Both send 40 messages of different sizes; a tenth of the cells is lost.
class ControlDuplexTest : public TestCase
{
  public:
    ControlDuplexTest()
        : TestCase(
              "MetsControlSocket: both directions, each message once and in order, over losses")
    {
    }

  private:
    void DoRun() override
    {
        for (const double loss : {0.0, 0.1})
        {
            ControlPair p(loss);
            std::vector<uint32_t> sent;
            for (uint32_t i = 0; i < 40; ++i)
            {
                sent.push_back(1 + 7 * i);
                for (uint32_t side = 0; side < 2; ++side)
                {
                    const auto message = Create<Packet>(sent.back());
                    NS_TEST_EXPECT_MSG_EQ(p.sockets[side]->SendTo(message, 0, p.GetPeer(side)),
                                          static_cast<int>(sent.back()),
                                          "message " << i);
                }
            }
            Simulator::Run();
            for (uint32_t side = 0; side < 2; ++side)
            {
                NS_TEST_EXPECT_MSG_EQ((p.read[side] == sent), true, "side " << side);
                const Address from = p.GetPeer(side);
                NS_TEST_EXPECT_MSG_EQ((p.sources[side] == from), true, "who sent it");
                const auto& c = p.sockets[side]->GetCounters();
                NS_TEST_EXPECT_MSG_EQ(c.acknowledged, 40, "");
                NS_TEST_EXPECT_MSG_EQ(c.abandoned, 0, "");
                NS_TEST_EXPECT_MSG_EQ(c.sent, 40 + c.resent, "");
                NS_TEST_EXPECT_MSG_EQ((c.resent > 0), (loss > 0), "");
                NS_TEST_EXPECT_MSG_EQ((p.sockets[side]->GetTxAvailable() >= 60000), true, "room");
            }
        }
    }
};

/// Nobody there; a receiver without room; a sender that begins anew.
class ControlTroubleTest : public TestCase
{
  public:
    ControlTroubleTest()
        : TestCase("MetsControlSocket: gives up, waits for room, begins anew, malformed packets")
    {
    }

  private:
    void DoRun() override
    {
        {
            ControlPair p(0);
            std::vector<Time> given;
            p.sockets[0]->TraceConnectWithoutContext(
                "Abandoned",
                Sink<Ptr<const Packet>, const Address&>::Make(
                    [&given](Ptr<const Packet>, const Address&) {
                        given.push_back(Simulator::Now());
                    }));
            p.sockets[0]->SetAttribute("MaxTries", UintegerValue(3));
            const Address nobody = MetsHelper::GetPeer(p.ends.Get(0), p.ends.Get(1), 77);
            p.sockets[0]->SendTo(Create<Packet>(10), 0, nobody);
            p.sockets[0]->SendTo(Create<Packet>(20), 0, p.GetPeer(0));
            NS_TEST_EXPECT_MSG_EQ(p.sockets[0]->SendTo(Create<Packet>(9180), 0, nobody), -1, "");
            NS_TEST_EXPECT_MSG_EQ(p.sockets[0]->GetErrno(), Socket::ERROR_MSGSIZE, "MTU 9180");
            Simulator::Run();
            NS_TEST_ASSERT_MSG_EQ(given.size(), 1, "given up");
            NS_TEST_EXPECT_MSG_EQ(given[0], MilliSeconds(100 + 200 + 400), "after three tries");
            NS_TEST_EXPECT_MSG_EQ(p.read[1].size(), 1, "another peer's message is not delayed");
        }
        {
            ControlPair p(0);
            p.sockets[1]->SetRecvCallback(MakeNullCallback<void, Ptr<Socket>>());
            p.sockets[1]->SetAttribute("RcvBufSize", UintegerValue(150));
            for (uint32_t i = 0; i < 2; ++i)
            {
                p.sockets[0]->SendTo(Create<Packet>(100), 0, p.GetPeer(0));
            }
            ScheduleCall(MilliSeconds(150), [&p] { p.sockets[1]->Recv(); });
            Simulator::Run();
            NS_TEST_EXPECT_MSG_EQ(p.sockets[1]->GetRxAvailable(), 100, "the second one, later");
            NS_TEST_EXPECT_MSG_GT(p.sockets[1]->GetCounters().noRoom, 0, "first there was no room");
            // another socket with the same address counts anew
            p.sockets[1]->Recv();
            p.sockets[0]->Close();
            const auto again = Socket::CreateSocket(p.ends.Get(0)->GetNode(),
                                                    MetsControlSocketFactory::GetTypeId());
            again->Bind(MetsHelper::GetLocal(p.ends.Get(0), 1));
            again->SendTo(Create<Packet>(33), 0, p.GetPeer(0));
            Simulator::Run();
            NS_TEST_EXPECT_MSG_EQ(p.sockets[1]->GetRxAvailable(), 33, "taken for a new one");
            // what the first one has sent arrives once more: it is no new socket
            const auto protocol = p.ends.Get(0)->GetNode()->GetObject<MetsControlProtocol>();
            MetsControlHeader late;
            late.era = 1;
            TransportPath path;
            path.device = p.ends.Get(0);
            path.local = path.device->GetAddress();
            path.peer = p.ends.Get(1)->GetAddress();
            path.localPort = 1;
            path.peerPort = 2;
            protocol->Send(Create<Packet>(7), late, path);
            again->SendTo(Create<Packet>(8), 0, p.GetPeer(0));
            Simulator::Run();
            NS_TEST_EXPECT_MSG_EQ(p.sockets[1]->GetRxAvailable(), 33 + 8, "not 7 more");
            NS_TEST_EXPECT_MSG_EQ(p.sockets[1]->GetCounters().old, 1, "counted");
        }
        MetsControlHeader header;
        header.SetSourcePort(0x0102);
        header.SetDestinationPort(0x0304);
        header.kind = MetsControlHeader::ACK;
        header.era = 0x05060708;
        header.number = 0x090a0b0c;
        const auto packet = Create<Packet>();
        packet->AddHeader(header);
        std::vector<uint8_t> octets(packet->GetSize());
        packet->CopyData(octets.data(), packet->GetSize());
        const std::vector<uint8_t> expected = {1, 2, 3, 4, 2, 0, 0, 0, 5, 6, 7, 8, 9, 10, 11, 12};
        NS_TEST_EXPECT_MSG_EQ((octets == expected), true, "ports, kind, checksum, era, number");
        for (const uint32_t place : {4, 5})
        {
            auto wrong = octets;
            wrong[place] = 3;
            MetsControlHeader read;
            NS_TEST_EXPECT_MSG_EQ(Create<Packet>(wrong.data(), 16)->PeekHeader(read), 0, place);
        }
    }
};

/// A receiver that takes another's place; an acknowledgement for a sender of another era.
class ControlSuccessorTest : public TestCase
{
  public:
    ControlSuccessorTest()
        : TestCase("MetsControlSocket: a receiver that begins later, an acknowledgement of before")
    {
    }

  private:
    void DoRun() override
    {
        {
            ControlPair p(0);
            p.sockets[0]->SendTo(Create<Packet>(10), 0, p.GetPeer(0));
            p.sockets[0]->SendTo(Create<Packet>(20), 0, p.GetPeer(0));
            Simulator::Run();
            p.sockets[1]->Close();
            const auto next = Socket::CreateSocket(p.ends.Get(1)->GetNode(),
                                                   MetsControlSocketFactory::GetTypeId());
            next->Bind(MetsHelper::GetLocal(p.ends.Get(1), 2));
            p.sockets[0]->SendTo(Create<Packet>(30), 0, p.GetPeer(0)); // the third of its numbers
            Simulator::Run();
            NS_TEST_EXPECT_MSG_EQ(next->GetRxAvailable(), 30, "what comes first begins");
            p.sockets[0]->SetAttribute("SndBufSize", UintegerValue(1000));
            for (uint32_t i = 0; i < 3; ++i)
            {
                const auto message = Create<Packet>(900);
                NS_TEST_EXPECT_MSG_EQ(p.sockets[0]->SendTo(message, 0, p.GetPeer(0)), 900, i);
                Simulator::Run(); // what is acknowledged takes no room
            }
        }
        ControlPair p(0);
        p.sockets[0]->SetAttribute("MaxTries", UintegerValue(2));
        const Address nobody = MetsHelper::GetPeer(p.ends.Get(0), p.ends.Get(1), 77);
        p.sockets[0]->SendTo(Create<Packet>(10), 0, nobody);
        ScheduleCall(MilliSeconds(50), [&p] {
            MetsControlHeader answer;
            answer.kind = MetsControlHeader::ACK;
            answer.era = 7;    // the socket begins with 1
            answer.number = 1; // of the first message of any sender
            TransportPath path;
            path.device = p.ends.Get(1);
            path.local = path.device->GetAddress();
            path.peer = p.ends.Get(0)->GetAddress();
            path.localPort = 77;
            path.peerPort = 1;
            p.ends.Get(1)->GetNode()->GetObject<MetsControlProtocol>()->Send(Create<Packet>(),
                                                                             answer,
                                                                             path);
        });
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(p.sockets[0]->GetCounters().acknowledged, 0, "of another era");
        NS_TEST_EXPECT_MSG_EQ(p.sockets[0]->GetCounters().abandoned, 1, "nobody has taken it");
    }
};

/// The link is cut while a message is on its way, longer than it is tried.
class ControlGapTest : public TestCase
{
  public:
    ControlGapTest()
        : TestCase("MetsControlSocket: what comes behind messages that were given up arrives")
    {
    }

  private:
    void DoRun() override
    {
        for (const uint32_t lost : {1, 3})
        {
            ControlPair p(0);
            const auto cut = CreateObject<RateErrorModel>();
            cut->SetUnit(RateErrorModel::ERROR_UNIT_PACKET);
            cut->SetRate(1);
            cut->Disable();
            DynamicCast<MetsNic>(p.ends.Get(0))
                ->GetAtmChannel()
                ->SetAttribute("CellLossModel", PointerValue(cut));
            p.sockets[0]->SetAttribute("MaxTries", UintegerValue(2));
            p.sockets[0]->SendTo(Create<Packet>(10), 0, p.GetPeer(0));
            Simulator::Run();
            cut->Enable();
            for (uint32_t i = 0; i < lost; ++i)
            {
                p.sockets[0]->SendTo(Create<Packet>(20), 0, p.GetPeer(0));
            }
            Simulator::Run();
            NS_TEST_EXPECT_MSG_EQ(p.sockets[0]->GetCounters().abandoned, lost, "given up");
            cut->Disable();
            for (const uint32_t size : {30, 40})
            {
                p.sockets[0]->SendTo(Create<Packet>(size), 0, p.GetPeer(0));
            }
            Simulator::Run();
            NS_TEST_EXPECT_MSG_EQ((p.read[1] == std::vector<uint32_t>{10, 30, 40}),
                                  true,
                                  lost << " given up, each of the others once");
            NS_TEST_EXPECT_MSG_EQ(p.sockets[0]->GetCounters().acknowledged, 3, "all others");
            NS_TEST_EXPECT_MSG_EQ(p.sockets[0]->GetCounters().resent, lost, "and no more");
        }
    }
};

/// A control socket that says when it is gone.
class ControlMortalSocket : public MetsControlSocket
{
  public:
    /// @param gone set when it is
    explicit ControlMortalSocket(bool& gone)
        : m_gone(gone)
    {
    }

    ~ControlMortalSocket() override
    {
        m_gone = true;
    }

  private:
    bool& m_gone; //!< that it is
};

/// An application that closes the socket, and drops it, when nothing is left to be sent.
class ControlCloseTest : public TestCase
{
  public:
    ControlCloseTest()
        : TestCase("MetsControlSocket: a socket that is closed as its message is given up")
    {
    }

  private:
    void DoRun() override
    {
        ControlPair p(0);
        const auto node = p.ends.Get(0)->GetNode();
        bool gone = false;
        Ptr<MetsControlSocket> socket = CreateObject<ControlMortalSocket>(gone);
        socket->SetNode(node);
        socket->SetProtocol(node->GetObject<MetsControlProtocol>());
        socket->SetAttribute("MaxTries", UintegerValue(2));
        socket->Bind(MetsHelper::GetLocal(p.ends.Get(0), 5));
        std::string told;
        socket->TraceConnectWithoutContext("Abandoned",
                                           Sink<Ptr<const Packet>, const Address&>::Make(
                                               [&](Ptr<const Packet> message, const Address&) {
                                                   told += gone ? " gone" : " there";
                                                   told += std::to_string(message->GetSize());
                                               }));
        socket->SetDataSentCallback(
            Sink<Ptr<Socket>, uint32_t>::Make([&](Ptr<Socket> one, uint32_t) {
                told += "sent";
                one->Close();
                socket = nullptr;
            }));
        socket->SendTo(Create<Packet>(10),
                       0,
                       MetsHelper::GetPeer(p.ends.Get(0), p.ends.Get(1), 77));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(told, "sent there10", "the socket outlives its traces");
        NS_TEST_EXPECT_MSG_EQ(gone, true, "but not more");
    }
};

HsnTestRegistration g_metsControlTests("mets-control",
                                       {new ControlDuplexTest,
                                        new ControlTroubleTest,
                                        new ControlSuccessorTest,
                                        new ControlGapTest,
                                        new ControlCloseTest});
} // namespace
