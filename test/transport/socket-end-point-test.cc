// SPDX-License-Identifier: GPL-2.0-only
#include "../hsn-test.h"
#include "stop-wait-support.h"

#include "ns3/attribute-copy.h"
#include "ns3/double.h"
#include "ns3/indexed-tcp-socket.h"
#include "ns3/pointer.h"
#include "ns3/socket-keeper.h"
#include "ns3/tcp-l4-protocol.h"
#include "ns3/tick-clock.h"
#include "ns3/transport-socket-factory.h"

#include <cstdint>
#include <set>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

namespace ns3
{
namespace hsn
{
namespace
{
constexpr uint16_t POINT_PORT = 4000; ///< of servers

/// Name of the factory of ns-3's UDP.
const std::string NS3_UDP = "ns3::UdpSocketFactory";

/** @brief Errors of binding, against ns-3's sockets. */
class BindErrorTest : public TestCase
{
  public:
    BindErrorTest()
        : TestCase("Binding fails with the errors of ns-3's TCP and UDP sockets; names")
    {
    }

  private:
    void DoRun() override
    {
        NS_TEST_EXPECT_MSG_EQ(Bind(NS3_TCP, false), Bind(NS3_UDP, false), "ns-3's own agree");
        // ns-3's TCP has a peer name before it has a peer, and closed sockets keep their ports
        const auto theirs = Bind(NS3_UDP, true);
        for (const auto& factory : {STOP_WAIT_STREAM, STOP_WAIT_MESSAGE, HSN_TCP})
        {
            NS_TEST_EXPECT_MSG_EQ(Bind(factory, true), theirs, factory);
            CheckNames(factory);
        }
    }

    /// Names that were asked for before Connect() are not those after it.
    /// @param factory name
    void CheckNames(const std::string& factory)
    {
        TcpHosts hosts;
        auto socket = hosts.Make(0, factory);
        NS_TEST_EXPECT_MSG_EQ(socket->Bind(TcpHosts::Any(POINT_PORT)), 0, factory);
        Address name;
        NS_TEST_EXPECT_MSG_EQ(socket->GetSockName(name), 0, factory);
        NS_TEST_EXPECT_MSG_EQ((name == TcpHosts::Any(POINT_PORT)), true, factory << ": any");
        NS_TEST_EXPECT_MSG_EQ(socket->GetPeerName(name), -1, factory << ": no peer");
        NS_TEST_EXPECT_MSG_EQ(socket->Connect(hosts.At(1, POINT_PORT)), 0, factory);
        NS_TEST_EXPECT_MSG_EQ(socket->GetSockName(name), 0, factory);
        NS_TEST_EXPECT_MSG_EQ((name == hosts.At(0, POINT_PORT)), true, factory << ": source");
        NS_TEST_EXPECT_MSG_EQ(socket->GetPeerName(name), 0, factory);
        NS_TEST_EXPECT_MSG_EQ((name == hosts.At(1, POINT_PORT)), true, factory << ": peer");
    }

