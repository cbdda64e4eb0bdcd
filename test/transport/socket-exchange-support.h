// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * What the sockets of all transport protocols must do over a bad network: exchange streams whose
 * octets are checked, and carry ns-3's applications.
 */
#ifndef HSN_SOCKET_EXCHANGE_SUPPORT_H
#define HSN_SOCKET_EXCHANGE_SUPPORT_H

#include "../hsn-test.h"
#include "stop-wait-support.h"

#include "ns3/bulk-send-helper.h"
#include "ns3/config.h"
#include "ns3/hsn-compat.h"
#include "ns3/on-off-helper.h"
#include "ns3/packet-sink-helper.h"
#include "ns3/packet-sink.h"

#include <cstdint>
#include <memory>
#include <sstream>
#include <string>

namespace ns3
{
namespace hsn
{
/** @brief What a network is like. */
struct NetworkConditions
{
    bool v6{false};      ///< IPv6
    bool udp{false};     ///< in UDP
    double lose{0};      ///< share of packets
    double duplicate{0}; ///< share of packets
    double reorder{0};   ///< share of packets that are late
    double damage{0};    ///< share of packets, and checksums are used

    /** @return what it is */
    std::string GetName() const
    {
        std::ostringstream name;
        name << (v6 ? "IPv6" : "IPv4") << (udp ? " UDP" : "") << " lose " << lose << " duplicate "
             << duplicate << " reorder " << reorder << " damage " << damage;
        return name.str();
    }

    /** @param link gets them @param late delay of late packets @param stream of random variables */
    void Impair(ImpairedChannel& link, Time late = MilliSeconds(30), int64_t stream = 7) const
    {
        link.SetStream(stream);
        link.lose = lose;
        link.duplicate = duplicate;
        link.reorder = reorder;
        link.damage = damage;
        link.extra = late;
    }
};

/** @brief Sets the carrier, and whether there are checksums, while it exists. */
struct CarrierSetting
{
    /** @param udp carrier UDP @param checksum there are checksums */
    explicit CarrierSetting(bool udp, bool checksum = false)
    {
        Config::SetDefault("ns3::hsn::TransportProtocol::Carrier", StringValue(udp ? "Udp" : "Ip"));
        Config::SetGlobal("ChecksumEnabled", BooleanValue(checksum));
    }

    /** @param c conditions */
    explicit CarrierSetting(const NetworkConditions& c)
        : CarrierSetting(c.udp, c.damage > 0)
    {
    }

    CarrierSetting(const CarrierSetting&) = delete;
    CarrierSetting& operator=(const CarrierSetting&) = delete;

    ~CarrierSetting()
    {
        Config::SetDefault("ns3::hsn::TransportProtocol::Carrier", StringValue("Ip"));
        Config::SetGlobal("ChecksumEnabled", BooleanValue(false));
    }
};

/** @brief When duplicate address detection is over and connections begin. */
const Time EXCHANGE_START = Seconds(3);

/** @brief A client sends a request of 20000 octets; when it has ended, the server answers 5000. */
struct SocketExchange
{
    /** @param h two hosts @param factory of the sockets @param to port of the server @param c
     * conditions from the start on @param late delay of late packets */
    SocketExchange(const TcpHosts& h,
                   const std::string& factory,
                   uint16_t to,
                   const NetworkConditions& c,
                   Time late = MilliSeconds(30))
        : hosts(h)
    {
        auto listener = hosts.Make(1, factory);
        listener->Bind(TcpHosts::Any(to, c.v6));
        server = std::make_unique<StreamServer>(listener, 5000);
        server->prototype.answersLast = true;
        ScheduleCall(EXCHANGE_START, [this, factory, to, c, late] {
            c.Impair(*hosts.channel, late);
            client.Use(hosts.Make(0, factory), 0, 1000, 20000);
            client.socket->Connect(hosts.At(1, to, c.v6));
        });
    }

