// SPDX-License-Identifier: GPL-2.0-only
#include "vbr-upc-experiment.h"

#include "ns3/aal5.h"
#include "ns3/applications-module.h"
#include "ns3/atm-helper.h"
#include "ns3/atm-net-device.h"
#include "ns3/atm-switch-helper.h"
#include "ns3/burst-monitor.h"
#include "ns3/cell-discard-policy.h"
#include "ns3/core-module.h"
#include "ns3/internet-module.h"
#include "ns3/json-object.h"
#include "ns3/monitor-helper.h"
#include "ns3/network-module.h"
#include "ns3/packet-train-model.h"
#include "ns3/preventive-tagger.h"
#include "ns3/program-options.h"

#include <algorithm>
#include <cmath>

namespace ns3
{
namespace hsn
{
VbrUpcExperiment::VbrUpcExperiment(const VbrUpcOptions& options)
    : m_o(options),
      m_cells(PacketTrainModel::GetCells(options.mtu)),
      m_interSdu(options.GetInterSdu()),
      m_sdus(MAX_LISTED),
      m_firstCells(MAX_CELLS)
{
}

void
VbrUpcExperiment::Build()
{
    m_hosts.Create(2);
    auto switchNode = CreateObject<Node>();
    AtmSwitchHelper switches;
    switches.SetQueueAttribute("MaxCells", UintegerValue(m_o.buffer));
    if (m_o.congested)
    {
        switches.SetDiscardPolicy("ns3::hsn::ClpThresholdDiscard", "Threshold", DoubleValue(0));
    }
    m_switch = switches.Install(switchNode).Get(0);

    AtmHelper atm;
    atm.SetChannelAttribute("DataRate", DataRateValue(m_o.linkRate));
    atm.SetChannelAttribute("Delay", TimeValue(NanoSeconds(std::llround(m_o.delay * 500))));
    atm.SetDeviceAttribute("Mtu", UintegerValue(m_o.mtu));
    atm.SetVcAttribute("CellRate", DataRateValue(m_o.adapterRate));
    atm.SetVcAttribute("ReassemblyTimeout",
                       TimeValue(NanoSeconds(std::llround(m_o.reassemblyTimeout * 1e6))));
    atm.SetVcAttribute("Encapsulation", StringValue(m_o.llcSnap ? "LlcSnap" : "VcMux"));
    atm.SetUpcAttribute("PacketDiscard", StringValue(m_o.packetDiscard));
    atm.SetUpcAttribute("EpdLength", StringValue(m_o.epdLength));
    atm.SetUpcAttribute("MaxSdu", UintegerValue(m_o.maxSdu > 0 ? m_o.maxSdu : m_o.mtu));
    atm.SetQueue("ns3::DropTailQueue", "MaxSize", StringValue("100000p"));
    m_sender = DynamicCast<AtmNetDevice>(atm.Install(m_hosts.Get(0), switchNode).Get(0));
    m_receiver = DynamicCast<AtmNetDevice>(atm.Install(m_hosts.Get(1), switchNode).Get(0));
    m_devices.Add(m_sender);
    m_devices.Add(m_receiver);

    // the sending host is the slow one; the receiver only sends acknowledgements
    if (m_o.pace)
    {
        m_interSdu = m_cells * m_o.contract.tScr * 1e-3;
        m_o.jitter = 0; // a timer, not the host, starts the PDUs
    }
    m_sender->SetAttribute("InterSduTime", TimeValue(NanoSeconds(std::llround(m_interSdu * 1000))));
    if (m_o.jitter > 0)
    {
        auto factor = CreateObject<UniformRandomVariable>();
        factor->SetAttribute("Min", DoubleValue(1 - m_o.jitter));
        factor->SetAttribute("Max", DoubleValue(1 + m_o.jitter));
        m_sender->SetAttribute("InterSduFactor", PointerValue(factor));
    }
    m_receiver->SetAttribute("RxServiceTime",
                             TimeValue(NanoSeconds(std::llround(m_o.rxServiceTime * 1000))));
    AtmHelper::AssignStreams(m_devices, 100);

    AtmPvcOptions options;
    options.shape = m_o.shape;
    if (m_o.contract.contract != "None")
    {
        options.category = ATM_VBR;
        options.forward = m_o.contract.MakeContract();
    }
    m_pvc = atm.ConnectPvc(m_sender, m_receiver, options);
    if (m_o.preventiveTagging)
    {
        const std::string error = PreventiveTagger::Check(*options.forward);
        ProgramOptions::Require(error.empty(), error);
        m_pvc.a->SetPreventiveTagging(*options.forward);
    }

    const double threshold = m_o.source == "tcp" ? m_o.tick * 1e-3 : m_o.idle / 2;
    m_bursts = std::make_unique<BurstMonitor>(m_cells, Seconds(threshold), MAX_LISTED);
    if (m_pvc.forwardUpc)
    {
        MonitorHelper::Connect(m_pvc.forwardUpc, *m_bursts);
    }
    MonitorHelper::NotePdus(m_sender, m_sdus);
    if (m_o.cellTimes) // makes the link work cell by cell
    {
        MonitorHelper::NoteCells(m_sender, m_firstCells);
    }
    if (!m_o.pcap.empty())
    {
        atm.EnablePcap(m_o.pcap, m_devices);
    }
}

void
VbrUpcExperiment::StartTrain()
{
    m_perBurst = m_o.pdus;
    if (m_perBurst == 0)
    {
        // as many as the model lets pass, and some more that cannot pass
        const int64_t longest = PacketTrainModel::GetMaxPdus(m_cells,
                                                             m_interSdu,
                                                             m_o.contract.tPcr * 1e-3,
                                                             m_o.contract.tScr * 1e-3,
                                                             m_o.contract.mbs);
        ProgramOptions::Require(longest != PacketTrainModel::UNLIMITED,
                                "--pdus=0: the train conforms for ever; set the number of PDUs");
        m_perBurst = static_cast<uint32_t>(longest + longest / 4 + 5);
    }
    Simulator::Schedule(MilliSeconds(1), &VbrUpcExperiment::SendBurst, this);
}

void
VbrUpcExperiment::SendBurst()
{
    for (uint32_t i = 0; i < m_perBurst; ++i)
    {
        m_sender->SendSdu(m_pvc.a, Create<Packet>(m_o.mtu));
    }
    if (++m_burst < m_o.bursts)
    {
        const double spacing = std::max(m_interSdu * (1 + m_o.jitter), m_cells * 50.0);
        Simulator::Schedule(Seconds(m_o.idle + m_perBurst * spacing * 1e-6),
                            &VbrUpcExperiment::SendBurst,
                            this);
    }
}

void
VbrUpcExperiment::AddAtmMetrics(JsonObject& out) const
{
    if (m_pvc.forwardUpc)
    {
        const auto& c = m_pvc.forwardUpc->GetCounters();
        out.Set("upc_conforming", c.conforming);
        out.Set("upc_tagged", c.tagged);
        out.Set("upc_discarded_pcr", c.discardedPcr);
        out.Set("upc_discarded_scr", c.discardedScr);
        out.Set("upc_discarded_ppd", c.discardedPpd);
        out.Set("upc_discarded_epd", c.discardedEpd);
    }
    uint64_t drops = 0;
    for (uint32_t i = 0; i < m_switch->GetNPorts(); ++i)
    {
        drops += m_switch->GetPort(i)->GetOutput()->GetCounters().GetDiscarded();
    }
    out.Set("cells_sent", m_pvc.a->GetTxCounters().cells);
    out.Set("sdus_sent", m_sdus.GetCount());
    out.Set("switch_queue_drops", drops);
    out.Set("switch_unknown_vc", m_switch->GetCounters().unknownVc);
    const auto& rx = m_pvc.leaves[0]->GetRxCounters();
    out.Set("pdus_received", rx.pdus);
    out.Set("pdus_failed", rx.GetTotalErrors());
    out.Set("pdus_timed_out", rx.GetErrors(Aal5Error::TIMEOUT));
    out.Set("host_queue_drops", m_receiver->GetRxCounters().rxQueueDrops);
    if (m_sdus.GetCount() > 1)
    {
        // host-limited rate on the line, from the first SDU's start to the last one's
        const double us = m_sdus.GetSpan().GetSeconds() * 1e6;
        out.Set("raw_mbps", (m_sdus.GetCount() - 1) * m_cells * 424.0 / us);
    }
    AddBursts(out);
    if (m_o.cellTimes)
    {
        out.Set("sdu_starts_ns", m_sdus.GetSteps());
        out.Set("cell_starts_ns", m_firstCells.GetSteps());
    }
}

void
VbrUpcExperiment::AddBursts(JsonObject& out) const
{
    std::vector<uint32_t> passed;
    std::vector<uint32_t> damaged;
    for (const auto& burst : m_bursts->GetBursts())
    {
        passed.push_back(burst.passed);
        damaged.push_back(burst.damaged);
    }
    out.Set("burst_mean", m_bursts->GetMean());
    out.Set("bursts", passed);
    out.Set("bursts_damaged", damaged);
    out.Set("idles_s", m_bursts->GetIdles());
    out.Set("first_burst_cells", m_bursts->GetFirstFates());
}

JsonObject
VbrUpcExperiment::Run()
{
    Build();
    if (m_o.source == "tcp")
    {
        StartTcp();
    }
    else
    {
        StartTrain();
    }
    Simulator::Run();
    m_bursts->Finish();
    JsonObject out;
    out.Set("source", m_o.source);
    out.Set("cells_per_pdu", m_cells);
    out.Set("inter_sdu_us", m_interSdu);
    if (m_o.source == "tcp")
    {
        AddTcpMetrics(out);
    }
    AddAtmMetrics(out);
    out.Set("events", Simulator::GetEventCount());
    Simulator::Destroy();
    return out;
}
} // namespace hsn
} // namespace ns3