    /** @param factory name @param more also names and Close() @return results of the same calls, as
     * text */
    static std::string Bind(const std::string& factory, bool more)
    {
        TcpHosts hosts(3);
        std::string text;
        std::vector<Ptr<Socket>> sockets;
        const auto bind = [&](const Address& address) {
            auto socket = hosts.Make(0, factory);
            const int result = socket->Bind(address);
            text += result == 0 ? "ok " : std::to_string(socket->GetErrno()) + " ";
            sockets.push_back(socket);
        };
        const Ipv4Address own("10.0.0.1");
        const Ipv6Address own6 = hosts.addresses[0];
        bind(InetSocketAddress(own, POINT_PORT));
        bind(InetSocketAddress(own, POINT_PORT));
        bind(InetSocketAddress(Ipv4Address::GetAny(), POINT_PORT));
        bind(InetSocketAddress(Ipv4Address::GetAny(), POINT_PORT));
        bind(InetSocketAddress(own, 0));
        bind(InetSocketAddress(Ipv4Address::GetAny(), 0));
        bind(Inet6SocketAddress(own6, POINT_PORT));
        bind(Inet6SocketAddress(own6, POINT_PORT));
        bind(Inet6SocketAddress(Ipv6Address::GetAny(), POINT_PORT));
        bind(Inet6SocketAddress(Ipv6Address::GetAny(), POINT_PORT));
        bind(Inet6SocketAddress(own6, 0));
        bind(Mac48Address("00:00:00:00:00:01"));
        if (more)
        {
            for (const auto& socket : sockets)
            {
                Address name;
                socket->GetSockName(name);
                text += std::to_string(Inet6SocketAddress::IsMatchingType(name)
                                           ? Inet6SocketAddress::ConvertFrom(name).GetPort()
                                           : InetSocketAddress::ConvertFrom(name).GetPort());
                Address peer;
                text += socket->GetPeerName(peer) == -1 ? " " : "peer ";
            }
            sockets[0]->Close();
            bind(InetSocketAddress(own, POINT_PORT)); // the port is free again
        }
        for (const auto& socket : sockets)
        {
            socket->Close();
        }
        return text;
    }
};

/** @brief All ephemeral ports in use. */
class NoPortTest : public TestCase
{
  public:
    NoPortTest()
        : TestCase("Without a free ephemeral port, binding fails as in ns-3's UDP")
    {
    }

  private:
    void DoRun() override
    {
        const auto theirs = Exhaust(NS3_UDP);
        NS_TEST_EXPECT_MSG_EQ((Exhaust(STOP_WAIT_STREAM) == theirs), true, "ports and error");
        // 49152 to 65535 (RFC 6335, section 6)
        NS_TEST_EXPECT_MSG_EQ(theirs.first, 16384, "ports");
    }

    /** @param factory name @return how many sockets could be bound, and the error of the next */
    static std::pair<uint32_t, int> Exhaust(const std::string& factory)
    {
        TcpHosts hosts;
        std::vector<Ptr<Socket>> sockets;
        int error = 0;
        while (error == 0 && sockets.size() < 65536)
        {
            auto socket = hosts.Make(0, factory);
            if (socket->Bind(InetSocketAddress(Ipv4Address("10.0.0.1"), 0)) == 0)
            {
                sockets.push_back(socket);
            }
            else
            {
                error = socket->GetErrno();
            }
        }
        return {static_cast<uint32_t>(sockets.size()), error};
    }
};

/** @brief Who keeps sockets alive. */
class KeeperTest : public TestCase
{
  public:
    KeeperTest()
        : TestCase("Dropped sockets deliver, closed ones are freed, disposal in any order is clean")
    {
    }

  private:
    void DoRun() override
    {
        for (const auto& factory : {STOP_WAIT_STREAM, STOP_WAIT_MESSAGE, HSN_TCP})
        {
            CheckDropped(factory);
            for (const bool nodeFirst : {false, true})
            {
                CheckDisposal(factory, nodeFirst);
            }
        }
    }

    /** @param factory name */
    void CheckDropped(const std::string& factory)
    {
        TcpHosts hosts;
        auto listener = hosts.Make(1, factory);
        listener->Bind(TcpHosts::Any(POINT_PORT));
        StreamServer server(listener, 0);
        const auto keeper = SocketKeeper::Get(hosts.nodes.Get(0));
        {
            auto socket = hosts.Make(0, factory);
            NS_TEST_EXPECT_MSG_EQ(keeper->GetN(), 0, factory << ": not bound");
            socket->Connect(hosts.At(1, POINT_PORT));
            NS_TEST_EXPECT_MSG_EQ(keeper->GetN(), 1, factory << ": bound");
            for (uint32_t sent = 0; sent < 20000; sent += 1000)
            {
                socket->Send(MakeOctets(0, sent, 1000), 0);
            }
            socket->Close();
        }
        Simulator::Stop(Seconds(400)); // TIME-WAIT takes 240 s
        Simulator::Run();
        NS_TEST_ASSERT_MSG_EQ(server.ends.size(), 1, factory << ": connection");
        NS_TEST_EXPECT_MSG_EQ(server.ends[0]->received, 20000, factory << ": all is delivered");
        NS_TEST_EXPECT_MSG_EQ(server.ends[0]->wrong, 0, factory << ": all is delivered");
        NS_TEST_EXPECT_MSG_EQ(keeper->GetN(), 0, factory << ": freed");
        // the listener alone is left, and nobody else holds the accepted socket
        NS_TEST_EXPECT_MSG_EQ(SocketKeeper::Get(hosts.nodes.Get(1))->GetN(), 1, factory);
        NS_TEST_EXPECT_MSG_EQ(server.ends[0]->socket->GetReferenceCount(), 1, factory);
        listener->Close();
        NS_TEST_EXPECT_MSG_EQ(SocketKeeper::Get(hosts.nodes.Get(1))->GetN(), 0, factory);
    }

