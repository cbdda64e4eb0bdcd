// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * QoS groups of METS: open, info, close, join and leave, over control connections of a switch, and
 * the octets of their messages.
 */
#include "../hsn-test.h"

#include "ns3/atm-switch-helper.h"
#include "ns3/hsn-compat.h"
#include "ns3/mets-adapter.h"
#include "ns3/mets-control-socket.h"
#include "ns3/mets-group.h"
#include "ns3/mets-helper.h"
#include "ns3/simulator.h"
#include "ns3/string.h"

#include <string>
#include <utility>
#include <vector>

using namespace ns3;
using namespace ns3::hsn;

namespace
{
constexpr uint16_t GROUP = 5; //!< of all tests

/// @return of the paper's Canyon, as flow 7
MetsGroupProfile
MakeProfile()
{
    MetsGroupProfile profile;
    profile.flow = 7;
    profile.spec.layers = {MetsFlowSpec::Layer{2, 8000, 9000}, {6, 4000, 5000}, {16, 1500, 1600}};
    return profile;
}

/// A server and two clients on a switch.
struct GroupHosts
{
    GroupHosts()
    {
        const auto node = CreateObject<Node>();
        AtmSwitchHelper().Install(node);
        MetsHelper mets;
        for (uint32_t i = 0; i < 3; ++i)
        {
            hosts.Add(mets.Install(CreateObject<Node>(), node).Get(0));
            sockets.push_back(Socket::CreateSocket(hosts.Get(i)->GetNode(),
                                                   MetsControlSocketFactory::GetTypeId()));
            sockets[i]->Bind(MetsHelper::GetLocal(hosts.Get(i), 1));
        }
        server = CreateObject<MetsGroupServer>();
        server->SetControl(sockets[0]);
        server->TraceConnectWithoutContext(
            "Member",
            Sink<uint16_t, const Address&, MetsLayer>::Make(
                [this](uint16_t, const Address& member, MetsLayer layer) {
                    told += std::string(member == At(0) ? "0 " : "1 ") + ToString(layer) + ", ";
                }));
        for (uint32_t i = 0; i < 2; ++i)
        {
            MetsHelper::ConnectControl(hosts.Get(0), hosts.Get(1 + i));
            clients.push_back(CreateObject<MetsGroupClient>());
            clients[i]->SetControl(sockets[1 + i],
                                   MetsHelper::GetPeer(hosts.Get(1 + i), hosts.Get(0), 1));
            clients[i]->SetProfile(Sink<uint16_t, const MetsGroupProfile&, uint32_t>::Make(
                [this, i](uint16_t, const MetsGroupProfile& profile, uint32_t members) {
                    told += "profile " + std::to_string(i) + " of " +
                            std::to_string(profile.spec.layers[0].meanBytes) + " " +
                            std::to_string(members) + ", ";
                }));
            clients[i]->SetAnswer(Sink<uint16_t, const MetsAnswer&>::Make(
                [this, i](uint16_t, const MetsAnswer& answer) {
                    told += (answer.IsAck() ? "ack " : "nak ") + std::to_string(i) + ", ";
                }));
            clients[i]->SetClosed(Sink<uint16_t>::Make(
                [this, i](uint16_t) { told += "closed " + std::to_string(i) + ", "; }));
        }
    }

    ~GroupHosts()
    {
        server->Dispose();
        for (const auto& client : clients)
        {
            client->Dispose();
        }
        Simulator::Destroy();
    }

    /// @param i client @return its address at the server
    Address At(uint32_t i) const
    {
        return MetsHelper::GetPeer(hosts.Get(0), hosts.Get(1 + i), 1);
    }

    /// Runs until all is answered. @return what was told meanwhile
    std::string Run()
    {
        told.clear();
        Simulator::Run();
        return told;
    }

    NetDeviceContainer hosts;                  //!< server, clients
    std::vector<Ptr<Socket>> sockets;          //!< of them, control
    Ptr<MetsGroupServer> server;               //!< of groups
    std::vector<Ptr<MetsGroupClient>> clients; //!< of them
    std::string told;                          //!< by callbacks
};

/// The life of a group.
class MetsGroupLifeTest : public TestCase
{
  public:
    MetsGroupLifeTest()
        : TestCase("MetsGroup: open, info, join, change, leave, close")
    {
    }

