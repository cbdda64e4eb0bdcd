// SPDX-License-Identifier: GPL-2.0-only
#ifndef HSN_NETWORK_ORDER_H
#define HSN_NETWORK_ORDER_H

#include <cstdint>

namespace ns3
{
namespace hsn
{
/**
 * @ingroup hsn
 * @brief Reads a number whose most significant octet comes first.
 * @param octets two of them, at any address
 * @return their value
 */
inline uint16_t
ReadNetwork16(const uint8_t* octets)
{
    return static_cast<uint16_t>(octets[0] << 8 | octets[1]);
}

/**
 * @ingroup hsn
 * @brief Reads a number whose most significant octet comes first.
 * @param octets four of them, at any address
 * @return their value
 */
inline uint32_t
ReadNetwork32(const uint8_t* octets)
{
    return static_cast<uint32_t>(ReadNetwork16(octets)) << 16 | ReadNetwork16(octets + 2);
}
} // namespace hsn
} // namespace ns3

#endif // HSN_NETWORK_ORDER_H
