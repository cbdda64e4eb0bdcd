// SPDX-License-Identifier: GPL-2.0-only
#include "tcp-script.h"

#include "ns3/boolean.h"
#include "ns3/global-value.h"
#include "ns3/inet-socket-address.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-header.h"
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
const Ipv4Address SOCKET_ADDRESS("10.0.0.1");
const Ipv4Address PLAYER_ADDRESS("10.0.0.2");
constexpr uint16_t SOCKET_PORT = 1000;
constexpr uint16_t PLAYER_PORT = 2000;
constexpr uint16_t IPV4 = 0x0800;
constexpr uint8_t TCP = 6;

/** Time allowed for immediate consequences before the script checks the outcome. */
const Time SETTLE = MicroSeconds(1);

/** Names of the ECN field's values. */
const std::vector<std::string> ECN_NAMES = {"", "[ect1]", "[ect0]", "[ce]"};

/** @param text any text @return its words */
std::vector<std::string>
Split(const std::string& text)
{
    std::istringstream stream(text);
    std::vector<std::string> words;
    std::string word;
    while (stream >> word)
    {
        words.push_back(word);
    }
    return words;
}

/** @param words some words @return the words with spaces between them */
std::string
Join(const std::vector<std::string>& words)
{
    std::string text;
    for (const auto& word : words)
    {
        text += (text.empty() ? "" : " ") + word;
    }
    return text;
}

/** @param text digits @param base of these @return the number @throw std::string if it is not a
 * number */
uint32_t
Number(const std::string& text, int base = 10)
{
    std::size_t used = 0;
    unsigned long number = 0;
    try
    {
        number = std::stoul(text, &used, base);
    }
    catch (const std::exception&)
    {
    }
    if (text.empty() || used != text.size())
    {
        throw "no number: '" + text + "'";
    }
    return static_cast<uint32_t>(number);
}

/** @param sequence relative sequence number @return the byte of data there */
uint8_t
DataByte(uint32_t sequence)
{
    return static_cast<uint8_t>(sequence ^ (sequence >> 7) * 29);
}

/** @param begin relative sequence number of the first byte @param length bytes @return data */
std::vector<uint8_t>
MakeData(uint32_t begin, uint32_t length)
{
    std::vector<uint8_t> data(length);
    for (uint32_t i = 0; i < length; i++)
    {
        data[i] = DataByte(begin + i);
    }
    return data;
}

/** @brief Appends a number. @param bytes to these @param value it @param size its bytes */
void
Put(std::vector<uint8_t>& bytes, uint32_t value, int size)
{
    for (int shift = 8 * (size - 1); shift >= 0; shift -= 8)
    {
        bytes.push_back(static_cast<uint8_t>(value >> shift));
    }
}

/** @brief Reads a number. @param bytes from these @param at place @param size its bytes
 * @return the number */
uint32_t
Get(const std::vector<uint8_t>& bytes, std::size_t at, int size)
{
    uint32_t value = 0;
    for (int i = 0; i < size; i++)
    {
        value = value << 8 | bytes[at + i];
    }
    return value;
}

/**
 * @brief Computes the Internet checksum (RFC 1071) of a segment and its pseudo header.
 * @param from source address
 * @param to destination address
 * @param segment header and data
 * @return the checksum; 0 if the segment contains the correct checksum
 */
uint16_t
Checksum(Ipv4Address from, Ipv4Address to, const std::vector<uint8_t>& segment)
{
    std::vector<uint8_t> bytes;
    Put(bytes, from.Get(), 4);
    Put(bytes, to.Get(), 4);
    Put(bytes, TCP, 2);
    Put(bytes, segment.size(), 2);
    bytes.insert(bytes.end(), segment.begin(), segment.end());
    bytes.resize((bytes.size() + 1) / 2 * 2);
    uint32_t sum = 0;
    for (std::size_t i = 0; i < bytes.size(); i += 2)
    {
        sum += Get(bytes, i, 2);
    }
    while (sum >> 16)
    {
        sum = (sum & 0xffff) + (sum >> 16);
    }
    return static_cast<uint16_t>(~sum);
}

/**
 * @brief Compares two texts; a star matches any word.
 * @param wanted text with stars
 * @param got text
 * @return whether they agree
 */
