// SPDX-License-Identifier: GPL-2.0-only
#ifndef HSN_NO_LINE_NUMBERS_H
#define HSN_NO_LINE_NUMBERS_H

#pragma GCC system_header // no warning about what it does

// The last of the precompiled headers of an optimised build. Failed assertions print the number of
// their line, so that each comment above them would change the program, and with it the key of
// every stored result.

#include "ns3/core-module.h" // Boost's units, in there, need the numbers

#undef __LINE__
#define __LINE__ 0

#endif /* HSN_NO_LINE_NUMBERS_H */
