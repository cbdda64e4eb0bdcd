// SPDX-License-Identifier: GPL-2.0-only
#include "tcp-script-text.h"
#include "tcp-script.h"

#include "ns3/ipv4-header.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <cstring>

namespace ns3
{
namespace hsn
{
namespace
{
/** @brief Appends a number. @param bytes to these @param value the value @param size its bytes */
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
} // namespace

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
} // namespace hsn
} // namespace ns3