  private:
    void DoRun() override
    {
        GroupHosts w;
        w.clients[0]->Ask(GROUP);
        NS_TEST_EXPECT_MSG_EQ(w.Run(), "nak 0, ", "not open yet");
        NS_TEST_EXPECT_MSG_EQ(w.server->Open(GROUP, MakeProfile()).IsAck(), true, "");
        NS_TEST_EXPECT_MSG_EQ(w.server->Open(GROUP, MakeProfile()).reason,
                              "group 5 is open already",
                              "");
        w.clients[0]->Ask(GROUP);
        NS_TEST_EXPECT_MSG_EQ(w.Run(), "profile 0 of 8000 0, ", "no members yet");
        w.clients[0]->Join(GROUP, METS_E2);
        NS_TEST_EXPECT_MSG_EQ(w.Run(), "0 E2, profile 0 of 8000 0, ack 0, ", "a member");
        w.clients[1]->Join(GROUP, METS_E1);
        w.Run();
        w.clients[1]->Ask(GROUP);
        NS_TEST_EXPECT_MSG_EQ(w.Run(), "profile 1 of 8000 2, ", "two members");
        NS_TEST_EXPECT_MSG_EQ(w.clients[0]->GetLayer(GROUP), METS_E2, "as wanted");
        NS_TEST_EXPECT_MSG_EQ(w.clients[1]->GetLayer(GROUP), METS_E1, "as wanted");
        const auto& members = w.server->GetMembers(GROUP);
        NS_TEST_EXPECT_MSG_EQ(members.size(), 2, "members");
        NS_TEST_EXPECT_MSG_EQ(members.at(w.At(0)), METS_E2, "by address");

        // a change by the server is told to all, one by a client concerns that alone
        auto profile = MakeProfile();
        profile.spec.layers[0].meanBytes = 7000;
        profile.policy.maxLayer = METS_E1;
        NS_TEST_EXPECT_MSG_EQ(w.server->Change(GROUP, profile).IsAck(), true, "");
        const auto both = w.Run();
        NS_TEST_EXPECT_MSG_NE(both.find("profile 0 of 7000"), std::string::npos, both);
        NS_TEST_EXPECT_MSG_NE(both.find("profile 1 of 7000"), std::string::npos, both);
        NS_TEST_EXPECT_MSG_EQ(w.clients[0]->GetLayer(GROUP), METS_E1, "no more than the server's");
        w.clients[0]->Join(GROUP, METS_BL);
        NS_TEST_EXPECT_MSG_EQ(w.Run(), "0 BL, profile 0 of 7000 0, ack 0, ", "less");
        NS_TEST_EXPECT_MSG_EQ(w.clients[1]->GetLayer(GROUP), METS_E1, "as before");
        profile.policy.maxLayer = METS_E2; // more is allowed, but nobody has asked for more
        w.server->Change(GROUP, profile);
        w.Run();
        NS_TEST_EXPECT_MSG_EQ(members.at(w.At(0)), METS_BL, "as it joined");
        NS_TEST_EXPECT_MSG_EQ(w.clients[0]->GetLayer(GROUP), METS_BL, "as it joined");
        NS_TEST_EXPECT_MSG_EQ(w.clients[1]->GetLayer(GROUP), METS_E1, "as it was cut");
        profile.policy.maxLayer = METS_E1;
        w.server->Change(GROUP, profile);
        w.Run();

        w.clients[0]->Leave(GROUP);
        NS_TEST_EXPECT_MSG_EQ(w.Run(), "0 none, ", "no member");
        NS_TEST_EXPECT_MSG_EQ(w.clients[0]->GetLayer(GROUP), METS_NONE, "no member");
        w.clients[0]->Leave(GROUP);
        w.Run();
        NS_TEST_EXPECT_MSG_EQ(w.server->GetCounters().strangers, 1, "was none");
        // told while it leaves
        w.server->Change(GROUP, profile);
        w.clients[1]->Leave(GROUP);
        NS_TEST_EXPECT_MSG_EQ(w.Run(), "1 none, ", "the change is no longer of interest");
        NS_TEST_EXPECT_MSG_EQ(w.clients[1]->GetLayer(GROUP), METS_NONE, "no member");

        w.clients[1]->Join(GROUP, METS_E2);
        w.Run();
        NS_TEST_EXPECT_MSG_EQ(w.clients[1]->GetLayer(GROUP), METS_E1, "no more than the server's");
        w.told.clear();
        NS_TEST_EXPECT_MSG_EQ(w.server->Close(GROUP).IsAck(), true, "");
        NS_TEST_EXPECT_MSG_EQ(w.told, "1 none, ", "no member, at once");
        NS_TEST_EXPECT_MSG_EQ(w.Run(), "closed 1, ", "members are told");
        NS_TEST_EXPECT_MSG_EQ(w.clients[1]->GetLayer(GROUP), METS_NONE, "no member");
        NS_TEST_EXPECT_MSG_EQ(w.server->Close(GROUP).reason, "group 5 is not open", "");
        NS_TEST_EXPECT_MSG_EQ(w.server->Change(GROUP, profile).reason, "group 5 is not open", "");
        NS_TEST_EXPECT_MSG_EQ(w.server->GetMembers(GROUP).size(), 0, "nobody");
        w.clients[0]->Join(GROUP, METS_BL);
        NS_TEST_EXPECT_MSG_EQ(w.Run(), "nak 0, ", "no such group");
        profile.spec.loss = 2;
        NS_TEST_EXPECT_MSG_EQ(w.server->Open(GROUP, profile).reason, "loss 2: must be 0 to 1", "");
        const auto layer = HsnAbortText([] {
            GroupHosts one;
            one.clients[0]->Join(GROUP, METS_NONE);
        });
        NS_TEST_EXPECT_MSG_NE(layer.find("layer 0 of a group: must be 1"),
                              std::string::npos,
                              layer);
    }
};

/// Base layers are reserved when clients join; what strangers send.
class MetsGroupAdmissionTest : public TestCase
{
  public:
    MetsGroupAdmissionTest()
        : TestCase(
              "MetsGroup: a member whose base layer does not fit is refused; what is malformed")
    {
    }

