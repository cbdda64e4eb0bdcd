// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * BER against octets from X.690 and RFC 5612, answers against the rules of RFC 3416, section 4.2,
 * and an agent and its client over a link that loses.
 */
#include "../hsn-test.h"
#include "../packet-octets.h"

#include "ns3/error-model.h"
#include "ns3/hsn-compat.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-address-helper.h"
#include "ns3/point-to-point-helper.h"
#include "ns3/pointer.h"
#include "ns3/qos-mib.h"
#include "ns3/qos-monitor.h"
#include "ns3/qos-snmp-view.h"
#include "ns3/simulator.h"
#include "ns3/snmp-agent.h"
#include "ns3/snmp-manager-client.h"
#include "ns3/snmp-message.h"
#include "ns3/snmp-responder.h"
#include "ns3/string.h"
#include "ns3/udp-header.h"
#include "ns3/uinteger.h"

#include <sstream>
#include <string>
#include <utility>
#include <vector>

using namespace ns3;
using namespace ns3::hsn;

namespace
{
constexpr int64_t MS = 1000000;
const SnmpOid SYS_UP_TIME{1, 3, 6, 1, 2, 1, 1, 3, 0};

/// @param octets some octets @return them in hexadecimal
std::string
Hex(const std::string& octets)
{
    return ToHex({octets.begin(), octets.end()});
}

/// @param text hexadecimal @return octets
std::vector<uint8_t>
Unhex(const std::string& text)
{
    std::vector<uint8_t> octets;
    for (size_t i = 0; i + 1 < text.size(); i += 2)
    {
        octets.push_back(static_cast<uint8_t>(std::stoul(text.substr(i, 2), nullptr, 16)));
    }
    return octets;
}

/// @param octets of a message @param message gets it @return empty, or what is wrong
std::string
Read(const std::vector<uint8_t>& octets, SnmpMessage& message)
{
    return message.Read(octets.data(), octets.size());
}

/// The encoding.
class SnmpBerTest : public TestCase
{
  public:
    SnmpBerTest()
        : TestCase("SNMP: values and messages octet by octet, and what is malformed")
    {
    }

  private:
    /// @param value a value @return its octets
    static std::string Write(const SnmpValue& value)
    {
        BerWriter out;
        out.Value(value);
        return Hex(out.Get());
    }

