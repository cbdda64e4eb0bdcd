// SPDX-License-Identifier: GPL-2.0-only
#ifndef QOS_XTP_ADAPTER_H
#define QOS_XTP_ADAPTER_H

#include "ns3/packet.h"
#include "ns3/qos-adapter.h"
#include "ns3/socket.h"
#include "ns3/xtp-header.h"
#include "ns3/xtp-settings.h"

#include <vector>

namespace ns3
{
namespace hsn
{
/**
 * @ingroup hsn-qos
 * @brief Records of an XTP association: data, requests (SREQ, DREQ) and reports (CNTL, TCNTL,
 * ECNTL), from the socket's traces Tx, Rx and State.
 */
class QosXtpAdapter : public QosAdapter
{
  public:
    using QosAdapter::QosAdapter;

    /// @param socket XtpSocket or XtpMessageSocket @return whether it is one
    bool Attach(Ptr<Socket> socket);

  private:
    /// @param packet user data @param header its
    void Tx(Ptr<const Packet> packet, const XtpHeader& header);
    /// @param packet user data @param header its
    void Rx(Ptr<const Packet> packet, const XtpHeader& header);
    /// @param before state @param now state
    void State(XtpState before, XtpState now);

    uint64_t m_highest{0};        //!< the byte after the highest one sent
    std::vector<QosSpan> m_spans; //!< of a report
};
} // namespace hsn
} // namespace ns3

#endif // QOS_XTP_ADAPTER_H
