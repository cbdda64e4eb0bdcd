// SPDX-License-Identifier: GPL-2.0-only
// Made by ilpgen.py of words-3.ilp.cfg, 17c10114388d99e4. Do not edit.
#ifndef NS3_HSN_WORDS_WORDS_3_STATE_H
#define NS3_HSN_WORDS_WORDS_3_STATE_H

#include "../../ilp-codegen-library.h"

#include <cstdint>

namespace ns3
{
namespace hsn
{
namespace words
{
/// Variables of the functions, from top to bottom. They are kept from ADU to ADU.
struct Words3State
{
    /// result xsum of CHECKSUM
    uint32_t checksum_xsum{};

    /// Calls what INIT names, once for an application.
    void Init()
    {
    }

    /// Gives variables their init values, before each ADU.
    void Begin()
    {
        checksum_xsum = 0;
    }

    /// Calls what FINAL_S names, after the loop.
    void FinishSend()
    {
        TCP_xsum_final(&checksum_xsum);
    }

    /// Calls what FINAL_R names, after the loop.
    void FinishReceive()
    {
        TCP_xsum_final(&checksum_xsum);
    }
};
} // namespace words
} // namespace hsn
} // namespace ns3

#endif // NS3_HSN_WORDS_WORDS_3_STATE_H