    void DoRun() override
    {
        // X.690, 8.3 and 8.19; RFC 2578, 7.1: unsigned numbers have no sign
        const std::vector<std::pair<SnmpValue, std::string>> values{
            {SnmpValue::Number(SNMP_INTEGER, 0), "020100"},
            {SnmpValue::Number(SNMP_INTEGER, 127), "02017f"},
            {SnmpValue::Number(SNMP_INTEGER, 128), "02020080"},
            {SnmpValue::Number(SNMP_INTEGER, 256), "02020100"},
            {SnmpValue::Number(SNMP_INTEGER, static_cast<uint64_t>(int64_t(-128))), "020180"},
            {SnmpValue::Number(SNMP_INTEGER, static_cast<uint64_t>(int64_t(-129))), "0202ff7f"},
            {SnmpValue::Number(SNMP_INTEGER, static_cast<uint64_t>(int64_t(INT32_MIN))),
             "020480000000"},
            {SnmpValue::Number(SNMP_GAUGE32, UINT64_MAX), "420500ffffffff"},
            {SnmpValue::Number(SNMP_TIME_TICKS, 0), "430100"},
            {SnmpValue::Number(SNMP_COUNTER64, UINT64_MAX), "460900ffffffffffffffff"},
            {SnmpValue::Number(SNMP_COUNTER64, 0x7fffffffffffffff), "46087fffffffffffffff"},
            {SnmpValue::Octets("hsn"), "040368736e"},
            {SnmpValue::Octets(std::string(200, 'a')), "0481c8" + Hex(std::string(200, 'a'))},
            {SnmpValue::Octets(std::string(300, 'a')), "0482012c" + Hex(std::string(300, 'a'))},
            {SnmpValue(), "0500"},
            {SnmpValue::Exception(SNMP_END_OF_MIB_VIEW), "8200"},
            // RFC 5612's number; X.690, 8.19.5: 2.999 is 8837
            {SnmpValue::Oid({1, 3, 6, 1, 4, 1, 32473}), "06082b0601040181fd59"},
            {SnmpValue::Oid({2, 999, 3}), "0603883703"},
            {SnmpValue::Oid({1, 3, UINT32_MAX}), "06062b8fffffff7f"},
        };
        for (const auto& one : values)
        {
            NS_TEST_EXPECT_MSG_EQ(Write(one.first), one.second, one.first.ToString());
            const auto octets = Unhex(one.second);
            BerReader in(octets.data(), octets.size());
            const auto read = in.Value();
            NS_TEST_EXPECT_MSG_EQ((read == one.first), true, one.second);
            NS_TEST_EXPECT_MSG_EQ(in.GetError(), "", one.second);
            NS_TEST_EXPECT_MSG_EQ(in.IsAtEnd(), true, one.second);
        }
        // an agent that leaves out the leading zero of a number without sign
        for (const std::string type : {"41", "42", "43"})
        {
            const auto octets = Unhex(type + "04fffffffe");
            BerReader in(octets.data(), octets.size());
            NS_TEST_EXPECT_MSG_EQ(in.Value().number, 0xfffffffe, type);
            NS_TEST_EXPECT_MSG_EQ(in.GetError(), "", type);
        }
        // X.690, 8.1.3.5: a length in one to four octets; of more, this agent would have no use
        for (const std::string length : {"01", "8101", "820001", "83000001", "8400000001"})
        {
            const auto octets = Unhex("02" + length + "05");
            BerReader in(octets.data(), octets.size());
            NS_TEST_EXPECT_MSG_EQ(in.Value().number, 5, length);
            NS_TEST_EXPECT_MSG_EQ(in.GetError(), "", length);
        }
        const auto longer = Unhex("0285000000000105");
        BerReader in(longer.data(), longer.size());
        in.Value();
        NS_TEST_EXPECT_MSG_EQ(in.GetError(), "length has 5 octets, must be 1 to 4", "five");
        // GetRequest for sysUpTime.0, community public, number 1
        const std::string get = "302602010104067075626c6963a01902010102010002010030"
                                "0e300c06082b060102010103000500";
        SnmpMessage message;
        message.community = "public";
        message.type = SNMP_GET;
        message.request = 1;
        message.bindings = {{SYS_UP_TIME, SnmpValue()}};
        NS_TEST_EXPECT_MSG_EQ(Hex(message.Write()), get, "GetRequest");
        SnmpMessage read;
        NS_TEST_EXPECT_MSG_EQ(Read(Unhex(get), read), "", "it is read");
        NS_TEST_EXPECT_MSG_EQ(read.community, "public", "community");
        NS_TEST_EXPECT_MSG_EQ(read.type, SNMP_GET, "type");
        NS_TEST_EXPECT_MSG_EQ((read.bindings.at(0).name == SYS_UP_TIME), true, "name");
        // each prefix, and an octet more, is refused
        auto octets = Unhex(get);
        for (size_t size = 0; size < octets.size(); ++size)
        {
            NS_TEST_EXPECT_MSG_NE(read.Read(octets.data(), size), "", "prefix of " << size);
        }
        octets.push_back(0);
        NS_TEST_EXPECT_MSG_NE(Read(octets, read), "", "an octet more");
        for (const std::string wrong :
             {"302602010004067075626c6963a019020101020100020100300e300c06082b060102010103000500",
              "302602010104067075626c6963a419020101020100020100300e300c06082b060102010103000500",
              "302602010104067075626c6963a019020101020113020100300e300c06082b060102010103000500",
              "302602010104067075626c6963a019020101020100020100300e300c06082b060102010103000700",
              "302602010104067075626c6963a019020101020100020100300e300c06082b060102010103800500",
              "308002010104067075626c6963a019020101020100020100300e300c06082b060102010103000500",
              "302602010104067075626c6963a019020101020100020100300e300c06082b060102010103000501",
              "302602010104067075626c6963a019020101020100020100300e300c06082bffffffffff03000500"})
        {
            NS_TEST_EXPECT_MSG_NE(Read(Unhex(wrong), read), "", wrong);
        }
        NS_TEST_EXPECT_MSG_EQ(WriteSnmpOid(ReadSnmpOid("1.3.6.1.4294967295")),
                              "1.3.6.1.4294967295",
                              "text");
        for (const char* wrong : {"", "1..3", "1.3.", "1.x", "1.4294967296", "1.-3"})
        {
            NS_TEST_EXPECT_MSG_EQ(ReadSnmpOid(wrong).size(), 0, wrong);
        }
        NS_TEST_EXPECT_MSG_NE(HsnAbortText([] { BerWriter().Oid({1}); }), "", "one arc");
        NS_TEST_EXPECT_MSG_NE(HsnAbortText([] { BerWriter().Oid({1, 40}); }), "", "second arc");
    }
};

/// A monitor with rows, and its MIB.
struct FilledMib
{
    FilledMib()
    {
        mib->SetMonitor(monitor);
        for (const uint64_t id :
             {uint64_t(0x0100), uint64_t(1), uint64_t(0xff), uint64_t(0xfe) << 56})
        {
            auto event = Make(id, QOS_OPEN, 0);
            event.info = QOS_INFO_CONTRACT;
            event.contract = {8000000, 10 * MS, 0, QOS_OUT};
            monitor->GetFifo()->Put(event);
        }
        // connection 1: 1000 octets at 1 ms, a round trip of 20.5 ms
        auto event = Make(1, QOS_SENT, 1);
        event.info = QOS_INFO_PACKET;
        event.packet.bits = 8000;
        monitor->GetFifo()->Put(event);
        event = Make(1, QOS_DELAY, 2);
        event.info = QOS_INFO_DELAY;
        event.delay.rtt = 20500000;
        monitor->GetFifo()->Put(event);
        mib->Update();
    }

