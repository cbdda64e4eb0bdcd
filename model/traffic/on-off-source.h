// SPDX-License-Identifier: GPL-2.0-only
#ifndef ON_OFF_SOURCE_H
#define ON_OFF_SOURCE_H

#include "packet-source.h"

#include "ns3/data-rate.h"
#include "ns3/nstime.h"
#include "ns3/random-variable-stream.h"

#include <cstdint>

namespace ns3
{
namespace hsn
{
/**
 * @ingroup hsn-traffic
 * @brief Packets at a constant rate during random On periods, which random Off periods follow.
 *
 * Unlike ns-3's OnOffApplication it needs no socket, so that it feeds a VC of an AtmNetDevice as
 * well; it is also at most one packet behind a fluid source with the same periods: a packet leaves
 * when its last bit has been made, and bits of a packet that is not complete at the end of an On
 * period wait for the next one. Periods are exponential unless others are set, such as Pareto ones
 * ("ns3::ParetoRandomVariable[Shape=1.4|Scale=0.1]").
 */
class OnOffSource : public PacketSource
{
  public:
    /// State in which a source begins.
    enum Begin
    {
        ON, //!< an On period
        OFF //!< an Off period
    };

    /// @return the TypeId
    static TypeId GetTypeId();

    /// @param stream of OnTime, the next one is that of OffTime @return streams used: 2
    int64_t AssignStreams(int64_t stream);

  protected:
    void DoDispose() override;

  private:
    Time GetInterval() override;
    Time GetFirstInterval() override;
    uint32_t GetPacketSize() override;

    DataRate m_rate;                 //!< while On
    uint32_t m_size{0};              //!< octets of a packet
    Begin m_begin{OFF};              //!< first state
    Ptr<RandomVariableStream> m_on;  //!< s
    Ptr<RandomVariableStream> m_off; //!< s
    Time m_left;                     //!< of the On period behind the last packet
};
} // namespace hsn
} // namespace ns3

#endif // ON_OFF_SOURCE_H
