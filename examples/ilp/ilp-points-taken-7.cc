// SPDX-License-Identifier: GPL-2.0-only
#define HSN_ILP_TAKEN 7
#include "ilp-points.h"
#include "ilp-taken.h"