    ~FilledMib()
    {
        mib->Dispose();
        monitor->Dispose();
        Simulator::Destroy();
    }

    /// @param id of a connection @param action code @param time ms @return record
    static QosEvent Make(uint64_t id, QosAction action, int64_t time)
    {
        QosEvent event{};
        event.connection = id;
        event.action = action;
        event.time = time * MS;
        return event;
    }

    Ptr<QosMonitor> monitor{CreateObject<QosMonitor>()}; //!< of the host
    Ptr<QosMib> mib{CreateObject<QosMib>()};             //!< its
};

/// Answers.
class SnmpResponderTest : public TestCase
{
  public:
    SnmpResponderTest()
        : TestCase("SNMP: Get, GetNext and GetBulk of the QoS-MIB by the rules of RFC 3416")
    {
    }

  private:
    /// A walk finds connection 0 as well, which has the least index there can be.
    void Zero()
    {
        const FilledMib filled;
        filled.monitor->GetFifo()->Put(FilledMib::Make(0, QOS_OPEN, 3));
        filled.mib->Update();
        const std::string table = "1.3.6.1.4.1.32473.97.1.2.1";
        for (const char* column : {"", ".3"}) // from before the first column, and from its name
        {
            SnmpBinding next;
            const auto name = ReadSnmpOid(table + column);
            NS_TEST_EXPECT_MSG_EQ(QosSnmpView(filled.mib).GetNext(name, next), true, "a row");
            NS_TEST_EXPECT_MSG_EQ(WriteSnmpOid(next.name),
                                  table + ".3.0.0.0.0.0.0.0.0.1",
                                  "connection 0, what is received");
        }
    }

