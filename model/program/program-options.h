// SPDX-License-Identifier: GPL-2.0-only
#ifndef HSN_PROGRAM_OPTIONS_H
#define HSN_PROGRAM_OPTIONS_H

#include "json-object.h"

#include "ns3/command-line.h"
#include "ns3/data-rate.h"
#include "ns3/nstime.h"
#include "ns3/type-id.h"

#include <cstdint>
#include <deque>
#include <functional>
#include <initializer_list>
#include <limits>
#include <sstream>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace ns3
{
namespace hsn
{
/**
 * @ingroup hsn-helper
 * @brief The numbers that an option accepts.
 *
 * AtLeast(0).Below(1) accepts 0 but not 1. A range without a bound accepts every finite number.
 */
class NumberRange
{
  public:
    /// @param bound smallest number accepted @return the range with that bound
    NumberRange AtLeast(long double bound) const;
    /// @param bound number below all that are accepted @return the range with that bound
    NumberRange Above(long double bound) const;
    /// @param bound greatest number accepted @return the range with that bound
    NumberRange AtMost(long double bound) const;
    /// @param bound number above all that are accepted @return the range with that bound
    NumberRange Below(long double bound) const;
    /**
     * @brief Adds the bounds of a type where the range has none.
     * @param least smallest number of the type
     * @param most greatest number of the type
     * @return the range with both bounds
     */
    NumberRange Within(long double least, long double most) const;

    /// @param number a number @return whether it is finite and in the range
    bool Contains(long double number) const;
    /// @return the range in words, such as "at least 0 and below 1"; empty if there is no bound
    std::string GetText() const;
    /// @param json gets the bounds as members min, above, max and below
    void Describe(JsonObject& json) const;

  private:
    /// @param bound lower bound @param open whether it is refused @return the range with it
    NumberRange From(long double bound, bool open) const;
    /// @param bound upper bound @param open whether it is refused @return the range with it
    NumberRange UpTo(long double bound, bool open) const;

    static constexpr long double NONE = std::numeric_limits<long double>::infinity();

    long double m_low{-NONE}; //!< lower bound
    long double m_high{NONE}; //!< upper bound
    bool m_openLow{false};    //!< the lower bound itself is refused
    bool m_openHigh{false};   //!< the upper bound itself is refused
};

/// @param bound smallest number accepted @return the range
NumberRange AtLeast(long double bound);
/// @param bound number below all that are accepted @return the range
NumberRange Above(long double bound);
/// @param bound greatest number accepted @return the range
NumberRange AtMost(long double bound);
/// @param bound number above all that are accepted @return the range
NumberRange Below(long double bound);
/// @param low smallest number accepted @param high greatest number accepted @return the range
NumberRange Between(long double low, long double high);

/**
 * @ingroup hsn-helper
 * @brief The values that an option accepts, by name.
 * @tparam T type of the values
 */
template <typename T>
using NamedValues = std::vector<std::pair<std::string, T>>;

/// @param texts all texts that an option accepts @return them as values
NamedValues<std::string> OneOf(std::initializer_list<const char*> texts);
/// @param numbers all numbers that an option accepts @return them as values
NamedValues<uint32_t> OneOf(std::initializer_list<uint32_t> numbers);

/**
 * @ingroup hsn-helper
 * @brief The command-line options of a program: each is declared once, with its name, its help, its
 * variable and the values it accepts.
 *
 * ns3::CommandLine reads the command line, so that ns-3's own options (--PrintHelp, --RngRun,
 * default values of attributes) work as everywhere. From the declarations follow
 *
 * - the checks: a value that does not parse, overflows, or is out of range ends the program with
 *   exit status 2 and one line on the standard error that names option, value and limit;
 * - the list of options with defaults and limits that --PrintHelp prints;
 * - the same list as JSON that --PrintOptions prints.
 *
 * @code
 *   uint32_t mtu = 9188;
 *   std::string source = "train";
 *   ProgramOptions options(__FILE__, "Traffic through an ATM switch that polices it");
 *   options.Add("mtu", "IP MTU, bytes", mtu, Between(41, 65527));
 *   options.Add("source", "Traffic", source, OneOf({"train", "tcp"}));
 *   options.Parse(argc, argv);
 *   options.Require(source == "tcp" || mtu > 100, "mtu", "must be above 100 for a train");
 * @endcode
 *
 * A variable holds its default when it is declared and must outlive the object.
 */
class ProgramOptions
{
  public:
    /// Sets a variable from a text. Returns empty, or what the text must be: "must be ...".
    using Setter = std::function<std::string(const std::string&)>;

    /// @param file name of the program's source file, for the usage line
    /// @param summary what the program does, in one line; --PrintHelp shows it, and so does the
    /// list of ./hsn run, which reads it in the source
    explicit ProgramOptions(const std::string& file, const std::string& summary = "");
    ProgramOptions(const ProgramOptions&) = delete;
    ProgramOptions& operator=(const ProgramOptions&) = delete;

    /// @param name of the option @param help what it is for @param value any text
    void Add(const std::string& name, const std::string& help, std::string& value);

    /// A flag: true or false; --name alone inverts the default, as ns-3 does.
    /// @param name of the option @param help what it is for @param value the variable
    void Add(const std::string& name, const std::string& help, bool& value);

    /**
     * @brief A rate, with a unit of ns3::DataRate or in bit/s.
     * @param name of the option
     * @param help what it is for
     * @param value the variable
     * @param range of the rate in bit/s
     */
    void Add(const std::string& name,
             const std::string& help,
             DataRate& value,
             NumberRange range = hsn::Above(0));

    /**
     * @brief A time, with a unit of ns3::Time or in seconds.
     * @param name of the option
     * @param help what it is for
     * @param value the variable
     * @param range of the time in seconds
     */
    void Add(const std::string& name,
             const std::string& help,
             Time& value,
             NumberRange range = hsn::AtLeast(0));

    /**
     * @brief A number.
     * @tparam T an integer or floating-point type
     * @param name of the option
     * @param help what it is for
     * @param value the variable
     * @param range of the number; the range of the type limits it further
     */
    template <typename T>
    std::enable_if_t<std::is_arithmetic_v<T>> Add(const std::string& name,
                                                  const std::string& help,
                                                  T& value,
                                                  NumberRange range = {});

    /**
     * @brief A list of numbers separated by commas; may be empty.
     * @tparam T an integer or floating-point type
     * @param name of the option
     * @param help what it is for
     * @param values the variable
     * @param range of each number; the range of the type limits it further
     */
    template <typename T>
    std::enable_if_t<std::is_arithmetic_v<T>> Add(const std::string& name,
                                                  const std::string& help,
                                                  std::vector<T>& values,
                                                  NumberRange range = {});

    /**
     * @brief One of several values that have names.
     * @tparam T any type that can be compared
     * @param name of the option
     * @param help what it is for
     * @param value the variable; one of the choices
     * @param choices all values
     */
    template <typename T>
    void Add(const std::string& name,
             const std::string& help,
             T& value,
             const NamedValues<T>& choices);

    /**
     * @brief The name of a registered class.
     * @param name of the option
     * @param help what it is for
     * @param value name of the class, without the prefix
     * @param parent class from which it must be derived
     * @param prefix namespace that the user does not type, such as "ns3::"
     */
    void AddClass(const std::string& name,
                  const std::string& help,
                  std::string& value,
                  TypeId parent,
                  const std::string& prefix = "");

    /**
     * @brief Anything else.
     * @param name of the option
     * @param help what it is for
     * @param text the default, as it is typed
     * @param kind what it is, such as "none or N+M"
     * @param set called with each value given
     */
    void AddParsed(const std::string& name,
                   const std::string& help,
                   const std::string& text,
                   const std::string& kind,
                   const Setter& set);

    /**
     * @brief Reads the command line. Does not return if it asks for help or has an error.
     * @param argc number of arguments
     * @param argv the arguments
     */
    void Parse(int argc, char* argv[]);

    /**
     * @brief Reads arguments without ending the program for an error.
     * @param arguments such as {"--mtu=1500"}
     * @return empty, or the first error
     */
    std::string Read(const std::vector<std::string>& arguments);

    /**
     * @brief Ends the program, naming option, value and limit, unless a condition holds.
     * @param good the condition
     * @param name option whose value violates it
     * @param limit what the value must be, such as "must hold one segment"
     */
    void Require(bool good, const std::string& name, const std::string& limit) const;

    /// Ends the program with a message unless a condition holds.
    /// @param good the condition @param message what is wrong
    static void Require(bool good, const std::string& message);

    /// @return all options as JSON objects: name, help, kind, default, and bounds or choices
    std::vector<JsonObject> List() const;

  private:
    /// An option. CommandLine reads and prints it as if it were a variable.
    struct Option
    {
        std::string name;   //!< without dashes
        std::string text;   //!< its value as typed, at first the default
        Setter set;         //!< sets the variable
        JsonObject list;    //!< how List() shows it
        std::string* error; //!< the first error of all options

        /// @param in the value typed @param option its option @return the stream
        friend std::istream& operator>>(std::istream& in, Option& option)
        {
            std::string text;
            std::getline(in, text, '\0');
            in.clear();
            option.Read(text);
            return in;
        }

        /// @param out stream @param option whose value is printed @return the stream
        friend std::ostream& operator<<(std::ostream& out, const Option& option)
        {
            return out << option.text;
        }

        /// @param typed value
        void Read(const std::string& typed);
    };

    /// @param words what is wrong with a value, and so on @return "--name=value: must be ..."
    static std::string Describe(const std::string& name,
                                const std::string& value,
                                const std::string& words);
    /// Adds an option with a range or choices.
    void AddOption(const std::string& name,
                   const std::string& help,
                   const std::string& text,
                   const std::string& kind,
                   const std::string& limit,
                   JsonObject list,
                   const Setter& set);
    /// Adds an option that is a number or has one; parameters as of AddOption().
    void AddNumber(const std::string& name,
                   const std::string& help,
                   const std::string& text,
                   const std::string& kind,
                   const NumberRange& range,
                   const Setter& set);
    /// @param argument that CommandLine would not understand @return empty, or what is wrong
    std::string CheckArgument(const std::string& argument) const;

    /// Reads one number. @param text typed @param range accepted @param number the result
    /// @return empty, or what the text must be
    template <typename T>
    static std::string ReadNumber(const std::string& text, const NumberRange& range, T& number);
    /// @param text typed @param number the result @param bits the same, modulo 2^64
    /// @return whether the text is an integer and nothing else
    static bool ReadInteger(const std::string& text, long double& number, uint64_t& bits);
    /// @param text typed @param number the result
    /// @return whether the text is a finite number and nothing else
    static bool ReadReal(const std::string& text, double& number);
    /// @param range accepted @return it, with the bounds of integers up to 32 bits and with the
    /// bound 0 of unsigned types
    template <typename T>
    static NumberRange LimitOf(const NumberRange& range);
    /// @return "a whole number" or "a number"
    template <typename T>
    static const char* KindOf();
    /// @param value printed @return text
    template <typename T>
    static std::string ToText(const T& value);
    /// @param kind of value @param limit of it @return "must be kind, limit"
    static std::string MustBe(const std::string& kind, const std::string& limit);

    CommandLine m_commandLine;    //!< reads the arguments
    std::string m_summary;        //!< what the program does
    std::deque<Option> m_options; //!< never moved: m_commandLine refers to them
    std::string m_error;          //!< the first error
};

template <typename T>
const char*
ProgramOptions::KindOf()
{
    return std::is_integral_v<T> ? "a whole number" : "a number";
}

template <typename T>
std::string
ProgramOptions::ToText(const T& value)
{
    std::ostringstream text;
    text.precision(12);
    text << value;
    return text.str();
}

template <typename T>
NumberRange
ProgramOptions::LimitOf(const NumberRange& range)
{
    if (std::is_integral_v<T> && sizeof(T) <= sizeof(uint32_t))
    {
        return range.Within(std::numeric_limits<T>::lowest(), std::numeric_limits<T>::max());
    }
    return std::is_unsigned_v<T> ? range.Within(0, std::numeric_limits<long double>::infinity())
                                 : range;
}

template <typename T>
std::string
ProgramOptions::ReadNumber(const std::string& text, const NumberRange& range, T& number)
{
    using Limits = std::numeric_limits<T>;
    long double read = 0;
    uint64_t bits = 0;
    double real = 0;
    const bool good = std::is_integral_v<T> ? ReadInteger(text, read, bits) : ReadReal(text, real);
    read = std::is_integral_v<T> ? read : real;
    if (!good || !LimitOf<T>(range).Contains(read))
    {
        return MustBe(KindOf<T>(), LimitOf<T>(range).GetText());
    }
    const auto all = range.Within(Limits::lowest(), Limits::max());
    if (!all.Contains(read))
    {
        return MustBe(KindOf<T>(), all.GetText());
    }
    number = std::is_integral_v<T> ? static_cast<T>(bits) : static_cast<T>(real);
    return "";
}

template <typename T>
std::enable_if_t<std::is_arithmetic_v<T>>
ProgramOptions::Add(const std::string& name, const std::string& help, T& value, NumberRange range)
{
    const auto set = [&value, range](const std::string& text) {
        return ReadNumber(text, range, value);
    };
    AddNumber(name, help, ToText(value), KindOf<T>(), LimitOf<T>(range), set);
}

template <typename T>
std::enable_if_t<std::is_arithmetic_v<T>>
ProgramOptions::Add(const std::string& name,
                    const std::string& help,
                    std::vector<T>& values,
                    NumberRange range)
{
    const auto set = [&values, range, name](const std::string& text) -> std::string {
        std::vector<T> read;
        std::istringstream in(text);
        for (std::string item; std::getline(in, item, ',');)
        {
            T number{};
            const std::string error = ReadNumber(item, range, number);
            if (!error.empty())
            {
                return Describe(name, item, error);
            }
            read.push_back(number);
        }
        values = read;
        return "";
    };
    std::string text;
    for (const T& value : values)
    {
        text.append(text.empty() ? "" : ",").append(ToText(value));
    }
    const std::string kind = std::is_integral_v<T> ? "whole numbers" : "numbers";
    AddNumber(name, help, text, kind + " separated by commas", LimitOf<T>(range), set);
}

template <typename T>
void
ProgramOptions::Add(const std::string& name,
                    const std::string& help,
                    T& value,
                    const NamedValues<T>& choices)
{
    std::vector<std::string> names;
    std::string text;
    std::string all;
    for (const auto& [one, its] : choices)
    {
        all += (all.empty() ? "" : &one == &choices.back().first ? " or " : ", ") + one;
        names.push_back(one);
        text = its == value ? one : text;
    }
    JsonObject list;
    list.Set("choices", names);
    AddOption(name, help, text, all, "", list, [&value, choices, all](const std::string& typed) {
        for (const auto& [one, its] : choices)
        {
            if (one == typed)
            {
                value = its;
                return std::string();
            }
        }
        return MustBe(all, "");
    });
}
} // namespace hsn
} // namespace ns3

#endif // HSN_PROGRAM_OPTIONS_H
