// SPDX-License-Identifier: GPL-2.0-only
#ifndef QOS_TCP_ADAPTER_H
#define QOS_TCP_ADAPTER_H

#include "ns3/nstime.h"
#include "ns3/packet.h"
#include "ns3/qos-adapter.h"
#include "ns3/sequence-number.h"
#include "ns3/socket.h"
#include "ns3/tcp-header.h"
#include "ns3/tcp-socket-base.h"

namespace ns3
{
namespace hsn
{
/**
 * @ingroup hsn-qos
 * @brief Records of a TCP connection, ns-3's or IndexedTcpSocket's: data and round trips. Data
 * below the highest number sent so far is sent again: TCP's errors.
 */
class QosTcpAdapter : public QosAdapter
{
  public:
    using QosAdapter::QosAdapter;

    /// @param socket TcpSocketBase, or one with the trace sources of IndexedTcpSocket @return
    /// whether it is one
    bool Attach(Ptr<Socket> socket);

  private:
    /// @param packet user data @param header its
    void TxBase(Ptr<const Packet> packet, const TcpHeader& header, Ptr<const TcpSocketBase>);
    /// @param packet user data @param header its
    void RxBase(Ptr<const Packet> packet, const TcpHeader& header, Ptr<const TcpSocketBase>);
    /// @param now round trip
    void Rtt(Time, Time now);
    /// @param now state
    void State(TcpSocket::TcpStates_t, TcpSocket::TcpStates_t now);
    /// @param packet user data @param header its
    void Send(Ptr<const Packet> packet, const TcpHeader& header);
    /// @param packet user data @param header its
    void Take(Ptr<const Packet> packet, const TcpHeader& header);

    SequenceNumber32 m_highest; //!< the byte after the highest one sent
    bool m_begun{false};        //!< data was sent
};
} // namespace hsn
} // namespace ns3

#endif // QOS_TCP_ADAPTER_H
