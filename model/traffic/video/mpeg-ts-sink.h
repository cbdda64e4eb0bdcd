// SPDX-License-Identifier: GPL-2.0-only
#ifndef MPEG_TS_SINK_H
#define MPEG_TS_SINK_H

#include "mpeg-ts-parser.h"

#include "ns3/socket-sink.h"
#include "ns3/traced-callback.h"

#include <cstdint>
#include <fstream>
#include <string>
#include <vector>

namespace ns3
{
namespace hsn
{
/**
 * @ingroup hsn-traffic
 * @brief Receives packets of an MPEG transport stream over any kind of socket, from a VideoSource
 * with Format=Transport or anything else that sends them.
 *
 * A message has whole packets. With File, the octets are written as they come, for players and
 * decoders.
 */
class MpegTsSink : public SocketSink
{
  public:
    /// @return the TypeId
    static TypeId GetTypeId();

    MpegTsSink();

    /// @return what was read: counters, program
    const MpegTsParser& GetParser() const;

    /// @return PES packets so far, of most streams the pictures, but the last one
    const std::vector<MpegTsUnit>& GetUnits() const;

    /// @return octets received
    uint64_t GetTotalRx() const;

  protected:
    void DoDispose() override;
    void TakeMessage(Ptr<Packet> message, const Address& from) override;
    bool TakeStream(Ptr<Packet> pending, const Address& from) override;

  private:
    /// @param packet some octets @param isStream whether they need not be whole packets
    void Take(Ptr<const Packet> packet, bool isStream);

    std::string m_file;                          //!< File
    std::ofstream m_out;                         //!< it
    MpegTsParser m_parser;                       //!< of the stream
    std::vector<MpegTsUnit> m_units;             //!< see GetUnits
    TracedCallback<Ptr<const Packet>> m_rxTrace; //!< Rx
};
} // namespace hsn
} // namespace ns3

#endif // MPEG_TS_SINK_H
