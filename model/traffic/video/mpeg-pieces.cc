// SPDX-License-Identifier: GPL-2.0-only
#include "mpeg-pieces.h"

#include <algorithm>

namespace ns3
{
namespace hsn
{
void
MpegPieces::Take(const uint8_t* data, std::size_t n, std::vector<MpegRun>& runs)
{
    std::vector<MpegRun> found;
    m_parser.Take(data, n, found);
    uint64_t told = 0;
    uint64_t skip = m_held; // these belong to pieces before
    for (auto& run : found)
    {
        const uint64_t old = std::min(skip, run.octets);
        skip -= old;
        run.octets -= old;
        told += run.octets;
        AppendMpegRun(runs, run);
    }
    MpegRun held;
    held.picture = m_parser.GetPicture();
    held.octets = n - told;
    AppendMpegRun(runs, held);
    m_held = skip + held.octets;
}

MpegEsParser&
MpegPieces::GetParser()
{
    return m_parser;
}
} // namespace hsn
} // namespace ns3
