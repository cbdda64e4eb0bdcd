// SPDX-License-Identifier: GPL-2.0-only
#include "adu-source.h"

#include "ns3/abort.h"
#include "ns3/boolean.h"
#include "ns3/log.h"
#include "ns3/simulator.h"
#include "ns3/trace-source-accessor.h"

#include <algorithm>
#include <utility>

namespace ns3
{
namespace hsn
{
NS_LOG_COMPONENT_DEFINE("HsnAduSource");
NS_OBJECT_ENSURE_REGISTERED(AduSource);

TypeId
AduSource::GetTypeId()
{
    static TypeId tid = TypeId("ns3::hsn::AduSource")
                            .SetParent<SocketSource>()
                            .SetGroupName("Hsn")
                            .AddConstructor<AduSource>()
                            .AddAttribute("CloseAtEnd",
                                          "Whether the socket is closed after the last ADU",
                                          BooleanValue(true),
                                          MakeBooleanAccessor(&AduSource::m_closeAtEnd),
                                          MakeBooleanChecker())
                            .AddTraceSource("AduTx",
                                            "An ADU was given to the socket as a whole",
                                            MakeTraceSourceAccessor(&AduSource::m_tx),
                                            "ns3::hsn::AduSource::AduTxTracedCallback");
    return tid;
}

void
AduSource::SetMaker(const Maker& maker)
{
    m_maker = maker;
}

void
AduSource::SetCost(const Cost& cost)
{
    m_cost = cost;
}

void
AduSource::SetWork(Work work)
{
    m_work = std::move(work);
}

uint64_t
AduSource::GetSent() const
{
    return m_sent;
}

uint64_t
AduSource::GetRefused() const
{
    return m_refused;
}

void
AduSource::DoDispose()
{
    m_maker = Maker();
    m_cost = Cost();
    m_work = nullptr;
    m_making = false;
    m_adu = nullptr;
    m_left = nullptr;
    SocketSource::DoDispose();
}

void
AduSource::StartApplication()
{
    NS_ABORT_MSG_IF(m_maker.IsNull(), "AduSource has no function that makes ADUs: SetMaker()");
    SocketSource::StartApplication();
}

void
AduSource::StopApplication()
{
    m_made.Cancel();
    m_making = false;
    SocketSource::StopApplication();
}

void
AduSource::Begin()
{
    MakeNext();
}

void
AduSource::Continue()
{
    if (m_left)
    {
        Push();
    }
}

void
AduSource::MakeNext()
{
    m_adu = m_maker(m_next++);
    if (!m_adu)
    {
        NS_LOG_LOGIC("no more ADUs after " << m_sent);
        if (m_closeAtEnd && m_socket)
        {
            End();
        }
        return;
    }
    const Time cost = m_cost.IsNull() ? Time(0) : m_cost(m_adu->GetSize());
    m_making = true;
    if (m_work)
    {
        m_work(cost, [self = Ptr<AduSource>(this), number = m_next] { self->Made(number); });
        return;
    }
    m_made = Simulator::Schedule(cost, &AduSource::Made, this, m_next);
}

void
AduSource::Made(uint64_t number)
{
    if (!m_making || number != m_next)
    {
        return; // the application was stopped while a host was at work
    }
    m_making = false;
    m_left = m_adu->Copy();
    if (IsStream())
    {
        NS_ABORT_MSG_IF(m_left->GetSize() >= LAST, "an ADU of " << m_left->GetSize() << " octets");
        const uint32_t mark = LAST | m_left->GetSize();
        const uint8_t octets[MARK_BYTES] = {static_cast<uint8_t>(mark >> 24),
                                            static_cast<uint8_t>(mark >> 16),
                                            static_cast<uint8_t>(mark >> 8),
                                            static_cast<uint8_t>(mark)};
        Ptr<Packet> marked = Create<Packet>(octets, MARK_BYTES);
        marked->AddAtEnd(m_left);
        m_left = marked;
    }
    Push();
}

void
AduSource::Push()
{
    if (m_pushing)
    {
        return; // the loop below goes on: calls of ADUs that take no time do not nest
    }
    m_pushing = true;
    while (m_left && PushOnce())
    {
        // until the socket is full or an ADU takes time
    }
    m_pushing = false;
}

bool
AduSource::PushOnce()
{
    const uint32_t left = m_left->GetSize();
    const uint32_t size = IsStream() ? std::min(left, m_socket->GetTxAvailable()) : left;
    if (size == 0 && IsStream())
    {
        return false; // Room() continues
    }
    const int taken = m_socket->Send(m_left->CreateFragment(0, size), 0);
    if (taken < 0 && !IsLost(m_socket->GetErrno()))
    {
        return false;
    }
    if (taken >= 0 && static_cast<uint32_t>(taken) < left)
    {
        m_left = m_left->CreateFragment(taken, left - taken);
        return true;
    }
    m_left = nullptr;
    if (taken < 0)
    {
        NS_LOG_WARN("the socket refuses an ADU of " << left << " octets");
        m_refused++;
    }
    else
    {
        m_sent++;
        m_tx(m_adu);
    }
    if (!m_socket)
    {
        return false; // who was told has stopped the application
    }
    MakeNext();
    return true;
}

bool
AduSource::IsLost(Socket::SocketErrno error) const
{
    switch (error)
    {
    case Socket::ERROR_MSGSIZE:
        return true;
    case Socket::ERROR_AGAIN:   // Room() continues
    case Socket::ERROR_NOTCONN: // these three: the socket takes nothing any more
    case Socket::ERROR_SHUTDOWN:
    case Socket::ERROR_BADF:
        return false;
    default: // such as no route at present
        return !IsStream();
    }
}
} // namespace hsn
} // namespace ns3
