// SPDX-License-Identifier: GPL-2.0-only
#ifndef POISSON_MESSAGE_SOURCE_H
#define POISSON_MESSAGE_SOURCE_H

#include "packet-source.h"

#include "ns3/random-variable-stream.h"

namespace ns3
{
namespace hsn
{
/**
 * @ingroup hsn-traffic
 * @brief Sends messages at the times of a Poisson process; each message is one packet.
 *
 * The length of a message is drawn in units: a message of n units has n UnitSize - Overhead octets.
 * With 48 and 8 (the defaults) and AAL5 without encapsulation it fills n ATM cells.
 */
class PoissonMessageSource : public PacketSource
{
  public:
    /// @return the TypeId
    static TypeId GetTypeId();
    PoissonMessageSource();

    /// @param stream first stream of the random variables @return streams used: 2
    int64_t AssignStreams(int64_t stream);

    /// @param mean mean time from one message to the next, above 0
    void SetMeanInterval(Time mean);
    /// @return mean time from one message to the next
    Time GetMeanInterval() const;

  private:
    Time GetInterval() override;
    Time GetFirstInterval() override;
    uint32_t GetPacketSize() override;

    double m_mean{0}; //!< mean interval, seconds; kept so because converting a Time is slow
    Ptr<ExponentialRandomVariable> m_interval; //!< draws intervals
    Ptr<RandomVariableStream> m_units;         //!< draws lengths, or null
    uint32_t m_unitSize{0};                    //!< octets
    uint32_t m_overhead{0};                    //!< octets
};
} // namespace hsn
} // namespace ns3

#endif // POISSON_MESSAGE_SOURCE_H
