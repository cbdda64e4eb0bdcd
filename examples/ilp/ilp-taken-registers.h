// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * Registers that a source keeps the compiler from using: HSN_ILP_TAKEN of r8 to r14 are variables
 * of it, which does what the option -ffixed-r8 does for a whole program.
 */
#pragma GCC system_header // calls change some of them, about which the compiler cannot but warn

#include <cstdint>

#if HSN_ILP_TAKEN >= 1
register uint64_t g_taken1 asm("r8");
#endif
#if HSN_ILP_TAKEN >= 2
register uint64_t g_taken2 asm("r9");
#endif
#if HSN_ILP_TAKEN >= 3
register uint64_t g_taken3 asm("r10");
#endif
#if HSN_ILP_TAKEN >= 4
register uint64_t g_taken4 asm("r11");
#endif
#if HSN_ILP_TAKEN >= 5
register uint64_t g_taken5 asm("r12");
#endif
#if HSN_ILP_TAKEN >= 6
register uint64_t g_taken6 asm("r13");
#endif
#if HSN_ILP_TAKEN >= 7
register uint64_t g_taken7 asm("r14");
#endif
