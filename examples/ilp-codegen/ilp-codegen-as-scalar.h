// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * What follows is compiled as the machines of the paper's time executed it, a word at a time: no
 * vector instructions, whatever the build's options are.
 */
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC optimize("O2", "no-tree-vectorize", "no-tree-slp-vectorize")
#endif
