// SPDX-License-Identifier: GPL-2.0-only
#include "xtp-atm-network.h"

#include "ns3/atm-switch-port.h"
#include "ns3/atm-switch.h"
#include "ns3/data-rate.h"
#include "ns3/double.h"
#include "ns3/nstime.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <cmath>

namespace ns3
{
namespace hsn
{
namespace
{
/// @param us microseconds @return the time, in whole nanoseconds
Time
FromMicroseconds(double us)
{
    return NanoSeconds(std::llround(us * 1000));
}
} // namespace

XtpAtmNetwork::XtpAtmNetwork(const XtpAtmOptions& options)
    : m_o(options)
{
    AtmSwitchHelper switches;
    switches.SetQueueAttribute("MaxCells", UintegerValue(m_o.buffer));
    if (m_o.discard == "Ppd")
    {
        switches.SetDiscardPolicy("ns3::hsn::PartialPacketDiscard");
    }
    else if (m_o.discard == "Epd")
    {
        switches.SetDiscardPolicy("ns3::hsn::EarlyPacketDiscard",
                                  "Threshold",
                                  DoubleValue(m_o.epdThreshold));
    }
    m_switchNodes.Create(2);
    m_switches = switches.Install(m_switchNodes);
    m_atm.SetChannelAttribute("DataRate", DataRateValue(m_o.linkRate));
    m_atm.SetDeviceAttribute("Mtu", UintegerValue(m_o.mps + XtpAtmOptions::TCP_HEADERS));
    m_atm.SetVcAttribute("Encapsulation", StringValue("VcMux"));
    // a shaper's queue has no bound
    m_atm.SetQueue("ns3::DropTailQueue", "MaxSize", StringValue("100000000p"));
    m_atm.SetChannelAttribute("Delay", TimeValue(FromMicroseconds(m_o.bottleneck * m_o.perKm)));
    const auto ends = m_atm.Install(m_switchNodes.Get(0), m_switchNodes.Get(1));
    m_bottleneck = DynamicCast<AtmSwitchPort>(ends.Get(0));
    if (m_o.slotted)
    {
        for (const auto& node : m_switches)
        {
            node->SetAttribute("SlotTime",
                               TimeValue(TimeStep(m_bottleneck->GetAtmChannel()->GetCellTime())));
        }
    }
}

Ptr<AtmNetDevice>
XtpAtmNetwork::AddHost(uint32_t at, double us)
{
    m_atm.SetChannelAttribute("Delay", TimeValue(FromMicroseconds(us)));
    const auto ends = m_atm.Install(CreateObject<Node>(), m_switchNodes.Get(at));
    return DynamicCast<AtmNetDevice>(ends.Get(0));
}

XtpAtmNetwork::Pair
XtpAtmNetwork::Add(double km, uint16_t protocol)
{
    const double access = (km - m_o.bottleneck) / 2 * m_o.perKm;
    m_atm.SetVcAttribute("Protocol", UintegerValue(protocol));
    Pair pair;
    pair.source = AddHost(0, access);
    pair.sink = AddHost(1, access);
    pair.pvc = m_atm.ConnectPvc(pair.source, pair.sink);
    m_pairs.push_back(pair);
    return pair;
}

CellSourceConnection
XtpAtmNetwork::AddSource(const CellSourceHelper& helper)
{
    const auto sink = AddHost(1, 0);
    return helper.Install(m_atm, CreateObject<Node>(), m_switchNodes.Get(0), sink);
}

uint64_t
XtpAtmNetwork::GetDiscarded() const
{
    uint64_t discarded = 0;
    for (const auto& node : m_switches)
    {
        for (uint32_t i = 0; i < node->GetNPorts(); ++i)
        {
            discarded += node->GetPort(i)->GetOutput()->GetCounters().GetDiscarded();
        }
    }
    return discarded;
}

uint64_t
XtpAtmNetwork::GetLostElsewhere() const
{
    uint64_t lost = 0;
    for (const auto& node : m_switches)
    {
        lost += node->GetCounters().unknownVc + node->GetCounters().policed;
    }
    for (const auto& pair : m_pairs)
    {
        for (const auto& device : {pair.source, pair.sink})
        {
            const auto& c = device->GetRxCounters();
            lost += c.unknownVc + c.badEncapsulation + c.rxQueueDrops;
            const auto& channel = device->GetAtmChannel();
            lost += channel->GetCounters(0).lost + channel->GetCounters(1).lost;
        }
        for (const auto& vc : {pair.pvc.a, pair.pvc.leaves[0]})
        {
            lost += vc->GetQueue()->GetTotalDroppedPackets();
        }
    }
    return lost;
}
} // namespace hsn
} // namespace ns3
