// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * What follows is compiled a word at a time, whatever the build's options are: no vector
 * instructions, no loop unrolled, none replaced by a call.
 */
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC optimize("O2",                                                                         \
                     "no-tree-vectorize",                                                          \
                     "no-tree-slp-vectorize",                                                      \
                     "no-unroll-loops",                                                            \
                     "no-tree-loop-distribute-patterns")
#endif
