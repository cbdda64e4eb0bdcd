// SPDX-License-Identifier: GPL-2.0-only
#include "background-rtt.h"

#include "ns3/abort.h"
#include "ns3/bulk-send-application.h"
#include "ns3/simulator.h"
#include "ns3/socket.h"

#include <cmath>

namespace ns3
{
namespace hsn
{
void
BackgroundRtt::Flow::Note(Time /* before */, Time now)
{
    rtt = now;
}

void
BackgroundRtt::Watch(Ptr<Application> source, Time start)
{
    m_flows.emplace_back();
    // its socket exists once it has started
    Simulator::Schedule(start + TimeStep(1), &BackgroundRtt::Connect, source, &m_flows.back());
}

void
BackgroundRtt::Connect(Ptr<Application> source, Flow* flow)
{
    const auto socket = DynamicCast<BulkSendApplication>(source)->GetSocket();
    const bool isTold = socket->TraceConnectWithoutContext("RTT", MakeCallback(&Flow::Note, flow));
    NS_ABORT_MSG_UNLESS(isTold, "the socket of a flow under study has no trace source RTT");
}

void
BackgroundRtt::MeasureFrom(Time from)
{
    Simulator::Schedule(from, &BackgroundRtt::Sample, this);
}

void
BackgroundRtt::Sample()
{
    for (auto& flow : m_flows)
    {
        if (flow.rtt.IsStrictlyPositive())
        {
            flow.sum += flow.rtt.GetSeconds() * 1000;
            flow.samples += 1;
        }
    }
    Simulator::Schedule(Seconds(1), &BackgroundRtt::Sample, this);
}

std::vector<double>
BackgroundRtt::GetMeans() const
{
    std::vector<double> means;
    for (const auto& flow : m_flows)
    {
        means.push_back(flow.samples > 0 ? flow.sum / flow.samples : NAN);
    }
    return means;
}
} // namespace hsn
} // namespace ns3
