// SPDX-License-Identifier: GPL-2.0-only
// Attributes and trace sources of FrmSocket.
#include "frm-socket.h"

#include "ns3/boolean.h"
#include "ns3/enum.h"
#include "ns3/hsn-compat.h"
#include "ns3/pointer.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

namespace ns3
{
namespace hsn
{
NS_OBJECT_ENSURE_REGISTERED(FrmSocket);

TypeId
FrmSocket::GetTypeId()
{
    static TypeId tid = AddRetransmission(AddPacketTraces(
        TypeId("ns3::hsn::FrmSocket")
            .SetParent<MessageSocket>()
            .SetGroupName("Hsn")
            .AddConstructor<FrmSocket>()
            .AddAttribute("PacketSize",
                          "Sender: bytes of the longest message, which receivers are told. More "
                          "than the MTU allows is sent in fragments of IP.",
                          UintegerValue(1440),
                          MakeUintegerAccessor(&FrmSocket::m_packetSize),
                          MakeUintegerChecker<uint32_t>(1, MAX_PACKET))
            .AddAttribute("GroupName",
                          "Sender: name of the group that invitations carry; 255 bytes at most.",
                          StringValue(""),
                          MakeStringAccessor(&FrmSocket::m_name),
                          MakeStringChecker())
            .AddAttribute("Sender",
                          "Sender: the algorithm, with its attributes and traces.",
                          TypeId::ATTR_GET,
                          PointerValue(),
                          MakePointerAccessor(&FrmSocket::GetSender),
                          MakePointerChecker<FrmSender>())
            .AddAttribute("BufferPackets",
                          "Receiver: packets that may be unread (B); less if RcvBufSize holds "
                          "fewer of the longest.",
                          UintegerValue(32),
                          MakeUintegerAccessor(&FrmSocket::m_bufferPackets),
                          MakeUintegerChecker<uint32_t>(1, FrmPdu::MAX_ROOM))
            .AddAttribute("ReceiveMode",
                          "Receiver: what becomes of packets that are not the next one.",
                          EnumValue(FRM_GO_BACK_N),
                          MakeHsnEnumAccessor(&FrmSocket::m_mode),
                          MakeEnumChecker(FRM_GO_BACK_N, "GoBackN", FRM_BUFFER, "Buffer"))
            .AddAttribute("Reliable",
                          "Receiver: is listed. If not, it gets what reaches it, and nobody waits "
                          "for it.",
                          BooleanValue(true),
                          MakeBooleanAccessor(&FrmSocket::m_reliable),
                          MakeBooleanChecker())
            .AddAttribute("Mandatory",
                          "Receiver: the communication ends when it goes; implies Reliable.",
                          BooleanValue(false),
                          MakeBooleanAccessor(&FrmSocket::m_mandatory),
                          MakeBooleanChecker())
            .AddAttribute("ReceiverId",
                          "Receiver: who it is. 0: its IPv4 address, or 2^48 and its device "
                          "address.",
                          UintegerValue(0),
                          MakeUintegerAccessor(&FrmSocket::m_receiverId),
                          MakeUintegerChecker<uint64_t>())
            .AddAttribute("EchoSpread",
                          "Receiver: echoes leave after a random time up to this one (W).",
                          TimeValue(Time(0)),
                          MakeTimeAccessor(&FrmSocket::m_echoSpread),
                          MakeTimeChecker(Time(0)))
            .AddAttribute("GiveUpTime",
                          "Receiver: time without any PDU after which the sender has gone.",
                          TimeValue(Seconds(120)),
                          MakeTimeAccessor(&FrmSocket::m_giveUp),
                          MakeTimeChecker(NanoSeconds(1)))
            .AddAttribute("LeaveWait",
                          "Receiver: time after which it says again that it leaves.",
                          TimeValue(MilliSeconds(500)),
                          MakeTimeAccessor(&FrmSocket::m_leaveWait),
                          MakeTimeChecker(NanoSeconds(1)))
            .AddAttribute("LeaveTries",
                          "Receiver: how often it says so without an answer.",
                          UintegerValue(5),
                          MakeUintegerAccessor(&FrmSocket::m_leaveTries),
                          MakeUintegerChecker<uint32_t>(1))
            .AddAttribute("Linger",
                          "Receiver: time for which it confirms the end again.",
                          TimeValue(Seconds(5)),
                          MakeTimeAccessor(&FrmSocket::m_linger),
                          MakeTimeChecker(Time(0)))
            .AddTraceSource("Deliver",
                            "The user has taken a packet: its number.",
                            MakeTraceSourceAccessor(&FrmSocket::m_deliverTrace),
                            "ns3::hsn::FrmSocket::DeliverTracedCallback")));
    return tid;
}
} // namespace hsn
} // namespace ns3
