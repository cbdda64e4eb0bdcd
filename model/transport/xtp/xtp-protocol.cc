// SPDX-License-Identifier: GPL-2.0-only
#include "xtp-protocol.h"

#include "ns3/log.h"
#include "ns3/node.h"
#include "ns3/unmap-address.h"

namespace ns3
{
namespace hsn
{
NS_LOG_COMPONENT_DEFINE("HsnXtpProtocol");
NS_OBJECT_ENSURE_REGISTERED(XtpProtocol);

TypeId
XtpProtocol::GetTypeId()
{
    static TypeId tid = TypeId("ns3::hsn::XtpProtocol")
                            .SetParent<TransportProtocol>()
                            .SetGroupName("Hsn")
                            .AddConstructor<XtpProtocol>();
    return tid;
}

int
XtpProtocol::GetProtocolNumber() const
{
    return PROT_NUMBER;
}

// --- keys -------------------------------------------------------------------------------------

uint64_t
XtpProtocol::MakeKey()
{
    return ++m_lastKey;
}

void
XtpProtocol::AddKey(uint64_t key, const SocketEndPoint& endPoint)
{
    m_own[key] = {endPoint.GetLocalPort(), endPoint.GetPeerPort()};
}

void
XtpProtocol::AddKey(uint64_t key, const TransportPath& path)
{
    m_own[key] = {path.localPort, path.peerPort};
}

void
XtpProtocol::AddPeerKey(uint64_t key, const SocketEndPoint& endPoint)
{
    m_peers[{UnmapAddress(endPoint.GetPeerAddress()), key}] = {endPoint.GetLocalPort(),
                                                               endPoint.GetPeerPort()};
}

void
XtpProtocol::RemoveKey(uint64_t key)
{
    m_own.erase(key);
}

void
XtpProtocol::RemovePeerKey(uint64_t key, const SocketEndPoint& endPoint)
{
    m_peers.erase({UnmapAddress(endPoint.GetPeerAddress()), key});
}

// --- arrival ----------------------------------------------------------------------------------

TransportProtocol::Problem
XtpProtocol::ReadHeader(Ptr<const Packet> packet, PacketArrival& arrival) const
{
    if (packet->GetSize() < XtpHeader::SIZE)
    {
        return Problem::MALFORMED;
    }
    XtpHeader header;
    const auto path = arrival.GetReplyPath();
    if (Node::ChecksumEnabled())
    {
        header.EnableChecksum(path.peer, path.local, PROT_NUMBER);
    }
    if (packet->PeekHeader(header) == 0)
    {
        return Problem::MALFORMED;
    }
    if (!header.IsChecksumOk())
    {
        return Problem::BAD_CHECKSUM;
    }
    if (header.format == XtpFormat::FIRST)
    {
        arrival.localPort = header.GetDestinationPort();
        arrival.peerPort = header.GetSourcePort();
        return Problem::NONE;
    }
    Ports ports = {0, 0}; // no end point has port 0
    if (header.key & XtpHeader::RTN)
    {
        const auto own = m_own.find(header.key & ~XtpHeader::RTN);
        ports = own == m_own.end() ? ports : own->second;
    }
    else
    {
        const auto peer = m_peers.find({UnmapAddress(path.peer), header.key});
        ports = peer == m_peers.end() ? ports : peer->second;
    }
    arrival.localPort = ports.local;
    arrival.peerPort = ports.peer;
    return Problem::NONE;
}

void
XtpProtocol::ReadReportedPorts(const uint8_t payload[8], PacketArrival& arrival) const
{
    uint64_t key = 0;
    for (int i = 0; i < 8; ++i)
    {
        key = key << 8 | payload[i];
    }
    const auto own = m_own.find(key); // with RTN, it is the peer's: not found
    if (own != m_own.end())
    {
        arrival.localPort = own->second.local;
        arrival.peerPort = own->second.peer;
    }
}

bool
XtpProtocol::AnswerDropped(Problem problem, Ptr<const Packet> packet, const PacketArrival& arrival)
{
    if (packet->GetSize() < XtpHeader::SIZE)
    {
        return true;
    }
    XtpHeader header;
    const auto path = arrival.GetReplyPath();
    if (Node::ChecksumEnabled())
    {
        header.EnableChecksum(path.peer, path.local, PROT_NUMBER);
    }
    packet->PeekHeader(header);
    if (!header.IsChecksumOk() || header.format == XtpFormat::DIAG || header.Has(XTP_END))
    {
        return true;
    }
    auto value = XtpDiagValue::UNSPECIFIED;
    switch (header.GetDefect())
    {
    case XtpHeader::Defect::ADDRESS_FORMAT:
        value = XtpDiagValue::ADDRESS_FORMAT_UNSUPPORTED;
        break;
    case XtpHeader::Defect::ADDRESS:
        value = XtpDiagValue::MALFORMED_ADDRESS;
        break;
    case XtpHeader::Defect::TRAFFIC_FORMAT:
        value = XtpDiagValue::TRAFFIC_FORMAT_UNSUPPORTED;
        break;
    case XtpHeader::Defect::TRAFFIC:
        value = XtpDiagValue::MALFORMED_TRAFFIC;
        break;
    default:
        value = XtpDiagValue::NO_LISTENER;
        break;
    }
    if (header.format == XtpFormat::FIRST &&
        (problem == Problem::NONE || value != XtpDiagValue::NO_LISTENER))
    {
        SendDiagnostic(path, header, XtpDiagCode::CONTEXT_REFUSED, value);
    }
    else if (problem == Problem::NONE && header.format == XtpFormat::JCNTL)
    {
        SendDiagnostic(path, header, XtpDiagCode::JOIN_REFUSED, XtpDiagValue::JOIN_DENIED);
    }
    else if (problem == Problem::NONE)
    {
        SendDiagnostic(path, header, XtpDiagCode::INVALID_CONTEXT, XtpDiagValue::UNSPECIFIED);
    }
    return true;
}

void
XtpProtocol::SendDiagnostic(const TransportPath& path,
                            const XtpHeader& header,
                            XtpDiagCode code,
                            XtpDiagValue value)
{
    NS_LOG_LOGIC("answers " << header << " by code " << static_cast<uint32_t>(code));
    XtpHeader answer;
    answer.format = XtpFormat::DIAG;
    answer.key = header.key ^ XtpHeader::RTN;
    answer.sync = header.sync;
    answer.code = code;
    answer.value = value;
    Send(Create<Packet>(), answer, path);
}
} // namespace hsn
} // namespace ns3
