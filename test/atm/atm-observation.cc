// SPDX-License-Identifier: GPL-2.0-only
#include "atm-observation.h"

#include "ns3/abort.h"

#include <algorithm>
#include <limits>
#include <sstream>

namespace ns3
{
namespace hsn
{
namespace
{
constexpr std::size_t DIFFERENCES = 6; //!< told at most
constexpr uint64_t CONTEXT = 3;        //!< records shown before and after a difference

/// A stream that is not the same in both runs.
struct Difference
{
    std::string name;                //!< of the stream
    const AtmObservation::Stream* a; //!< or null
    const AtmObservation::Stream* b; //!< or null
    uint64_t at;                     //!< first record that differs
    int64_t time;                    //!< its time, the earlier of the two
};

/// @param s stream or null @return its records
uint64_t
Count(const AtmObservation::Stream* s)
{
    return s ? s->GetCount() : 0;
}

/// @param s a stream @param i record @return its values
std::vector<int64_t>
Values(const AtmObservation::Stream& s, uint64_t i)
{
    const int64_t* record = s.GetRecord(i);
    return std::vector<int64_t>(record, record + s.GetFields().size());
}

/// @param name of a stream @param a one or null @param b the other or null @return where they part
Difference
FindDifference(const std::string& name,
               const AtmObservation::Stream* a,
               const AtmObservation::Stream* b)
{
    const uint64_t both = std::min(Count(a), Count(b));
    Difference d{name, a, b, 0, std::numeric_limits<int64_t>::max()};
    while (d.at < both && Values(*a, d.at) == Values(*b, d.at))
    {
        ++d.at;
    }
    for (const auto* s : {a, b})
    {
        if (d.at < Count(s))
        {
            d.time = std::min(d.time, *s->GetRecord(d.at));
        }
    }
    return d;
}

/// @param d a difference @return whether the runs have the same records, but those of equal times
/// in another order
bool
IsReordered(const Difference& d)
{
    if (Count(d.a) != Count(d.b))
    {
        return false;
    }
    std::vector<std::vector<int64_t>> a;
    std::vector<std::vector<int64_t>> b;
    for (uint64_t i = d.at; i < Count(d.a); ++i)
    {
        a.push_back(Values(*d.a, i));
        b.push_back(Values(*d.b, i));
        if (a.back()[0] != b.back()[0])
        {
            return false;
        }
    }
    std::sort(a.begin(), a.end());
    std::sort(b.begin(), b.end());
    return a == b;
}

/// @param os stream @param s records or null @param name of the run @param at where they differ
void
PrintAround(std::ostream& os, const AtmObservation::Stream* s, const std::string& name, uint64_t at)
{
    const uint64_t end = std::min(Count(s), at + CONTEXT);
    for (uint64_t i = at > CONTEXT ? at - CONTEXT : 0; i < end; ++i)
    {
        os << (i == at ? "  > " : "    ") << name << " [" << i << "] " << s->Print(i) << "\n";
    }
    if (at >= Count(s))
    {
        os << "  > " << name << " [" << at << "] nothing: the stream has " << Count(s)
           << " records\n";
    }
}
} // namespace

AtmObservation::Stream::Stream(const std::string& fields, const AtmObservation& owner)
    : m_owner(owner)
{
    std::istringstream words(fields);
    std::string word;
    while (words >> word)
    {
        m_fields.push_back(word);
    }
}

void
AtmObservation::Stream::Add(std::initializer_list<int64_t> values)
{
    Add(values.begin(), values.size());
}

void
AtmObservation::Stream::Add(const std::vector<int64_t>& values)
{
    Add(values.data(), values.size());
}

void
AtmObservation::Stream::Add(const int64_t* values, std::size_t n)
{
    if (m_owner.m_frozen)
    {
        return;
    }
    NS_ABORT_MSG_IF(n != m_fields.size(), n << " values for " << m_fields.size() << " fields");
    ++m_count;
    for (std::size_t i = 0; i < n; ++i)
    {
        // a multiplication by an odd number and a shift: no value is lost
        m_hash = (m_hash ^ static_cast<uint64_t>(values[i])) * 0x9e3779b97f4a7c15;
        m_hash ^= m_hash >> 29;
    }
    if (m_owner.m_keep)
    {
        m_values.insert(m_values.end(), values, values + n);
    }
}

std::string
AtmObservation::Stream::Print(uint64_t i) const
{
    std::ostringstream text;
    for (std::size_t f = 0; f < m_fields.size(); ++f)
    {
        const int64_t value = GetRecord(i)[f];
        text << (f > 0 ? " " : "") << m_fields[f] << "=";
        if (m_fields[f] == "pdu" && value >= 0)
        {
            text << (value >> 32) << "#" << (value & 0xffffffff);
        }
        else if (m_fields[f] == "label")
        {
            text << (value >> 16) << "/" << (value & 0xffff);
        }
        else
        {
            text << value;
        }
    }
    return text.str();
}

AtmObservation::AtmObservation(bool keep)
    : m_keep(keep)
{
}

AtmObservation::Stream&
AtmObservation::Get(const std::string& name, const std::string& fields)
{
    const auto it = m_streams.find(name);
    return it != m_streams.end() ? it->second
                                 : m_streams.emplace(name, Stream(fields, *this)).first->second;
}

void
AtmObservation::Freeze()
{
    m_frozen = true;
}

bool
AtmObservation::IsSame(const AtmObservation& a, const AtmObservation& b)
{
    return std::equal(a.m_streams.begin(),
                      a.m_streams.end(),
                      b.m_streams.begin(),
                      b.m_streams.end(),
                      [](const auto& x, const auto& y) {
                          return x.first == y.first && x.second.GetCount() == y.second.GetCount() &&
                                 x.second.GetHash() == y.second.GetHash();
                      });
}

std::string
AtmObservation::Explain(const AtmObservation& a,
                        const std::string& nameA,
                        const AtmObservation& b,
                        const std::string& nameB)
{
    std::vector<Difference> differences;
    const auto find = [](const AtmObservation& o, const std::string& name) {
        const auto it = o.m_streams.find(name);
        return it == o.m_streams.end() ? nullptr : &it->second;
    };
    const auto note = [&](const std::string& name) {
        const auto* x = find(a, name);
        const auto* y = find(b, name);
        if (!x || !y || x->GetCount() != y->GetCount() || x->GetHash() != y->GetHash())
        {
            differences.push_back(FindDifference(name, x, y));
        }
    };
    for (const auto& s : a.m_streams)
    {
        note(s.first);
    }
    for (const auto& s : b.m_streams)
    {
        if (!find(a, s.first))
        {
            note(s.first);
        }
    }
    std::stable_sort(differences.begin(),
                     differences.end(),
                     [](const Difference& x, const Difference& y) { return x.time < y.time; });
    std::ostringstream text;
    if (!differences.empty())
    {
        text << differences.size() << " of " << a.m_streams.size()
             << " streams differ; the earliest differences:\n";
    }
    for (std::size_t i = 0; i < std::min(differences.size(), DIFFERENCES); ++i)
    {
        const auto& d = differences[i];
        text << "  " << d.name << ": record " << d.at << " (" << nameA << " has " << Count(d.a)
             << ", " << nameB << " has " << Count(d.b) << ")";
        if (IsReordered(d))
        {
            text << "; only the order of records of the same time differs";
        }
        text << "\n";
        PrintAround(text, d.a, nameA, d.at);
        PrintAround(text, d.b, nameB, d.at);
    }
    return text.str();
}
} // namespace hsn
} // namespace ns3
