// SPDX-License-Identifier: GPL-2.0-only
#ifndef RANDOM_DURATION_H
#define RANDOM_DURATION_H

#include "ns3/nstime.h"
#include "ns3/random-variable-stream.h"

namespace ns3
{
namespace hsn
{
/**
 * @ingroup hsn-traffic
 * @brief Draws a duration, rounded to the time step; one that is too long for Time is Time::Max().
 *
 * Ends the program with a message if the value is negative or not finite.
 *
 * @param variable its values are seconds
 * @param attribute that holds the variable, for the message
 * @param object class that has the attribute, for the message
 * @return the duration
 */
Time DrawDuration(RandomVariableStream& variable, const char* attribute, const char* object);

/**
 * @ingroup hsn-traffic
 * @brief Adds durations, as DrawDuration() draws them, without an overflow.
 * @param one at least 0
 * @param other at least 0
 * @return their sum; Time::Max() if that is too long for Time
 */
Time AddDurations(Time one, Time other);
} // namespace hsn
} // namespace ns3

#endif // RANDOM_DURATION_H
