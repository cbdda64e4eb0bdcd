// SPDX-License-Identifier: GPL-2.0-only
#include "admission-socket.h"

#include "ns3/double.h"
#include "ns3/enum.h"
#include "ns3/hsn-compat.h"
#include "ns3/node.h"
#include "ns3/pointer.h"
#include "ns3/trace-source-accessor.h"
#include "ns3/udp-socket-factory.h"

namespace ns3
{
namespace hsn
{
namespace
{
const char* const PEAK_HELP = "Peak rate that a call declares, above 0";
const char* const TOKEN_HELP = "Rate of the token bucket that a call declares; 0: the peak rate";
const char* const BUCKET_HELP = "Depth of the token bucket that a call declares, bits";
const char* const REFUSAL_HELP = "What fails if a call is refused";
} // namespace

NS_OBJECT_ENSURE_REGISTERED(AdmissionSocket);
NS_OBJECT_ENSURE_REGISTERED(AdmissionSocketFactory);

TypeId
AdmissionSocket::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::hsn::AdmissionSocket")
            .SetParent<UdpOverlaySocket>()
            .SetGroupName("Hsn")
            .AddConstructor<AdmissionSocket>()
            .AddAttribute("PeakRate",
                          PEAK_HELP,
                          DataRateValue(DataRate("64kbps")),
                          MakeDataRateAccessor(&AdmissionSocket::m_peakRate),
                          MakeDataRateChecker())
            .AddAttribute("TokenRate",
                          TOKEN_HELP,
                          DataRateValue(DataRate(0)),
                          MakeDataRateAccessor(&AdmissionSocket::m_tokenRate),
                          MakeDataRateChecker())
            .AddAttribute("Bucket",
                          BUCKET_HELP,
                          DoubleValue(0),
                          MakeDoubleAccessor(&AdmissionSocket::m_bucket),
                          MakeDoubleChecker<double>(0))
            .AddAttribute(
                "Refusal",
                REFUSAL_HELP,
                EnumValue(ADMISSION_REFUSE_CONNECT),
                MakeHsnEnumAccessor(&AdmissionSocket::m_refusal),
                MakeEnumChecker(ADMISSION_REFUSE_CONNECT, "Connect", ADMISSION_REFUSE_SEND, "Send"))
            .AddTraceSource("Refused",
                            "The control has refused a call",
                            MakeTraceSourceAccessor(&AdmissionSocket::m_refuseTrace),
                            "ns3::hsn::AdmissionSocket::RefusedTracedCallback");
    return tid;
}

AdmissionSocket::AdmissionSocket()
    : m_refusal(ADMISSION_REFUSE_CONNECT)
{
}

void
AdmissionSocket::SetControl(Ptr<AdmissionControl> control)
{
    m_control = control;
}

bool
AdmissionSocket::IsAdmitted() const
{
    return m_admitted;
}

void
AdmissionSocket::EndCall()
{
    if (m_admitted)
    {
        m_admitted = false;
        m_control->Release(m_request);
    }
}

int
AdmissionSocket::Connect(const Address& address)
{
    if (!MaySend() || !m_control)
    {
        NotifyConnectionFailed();
        return Fail(m_control ? ERROR_SHUTDOWN : ERROR_OPNOTSUPP);
    }
    EndCall();
    AdmissionRequest request;
    request.peakRate = static_cast<double>(m_peakRate.GetBitRate());
    request.tokenRate =
        m_tokenRate.GetBitRate() ? static_cast<double>(m_tokenRate.GetBitRate()) : request.peakRate;
    request.bucket = m_bucket;
    m_admitted = m_control->Request(request);
    m_refused = !m_admitted;
    m_request = request;
    if (m_refused)
    {
        m_refuseTrace(request);
        if (m_refusal == ADMISSION_REFUSE_CONNECT)
        {
            NotifyConnectionFailed();
            return Fail(ERROR_AGAIN);
        }
    }
    const int result = UdpOverlaySocket::Connect(address);
    if (result != 0)
    {
        EndCall();
    }
    return result;
}

int
AdmissionSocket::Close()
{
    EndCall();
    return UdpOverlaySocket::Close();
}

int
AdmissionSocket::HandleOutgoing(Ptr<Packet> packet, uint32_t flags, const Address& to)
{
    if (!m_admitted)
    {
        return Fail(m_refused ? ERROR_AGAIN : ERROR_NOTCONN);
    }
    return Transmit(packet, flags, to) < 0 ? -1 : 0;
}

void
AdmissionSocket::HandleIncoming(Ptr<Packet> packet, const Address& from)
{
    Deliver(packet, from);
}

void
AdmissionSocket::DoDispose()
{
    EndCall();
    m_control = nullptr;
    UdpOverlaySocket::DoDispose();
}

TypeId
AdmissionSocketFactory::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::hsn::AdmissionSocketFactory")
            .SetParent<TransportSocketFactory>()
            .SetGroupName("Hsn")
            .AddConstructor<AdmissionSocketFactory>()
            .AddAttribute("Control",
                          "What is asked for every call of the node",
                          PointerValue(),
                          MakePointerAccessor(&AdmissionSocketFactory::m_control),
                          MakePointerChecker<AdmissionControl>())
            .AddAttribute("PeakRate",
                          PEAK_HELP,
                          DataRateValue(DataRate("64kbps")),
                          MakeDataRateAccessor(&AdmissionSocketFactory::m_peakRate),
                          MakeDataRateChecker())
            .AddAttribute("TokenRate",
                          TOKEN_HELP,
                          DataRateValue(DataRate(0)),
                          MakeDataRateAccessor(&AdmissionSocketFactory::m_tokenRate),
                          MakeDataRateChecker())
            .AddAttribute("Bucket",
                          BUCKET_HELP,
                          DoubleValue(0),
                          MakeDoubleAccessor(&AdmissionSocketFactory::m_bucket),
                          MakeDoubleChecker<double>(0))
            .AddAttribute("Refusal",
                          REFUSAL_HELP,
                          EnumValue(ADMISSION_REFUSE_CONNECT),
                          MakeHsnEnumAccessor(&AdmissionSocketFactory::m_refusal),
                          MakeEnumChecker(ADMISSION_REFUSE_CONNECT,
                                          "Connect",
                                          ADMISSION_REFUSE_SEND,
                                          "Send"));
    return tid;
}

AdmissionSocketFactory::AdmissionSocketFactory()
    : m_refusal(ADMISSION_REFUSE_CONNECT)
{
}

std::string
AdmissionSocketFactory::FindObstacle(Ptr<Node> node) const
{
    if (!m_control)
    {
        return "has no admission control; use AdmissionHelper";
    }
    return node->GetObject<UdpSocketFactory>() ? "" : "has no UDP; install an Internet stack first";
}

Ptr<Socket>
AdmissionSocketFactory::MakeSocket(Ptr<Node> node)
{
    auto socket = CreateObject<AdmissionSocket>();
    socket->SetAttribute("PeakRate", DataRateValue(m_peakRate));
    socket->SetAttribute("TokenRate", DataRateValue(m_tokenRate));
    socket->SetAttribute("Bucket", DoubleValue(m_bucket));
    socket->SetAttribute("Refusal", EnumValue(m_refusal));
    socket->SetControl(m_control);
    socket->SetNode(node);
    return socket;
}

void
AdmissionSocketFactory::DoDispose()
{
    m_control = nullptr;
    TransportSocketFactory::DoDispose();
}
} // namespace hsn
} // namespace ns3