    void DoRun() override
    {
        Zero();
        const FilledMib filled;
        const auto view = Create<QosSnmpView>(filled.mib);
        const SnmpResponder responder(view, 1472);
        const auto ask = [&](SnmpPduType type,
                             const std::vector<SnmpOid>& names,
                             int32_t error = 0,
                             int32_t index = 0) {
            SnmpMessage request;
            request.type = type;
            request.error = error;
            request.index = index;
            for (const auto& name : names)
            {
                request.bindings.push_back({name, SnmpValue()});
            }
            return responder.Respond(request);
        };
        const auto text = [](const SnmpMessage& message) {
            std::string all;
            for (const auto& one : message.bindings)
            {
                all += WriteSnmpOid(one.name) + " " + std::to_string(one.value.type) + " " +
                       one.value.ToString() + "\n";
            }
            return all;
        };
        const std::string root = "1.3.6.1.4.1.32473.97.1.";
        const auto at = [&](const std::string& rest) { return ReadSnmpOid(root + rest); };
        // four connections, the bandwidth's default, the throughput of a window with 8000 bits
        NS_TEST_EXPECT_MSG_EQ(text(ask(SNMP_GET, {at("1.1.0"), at("1.2.0"), at("1.3.0")})),
                              root + "1.1.0 66 4\n" + root + "1.2.0 66 10000000\n" + root +
                                  "1.3.0 66 8000\n",
                              "scalars");
        const std::string row = ".0.0.0.0.0.0.0.1.2";
        NS_TEST_EXPECT_MSG_EQ(
            text(
                ask(SNMP_GET,
                    {at("2.1.3" + row), at("2.1.5" + row), at("2.1.6" + row), at("2.1.13" + row)})),
            root + "2.1.3" + row + " 66 8000\n" + root + "2.1.5" + row + " 66 20500\n" + root +
                "2.1.6" + row + " 66 10250\n" + root + "2.1.13" + row + " 70 1000\n",
            "cells");
        // RFC 3416, 4.2.1: absent instances, and names without any object
        NS_TEST_EXPECT_MSG_EQ(
            text(ask(SNMP_GET, {at("2.1.8" + row), at("2.1.99" + row), at("2.1.3"), at("1.1")})),
            root + "2.1.8" + row + " 129 \n" + root + "2.1.99" + row + " 128 \n" + root +
                "2.1.3 129 \n" + root + "1.1 129 \n",
            "exceptions");
        // a walk: all instances, in the order of their names, as many as are present
        SnmpOid name{1, 3};
        size_t count = 0;
        SnmpBinding next;
        while (view->GetNext(name, next))
        {
            NS_TEST_EXPECT_MSG_EQ((name < next.name), true, WriteSnmpOid(next.name));
            NS_TEST_EXPECT_MSG_EQ((view->Get(next.name) == next.value), true, "Get has the same");
            name = next.name;
            ++count;
        }
        // 3 + 6; 8 rows of throughput, packets, octets, status, age, lastChange; 4 contracts of
        // throughput and of delay; a round trip and a delay
        NS_TEST_EXPECT_MSG_EQ(count, 9 + 8 * 6 + 8 + 2, "instances");
        NS_TEST_EXPECT_MSG_EQ(text(ask(SNMP_GET_NEXT, {name})),
                              WriteSnmpOid(name) + " 130 \n",
                              "end of the view");
        // rows in the order of ids as octets: 1, 0xff, 0x100, 0xfe << 56
        const std::vector<std::pair<std::string, std::string>> steps{
            {"2.1.4", "0.0.0.0.0.0.0.1.2"},
            {"2.1.4.0.0.0.0.0.0.0.1.2", "0.0.0.0.0.0.0.255.2"},
            {"2.1.4.0.0.0.0.0.0.0.1.2.7", "0.0.0.0.0.0.0.255.2"},
            {"2.1.4.0.0.0.0.0.0.0.256", "0.0.0.0.0.0.1.0.2"},
            {"2.1.4.0.0.0.0.0.0.0.255.2", "0.0.0.0.0.0.1.0.2"},
            {"2.1.4.0.300", "254.0.0.0.0.0.0.0.2"},
            {"2.1.4.1", "254.0.0.0.0.0.0.0.2"},
        };
        for (const auto& step : steps)
        {
            const auto found = ask(SNMP_GET_NEXT, {at(step.first)}).bindings.at(0).name;
            NS_TEST_EXPECT_MSG_EQ(WriteSnmpOid(found), root + "2.1.4." + step.second, step.first);
        }
        NS_TEST_EXPECT_MSG_EQ(
            WriteSnmpOid(ask(SNMP_GET_NEXT, {at("2.1.4.4000000000")}).bindings.at(0).name),
            root + "2.1.5.0.0.0.0.0.0.0.1.2",
            "next column");
        // RFC 3416, 4.2.3: one name once, two names three times, in turn
        const auto bulk = ask(SNMP_GET_BULK, {{1, 3}, at("2.1.3"), at("2.1.12")}, 1, 3);
        std::vector<std::string> expected{"1.3.6.1.2.1.1.1.0"};
        for (const char* index :
             {".0.0.0.0.0.0.0.1.1", ".0.0.0.0.0.0.0.1.2", ".0.0.0.0.0.0.0.255.1"})
        {
            expected.push_back(root + "2.1.3" + index);
            expected.push_back(root + "2.1.12" + index);
        }
        NS_TEST_ASSERT_MSG_EQ(bulk.bindings.size(), expected.size(), "bindings");
        for (size_t i = 0; i < expected.size(); ++i)
        {
            NS_TEST_EXPECT_MSG_EQ(WriteSnmpOid(bulk.bindings[i].name), expected[i], i);
        }
        NS_TEST_EXPECT_MSG_EQ(ask(SNMP_GET_BULK, {name}, 0, 1000000).bindings.size(),
                              1,
                              "the end of the view is told once");
        const auto large = ask(SNMP_GET_BULK, {{1, 3}, {1, 3}}, 0, 2147483647);
        NS_TEST_EXPECT_MSG_LT(large.Write().size(), 1473, "a response fits");
        NS_TEST_EXPECT_MSG_GT(large.bindings.size(), 30, "and is filled");
        const auto big = ask(SNMP_GET, std::vector<SnmpOid>(100, at("1.1.0")));
        NS_TEST_EXPECT_MSG_EQ(big.error, SNMP_TOO_BIG, "tooBig");
        NS_TEST_EXPECT_MSG_EQ(big.bindings.size(), 0, "without bindings");
        NS_TEST_EXPECT_MSG_EQ(ask(SNMP_SET, {at("1.1.0")}).error, SNMP_NOT_WRITABLE, "read-only");
        NS_TEST_EXPECT_MSG_NE(HsnAbortText([&] { SnmpResponder(view, 483); }), "", "483 octets");
    }
};

/// A manager.
class SnmpNetworkTest : public TestCase
{
  public:
    SnmpNetworkTest()
        : TestCase(
              "SNMP: a walk over a link that loses equals the exported table; alarms; refusals")
    {
    }

