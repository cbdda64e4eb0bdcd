// SPDX-License-Identifier: GPL-2.0-only
#include "snr-header.h"

#include "ns3/network-order.h"
#include "ns3/sstp-pdu.h"

namespace ns3
{
namespace hsn
{
NS_OBJECT_ENSURE_REGISTERED(SnrHeader);

namespace
{
/// Flag of the sender's state: there is no connection yet.
constexpr uint8_t OPENING = 1;
/// Flag of states: the end of the stream.
constexpr uint8_t END = 2;
/// Flag of the sender's state: this end leaves the connection.
constexpr uint8_t LEAVING = 4;
/// Place of the checksum.
constexpr uint32_t CHECKSUM = 6;
/// Most rows of a bitmap.
constexpr uint32_t MAX_ROWS = 2048;

/** @param size of a packet in octets @param type of it @param flags of it @param zero data: the
 * field that has to be 0 @return what is malformed; empty: nothing */
std::string
Judge(uint32_t size, uint8_t type, uint8_t flags, uint16_t zero)
{
    if (size < SnrHeader::SIZE)
    {
        return SstpSay("packet's octets", size, "at least 20");
    }
    switch (type)
    {
    case SNR_DATA:
        return size == SnrHeader::SIZE ? SstpSay("octets of data packet", size, "above 20")
               : flags > 0             ? SstpSay("flags of data packet", flags, "0")
               : zero > 0              ? SstpSay("last field of data packet", zero, "0")
                                       : "";
    case SNR_SENDER_STATE:
        return size != SnrHeader::SIZE ? SstpSay("octets of sender's state", size, "20")
               : flags > 7             ? SstpSay("flags of sender's state", flags, "at most 7")
                                       : "";
    case SNR_RECEIVER_STATE:
        break;
    default:
        return SstpSay("type of packet", type, "at most 2");
    }
    const uint32_t most = SnrHeader::SIZE + 4 * MAX_ROWS;
    return size % 4 != 0 || size > most
               ? SstpSay("octets of receiver's state",
                         size,
                         "a multiple of 4, at most " + std::to_string(most))
           : (flags & ~END) != 0 ? SstpSay("flags of receiver's state", flags, "0 or 2")
                                 : "";
}
} // namespace

TypeId
SnrHeader::GetTypeId()
{
    static TypeId tid = TypeId("ns3::hsn::SnrHeader")
                            .SetParent<TransportHeader>()
                            .SetGroupName("Hsn")
                            .AddConstructor<SnrHeader>();
    return tid;
}

TypeId
SnrHeader::GetInstanceTypeId() const
{
    return GetTypeId();
}

void
SnrHeader::Set(const SnrPacket& p)
{
    type = SNR_DATA;
    number = static_cast<uint32_t>(p.block);
    packet = static_cast<uint16_t>(p.packet);
    packets = static_cast<uint16_t>(p.packets);
    attempt = static_cast<uint16_t>(p.attempt);
}

void
SnrHeader::Set(const SnrReport& report)
{
    type = SNR_RECEIVER_STATE;
    number = static_cast<uint32_t>(report.number);
    block = static_cast<uint32_t>(report.lowest);
    value = static_cast<uint32_t>(report.limit);
    bitmap.assign((report.received.size() + 31) / 32, 0);
    for (std::size_t i = 0; i < report.received.size(); ++i)
    {
        bitmap[i / 32] |= report.received[i] ? 0x80000000U >> (i % 32) : 0;
    }
}

SnrPacket
SnrHeader::GetPacket(uint64_t near) const
{
    SnrPacket p;
    p.block = SstpUnwrap(number, near);
    p.packet = packet;
    p.packets = packets;
    p.attempt = attempt;
    return p;
}

SnrReport
SnrHeader::GetReport(const SnrSender& sender) const
{
    SnrReport report;
    // a number below the first one is as old as one can be
    const uint64_t unwrapped = SstpUnwrap(number, sender.GetLastReport());
    report.number = unwrapped > INT64_MAX ? 0 : unwrapped;
    report.lowest = SstpUnwrap(block, sender.GetLowest());
    report.limit = SstpUnwrap(value, sender.GetLimit());
    report.received.reserve(bitmap.size() * 32);
    for (std::size_t i = 0; i < bitmap.size() * 32; ++i)
    {
        report.received.push_back((bitmap[i / 32] & 0x80000000U >> (i % 32)) != 0);
    }
    return report;
}

uint32_t
SnrHeader::GetSerializedSize() const
{
    return static_cast<uint32_t>(SIZE + 4 * bitmap.size());
}

void
SnrHeader::Serialize(Buffer::Iterator start) const
{
    auto i = start;
    i.WriteHtonU16(GetSourcePort());
    i.WriteHtonU16(GetDestinationPort());
    i.WriteU8(type);
    i.WriteU8(
        static_cast<uint8_t>((opening ? OPENING : 0) | (end ? END : 0) | (leaving ? LEAVING : 0)));
    i.WriteU16(0);
    i.WriteHtonU32(number);
    if (type == SNR_DATA)
    {
        i.WriteHtonU16(packet);
        i.WriteHtonU16(packets);
        i.WriteHtonU16(attempt);
        i.WriteU16(0);
    }
    else
    {
        i.WriteHtonU32(block);
        i.WriteHtonU32(value);
    }
    for (const uint32_t row : bitmap)
    {
        i.WriteHtonU32(row);
    }
    WriteChecksum(start, CHECKSUM);
}

uint32_t
SnrHeader::Deserialize(Buffer::Iterator start)
{
    const uint32_t size = start.GetRemainingSize();
    auto i = start;
    SetSourcePort(i.ReadNtohU16());
    SetDestinationPort(i.ReadNtohU16());
    type = i.ReadU8();
    const uint8_t flags = i.ReadU8();
    i.ReadU16();
    number = i.ReadNtohU32();
    VerifyChecksum(start);
    opening = (flags & OPENING) != 0;
    end = (flags & END) != 0;
    leaving = (flags & LEAVING) != 0;
    bitmap.clear();
    uint16_t zero = 0;
    if (type == SNR_DATA)
    {
        packet = i.ReadNtohU16();
        packets = i.ReadNtohU16();
        attempt = i.ReadNtohU16();
        zero = i.ReadNtohU16();
    }
    else
    {
        block = i.ReadNtohU32();
        value = i.ReadNtohU32();
    }
    if (!Judge(size, type, flags, zero).empty())
    {
        return 0;
    }
    if (type == SNR_RECEIVER_STATE)
    {
        for (uint32_t row = 0; row < (size - SIZE) / 4; ++row)
        {
            bitmap.push_back(i.ReadNtohU32());
        }
    }
    return GetSerializedSize();
}

std::string
SnrHeader::FindFault(Ptr<const Packet> packet)
{
    uint8_t octets[SIZE] = {};
    packet->CopyData(octets, SIZE);
    return Judge(packet->GetSize(), octets[4], octets[5], ReadNetwork16(octets + 18));
}

void
SnrHeader::Print(std::ostream& os) const
{
    os << GetSourcePort() << " > " << GetDestinationPort();
    if (type == SNR_DATA)
    {
        os << " block " << number << " packet " << packet << " of " << packets << " transmission "
           << attempt;
    }
    else
    {
        os << (type == SNR_SENDER_STATE ? " sender's" : " receiver's") << " state " << number
           << " block " << block << (end ? " end" : "") << " value " << value;
    }
}
} // namespace hsn
} // namespace ns3
