// SPDX-License-Identifier: GPL-2.0-only
#ifndef SURGE_SOCKET_H
#define SURGE_SOCKET_H

#include "ns3/socket.h"

#include <cstdint>
#include <string>

namespace ns3
{
namespace hsn
{
/// Largest window of TCP without window scaling, bytes (RFC 9293).
constexpr uint32_t MAX_UNSCALED_WINDOW = 65535;

/**
 * @brief Sets the window and the segments of a new socket, before it connects or listens.
 *
 * Up to 65535 bytes, the socket does not agree to window scaling.
 *
 * @param socket of any class with the buffer's attribute
 * @param buffer "SndBufSize" or "RcvBufSize"
 * @param maxWindow size of that buffer, bytes
 * @param segmentSize bytes of data in a segment
 */
void SetSurgeWindow(Ptr<Socket> socket,
                    const std::string& buffer,
                    uint32_t maxWindow,
                    uint32_t segmentSize);

/**
 * @brief Aborts if a window is shorter than a segment.
 * @param user name of the class that has the attributes
 * @param maxWindow bytes
 * @param segmentSize bytes
 */
void CheckSurgeWindow(const std::string& user, uint32_t maxWindow, uint32_t segmentSize);

/// @brief Has a socket call nobody any more. @param socket a socket
void ReleaseCallbacks(Ptr<Socket> socket);
} // namespace hsn
} // namespace ns3

#endif // SURGE_SOCKET_H
