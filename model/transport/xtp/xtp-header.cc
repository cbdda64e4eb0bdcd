// SPDX-License-Identifier: GPL-2.0-only
#include "xtp-header.h"

#include <type_traits>
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
/// Names of formats.
constexpr const char* FORMATS[] =
    {"DATA", "CNTL", "FIRST", "ECNTL", "", "TCNTL", "", "JCNTL", "DIAG"};
/// Names of options.
constexpr std::pair<uint32_t, const char*> OPTIONS[] = {{XTP_NOCHECK, "NOCHECK"},
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

/** @param format of a traffic specifier @return its octets; 0 if there is none */
uint32_t
GetTrafficSize(uint8_t format)
{
    return format == 0 ? 8 : format == 1 ? 24 : 0;
}

/** @param format of a packet @return octets that its segments have at least */
uint32_t
GetLeastSize(XtpFormat format)
{
    switch (format)
    {
    case XtpFormat::CNTL:
        return XtpHeader::CONTROL_SIZE;
    case XtpFormat::ECNTL:
        return XtpHeader::ERROR_SIZE;
    case XtpFormat::TCNTL:
    case XtpFormat::JCNTL:
        return XtpHeader::TRAFFIC_CONTROL_SIZE;
    case XtpFormat::DIAG:
        return XtpHeader::DIAG_SIZE;
    default:
        return 0;
    }
}
} // namespace

std::ostream&
operator<<(std::ostream& os, const XtpSpan& span)
{
    return os << "[" << span.left << "," << span.right << ")";
}

uint32_t
XtpHeader::GetSegmentSize() const
{
    return GetSerializedSize() - SIZE;
}

uint16_t
XtpHeader::ComputeChecksum(Buffer::Iterator start, uint32_t size) const
{
    return start.CalculateIpChecksum(static_cast<uint16_t>(Has(XTP_NOCHECK) ? SIZE : size));
}

void
XtpHeader::Serialize(Buffer::Iterator start) const
{
    PduHeader::Serialize(start);
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
    const uint32_t read = ReadFields(start);
    const uint32_t size = start.GetRemainingSize();
    SetChecksumOk(!IsChecksumEnabled() || ComputeChecksum(start, size) == 0);
    return read;
}

template <typename V>
bool
XtpHeader::Check([[maybe_unused]] V& v, [[maybe_unused]] bool valid, [[maybe_unused]] Defect defect)
{
    if constexpr (V::READS)
    {
        m_defect = valid ? Defect::NONE : defect;
        v.Require(valid, "defect", static_cast<uint64_t>(defect), "", 0);
        return valid;
    }
    return true;
}

template <typename V>
void
XtpHeader::Fields(V& v)
{
    const uint32_t size = v.GetLeft();
    v.Number(nullptr, key);
    v.Show("", FORMATS[static_cast<uint8_t>(format)]);
    v.Show("key", key & ~RTN);
    v.Mark((key & RTN) != 0, "returned");
    for (const auto& [option, name] : OPTIONS)
    {
        v.Mark(Has(option), name);
    }
    auto command = options << 8 | uint32_t{VERSION} << 5 | static_cast<uint32_t>(format);
    v.Number(nullptr, command);
    uint32_t length = 0;
    if constexpr (std::is_same_v<V, PduWriter>)
    {
        length = GetSegmentSize() + dataSize;
    }
    v.Number(nullptr, length);
    v.Reserved(2); // checksum
    v.Number(nullptr, sort);
    v.Number("sync", sync);
    v.Number("seq", seq);
    if constexpr (V::READS)
    {
        options = command >> 8;
        const uint8_t type = command & 0x1f;
        if (!Check(v, (command >> 5 & 7) == VERSION, Defect::VERSION) ||
            !Check(v, type != 4 && type != 6 && type <= 8, Defect::FORMAT))
        {
            return;
        }
        format = static_cast<XtpFormat>(type);
        if (!Check(v, length == size - SIZE, Defect::LENGTH))
        {
            return;
        }
    }
    v.Show("size", dataSize);
    Segments(v);
    if constexpr (V::READS)
    {
        dataSize = v.GetLeft();
    }
}

