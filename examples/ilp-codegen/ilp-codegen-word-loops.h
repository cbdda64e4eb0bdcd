// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * Loops that words.py has ilpgen.py make, which treat from 1 to 12 words at once.
 */
#ifndef ILP_CODEGEN_WORD_LOOPS_H
#define ILP_CODEGEN_WORD_LOOPS_H

#include "generated/words/words-1-loop.h"
#include "generated/words/words-10-loop.h"
#include "generated/words/words-11-loop.h"
#include "generated/words/words-12-loop.h"
#include "generated/words/words-2-loop.h"
#include "generated/words/words-3-loop.h"
#include "generated/words/words-4-loop.h"
#include "generated/words/words-5-loop.h"
#include "generated/words/words-6-loop.h"
#include "generated/words/words-7-loop.h"
#include "generated/words/words-8-loop.h"
#include "generated/words/words-9-loop.h"

#endif // ILP_CODEGEN_WORD_LOOPS_H
