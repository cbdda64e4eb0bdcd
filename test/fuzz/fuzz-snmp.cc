// SPDX-License-Identifier: GPL-2.0-only
// Covers qos/snmp/snmp-ber qos/snmp/snmp-message qos/snmp/snmp-responder qos/snmp/qos-snmp-view
// Covers qos/monitor/qos-profile-text
/**
 * @file
 * libFuzzer target for SNMP: octets as a message to an agent with a filled QoS-MIB, as an object
 * identifier, and as a profile.
 *
 * Input: the octets.
 *
 * Invariants: a message that is read has the same contents when it is written and read again; a
 * response can be read, fits its limit, and its names do not precede those that were asked for; a
 * profile that is read has the same text when it is written, read and written again.
 */
#include "fuzz-support.h"

#include "ns3/qos-mib.h"
#include "ns3/qos-monitor.h"
#include "ns3/qos-profile-text.h"
#include "ns3/qos-snmp-view.h"
#include "ns3/simulator.h"
#include "ns3/snmp-ber.h"
#include "ns3/snmp-message.h"
#include "ns3/snmp-responder.h"

#include <cstdint>
#include <string>
#include <vector>

using namespace ns3;
using namespace ns3::hsn;

namespace
{
constexpr size_t MOST = 600; //!< octets of a response

/// @return a MIB with three connections
Ptr<QosMib>
MakeMib()
{
    auto monitor = CreateObject<QosMonitor>();
    auto mib = CreateObject<QosMib>();
    mib->SetMonitor(monitor);
    for (const uint64_t id : {uint64_t(1), uint64_t(256), UINT64_MAX})
    {
        QosEvent event{};
        event.connection = id;
        event.action = QOS_OPEN;
        event.info = QOS_INFO_CONTRACT;
        event.contract = {1000, 1000, 0, QOS_OUT};
        monitor->GetFifo()->Put(event);
    }
    mib->Update();
    return mib;
}

/// @param message a message @return its octets
std::vector<uint8_t>
Write(const SnmpMessage& message)
{
    const std::string text = message.Write();
    return {text.begin(), text.end()};
}

/// @param a message @param b message @return whether both are the same
bool
IsSame(const SnmpMessage& a, const SnmpMessage& b)
{
    bool same = a.community == b.community && a.type == b.type && a.request == b.request &&
                a.error == b.error && a.index == b.index && a.bindings.size() == b.bindings.size();
    for (size_t i = 0; same && i < a.bindings.size(); ++i)
    {
        same =
            a.bindings[i].name == b.bindings[i].name && a.bindings[i].value == b.bindings[i].value;
    }
    return same;
}

/// @param octets of a message @return bindings of the response
uint32_t
TryMessage(const std::vector<uint8_t>& octets)
{
    SnmpMessage message;
    if (!message.Read(octets.data(), octets.size()).empty())
    {
        return 0;
    }
    const auto written = Write(message);
    SnmpMessage again;
    HSN_REQUIRE(again.Read(written.data(), written.size()).empty());
    HSN_REQUIRE(IsSame(message, again));
    if (!SnmpResponder::IsRequest(message.type))
    {
        return 1;
    }
    static const SnmpResponder responder(Create<QosSnmpView>(MakeMib()), MOST);
    const SnmpMessage response = responder.Respond(message);
    const auto answer = Write(response);
    HSN_REQUIRE(again.Read(answer.data(), answer.size()).empty());
    HSN_REQUIRE(IsSame(response, again));
    if (message.type != SNMP_SET && message.community.size() < 100)
    {
        HSN_REQUIRE(answer.size() <= MOST);
    }
    for (size_t i = 0; i < response.bindings.size() && i < message.bindings.size(); ++i)
    {
        HSN_REQUIRE(!(response.bindings[i].name < message.bindings[i].name));
    }
    return static_cast<uint32_t>(response.bindings.size()) + 1;
}

/// @param text of a profile @return whether it is one
bool
TryProfile(const std::string& text)
{
    QosProfile profile;
    if (!ReadQosProfile(text, profile).empty())
    {
        return false;
    }
    const std::string written = WriteQosProfile(profile);
    QosProfile again;
    HSN_REQUIRE(ReadQosProfile(written, again).empty());
    HSN_REQUIRE(WriteQosProfile(again) == written);
    return true;
}
} // namespace

namespace ns3
{
namespace hsn
{
uint32_t
TryInput(FuzzInput in)
{
    std::vector<uint8_t> octets(in.GetLeft());
    in.Fill(octets.data(), octets.size());
    const std::string text(octets.begin(), octets.end());
    const uint32_t profiles = TryProfile(text) ? 1 : 0;
    const auto oid = ReadSnmpOid(text);
    HSN_REQUIRE(oid.empty() || ReadSnmpOid(WriteSnmpOid(oid)) == oid);
    return profiles + static_cast<uint32_t>(oid.size()) + TryMessage(octets);
}

std::vector<FuzzSeed>
MakeSeeds()
{
    const auto make =
        [](SnmpPduType type, const std::vector<SnmpOid>& names, int32_t error, int32_t index) {
            SnmpMessage message;
            message.community = "public";
            message.type = type;
            message.request = 1;
            message.error = error;
            message.index = index;
            for (const auto& name : names)
            {
                message.bindings.push_back({name, SnmpValue()});
            }
            return FuzzOutput().Octets(Write(message));
        };
    const auto text = [](const std::string& octets) {
        return FuzzOutput().Octets(std::vector<uint8_t>(octets.begin(), octets.end()));
    };
    SnmpMessage values;
    values.type = SNMP_TRAP;
    values.bindings = {
        {{1, 3}, SnmpValue::Number(SNMP_COUNTER64, UINT64_MAX)},
        {{2, 999}, SnmpValue::Octets(std::string(130, 'a'))},
        {{1, 3, 6, 1}, SnmpValue::Oid({1, 3, UINT32_MAX})},
        {{1, 3, 6, 2}, SnmpValue::Number(SNMP_INTEGER, static_cast<uint64_t>(int64_t(-129)))},
        {{1, 3, 6, 3}, SnmpValue::Exception(SNMP_NO_SUCH_INSTANCE)}};
    return {
        {"get", make(SNMP_GET, {QosSnmpView::NameCell(0, 256, QOS_OUT)}, 0, 0)},
        {"get-next", make(SNMP_GET_NEXT, {QosSnmpView::GetRoot()}, 0, 0)},
        {"bulk", make(SNMP_GET_BULK, {{1, 3}, QosSnmpView::GetRoot()}, 1, 10)},
        {"bulk-all", make(SNMP_GET_BULK, {{1, 3}}, 0, 2147483647)},
        {"set", make(SNMP_SET, {QosSnmpView::NameScalar(0)}, 0, 0)},
        {"index-beyond",
         make(SNMP_GET_NEXT, {{1, 3, 6, 1, 4, 1, 32473, 97, 1, 2, 1, 3, 0, 256}}, 0, 0)},
        {"values", FuzzOutput().Octets(Write(values))},
        {"oid", text("1.3.6.1.4.1.32473.97")},
        {"profile", text("rate 2e6 5e5\ndelay 100 250\nfeature colour required\n")},
    };
}
} // namespace hsn
} // namespace ns3
