// SPDX-License-Identifier: GPL-2.0-only
#include "snmp-manager-client.h"

#include "ns3/abort.h"
#include "ns3/inet-socket-address.h"
#include "ns3/packet.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/udp-socket-factory.h"
#include "ns3/uinteger.h"

namespace ns3
{
namespace hsn
{
NS_OBJECT_ENSURE_REGISTERED(SnmpManagerClient);

TypeId
SnmpManagerClient::GetTypeId()
{
    static TypeId tid = TypeId("ns3::hsn::SnmpManagerClient")
                            .SetParent<Application>()
                            .SetGroupName("Hsn")
                            .AddConstructor<SnmpManagerClient>()
                            .AddAttribute("Remote",
                                          "Socket address of the agent.",
                                          AddressValue(),
                                          MakeAddressAccessor(&SnmpManagerClient::m_remote),
                                          MakeAddressChecker())
                            .AddAttribute("Community",
                                          "What requests name.",
                                          StringValue("public"),
                                          MakeStringAccessor(&SnmpManagerClient::m_community),
                                          MakeStringChecker())
                            .AddAttribute("Timeout",
                                          "Time until a request without response is sent again.",
                                          TimeValue(Seconds(1)),
                                          MakeTimeAccessor(&SnmpManagerClient::m_timeout),
                                          MakeTimeChecker(NanoSeconds(1)))
                            .AddAttribute("Retries",
                                          "How often it is sent again.",
                                          UintegerValue(3),
                                          MakeUintegerAccessor(&SnmpManagerClient::m_retries),
                                          MakeUintegerChecker<uint32_t>(0, 100))
                            .AddAttribute("MaxRepetitions",
                                          "Names that a GetBulkRequest of a walk asks for.",
                                          UintegerValue(10),
                                          MakeUintegerAccessor(&SnmpManagerClient::m_repetitions),
                                          MakeUintegerChecker<uint32_t>(1, 1000));
    return tid;
}

SnmpManagerClient::SnmpManagerClient() = default;
SnmpManagerClient::~SnmpManagerClient() = default;

void
SnmpManagerClient::DoDispose()
{
    m_timer.Cancel();
    m_socket = nullptr;
    m_done = Done();
    Application::DoDispose();
}

void
SnmpManagerClient::StartApplication()
{
    m_socket = Socket::CreateSocket(GetNode(), UdpSocketFactory::GetTypeId());
    m_socket->Bind();
    m_socket->SetRecvCallback(MakeCallback(&SnmpManagerClient::Read, this));
}

void
SnmpManagerClient::StopApplication()
{
    if (m_socket)
    {
        m_socket->SetRecvCallback(MakeNullCallback<void, Ptr<Socket>>());
        m_socket->Close();
        m_socket = nullptr;
    }
    if (m_busy)
    {
        Finish("the client has stopped");
    }
}

uint64_t
SnmpManagerClient::GetRequests() const
{
    return m_sent;
}

void
SnmpManagerClient::Get(const std::vector<SnmpOid>& names, Done done)
{
    SnmpMessage message;
    message.type = SNMP_GET;
    for (const auto& name : names)
    {
        message.bindings.push_back({name, SnmpValue()});
    }
    m_walks = false;
    m_done = done;
    Ask(message);
}

void
SnmpManagerClient::Walk(const SnmpOid& root, Done done)
{
    SnmpMessage message;
    message.type = SNMP_GET_BULK;
    message.index = static_cast<int32_t>(m_repetitions);
    message.bindings = {{root, SnmpValue()}};
    m_walks = true;
    m_root = root;
    m_read.clear();
    m_done = done;
    Ask(message);
}

void
SnmpManagerClient::Ask(SnmpMessage message)
{
    NS_ABORT_MSG_UNLESS(m_socket, "An SnmpManagerClient asks while it runs only");
    NS_ABORT_MSG_IF(m_busy, "An SnmpManagerClient asks one question at a time");
    m_request = message;
    m_request.community = m_community;
    m_request.request = ++m_number;
    m_busy = true;
    m_tries = 0;
    Transmit();
}

void
SnmpManagerClient::Transmit()
{
    const std::string out = m_request.Write();
    ++m_sent;
    m_socket->SendTo(Create<Packet>(reinterpret_cast<const uint8_t*>(out.data()),
                                    static_cast<uint32_t>(out.size())),
                     0,
                     m_remote);
    m_timer = Simulator::Schedule(m_timeout, &SnmpManagerClient::Expire, this);
}

void
SnmpManagerClient::Expire()
{
    if (m_tries++ < m_retries)
    {
        Transmit();
    }
    else
    {
        Finish("no response");
    }
}

void
SnmpManagerClient::Read(Ptr<Socket> socket)
{
    while (auto packet = socket->Recv())
    {
        std::vector<uint8_t> octets(packet->GetSize());
        packet->CopyData(octets.data(), packet->GetSize());
        SnmpMessage message;
        if (message.Read(octets.data(), octets.size()).empty() && m_busy &&
            message.type == SNMP_RESPONSE && message.request == m_request.request)
        {
            Take(message);
        }
    }
}

void
SnmpManagerClient::Take(const SnmpMessage& response)
{
    m_timer.Cancel();
    if (response.error != SNMP_NO_ERROR)
    {
        Finish("error " + std::to_string(response.error) + " of binding " +
               std::to_string(response.index));
        return;
    }
    if (!m_walks)
    {
        m_read = response.bindings;
        Finish("");
        return;
    }
    SnmpOid last = m_request.bindings[0].name;
    for (const auto& one : response.bindings)
    {
        if (one.value.type == SNMP_END_OF_MIB_VIEW || !IsSnmpPrefix(one.name, m_root))
        {
            Finish("");
            return;
        }
        if (!(last < one.name))
        {
            Finish("names do not increase: " + WriteSnmpOid(one.name));
            return;
        }
        last = one.name;
        m_read.push_back(one);
    }
    if (response.bindings.empty())
    {
        Finish("the response is empty");
        return;
    }
    SnmpMessage message = m_request;
    message.bindings[0].name = last;
    m_busy = false;
    Ask(message);
}

void
SnmpManagerClient::Finish(const std::string& error)
{
    m_timer.Cancel();
    m_busy = false;
    const Done done = m_done;
    const auto read = m_read; // a new question may be asked by whom it tells
    if (!done.IsNull())
    {
        done(error, read);
    }
}
} // namespace hsn
} // namespace ns3
