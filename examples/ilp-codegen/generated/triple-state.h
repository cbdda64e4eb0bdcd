// SPDX-License-Identifier: GPL-2.0-only
// Made by ilpgen.py of triple.ilp.cfg, 1450a3dcab93752e. Do not edit.
#ifndef NS3_HSN_TRIPLE_TRIPLE_STATE_H
#define NS3_HSN_TRIPLE_TRIPLE_STATE_H

#include "../ilp-codegen-library.h"

#include <cstdint>

namespace ns3
{
namespace hsn
{
namespace triple
{
/// Variables of the functions, from top to bottom. They are kept from ADU to ADU.
struct TripleState
{
    /// variable key of CIPHER
    uint32_t cipher_key{};
    /// result xsum of CHECKSUM
    uint32_t checksum_xsum{};
    /// result crc of CRC
    uint32_t crc_crc{};

    /// Calls what INIT names, once for an application.
    void Init()
    {
        xor96_init(cipher_key);
    }

    /// Gives variables their init values, before each ADU.
    void Begin()
    {
        checksum_xsum = 0;
        crc_crc = crc32_first();
    }

    /// Calls what FINAL_S names, after the loop.
    void FinishSend()
    {
        TCP_xsum_final(&checksum_xsum);
        crc32_final(&crc_crc);
    }

    /// Calls what FINAL_R names, after the loop.
    void FinishReceive()
    {
        crc32_final(&crc_crc);
        TCP_xsum_final(&checksum_xsum);
    }
};
} // namespace triple
} // namespace hsn
} // namespace ns3

#endif // NS3_HSN_TRIPLE_TRIPLE_STATE_H
