// SPDX-License-Identifier: GPL-2.0-only
#include "hsn-internet-helper.h"

#include "ns3/abort.h"
#include "ns3/fec-udp-socket-factory.h"
#include "ns3/indexed-tcp-socket-factory.h"
#include "ns3/node.h"
#include "ns3/tcp-l4-protocol.h"
#include "ns3/tick-clock.h"

namespace ns3
{
namespace hsn
{
void
HsnInternetHelper::Install(const NodeContainer& nodes) const
{
    for (auto it = nodes.Begin(); it != nodes.End(); ++it)
    {
        const auto node = *it;
        NS_ABORT_MSG_UNLESS(node->GetObject<TcpL4Protocol>(),
                            "HsnInternetHelper: node " << node->GetId()
                                                       << " has no Internet stack with TCP");
        if (!node->GetObject<IndexedTcpSocketFactory>())
        {
            node->AggregateObject(CreateObject<IndexedTcpSocketFactory>());
        }
        if (!node->GetObject<FecUdpSocketFactory>())
        {
            node->AggregateObject(CreateObject<FecUdpSocketFactory>());
        }
    }
}

int64_t
HsnInternetHelper::AssignStreams(const NodeContainer& nodes, int64_t stream) const
{
    const int64_t first = stream;
    for (auto it = nodes.Begin(); it != nodes.End(); ++it)
    {
        stream += TickClock::AssignStreams(*it, stream);
    }
    return stream - first;
}
} // namespace hsn
} // namespace ns3