    /** @param factory name @param nodeFirst the nodes go before the sockets */
    void CheckDisposal(const std::string& factory, bool nodeFirst)
    {
        Ptr<Socket> kept;
        Ptr<TcpL4Protocol> tcp;
        {
            TcpHosts hosts;
            tcp = hosts.nodes.Get(0)->GetObject<TcpL4Protocol>();
            auto listener = hosts.Make(1, factory);
            listener->Bind(TcpHosts::Any(POINT_PORT));
            StreamServer server(listener, 5000);
            server.prototype.reads = false;
            kept = hosts.Make(0, factory);
            kept->Connect(hosts.At(1, POINT_PORT));
            kept->Send(Create<Packet>(3000), 0);
            Simulator::Stop(MilliSeconds(18));
            Simulator::Run();
            if (nodeFirst)
            {
                hosts.nodes.Get(0)->Dispose();
                hosts.nodes.Get(1)->Dispose();
            }
            else
            {
                kept = nullptr;
            }
        }
        NS_TEST_EXPECT_MSG_EQ(tcp->GetReferenceCount(), 1, factory << ": the node's TCP is free");
        if (kept)
        {
            NS_TEST_EXPECT_MSG_EQ(kept->GetReferenceCount(), 1, factory << ": nobody else has it");
            NS_TEST_EXPECT_MSG_EQ(kept->Send(Create<Packet>(1), 0), -1, factory << ": no node");
            NS_TEST_EXPECT_MSG_EQ(kept->Close(), 0, factory << ": no node");
        }
    }
};

/** @brief Sets every attribute of a class to something else, and copies it. */
class AttributeCopyTest : public TestCase
{
  public:
    AttributeCopyTest()
        : TestCase("Every attribute of a listening socket arrives in the accepted one")
    {
    }

  private:
    void DoRun() override
    {
        uint32_t classes = 0;
        for (const TypeId& factory : HsnInternetHelper::GetFactories())
        {
            TcpHosts hosts;
            const auto node = hosts.nodes.Get(0);
            const auto made = node->GetObject<TransportSocketFactory>(factory);
            if (!made)
            {
                continue; // needs more than these hosts have
            }
            auto a = made->CreateSocket();
            auto b = made->CreateSocket();
            const uint32_t changed = Change(*a);
            const uint32_t different = CountDifferent(*a, *b);
            CopyAttributes(*a, *b);
            NS_TEST_EXPECT_MSG_EQ(CountDifferent(*a, *b), 0, factory.GetName());
            NS_TEST_EXPECT_MSG_GT(different + 1, changed, factory.GetName());
            ++classes;
        }
        NS_TEST_EXPECT_MSG_GT(classes, 3, "classes");
        CheckAccepted();
        TcpHosts hosts;
        auto tcp = hosts.Make(0, HSN_TCP);
        auto stream = hosts.Make(0, STOP_WAIT_STREAM);
        NS_TEST_EXPECT_MSG_NE(HsnAbortText([&] { CopyAttributes(*tcp, *stream); }), "", "classes");
    }