bool
Agree(const std::string& wanted, const std::string& got)
{
    const auto a = Split(wanted);
    const auto b = Split(got);
    return a.size() == b.size() &&
           std::equal(a.begin(), a.end(), b.begin(), [](const auto& x, const auto& y) {
               return x == "*" || x == y;
           });
}
} // namespace

const std::string TcpScriptSegment::FLAGS = "FSRP.UEW";

TcpScriptSegment
TcpScriptSegment::FromText(const std::string& text)
{
    TcpScriptSegment segment;
    std::string head = text;
    const auto open = text.find('<');
    if (open != std::string::npos)
    {
        const auto close = text.find('>', open);
        if (close == std::string::npos)
        {
            throw std::string("no end of the options");
        }
        std::istringstream list(text.substr(open + 1, close - open - 1));
        std::string option;
        while (std::getline(list, option, ','))
        {
            segment.options.push_back(Join(Split(option)));
        }
        segment.anyOptions = segment.options == std::vector<std::string>{"..."};
        head = text.substr(0, open) + text.substr(close + 1);
    }
    const auto words = Split(head);
    std::size_t i = 0;
    if (!words.empty() && words[0][0] == '[')
    {
        const auto name = std::find(ECN_NAMES.begin(), ECN_NAMES.end(), words[i++]);
        if (name == ECN_NAMES.end())
        {
            throw "no ECN field: '" + words[0] + "'";
        }
        segment.ecn = static_cast<uint8_t>(name - ECN_NAMES.begin());
    }
    if (words.size() < i + 2)
    {
        throw std::string("a segment has flags and a range");
    }
    const std::string& flags = words[i++];
    for (char letter : FLAGS)
    {
        if (flags.find(letter) != std::string::npos)
        {
            segment.flags += letter;
        }
    }
    if (flags != "-" && flags.size() != segment.flags.size())
    {
        throw "no flags: '" + flags + "'";
    }
    const std::string& range = words[i++];
    const auto colon = range.find(':');
    const auto bracket = range.find('(');
    if (colon == std::string::npos || bracket == std::string::npos || range.back() != ')')
    {
        throw "no range: '" + range + "'";
    }
    segment.begin = Number(range.substr(0, colon));
    segment.length = Number(range.substr(bracket + 1, range.size() - bracket - 2));
    if (Number(range.substr(colon + 1, bracket - colon - 1)) != segment.begin + segment.length)
    {
        throw "wrong length: '" + range + "'";
    }
    std::map<std::string, std::string*> fields = {{"ack", &segment.ack},
                                                  {"win", &segment.window},
                                                  {"urg", &segment.urgent},
                                                  {"doff", &segment.dataOffset}};
    for (; i < words.size(); i++)
    {
        if (words[i] == "badsum")
        {
            segment.badChecksum = true;
        }
        else if (fields.count(words[i]) && i + 1 < words.size())
        {
            *fields[words[i]] = words[i + 1];
            i++;
        }
        else
        {
            throw "no field: '" + words[i] + "'";
        }
    }
    return segment;
}

std::string
TcpScriptSegment::ToText() const
{
    std::ostringstream text;
    text << ECN_NAMES[ecn] << (ecn ? " " : "") << (flags.empty() ? "-" : flags) << " " << begin
         << ":" << begin + length << "(" << length << ")";
    text << (ack.empty() ? "" : " ack ") << ack << (window.empty() ? "" : " win ") << window
         << (urgent.empty() ? "" : " urg ") << urgent;
    for (std::size_t i = 0; i < options.size(); i++)
    {
        text << (i == 0 ? " <" : ",") << options[i] << (i + 1 == options.size() ? ">" : "");
    }
    return text.str();
}

std::string
TcpScriptSegment::Differences(const TcpScriptSegment& got) const
{
    std::vector<std::string> names;
    const auto note = [&names](bool differs, const std::string& name) {
        if (differs)
        {
            names.push_back(name);
        }
    };
    note(ecn != got.ecn, "ECN");
    std::string gotFlags = got.flags;
    if (flags.find('P') == std::string::npos)
    {
        gotFlags.erase(std::remove(gotFlags.begin(), gotFlags.end(), 'P'), gotFlags.end());
    }
    if (ack == "*")
    {
        gotFlags.erase(std::remove(gotFlags.begin(), gotFlags.end(), '.'), gotFlags.end());
    }
    note(flags != gotFlags, "flags");
    note(begin != got.begin || length != got.length, "range");
    note(ack != "*" && ack != got.ack, "ack");
    note(!window.empty() && !Agree(window, got.window), "win");
    note(urgent != got.urgent, "urg");
    auto a = options;
    auto b = got.options;
    std::sort(a.begin(), a.end());
    std::sort(b.begin(), b.end());
    note(!anyOptions &&
             !(a.size() == b.size() && std::equal(a.begin(), a.end(), b.begin(), &Agree)),
         "options");
    return Join(names);
}

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

