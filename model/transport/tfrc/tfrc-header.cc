// SPDX-License-Identifier: GPL-2.0-only
#include "tfrc-header.h"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace ns3
{
namespace hsn
{
NS_OBJECT_ENSURE_REGISTERED(TfrcHeader);
NS_OBJECT_ENSURE_REGISTERED(TfrcDataHeader);
NS_OBJECT_ENSURE_REGISTERED(TfrcFeedbackHeader);

namespace
{
/** @brief Place of the checksum. */
constexpr uint32_t CHECKSUM = 6;

/** @param i where to write; moves on @param value to write */
void
WriteDouble(Buffer::Iterator& i, double value)
{
    uint64_t bits;
    std::memcpy(&bits, &value, sizeof(bits));
    i.WriteHtonU64(bits);
}

/** @param i where to read; moves on @return what is there */
double
ReadDouble(Buffer::Iterator& i)
{
    const uint64_t bits = i.ReadNtohU64();
    double value;
    std::memcpy(&value, &bits, sizeof(value));
    return value;
}

/** @param i where to write; moves on @param time to write */
void
WriteTime(Buffer::Iterator& i, Time time)
{
    i.WriteHtonU64(static_cast<uint64_t>(time.GetNanoSeconds()));
}

/** @param i where to read; moves on @param time gets what is there @return false if it is more than
 * a clock of 62 bits can tell */
bool
ReadTime(Buffer::Iterator& i, Time& time)
{
    const uint64_t ns = i.ReadNtohU64();
    time = NanoSeconds(ns & (~uint64_t{0} >> 2));
    return ns >> 62 == 0;
}
} // namespace

// --- all packets ----------------------------------------------------------------------------

TypeId
TfrcHeader::GetTypeId()
{
    static TypeId tid = TypeId("ns3::hsn::TfrcHeader")
                            .SetParent<TransportHeader>()
                            .SetGroupName("Hsn")
                            .AddConstructor<TfrcHeader>();
    return tid;
}

TypeId
TfrcHeader::GetInstanceTypeId() const
{
    return GetTypeId();
}

uint32_t
TfrcHeader::GetSerializedSize() const
{
    return SIZE;
}

void
TfrcHeader::WriteCommon(Buffer::Iterator& i) const
{
    i.WriteHtonU16(GetSourcePort());
    i.WriteHtonU16(GetDestinationPort());
    i.WriteU8(type);
    i.WriteU8(0);
    i.WriteU16(0); // checksum
}

bool
TfrcHeader::ReadCommon(Buffer::Iterator& i)
{
    SetSourcePort(i.ReadNtohU16());
    SetDestinationPort(i.ReadNtohU16());
    const uint8_t number = i.ReadU8();
    const uint8_t zero = i.ReadU8();
    i.ReadU16();
    type = static_cast<Type>(std::min<uint8_t>(number, RESET));
    return number <= RESET && zero == 0;
}

void
TfrcHeader::Serialize(Buffer::Iterator start) const
{
    auto i = start;
    WriteCommon(i);
    i.WriteHtonU32(segmentSize);
    WriteChecksum(start, CHECKSUM);
}

uint32_t
TfrcHeader::Deserialize(Buffer::Iterator start)
{
    VerifyChecksum(start);
    auto i = start;
    if (!ReadCommon(i))
    {
        return 0;
    }
    if (type == DATA)
    {
        return TfrcDataHeader().Deserialize(start);
    }
    if (type == FEEDBACK)
    {
        return TfrcFeedbackHeader().Deserialize(start);
    }
    segmentSize = i.ReadNtohU32();
    const bool opens = type == OPEN || type == ACCEPT;
    return opens == (segmentSize > 0) && i.IsEnd() ? SIZE : 0;
}

void
TfrcHeader::Print(std::ostream& os) const
{
    static const char* const NAMES[] =
        {"OPEN", "ACCEPT", "DATA", "FEEDBACK", "CLOSE", "CLOSED", "RESET"};
    os << GetSourcePort() << " > " << GetDestinationPort() << " " << NAMES[type];
    if (segmentSize > 0)
    {
        os << " segment size " << segmentSize;
    }
}

// --- data -----------------------------------------------------------------------------------

TfrcDataHeader::TfrcDataHeader()
{
    type = DATA;
}

TypeId
TfrcDataHeader::GetTypeId()
{
    static TypeId tid = TypeId("ns3::hsn::TfrcDataHeader")
                            .SetParent<TfrcHeader>()
                            .SetGroupName("Hsn")
                            .AddConstructor<TfrcDataHeader>();
    return tid;
}

TypeId
TfrcDataHeader::GetInstanceTypeId() const
{
    return GetTypeId();
}

uint32_t
TfrcDataHeader::GetSerializedSize() const
{
    return SIZE;
}

void
TfrcDataHeader::Serialize(Buffer::Iterator start) const
{
    auto i = start;
    WriteCommon(i);
    i.WriteHtonU32(seq);
    const int64_t us = (rtt.GetNanoSeconds() + 999) / 1000;
    i.WriteHtonU32(static_cast<uint32_t>(std::min(us, MAX_RTT)));
    WriteTime(i, time);
    WriteChecksum(start, CHECKSUM);
}

uint32_t
TfrcDataHeader::Deserialize(Buffer::Iterator start)
{
    auto i = start;
    if (!ReadCommon(i) || type != DATA || start.GetRemainingSize() < SIZE)
    {
        return 0;
    }
    seq = i.ReadNtohU32();
    const uint32_t us = i.ReadNtohU32();
    rtt = MicroSeconds(us);
    const bool timeOk = ReadTime(i, time);
    VerifyChecksum(start);
    return timeOk && us <= MAX_RTT ? SIZE : 0;
}

void
TfrcDataHeader::Print(std::ostream& os) const
{
    TfrcHeader::Print(os);
    os << " seq " << seq << " rtt " << rtt.GetSeconds() << " s sent " << time.GetSeconds() << " s";
}

// --- feedback -------------------------------------------------------------------------------

TfrcFeedbackHeader::TfrcFeedbackHeader()
{
    type = FEEDBACK;
}

TypeId
TfrcFeedbackHeader::GetTypeId()
{
    static TypeId tid = TypeId("ns3::hsn::TfrcFeedbackHeader")
                            .SetParent<TfrcHeader>()
                            .SetGroupName("Hsn")
                            .AddConstructor<TfrcFeedbackHeader>();
    return tid;
}

TypeId
TfrcFeedbackHeader::GetInstanceTypeId() const
{
    return GetTypeId();
}

uint32_t
TfrcFeedbackHeader::GetSerializedSize() const
{
    return SIZE;
}

void
TfrcFeedbackHeader::Serialize(Buffer::Iterator start) const
{
    auto i = start;
    WriteCommon(i);
    i.WriteHtonU32(seq);
    i.WriteHtonU32(0);
    WriteTime(i, echo);
    WriteTime(i, delay);
    WriteDouble(i, receiveRate);
    WriteDouble(i, lossEventRate);
    WriteChecksum(start, CHECKSUM);
}

uint32_t
TfrcFeedbackHeader::Deserialize(Buffer::Iterator start)
{
    auto i = start;
    if (!ReadCommon(i) || type != FEEDBACK || start.GetRemainingSize() != SIZE)
    {
        return 0;
    }
    seq = i.ReadNtohU32();
    const uint32_t zero = i.ReadNtohU32();
    const bool echoOk = ReadTime(i, echo);
    const bool delayOk = ReadTime(i, delay);
    receiveRate = ReadDouble(i);
    lossEventRate = ReadDouble(i);
    VerifyChecksum(start);
    const bool ratesOk =
        std::isfinite(receiveRate) && receiveRate >= 0 && lossEventRate >= 0 && lossEventRate <= 1;
    return zero == 0 && echoOk && delayOk && ratesOk ? SIZE : 0;
}

void
TfrcFeedbackHeader::Print(std::ostream& os) const
{
    TfrcHeader::Print(os);
    os << " seq " << seq << " echo " << echo.GetSeconds() << " s delay " << delay.GetSeconds()
       << " s X_recv " << receiveRate << " B/s p " << lossEventRate;
}
} // namespace hsn
} // namespace ns3
