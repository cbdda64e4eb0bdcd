// SPDX-License-Identifier: GPL-2.0-only
#include "snmp-ber.h"

#include "ns3/abort.h"

#include <algorithm>
#include <sstream>

namespace ns3
{
namespace hsn
{
namespace
{
constexpr size_t MOST_ARCS = 128; // RFC 2578, section 3.5
} // namespace

SnmpOid
ReadSnmpOid(const std::string& text)
{
    SnmpOid oid;
    std::istringstream in(text);
    std::string arc;
    while (std::getline(in, arc, '.'))
    {
        const bool digits = !arc.empty() && arc.size() <= 10 &&
                            arc.find_first_not_of("0123456789") == std::string::npos;
        const uint64_t value = digits ? std::stoull(arc) : UINT64_MAX;
        if (value > UINT32_MAX || oid.size() == MOST_ARCS)
        {
            return {};
        }
        oid.push_back(static_cast<uint32_t>(value));
    }
    return text.empty() || text.back() == '.' ? SnmpOid() : oid;
}

std::string
WriteSnmpOid(const SnmpOid& oid)
{
    std::string text;
    for (const auto arc : oid)
    {
        text.append(text.empty() ? "" : ".").append(std::to_string(arc));
    }
    return text;
}

bool
IsSnmpPrefix(const SnmpOid& oid, const SnmpOid& prefix)
{
    return oid.size() >= prefix.size() && std::equal(prefix.begin(), prefix.end(), oid.begin());
}

bool
SnmpValue::IsAbsent() const
{
    return type == SNMP_NULL || type >= SNMP_NO_SUCH_OBJECT;
}

std::string
SnmpValue::ToString() const
{
    switch (type)
    {
    case SNMP_OCTETS:
    case SNMP_OPAQUE:
    case SNMP_IP_ADDRESS:
        return octets;
    case SNMP_OID:
        return WriteSnmpOid(oid);
    case SNMP_COUNTER64:
        return std::to_string(static_cast<uint64_t>(number));
    default:
        return IsAbsent() ? "" : std::to_string(number);
    }
}

bool
SnmpValue::operator==(const SnmpValue& other) const
{
    return type == other.type && number == other.number && octets == other.octets &&
           oid == other.oid;
}

SnmpValue
SnmpValue::Number(SnmpType type, uint64_t number)
{
    SnmpValue value;
    value.type = type;
    if (type == SNMP_GAUGE32)
    {
        number = std::min<uint64_t>(number, UINT32_MAX);
    }
    else if (type == SNMP_COUNTER32 || type == SNMP_TIME_TICKS)
    {
        number &= UINT32_MAX;
    }
    value.number = static_cast<int64_t>(number);
    return value;
}

SnmpValue
SnmpValue::Octets(const std::string& octets)
{
    SnmpValue value;
    value.type = SNMP_OCTETS;
    value.octets = octets;
    return value;
}

SnmpValue
SnmpValue::Oid(const SnmpOid& oid)
{
    SnmpValue value;
    value.type = SNMP_OID;
    value.oid = oid;
    return value;
}

SnmpValue
SnmpValue::Exception(SnmpType type)
{
    SnmpValue value;
    value.type = type;
    return value;
}

size_t
BerWriter::GetSize() const
{
    return m_reversed.size();
}

std::string
BerWriter::Get() const
{
    return std::string(m_reversed.rbegin(), m_reversed.rend());
}

void
BerWriter::Put(uint8_t octet)
{
    m_reversed.push_back(static_cast<char>(octet));
}

void
BerWriter::Head(size_t length, uint8_t tag)
{
    uint8_t octets = 0;
    size_t rest = length;
    if (length >= 0x80)
    {
        for (; rest > 0; rest >>= 8)
        {
            Put(static_cast<uint8_t>(rest));
            ++octets;
        }
        Put(0x80 | octets);
    }
    else
    {
        Put(static_cast<uint8_t>(length));
    }
    Put(tag);
}

void
BerWriter::Integer(uint8_t tag, int64_t number)
{
    const size_t before = GetSize();
    auto octet = static_cast<uint8_t>(number);
    Put(octet);
    // as long as the octets above are more than copies of the sign
    while (number > 0x7f || number < -0x80)
    {
        number = number < 0 ? ~(~number >> 8) : number >> 8;
        octet = static_cast<uint8_t>(number);
        Put(octet);
    }
    Head(GetSize() - before, tag);
}

void
BerWriter::Unsigned(uint8_t tag, uint64_t number)
{
    const size_t before = GetSize();
    bool high = false;
    do
    {
        high = (number & 0x80) != 0;
        Put(static_cast<uint8_t>(number));
        number >>= 8;
    } while (number > 0);
    if (high)
    {
        Put(0); // the first bit would be a sign
    }
    Head(GetSize() - before, tag);
}

void
BerWriter::Octets(uint8_t tag, const std::string& octets)
{
    m_reversed.append(octets.rbegin(), octets.rend());
    Head(octets.size(), tag);
}

void
BerWriter::Oid(const SnmpOid& oid)
{
    NS_ABORT_MSG_IF(oid.size() < 2 || oid[0] > 2 || (oid[0] < 2 && oid[1] > 39) ||
                        oid[1] > UINT32_MAX - 80,
                    "OID " << WriteSnmpOid(oid)
                           << " must have two arcs or more, the first at most 2, the second below "
                              "40");
    const size_t before = GetSize();
    for (size_t i = oid.size(); i-- > 1;)
    {
        uint32_t arc = i > 1 ? oid[i] : 40 * oid[0] + oid[1];
        Put(arc & 0x7f);
        while ((arc >>= 7) > 0)
        {
            Put(0x80 | (arc & 0x7f));
        }
    }
    Head(GetSize() - before, SNMP_OID);
}

void
BerWriter::Value(const SnmpValue& value)
{
    switch (value.type)
    {
    case SNMP_INTEGER:
        Integer(SNMP_INTEGER, value.number);
        break;
    case SNMP_OCTETS:
    case SNMP_OPAQUE:
    case SNMP_IP_ADDRESS:
        Octets(value.type, value.octets);
        break;
    case SNMP_OID:
        Oid(value.oid);
        break;
    case SNMP_COUNTER32:
    case SNMP_GAUGE32:
    case SNMP_TIME_TICKS:
    case SNMP_COUNTER64:
        Unsigned(value.type, static_cast<uint64_t>(value.number));
        break;
    default:
        Head(0, value.type);
    }
}

void
BerWriter::Wrap(uint8_t tag, size_t before)
{
    Head(GetSize() - before, tag);
}

BerReader::BerReader(const uint8_t* data, size_t size)
    : m_next(data),
      m_left(size)
{
}

bool
BerReader::IsAtEnd() const
{
    return m_left == 0;
}

const std::string&
BerReader::GetError() const
{
    return m_error;
}

void
BerReader::Fail(const std::string& error)
{
    if (m_error.empty())
    {
        m_error = error;
    }
    m_left = 0;
}

bool
BerReader::Head(uint8_t& tag, size_t& length)
{
    if (m_left < 2)
    {
        Fail("ends inside a tag or length");
        return false;
    }
    tag = *m_next++;
    length = *m_next++;
    m_left -= 2;
    if ((tag & 0x1f) == 0x1f)
    {
        Fail("tag has more than one octet");
        return false;
    }
    if (length >= 0x80)
    {
        const size_t octets = length & 0x7f;
        if (octets == 0 || octets > 4 || octets > m_left)
        {
            Fail("length has " + std::to_string(octets) + " octets, must be 1 to 4");
            return false;
        }
        length = 0;
        for (size_t i = 0; i < octets; ++i)
        {
            length = length << 8 | *m_next++;
        }
        m_left -= octets;
    }
    if (length > m_left)
    {
        Fail("value has " + std::to_string(length) + " octets, of which " + std::to_string(m_left) +
             " are there");
        return false;
    }
    return true;
}

BerReader
BerReader::Enter(uint8_t tag, uint8_t* tagRead)
{
    uint8_t found = 0;
    size_t length = 0;
    BerReader inside(m_next, 0);
    if (!Head(found, length))
    {
        inside.Fail(m_error);
    }
    else if ((tag && found != tag) || (found & 0x20) == 0)
    {
        Fail("tag is " + std::to_string(found) + ", must be that of " +
             (tag ? std::to_string(tag) : "a constructed value"));
        inside.Fail(m_error);
    }
    else
    {
        inside = BerReader(m_next, length);
        m_next += length;
        m_left -= length;
    }
    if (tagRead)
    {
        *tagRead = found;
    }
    return inside;
}

uint64_t
BerReader::Bits(size_t length, bool sign)
{
    // Counter64 may need a ninth octet, which is 0
    const bool nine = !sign && length == 9 && *m_next == 0;
    if (length == 0 || (length > 8 && !nine))
    {
        Fail("integer has " + std::to_string(length) + " octets, must be 1 to 8");
        return 0;
    }
    uint64_t bits = sign && (*m_next & 0x80) ? UINT64_MAX : 0;
    for (size_t i = 0; i < length; ++i)
    {
        bits = bits << 8 | *m_next++;
    }
    m_left -= length;
    return bits;
}

int64_t
BerReader::Integer(int64_t least, int64_t most)
{
    uint8_t tag = 0;
    size_t length = 0;
    if (!Head(tag, length))
    {
        return least;
    }
    if (tag != SNMP_INTEGER)
    {
        Fail("tag is " + std::to_string(tag) + ", must be that of an integer, 2");
        return least;
    }
    const auto number = static_cast<int64_t>(Bits(length, true));
    if (number < least || number > most)
    {
        Fail("integer is " + std::to_string(number) + ", must be " + std::to_string(least) +
             " to " + std::to_string(most));
        return least;
    }
    return number;
}

std::string
BerReader::Octets()
{
    uint8_t tag = 0;
    size_t length = 0;
    if (!Head(tag, length))
    {
        return "";
    }
    if (tag != SNMP_OCTETS)
    {
        Fail("tag is " + std::to_string(tag) + ", must be that of an octet string, 4");
        return "";
    }
    std::string octets(reinterpret_cast<const char*>(m_next), length);
    m_next += length;
    m_left -= length;
    return octets;
}

SnmpOid
BerReader::Arcs(size_t length)
{
    SnmpOid oid;
    uint64_t arc = 0;
    bool inside = false;
    for (size_t i = 0; i < length; ++i)
    {
        const uint8_t octet = *m_next++;
        --m_left;
        arc = arc << 7 | (octet & 0x7f);
        inside = (octet & 0x80) != 0;
        if (arc > UINT32_MAX || oid.size() == MOST_ARCS)
        {
            Fail("OID has an arc above 2^32 - 1, or more than 128 arcs");
            return {};
        }
        if (!inside)
        {
            if (oid.empty())
            {
                const uint32_t first = std::min<uint32_t>(static_cast<uint32_t>(arc) / 40, 2);
                oid = {first, static_cast<uint32_t>(arc) - 40 * first};
            }
            else
            {
                oid.push_back(static_cast<uint32_t>(arc));
            }
            arc = 0;
        }
    }
    if (oid.empty() || inside)
    {
        Fail("OID has no octets, or ends inside an arc");
        return {};
    }
    return oid;
}

SnmpOid
BerReader::Oid()
{
    uint8_t tag = 0;
    size_t length = 0;
    if (!Head(tag, length))
    {
        return {};
    }
    if (tag != SNMP_OID)
    {
        Fail("tag is " + std::to_string(tag) + ", must be that of an OID, 6");
        return {};
    }
    return Arcs(length);
}

SnmpValue
BerReader::Value()
{
    SnmpValue value;
    uint8_t tag = 0;
    size_t length = 0;
    if (!Head(tag, length))
    {
        return value;
    }
    value.type = static_cast<SnmpType>(tag);
    switch (tag)
    {
    case SNMP_INTEGER:
        value.number = static_cast<int64_t>(Bits(length, true));
        if (value.number < INT32_MIN || value.number > INT32_MAX)
        {
            Fail("integer is " + std::to_string(value.number) + ", must have 32 bits");
        }
        break;
    case SNMP_COUNTER32:
    case SNMP_GAUGE32:
    case SNMP_TIME_TICKS: {
        const uint64_t number = Bits(length, false);
        value.number = static_cast<int64_t>(number);
        if (number > UINT32_MAX)
        {
            Fail("number is " + std::to_string(number) + ", must have 32 bits");
        }
        break;
    }
    case SNMP_COUNTER64:
        value.number = static_cast<int64_t>(Bits(length, false));
        break;
    case SNMP_OCTETS:
    case SNMP_OPAQUE:
    case SNMP_IP_ADDRESS:
        if (tag == SNMP_IP_ADDRESS && length != 4)
        {
            Fail("address has " + std::to_string(length) + " octets, must be 4");
            break;
        }
        value.octets.assign(reinterpret_cast<const char*>(m_next), length);
        m_next += length;
        m_left -= length;
        break;
    case SNMP_OID:
        value.oid = Arcs(length);
        break;
    case SNMP_NULL:
    case SNMP_NO_SUCH_OBJECT:
    case SNMP_NO_SUCH_INSTANCE:
    case SNMP_END_OF_MIB_VIEW:
        if (length != 0)
        {
            Fail("value without contents has " + std::to_string(length) + " octets");
        }
        break;
    default:
        Fail("type is " + std::to_string(tag) + ", which SNMP does not have");
    }
    return value;
}
} // namespace hsn
} // namespace ns3
