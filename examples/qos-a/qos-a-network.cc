// SPDX-License-Identifier: GPL-2.0-only
#include "qos-a-network.h"

#include "ns3/atm-switch-helper.h"
#include "ns3/atm-switch.h"
#include "ns3/double.h"
#include "ns3/gop-model.h"
#include "ns3/hsn-compat.h"
#include "ns3/node-container.h"
#include "ns3/pointer.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

namespace ns3
{
namespace hsn
{
double
QosAChain::GetOctets(double cells)
{
    return cells * 48 - 8 - MetsHeader::SIZE;
}

Ptr<MetsHost>
MakeQosAHost(Ptr<MetsNic> nic)
{
    const auto cpu = CreateObject<HostCpu>();
    nic->SetCpu(cpu);
    const auto host = CreateObject<MetsHost>();
    host->SetNic(nic);
    nic->GetNode()->AggregateObject(cpu);
    nic->GetNode()->AggregateObject(host);
    return host;
}

void
QosAChain::Build()
{
    ate = CreateObject<Node>();
    dwp = CreateObject<Node>();
    NodeContainer nodes;
    nodes.Create(3);
    AtmSwitchHelper().Install(nodes);
    switches = {nodes.Get(0), nodes.Get(1), nodes.Get(2)};
    atm.SetDeviceType(MetsNic::GetTypeId());
    atm.SetChannelAttribute("DataRate", DataRateValue(DataRate("100Mbps")));
    atm.SetChannelAttribute("Delay", TimeValue(MicroSeconds(5)));
    atm.SetVcAttribute("Encapsulation", StringValue("VcMux"));
    atm.SetVcAttribute("Protocol", UintegerValue(MetsHost::PROTOCOL));
    ateNic = DynamicCast<MetsNic>(atm.Install(ate, switches[0]).Get(0));
    atm.Install(switches[0], switches[1]);
    atm.Install(switches[1], switches[2]);
    atm.SetChannelAttribute("DataRate", DataRateValue(lastRate));
    const auto last = atm.Install(dwp, switches[2]);
    atm.SetChannelAttribute("DataRate", DataRateValue(DataRate("100Mbps")));
    dwpNic = DynamicCast<MetsNic>(last.Get(0));
    if (cellLoss > 0)
    {
        const auto model = CreateObject<RateErrorModel>();
        model->SetUnit(RateErrorModel::ERROR_UNIT_PACKET);
        model->SetRate(cellLoss);
        model->AssignStreams(1000);
        dwpNic->GetAtmChannel()->SetAttribute("CellLossModel", PointerValue(model));
    }
    ateMets = MakeQosAHost(ateNic);
    dwpMets = MakeQosAHost(dwpNic);
}

Ptr<MetsHost>
QosAChain::AddHost(uint32_t at)
{
    return MakeQosAHost(
        DynamicCast<MetsNic>(atm.Install(CreateObject<Node>(), switches.at(at)).Get(0)));
}

std::pair<Ptr<MetsSender>, Ptr<MetsReceiver>>
QosAChain::Connect(uint16_t flow, uint32_t mtu)
{
    const auto pvc = atm.ConnectPvc(ateNic, dwpNic);
    const auto sender = ateMets->CreateSender(flow, pvc.a);
    sender->SetAttribute("MetsMtu", UintegerValue(mtu));
    m_receivingVcs[flow] = pvc.leaves[0];
    return {sender, dwpMets->CreateReceiver(flow)};
}

Ptr<AtmVc>
QosAChain::GetReceivingVc(uint16_t flow) const
{
    return m_receivingVcs.at(flow);
}

Ptr<AtmCellQueue>
QosAChain::GetLastQueue() const
{
    return switches[2]->GetObject<AtmSwitch>()->GetPort(1)->GetOutput()->GetQueue(ATM_UBR);
}

Ptr<LayeredMpegSource>
QosAChain::MakeSource(const QosAClip& clip, Ptr<MetsSender> sender, int64_t stream)
{
    const auto model = CreateObject<GopModel>();
    model->SetAttribute("AnchorDistance", UintegerValue(clip.gop < 3 ? 1 : 3));
    model->SetAttribute("GopSize", UintegerValue(clip.gop));
    model->SetAttribute("MeanSize", DoubleValue(clip.meanOctets));
    model->SetAttribute("GopCov", DoubleValue(0));
    model->SetAttribute("FrameCov", DoubleValue(0));
    const double sum = clip.shares[0] + clip.shares[1] + clip.shares[2];
    model->SetShares(clip.shares[0] / sum, clip.shares[1] / sum, clip.shares[2] / sum, 0);
    model->AssignStreams(stream);
    const auto scheduler = CreateObject<FlowScheduler>();
    scheduler->SetAttribute("FrameRate", DoubleValue(clip.frameRate));
    scheduler->SetAttribute("TickPhase", TimeValue(Seconds(clip.tickPhase)));
    const auto source = CreateObject<LayeredMpegSource>();
    source->SetModel(model);
    source->SetScheduler(scheduler);
    if (clip.spread > 0)
    {
        const auto factor = CreateObject<UniformRandomVariable>();
        factor->SetAttribute("Min", DoubleValue(1 - clip.spread));
        factor->SetAttribute("Max", DoubleValue(1 + clip.spread));
        factor->SetStream(stream + 1);
        source->SetSizeFactor(factor);
    }
    source->SetSend(Sink<Ptr<Packet>, MetsLayer, bool>::Make(
        [sender](Ptr<Packet> data, MetsLayer layer, bool gopStart) {
            sender->Send(data, layer, gopStart);
        }));
    return source;
}
} // namespace hsn
} // namespace ns3
