// SPDX-License-Identifier: GPL-2.0-only
#include "snr-socket-factory.h"

#include "ns3/abort.h"
#include "ns3/boolean.h"
#include "ns3/uinteger.h"

namespace ns3
{
namespace hsn
{
NS_OBJECT_ENSURE_REGISTERED(SnrProtocol);
NS_OBJECT_ENSURE_REGISTERED(SnrSocket);
NS_OBJECT_ENSURE_REGISTERED(SnrSocketFactory);

TypeId
SnrSocket::GetTypeId()
{
    static TypeId tid = AddRetransmission(AddPacketTraces(
        TypeId("ns3::hsn::SnrSocket")
            .SetParent<StreamSocket>()
            .SetGroupName("Hsn")
            .AddConstructor<SnrSocket>()
            .AddAttribute("PacketSize",
                          "Bytes of data in a packet.",
                          UintegerValue(1024),
                          MakeUintegerAccessor(&SnrSocket::m_packetSize),
                          MakeUintegerChecker<uint32_t>(1, 65000))
            .AddAttribute("BlockSize",
                          "Packets of a full block, the unit of retransmission.",
                          UintegerValue(256),
                          MakeUintegerAccessor(&SnrSocket::m_blockSize),
                          MakeUintegerChecker<uint32_t>(1, 65535))
            .AddAttribute("KeepPartial",
                          "A block may be put together of several transmissions.",
                          BooleanValue(true),
                          MakeBooleanAccessor(&SnrSocket::m_keepPartial),
                          MakeBooleanChecker())
            .AddAttribute("WindowPackets",
                          "Packets that the receiver can hold; as many blocks as fit, up to 65536.",
                          UintegerValue(10240),
                          MakeUintegerAccessor(&SnrSocket::m_window),
                          MakeUintegerChecker<uint32_t>(1))
            .AddAttribute("DataRate",
                          "Rate (A) at which data is sent, headers not counted.",
                          DataRateValue(DataRate("500Mb/s")),
                          MakeDataRateAccessor(&SnrSocket::m_rate),
                          MakeDataRateChecker())
            .AddAttribute("Rtd",
                          "Round-trip delay (RTD), by which a block counts down.",
                          TimeValue(MilliSeconds(60)),
                          MakeTimeAccessor(&SnrSocket::m_rtd),
                          MakeTimeChecker(NanoSeconds(1)))
            .AddAttribute("ReportInterval",
                          "Time between states (T_in); at most RTD.",
                          TimeValue(MilliSeconds(5)),
                          MakeTimeAccessor(&SnrSocket::m_interval),
                          MakeTimeChecker(NanoSeconds(1)))
            .AddAttribute("IdealControl",
                          "States do not go through the network: they come after RTD / 2, and none "
                          "is lost. At both ends or none.",
                          BooleanValue(false),
                          MakeBooleanAccessor(&SnrSocket::m_idealControl),
                          MakeBooleanChecker())
            .AddTraceSource("BlockStarted",
                            "The first packet of a block is sent.",
                            MakeTraceSourceAccessor(&SnrSocket::m_startedTrace),
                            "ns3::hsn::SnrSocket::BlockTracedCallback")
            .AddTraceSource("BlockCompleted",
                            "All packets of a block have arrived, maybe before those of others.",
                            MakeTraceSourceAccessor(&SnrSocket::m_completedTrace),
                            "ns3::hsn::SnrSocket::BlockTracedCallback")));
    static TypeId complete =
        AddLingering(tid,
                     "Silence of the peer after which the connection ends with an error.",
                     "Time for which a socket stays after both ends are done; several times RTD.",
                     Seconds(1));
    return complete;
}

void
SnrSocket::CheckSettings() const
{
    NS_ABORT_MSG_UNLESS(m_interval <= m_rtd,
                        "ReportInterval " << m_interval.As(Time::MS)
                                          << ": must be at most the Rtd of " << m_rtd.As(Time::MS));
    NS_ABORT_MSG_UNLESS(m_window >= m_blockSize,
                        "WindowPackets " << m_window << ": must be at least the BlockSize of "
                                         << m_blockSize);
    const uint32_t window = m_window / m_blockSize;
    NS_ABORT_MSG_UNLESS(window <= 65536,
                        "WindowPackets " << m_window << ": must be at most 65536 blocks of "
                                         << m_blockSize);
    // the receiver's state, with a bit for each block of the window, and the sender's
    const uint32_t states = 2 * (SnrHeader::SIZE + LOWER_HEADERS) + 4 * ((window + 31) / 32);
    const double least = m_idealControl ? 0 : 8 * states / m_interval.GetSeconds();
    NS_ABORT_MSG_UNLESS(m_rate.GetBitRate() > least,
                        "DataRate " << m_rate << ": must be above " << least
                                    << " bit/s, which the states of each ReportInterval of "
                                    << m_interval.As(Time::MS) << " take");
}
} // namespace hsn
} // namespace ns3