  private:
    void DoRun() override
    {
        GroupHosts w;
        const auto adapter = CreateObject<MetsAdapter>();
        adapter->SetAttribute("Role", StringValue("Switch"));
        adapter->AddLink(336); // to client 0
        adapter->AddLink(335); // to client 1
        w.server->Open(GROUP, MakeProfile());
        w.server->SetAdmission([&w, adapter](uint16_t, const Address& member, MetsLayer layer) {
            const uint32_t link = member == w.At(0) ? 0 : 1;
            const auto rates = MakeProfile().spec.GetRates();
            const bool fits = adapter->Join(7, link, rates, layer - METS_BL);
            return std::string(fits ? "" : "no room for the base layer");
        });
        w.clients[0]->Join(GROUP, METS_E2);
        w.clients[1]->Join(GROUP, METS_BL);
        const auto told = w.Run();
        NS_TEST_EXPECT_MSG_NE(told.find("ack 0"), std::string::npos, told);
        NS_TEST_EXPECT_MSG_NE(told.find("nak 1"), std::string::npos, told);
        NS_TEST_EXPECT_MSG_EQ(w.server->GetMembers(GROUP).size(), 1, "one of them");

        const uint8_t junk[] = {9, 1, 0, 5, 0, 0, 0, 0};
        w.sockets[1]->SendTo(Create<Packet>(junk, 8),
                             0,
                             MetsHelper::GetPeer(w.hosts.Get(1), w.hosts.Get(0), 1));
        w.sockets[0]->SendTo(Create<Packet>(junk, 8), 0, w.At(0));
        const uint8_t info[] = {1, 1, 0, 5, 0, 0, 0, 0};
        w.sockets[0]->SendTo(Create<Packet>(info, 8), 0, w.At(0));
        w.Run();
        NS_TEST_EXPECT_MSG_EQ(w.server->GetCounters().malformed, 1, "kind 9");
        NS_TEST_EXPECT_MSG_EQ(w.clients[0]->GetDropped(), 2, "kind 9, and a client's kind");
    }
};

/// Octets by hand.
class MetsGroupHeaderTest : public TestCase
{
  public:
    MetsGroupHeaderTest()
        : TestCase("MetsGroupHeader: octets, and which ones are malformed")
    {
    }

