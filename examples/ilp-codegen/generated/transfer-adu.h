// SPDX-License-Identifier: GPL-2.0-only
// Made by adugen.py of transfer.adu, c296e72e9485f926. Do not edit.
#ifndef NS3_HSN_TRANSFER_TRANSFER_ADU_H
#define NS3_HSN_TRANSFER_TRANSFER_ADU_H

#include "ns3/ilp-xdr.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace ns3
{
namespace hsn
{
namespace transfer
{
constexpr uint32_t MAX_DATA = 8192;
constexpr uint32_t MAX_NAME = 255;

/// enum Kind
enum class Kind : int32_t
{
    DATA = 0,
    OPEN = 1,
    MISSING = 2,
    STATUS = 3,
};

/// XDR. @param out takes the words @param value the value
template <class Out>
void
Encode(Out& out, Kind value)
{
    switch (value)
    {
    case Kind::DATA:
    case Kind::OPEN:
    case Kind::MISSING:
    case Kind::STATUS:
        out.Send(static_cast<uint32_t>(value));
        return;
    }
    out.Fail(ns3::hsn::XdrStatus::BAD_VALUE);
}

/// XDR. @param in gives the words @param value the value
template <class In>
void
Decode(In& in, Kind& value)
{
    value = static_cast<Kind>(in.Receive());
    switch (value)
    {
    case Kind::DATA:
    case Kind::OPEN:
    case Kind::MISSING:
    case Kind::STATUS:
        return;
    }
    in.Fail(ns3::hsn::XdrStatus::BAD_VALUE);
}

/// struct Data
struct Data
{
    /// type
    int32_t type{};
    /// seq
    int32_t seq{};
    /// octets
    std::vector<uint8_t> octets;
};

/// @param a one @param b another @return whether they are equal
inline bool
operator==(const Data& a, const Data& b)
{
    return a.type == b.type && a.seq == b.seq && a.octets == b.octets;
}

/// XDR. @param out takes the words @param value the value
template <class Out>
void
Encode(Out& out, const Data& value)
{
    ns3::hsn::XdrSend(out, value.type);
    ns3::hsn::XdrSend(out, value.seq);
    ns3::hsn::XdrSendCount(out, value.octets.size(), 8192U);
    ns3::hsn::XdrSendOctets(out, value.octets);
}

/// XDR. @param in gives the words @param value the value
template <class In>
void
Decode(In& in, Data& value)
{
    ns3::hsn::XdrReceive(in, value.type);
    ns3::hsn::XdrReceive(in, value.seq);
    ns3::hsn::XdrReceiveCount(in, value.octets, 8192U, 1);
    ns3::hsn::XdrReceiveOctets(in, value.octets);
}

/// struct Open
struct Open
{
    /// name
    std::string name;
    /// size
    uint64_t size{};
    /// binary
    bool binary{};
    /// rate
    double rate{};
};

/// @param a one @param b another @return whether they are equal
inline bool
operator==(const Open& a, const Open& b)
{
    return a.name == b.name && a.size == b.size && a.binary == b.binary && a.rate == b.rate;
}

/// XDR. @param out takes the words @param value the value
template <class Out>
void
Encode(Out& out, const Open& value)
{
    ns3::hsn::XdrSendCount(out, value.name.size(), 255U);
    ns3::hsn::XdrSendOctets(out, value.name);
    ns3::hsn::XdrSend(out, value.size);
    ns3::hsn::XdrSend(out, value.binary);
    ns3::hsn::XdrSend(out, value.rate);
}

/// XDR. @param in gives the words @param value the value
template <class In>
void
Decode(In& in, Open& value)
{
    ns3::hsn::XdrReceiveCount(in, value.name, 255U, 1);
    ns3::hsn::XdrReceiveOctets(in, value.name);
    ns3::hsn::XdrReceive(in, value.size);
    ns3::hsn::XdrReceive(in, value.binary);
    ns3::hsn::XdrReceive(in, value.rate);
}

/// struct Range
struct Range
{
    /// first
    uint32_t first{};
    /// more
    std::unique_ptr<Range> more;
};

/// @param a one @param b another @return whether they are equal
bool operator==(const Range& a, const Range& b);

/// XDR. @param out has the words @param value the value
template <class Out>
void Encode(Out& out, const Range& value);

/// XDR. @param in has the words @param value the value
template <class In>
void Decode(In& in, Range& value);

/// @param a one @param b another @return whether they are equal
inline bool
operator==(const Range& a, const Range& b)
{
    return a.first == b.first && ns3::hsn::XdrSame(a.more, b.more);
}

/// XDR. @param out takes the words @param value the value
template <class Out>
void
Encode(Out& out, const Range& value)
{
    ns3::hsn::XdrSend(out, value.first);
    out.Send(value.more ? 1 : 0);
    if (value.more && out.Enter())
    {
        Encode(out, *value.more);
        out.Leave();
    }
}

/// XDR. @param in gives the words @param value the value
template <class In>
void
Decode(In& in, Range& value)
{
    ns3::hsn::XdrReceive(in, value.first);
    value.more.reset();
    if (ns3::hsn::XdrReceiveFlag(in) && in.Enter())
    {
        value.more = std::make_unique<Range>();
        Decode(in, *value.more);
        in.Leave();
    }
}

/// struct Missing
struct Missing
{
    /// seqs
    std::vector<uint32_t> seqs;
    /// ranges
    std::unique_ptr<Range> ranges;
};

/// @param a one @param b another @return whether they are equal
inline bool
operator==(const Missing& a, const Missing& b)
{
    return a.seqs == b.seqs && ns3::hsn::XdrSame(a.ranges, b.ranges);
}

/// XDR. @param out takes the words @param value the value
template <class Out>
void
Encode(Out& out, const Missing& value)
{
    ns3::hsn::XdrSendCount(out, value.seqs.size(), 1000U);
    out.SendWords(value.seqs.data(), value.seqs.size());
    out.Send(value.ranges ? 1 : 0);
    if (value.ranges && out.Enter())
    {
        Encode(out, *value.ranges);
        out.Leave();
    }
}

/// XDR. @param in gives the words @param value the value
template <class In>
void
Decode(In& in, Missing& value)
{
    ns3::hsn::XdrReceiveCount(in, value.seqs, 1000U, 4);
    in.ReceiveWords(value.seqs.data(), value.seqs.size());
    value.ranges.reset();
    if (ns3::hsn::XdrReceiveFlag(in) && in.Enter())
    {
        value.ranges = std::make_unique<Range>();
        Decode(in, *value.ranges);
        in.Leave();
    }
}

/// struct Status
struct Status
{
    /// of
    Kind of{Kind::DATA};
    /// time
    int64_t time{};
    /// load
    std::array<float, 3> load{};
    /// mark
    std::array<uint8_t, 6> mark{};
    /// text
    std::string text;
    /// last
    std::vector<Kind> last;
};

/// @param a one @param b another @return whether they are equal
inline bool
operator==(const Status& a, const Status& b)
{
    if (!(a.of == b.of))
    {
        return false;
    }
    if (!(a.time == b.time))
    {
        return false;
    }
    if (!(a.load == b.load))
    {
        return false;
    }
    if (!(a.mark == b.mark))
    {
        return false;
    }
    if (!(a.text == b.text))
    {
        return false;
    }
    if (!(a.last == b.last))
    {
        return false;
    }
    return true;
}

/// XDR. @param out takes the words @param value the value
template <class Out>
void
Encode(Out& out, const Status& value)
{
    Encode(out, value.of);
    ns3::hsn::XdrSend(out, value.time);
    out.SendWords(value.load.data(), value.load.size());
    out.SendBytes(value.mark.data(), value.mark.size());
    ns3::hsn::XdrSendCount(out, value.text.size(), 100U);
    ns3::hsn::XdrSendOctets(out, value.text);
    ns3::hsn::XdrSendCount(out, value.last.size(), 4U);
    for (const Kind one : value.last)
    {
        Encode(out, one);
    }
}

/// XDR. @param in gives the words @param value the value
template <class In>
void
Decode(In& in, Status& value)
{
    Decode(in, value.of);
    ns3::hsn::XdrReceive(in, value.time);
    in.ReceiveWords(value.load.data(), value.load.size());
    in.ReceiveBytes(value.mark.data(), value.mark.size());
    ns3::hsn::XdrReceiveCount(in, value.text, 100U, 1);
    ns3::hsn::XdrReceiveOctets(in, value.text);
    ns3::hsn::XdrReceiveCount(in, value.last, 4U, 4);
    for (size_t i = 0; i < value.last.size() && in.IsGood(); i++)
    {
        Decode(in, value.last[i]);
    }
}

/// union Transfer: what kind says
struct Transfer
{
    /// kind
    Kind kind{Kind::DATA};
    /// data
    Data data{};
    /// open
    Open open{};
    /// missing
    Missing missing{};
    /// status
    Status status{};
};

/// @param a one @param b another @return whether they are equal
inline bool
operator==(const Transfer& a, const Transfer& b)
{
    if (a.kind != b.kind)
    {
        return false;
    }
    switch (a.kind)
    {
    case Kind::DATA:
        return a.data == b.data;
    case Kind::OPEN:
        return a.open == b.open;
    case Kind::MISSING:
        return a.missing == b.missing;
    case Kind::STATUS:
        return a.status == b.status;
    default:
        return true;
    }
}

/// XDR. @param out takes the words @param value the value
template <class Out>
void
Encode(Out& out, const Transfer& value)
{
    Encode(out, value.kind);
    switch (value.kind)
    {
    case Kind::DATA:
        Encode(out, value.data);
        break;
    case Kind::OPEN:
        Encode(out, value.open);
        break;
    case Kind::MISSING:
        Encode(out, value.missing);
        break;
    case Kind::STATUS:
        Encode(out, value.status);
        break;
    default:
        out.Fail(ns3::hsn::XdrStatus::BAD_VALUE);
    }
}

/// XDR. @param in gives the words @param value the value
template <class In>
void
Decode(In& in, Transfer& value)
{
    Decode(in, value.kind);
    if (!in.IsGood())
    {
        return;
    }
    switch (value.kind)
    {
    case Kind::DATA:
        Decode(in, value.data);
        break;
    case Kind::OPEN:
        Decode(in, value.open);
        break;
    case Kind::MISSING:
        Decode(in, value.missing);
        break;
    case Kind::STATUS:
        Decode(in, value.status);
        break;
    default:
        in.Fail(ns3::hsn::XdrStatus::BAD_VALUE);
    }
}
} // namespace transfer
} // namespace hsn
} // namespace ns3

#endif // NS3_HSN_TRANSFER_TRANSFER_ADU_H
