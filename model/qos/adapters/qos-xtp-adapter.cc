// SPDX-License-Identifier: GPL-2.0-only
#include "qos-xtp-adapter.h"

#include "ns3/packet-traces.h"

#include <algorithm>

namespace ns3
{
namespace hsn
{
bool
QosXtpAdapter::Attach(Ptr<Socket> socket)
{
    const Ptr<QosXtpAdapter> self(this);
    return socket->TraceConnectWithoutContext(
               "Tx",
               MakeHeaderCallback<XtpHeader>(MakeCallback(&QosXtpAdapter::Tx, self))) &&
           socket->TraceConnectWithoutContext(
               "Rx",
               MakeHeaderCallback<XtpHeader>(MakeCallback(&QosXtpAdapter::Rx, self))) &&
           socket->TraceConnectWithoutContext("State", MakeCallback(&QosXtpAdapter::State, self));
}

void
QosXtpAdapter::Tx(Ptr<const Packet> packet, const XtpHeader& header)
{
    const uint32_t size = packet ? packet->GetSize() : 0;
    if (header.IsInformation())
    {
        m_highest = std::max(m_highest, header.seq + size);
        Sent(size);
    }
    if (header.options & (XTP_SREQ | XTP_DREQ))
    {
        Request(header.sync, m_highest);
    }
}

void
QosXtpAdapter::Rx(Ptr<const Packet> packet, const XtpHeader& header)
{
    if (header.IsInformation())
    {
        Arrived(packet ? packet->GetSize() : 0);
    }
    else if (header.format == XtpFormat::ECNTL)
    {
        m_spans.clear();
        for (const auto& span : header.spans)
        {
            m_spans.push_back({span.left, span.right});
        }
        Errors(header.echo, m_highest, header.rseq, m_spans);
    }
    else if (header.IsControl())
    {
        Control(header.echo);
    }
}

void
QosXtpAdapter::State(XtpState, XtpState now)
{
    if (now == XTP_QUIESCENT || now == XTP_INACTIVE)
    {
        Close();
    }
}
} // namespace hsn
} // namespace ns3
