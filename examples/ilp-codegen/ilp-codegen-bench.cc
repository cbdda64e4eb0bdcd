// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * Times the loops of this folder: generated, written by hand, and one function after the other.
 */
#include "ilp-codegen-bench.h"

int
main(int argc, char* argv[])
{
    return ns3::hsn::RunBench(argc, argv, __FILE__);
}
