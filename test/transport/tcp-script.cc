// SPDX-License-Identifier: GPL-2.0-only
#include "tcp-script.h"

#include "tcp-script-text.h"

#include "ns3/boolean.h"
#include "ns3/global-value.h"
#include "ns3/indexed-tcp-socket.h"
#include "ns3/inet-socket-address.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4.h"
#include "ns3/simple-channel.h"
#include "ns3/simple-net-device.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/tcp-l4-protocol.h"

#include <algorithm>
#include <cstring>
#include <exception>
#include <sstream>

namespace ns3
{
namespace hsn
{
namespace
{
/** Time allowed for immediate consequences before the script checks the outcome. */
const Time SETTLE = MicroSeconds(1);

} // namespace

TcpScriptPlayer::TcpScriptPlayer(const std::string& factory,
                                 const std::function<void(Ptr<Node>)>& install)
    : m_factory(factory),
      m_install(install)
{
    m_values = {{"state", "CLOSED"},
                {"congestion", TcpSocketState::TcpCongStateName[TcpSocketState::CA_OPEN]},
                {"drops", "0"},
                {"received", "0"},
                {"connected", "0"},
                {"failed", "0"},
                {"closed", "0"},
                {"reset", "0"},
                {"eof", "0"}};
}

std::string
TcpScriptPlayer::Play(const std::string& script)
{
    std::istringstream stream(script);
    std::string line;
    while (std::getline(stream, line))
    {
        m_lines.push_back(line.substr(0, line.find('#')));
    }
    BuildNode();
    Simulator::ScheduleNow(&TcpScriptPlayer::Continue, this);
    Simulator::Run();
    Simulator::Destroy();
    if (m_checksums)
    {
        GlobalValue::Bind("ChecksumEnabled", BooleanValue(false));
    }
    return m_error;
}

void
TcpScriptPlayer::BuildNode()
{
    m_node = CreateObject<Node>();
    InternetStackHelper internet;
    internet.SetIpv6StackInstall(false);
    internet.Install(m_node);
    m_install(m_node);

    auto player = CreateObject<Node>();
    auto channel = CreateObject<SimpleChannel>();
    const auto makeDevice = [channel](Ptr<Node> node) {
        auto device = CreateObject<SimpleNetDevice>();
        device->SetAttribute("PointToPointMode", BooleanValue(true));
        device->SetAddress(Mac48Address::Allocate());
        device->SetMtu(1500);
        device->SetChannel(channel);
        node->AddDevice(device);
        return device;
    };
    m_socketDevice = makeDevice(m_node);
    m_device = makeDevice(player);
    player->RegisterProtocolHandler(MakeCallback(&TcpScriptPlayer::Receive, this), IPV4, m_device);

    auto ipv4 = m_node->GetObject<Ipv4>();
    const uint32_t interface = ipv4->AddInterface(m_socketDevice);
    ipv4->AddAddress(interface, Ipv4InterfaceAddress(SOCKET_ADDRESS, Ipv4Mask("255.255.255.0")));
    ipv4->SetUp(interface);
}

void
TcpScriptPlayer::Continue()
try
{
    for (; !m_done; m_line++)
    {
        if (m_line == m_lines.size())
        {
            m_from = m_clock;
            Simulator::Schedule(SETTLE, &TcpScriptPlayer::Act, this);
            return;
        }
        const auto words = Split(m_lines[m_line]);
        if (words.empty())
        {
            continue;
        }
        if (words[0][0] != '+')
        {
            Declare(words);
            continue;
        }
        if (words.size() < 2)
        {
            throw std::string("nothing after the time");
        }
        const auto wave = words[0].find('~');
        m_from = m_clock + Seconds(std::stod(words[0]));
        m_to = wave == std::string::npos ? m_from
                                         : m_clock + Seconds(std::stod(words[0].substr(wave + 1)));
        m_verb = words[1];
        m_rest = Join({words.begin() + 2, words.end()});
        if (m_verb[0] == '>')
        {
            const Time end = m_to + Seconds(TOLERANCE) + SETTLE;
            m_expiry = Simulator::Schedule(end - Simulator::Now(), &TcpScriptPlayer::Expire, this);
            Match();
            return;
        }
        Time at = std::max(m_from, Simulator::Now());
        if (m_verb != "<")
        {
            at += SETTLE; // let the consequences of the line before settle
        }
        Simulator::Schedule(at - Simulator::Now(), &TcpScriptPlayer::Act, this);
        return;
    }
}

catch (const std::string& what)
{
    Fail(what);
}

void
TcpScriptPlayer::Declare(const std::vector<std::string>& words)
{
    if (words.size() == 3 && (words[0] == "set" || words[0] == "tcp"))
    {
        const bool isSocket = words[0] == "set";
        const Ptr<Object> object =
            isSocket ? Ptr<Object>(GetSocket()) : Ptr<Object>(m_node->GetObject<TcpL4Protocol>());
        if (!object->SetAttributeFailSafe(words[1], StringValue(words[2])))
        {
            throw "no attribute " + words[1] + " with such a value";
        }
        if (words[1] == "InitialSequenceNumber")
        {
            m_socketIsn = Number(words[2]);
        }
    }
    else if (words.size() == 2 && words[0] == "isn")
    {
        m_playerIsn = Number(words[1]);
    }
    else if (words == std::vector<std::string>{"checksums"})
    {
        m_checksums = true;
        GlobalValue::Bind("ChecksumEnabled", BooleanValue(true));
    }
    else if (words == std::vector<std::string>{"reading"})
    {
        m_reading = true;
    }
    else
    {
        throw std::string("not understood");
    }
}

void
TcpScriptPlayer::Act()
try
{
    if (!m_arrivals.empty() && (m_line == m_lines.size() || m_arrivals.front().time < m_from))
    {
        throw "expected no segment before this line; got " +
            std::to_string(m_arrivals.front().time.GetSeconds()) + " s: > " +
            m_arrivals.front().segment.ToText();
    }
    if (m_line == m_lines.size())
    {
        m_done = true;
        Simulator::Stop();
        return;
    }
    if (m_verb == "<")
    {
        Inject(TcpScriptSegment::FromText(m_rest));
    }
    else if (m_verb == "call")
    {
        Call(Split(m_rest));
    }
    else if (m_verb == "expect")
    {
        Expect(Split(m_rest));
    }
    else if (m_verb != "quiet")
    {
        throw std::string("not understood");
    }
    m_clock = m_from;
    m_line++;
    Continue();
}

catch (const std::string& what)
{
    Fail(what);
}

void
TcpScriptPlayer::Match()
try
{
    if (m_arrivals.empty())
    {
        return;
    }
    const Arrival& arrival = m_arrivals.front();
    std::string differences = TcpScriptSegment::FromText(m_rest).Differences(arrival.segment);
    const Time tolerance = Seconds(TOLERANCE);
    if (arrival.time < m_from - tolerance || arrival.time > m_to + tolerance)
    {
        differences += std::string(differences.empty() ? "" : " ") + "time";
    }
    m_expiry.Cancel();
    if (differences.empty())
    {
        m_clock = arrival.time;
        m_arrivals.pop_front();
    }
    else if (m_verb != ">?")
    {
        std::ostringstream text;
        text << "expected at " << m_from.GetSeconds() << " s";
        if (m_to > m_from)
        {
            text << " to " << m_to.GetSeconds() << " s";
        }
        text << ": > " << m_rest << "; got at " << arrival.time.GetSeconds() << " s: > "
             << arrival.segment.ToText() << "; differs in: " << differences;
        throw text.str();
    }
    m_line++;
    Continue();
}

catch (const std::string& what)
{
    Fail(what);
}

void
TcpScriptPlayer::Expire()
{
    if (m_verb == ">?")
    {
        m_line++;
        Continue();
    }
    else
    {
        Fail("expected a segment up to " + std::to_string(m_to.GetSeconds()) + " s; got none");
    }
}

void
TcpScriptPlayer::Fail(const std::string& what)
{
    m_done = true;
    m_error = m_line < m_lines.size()
                  ? "line " + std::to_string(m_line + 1) + " '" + Join(Split(m_lines[m_line])) + "'"
                  : std::string("end of the script");
    m_error += ": " + what;
    m_expiry.Cancel();
    Simulator::Stop();
}

Ptr<Socket>
TcpScriptPlayer::GetSocket()
{
    if (!m_socket)
    {
        m_socket = Socket::CreateSocket(m_node, TypeId::LookupByName(m_factory));
        m_socket->Bind(InetSocketAddress(Ipv4Address::GetAny(), SOCKET_PORT));
        Observe(m_socket);
    }
    return m_socket;
}

void
TcpScriptPlayer::Call(const std::vector<std::string>& words)
{
    const std::string name = words.empty() ? "" : words[0];
    uint32_t result = 0;
    uint32_t expected = 0;
    if (name == "connect")
    {
        result = GetSocket()->Connect(InetSocketAddress(PLAYER_ADDRESS, PLAYER_PORT));
    }
    else if (name == "listen")
    {
        m_listener = GetSocket();
        m_listener->SetAcceptCallback(MakeNullCallback<bool, Ptr<Socket>, const Address&>(),
                                      MakeCallback(&TcpScriptPlayer::Accepted, this));
        result = m_listener->Listen();
    }
    else if (name == "close")
    {
        result = m_socket->Close();
    }
    else if (name == "shutdown-send")
    {
        result = m_socket->ShutdownSend();
    }
    else if (name == "shutdown-recv")
    {
        result = m_socket->ShutdownRecv();
    }
    else if (words.size() > 1 && (name == "send" || name == "recv"))
    {
        const uint32_t size = Number(words[1]);
        expected = words.size() > 3 ? Number(words[3]) : size;
        if (name == "recv")
        {
            result = Read(size);
        }
        else
        {
            const auto data = MakeData(1 + m_sent, size);
            result = m_socket->Send(Create<Packet>(data.data(), size));
            m_sent += expected;
        }
    }
    else
    {
        throw std::string("not understood");
    }
    if (result != expected)
    {
        throw "expected " + std::to_string(expected) + "; got " +
            std::to_string(static_cast<int32_t>(result));
    }
}

void
TcpScriptPlayer::Expect(const std::vector<std::string>& words)
{
    if (m_socket)
    {
        m_values["available"] = std::to_string(m_socket->GetRxAvailable());
        if (const auto indexed = DynamicCast<IndexedTcpSocket>(m_socket))
        {
            const auto& counters = indexed->GetCounters();
            m_values["segmentsSent"] = std::to_string(counters.segmentsSent);
            m_values["dataSent"] = std::to_string(counters.dataSegmentsSent);
            m_values["dataSentAgain"] = std::to_string(counters.dataSegmentsSentAgain);
            m_values["dataReceived"] = std::to_string(counters.dataSegmentsReceived);
        }
    }
    const std::string name = words.empty() ? "" : words[0];
    const std::string value = m_values.count(name) ? m_values[name] : "unknown";
    bool holds = words.size() == 2 && value == words[1];
    if (words.size() == 3 && value != "unknown")
    {
        const uint32_t got = Number(value);
        const uint32_t wanted = Number(words[2]);
        holds = (words[1] == "<=" && got <= wanted) || (words[1] == ">=" && got >= wanted);
    }
    if (!holds)
    {
        throw "expected " + Join(words) + "; got " + value;
    }
}

uint32_t
TcpScriptPlayer::Read(uint32_t limit)
{
    uint32_t received = Number(m_values["received"]);
    uint32_t size = 0;
    while (size < limit)
    {
        auto packet = m_socket->Recv(limit - size, 0);
        if (!packet)
        {
            break;
        }
        if (packet->GetSize() == 0)
        {
            m_values["eof"] = "1";
            break;
        }
        std::vector<uint8_t> data(packet->GetSize());
        packet->CopyData(data.data(), data.size());
        if (data != MakeData(1 + received, data.size()))
        {
            throw "wrong data in " + std::to_string(data.size()) + " bytes after the first " +
                std::to_string(received);
        }
        received += data.size();
        size += data.size();
    }
    m_values["received"] = std::to_string(received);
    return size;
}

void
TcpScriptPlayer::Observe(Ptr<Socket> socket)
{
    socket->SetConnectCallback(MakeCallback(&TcpScriptPlayer::Connected, this),
                               MakeCallback(&TcpScriptPlayer::Failed, this));
    socket->SetCloseCallbacks(MakeCallback(&TcpScriptPlayer::Closed, this),
                              MakeCallback(&TcpScriptPlayer::Reset, this));
    socket->SetRecvCallback(MakeCallback(&TcpScriptPlayer::DataArrived, this));
    socket->TraceConnectWithoutContext("State", MakeCallback(&TcpScriptPlayer::StateChanged, this));
    socket->TraceConnectWithoutContext("CongState",
                                       MakeCallback(&TcpScriptPlayer::CongestionChanged, this));
    socket->TraceConnectWithoutContext("CongestionWindow",
                                       MakeCallback(&TcpScriptPlayer::WindowChanged, this));
    socket->TraceConnectWithoutContext("SlowStartThreshold",
                                       MakeCallback(&TcpScriptPlayer::ThresholdChanged, this));
    socket->TraceConnectWithoutContext("RxDrop", MakeCallback(&TcpScriptPlayer::Dropped, this));
}

void
TcpScriptPlayer::Accepted(Ptr<Socket> socket, const Address& from)
{
    m_socket = socket;
    Observe(socket);
    m_values["state"] = "ESTABLISHED"; // implied by accepting
    m_values["connected"] = "1";
}

void
TcpScriptPlayer::DataArrived(Ptr<Socket> socket)
try
{
    if (m_reading && !m_done)
    {
        Read(UINT32_MAX);
    }
}

catch (const std::string& what)
{
    Fail(what);
}

void
TcpScriptPlayer::Connected(Ptr<Socket> socket)
{
    m_values["connected"] = "1";
}

void
TcpScriptPlayer::Failed(Ptr<Socket> socket)
{
    m_values["failed"] = "1";
}

void
TcpScriptPlayer::Closed(Ptr<Socket> socket)
{
    m_values["closed"] = "1";
}

void
TcpScriptPlayer::Reset(Ptr<Socket> socket)
{
    m_values["reset"] = "1";
}

void
TcpScriptPlayer::StateChanged(TcpSocket::TcpStates_t was, TcpSocket::TcpStates_t is)
{
    m_values["state"] = TcpSocket::TcpStateName[is];
}

void
TcpScriptPlayer::CongestionChanged(TcpSocketState::TcpCongState_t was,
                                   TcpSocketState::TcpCongState_t is)
{
    m_values["congestion"] = TcpSocketState::TcpCongStateName[is];
}

void
TcpScriptPlayer::WindowChanged(uint32_t was, uint32_t is)
{
    m_values["cwnd"] = std::to_string(is);
}

void
TcpScriptPlayer::ThresholdChanged(uint32_t was, uint32_t is)
{
    m_values["ssthresh"] = std::to_string(is);
}

void
TcpScriptPlayer::Dropped(Ptr<const Packet> packet, const std::string& reason)
{
    m_values["drops"] = std::to_string(Number(m_values["drops"]) + 1);
}
} // namespace hsn
} // namespace ns3
