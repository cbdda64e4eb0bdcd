// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * The same transfer in ns-2, run as a program.
 */
#ifndef HSN_TCP_NS2_H
#define HSN_TCP_NS2_H

#include "tcp-path.h"

namespace ns3
{
namespace hsn
{
/// @return bench/tcp.tcl: below the working directory, or else beside this source file
std::string FindScript();

/**
 * @brief Runs ns-2.
 * @param s what to run
 * @param script tcp.tcl
 * @param cost the result
 * @return empty, or why there is no result
 */
std::string Ns2Run(const Scenario& s, const std::string& script, Cost& cost);
} // namespace hsn
} // namespace ns3

#endif // HSN_TCP_NS2_H
