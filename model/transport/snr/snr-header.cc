// SPDX-License-Identifier: GPL-2.0-only
#include "snr-header.h"

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
/// Most rows of a bitmap.
constexpr uint32_t MAX_ROWS = 2048;
} // namespace

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

template <typename V>
void
SnrHeader::Fields(V& v)
{
    const uint32_t size = v.GetLeft();
    v.Require(size >= SIZE, "packet's octets", size, "at least ", SIZE);
    v.Ports(*this);
    v.Kind(type, {"block", "sender's state", "receiver's state"}, "type of packet");
    if (type == SNR_DATA)
    {
        v.Require(size > SIZE, "octets of data packet", size, "above ", SIZE);
        v.template Flags<uint8_t>({}, "flags of data packet", "0");
    }
    else if (type == SNR_SENDER_STATE)
    {
        v.Require(size == SIZE, "octets of sender's state", size, "", SIZE);
        v.template Flags<uint8_t>({{OPENING, opening}, {END, end}, {LEAVING, leaving}},
                                  "flags of sender's state",
                                  "at most 7");
    }
    else
    {
        constexpr uint32_t MOST = SIZE + 4 * MAX_ROWS;
        v.Require(size % 4 == 0 && size <= MOST,
                  "octets of receiver's state",
                  size,
                  "a multiple of 4, at most ",
                  MOST);
        v.template Flags<uint8_t>({{END, end}}, "flags of receiver's state", "0 or 2");
    }
    v.Checksum();
    v.Number("", number);
    if (type == SNR_DATA)
    {
        v.Number("packet", packet);
        v.Number("of", packets);
        v.Number("transmission", attempt);
        v.Constant("last field of data packet", uint16_t{0});
        return;
    }
    v.Number("block", block);
    v.Mark(end, "end");
    v.Number("value", value);
    if (type == SNR_RECEIVER_STATE)
    {
        v.List(nullptr, bitmap, v.GetLeft() / 4);
    }
}

template class PduHeader<SnrHeader, TransportHeader>;
} // namespace hsn
} // namespace ns3