std::vector<uint8_t>
TcpScriptPlayer::EncodeOptions(const std::vector<std::string>& text) const
{
    std::vector<uint8_t> bytes;
    for (const auto& option : text)
    {
        const auto words = Split(option);
        const std::string kind = words.empty() ? "" : words[0];
        if (kind == "mss" && words.size() == 2)
        {
            Put(bytes, 0x0204, 2);
            Put(bytes, Number(words[1]), 2);
        }
        else if (kind == "wscale" && words.size() == 2)
        {
            Put(bytes, 0x0303, 2);
            Put(bytes, Number(words[1]), 1);
        }
        else if (kind == "sackOK")
        {
            Put(bytes, 0x0402, 2);
        }
        else if (kind == "TS" && words.size() == 5)
        {
            Put(bytes, 0x080a, 2);
            Put(bytes, Number(words[2]), 4);
            Put(bytes, words[4] == "last" ? m_timestamp : Number(words[4]), 4);
        }
        else if (kind == "sack")
        {
            Put(bytes, 5, 1);
            Put(bytes, 2 + 8 * (words.size() - 1), 1);
            for (std::size_t i = 1; i < words.size(); i++)
            {
                const auto colon = words[i].find(':');
                Put(bytes, m_socketIsn + Number(words[i].substr(0, colon)), 4);
                Put(bytes, m_socketIsn + Number(words[i].substr(colon + 1)), 4);
            }
        }
        else if (kind == "hex")
        {
            for (std::size_t i = 1; i < words.size(); i++)
            {
                Put(bytes, Number(words[i], 16), 1);
            }
        }
        else
        {
            throw "no option: '" + option + "'";
        }
    }
    while (bytes.size() % 4)
    {
        Put(bytes, 1, 1);
    }
    return bytes;
}

std::vector<std::string>
TcpScriptPlayer::DecodeOptions(const std::vector<uint8_t>& bytes)
{
    std::vector<std::string> text;
    for (std::size_t i = 0; i < bytes.size() && bytes[i] != 0;)
    {
        if (bytes[i] == 1)
        {
            i++;
            continue;
        }
        const uint8_t kind = bytes[i];
        const uint8_t length = i + 1 < bytes.size() ? bytes[i + 1] : 0;
        if (length < 2 || i + length > bytes.size())
        {
            text.push_back("broken");
            break;
        }
        std::ostringstream option;
        if (kind == 2 && length == 4)
        {
            option << "mss " << Get(bytes, i + 2, 2);
        }
        else if (kind == 3 && length == 3)
        {
            option << "wscale " << Get(bytes, i + 2, 1);
        }
        else if (kind == 4 && length == 2)
        {
            option << "sackOK";
        }
        else if (kind == 5 && length % 8 == 2)
        {
            option << "sack";
            for (std::size_t j = i + 2; j < i + length; j += 8)
            {
                option << " " << Get(bytes, j, 4) - m_playerIsn << ":"
                       << Get(bytes, j + 4, 4) - m_playerIsn;
            }
        }
        else if (kind == 8 && length == 10)
        {
            m_timestamp = Get(bytes, i + 2, 4);
            option << "TS val " << m_timestamp << " ecr " << Get(bytes, i + 6, 4);
        }
        else
        {
            option << "kind " << +kind << " length " << +length;
        }
        text.push_back(option.str());
        i += length;
    }
    return text;
}

