// SPDX-License-Identifier: GPL-2.0-only
// Made by ilpgen.py of paper.ilp.cfg, 410e1ef2b1cc9732. Do not edit.
#ifndef NS3_HSN_PAPER_PAPER_STATE_H
#define NS3_HSN_PAPER_PAPER_STATE_H

#include "../ilp-codegen-library.h"

#include <cstdint>

namespace ns3
{
namespace hsn
{
namespace paper
{
/// Variables of the functions, from top to bottom. They are kept from ADU to ADU.
struct PaperState
{
    /// variable key of ENCRYPTION
    const uint8_t* encryption_key{nullptr};
    /// variable logtab of ENCRYPTION
    const uint32_t* encryption_logtab{nullptr};
    /// variable exptab of ENCRYPTION
    const uint32_t* encryption_exptab{nullptr};
    /// result xsum of CHECKSUM
    uint32_t checksum_xsum{};

    /// Calls what INIT names, once for an application.
    void Init()
    {
        saferk64_ilp_init(encryption_key, encryption_logtab, encryption_exptab);
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
} // namespace paper
} // namespace hsn
} // namespace ns3

#endif // NS3_HSN_PAPER_PAPER_STATE_H
