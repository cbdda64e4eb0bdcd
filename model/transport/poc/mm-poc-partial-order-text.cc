// SPDX-License-Identifier: GPL-2.0-only
#include "mm-poc-partial-order.h"

#include <algorithm>
#include <sstream>

namespace ns3
{
namespace hsn
{
namespace
{
/** @param text digits @param value gets the number @return whether it is one of up to nine digits
 */
bool
ReadNumber(const std::string& text, uint32_t& value)
{
    if (text.empty() || text.size() > 9 ||
        text.find_first_not_of("0123456789") != std::string::npos)
    {
        return false;
    }
    value = static_cast<uint32_t>(std::stoul(text));
    return true;
}

/** @param text such as 0.1-2 @param sdu gets it @return whether it is one */
bool
ReadSdu(const std::string& text, MmPocPartialOrder::Predecessor& sdu)
{
    const auto dot = text.find('.');
    const auto dash = text.find('-');
    if (dot == std::string::npos || (dash != std::string::npos && dash < dot))
    {
        return false;
    }
    sdu.lag = 0;
    return ReadNumber(text.substr(0, dot), sdu.poc) &&
           ReadNumber(text.substr(dot + 1, dash == std::string::npos ? dash : dash - dot - 1),
                      sdu.index) &&
           (dash == std::string::npos || ReadNumber(text.substr(dash + 1), sdu.lag));
}
} // namespace

std::string
MmPocPartialOrder::NameOf(uint32_t poc, uint64_t index)
{
    return std::to_string(poc) + "." + std::to_string(index);
}

std::string
MmPocPartialOrder::Read(const std::string& text, MmPocPartialOrder& order)
{
    MmPocPartialOrder read;
    bool begun = false;
    std::string separated = text;
    std::replace(separated.begin(), separated.end(), ';', '\n');
    std::istringstream lines(separated);
    std::string line;
    for (uint32_t n = 1; std::getline(lines, line); ++n)
    {
        std::istringstream words(line.substr(0, line.find('#')));
        const std::string where = "line " + std::to_string(n) + ": ";
        std::string word;
        if (!(words >> word))
        {
            continue;
        }
        std::string error;
        Predecessor after;
        if (word == "period" || word == "finite")
        {
            const bool repeats = word == "period";
            std::vector<uint32_t> counts;
            for (uint32_t count = 0; words >> word; counts.push_back(count))
            {
                if (!ReadNumber(word, count))
                {
                    return where + word + ": must be a number of SDUs";
                }
            }
            error = begun ? "a second period: must be one" : read.SetPeriod(counts, repeats);
            begun = true;
        }
        else if (!begun)
        {
            error = word + ": the first line must be period or finite, and the SDUs of each medium";
        }
        else if (!ReadSdu(word, after) || after.lag > 0)
        {
            error = word + ": must be medium.SDU";
        }
        else if (!(words >> word) || word != "after")
        {
            error = "\"after\" must follow the SDU";
        }
        else
        {
            Predecessor before;
            while (error.empty() && words >> word)
            {
                error = ReadSdu(word, before) ? read.AddPrecedence(after.poc, after.index, before)
                                              : word + ": must be medium.SDU or medium.SDU-periods";
            }
        }
        if (!error.empty())
        {
            return where + error;
        }
    }
    if (!begun)
    {
        return "no line with period or finite";
    }
    order = read;
    return "";
}

std::string
MmPocPartialOrder::ToText() const
{
    Prepare();
    std::ostringstream text;
    text << (m_repeats ? "period" : "finite");
    for (const uint32_t count : m_counts)
    {
        text << " " << count;
    }
    text << "\n";
    for (uint32_t poc = 0; poc < GetMedia(); ++poc)
    {
        for (uint32_t i = 0; i < m_counts[poc]; ++i)
        {
            const auto& immediate = m_immediate[Place(poc, i)];
            if (immediate.empty())
            {
                continue;
            }
            text << NameOf(poc, i) << " after";
            for (const auto& one : immediate)
            {
                text << " " << NameOf(one.poc, one.index);
                if (one.lag > 0)
                {
                    text << "-" << one.lag;
                }
            }
            text << "\n";
        }
    }
    return text.str();
}

uint32_t
MmPocPartialOrder::GetDigest() const
{
    uint32_t digest = 2166136261U; // FNV-1a, 32 bits
    for (const char c : ToText())
    {
        digest = (digest ^ static_cast<uint8_t>(c)) * 16777619U;
    }
    return digest;
}

std::string
MmPocPartialOrder::ToDot(uint32_t periods) const
{
    const uint64_t drawn = m_repeats ? periods : 1;
    std::string text = "digraph order {\n  rankdir=LR;\n  node [shape=circle];\n";
    for (uint32_t poc = 0; poc < GetMedia(); ++poc)
    {
        for (uint64_t n = 0; n < drawn * m_counts[poc]; ++n)
        {
            text += "  \"" + NameOf(poc, n) + "\";\n";
            for (const auto& one : GetImmediate({poc, n}))
            {
                text +=
                    "  \"" + NameOf(one.poc, one.number) + "\" -> \"" + NameOf(poc, n) + "\";\n";
            }
        }
    }
    return text + "}\n";
}
} // namespace hsn
} // namespace ns3
