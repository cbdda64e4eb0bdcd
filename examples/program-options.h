// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * How the programs of all papers check their options.
 */
#ifndef HSN_PROGRAM_OPTIONS_H
#define HSN_PROGRAM_OPTIONS_H

#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <sstream>
#include <string>
#include <vector>

namespace ns3
{
namespace hsn
{
/**
 * @brief Ends the program with a message if an option is not as it must be.
 * @param good whether it is
 * @param message what is wrong
 */
inline void
RequireOption(bool good, const std::string& message)
{
    if (!good)
    {
        std::cerr << "error: " << message << std::endl;
        std::exit(2);
    }
}

/**
 * @brief Ends the program, naming option, value and limit, if an option is not as it must be.
 * @param good whether it is
 * @param name option
 * @param value its value
 * @param limit what it must be
 */
template <typename T>
void
RequireOption(bool good, const std::string& name, const T& value, const std::string& limit)
{
    std::ostringstream text;
    text << "--" << name << "=" << value << ": " << limit;
    RequireOption(good, text.str());
}

/// @param name option @param list numbers separated by commas @return the numbers
inline std::vector<int64_t>
SplitNumbers(const std::string& name, const std::string& list)
{
    std::vector<int64_t> numbers;
    std::istringstream in(list);
    for (std::string item; std::getline(in, item, ',');)
    {
        char* end = nullptr;
        const int64_t number = std::strtoll(item.c_str(), &end, 10);
        RequireOption(!item.empty() && *end == '\0', name, item, "not a whole number");
        numbers.push_back(number);
    }
    return numbers;
}

/// @param name option @param list real numbers separated by commas @return the numbers
inline std::vector<double>
SplitReals(const std::string& name, const std::string& list)
{
    std::vector<double> numbers;
    std::istringstream in(list);
    for (std::string item; std::getline(in, item, ',');)
    {
        char* end = nullptr;
        const double number = std::strtod(item.c_str(), &end);
        RequireOption(!item.empty() && *end == '\0', name, item, "not a number");
        numbers.push_back(number);
    }
    return numbers;
}
} // namespace hsn
} // namespace ns3

#endif // HSN_PROGRAM_OPTIONS_H
