// SPDX-License-Identifier: GPL-2.0-only
#ifndef VIDEO_PDUS_H
#define VIDEO_PDUS_H

#include "gop-model.h"

#include "ns3/random-variable-stream.h"

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace ns3
{
namespace hsn
{
/**
 * @ingroup hsn-traffic
 * @brief The PDUs of a picture, each of one class.
 * @param frame sizes in cells
 * @param cells of a PDU
 * @param uniform rounds both sizes to whole PDUs at random, so that means are kept: two numbers
 * @return classes in the order in which they are sent, 0 headers, else VideoFrameType; those of
 * headers are spread evenly, the first one leads
 */
inline std::vector<uint8_t>
MakeVideoPdus(const VideoFrame& frame, uint32_t cells, Ptr<UniformRandomVariable> uniform)
{
    const auto round = [&uniform, cells](double size) {
        return static_cast<uint32_t>(std::floor(size / cells + uniform->GetValue()));
    };
    const uint32_t system = round(frame.system);
    const uint32_t data = round(frame.data);
    std::vector<uint8_t> pdus(std::size_t{system} + data, static_cast<uint8_t>(frame.type));
    for (uint32_t k = 0; k < system; ++k)
    {
        pdus[static_cast<std::size_t>(k) * pdus.size() / system] = 0;
    }
    return pdus;
}
} // namespace hsn
} // namespace ns3

#endif // VIDEO_PDUS_H
