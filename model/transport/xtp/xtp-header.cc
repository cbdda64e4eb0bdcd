// SPDX-License-Identifier: GPL-2.0-only
#include "xtp-header.h"

#include "ns3/ipv4-address.h"

#include <algorithm>
#include <utility>

namespace ns3
{
namespace hsn
{
NS_OBJECT_ENSURE_REGISTERED(XtpHeader);

namespace
{
constexpr uint32_t CHECKSUM_OFFSET = 16; ///< of the checksum in the header
constexpr uint32_t COMMON_SIZE = 4;      ///< octets with length and format of variable segments

/** @param format of a traffic specifier @return its octets; 0 if there is none */
uint32_t
GetTrafficSize(uint8_t format)
{
    return format == 0 ? 8 : format == 1 ? 24 : 0;
}

/** @param format of a packet @return its name */
const char*
GetName(XtpFormat format)
{
    switch (format)
    {
    case XtpFormat::DATA:
        return "DATA";
    case XtpFormat::CNTL:
        return "CNTL";
    case XtpFormat::FIRST:
        return "FIRST";
    case XtpFormat::ECNTL:
        return "ECNTL";
    case XtpFormat::TCNTL:
        return "TCNTL";
    case XtpFormat::JCNTL:
        return "JCNTL";
    case XtpFormat::DIAG:
        return "DIAG";
    }
    return "?";
}
} // namespace

TypeId
XtpHeader::GetTypeId()
{
    static TypeId tid = TypeId("ns3::hsn::XtpHeader")
                            .SetParent<TransportHeader>()
                            .SetGroupName("Hsn")
                            .AddConstructor<XtpHeader>();
    return tid;
}

TypeId
XtpHeader::GetInstanceTypeId() const
{
    return GetTypeId();
}

uint32_t
XtpHeader::GetSegmentSize() const
{
    switch (format)
    {
    case XtpFormat::DATA:
        return Has(XTP_BTAG) ? TAG_SIZE : 0;
    case XtpFormat::CNTL:
        return CONTROL_SIZE;
    case XtpFormat::FIRST:
        return ADDRESS_SIZE + GetTrafficSize(traffic.format) + (Has(XTP_BTAG) ? TAG_SIZE : 0);
    case XtpFormat::ECNTL:
        return ERROR_SIZE + SPAN_SIZE * static_cast<uint32_t>(spans.size());
    case XtpFormat::TCNTL:
        return TRAFFIC_CONTROL_SIZE + GetTrafficSize(traffic.format);
    case XtpFormat::JCNTL:
        return TRAFFIC_CONTROL_SIZE + ADDRESS_SIZE + GetTrafficSize(traffic.format);
    case XtpFormat::DIAG:
        return DIAG_SIZE + static_cast<uint32_t>(text.size());
    }
    return 0;
}

uint32_t
XtpHeader::GetSerializedSize() const
{
    return SIZE + GetSegmentSize();
}

uint16_t
XtpHeader::ComputeChecksum(Buffer::Iterator start, uint32_t size) const
{
    return start.CalculateIpChecksum(static_cast<uint16_t>(Has(XTP_NOCHECK) ? SIZE : size));
}

void
XtpHeader::Serialize(Buffer::Iterator start) const
{
    auto i = start;
    i.WriteHtonU64(key);
    i.WriteHtonU32(options << 8 | uint32_t{VERSION} << 5 | static_cast<uint32_t>(format));
    i.WriteHtonU32(GetSegmentSize() + dataSize);
    i.WriteU16(0);
    i.WriteHtonU16(sort);
    i.WriteHtonU32(sync);
    i.WriteHtonU64(seq);
    const bool joins = format == XtpFormat::JCNTL;
    const bool traffics = format == XtpFormat::TCNTL || joins;
    const bool first = format == XtpFormat::FIRST;
    if (IsControl() || joins)
    {
        i.WriteHtonU64(rseq);
        i.WriteHtonU64(alloc);
        i.WriteHtonU32(echo);
    }
    if (format == XtpFormat::ECNTL)
    {
        i.WriteHtonU32(static_cast<uint32_t>(spans.size()));
        for (const auto& span : spans)
        {
            i.WriteHtonU64(span.left);
            i.WriteHtonU64(span.right);
        }
    }
    if (traffics)
    {
        i.WriteHtonU32(0);
        i.WriteHtonU64(xkey);
    }
    if (first || joins)
    {
        i.WriteHtonU16(ADDRESS_SIZE);
        i.WriteU8(0); // domain
        i.WriteU8(IPV4_ADDRESS);
        i.WriteHtonU32(destinationHost);
        i.WriteHtonU32(sourceHost);
        i.WriteHtonU16(GetDestinationPort());
        i.WriteHtonU16(GetSourcePort());
    }
    if (first || traffics)
    {
        i.WriteHtonU16(static_cast<uint16_t>(GetTrafficSize(traffic.format)));
        i.WriteU8(traffic.service);
        i.WriteU8(traffic.format);
        if (traffic.format == 0)
        {
            i.WriteHtonU32(0);
        }
        else
        {
            for (const auto field : {traffic.maxData,
                                     traffic.inRate,
                                     traffic.inBurst,
                                     traffic.outRate,
                                     traffic.outBurst})
            {
                i.WriteHtonU32(field);
            }
        }
    }
    if (format == XtpFormat::DIAG)
    {
        i.WriteHtonU32(static_cast<uint32_t>(code));
        i.WriteHtonU32(static_cast<uint32_t>(value));
        i.Write(reinterpret_cast<const uint8_t*>(text.data()), static_cast<uint32_t>(text.size()));
    }
    if (IsInformation() && Has(XTP_BTAG))
    {
        i.WriteHtonU64(tag);
    }
    if (IsChecksumEnabled())
    {
        const uint16_t checksum = ComputeChecksum(start, start.GetRemainingSize());
        start.Next(CHECKSUM_OFFSET);
        start.WriteU16(checksum);
    }
}

uint32_t
XtpHeader::Deserialize(Buffer::Iterator start)
{
    auto i = start;
    const uint32_t size = i.GetRemainingSize();
    key = i.ReadNtohU64();
    const uint32_t command = i.ReadNtohU32();
    options = command >> 8;
    const uint32_t length = i.ReadNtohU32();
    i.Next(2); // checksum
    sort = i.ReadNtohU16();
    sync = i.ReadNtohU32();
    seq = i.ReadNtohU64();
    m_defect = Defect::NONE;
    const uint8_t type = command & 0x1f;
    if ((command >> 5 & 7) != VERSION)
    {
        m_defect = Defect::VERSION;
        return 0;
    }
    if (type == 4 || type == 6 || type > 8)
    {
        m_defect = Defect::FORMAT;
        return 0;
    }
    format = static_cast<XtpFormat>(type);
    if (length != size - SIZE)
    {
        m_defect = Defect::LENGTH;
        return 0;
    }
    SetChecksumOk(!IsChecksumEnabled() || ComputeChecksum(start, size) == 0);
    const uint32_t segments = ReadSegments(i, length);
    if (m_defect != Defect::NONE)
    {
        return 0;
    }
    dataSize = length - segments;
    return SIZE + segments;
}

uint32_t
XtpHeader::ReadSegments(Buffer::Iterator& i, uint32_t size)
{
    const bool joins = format == XtpFormat::JCNTL;
    const bool traffics = format == XtpFormat::TCNTL || joins;
    uint32_t least = 0; // octets of the segments that have a fixed size
    switch (format)
    {
    case XtpFormat::CNTL:
        least = CONTROL_SIZE;
        break;
    case XtpFormat::ECNTL:
        least = ERROR_SIZE;
        break;
    case XtpFormat::TCNTL:
    case XtpFormat::JCNTL:
        least = TRAFFIC_CONTROL_SIZE;
        break;
    case XtpFormat::DIAG:
        least = DIAG_SIZE;
        break;
    default:
        break;
    }
    if (size < least)
    {
        m_defect = Defect::LENGTH;
        return 0;
    }
    uint32_t used = least;
    if (IsControl() || joins)
    {
        rseq = i.ReadNtohU64();
        alloc = i.ReadNtohU64();
        echo = i.ReadNtohU32();
    }
    if (format == XtpFormat::ECNTL)
    {
        const uint32_t n = i.ReadNtohU32();
        if (size - used != uint64_t{n} * SPAN_SIZE)
        {
            m_defect = Defect::LENGTH;
            return 0;
        }
        spans.resize(n);
        for (auto& span : spans)
        {
            span.left = i.ReadNtohU64();
            span.right = i.ReadNtohU64();
        }
        used = size;
    }
    if (traffics)
    {
        i.Next(4);
        xkey = i.ReadNtohU64();
    }
    if (format == XtpFormat::FIRST || joins)
    {
        used += ReadAddress(i, size - used);
    }
    if (m_defect == Defect::NONE && (format == XtpFormat::FIRST || traffics))
    {
        used += ReadTraffic(i, size - used);
    }
    if (m_defect != Defect::NONE)
    {
        return 0;
    }
    if (format == XtpFormat::DIAG)
    {
        code = static_cast<XtpDiagCode>(i.ReadNtohU32());
        value = static_cast<XtpDiagValue>(i.ReadNtohU32());
        text.resize(size - used);
        i.Read(reinterpret_cast<uint8_t*>(&text[0]), size - used);
        used = size;
    }
    if (IsInformation() && Has(XTP_BTAG))
    {
        if (size - used < TAG_SIZE)
        {
            m_defect = Defect::LENGTH;
            return 0;
        }
        tag = i.ReadNtohU64();
        used += TAG_SIZE;
    }
    if (!IsInformation() && used != size)
    {
        m_defect = Defect::LENGTH;
    }
    return used;
}

uint32_t
XtpHeader::ReadAddress(Buffer::Iterator& i, uint32_t size)
{
    if (size < COMMON_SIZE)
    {
        m_defect = Defect::ADDRESS;
        return 0;
    }
    const uint16_t length = i.ReadNtohU16();
    i.Next(1); // domain
    const uint8_t kind = i.ReadU8();
    if (kind != IPV4_ADDRESS)
    {
        m_defect = Defect::ADDRESS_FORMAT;
        return 0;
    }
    if (length != ADDRESS_SIZE || size < ADDRESS_SIZE)
    {
        m_defect = Defect::ADDRESS;
        return 0;
    }
    destinationHost = i.ReadNtohU32();
    sourceHost = i.ReadNtohU32();
    SetDestinationPort(i.ReadNtohU16());
    SetSourcePort(i.ReadNtohU16());
    return ADDRESS_SIZE;
}

uint32_t
XtpHeader::ReadTraffic(Buffer::Iterator& i, uint32_t size)
{
    if (size < COMMON_SIZE)
    {
        m_defect = Defect::TRAFFIC;
        return 0;
    }
    const uint16_t length = i.ReadNtohU16();
    traffic.service = i.ReadU8();
    traffic.format = i.ReadU8();
    const uint32_t expected = GetTrafficSize(traffic.format);
    if (expected == 0)
    {
        m_defect = Defect::TRAFFIC_FORMAT;
        return 0;
    }
    if (length != expected || size < expected)
    {
        m_defect = Defect::TRAFFIC;
        return 0;
    }
    if (traffic.format == 0)
    {
        i.Next(4);
        return expected;
    }
    traffic.maxData = i.ReadNtohU32();
    traffic.inRate = i.ReadNtohU32();
    traffic.inBurst = i.ReadNtohU32();
    traffic.outRate = i.ReadNtohU32();
    traffic.outBurst = i.ReadNtohU32();
    return expected;
}

void
XtpHeader::Print(std::ostream& os) const
{
    static const std::pair<uint32_t, const char*> names[] = {{XTP_NOCHECK, "NOCHECK"},
                                                             {XTP_EDGE, "EDGE"},
                                                             {XTP_NOERR, "NOERR"},
                                                             {XTP_MULTI, "MULTI"},
                                                             {XTP_RES, "RES"},
                                                             {XTP_SORT, "SORT"},
                                                             {XTP_NOFLOW, "NOFLOW"},
                                                             {XTP_FASTNAK, "FASTNAK"},
                                                             {XTP_SREQ, "SREQ"},
                                                             {XTP_DREQ, "DREQ"},
                                                             {XTP_RCLOSE, "RCLOSE"},
                                                             {XTP_WCLOSE, "WCLOSE"},
                                                             {XTP_EOM, "EOM"},
                                                             {XTP_END, "END"},
                                                             {XTP_BTAG, "BTAG"}};
    os << GetName(format) << " key " << (key & ~RTN) << (key & RTN ? " returned" : "");
    for (const auto& option : names)
    {
        if (Has(option.first))
        {
            os << " " << option.second;
        }
    }
    os << " sync " << sync << " seq " << seq << " size " << dataSize;
    if (IsControl())
    {
        os << " rseq " << rseq << " alloc " << alloc << " echo " << echo;
    }
    for (const auto& span : spans)
    {
        os << " [" << span.left << "," << span.right << ")";
    }
    if (format == XtpFormat::DIAG)
    {
        os << " code " << static_cast<uint32_t>(code) << " value " << static_cast<uint32_t>(value);
    }
}
} // namespace hsn
} // namespace ns3
