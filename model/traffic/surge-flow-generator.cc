// SPDX-License-Identifier: GPL-2.0-only
#include "surge-flow-generator.h"

#include "surge-size-variable.h"
#include "surge-socket.h"

#include "ns3/abort.h"
#include "ns3/double.h"
#include "ns3/log.h"
#include "ns3/packet.h"
#include "ns3/pointer.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/tcp-socket-factory.h"
#include "ns3/trace-source-accessor.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <cmath>

namespace ns3
{
namespace hsn
{
NS_LOG_COMPONENT_DEFINE("HsnSurgeFlowGenerator");
NS_OBJECT_ENSURE_REGISTERED(SurgeFlowGenerator);

TypeId
SurgeFlowGenerator::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::hsn::SurgeFlowGenerator")
            .SetParent<Application>()
            .SetGroupName("Hsn")
            .AddConstructor<SurgeFlowGenerator>()
            .AddAttribute("Protocol",
                          "Factory of the sockets",
                          TypeIdValue(TcpSocketFactory::GetTypeId()),
                          MakeTypeIdAccessor(&SurgeFlowGenerator::m_protocol),
                          MakeTypeIdChecker())
            .AddAttribute("Remote",
                          "Where connections go: a listening SurgeSink",
                          AddressValue(),
                          MakeAddressAccessor(&SurgeFlowGenerator::m_remote),
                          MakeAddressChecker())
            .AddAttribute("ArrivalRate",
                          "Flows per second, above 0; applies from the next gap on",
                          DoubleValue(1),
                          MakeDoubleAccessor(&SurgeFlowGenerator::SetArrivalRate,
                                             &SurgeFlowGenerator::GetArrivalRate),
                          MakeDoubleChecker<double>())
            .AddAttribute("FlowSize",
                          "Size of a flow, bytes, rounded up, at least 1",
                          StringValue(SurgeSizeVariable::GetTypeId().GetName()),
                          MakePointerAccessor(&SurgeFlowGenerator::m_flowSize),
                          MakePointerChecker<RandomVariableStream>())
            .AddAttribute("MaxWindow",
                          "Greatest number of bytes of a flow that are sent and not acknowledged, "
                          "at least SegmentSize",
                          UintegerValue(MAX_UNSCALED_WINDOW),
                          MakeUintegerAccessor(&SurgeFlowGenerator::m_maxWindow),
                          MakeUintegerChecker<uint32_t>(1))
            .AddAttribute("SegmentSize",
                          "Bytes of data in a segment; the flow is written in such pieces",
                          UintegerValue(1448),
                          MakeUintegerAccessor(&SurgeFlowGenerator::m_segmentSize),
                          MakeUintegerChecker<uint32_t>(1, 65495))
            .AddTraceSource("FlowStarted",
                            "A flow starts",
                            MakeTraceSourceAccessor(&SurgeFlowGenerator::m_startedTrace),
                            "ns3::hsn::SurgeFlowGenerator::FlowTracedCallback")
            .AddTraceSource("FlowEnded",
                            "All bytes of a flow are acknowledged and both ends have closed",
                            MakeTraceSourceAccessor(&SurgeFlowGenerator::m_endedTrace),
                            "ns3::hsn::SurgeFlowGenerator::FlowEndedTracedCallback")
            .AddTraceSource("FlowFailed",
                            "The connection of a flow was refused or broke",
                            MakeTraceSourceAccessor(&SurgeFlowGenerator::m_failedTrace),
                            "ns3::hsn::SurgeFlowGenerator::FlowTracedCallback")
            .AddTraceSource("FlowSocket",
                            "A flow has got its socket, which connects next",
                            MakeTraceSourceAccessor(&SurgeFlowGenerator::m_socketTrace),
                            "ns3::hsn::SurgeFlowGenerator::FlowSocketTracedCallback");
    return tid;
}

SurgeFlowGenerator::SurgeFlowGenerator()
    : m_gap(CreateObject<ExponentialRandomVariable>()),
      m_onConnected(MakeCallback(&SurgeFlowGenerator::HandleConnected, this)),
      m_onRoom(MakeCallback(&SurgeFlowGenerator::HandleRoom, this)),
      m_onClosed(MakeCallback(&SurgeFlowGenerator::HandleClosed, this)),
      m_onFailed(MakeCallback(&SurgeFlowGenerator::HandleFailed, this))
{
}

SurgeFlowGenerator::~SurgeFlowGenerator() = default;

int64_t
SurgeFlowGenerator::AssignStreams(int64_t stream)
{
    m_gap->SetStream(stream);
    m_flowSize->SetStream(stream + 1);
    return 2;
}

SurgeFlowGenerator::Counters
SurgeFlowGenerator::GetCounters() const
{
    return m_counters;
}

uint32_t
SurgeFlowGenerator::GetActive() const
{
    return static_cast<uint32_t>(m_flows.size());
}

void
SurgeFlowGenerator::SetArrivalRate(double rate)
{
    NS_ABORT_MSG_UNLESS(rate > 0 && std::isfinite(rate),
                        "SurgeFlowGenerator: ArrivalRate " << rate
                                                           << " flows per second is not above 0");
    m_arrivalRate = rate;
}

double
SurgeFlowGenerator::GetArrivalRate() const
{
    return m_arrivalRate;
}

void
SurgeFlowGenerator::DoDispose()
{
    m_next.Cancel();
    for (const auto& [socket, flow] : m_flows)
    {
        ReleaseCallbacks(flow.socket);
    }
    m_flows.clear();
    Application::DoDispose();
}

void
SurgeFlowGenerator::StartApplication()
{
    NS_LOG_FUNCTION(this);
    NS_ABORT_MSG_IF(m_remote.IsInvalid(), "SurgeFlowGenerator: set Remote");
    CheckSurgeWindow("SurgeFlowGenerator", m_maxWindow, m_segmentSize);
    ScheduleNext();
}

void
SurgeFlowGenerator::StopApplication()
{
    NS_LOG_FUNCTION(this);
    m_next.Cancel();
}

void
SurgeFlowGenerator::ScheduleNext()
{
    m_next = Simulator::Schedule(Seconds(m_gap->GetValue(1, 0) / m_arrivalRate),
                                 &SurgeFlowGenerator::StartFlow,
                                 this);
}

Ptr<Socket>
SurgeFlowGenerator::MakeSocket(uint64_t id) const
{
    const auto socket = Socket::CreateSocket(GetNode(), m_protocol);
    SetSurgeWindow(socket, "SndBufSize", m_maxWindow, m_segmentSize);
    socket->SetConnectCallback(m_onConnected, m_onFailed);
    socket->SetSendCallback(m_onRoom);
    socket->SetCloseCallbacks(m_onClosed, m_onFailed);
    m_socketTrace(id, socket);
    return socket;
}

void
SurgeFlowGenerator::StartFlow()
{
    ScheduleNext();
    Flow flow;
    flow.id = m_counters.started;
    flow.size = static_cast<uint64_t>(std::max(1.0, std::ceil(m_flowSize->GetValue())));
    flow.unsent = flow.size;
    flow.start = Simulator::Now();
    flow.socket = MakeSocket(flow.id);
    NS_LOG_INFO("flow " << flow.id << " of " << flow.size << " bytes");
    ++m_counters.started;
    m_counters.bytesStarted += flow.size;
    m_flows.emplace(PeekPointer(flow.socket), flow);
    m_startedTrace(flow.id, flow.size);
    const int error = flow.socket->Connect(m_remote);
    NS_ABORT_MSG_IF(error != 0,
                    "SurgeFlowGenerator: flow "
                        << flow.id << " cannot connect (error " << flow.socket->GetErrno()
                        << "): there is no route, or no port is left because sockets stay in "
                           "TIME_WAIT for too long; see MaxSegLifetime of the socket class");
}

void
SurgeFlowGenerator::Send(Flow& flow)
{
    const auto socket = flow.socket;
    while (flow.unsent > 0)
    {
        const auto piece = static_cast<uint32_t>(std::min<uint64_t>(flow.unsent, m_segmentSize));
        if (socket->GetTxAvailable() < piece)
        {
            return;
        }
        flow.unsent -= piece;
        socket->Send(Create<Packet>(piece));
    }
    socket->Close();
}

void
SurgeFlowGenerator::Remove(const Flow& flow)
{
    ReleaseCallbacks(flow.socket);
    m_flows.erase(PeekPointer(flow.socket));
}

void
SurgeFlowGenerator::Fail(const Flow& flow)
{
    NS_LOG_WARN("flow " << flow.id << " failed with error " << flow.socket->GetErrno());
    Remove(flow);
    ++m_counters.failed;
    m_failedTrace(flow.id, flow.size);
}

void
SurgeFlowGenerator::HandleConnected(Ptr<Socket> socket)
{
    HandleRoom(socket, socket->GetTxAvailable());
}

void
SurgeFlowGenerator::HandleRoom(Ptr<Socket> socket, uint32_t /* room */)
{
    const auto found = m_flows.find(PeekPointer(socket));
    if (found != m_flows.end() && found->second.unsent > 0)
    {
        Send(found->second);
    }
}

void
SurgeFlowGenerator::HandleClosed(Ptr<Socket> socket)
{
    const auto found = m_flows.find(PeekPointer(socket));
    if (found == m_flows.end())
    {
        return;
    }
    const Flow flow = found->second;
    if (flow.unsent > 0)
    {
        Fail(flow);
        socket->Close();
        return;
    }
    Remove(flow);
    ++m_counters.ended;
    m_counters.bytesEnded += flow.size;
    m_endedTrace(flow.id, flow.size, Simulator::Now() - flow.start);
}

void
SurgeFlowGenerator::HandleFailed(Ptr<Socket> socket)
{
    const auto found = m_flows.find(PeekPointer(socket));
    if (found != m_flows.end())
    {
        Fail(Flow(found->second));
    }
}
} // namespace hsn
} // namespace ns3
