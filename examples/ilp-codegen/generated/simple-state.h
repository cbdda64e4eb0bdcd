// SPDX-License-Identifier: GPL-2.0-only
// Made by ilpgen.py of simple.ilp.cfg, 513fd337c417c3ea. Do not edit.
#ifndef NS3_HSN_SIMPLE_SIMPLE_STATE_H
#define NS3_HSN_SIMPLE_SIMPLE_STATE_H

#include "../ilp-codegen-library.h"

#include <cstdint>

namespace ns3
{
namespace hsn
{
namespace simple
{
/// Variables of the functions, from top to bottom. They are kept from ADU to ADU.
struct SimpleState
{
    /// variable high of ENCRYPTION
    uint32_t encryption_high{};
    /// variable low of ENCRYPTION
    uint32_t encryption_low{};
    /// result xsum of CHECKSUM
    uint32_t checksum_xsum{};

    /// Calls what INIT names, once for an application.
    void Init()
    {
        xor64_init(encryption_high, encryption_low);
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
} // namespace simple
} // namespace hsn
} // namespace ns3

#endif // NS3_HSN_SIMPLE_SIMPLE_STATE_H