  private:
    void DoRun() override
    {
        MetsGroupHeader header;
        header.kind = MetsGroupHeader::PROFILE;
        header.layer = METS_E1;
        header.group = 0x0102;
        header.members = 3;
        header.profile = MakeProfile();
        header.profile.policy.maxLayer = METS_E2;
        header.profile.policy.onDegrade = MetsQosPolicy::DEGRADE_NOTIFY_ONLY;
        const auto packet = Create<Packet>();
        packet->AddHeader(header);
        std::vector<uint8_t> octets(packet->GetSize());
        packet->CopyData(octets.data(), packet->GetSize());
        const std::vector<uint8_t> expected = {
            2,    2,    1,    2,    0, 0, 0,    3, // kind, layer, group, members
            0,    7,    3,    0x10,                // flow, policy
            0,    0,    0x07, 0xd0, 0, 0, 0x1f, 0x40, 0, 0, 0x23, 0x28, // 2000 mHz, 8000, 9000
            0,    0,    0x17, 0x70, 0, 0, 0x0f, 0xa0, 0, 0, 0x13, 0x88, // 6000, 4000, 5000
            0,    0,    0x3e, 0x80, 0, 0, 0x05, 0xdc, 0, 0, 0x06, 0x40, // 16000, 1500, 1600
            0,    0x07, 0xa1, 0x20,                                     // 500 ms
            0,    0x01, 0x86, 0xa0,                                     // 100 ms
            0,    0x0f, 0x42, 0x40,                                     // 1 s
            0x05, 0xf5, 0xe1, 0x00,                                     // 0.1
            1,    0,    0,    0};                                       // adaptive
        NS_TEST_EXPECT_MSG_EQ((octets == expected), true, "as the header says");
        MetsGroupHeader again;
        NS_TEST_EXPECT_MSG_EQ(packet->PeekHeader(again), 68, "read");
        NS_TEST_EXPECT_MSG_EQ_TOL(again.profile.spec.layers[2].frameRate, 16, 1e-9, "rate");
        NS_TEST_EXPECT_MSG_EQ(again.profile.spec.interval, Seconds(1), "interval");
        NS_TEST_EXPECT_MSG_EQ(again.profile.policy.onDegrade,
                              MetsQosPolicy::DEGRADE_NOTIFY_ONLY,
                              "policy");
        // place of an octet, and what makes the message malformed
        const std::vector<std::pair<uint32_t, uint8_t>> wrong = {{0, 0},
                                                                 {0, 9},
                                                                 {1, 0},
                                                                 {1, 4},
                                                                 {10, 4},
                                                                 {11, 0x20},
                                                                 {11, 0x02},
                                                                 {52, 0x7f}, // jitter above delay
                                                                 {64, 3},
                                                                 {60, 0x40}} /* loss above 1 */;
        for (const auto& [place, value] : wrong)
        {
            auto bad = expected;
            bad[place] = value;
            const auto one = Create<Packet>(bad.data(), static_cast<uint32_t>(bad.size()));
            MetsGroupHeader read;
            NS_TEST_EXPECT_MSG_EQ(one->PeekHeader(read), 0, "octet " << place);
        }
        for (const uint32_t size : {7, 67})
        {
            MetsGroupHeader read;
            NS_TEST_EXPECT_MSG_EQ(Create<Packet>(expected.data(), size)->PeekHeader(read),
                                  0,
                                  "of " << size << " octets");
        }
    }
};

HsnTestRegistration g_metsGroupTests("mets-group",
                                     {new MetsGroupLifeTest,
                                      new MetsGroupAdmissionTest,
                                      new MetsGroupHeaderTest});
} // namespace
