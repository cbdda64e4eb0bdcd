// SPDX-License-Identifier: GPL-2.0-only
// Out-of-tree only: in-tree, ns-3's own test runner plays this part.
#include "ns3/test.h"

int
main(int argc, char* argv[])
{
    return ns3::TestRunner::Run(argc, argv);
}
