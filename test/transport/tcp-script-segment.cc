// SPDX-License-Identifier: GPL-2.0-only
#include "tcp-script-text.h"
#include "tcp-script.h"

#include <algorithm>
#include <sstream>

namespace ns3
{
namespace hsn
{
const std::string TcpScriptSegment::FLAGS = "FSRP.UEW";

TcpScriptSegment
TcpScriptSegment::FromText(const std::string& text)
{
    TcpScriptSegment segment;
    std::string head = text;
    const auto open = text.find('<');
    if (open != std::string::npos)
    {
        const auto close = text.find('>', open);
        if (close == std::string::npos)
        {
            throw std::string("no end of the options");
        }
        std::istringstream list(text.substr(open + 1, close - open - 1));
        std::string option;
        while (std::getline(list, option, ','))
        {
            segment.options.push_back(Join(Split(option)));
        }
        segment.anyOptions = segment.options == std::vector<std::string>{"..."};
        head = text.substr(0, open) + text.substr(close + 1);
    }
    const auto words = Split(head);
    std::size_t i = 0;
    if (!words.empty() && words[0][0] == '[')
    {
        const auto name = std::find(ECN_NAMES.begin(), ECN_NAMES.end(), words[i++]);
        if (name == ECN_NAMES.end())
        {
            throw "no ECN field: '" + words[0] + "'";
        }
        segment.ecn = static_cast<uint8_t>(name - ECN_NAMES.begin());
    }
    if (words.size() < i + 2)
    {
        throw std::string("a segment has flags and a range");
    }
    const std::string& flags = words[i++];
    for (char letter : FLAGS)
    {
        if (flags.find(letter) != std::string::npos)
        {
            segment.flags += letter;
        }
    }
    if (flags != "-" && flags.size() != segment.flags.size())
    {
        throw "no flags: '" + flags + "'";
    }
    const std::string& range = words[i++];
    const auto colon = range.find(':');
    const auto bracket = range.find('(');
    if (colon == std::string::npos || bracket == std::string::npos || range.back() != ')')
    {
        throw "no range: '" + range + "'";
    }
    segment.begin = Number(range.substr(0, colon));
    segment.length = Number(range.substr(bracket + 1, range.size() - bracket - 2));
    if (Number(range.substr(colon + 1, bracket - colon - 1)) != segment.begin + segment.length)
    {
        throw "wrong length: '" + range + "'";
    }
    std::map<std::string, std::string*> fields = {{"ack", &segment.ack},
                                                  {"win", &segment.window},
                                                  {"urg", &segment.urgent},
                                                  {"doff", &segment.dataOffset}};
    for (; i < words.size(); i++)
    {
        if (words[i] == "badsum")
        {
            segment.badChecksum = true;
        }
        else if (fields.count(words[i]) && i + 1 < words.size())
        {
            *fields[words[i]] = words[i + 1];
            i++;
        }
        else
        {
            throw "no field: '" + words[i] + "'";
        }
    }
    return segment;
}

std::string
TcpScriptSegment::ToText() const
{
    std::ostringstream text;
    text << ECN_NAMES[ecn] << (ecn ? " " : "") << (flags.empty() ? "-" : flags) << " " << begin
         << ":" << begin + length << "(" << length << ")";
    text << (ack.empty() ? "" : " ack ") << ack << (window.empty() ? "" : " win ") << window
         << (urgent.empty() ? "" : " urg ") << urgent;
    for (std::size_t i = 0; i < options.size(); i++)
    {
        text << (i == 0 ? " <" : ",") << options[i] << (i + 1 == options.size() ? ">" : "");
    }
    return text.str();
}

std::string
TcpScriptSegment::Differences(const TcpScriptSegment& got) const
{
    std::vector<std::string> names;
    const auto note = [&names](bool differs, const std::string& name) {
        if (differs)
        {
            names.push_back(name);
        }
    };
    note(ecn != got.ecn, "ECN");
    std::string gotFlags = got.flags;
    if (flags.find('P') == std::string::npos)
    {
        gotFlags.erase(std::remove(gotFlags.begin(), gotFlags.end(), 'P'), gotFlags.end());
    }
    if (ack == "*")
    {
        gotFlags.erase(std::remove(gotFlags.begin(), gotFlags.end(), '.'), gotFlags.end());
    }
    note(flags != gotFlags, "flags");
    note(begin != got.begin || length != got.length, "range");
    note(ack != "*" && ack != got.ack, "ack");
    note(!window.empty() && !Agree(window, got.window), "win");
    note(urgent != got.urgent, "urg");
    auto a = options;
    auto b = got.options;
    std::sort(a.begin(), a.end());
    std::sort(b.begin(), b.end());
    note(!anyOptions &&
             !(a.size() == b.size() && std::equal(a.begin(), a.end(), b.begin(), &Agree)),
         "options");
    return Join(names);
}
} // namespace hsn
} // namespace ns3
