// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * As ilp-codegen-bench.cc, but each kernel is a function that is called.
 */
#define HSN_ILP_NOINLINE // before any header

#include "ilp-codegen-bench.h"

int
main(int argc, char* argv[])
{
    return ns3::hsn::RunBench(argc, argv, __FILE__);
}
