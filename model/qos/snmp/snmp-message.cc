// SPDX-License-Identifier: GPL-2.0-only
#include "snmp-message.h"

namespace ns3
{
namespace hsn
{
namespace
{
constexpr uint8_t SEQUENCE = 0x30;
constexpr int64_t MOST = 2147483647; // RFC 3416, max-bindings
} // namespace

std::string
SnmpMessage::Write() const
{
    BerWriter out;
    for (auto one = bindings.rbegin(); one != bindings.rend(); ++one)
    {
        const size_t before = out.GetSize();
        out.Value(one->value);
        out.Oid(one->name);
        out.Wrap(SEQUENCE, before);
    }
    out.Wrap(SEQUENCE, 0);
    out.Integer(SNMP_INTEGER, index);
    out.Integer(SNMP_INTEGER, error);
    out.Integer(SNMP_INTEGER, request);
    out.Wrap(type, 0);
    out.Octets(SNMP_OCTETS, community);
    out.Integer(SNMP_INTEGER, VERSION);
    out.Wrap(SEQUENCE, 0);
    return out.Get();
}

std::string
SnmpMessage::Read(const uint8_t* data, size_t size)
{
    bindings.clear();
    BerReader whole(data, size);
    BerReader in = whole.Enter(SEQUENCE);
    if (whole.GetError().empty() && !whole.IsAtEnd())
    {
        return "octets follow the message";
    }
    in.Integer(VERSION, VERSION);
    community = in.Octets();
    uint8_t tag = 0;
    BerReader pdu = in.Enter(0, &tag);
    if (!in.GetError().empty() || !in.IsAtEnd())
    {
        return in.GetError().empty() ? "octets follow the PDU" : in.GetError();
    }
    if (tag < SNMP_GET || tag > SNMP_REPORT || tag == 0xa4)
    {
        return "PDU is " + std::to_string(tag) + ", which SNMPv2 does not have";
    }
    type = static_cast<SnmpPduType>(tag);
    request = static_cast<int32_t>(pdu.Integer(INT32_MIN, INT32_MAX));
    error = static_cast<int32_t>(pdu.Integer(0, type == SNMP_GET_BULK ? MOST : 18));
    index = static_cast<int32_t>(pdu.Integer(0, MOST));
    BerReader list = pdu.Enter(SEQUENCE);
    while (!list.IsAtEnd())
    {
        BerReader one = list.Enter(SEQUENCE);
        SnmpBinding binding;
        binding.name = one.Oid();
        binding.value = one.Value();
        if (one.GetError().empty() && !one.IsAtEnd())
        {
            one.Fail("octets follow a value");
        }
        if (!one.GetError().empty())
        {
            list.Fail(one.GetError());
        }
        bindings.push_back(binding);
    }
    if (pdu.GetError().empty() && !pdu.IsAtEnd())
    {
        pdu.Fail("octets follow the bindings");
    }
    return pdu.GetError().empty() ? list.GetError() : pdu.GetError();
}
} // namespace hsn
} // namespace ns3
