// SPDX-License-Identifier: GPL-2.0-only
#include "atm-port.h"

#include "atm-channel.h"

#include "ns3/abort.h"
#include "ns3/assert.h"
#include "ns3/atm-change.h"
#include "ns3/atm-engine.h"
#include "ns3/cell-lane.h"
#include "ns3/log.h"
#include "ns3/simulator.h"
#include "ns3/uinteger.h"

#include <algorithm>

namespace ns3
{
namespace hsn
{
NS_LOG_COMPONENT_DEFINE("HsnAtmPort");
NS_OBJECT_ENSURE_REGISTERED(AtmPort);

namespace
{
/// With LLC/SNAP header a packet is an SDU of at most 65,535 bytes.
constexpr uint16_t MAX_MTU = 65527;

/// @param what function of a port that changes what the port has decided
void
RequireChange(const char* what)
{
    NS_ASSERT_MSG(AtmChange::IsOpen(),
                  "AtmPort::" << what
                              << " outside the scope of an AtmChange: cells before now may "
                                 "not have been decided on");
}

/// Takes the cells of a port that has been disposed, when they have arrived.
class VoidSink : public CellSink
{
  public:
    void NotifyCells(CellLane& lane) override
    {
        const int64_t before = Simulator::Now().GetTimeStep() - 1;
        while (!lane.Empty() && lane.Front().arrival <= before)
        {
            lane.Take(lane.Front().CountUpTo(before));
        }
    }

