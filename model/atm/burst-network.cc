// SPDX-License-Identifier: GPL-2.0-only
#include "burst-network.h"

#include "atm-channel.h"
#include "atm-port.h"

#include "ns3/nstime.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <vector>

namespace ns3
{
namespace hsn
{
namespace
{
/// @return all ports with the burst engine
std::vector<AtmPort*>&
GetPorts()
{
    static std::vector<AtmPort*> ports;
    return ports;
}

/// Accessor of a trace source that makes ports fall back.
class WatchedAccessor : public TraceSourceAccessor
{
  public:
    /// @param source does the work
    explicit WatchedAccessor(Ptr<const TraceSourceAccessor> source)
        : m_source(source)
    {
    }

    bool ConnectWithoutContext(ObjectBase* obj, const CallbackBase& cb) const override
    {
        BurstNetwork::Settle();
        const bool done = m_source->ConnectWithoutContext(obj, cb);
        BurstNetwork::Reconsider();
        return done;
    }

    bool Connect(ObjectBase* obj, std::string context, const CallbackBase& cb) const override
    {
        BurstNetwork::Settle();
        const bool done = m_source->Connect(obj, context, cb);
        BurstNetwork::Reconsider();
        return done;
    }

    bool DisconnectWithoutContext(ObjectBase* obj, const CallbackBase& cb) const override
    {
        return m_source->DisconnectWithoutContext(obj, cb);
    }

    bool Disconnect(ObjectBase* obj, std::string context, const CallbackBase& cb) const override
    {
        return m_source->Disconnect(obj, context, cb);
    }

  private:
    Ptr<const TraceSourceAccessor> m_source; //!< does the work
};
} // namespace

bool BurstNetwork::m_awake = false;
int64_t BurstNetwork::m_settled = -1;

void
BurstNetwork::Add(AtmPort* port)
{
    auto& ports = GetPorts();
    if (ports.empty())
    {
        m_awake = false; // of an earlier simulation
        m_settled = -1;
    }
    ports.push_back(port);
}

void
BurstNetwork::Remove(AtmPort* port)
{
    auto& ports = GetPorts();
    const auto it = std::find(ports.begin(), ports.end(), port);
    if (it != ports.end())
    {
        *it = ports.back();
        ports.pop_back();
    }
}

void
BurstNetwork::Settle()
{
    const int64_t before = Simulator::Now().GetTimeStep() - 1;
    if (m_awake && before > m_settled)
    {
        m_settled = before;
        const auto ports = GetPorts(); // a sink may do anything
        for (auto* port : ports)
        {
            port->Settle(before);
        }
    }
}

void
BurstNetwork::Reconsider()
{
    const auto ports = GetPorts();
    for (auto* port : ports)
    {
        port->GetAtmChannel()->Reconsider(port->GetEnd());
    }
    for (auto* port : ports)
    {
        port->GetAtmChannel()->ResolveLanes(port->GetEnd());
        port->Replan();
    }
}

Ptr<const TraceSourceAccessor>
BurstNetwork::Watch(Ptr<const TraceSourceAccessor> source)
{
    return Create<WatchedAccessor>(source);
}
} // namespace hsn
} // namespace ns3
