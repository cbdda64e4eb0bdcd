// SPDX-License-Identifier: GPL-2.0-only
#ifndef NV_SOURCE_H
#define NV_SOURCE_H

#include "packet-source.h"

#include "ns3/data-rate.h"
#include "ns3/random-variable-stream.h"

#include <cstdint>

namespace ns3
{
namespace hsn
{
/**
 * @ingroup hsn-traffic
 * @brief Packet video like nv's: packets of one size, with gaps that are uniform around their mean.
 *
 * Rate is that of the payload; what changes it, such as a rate adaptation, takes effect with the
 * next packet.
 */
class NvSource : public PacketSource
{
  public:
    /// @return the TypeId
    static TypeId GetTypeId();

    NvSource();

    /// @param stream of the gaps @return number of streams used
    int64_t AssignStreams(int64_t stream);

  private:
    Time GetInterval() override;
    Time GetFirstInterval() override;
    uint32_t GetPacketSize() override;

    DataRate m_rate;                     //!< mean
    uint32_t m_size{0};                  //!< octets of a packet
    double m_spread{0};                  //!< of the gaps
    Ptr<UniformRandomVariable> m_random; //!< of the gaps
};
} // namespace hsn
} // namespace ns3

#endif // NV_SOURCE_H