  private:
    void DoRun() override
    {
        FilledMib filled;
        NodeContainer nodes(2);
        InternetStackHelper internet;
        internet.Install(nodes);
        PointToPointHelper link;
        link.SetDeviceAttribute("DataRate", StringValue("5Mbps"));
        const auto devices = link.Install(nodes);
        Ipv4AddressHelper addresses("10.0.0.0", "255.255.255.0");
        const auto hosts = addresses.Assign(devices);
        auto loss = CreateObject<ReceiveListErrorModel>();
        loss->SetList({1, 2}); // the second request, twice
        devices.Get(0)->SetAttribute("ReceiveErrorModel", PointerValue(loss));

        auto agent = CreateObject<SnmpAgent>();
        agent->SetView(Create<QosSnmpView>(filled.mib));
        agent->SetAttribute("TrapTarget",
                            AddressValue(InetSocketAddress(hosts.GetAddress(1), 162)));
        QosSnmpView::ConnectAlarms(filled.mib, agent);
        nodes.Get(0)->AddApplication(agent);
        auto client = CreateObject<SnmpManagerClient>();
        client->SetAttribute("Remote", AddressValue(InetSocketAddress(hosts.GetAddress(0), 161)));
        nodes.Get(1)->AddApplication(client);
        std::vector<SnmpBinding> walk;
        std::string error = "not done";
        double end = 0;
        ScheduleCall(Seconds(1), [&] {
            client->Walk(QosSnmpView::GetRoot(),
                         Sink<const std::string&, const std::vector<SnmpBinding>&>::Make(
                             [&](const std::string& e, const std::vector<SnmpBinding>& read) {
                                 error = e;
                                 walk = read;
                                 end = Simulator::Now().GetSeconds();
                             }));
        });
        // octets that are no message, another community, a response
        std::vector<std::string> dropped;
        agent->TraceConnectWithoutContext(
            "RxDrop",
            Sink<Ptr<const Packet>, const std::string&>::Make(
                [&](Ptr<const Packet>, const std::string& reason) { dropped.push_back(reason); }));
        auto sink =
            Socket::CreateSocket(nodes.Get(1), TypeId::LookupByName("ns3::UdpSocketFactory"));
        sink->Bind(InetSocketAddress(Ipv4Address::GetAny(), 162));
        ScheduleCall(Seconds(10), [&] {
            SnmpMessage message;
            message.community = "other";
            const auto send = [&](const std::string& octets) {
                sink->SendTo(Create<Packet>(reinterpret_cast<const uint8_t*>(octets.data()),
                                            static_cast<uint32_t>(octets.size())),
                             0,
                             InetSocketAddress(hosts.GetAddress(0), 161));
            };
            send(message.Write());
            send("no BER");
            message.community = "public";
            message.type = SNMP_RESPONSE;
            send(message.Write());
        });
        Simulator::Stop(Seconds(30));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(error, "", "the walk has ended");
        NS_TEST_EXPECT_MSG_EQ_TOL(end, 3, 0.2, "a request was sent twice in vain");
        NS_TEST_EXPECT_MSG_EQ(agent->GetCounters().malformed, 1, "malformed");
        NS_TEST_EXPECT_MSG_EQ(agent->GetCounters().strangers, 1, "another community");
        NS_TEST_EXPECT_MSG_EQ(agent->GetCounters().useless, 1, "a response asks for nothing");
        NS_TEST_EXPECT_MSG_EQ(dropped.size(), 3, "traced");
        // the walk against the table, column by column
        size_t i = QosMib::SCALARS;
        NS_TEST_ASSERT_MSG_EQ(walk.size(), 6 + 8 * 6 + 8 + 2, "instances");
        for (size_t column = 0; column < QosMib::COLUMNS; ++column)
        {
            for (const auto& row : filled.mib->GetRows())
            {
                if (column == 12 || !row.Has(column))
                {
                    i += row.Has(column); // the age is that of the last update
                    continue;
                }
                const bool same =
                    walk[i].name == QosSnmpView::NameCell(column, row.connection, row.direction);
                NS_TEST_EXPECT_MSG_EQ(same, true, i);
                ++i;
            }
        }
        Address from;
        auto packet = sink->RecvFrom(from);
        NS_TEST_ASSERT_MSG_NE(packet, nullptr, "a notification");
        std::vector<uint8_t> octets(packet->GetSize());
        packet->CopyData(octets.data(), packet->GetSize());
        SnmpMessage trap;
        NS_TEST_EXPECT_MSG_EQ(Read(octets, trap), "", "it is read");
        NS_TEST_EXPECT_MSG_EQ(trap.type, SNMP_TRAP, "type");
        // RFC 3416, 4.2.6: sysUpTime.0, snmpTrapOID.0; then what the row has when its first window
        // ends, with 8000 bits of the contract's 8 Mbit/s
        NS_TEST_ASSERT_MSG_EQ(trap.bindings.size(), 5, "bindings");
        NS_TEST_EXPECT_MSG_EQ(trap.bindings[0].value.number, 100, "1 s");
        NS_TEST_EXPECT_MSG_EQ(trap.bindings[1].value.ToString(),
                              "1.3.6.1.4.1.32473.97.0.1",
                              "qosConnAlarm");
        NS_TEST_EXPECT_MSG_EQ(trap.bindings[2].value.number, QOS_RED, "status");
        NS_TEST_EXPECT_MSG_EQ(trap.bindings[3].value.number, 8000, "throughput");
        NS_TEST_EXPECT_MSG_EQ(trap.bindings[4].value.number, 10250, "delay, us");
    }
};

/// The exported table.
class QosMibExportTest : public TestCase
{
  public:
    QosMibExportTest()
        : TestCase("QoS: the MIB as CSV and JSON, octet by octet")
    {
    }

