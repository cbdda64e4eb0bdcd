// SPDX-License-Identifier: GPL-2.0-only
#include "program-options.h"

#include "program-setting.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cerrno>
#include <cmath>
#include <cstdlib>
#include <iostream>

namespace ns3
{
namespace hsn
{
namespace
{
/// Prints the list of options, as JSON.
const std::string LIST_OPTION = "PrintOptions";

/// Options that ns3::CommandLine has in every program.
const std::array<const char*, 10> NS3_OPTIONS{"PrintHelp",
                                              "PrintVersion",
                                              "PrintGlobals",
                                              "PrintGroups",
                                              "PrintGroup",
                                              "PrintTypeIds",
                                              "PrintAttributes",
                                              "help",
                                              "h",
                                              "version"};

/// Splits a number from its unit. @param text such as 10Mbps @param number the result
/// @return the unit, or a text that is no unit
std::string
SplitUnit(const std::string& text, long double& number)
{
    const auto end = std::min(text.find_first_not_of("0123456789."), text.size());
    const std::string digits = text.substr(0, end);
    char* rest = nullptr;
    number = std::strtold(digits.c_str(), &rest);
    return digits.empty() || *rest != '\0' || digits == "." ? "?" : text.substr(end);
}

/// @param number a number @return it, as short as it can be
std::string
ToText(long double number)
{
    std::ostringstream text;
    text.precision(20);
    text << number;
    std::ostringstream brief;
    brief.precision(12);
    brief << number;
    return std::floor(number) == number && std::fabs(number) < 1e20L ? text.str() : brief.str();
}
} // namespace

// --- ranges ---------------------------------------------------------------------------------

NumberRange
NumberRange::From(long double bound, bool open) const
{
    NumberRange range = *this;
    range.m_low = bound;
    range.m_openLow = open;
    return range;
}

NumberRange
NumberRange::UpTo(long double bound, bool open) const
{
    NumberRange range = *this;
    range.m_high = bound;
    range.m_openHigh = open;
    return range;
}

NumberRange
NumberRange::AtLeast(long double bound) const
{
    return From(bound, false);
}

NumberRange
NumberRange::Above(long double bound) const
{
    return From(bound, true);
}

NumberRange
NumberRange::AtMost(long double bound) const
{
    return UpTo(bound, false);
}

NumberRange
NumberRange::Below(long double bound) const
{
    return UpTo(bound, true);
}

NumberRange
NumberRange::Within(long double least, long double most) const
{
    NumberRange range = *this;
    range = range.m_low < least ? range.AtLeast(least) : range;
    return range.m_high > most ? range.AtMost(most) : range;
}

bool
NumberRange::Contains(long double number) const
{
    return std::isfinite(number) && (m_openLow ? number > m_low : number >= m_low) &&
           (m_openHigh ? number < m_high : number <= m_high);
}

std::string
NumberRange::GetText() const
{
    const std::string low = (m_openLow ? "above " : "at least ") + ToText(m_low);
    const std::string high = (m_openHigh ? "below " : "at most ") + ToText(m_high);
    if (std::isinf(m_low))
    {
        return std::isinf(m_high) ? "" : high;
    }
    if (std::isinf(m_high))
    {
        return low;
    }
    return m_openLow || m_openHigh ? low + " and " + high : ToText(m_low) + " to " + ToText(m_high);
}

void
NumberRange::Describe(JsonObject& json) const
{
    if (!std::isinf(m_low))
    {
        json.Set(m_openLow ? "above" : "min", static_cast<double>(m_low));
    }
    if (!std::isinf(m_high))
    {
        json.Set(m_openHigh ? "below" : "max", static_cast<double>(m_high));
    }
}

NumberRange
AtLeast(long double bound)
{
    return NumberRange().AtLeast(bound);
}

NumberRange
Above(long double bound)
{
    return NumberRange().Above(bound);
}

NumberRange
AtMost(long double bound)
{
    return NumberRange().AtMost(bound);
}

NumberRange
Below(long double bound)
{
    return NumberRange().Below(bound);
}

NumberRange
Between(long double low, long double high)
{
    return AtLeast(low).AtMost(high);
}

NamedValues<std::string>
OneOf(std::initializer_list<const char*> texts)
{
    NamedValues<std::string> values;
    for (const auto& text : texts)
    {
        values.emplace_back(text, text);
    }
    return values;
}

NamedValues<uint32_t>
OneOf(std::initializer_list<uint32_t> numbers)
{
    NamedValues<uint32_t> values;
    for (const auto number : numbers)
    {
        values.emplace_back(std::to_string(number), number);
    }
    return values;
}

// --- options --------------------------------------------------------------------------------

ProgramOptions::ProgramOptions(const std::string& file, const std::string& summary)
    : m_commandLine(file),
      m_summary(summary)
{
    m_commandLine.Usage(summary);
}

void
ProgramOptions::Option::Read(const std::string& typed)
{
    const std::string wrong = set(typed);
    text = typed;
    if (error->empty() && !wrong.empty())
    {
        // lists name the element that is wrong themselves
        *error = wrong.rfind("--", 0) == 0 ? wrong : Describe(name, typed, wrong);
    }
}

std::string
ProgramOptions::Describe(const std::string& name,
                         const std::string& value,
                         const std::string& words)
{
    return "--" + name + "=" + value + ": " + words;
}

std::string
ProgramOptions::MustBe(const std::string& kind, const std::string& limit)
{
    return "must be " + kind + (limit.empty() ? "" : ", " + limit);
}

void
ProgramOptions::AddOption(const std::string& name,
                          const std::string& help,
                          const std::string& text,
                          const std::string& kind,
                          const std::string& limit,
                          JsonObject list,
                          const Setter& set)
{
    list.Set("name", name);
    list.Set("help", help);
    list.Set("kind", kind);
    list.Set("default", text);
    m_options.push_back({name, text, set, list, &m_error});
    const std::string values = kind + (limit.empty() ? "" : ", " + limit);
    m_commandLine.AddValue(name, help + " (" + values + ")", m_options.back());
}

void
ProgramOptions::AddNumber(const std::string& name,
                          const std::string& help,
                          const std::string& text,
                          const std::string& kind,
                          const NumberRange& range,
                          const Setter& set)
{
    JsonObject list;
    range.Describe(list);
    AddOption(name, help, text, kind, range.GetText(), list, set);
}

void
ProgramOptions::AddParsed(const std::string& name,
                          const std::string& help,
                          const std::string& text,
                          const std::string& kind,
                          const Setter& set)
{
    AddOption(name, help, text, kind, "", JsonObject(), set);
}

void
ProgramOptions::AddClass(const std::string& name,
                         const std::string& help,
                         std::string& value,
                         TypeId parent,
                         const std::string& prefix)
{
    const std::string kind = "the name of a class derived from " + parent.GetName();
    AddParsed(name, help, value, kind, [&value, parent, prefix, kind](const std::string& text) {
        TypeId found;
        const bool good =
            TypeId::LookupByNameFailSafe(prefix + text, &found) && found.IsChildOf(parent);
        value = good ? text : value;
        return good ? std::string() : MustBe(kind, "");
    });
}

void
ProgramOptions::Add(const std::string& name, const std::string& help, std::string& value)
{
    AddParsed(name, help, value, "a text", [&value](const std::string& text) {
        value = text;
        return std::string();
    });
}

void
ProgramOptions::Add(const std::string& name, const std::string& help, bool& value)
{
    const auto set = [&value, unset = value](std::string text) {
        std::transform(text.begin(), text.end(), text.begin(), [](unsigned char letter) {
            return static_cast<char>(std::tolower(letter));
        });
        const bool yes = text == "true" || text == "t" || text == "1";
        const bool no = text == "false" || text == "f" || text == "0";
        value = text.empty() ? !unset : yes;
        return text.empty() || yes || no ? std::string() : MustBe("true or false", "");
    };
    AddParsed(name, help, value ? "true" : "false", "true or false", set);
}

void
ProgramOptions::Add(const std::string& name,
                    const std::string& help,
                    DataRate& value,
                    NumberRange range)
{
    const std::string kind = "a rate in bit/s or with a unit such as Mbps";
    AddNumber(name,
              help,
              ToText(value),
              kind,
              range,
              [&value, range, kind](const std::string& text) {
                  long double number = 0;
                  const std::string unit = SplitUnit(text, number);
                  DataRate one(1);
                  std::istringstream in("1" + unit);
                  const bool known = unit.empty() || static_cast<bool>(in >> one);
                  const auto most = static_cast<long double>(std::numeric_limits<int64_t>::max());
                  if (!known || number * one.GetBitRate() >= most)
                  {
                      return MustBe(kind, range.GetText());
                  }
                  const auto rate =
                      unit.empty() ? DataRate(static_cast<uint64_t>(number)) : DataRate(text);
                  if (!range.Contains(rate.GetBitRate()))
                  {
                      return MustBe(kind, range.GetText());
                  }
                  value = rate;
                  return std::string();
              });
}

void
ProgramOptions::Add(const std::string& name,
                    const std::string& help,
                    Time& value,
                    NumberRange range)
{
    const std::string kind = "a time in seconds or with a unit such as ms";
    AddNumber(name,
              help,
              ToText(value.GetSeconds()) + "s",
              kind,
              range,
              [&value, range, kind](const std::string& text) {
                  const NamedValues<long double> units{{"", 1},
                                                       {"s", 1},
                                                       {"ms", 1e-3L},
                                                       {"us", 1e-6L},
                                                       {"ns", 1e-9L},
                                                       {"ps", 1e-12L},
                                                       {"fs", 1e-15L},
                                                       {"min", 60},
                                                       {"h", 3600},
                                                       {"d", 86400},
                                                       {"y", 365 * 86400}};
                  const bool negative = text.rfind('-', 0) == 0;
                  long double number = 0;
                  const std::string unit = SplitUnit(text.substr(negative), number);
                  const auto known = std::find_if(units.begin(), units.end(), [&](const auto& one) {
                      return one.first == unit;
                  });
                  const long double seconds =
                      known == units.end() ? NAN : (negative ? -1 : 1) * number * known->second;
                  const auto most = static_cast<long double>(Time::Max().GetSeconds());
                  if (!range.Contains(seconds) || std::fabs(seconds) >= most)
                  {
                      return MustBe(kind, range.GetText());
                  }
                  value = Time(text);
                  return std::string();
              });
}

bool
ProgramOptions::ReadInteger(const std::string& text, long double& number, uint64_t& bits)
{
    const std::size_t sign = text.find_first_of("+-") == 0 ? 1 : 0;
    if (text.size() == sign || text.find_first_not_of("0123456789", sign) != std::string::npos)
    {
        return false;
    }
    const bool negative = text.front() == '-';
    errno = 0;
    const uint64_t size = std::strtoull(text.c_str() + sign, nullptr, 10);
    // beyond 2^64 an approximate value suffices to see that it is too large
    number = errno == ERANGE ? std::strtold(text.c_str() + sign, nullptr)
                             : static_cast<long double>(size);
    number = negative ? -number : number;
    bits = negative ? 0 - size : size;
    return true;
}

bool
ProgramOptions::ReadReal(const std::string& text, double& number)
{
    if (text.empty() || std::isspace(static_cast<unsigned char>(text.front())))
    {
        return false;
    }
    char* end = nullptr;
    number = std::strtod(text.c_str(), &end);
    return *end == '\0' && std::isfinite(number);
}

// --- the command line -----------------------------------------------------------------------

std::string
ProgramOptions::CheckArgument(const std::string& argument) const
{
    const auto begin = argument.find_first_not_of('-');
    if (begin == 0 || begin == std::string::npos)
    {
        return argument + ": options begin with --; --PrintHelp lists them";
    }
    const auto equals = argument.find('=');
    const std::string name = argument.substr(begin, equals - begin);
    const std::string value = equals == std::string::npos ? "" : argument.substr(equals + 1);
    const auto isIt = [&name](const Option& option) { return option.name == name; };
    if (std::any_of(m_options.begin(), m_options.end(), isIt))
    {
        return "";
    }
    const ProgramErrorGuard guard(argument);
    TypeId any;
    if (name == "PrintAttributes" && !TypeId::LookupByNameFailSafe(value, &any))
    {
        return Describe(name, value, MustBe("the name of a class of ns-3", ""));
    }
    const bool known = std::count(NS3_OPTIONS.begin(), NS3_OPTIONS.end(), name) > 0;
    const std::string wrong = known ? "" : ApplyProgramSetting(name, value);
    return wrong.empty() ? "" : argument + ": " + wrong;
}

std::string
ProgramOptions::Read(const std::vector<std::string>& arguments)
{
    m_error.clear();
    for (const auto& argument : arguments)
    {
        const std::string error = CheckArgument(argument);
        if (!error.empty())
        {
            return error;
        }
    }
    std::vector<std::string> all{m_commandLine.GetName()};
    all.insert(all.end(), arguments.begin(), arguments.end());
    m_commandLine.Parse(all);
    return m_error;
}

void
ProgramOptions::Parse(int argc, char* argv[])
{
    const std::vector<std::string> arguments(argv + 1, argv + argc);
    if (arguments == std::vector<std::string>{"--" + LIST_OPTION})
    {
        JsonObject list;
        list.Set("summary", m_summary);
        list.Set("options", List());
        std::cout << list << std::endl;
        std::exit(0);
    }
    const std::string error = Read(arguments);
    Require(error.empty(), error);
    const char* logs = std::getenv("NS_LOG");
    const std::string unknown = FindUnknownLog(logs ? logs : "");
    Require(unknown.empty(),
            "NS_LOG: '" + unknown +
                "' is no log component of this program; NS_LOG=print-list lists them");
}

void
ProgramOptions::Require(bool good, const std::string& name, const std::string& limit) const
{
    for (const auto& option : m_options)
    {
        Require(good || option.name != name, Describe(name, option.text, limit));
    }
    Require(good, Describe(name, "", limit));
}

void
ProgramOptions::Require(bool good, const std::string& message)
{
    if (!good)
    {
        std::cerr << "error: " << message << std::endl;
        std::exit(2);
    }
}

std::vector<JsonObject>
ProgramOptions::List() const
{
    std::vector<JsonObject> list;
    for (const auto& option : m_options)
    {
        list.push_back(option.list);
    }
    return list;
}
} // namespace hsn
} // namespace ns3
