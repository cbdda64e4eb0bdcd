// SPDX-License-Identifier: GPL-2.0-only
#include "snmp-responder.h"

#include "ns3/abort.h"

#include <algorithm>

namespace ns3
{
namespace hsn
{
namespace
{
// of a message beside community and bindings: tags, lengths of four octets, numbers
constexpr size_t FRAME = 48;

/// @param binding a variable binding @return octets of it in a message
size_t
Measure(const SnmpBinding& binding)
{
    BerWriter out;
    out.Value(binding.value);
    out.Oid(binding.name);
    out.Wrap(0x30, 0);
    return out.GetSize();
}
} // namespace

SnmpView::~SnmpView() = default;

SnmpResponder::SnmpResponder(Ptr<const SnmpView> view, size_t most)
    : m_view(view),
      m_most(most)
{
    NS_ABORT_MSG_IF(most < LEAST_MESSAGE,
                    "Messages have up to " << most << " octets, must be at least "
                                           << LEAST_MESSAGE);
}

bool
SnmpResponder::IsRequest(SnmpPduType type)
{
    return type == SNMP_GET || type == SNMP_GET_NEXT || type == SNMP_GET_BULK || type == SNMP_SET;
}

SnmpBinding
SnmpResponder::Follow(const SnmpOid& after) const
{
    SnmpBinding next;
    if (!m_view->GetNext(after, next))
    {
        next.name = after;
        next.value = SnmpValue::Exception(SNMP_END_OF_MIB_VIEW);
    }
    return next;
}

SnmpMessage
SnmpResponder::Respond(const SnmpMessage& request) const
{
    SnmpMessage response;
    response.community = request.community;
    response.type = SNMP_RESPONSE;
    response.request = request.request;
    if (request.type == SNMP_GET_BULK)
    {
        RespondBulk(request, response);
        return response;
    }
    if (request.type == SNMP_SET)
    {
        response.error = request.bindings.empty() ? SNMP_NO_ERROR : SNMP_NOT_WRITABLE;
        response.index = request.bindings.empty() ? 0 : 1;
        response.bindings = request.bindings;
        return response;
    }
    size_t size = FRAME + request.community.size();
    for (const auto& one : request.bindings)
    {
        response.bindings.push_back(request.type == SNMP_GET
                                        ? SnmpBinding{one.name, m_view->Get(one.name)}
                                        : Follow(one.name));
        size += Measure(response.bindings.back());
        if (size > m_most)
        {
            response.bindings.clear();
            response.error = SNMP_TOO_BIG;
            break;
        }
    }
    return response;
}

void
SnmpResponder::RespondBulk(const SnmpMessage& request, SnmpMessage& response) const
{
    const size_t n = request.bindings.size();
    const size_t once = std::min<size_t>(request.error, n);
    size_t size = FRAME + request.community.size();
    const auto add = [&](const SnmpOid& after) {
        response.bindings.push_back(Follow(after));
        size += Measure(response.bindings.back());
        if (size > m_most)
        {
            response.bindings.pop_back();
            return false;
        }
        return true;
    };
    for (size_t i = 0; i < once; ++i)
    {
        if (!add(request.bindings[i].name))
        {
            return;
        }
    }
    std::vector<SnmpOid> names;
    for (size_t i = once; i < n; ++i)
    {
        names.push_back(request.bindings[i].name);
    }
    bool more = !names.empty();
    for (int32_t turn = 0; turn < request.index && more; ++turn)
    {
        more = false;
        for (auto& name : names)
        {
            if (!add(name))
            {
                return;
            }
            name = response.bindings.back().name;
            more = more || response.bindings.back().value.type != SNMP_END_OF_MIB_VIEW;
        }
    }
}
} // namespace hsn
} // namespace ns3