    const TcpHosts& hosts;                ///< two
    StreamEnd client;                     ///< at host 0
    std::unique_ptr<StreamServer> server; ///< at host 1
};

/** @brief A test of sockets that exchange streams or carry applications. */
class SocketExchangeTest : public TestCase
{
  protected:
    using TestCase::TestCase;

    /** @brief The port of a connection that has ended is free. @param socket of it */
    void CheckReleased(Ptr<Socket> socket)
    {
        Address name;
        socket->GetSockName(name);
        NS_TEST_EXPECT_MSG_EQ(InetSocketAddress::ConvertFrom(name).GetPort(), 0, "released");
    }

    /**
     * @brief After an exchange: every octet once and in order, both ends were told of the end, and
     * their ports are free.
     * @param client its end @param server its end @param messages whether boundaries must be kept
     */
    void CheckExchange(const StreamEnd& client, const StreamServer& server, bool messages)
    {
        NS_TEST_EXPECT_MSG_EQ(client.connected, 1, "connected");
        NS_TEST_ASSERT_MSG_EQ(server.ends.size(), 1, "accepted");
        const auto& end = *server.ends[0];
        NS_TEST_EXPECT_MSG_EQ(end.received, client.toSend, "request");
        NS_TEST_EXPECT_MSG_EQ(end.wrong, 0, "request");
        NS_TEST_EXPECT_MSG_EQ(client.received,
                              server.toSend,
                              "answer, after the request had ended");
        NS_TEST_EXPECT_MSG_EQ(client.wrong, 0, "answer");
        NS_TEST_EXPECT_MSG_EQ(client.closed + end.closed, 2, "both ends are told of the end");
        NS_TEST_EXPECT_MSG_EQ(client.broken + end.broken + client.failed, 0, "no errors");
        CheckReleased(client.socket);
        CheckReleased(end.socket);
        if (messages)
        {
            NS_TEST_ASSERT_MSG_EQ(end.sizes.size(), client.toSend / client.piece + 1, "messages");
            NS_TEST_EXPECT_MSG_EQ(end.sizes.front(), client.piece, "boundary");
            NS_TEST_EXPECT_MSG_EQ(end.sizes.back(), client.toSend % client.piece, "boundary");
        }
    }

    /** @brief What ns-3's applications send. */
    struct Pieces
    {
        uint32_t bulk{512};  ///< octets of BulkSend's messages
        uint32_t onOff{500}; ///< octets of OnOff's messages
    };

    /**
     * @brief BulkSend, OnOff and PacketSink, by the name of the factory only.
     * @param hosts two @param factory of the sockets @param c conditions @param late delay of late
     * packets @param stop simulated time @param pieces what they send
     */
    void CheckApplications(const TcpHosts& hosts,
                           const std::string& factory,
                           const NetworkConditions& c,
                           Time late,
                           Time stop,
                           Pieces pieces)
    {
        constexpr uint16_t port = 4000;
        PacketSinkHelper sinks(factory, TcpHosts::Any(port, c.v6));
        auto sink = DynamicCast<PacketSink>(sinks.Install(hosts.nodes.Get(1)).Get(0));
        sink->SetStartTime(Seconds(0));
        BulkSendHelper bulk(factory, hosts.At(1, port, c.v6));
        bulk.SetAttribute("MaxBytes", UintegerValue(60000));
        bulk.SetAttribute("SendSize", UintegerValue(pieces.bulk));
        bulk.Install(hosts.nodes.Get(0)).Start(EXCHANGE_START);
        OnOffHelper onOff(factory, hosts.At(1, port, c.v6));
        onOff.SetConstantRate(DataRate("20kbps"), pieces.onOff);
        onOff.SetAttribute("MaxBytes", UintegerValue(20000));
        onOff.Install(hosts.nodes.Get(0)).Start(EXCHANGE_START);
        ScheduleCall(EXCHANGE_START - MilliSeconds(100), [&] { c.Impair(*hosts.channel, late); });
        Simulator::Stop(stop);
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(sink->GetTotalRx(), 80000, "received by the sink");
    }
};
} // namespace hsn
} // namespace ns3

#endif // HSN_SOCKET_EXCHANGE_SUPPORT_H
