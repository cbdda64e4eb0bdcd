// SPDX-License-Identifier: GPL-2.0-only
#ifndef ADU_SINK_H
#define ADU_SINK_H

#include "socket-sink.h"

#include "ns3/callback.h"
#include "ns3/traced-callback.h"

#include <cstdint>
#include <map>

namespace ns3
{
namespace hsn
{
/**
 * @ingroup hsn-traffic
 * @brief Receives what AduSource sends, and has each ADU checked by a function.
 *
 * A record mark without its highest bit, or longer than MaxAdu, means that the stream is out of
 * step: it is counted, traced with BAD_MARK, and the connection is closed.
 */
class AduSink : public SocketSink
{
  public:
    /// Checks an ADU: 0 is good, anything else is the reason why it is not.
    using Checker = Callback<int, Ptr<const Packet>>;

    /// Of trace AduRx. @param adu a good one @param from its sender
    typedef void (*AduRxTracedCallback)(Ptr<const Packet> adu, const Address& from);
    /// Of trace AduError. @param level what the checker returned @param adu the ADU
    typedef void (*AduErrorTracedCallback)(int level, Ptr<const Packet> adu);

    static constexpr int BAD_MARK = -1000; //!< reason: a wrong record mark

    /// @return the TypeId
    static TypeId GetTypeId();

    /// @param checker null: all ADUs are good
    void SetChecker(const Checker& checker);

    /// @return good ADUs
    uint64_t GetReceived() const;
    /// @return octets of good ADUs
    uint64_t GetReceivedBytes() const;
    /// @return {reason: ADUs}
    const std::map<int, uint64_t>& GetErrors() const;

  protected:
    void DoDispose() override;
    void TakeMessage(Ptr<Packet> adu, const Address& from) override;
    bool TakeStream(Ptr<Packet> pending, const Address& from) override;

  private:
    uint32_t m_maxAdu{0};                                   //!< octets
    Checker m_checker;                                      //!< or null
    uint64_t m_received{0};                                 //!< good ADUs
    uint64_t m_bytes{0};                                    //!< their octets
    std::map<int, uint64_t> m_errors;                       //!< by reason
    TracedCallback<Ptr<const Packet>, const Address&> m_rx; //!< AduRx
    TracedCallback<int, Ptr<const Packet>> m_error;         //!< AduError
};
} // namespace hsn
} // namespace ns3

#endif // ADU_SINK_H
