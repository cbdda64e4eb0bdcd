// SPDX-License-Identifier: GPL-2.0-only
#include "cell-burst.h"

#include <ios>

namespace ns3
{
namespace hsn
{
std::ostream&
operator<<(std::ostream& os, const CellBurst& b)
{
    os << "VC " << b.vc << " cells " << b.first;
    if (b.count != 1)
    {
        os << ".." << static_cast<uint64_t>(b.first) + b.count - 1;
    }
    os << " of ";
    if (b.pdu)
    {
        os << b.pdu->GetNCells();
    }
    else
    {
        os << "no PDU";
    }
    os << " start " << b.start << " spacing " << b.spacing;
    const auto mask = [&os](const char* name, uint64_t bits) {
        if (bits)
        {
            const auto flags = os.flags();
            os << name << std::hex << bits;
            os.flags(flags);
        }
    };
    mask(" CLP 0x", b.clp);
    mask(" EFCI 0x", b.efci);
    mask(" discarded 0x", b.discarded);
    if (b.damage)
    {
        os << " inverted bits " << b.damage->flips.size();
    }
    return os;
}
} // namespace hsn
} // namespace ns3
