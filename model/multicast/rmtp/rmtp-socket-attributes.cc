// SPDX-License-Identifier: GPL-2.0-only
// Attributes and trace sources of RmtpSocket.
#include "rmtp-socket.h"

#include "ns3/enum.h"
#include "ns3/hsn-compat.h"
#include "ns3/pointer.h"
#include "ns3/uinteger.h"

namespace ns3
{
namespace hsn
{
NS_OBJECT_ENSURE_REGISTERED(RmtpSocket);

TypeId
RmtpSocket::GetTypeId()
{
    static TypeId tid = AddRetransmission(AddPacketTraces(
        TypeId("ns3::hsn::RmtpSocket")
            .SetParent<StreamSocket>()
            .SetGroupName("Hsn")
            .AddConstructor<RmtpSocket>()
            .AddAttribute("WireFormat",
                          "Layout of PDUs, the same at all hosts.",
                          EnumValue(RMTP_PAPER),
                          MakeHsnEnumAccessor(&RmtpSocket::m_format),
                          MakeEnumChecker(RMTP_PAPER, "Paper", RMTP_DRAFT01, "Draft01"))
            .AddAttribute("MessageSize",
                          "Server: bytes of a message of a longer stream; 0: as many as fit into "
                          "SndBufSize.",
                          UintegerValue(0),
                          MakeUintegerAccessor(&RmtpSocket::m_messageSize),
                          MakeUintegerChecker<uint32_t>())
            .AddAttribute("Server",
                          "Server: the protocol, with its attributes and traces.",
                          TypeId::ATTR_GET,
                          PointerValue(),
                          MakePointerAccessor(&RmtpSocket::GetServer),
                          MakePointerChecker<RmtpServer>())
            .AddAttribute("SubnetPrefix",
                          "Server: bits of an IPv4 address that name a subnet. Of more than 100 "
                          "receivers, the first one of each subnet represents it in reports.",
                          UintegerValue(24),
                          MakeUintegerAccessor(&RmtpSocket::m_prefix),
                          MakeUintegerChecker<uint8_t>(0, 32))
            .AddAttribute("SubnetPrefix6",
                          "Server: the same of an IPv6 address.",
                          UintegerValue(64),
                          MakeUintegerAccessor(&RmtpSocket::m_prefix6),
                          MakeUintegerChecker<uint8_t>(0, 128))
            .AddAttribute("GiveUpTime",
                          "Receiver: time without any PDU after which the server has gone.",
                          TimeValue(Seconds(600)),
                          MakeTimeAccessor(&RmtpSocket::m_giveUp),
                          MakeTimeChecker(NanoSeconds(1)))
            .AddTraceSource("Progress",
                            "Server: a receiver tells what it lacks of the message. Receiver: it "
                            "gets a packet. Address of the receiver, packets that it lacks.",
                            MakeTraceSourceAccessor(&RmtpSocket::m_progressTrace),
                            "ns3::hsn::RmtpSocket::ProgressTracedCallback")
            .AddTraceSource("Failed",
                            "Server: a receiver was silent, has refused or left.",
                            MakeTraceSourceAccessor(&RmtpSocket::m_failedTrace),
                            "ns3::hsn::RmtpSocket::FailedTracedCallback")));
    return tid;
}
} // namespace hsn
} // namespace ns3