    /** @brief A real connection. */
    void CheckAccepted()
    {
        for (const auto& factory : {HSN_TCP, STOP_WAIT_STREAM, STOP_WAIT_MESSAGE})
        {
            TcpHosts hosts;
            auto listener = hosts.Make(1, factory);
            for (const char* name : {"SndBufSize", "RcvBufSize"})
            {
                listener->SetAttribute(name, UintegerValue(77777));
            }
            listener->SetIpTos(8);
            listener->SetPriority(5);
            listener->Bind(TcpHosts::Any(POINT_PORT));
            StreamServer server(listener, 0);
            auto client = hosts.Make(0, factory);
            client->Connect(hosts.At(1, POINT_PORT));
            Simulator::Stop(Seconds(1));
            Simulator::Run();
            NS_TEST_ASSERT_MSG_EQ(server.ends.size(), 1, factory);
            const auto accepted = server.ends[0]->socket;
            NS_TEST_EXPECT_MSG_EQ(CountDifferent(*listener, *accepted), 0, factory);
            NS_TEST_EXPECT_MSG_EQ(+accepted->GetIpTos(), 8, factory);
            NS_TEST_EXPECT_MSG_EQ(+accepted->GetPriority(), 5, factory);
        }
    }

    /// @param attribute of a class @return whether it can be read and set, and is plain
    static bool IsPlain(const TypeId::AttributeInformation& attribute)
    {
        const std::string type = attribute.checker->GetValueTypeName();
        return attribute.accessor->HasGetter() && attribute.accessor->HasSetter() &&
               (attribute.flags & TypeId::ATTR_GET) && (attribute.flags & TypeId::ATTR_SET) &&
               type != "ns3::CallbackValue" && type != "ns3::PointerValue";
    }

    /// @param tid class @return its plain attributes, and those of its parents
    static std::vector<TypeId::AttributeInformation> FindPlain(TypeId tid)
    {
        std::vector<TypeId::AttributeInformation> found;
        for (;; tid = tid.GetParent())
        {
            for (std::size_t i = 0; i < tid.GetAttributeN(); ++i)
            {
                if (IsPlain(tid.GetAttribute(i)))
                {
                    found.push_back(tid.GetAttribute(i));
                }
            }
            if (!tid.HasParent())
            {
                return found;
            }
        }
    }

    /// @param object an object @param attribute of it @return its value
    static std::string Read(const Object& object, const TypeId::AttributeInformation& attribute)
    {
        const auto value = attribute.checker->Create();
        attribute.accessor->Get(&object, *value);
        return value->SerializeToString(attribute.checker);
    }

    /// @param object whose attributes are set to other values @return how many
    static uint32_t Change(Object& object)
    {
        uint32_t changed = 0;
        for (const auto& attribute : FindPlain(object.GetInstanceTypeId()))
        {
            const std::string before = Read(object, attribute);
            const std::string type = attribute.checker->GetValueTypeName();
            std::vector<std::string> others;
            if (type == "ns3::BooleanValue")
            {
                others = {"true", "false"};
            }
            else if (type == "ns3::UintegerValue" || type == "ns3::IntegerValue")
            {
                others = {"4", "3", "2", "5"};
            }
            else if (type == "ns3::DoubleValue")
            {
                others = {"0.5", "0.25", "3"};
            }
            else if (type == "ns3::TimeValue")
            {
                others = {"+1234567ns", "+2345678ns"};
            }
            else if (type == "ns3::EnumValue")
            {
                // the checker tells its values: A|B|C
                std::istringstream names(attribute.checker->GetUnderlyingTypeInformation());
                for (std::string name; std::getline(names, name, '|');)
                {
                    others.push_back(name);
                }
            }
            for (const auto& other : others)
            {
                if (other != before &&
                    object.SetAttributeFailSafe(attribute.name, StringValue(other)) &&
                    Read(object, attribute) != before)
                {
                    ++changed;
                    break;
                }
            }
        }
        return changed;
    }

    /// @param a an object @param b another one of its class @return attributes that differ
    static uint32_t CountDifferent(const Object& a, const Object& b)
    {
        uint32_t different = 0;
        for (const auto& attribute : FindPlain(a.GetInstanceTypeId()))
        {
            different += Read(a, attribute) != Read(b, attribute);
        }
        return different;
    }
};

/** @brief The helper that installs all of it. */
class InternetHelperTest : public TestCase
{
  public:
    InternetHelperTest()
        : TestCase("HsnInternetHelper: all factories, by name, errors, twice, streams")
    {
    }

