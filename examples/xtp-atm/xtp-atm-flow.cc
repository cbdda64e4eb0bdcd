// SPDX-License-Identifier: GPL-2.0-only
#include "xtp-atm-flow.h"

#include "ns3/bulk-send-application.h"
#include "ns3/bulk-send-helper.h"
#include "ns3/callback.h"
#include "ns3/indexed-tcp-socket.h"
#include "ns3/link-socket-address.h"
#include "ns3/packet-sink-helper.h"
#include "ns3/packet-sink.h"
#include "ns3/simulator.h"
#include "ns3/uinteger.h"
#include "ns3/xtp-socket.h"

namespace ns3
{
namespace hsn
{
namespace
{
constexpr uint32_t CELL_PAYLOAD = 48;
constexpr uint32_t AAL5_TRAILER = 8;
} // namespace

XtpAtmFlow::XtpAtmFlow(const XtpAtmOptions& options,
                       uint32_t index,
                       const XtpAtmNetwork::Pair& pair,
                       const Address& from,
                       const Address& to,
                       const Address& listen)
    : m_o(options),
      m_index(index),
      m_pair(pair)
{
    const std::string factory =
        IsXtp() ? "ns3::hsn::XtpSocketFactory" : "ns3::hsn::IndexedTcpSocketFactory";
    BulkSendHelper bulk(factory, to);
    bulk.SetAttribute("SendSize", UintegerValue(m_o.mps));
    if (IsXtp())
    {
        bulk.SetAttribute("Local", AddressValue(from));
    }
    m_source = bulk.Install(pair.source->GetNode());
    PacketSinkHelper sink(factory, listen);
    m_sink = sink.Install(pair.sink->GetNode());
}

void
XtpAtmFlow::Start(Time at)
{
    m_source.Start(at);
    Simulator::Schedule(at + NanoSeconds(1), &XtpAtmFlow::Watch, this);
}

void
XtpAtmFlow::Watch()
{
    const UintegerValue window(m_o.GetWindow(m_index));
    m_socket = DynamicCast<BulkSendApplication>(m_source.Get(0))->GetSocket();
    if (!IsXtp())
    {
        DynamicCast<PacketSink>(m_sink.Get(0))
            ->GetListeningSocket()
            ->SetAttribute("RcvBufSize", window);
        return;
    }
    m_socket->SetAttribute("OutputBuffer", window);
    const auto trace = [this](const std::string& name, const CallbackBase& callback) {
        m_socket->TraceConnectWithoutContext(name, callback);
    };
    trace("Rtt", MakeCallback(&XtpAtmFlow::NoteRtt, this));
    trace("HandshakeStart", MakeCallback(&XtpAtmFlow::NoteHandshake, this));
    trace("HandshakeEnd", MakeCallback(&XtpAtmFlow::NoteHandshakeEnd, this));
    trace("BufferFull", MakeCallback(&XtpAtmFlow::NoteFull, this));
}

void
XtpAtmFlow::NoteRtt(Time, Time sample)
{
    m_rtts.Add(sample.GetSeconds());
}

void
XtpAtmFlow::NoteHandshake()
{
    m_unblocked += m_full ? 0 : 1;
}

void
XtpAtmFlow::NoteHandshakeEnd(Time duration)
{
    m_handshakes.Add(duration.GetSeconds());
}

void
XtpAtmFlow::NoteFull(bool, bool now)
{
    m_full = now;
    m_fullTimes += now ? 1 : 0;
}

XtpAtmFlow::Counters
XtpAtmFlow::Count() const
{
    Counters counters;
    counters.delivered = DynamicCast<PacketSink>(m_sink.Get(0))->GetTotalRx();
    counters.fullTimes = m_fullTimes;
    if (const auto xtp = DynamicCast<XtpSocket>(m_socket))
    {
        const auto& c = xtp->GetContext().GetCounters();
        counters.offered = c.bytes;
        counters.resent = c.resent;
        counters.handshakes = c.handshakes;
    }
    else if (const auto tcp = DynamicCast<IndexedTcpSocket>(m_socket))
    {
        const auto c = tcp->GetCounters();
        counters.offered = (c.dataSegmentsSent + c.retransmissions) * m_o.mps;
        counters.resent = c.retransmissions;
        counters.timeouts = c.timeouts;
    }
    return counters;
}

void
XtpAtmFlow::Mark()
{
    m_mark = Count();
}

XtpAtmFlow::Counters
XtpAtmFlow::GetCounters() const
{
    auto c = Count();
    c.delivered -= m_mark.delivered;
    c.offered -= m_mark.offered;
    c.resent -= m_mark.resent;
    c.handshakes -= m_mark.handshakes;
    c.timeouts -= m_mark.timeouts;
    c.fullTimes -= m_mark.fullTimes;
    return c;
}

uint32_t
XtpAtmFlow::GetCells() const
{
    const uint32_t header = IsXtp() ? XtpAtmOptions::XTP_HEADER : XtpAtmOptions::TCP_HEADERS;
    return (m_o.mps + header + AAL5_TRAILER + CELL_PAYLOAD - 1) / CELL_PAYLOAD;
}

uint64_t
XtpAtmFlow::GetNaks() const
{
    uint64_t naks = 0;
    for (const auto& socket : DynamicCast<PacketSink>(m_sink.Get(0))->GetAcceptedSockets())
    {
        const auto xtp = DynamicCast<XtpSocket>(socket);
        naks += xtp ? xtp->GetContext().GetCounters().errorControls : 0;
    }
    return naks;
}

Time
XtpAtmFlow::GetRtimer() const
{
    const auto xtp = DynamicCast<XtpSocket>(m_socket);
    return xtp ? xtp->GetContext().GetRate().GetRtimer() : Time(0);
}
} // namespace hsn
} // namespace ns3
