// SPDX-License-Identifier: GPL-2.0-only
#ifndef PACED_SOURCE_H
#define PACED_SOURCE_H

#include "packet-source.h"

namespace ns3
{
namespace hsn
{
/**
 * @ingroup hsn-traffic
 * @brief Sends packets of one size at regular intervals, the first one at its start.
 *
 * The interval may change at any time; the change takes effect with the next packet. A source whose
 * rate depends on something else gets its intervals from a function (SetIntervalFunction()).
 */
class PacedSource : public PacketSource
{
  public:
    /// @return the TypeId
    static TypeId GetTypeId();

    /// @param function called after each packet for the time to the next one, above 0
    void SetIntervalFunction(const Callback<Time>& function);

  protected:
    void DoDispose() override;

  private:
    Time GetInterval() override;
    Time GetFirstInterval() override;
    uint32_t GetPacketSize() override;

    Time m_interval;           //!< between packets
    uint32_t m_size;           //!< attribute: octets of a packet
    Callback<Time> m_function; //!< tells the interval, or null
};
} // namespace hsn
} // namespace ns3

#endif // PACED_SOURCE_H
