// SPDX-License-Identifier: GPL-2.0-only
#ifndef QOS_TCP_COUNT_ADAPTER_H
#define QOS_TCP_COUNT_ADAPTER_H

#include "ns3/indexed-tcp-socket.h"
#include "ns3/nstime.h"
#include "ns3/qos-adapter.h"

namespace ns3
{
namespace hsn
{
/**
 * @ingroup hsn-qos
 * @brief Records of an IndexedTcpSocket whose data is told as sums: it reads the socket's counters
 * at each Collect(), and has no sink of Tx and Rx, so that the socket keeps its short cuts.
 */
class QosTcpCountAdapter : public QosAdapter
{
  public:
    using QosAdapter::QosAdapter;

    /// @param socket told from now on @return whether it has all trace sources
    bool Attach(Ptr<IndexedTcpSocket> socket);

  protected:
    void Count(Sums& sums) override;

  private:
    /// @param now round trip
    void Rtt(Time, Time now);
    /// @param now state
    void State(TcpSocket::TcpStates_t, TcpSocket::TcpStates_t now);

    IndexedTcpSocket* m_socket{nullptr};   //!< whose trace sources own this adapter
    IndexedTcpSocket::Counters m_before{}; //!< at the last Collect()
};
} // namespace hsn
} // namespace ns3

#endif // QOS_TCP_COUNT_ADAPTER_H
