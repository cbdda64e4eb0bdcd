// SPDX-License-Identifier: GPL-2.0-only
#include "lean-link-net-device.h"

#include "ns3/abort.h"
#include "ns3/enum.h"
#include "ns3/hsn-compat.h"
#include "ns3/log.h"
#include "ns3/pointer.h"
#include "ns3/ppp-header.h"
#include "ns3/rfc2684.h"
#include "ns3/uinteger.h"

namespace ns3
{
namespace hsn
{
NS_LOG_COMPONENT_DEFINE("HsnLeanLinkNetDevice");
NS_OBJECT_ENSURE_REGISTERED(LeanLinkNetDevice);

namespace
{
constexpr uint16_t PPP_IPV4 = 0x0021; // RFC 1332
constexpr uint16_t PPP_IPV6 = 0x0057; // RFC 5072
constexpr uint16_t MIN_MTU = 68;      // RFC 791, 3.2
} // namespace

TypeId
LeanLinkNetDevice::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::hsn::LeanLinkNetDevice")
            .SetParent<NetDevice>()
            .SetGroupName("Hsn")
            .AddConstructor<LeanLinkNetDevice>()
            .AddAttribute(
                "Mtu",
                "Longest IP packet in bytes, at least 68.",
                UintegerValue(1500),
                MakeUintegerAccessor(&LeanLinkNetDevice::DoSetMtu, &LeanLinkNetDevice::GetMtu),
                MakeUintegerChecker<uint16_t>())
            .AddAttribute("Address",
                          "MAC address, which nobody needs.",
                          Mac48AddressValue(Mac48Address("ff:ff:ff:ff:ff:ff")),
                          MakeMac48AddressAccessor(&LeanLinkNetDevice::m_address),
                          MakeMac48AddressChecker())
            .AddAttribute("DataRate",
                          "Rate of the line, at least 1 bit/s; the PPP header of 2 bytes counts. "
                          "Packets whose transmission has started keep theirs.",
                          DataRateValue(DataRate("32768b/s")),
                          MakeDataRateAccessor(&LeanLinkNetDevice::SetDataRate,
                                               &LeanLinkNetDevice::GetDataRate),
                          MakeDataRateChecker())
            .AddAttribute("MaxSize",
                          "Limit of the buffer, at least 1 packet or 1 byte; the packet on the "
                          "line is not in it. Packets that are in it stay when it shrinks.",
                          QueueSizeValue(QueueSize("100p")),
                          MakeQueueSizeAccessor(&LeanLinkNetDevice::SetMaxSize,
                                                &LeanLinkNetDevice::GetMaxSize),
                          MakeQueueSizeChecker())
            .AddAttribute(
                "Buffer",
                "What MaxSize counts. Device: all packets that wait, with PPP header, "
                "as ns-3's device queue. QueueDisc: those behind the first one that "
                "waits, without PPP header, as a FifoQueueDisc in front of a device "
                "with a queue of 1 packet.",
                EnumValue(LINK_BUFFER_DEVICE),
                MakeHsnEnumAccessor(&LeanLinkNetDevice::SetBuffer, &LeanLinkNetDevice::GetBuffer),
                MakeEnumChecker(LINK_BUFFER_DEVICE, "Device", LINK_BUFFER_QUEUE_DISC, "QueueDisc"))
            .AddAttribute(
                "Tick",
                "Packets leave at ticks of this period only, with their places in the "
                "buffer, each at the first one after the line has carried it: a rate "
                "limiter that a kernel runs at its clock. For packets sent from now on; "
                "0: each as soon as it is through.",
                TimeValue(Seconds(0)),
                MakeTimeAccessor(&LeanLinkNetDevice::SetTick, &LeanLinkNetDevice::GetTick),
                MakeTimeChecker(Seconds(0)))
            .AddAttribute("TickPhase",
                          "Time of one of the ticks.",
                          TimeValue(Seconds(0)),
                          MakeTimeAccessor(&LeanLinkNetDevice::SetTickPhase,
                                           &LeanLinkNetDevice::GetTickPhase),
                          MakeTimeChecker(Seconds(0)))
            .AddAttribute("ProcessingTime",
                          "Time in seconds, at least 0, that a packet takes before it can start; "
                          "others do so at the same time, in their order. Drawn for each packet; "
                          "null: none.",
                          PointerValue(),
                          MakePointerAccessor(&LeanLinkNetDevice::SetProcessingTime,
                                              &LeanLinkNetDevice::GetProcessingTime),
                          MakePointerChecker<RandomVariableStream>())
            .AddAttribute("ReceiveErrorModel",
                          "Decides which packets arrive corrupted; null: none.",
                          PointerValue(),
                          MakePointerAccessor(&LeanLinkNetDevice::m_errors),
                          MakePointerChecker<ErrorModel>())
            .AddTraceSource("MacTx",
                            "A packet has come from above.",
                            MakeTraceSourceAccessor(&LeanLinkNetDevice::m_macTxTrace),
                            "ns3::Packet::TracedCallback")
            .AddTraceSource("MacTxDrop",
                            "A packet is dropped before transmission: the buffer is full, or the "
                            "link has no far end.",
                            MakeTraceSourceAccessor(&LeanLinkNetDevice::m_macTxDropTrace),
                            "ns3::Packet::TracedCallback")
            .AddTraceSource("Enqueue",
                            "A packet has been accepted.",
                            MakeTraceSourceAccessor(&LeanLinkNetDevice::m_enqueueTrace),
                            "ns3::Packet::TracedCallback")
            .AddTraceSource("MacPromiscRx",
                            "A packet goes to the promiscuous callback.",
                            MakeTraceSourceAccessor(&LeanLinkNetDevice::m_macPromiscRxTrace),
                            "ns3::Packet::TracedCallback")
            .AddTraceSource("MacRx",
                            "A packet is handed up.",
                            MakeTraceSourceAccessor(&LeanLinkNetDevice::m_macRxTrace),
                            "ns3::Packet::TracedCallback")
            .AddTraceSource("PhyTxBegin",
                            "A packet starts. Costs events while somebody listens.",
                            MakeTraceSourceAccessor(&LeanLinkNetDevice::m_phyTxBeginTrace),
                            "ns3::Packet::TracedCallback")
            .AddTraceSource("PhyTxEnd",
                            "A packet has left. Costs events while somebody listens.",
                            MakeTraceSourceAccessor(&LeanLinkNetDevice::m_phyTxEndTrace),
                            "ns3::Packet::TracedCallback")
            .AddTraceSource("PhyRxEnd",
                            "A packet has arrived.",
                            MakeTraceSourceAccessor(&LeanLinkNetDevice::m_phyRxEndTrace),
                            "ns3::Packet::TracedCallback")
            .AddTraceSource("PhyRxDrop",
                            "A packet has arrived corrupted.",
                            MakeTraceSourceAccessor(&LeanLinkNetDevice::m_phyRxDropTrace),
                            "ns3::Packet::TracedCallback")
            .AddTraceSource("Sniffer",
                            "A packet starts or has arrived. Costs events while somebody listens.",
                            MakeTraceSourceAccessor(&LeanLinkNetDevice::m_snifferTrace),
                            "ns3::Packet::TracedCallback")
            .AddTraceSource("PromiscSniffer",
                            "The same as Sniffer: a link carries nobody else's packets.",
                            MakeTraceSourceAccessor(&LeanLinkNetDevice::m_promiscSnifferTrace),
                            "ns3::Packet::TracedCallback");
    return tid;
}

LeanLinkNetDevice::LeanLinkNetDevice()
    : m_sender(*this)
{
}

LeanLinkNetDevice::~LeanLinkNetDevice()
{
}

void
LeanLinkNetDevice::DoDispose()
{
    m_isUp = false;
    m_sender.Dispose();
    m_channel = nullptr;
    m_node = nullptr;
    m_errors = nullptr;
    m_receiver = nullptr;
    m_rxCallback = ReceiveCallback();
    m_promiscCallback = PromiscReceiveCallback();
    NetDevice::DoDispose();
}

void
LeanLinkNetDevice::Attach(Ptr<LeanLinkChannel> channel)
{
    NS_LOG_FUNCTION(this << channel);
    NS_ABORT_MSG_IF(m_channel, "a LeanLinkNetDevice has one link, and this one has it already");
    NS_ABORT_MSG_UNLESS(m_node, "a LeanLinkNetDevice is attached before it is on a node");
    m_channel = channel;
    m_end = channel->Attach(this);
    if (m_end == 1)
    {
        for (const auto& device : {Ptr<LeanLinkNetDevice>(this), GetPeer()})
        {
            device->m_isUp = true;
            device->m_linkChangeCallbacks();
        }
    }
}

void
LeanLinkNetDevice::SetClassifier(LinkSender::Classifier classifier)
{
    m_sender.SetClassifier(classifier);
}

LinkCounters
LeanLinkNetDevice::GetTxCounters(uint32_t kind)
{
    const auto& counters = m_sender.GetCounters();
    if (kind != ALL_CLASSES)
    {
        return kind < counters.size() ? counters[kind] : LinkCounters();
    }
    LinkCounters all;
    for (const auto& one : counters)
    {
        all.Add(one);
    }
    return all;
}

const LinkCount&
LeanLinkNetDevice::GetReceived() const
{
    return m_received;
}

const LinkCount&
LeanLinkNetDevice::GetCorrupted() const
{
    return m_corrupted;
}

LinkCount
LeanLinkNetDevice::GetBacklog()
{
    return m_sender.GetBacklog();
}

void
LeanLinkNetDevice::Replan()
{
    m_sender.Replan();
}

void
LeanLinkNetDevice::ForgetFlowDelays()
{
    m_sender.ForgetFlowDelays();
}

// --- settings ---------------------------------------------------------------------------------

void
LeanLinkNetDevice::SetDataRate(DataRate rate)
{
    NS_ABORT_MSG_IF(rate.GetBitRate() == 0,
                    "DataRate of a LeanLinkNetDevice is " << rate << ": at least 1 bit/s");
    m_sender.SetRate(rate);
}

DataRate
LeanLinkNetDevice::GetDataRate() const
{
    return m_sender.GetRate();
}

void
LeanLinkNetDevice::SetMaxSize(QueueSize size)
{
    NS_ABORT_MSG_IF(size.GetValue() == 0,
                    "MaxSize of a LeanLinkNetDevice is " << size << ": at least 1p or 1B");
    m_sender.SetMaxSize(size);
}

QueueSize
LeanLinkNetDevice::GetMaxSize() const
{
    return m_sender.GetMaxSize();
}

void
LeanLinkNetDevice::SetBuffer(LinkBuffer buffer)
{
    m_sender.SetBuffer(buffer);
}

LinkBuffer
LeanLinkNetDevice::GetBuffer() const
{
    return m_sender.GetBuffer();
}

void
LeanLinkNetDevice::SetTick(Time tick)
{
    m_sender.SetClock({tick.GetTimeStep(), m_sender.GetClock().phase});
}

void
LeanLinkNetDevice::SetTickPhase(Time phase)
{
    m_sender.SetClock({m_sender.GetClock().period, phase.GetTimeStep()});
}

int64_t
LeanLinkNetDevice::AssignStreams(int64_t stream)
{
    if (const auto time = GetProcessingTime())
    {
        time->SetStream(stream);
        return 1;
    }
    return 0;
}

void
LeanLinkNetDevice::DoSetMtu(uint16_t mtu)
{
    NS_ABORT_MSG_IF(mtu < MIN_MTU,
                    "Mtu of a LeanLinkNetDevice is " << mtu << ": at least " << MIN_MTU
                                                     << " (RFC 791)");
    m_mtu = mtu;
}

// --- packets ----------------------------------------------------------------------------------

Ptr<Packet>
LeanLinkNetDevice::AddPpp(const LinkFrame& frame)
{
    PppHeader header;
    header.SetProtocol(frame.GetProtocol() == Rfc2684::IPV4 ? PPP_IPV4 : PPP_IPV6);
    auto framed = frame.GetPacket()->Copy();
    framed->AddHeader(header);
    return framed;
}

bool
LeanLinkNetDevice::Send(Ptr<Packet> packet, const Address& dest, uint16_t protocolNumber)
{
    return Transmit(Create<LinkFrame>(packet, protocolNumber));
}

bool
LeanLinkNetDevice::Transmit(const Ptr<LinkFrame>& frame)
{
    const uint16_t protocol = frame->GetProtocol();
    NS_LOG_FUNCTION(this << frame->GetSize() << protocol);
    if (!m_isUp)
    {
        if (!m_macTxDropTrace.IsEmpty())
        {
            m_macTxDropTrace(frame->GetPacket());
        }
        return false;
    }
    NS_ABORT_MSG_IF(protocol != Rfc2684::IPV4 && protocol != Rfc2684::IPV6,
                    "a lean link is to send protocol " << protocol << ": it carries IPv4 ("
                                                       << Rfc2684::IPV4 << ") and IPv6 ("
                                                       << Rfc2684::IPV6 << ")");
    if (!m_macTxTrace.IsEmpty())
    {
        m_macTxTrace(AddPpp(*frame));
    }
    if (m_sender.Send(frame))
    {
        return true;
    }
    if (!m_macTxDropTrace.IsEmpty())
    {
        m_macTxDropTrace(AddPpp(*frame));
    }
    return false;
}

void
LeanLinkNetDevice::TraceTxBegin(Ptr<const Packet> packet)
{
    m_snifferTrace(packet);
    m_promiscSnifferTrace(packet);
    m_phyTxBeginTrace(packet);
}

void
LeanLinkNetDevice::NotifyTxEnd(const LinkFrame& frame)
{
    if (!m_phyTxEndTrace.IsEmpty())
    {
        m_phyTxEndTrace(AddPpp(frame));
    }
}

void
LeanLinkNetDevice::Receive(const Ptr<LinkFrame>& frame)
{
    NS_LOG_FUNCTION(this << frame->GetSize() << frame->GetProtocol());
    if (m_errors)
    {
        const auto framed = AddPpp(*frame);
        if (m_errors->IsCorrupt(framed))
        {
            m_corrupted.Add(frame->GetSize());
            m_phyRxDropTrace(framed);
            return;
        }
    }
    m_received.Add(frame->GetSize());
    const bool isTraced = IsSniffed() || !m_phyRxEndTrace.IsEmpty() || !m_macRxTrace.IsEmpty() ||
                          !m_macPromiscRxTrace.IsEmpty();
    Ptr<const Packet> framed;
    if (isTraced)
    {
        framed = AddPpp(*frame);
        m_snifferTrace(framed);
        m_promiscSnifferTrace(framed);
        m_phyRxEndTrace(framed);
    }
    if (!m_promiscCallback.IsNull())
    {
        if (framed)
        {
            m_macPromiscRxTrace(framed);
        }
        // who listens may keep it, and the other callback may change what is its own
        m_promiscCallback(this,
                          frame->GetPacket()->Copy(),
                          frame->GetProtocol(),
                          GetPeer()->m_address,
                          m_address,
                          PACKET_HOST);
    }
    if (framed)
    {
        m_macRxTrace(framed);
    }
    if (m_receiver)
    {
        m_receiver->Take(frame);
    }
    else
    {
        m_rxCallback(this, frame->GetPacket(), frame->GetProtocol(), GetPeer()->m_address);
    }
}

// --- NetDevice --------------------------------------------------------------------------------

void
LeanLinkNetDevice::SetIfIndex(const uint32_t index)
{
    m_ifIndex = index;
}

uint32_t
LeanLinkNetDevice::GetIfIndex() const
{
    return m_ifIndex;
}

Ptr<Channel>
LeanLinkNetDevice::GetChannel() const
{
    return m_channel;
}

void
LeanLinkNetDevice::SetAddress(Address address)
{
    m_address = Mac48Address::ConvertFrom(address);
}

Address
LeanLinkNetDevice::GetAddress() const
{
    return m_address;
}

bool
LeanLinkNetDevice::SetMtu(const uint16_t mtu)
{
    DoSetMtu(mtu);
    return true;
}

uint16_t
LeanLinkNetDevice::GetMtu() const
{
    return m_mtu;
}

bool
LeanLinkNetDevice::IsLinkUp() const
{
    return m_isUp;
}

void
LeanLinkNetDevice::AddLinkChangeCallback(Callback<void> callback)
{
    m_linkChangeCallbacks.ConnectWithoutContext(callback);
}

bool
LeanLinkNetDevice::IsBroadcast() const
{
    return true;
}

Address
LeanLinkNetDevice::GetBroadcast() const
{
    return Mac48Address::GetBroadcast();
}

bool
LeanLinkNetDevice::IsMulticast() const
{
    return true;
}

Address
LeanLinkNetDevice::GetMulticast(Ipv4Address multicastGroup) const
{
    return Mac48Address::GetMulticast(multicastGroup);
}

Address
LeanLinkNetDevice::GetMulticast(Ipv6Address addr) const
{
    return Mac48Address::GetMulticast(addr);
}

bool
LeanLinkNetDevice::IsPointToPoint() const
{
    return true;
}

bool
LeanLinkNetDevice::IsBridge() const
{
    return false;
}

bool
LeanLinkNetDevice::SendFrom(Ptr<Packet> packet,
                            const Address& source,
                            const Address& dest,
                            uint16_t protocolNumber)
{
    return false;
}

Ptr<Node>
LeanLinkNetDevice::GetNode() const
{
    return m_node;
}

void
LeanLinkNetDevice::SetNode(Ptr<Node> node)
{
    m_node = node;
}

bool
LeanLinkNetDevice::NeedsArp() const
{
    return false;
}

void
LeanLinkNetDevice::SetReceiveCallback(ReceiveCallback cb)
{
    m_receiver = nullptr;
    m_rxCallback = cb;
}

NetDevice::ReceiveCallback
LeanLinkNetDevice::SetReceiver(LinkReceiver& receiver)
{
    const auto before =
        m_receiver ? MakeCallback(&LinkReceiver::TakeFrom, m_receiver) : m_rxCallback;
    m_receiver = &receiver;
    return before;
}

void
LeanLinkNetDevice::EndReceiver(const LinkReceiver& receiver, ReceiveCallback others)
{
    if (m_receiver == &receiver)
    {
        SetReceiveCallback(others);
    }
}

void
LeanLinkNetDevice::SetPromiscReceiveCallback(PromiscReceiveCallback cb)
{
    m_promiscCallback = cb;
}

bool
LeanLinkNetDevice::SupportsSendFrom() const
{
    return false;
}
} // namespace hsn
} // namespace ns3