template <typename V>
void
XtpHeader::Segments(V& v)
{
    const bool joins = format == XtpFormat::JCNTL;
    const bool traffics = format == XtpFormat::TCNTL || joins;
    if (!Check(v, v.GetLeft() >= GetLeastSize(format), Defect::LENGTH))
    {
        return;
    }
    if (IsControl() || joins)
    {
        v.Number("rseq", rseq);
        v.Number("alloc", alloc);
        v.Number("echo", echo);
    }
    if (format == XtpFormat::ECNTL)
    {
        auto count = static_cast<uint32_t>(spans.size());
        v.Number(nullptr, count);
        if constexpr (V::READS)
        {
            if (!Check(v, v.GetLeft() == uint64_t{count} * SPAN_SIZE, Defect::LENGTH))
            {
                return;
            }
            spans.resize(count);
        }
        for (auto& span : spans)
        {
            v.Number(nullptr, span.left);
            v.Number(nullptr, span.right);
            v.Show("", span);
        }
    }
    if (traffics)
    {
        v.Reserved(4);
        v.Number(nullptr, xkey);
    }
    if (((format == XtpFormat::FIRST || joins) && !AddressSegment(v)) ||
        ((format == XtpFormat::FIRST || traffics) && !TrafficSpecifier(v)))
    {
        return;
    }
    if (format == XtpFormat::DIAG)
    {
        v.Number("code", code);
        v.Number("value", value);
        v.Octets(nullptr, text, v.GetLeft());
    }
    if (IsInformation() && Has(XTP_BTAG))
    {
        if (!Check(v, v.GetLeft() >= TAG_SIZE, Defect::LENGTH))
        {
            return;
        }
        v.Number(nullptr, tag);
    }
    Check(v, IsInformation() || v.GetLeft() == 0, Defect::LENGTH);
}

template <typename V>
bool
XtpHeader::AddressSegment(V& v)
{
    const uint32_t left = v.GetLeft();
    if (!Check(v, left >= COMMON_SIZE, Defect::ADDRESS))
    {
        return false;
    }
    auto length = static_cast<uint16_t>(ADDRESS_SIZE);
    v.Number(nullptr, length);
    v.Reserved(1); // domain
    uint8_t kind = IPV4_ADDRESS;
    v.Number(nullptr, kind);
    if (!Check(v, kind == IPV4_ADDRESS, Defect::ADDRESS_FORMAT) ||
        !Check(v, length == ADDRESS_SIZE && left >= ADDRESS_SIZE, Defect::ADDRESS))
    {
        return false;
    }
    v.Number(nullptr, destinationHost);
    v.Number(nullptr, sourceHost);
    uint16_t to = GetDestinationPort();
    uint16_t from = GetSourcePort();
    v.Number(nullptr, to);
    v.Number(nullptr, from);
    if constexpr (V::READS)
    {
        SetDestinationPort(to);
        SetSourcePort(from);
    }
    return true;
}

template <typename V>
bool
XtpHeader::TrafficSpecifier(V& v)
{
    const uint32_t left = v.GetLeft();
    if (!Check(v, left >= COMMON_SIZE, Defect::TRAFFIC))
    {
        return false;
    }
    auto length = static_cast<uint16_t>(GetTrafficSize(traffic.format));
    v.Number(nullptr, length);
    v.Number(nullptr, traffic.service);
    v.Number(nullptr, traffic.format);
    const uint32_t expected = GetTrafficSize(traffic.format);
    if (!Check(v, expected > 0, Defect::TRAFFIC_FORMAT) ||
        !Check(v, length == expected && left >= expected, Defect::TRAFFIC))
    {
        return false;
    }
    if (traffic.format == 0)
    {
        v.Reserved(4);
        return true;
    }
    v.Number(nullptr, traffic.maxData);
    v.Number(nullptr, traffic.inRate);
    v.Number(nullptr, traffic.inBurst);
    v.Number(nullptr, traffic.outRate);
    v.Number(nullptr, traffic.outBurst);
    return true;
}

template class PduHeader<XtpHeader, TransportHeader>;
} // namespace hsn
} // namespace ns3
