// SPDX-License-Identifier: GPL-2.0-only
#include "snmp-agent.h"

#include "ns3/abort.h"
#include "ns3/inet-socket-address.h"
#include "ns3/log.h"
#include "ns3/packet.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/udp-socket-factory.h"
#include "ns3/uinteger.h"

namespace ns3
{
namespace hsn
{
NS_LOG_COMPONENT_DEFINE("HsnSnmpAgent");
NS_OBJECT_ENSURE_REGISTERED(SnmpAgent);

TypeId
SnmpAgent::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::hsn::SnmpAgent")
            .SetParent<Application>()
            .SetGroupName("Hsn")
            .AddConstructor<SnmpAgent>()
            .AddAttribute("Port",
                          "UDP port.",
                          UintegerValue(161),
                          MakeUintegerAccessor(&SnmpAgent::m_port),
                          MakeUintegerChecker<uint16_t>(1))
            .AddAttribute("Community",
                          "What a request must name.",
                          StringValue("public"),
                          MakeStringAccessor(&SnmpAgent::m_community),
                          MakeStringChecker())
            .AddAttribute("MaxMessage",
                          "Octets of a response.",
                          UintegerValue(1472),
                          MakeUintegerAccessor(&SnmpAgent::m_most),
                          MakeUintegerChecker<uint32_t>(SnmpResponder::LEAST_MESSAGE, 65507))
            .AddAttribute("TrapTarget",
                          "Socket address that notifications are sent to; none if it is invalid.",
                          AddressValue(),
                          MakeAddressAccessor(&SnmpAgent::m_target),
                          MakeAddressChecker())
            .AddTraceSource("Rx",
                            "A request that is answered.",
                            MakeTraceSourceAccessor(&SnmpAgent::m_rx),
                            "ns3::hsn::SnmpAgent::MessageTracedCallback")
            .AddTraceSource("Tx",
                            "A response or notification.",
                            MakeTraceSourceAccessor(&SnmpAgent::m_tx),
                            "ns3::hsn::SnmpAgent::MessageTracedCallback")
            .AddTraceSource("RxDrop",
                            "A message that is not answered, and why.",
                            MakeTraceSourceAccessor(&SnmpAgent::m_rxDrop),
                            "ns3::hsn::SnmpAgent::DropTracedCallback");
    return tid;
}

SnmpAgent::SnmpAgent() = default;
SnmpAgent::~SnmpAgent() = default;

void
SnmpAgent::SetView(Ptr<const SnmpView> view)
{
    m_view = view;
}

const SnmpAgent::Counters&
SnmpAgent::GetCounters() const
{
    return m_counters;
}

void
SnmpAgent::DoDispose()
{
    m_socket = nullptr;
    m_view = nullptr;
    Application::DoDispose();
}

void
SnmpAgent::StartApplication()
{
    NS_ABORT_MSG_UNLESS(m_view, "An SnmpAgent needs a view");
    m_socket = Socket::CreateSocket(GetNode(), UdpSocketFactory::GetTypeId());
    NS_ABORT_MSG_IF(m_socket->Bind(InetSocketAddress(Ipv4Address::GetAny(), m_port)) != 0,
                    "SnmpAgent: port " << m_port << " of node " << GetNode()->GetId()
                                       << " is in use");
    m_socket->SetRecvCallback(MakeCallback(&SnmpAgent::Read, this));
}

void
SnmpAgent::StopApplication()
{
    if (m_socket)
    {
        m_socket->SetRecvCallback(MakeNullCallback<void, Ptr<Socket>>());
        m_socket->Close();
        m_socket = nullptr;
    }
}

void
SnmpAgent::Read(Ptr<Socket> socket)
{
    Address from;
    while (auto packet = socket->RecvFrom(from))
    {
        Answer(packet, from);
    }
}

void
SnmpAgent::Answer(Ptr<Packet> packet, const Address& from)
{
    std::vector<uint8_t> octets(packet->GetSize());
    packet->CopyData(octets.data(), packet->GetSize());
    SnmpMessage message;
    std::string reason = message.Read(octets.data(), octets.size());
    if (!reason.empty())
    {
        ++m_counters.malformed;
    }
    else if (message.community != m_community)
    {
        ++m_counters.strangers;
        reason = "another community";
    }
    else if (!SnmpResponder::IsRequest(message.type))
    {
        ++m_counters.useless;
        reason = "PDU asks for nothing";
    }
    if (!reason.empty())
    {
        NS_LOG_INFO("Drops a message: " << reason);
        m_rxDrop(packet, reason);
        return;
    }
    ++m_counters.requests;
    m_rx(message);
    const SnmpMessage response = SnmpResponder(m_view, m_most).Respond(message);
    const std::string out = response.Write();
    m_tx(response);
    m_socket->SendTo(Create<Packet>(reinterpret_cast<const uint8_t*>(out.data()),
                                    static_cast<uint32_t>(out.size())),
                     0,
                     from);
}

void
SnmpAgent::SendTrap(const SnmpOid& notification, const std::vector<SnmpBinding>& bindings)
{
    if (!m_socket || m_target.IsInvalid())
    {
        return;
    }
    SnmpMessage trap;
    trap.community = m_community;
    trap.type = SNMP_TRAP;
    trap.request = ++m_trap;
    // sysUpTime.0 and snmpTrapOID.0 (RFC 3416, section 4.2.6)
    const auto ticks = static_cast<uint64_t>(Simulator::Now().GetMilliSeconds() / 10);
    trap.bindings = {{{1, 3, 6, 1, 2, 1, 1, 3, 0}, SnmpValue::Number(SNMP_TIME_TICKS, ticks)},
                     {{1, 3, 6, 1, 6, 3, 1, 1, 4, 1, 0}, SnmpValue::Oid(notification)}};
    trap.bindings.insert(trap.bindings.end(), bindings.begin(), bindings.end());
    const std::string out = trap.Write();
    ++m_counters.traps;
    m_tx(trap);
    m_socket->SendTo(Create<Packet>(reinterpret_cast<const uint8_t*>(out.data()),
                                    static_cast<uint32_t>(out.size())),
                     0,
                     m_target);
}
} // namespace hsn
} // namespace ns3
