// SPDX-License-Identifier: GPL-2.0-only
#include "xtp-script.h"

namespace ns3
{
namespace hsn
{
std::string
XtpWords::FromOctets(const std::vector<uint8_t>& octets)
{
    std::size_t at = 0;
    const auto get = [&](int size) {
        uint64_t value = 0;
        for (int i = 0; i < size; ++i)
        {
            value = value << 8 | octets.at(at++);
        }
        return value;
    };
    std::ostringstream out;
    const uint64_t key = get(8);
    const uint64_t command = get(4);
    const uint64_t length = get(4);
    get(4);
    const uint64_t sync = get(4);
    const uint64_t seq = get(8);
    const auto format = static_cast<int>(command & 31);
    out << Formats().at(format) << " key=" << (key & ~(1ULL << 63)) << (key >> 63 ? "r" : "");
    for (const auto& option : Options())
    {
        out << (command >> 8 & option.second ? " " + option.first : "");
    }
    out << " sync=" << sync << " seq=" << seq;
    if (format == 1 || format == 3 || format == 5)
    {
        out << " rseq=" << get(8);
        out << " alloc=" << get(8);
        out << " echo=" << get(4);
    }
    if (format == 3)
    {
        const uint64_t spans = get(4);
        out << " spans=" << spans;
        for (uint64_t i = 0; i < spans; ++i)
        {
            const uint64_t left = get(8);
            out << " span=" << left << "-" << get(8);
        }
    }
    if (format == 5)
    {
        get(4);
        out << " xkey=" << get(8);
    }
    if (format == 2)
    {
        get(12);
        out << " to=" << get(2);
        out << " from=" << get(2);
    }
    if (format == 2 || format == 5)
    {
        get(2);
        out << " service=" << get(1);
        const uint64_t traffic = get(1);
        out << " traffic=" << traffic;
        const char* names[] = {"maxdata", "inrate", "inburst", "outrate", "outburst"};
        for (int i = 0; i < (traffic ? 5 : 1); ++i)
        {
            const uint64_t value = get(4);
            out << (traffic ? " " + std::string(names[i]) + "=" + std::to_string(value) : "");
        }
    }
    if (format == 8)
    {
        out << " code=" << get(4);
        out << " value=" << get(4);
    }
    if ((format == 0 || format == 2) && (command >> 8 & 0x100))
    {
        out << " tag=" << get(8);
    }
    out << " size=" << octets.size() - at;
    out << (length == octets.size() - 32 ? "" : " BADLENGTH");
    return out.str();
}

std::vector<uint8_t>
XtpWords::ToOctets(const std::string& text)
{
    std::map<std::string, std::string> value;
    std::vector<std::pair<uint64_t, uint64_t>> spans;
    uint64_t options = 0;
    std::istringstream in(text);
    std::string format;
    in >> format;
    for (std::string word; in >> word;)
    {
        const auto equal = word.find('=');
        if (equal == std::string::npos)
        {
            options |= Options().at(word);
        }
        else if (word.substr(0, equal) == "span")
        {
            const auto dash = word.find('-');
            spans.emplace_back(std::stoull(word.substr(equal + 1)),
                               std::stoull(word.substr(dash + 1)));
        }
        else
        {
            value[word.substr(0, equal)] = word.substr(equal + 1);
        }
    }
    const auto number = [&](const std::string& name) -> uint64_t {
        return value.count(name) ? std::stoull(value[name]) : 0;
    };
    std::vector<uint8_t> body;
    const auto put = [](std::vector<uint8_t>& to, uint64_t what, int size) {
        for (int shift = 8 * (size - 1); shift >= 0; shift -= 8)
        {
            to.push_back(static_cast<uint8_t>(what >> shift));
        }
    };
    int type = 0;
    while (Formats().at(type) != format)
    {
        ++type;
    }
    if (type == 1 || type == 3 || type == 5 || type == 7)
    {
        put(body, number("rseq"), 8);
        put(body, number("alloc"), 8);
        put(body, number("echo"), 4);
    }
    if (type == 3)
    {
        put(body, spans.size(), 4);
        for (const auto& span : spans)
        {
            put(body, span.first, 8);
            put(body, span.second, 8);
        }
    }
    if (type == 5 || type == 7)
    {
        put(body, 0, 4);
        put(body, number("xkey"), 8);
    }
    if (type == 2 || type == 7)
    {
        put(body, 0x00100001, 4);
        put(body, 0, 8);
        put(body, number("to"), 2);
        put(body, number("from"), 2);
    }
    if (type == 2 || type == 5 || type == 7)
    {
        const uint64_t traffic = number("traffic");
        put(body, traffic ? 24 : 8, 2);
        put(body, number("service"), 1);
        put(body, traffic, 1);
        for (const char* name : {"maxdata", "inrate", "inburst", "outrate", "outburst"})
        {
            put(body, traffic ? number(name) : 0, 4);
            if (!traffic)
            {
                break;
            }
        }
    }
    if (type == 8)
    {
        put(body, number("code"), 4);
        put(body, number("value"), 4);
    }
    body.resize(body.size() + number("size"));
    std::vector<uint8_t> octets;
    const bool returned = value["key"].back() == 'r';
    put(octets, number("key") | (returned ? 1ULL << 63 : 0), 8);
    put(octets, options << 8 | 1 << 5 | static_cast<uint64_t>(type), 4);
    put(octets, body.size(), 4);
    put(octets, 0, 4);
    put(octets, number("sync"), 4);
    put(octets, number("seq"), 8);
    octets.insert(octets.end(), body.begin(), body.end());
    return octets;
}

bool
XtpWords::Match(const std::string& text, const std::string& wanted)
{
    std::istringstream have(text);
    std::istringstream want(wanted);
    std::set<std::string> words;
    for (std::string word; have >> word;)
    {
        words.insert(word);
    }
    for (std::string word; want >> word;)
    {
        const bool no = word[0] == '!';
        if ((words.count(no ? word.substr(1) : word) > 0) == no)
        {
            return false;
        }
    }
    return true;
}

std::string
XtpScript::Next(const std::string& wanted)
{
    if (wire->sent.empty())
    {
        return "nothing, not " + wanted;
    }
    const auto text = wire->sent.front();
    wire->sent.pop_front();
    return XtpWords::Match(text, wanted) ? "" : text + ", not " + wanted;
}
} // namespace hsn
} // namespace ns3