  private:
    void DoRun() override
    {
        const auto factories = HsnInternetHelper::GetFactories();
        std::set<std::string> names;
        for (const auto& tid : factories)
        {
            names.insert(tid.GetName());
        }
        for (const auto& name : {HSN_TCP,
                                 STOP_WAIT_STREAM,
                                 STOP_WAIT_MESSAGE,
                                 std::string("ns3::hsn::FecUdpSocketFactory")})
        {
            NS_TEST_EXPECT_MSG_EQ(names.count(name), 1, name);
        }
        NodeContainer nodes(2);
        NodeContainer bare(1);
        InternetStackHelper().Install(nodes);
        const HsnInternetHelper helper;
        // one, by name
        helper.Install(nodes.Get(0), STOP_WAIT_STREAM);
        const auto find = [](Ptr<Node> node, const std::string& name) {
            return node->GetObject<TransportSocketFactory>(TypeId::LookupByName(name));
        };
        NS_TEST_EXPECT_MSG_NE(find(nodes.Get(0), STOP_WAIT_STREAM), nullptr, "installed");
        NS_TEST_EXPECT_MSG_EQ(find(nodes.Get(0), STOP_WAIT_MESSAGE), nullptr, "not asked for");
        // all; what is there stays
        const auto first = find(nodes.Get(0), STOP_WAIT_STREAM);
        const auto protocol = nodes.Get(0)->GetObject<StopWaitProtocol>();
        for (int times = 0; times < 2; ++times)
        {
            helper.Install(nodes);
            NS_TEST_EXPECT_MSG_EQ(find(nodes.Get(0), STOP_WAIT_STREAM), first, "once only");
            NS_TEST_EXPECT_MSG_EQ(nodes.Get(0)->GetObject<StopWaitProtocol>(), protocol, "once");
        }
        for (const auto& tid : factories)
        {
            ObjectFactory factory;
            factory.SetTypeId(tid);
            const bool possible =
                factory.Create<TransportSocketFactory>()->FindObstacle(nodes.Get(1)).empty();
            NS_TEST_EXPECT_MSG_EQ((find(nodes.Get(1), tid.GetName()) != nullptr),
                                  possible,
                                  tid.GetName());
        }
        // errors say what is wrong
        const auto text = [&](const NodeContainer& where, const std::string& name) {
            return HsnAbortText([&] { helper.Install(where, name); });
        };
        const auto contains = [](const std::string& whole, const std::string& part) {
            return whole.find(part) != std::string::npos;
        };
        NS_TEST_EXPECT_MSG_EQ(contains(text(nodes, "ns3::hsn::Nothing"), "ns3::hsn::Nothing"),
                              true,
                              "no such class");
        NS_TEST_EXPECT_MSG_EQ(contains(text(nodes, "ns3::UdpSocketFactory"),
                                       "is not a class of TransportSocketFactory"),
                              true,
                              "not one of ours");
        NS_TEST_EXPECT_MSG_EQ(contains(text(bare, STOP_WAIT_STREAM), "has no Internet stack"),
                              true,
                              "no stack");
        NS_TEST_EXPECT_MSG_EQ(
            contains(HsnAbortText([&] { helper.Install(bare); }), "has no Internet stack"),
            true,
            "no stack");
        // streams: the same for the same nodes, one after the other
        const int64_t one = helper.AssignStreams(nodes.Get(0), 100);
        NS_TEST_EXPECT_MSG_EQ(helper.AssignStreams(nodes, 100), 2 * one, "streams");
        Simulator::Destroy();
    }
};

HsnTestRegistration g_socketEndPointTests(
    "socket-end-point",
    {new BindErrorTest, new KeeperTest, new AttributeCopyTest, new InternetHelperTest});
HsnTestRegistration g_socketEndPointSlowTests("socket-end-point-slow", {new NoPortTest}, true);
} // namespace
} // namespace hsn
} // namespace ns3