    void NotifyArrival(CellLane& lane) override
    {
    }
};
} // namespace

TypeId
AtmPort::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::hsn::AtmPort")
            .SetParent<NetDevice>()
            .SetGroupName("Hsn")
            .AddAttribute("Mtu",
                          "Largest network-layer packet, bytes (RFC 2225: 9180 by default; with "
                          "the LLC/SNAP header at most 65,535).",
                          UintegerValue(9180),
                          MakeUintegerAccessor(&AtmPort::SetMtu, &AtmPort::GetMtu),
                          MakeUintegerChecker<uint16_t>(1, MAX_MTU))
            .AddTraceSource("CellTx",
                            "The first bit of a cell leaves for the link.",
                            AtmChange::Watch(MakeTraceSourceAccessor(&AtmPort::m_cellTxTrace)),
                            "ns3::hsn::CellBurst::TracedCallback")
            .AddTraceSource("CellRx",
                            "The last bit of a cell has arrived, its header is valid.",
                            AtmChange::Watch(MakeTraceSourceAccessor(&AtmPort::m_cellRxTrace)),
                            "ns3::hsn::CellBurst::TracedCallback")
            .AddTraceSource("RunRx",
                            "Cells have arrived: told in the order of their VC, with the time of "
                            "arrival, but perhaps later than that. Unlike CellRx it does not make "
                            "the burst engine work cell by cell.",
                            AtmChange::Watch(MakeTraceSourceAccessor(&AtmPort::m_runRxTrace)),
                            "ns3::hsn::AtmPort::RunTracedCallback");
    return tid;
}

AtmPort::AtmPort()
    : m_isBurst(GetAtmEngine() == ATM_BURST),
      m_address(Mac48Address::Allocate())
{
}

AtmPort::~AtmPort()
{
}

void
AtmPort::DoDispose()
{
    Close();
    m_rxCallback.Nullify();
    m_promiscCallback.Nullify();
    m_node = nullptr;
    m_channel = nullptr;
    NetDevice::DoDispose();
}

uint32_t
AtmPort::Attach(Ptr<AtmChannel> channel)
{
    NS_LOG_FUNCTION(this << channel);
    NS_ABORT_MSG_IF(m_channel, "an ATM port takes one link, this one has its link already");
    NS_ABORT_MSG_UNLESS(m_node, "an ATM port gets its link after it was added to its node");
    {
        AtmChange change;
        m_end = channel->Attach(this); // aborts if both ends are taken
        m_channel = channel;
        NotifyAttached();
        if (m_isBurst)
        {
            BurstNetwork::Add(this);
        }
    }
    if (IsLinkUp())
    {
        channel->GetPort(1 - m_end)->m_linkChangeTrace();
        m_linkChangeTrace();
    }
    return m_end;
}

void
AtmPort::NotifyCellRx(const CellBurst& cell)
{
    m_cellRxTrace(cell);
    m_runRxTrace(cell, Simulator::Now());
}

void
AtmPort::NotifyRunRx(const CellLane& lane, uint32_t n)
{
    if (!m_runRxTrace.IsEmpty())
    {
        CellRun run = lane.Front();
        while (n > 0)
        {
            const uint32_t some = std::min(n, CellBurst::MAX_CELLS);
            const int64_t offset = m_channel->GetOffset(lane.GetEnd(), run.arrival);
            m_runRxTrace(run.MakeBurst(lane.GetLabel(), some, offset), TimeStep(run.arrival));
            run.Skip(some);
            n -= some;
        }
    }
}

bool
AtmPort::CanSendAhead() const
{
    return false;
}

bool
AtmPort::CanTakeRuns() const
{
    return false;
}

void
AtmPort::Advance(int64_t t)
{
}

void
AtmPort::Settle(int64_t t)
{
}

CellSink*
AtmPort::FindSink(CellLane& lane)
{
    return nullptr;
}

CellSink*
AtmPort::GetSink(CellLane& lane)
{
    static VoidSink nobody;
    CellSink* const sink = m_isClosed ? nullptr : FindSink(lane);
    return sink ? sink : &nobody;
}

void
AtmPort::Close()
{
    BurstNetwork::Settle(); // counters may be read after the simulation
    BurstNetwork::Remove(this);
    m_isClosed = true;
    if (m_channel)
    {
        m_channel->ResolveLanes(1 - m_end);
    }
}

void
AtmPort::ReconsiderLink()
{
    m_channel->Reconsider(m_end);
}

void
AtmPort::Replan()
{
    RequireChange("Replan");
    m_channel->ResolveLanes(m_end);
    DoReplan();
}

void
AtmPort::Await(const AtmPdu& pdu)
{
    m_channel->ForEachLane(m_end, [&pdu](CellLane& lane) { lane.Await(pdu); });
    DoAwait();
}

void
AtmPort::Withdraw()
{
    RequireChange("Withdraw");
    DoWithdraw();
}

void
AtmPort::Restore(bool isLive)
{
    RequireChange("Restore");
    DoRestore(isLive);
}

void
AtmPort::DoReplan()
{
}

void
AtmPort::DoAwait()
{
}

void
AtmPort::DoWithdraw()
{
}

void
AtmPort::DoRestore(bool isLive)
{
}

std::string
AtmPort::FindOmission() const
{
    return m_channel->FindOmission(m_end);
}

void
AtmPort::NotifyAttached()
{
}

void
AtmPort::SetIfIndex(const uint32_t index)
{
    m_ifIndex = index;
}

uint32_t
AtmPort::GetIfIndex() const
{
    return m_ifIndex;
}

Ptr<Channel>
AtmPort::GetChannel() const
{
    return m_channel;
}

void
AtmPort::SetAddress(Address address)
{
    m_address = Mac48Address::ConvertFrom(address);
}

Address
AtmPort::GetAddress() const
{
    return m_address;
}

bool
AtmPort::SetMtu(const uint16_t mtu)
{
    if (mtu == 0 || mtu > MAX_MTU)
    {
        NS_LOG_WARN("MTU of " << mtu << " bytes refused: the range is 1 to " << MAX_MTU);
        return false;
    }
    m_mtu = mtu;
    return true;
}

uint16_t
AtmPort::GetMtu() const
{
    return m_mtu;
}

bool
AtmPort::IsLinkUp() const
{
    return m_channel && m_channel->GetNDevices() == 2;
}

void
AtmPort::AddLinkChangeCallback(Callback<void> callback)
{
    m_linkChangeTrace.ConnectWithoutContext(callback);
}

bool
AtmPort::IsBroadcast() const
{
    return true;
}

Address
AtmPort::GetBroadcast() const
{
    return Mac48Address::GetBroadcast();
}

bool
AtmPort::IsMulticast() const
{
    return true;
}

Address
AtmPort::GetMulticast(Ipv4Address multicastGroup) const
{
    return Mac48Address::GetMulticast(multicastGroup);
}

Address
AtmPort::GetMulticast(Ipv6Address addr) const
{
    return Mac48Address::GetMulticast(addr);
}

bool
AtmPort::IsBridge() const
{
    return false;
}

bool
AtmPort::IsPointToPoint() const
{
    return false;
}

bool
AtmPort::Send(Ptr<Packet> packet, const Address& dest, uint16_t protocolNumber)
{
    NS_LOG_WARN("a switch port sends cells, not packets");
    return false;
}

bool
AtmPort::SendFrom(Ptr<Packet> packet,
                  const Address& source,
                  const Address& dest,
                  uint16_t protocolNumber)
{
    NS_LOG_WARN("an AAL5 frame carries no source address");
    return false;
}

Ptr<Node>
AtmPort::GetNode() const
{
    return m_node;
}

void
AtmPort::SetNode(Ptr<Node> node)
{
    m_node = node;
}

bool
AtmPort::NeedsArp() const
{
    return true;
}

void
AtmPort::SetReceiveCallback(NetDevice::ReceiveCallback cb)
{
    m_rxCallback = cb;
}

void
AtmPort::SetPromiscReceiveCallback(NetDevice::PromiscReceiveCallback cb)
{
    m_promiscCallback = cb;
}

bool
AtmPort::SupportsSendFrom() const
{
    return false;
}
} // namespace hsn
} // namespace ns3
