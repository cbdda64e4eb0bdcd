// SPDX-License-Identifier: GPL-2.0-only
#ifndef QOS_PROFILE_TEXT_H
#define QOS_PROFILE_TEXT_H

#include "qos-profile.h"

#include <string>

namespace ns3
{
namespace hsn
{
/**
 * @ingroup hsn-qos
 * @brief A profile as the text that connections carry when they are set up: a line for each
 * parameter, with its name, what is wanted, and the worst that is accepted.
 * @param profile a profile
 * @return e.g. "rate 2000000 500000" and further lines; "feature colour required"
 */
std::string WriteQosProfile(const QosProfile& profile);

/**
 * @brief Reads what WriteQosProfile() has written.
 * @param text lines; empty ones mean nothing
 * @param profile gets it
 * @return empty, or what is wrong: the line and the limit
 */
std::string ReadQosProfile(const std::string& text, QosProfile& profile);
} // namespace hsn
} // namespace ns3

#endif // QOS_PROFILE_TEXT_H