  private:
    void DoRun() override
    {
        std::ostringstream csv;
        std::ostringstream json;
        FilledMib filled;
        QosMibExporter::Connect(filled.mib, csv, QosMibExporter::CSV);
        QosMibExporter::Connect(filled.mib, json, QosMibExporter::JSON);
        Simulator::Stop(MilliSeconds(1500));
        Simulator::Run();
        std::istringstream lines(csv.str());
        std::string line;
        std::getline(lines, line);
        NS_TEST_EXPECT_MSG_EQ(line,
                              "time_s,connId,direction,throughput,throughputContract,rtt,delay,"
                              "delayContract,jitter,jitterContract,errorBits,bitErrorRate,packets,"
                              "octets,status,age,lastChange",
                              "head");
        std::getline(lines, line);
        NS_TEST_EXPECT_MSG_EQ(line,
                              "1.000000000,0000000000000001,in,0,,,,,,,,,0,0,1,100,0",
                              "inbound");
        std::getline(lines, line);
        // at 1 s the window (0, 1 s] has the packet of 1 ms; 10.25 ms are 2.5 % off, 8 kb/s 99.9 %
        NS_TEST_EXPECT_MSG_EQ(
            line,
            "1.000000000,0000000000000001,out,8000,8000000,20500,10250,10000,,,,,1,1000,4,"
            "100,100",
            "outbound");
        NS_TEST_EXPECT_MSG_EQ(json.str().find("{\"time_s\": 1, \"connections\": 4, "), 0, "JSON");
        NS_TEST_EXPECT_MSG_NE(json.str().find("\"connId\": \"fe00000000000000\", \"direction\": "
                                              "\"in\", \"throughput\": 0, \"packets\": 0"),
                              std::string::npos,
                              "a row; what is absent is missing");
    }
};

HsnTestRegistration g_snmpTests(
    "snmp",
    {new SnmpBerTest, new SnmpResponderTest, new SnmpNetworkTest, new QosMibExportTest});
} // namespace
