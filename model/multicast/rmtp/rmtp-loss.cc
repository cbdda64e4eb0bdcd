// SPDX-License-Identifier: GPL-2.0-only
#include "rmtp-loss.h"

#include "rmtp-header.h"

#include "ns3/double.h"
#include "ns3/network-order.h"
#include "ns3/udp-l4-protocol.h"

#include <cstdint>

namespace ns3
{
namespace hsn
{
NS_OBJECT_ENSURE_REGISTERED(RmtpLoss);

namespace
{
/// Octets of IPv4 and UDP, and of the type of a PDU.
constexpr uint32_t READ = 20 + 8 + 2;
/// First octet of IPv4 without options: version 4, header of 5 words.
constexpr uint8_t VERSION = 0x45;
/// Place of the protocol in IPv4.
constexpr uint32_t PROTOCOL = 9;
} // namespace

TypeId
RmtpLoss::GetTypeId()
{
    static TypeId tid = TypeId("ns3::hsn::RmtpLoss")
                            .SetParent<ErrorModel>()
                            .SetGroupName("Hsn")
                            .AddConstructor<RmtpLoss>()
                            .AddAttribute("Rate",
                                          "Share of packets and answers that are lost.",
                                          DoubleValue(0.01),
                                          MakeDoubleAccessor(&RmtpLoss::m_rate),
                                          MakeDoubleChecker<double>(0, 1));
    return tid;
}

RmtpLoss::RmtpLoss()
    : m_random(CreateObject<UniformRandomVariable>())
{
}

RmtpLoss::~RmtpLoss() = default;

int64_t
RmtpLoss::AssignStreams(int64_t stream)
{
    m_random->SetStream(stream);
    return 1;
}

bool
RmtpLoss::IsExposed(Ptr<const Packet> datagram)
{
    uint8_t octets[READ];
    if (datagram->CopyData(octets, READ) < READ || octets[0] != VERSION ||
        octets[PROTOCOL] != UdpL4Protocol::PROT_NUMBER)
    {
        return false;
    }
    switch (ReadNetwork16(&octets[READ - 2]))
    {
    case RMTP_DATA:
    case RMTP_ACK:
    case RMTP_NACK:
    case RMTP_BUSY:
    case RMTP_RRDY:
    case RMTP_CACK:
    case RMTP_RACK:
    case RMTP_REPORT:
        return true;
    default:
        return false;
    }
}

bool
RmtpLoss::DoCorrupt(Ptr<Packet> packet)
{
    return IsExposed(packet) && m_random->GetValue(0, 1) < m_rate;
}

void
RmtpLoss::DoReset()
{
}
} // namespace hsn
} // namespace ns3
