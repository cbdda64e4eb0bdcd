// SPDX-License-Identifier: GPL-2.0-only
#include "frm-group-condition.h"

#include <algorithm>
#include <cctype>
#include <cstddef>

namespace ns3
{
namespace hsn
{
void
FrmGroupCondition::SetKeyMembers(const std::set<uint64_t>& ids)
{
    m_keys = ids;
}

std::string
FrmGroupCondition::ReadKeyMembers(const std::string& text)
{
    std::set<uint64_t> ids;
    for (std::size_t at = 0; at < text.size();)
    {
        if (text[at] == ' ' || text[at] == ',')
        {
            ++at;
            continue;
        }
        const std::size_t end = std::min(text.find_first_of(" ,", at), text.size());
        const std::string word = text.substr(at, end - at);
        uint64_t id = 0;
        const bool isNumber =
            word.size() <= 19 && std::all_of(word.begin(), word.end(), [](char c) {
                return std::isdigit(static_cast<unsigned char>(c)) != 0;
            });
        id = isNumber ? std::stoull(word) : 0;
        if (id == 0)
        {
            return "KeyMembers \"" + word + "\": must be a number from 1 to 9999999999999999999";
        }
        ids.insert(id);
        at = end;
    }
    m_keys = ids;
    return "";
}

void
FrmGroupCondition::SetKeyNumber(uint32_t number)
{
    m_keyNumber = number;
}

void
FrmGroupCondition::SetMinMembers(uint32_t number)
{
    m_minMembers = number;
}

void
FrmGroupCondition::SetAll(bool all)
{
    m_all = all;
}

std::string
FrmGroupCondition::SetQuorum(double share)
{
    if (!(share >= 0 && share <= 1))
    {
        return "Quorum " + std::to_string(share) + ": must be above 0 and at most 1, or 0 for none";
    }
    m_quorum = share;
    return "";
}

bool
FrmGroupCondition::IsAny() const
{
    return !m_keys.empty() || m_keyNumber > 0 || m_minMembers > 0 || m_all || m_quorum > 0;
}

std::string
FrmGroupCondition::FindViolation(const Members& members) const
{
    for (const uint64_t id : m_keys)
    {
        if (members.listed.count(id) == 0)
        {
            return "key member " + std::to_string(id) + " is not listed";
        }
    }
    const auto listed = members.listed.size();
    if (members.mandatory < m_keyNumber)
    {
        return std::to_string(members.mandatory) + " key members are listed: must be at least " +
               std::to_string(m_keyNumber);
    }
    if (members.mandatory < members.mandatoryJoined)
    {
        return "a mandatory receiver is gone";
    }
    if (listed < m_minMembers)
    {
        return std::to_string(listed) + " receivers are listed: must be at least " +
               std::to_string(m_minMembers);
    }
    if (m_all && listed < members.joined)
    {
        return std::to_string(members.joined - listed) + " receivers are gone: must be none";
    }
    const uint32_t invited = members.invited > 0 ? members.invited : members.joined;
    if (static_cast<double>(listed) < m_quorum * invited)
    {
        return std::to_string(listed) + " of " + std::to_string(invited) +
               " receivers are listed: Quorum is " + std::to_string(m_quorum);
    }
    return "";
}
} // namespace hsn
} // namespace ns3