void
TcpScriptPlayer::Inject(const TcpScriptSegment& segment)
{
    const auto options = EncodeOptions(segment.options);
    uint8_t flags = 0;
    for (char letter : segment.flags)
    {
        flags |= 1 << TcpScriptSegment::FLAGS.find(letter);
    }
    const auto numberOr = [](const std::string& text, uint32_t other) {
        return text.empty() ? other : Number(text);
    };
    std::vector<uint8_t> bytes;
    Put(bytes, PLAYER_PORT, 2);
    Put(bytes, SOCKET_PORT, 2);
    Put(bytes, m_playerIsn + segment.begin, 4);
    Put(bytes, segment.ack.empty() ? 0 : m_socketIsn + Number(segment.ack), 4);
    Put(bytes, numberOr(segment.dataOffset, 5 + options.size() / 4) << 4, 1);
    Put(bytes, flags, 1);
    Put(bytes, numberOr(segment.window, 65535), 2);
    Put(bytes, 0, 2);
    Put(bytes, numberOr(segment.urgent, 0), 2);
    bytes.insert(bytes.end(), options.begin(), options.end());
    const auto data = MakeData(segment.begin, segment.length);
    bytes.insert(bytes.end(), data.begin(), data.end());
    const uint16_t sum = Checksum(PLAYER_ADDRESS, SOCKET_ADDRESS, bytes) ^ segment.badChecksum;
    bytes[16] = static_cast<uint8_t>(sum >> 8);
    bytes[17] = static_cast<uint8_t>(sum);

    auto packet = Create<Packet>(bytes.data(), bytes.size());
    Ipv4Header ip;
    ip.SetSource(PLAYER_ADDRESS);
    ip.SetDestination(SOCKET_ADDRESS);
    ip.SetProtocol(TCP);
    ip.SetTtl(64);
    ip.SetPayloadSize(packet->GetSize());
    ip.SetEcn(static_cast<Ipv4Header::EcnType>(segment.ecn));
    if (m_checksums)
    {
        ip.EnableChecksum();
    }
    packet->AddHeader(ip);
    if (!m_device->Send(packet, m_socketDevice->GetAddress(), IPV4))
    {
        throw std::string("too large for the link");
    }
}

void
TcpScriptPlayer::Receive(Ptr<NetDevice> device,
                         Ptr<const Packet> packet,
                         uint16_t protocol,
                         const Address& from,
                         const Address& to,
                         NetDevice::PacketType type)
try
{
    if (m_done)
    {
        return;
    }
    auto copy = packet->Copy();
    Ipv4Header ip;
    copy->RemoveHeader(ip);
    std::vector<uint8_t> bytes(copy->GetSize());
    copy->CopyData(bytes.data(), bytes.size());
    if (ip.GetProtocol() != TCP || ip.GetSource() != SOCKET_ADDRESS ||
        ip.GetDestination() != PLAYER_ADDRESS || bytes.size() < 20)
    {
        throw std::string("got a packet that is no segment to the player");
    }
    const std::size_t headerSize = bytes[12] >> 4 << 2;
    if (headerSize < 20 || headerSize > bytes.size() || Get(bytes, 0, 2) != SOCKET_PORT ||
        Get(bytes, 2, 2) != PLAYER_PORT)
    {
        throw std::string("got a segment with wrong data offset or ports");
    }
    if (m_checksums && Checksum(SOCKET_ADDRESS, PLAYER_ADDRESS, bytes) != 0)
    {
        throw std::string("got a segment with a wrong checksum");
    }
    TcpScriptSegment segment;
    segment.ecn = ip.GetEcn();
    for (std::size_t i = 0; i < TcpScriptSegment::FLAGS.size(); i++)
    {
        if (bytes[13] >> i & 1)
        {
            segment.flags += TcpScriptSegment::FLAGS[i];
        }
    }
    segment.begin = Get(bytes, 4, 4) - m_socketIsn;
    segment.length = bytes.size() - headerSize;
    if (bytes[13] & 0x10)
    {
        segment.ack = std::to_string(Get(bytes, 8, 4) - m_playerIsn);
    }
    segment.window = std::to_string(Get(bytes, 14, 2));
    if (bytes[13] & 0x20)
    {
        segment.urgent = std::to_string(Get(bytes, 18, 2));
    }
    segment.options = DecodeOptions({bytes.begin() + 20, bytes.begin() + headerSize});
    if (!std::equal(bytes.begin() + headerSize,
                    bytes.end(),
                    MakeData(segment.begin, segment.length).begin()))
    {
        throw "got wrong data: > " + segment.ToText();
    }
    m_arrivals.push_back({Simulator::Now(), segment});
    if (m_verb[0] == '>' && !m_expiry.IsExpired())
    {
        Match();
    }
}

catch (const std::string& what)
{
    Fail(what);
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
TcpScriptPlayer::Dropped(Ptr<const Packet> packet, std::string reason)
{
    m_values["drops"] = std::to_string(Number(m_values["drops"]) + 1);
}
} // namespace hsn
} // namespace ns3
