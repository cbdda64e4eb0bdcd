// SPDX-License-Identifier: GPL-2.0-only
#ifndef HSN_MODEL_ARGUMENT_H
#define HSN_MODEL_ARGUMENT_H

#include <sstream>
#include <stdexcept>

namespace ns3
{
namespace hsn
{
/**
 * @brief Throws std::invalid_argument, naming argument, value and limit, unless a condition holds.
 * @tparam T type of the value
 * @param good the condition
 * @param name name of the value
 * @param value the value
 * @param bound what it must be
 */
template <typename T>
void
RequireArgument(bool good, const char* name, T value, const char* bound)
{
    if (!good)
    {
        std::ostringstream text;
        text << name << " = " << value << " must be " << bound;
        throw std::invalid_argument(text.str());
    }
}

/** @brief Throws as RequireArgument() does. @param loss rate that must be at least 0 and below 1 */
inline void
RequireLossRate(double loss)
{
    RequireArgument(loss >= 0 && loss < 1, "loss rate", loss, "at least 0 and below 1");
}
} // namespace hsn
} // namespace ns3

#endif // HSN_MODEL_ARGUMENT_H
