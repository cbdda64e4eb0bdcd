// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * What switch chuff does: copies the layers of a flow to branches that have been granted them, and
 * handles so many cells a second (qos-a).
 */
#include "qos-a-network.h"

#include "ns3/aal5.h"
#include "ns3/atm-switch-helper.h"
#include "ns3/atm-switch.h"
#include "ns3/cbr-cell-source.h"
#include "ns3/cell-source-helper.h"
#include "ns3/core-module.h"
#include "ns3/hsn-compat.h"
#include "ns3/json-object.h"
#include "ns3/mets-media-selector.h"
#include "ns3/mets-switch-processor.h"
#include "ns3/program-options.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <iostream>
#include <map>
#include <vector>

using namespace ns3;
using namespace ns3::hsn;

namespace
{
/// Canyon from ate to dwp and mr-little, which is on chuff.
class Branches
{
  public:
    /// @param isSelected whether dwp's branch gets no E2 @param time that is simulated, s
    Branches(bool isSelected, double time)
    {
        m_chain.Build();
        const auto little = m_chain.AddHost(0);
        NetDeviceContainer leaves(m_chain.dwpNic);
        leaves.Add(little->GetNic());
        const auto pvc = m_chain.atm.ConnectPointToMultipoint(m_chain.ateNic, leaves);
        const auto sender = m_chain.ateMets->CreateSender(1, pvc.a);
        const auto chuff = m_chain.switches[0]->GetObject<AtmSwitch>();
        // ports in the order of the links: ate, sparrow, mr-little
        if (isSelected)
        {
            const auto selector = CreateObject<MediaSelector>();
            chuff->SetFrameFilter(0, pvc.a->GetId(), selector);
            selector->SetLevel(1, 1);
        }
        for (uint32_t branch = 0; branch < 2; ++branch)
        {
            const auto port = chuff->GetPort(1 + branch);
            port->GetAtmChannel()
                ->GetPort(1 - port->GetEnd())
                ->TraceConnectWithoutContext("RunRx",
                                             Sink<const CellBurst&, Time>::Make(
                                                 [this, branch](const CellBurst& cells, Time) {
                                                     MetsHeader header;
                                                     cells.pdu->GetSdu()->PeekHeader(header);
                                                     cellsAt[branch][header.GetLayer() - 1] +=
                                                         cells.count;
                                                 }));
        }
        m_chain.dwpMets->CreateReceiver(1);
        little->CreateReceiver(1)->TraceConnectWithoutContext(
            "Rx",
            Sink<const MetsHeader&, Time, Time, bool>::Make(
                [this](const MetsHeader& header, Time delay, Time, bool) {
                    delays[header.GetSequence()] = delay;
                }));
        QosAClip clip;
        clip.spread = 0;
        clip.gop = 12;
        clip.meanOctets = 32000.0 / 12;
        clip.shares[0] = 8000;
        clip.shares[1] = 3 * 4000;
        clip.shares[2] = 8 * 1500;
        const auto source = QosAChain::MakeSource(clip, sender, 10);
        sender->SetShaping(FlowShaper::GetSetting(1.3 * 1352));
        source->Start();
        ScheduleCall(Seconds(time), [source] { source->Stop(); });
        Simulator::Stop(Seconds(time + 1));
        Simulator::Run();
        for (uint32_t layer = 0; layer < 3; ++layer)
        {
            sent[layer] = sender->GetCells(static_cast<MetsLayer>(METS_BL + layer));
        }
        Simulator::Destroy();
    }

    std::array<uint64_t, 3> sent{};                   //!< cells, by layer
    std::array<std::array<uint64_t, 3>, 2> cellsAt{}; //!< to sparrow (dwp), to mr-little, by layer
    std::map<uint32_t, Time> delays;                  //!< of packets at mr-little, by number

  private:
    QosAChain m_chain; //!< network
};

/// @param ports at line rate @param cells a second that the switch handles, attribute
/// @param time that is measured, s @return cells a second that it handled
double
Saturate(uint32_t ports, double cells, double time)
{
    const auto node = CreateObject<Node>();
    AtmSwitchHelper().Install(node);
    AtmHelper atm;
    atm.SetChannelAttribute("DataRate", DataRateValue(DataRate("100Mbps")));
    const auto processor = CreateObject<SwitchProcessor>();
    processor->SetAttribute("CellTime", TimeValue(NanoSeconds(std::llround(1e9 / cells))));
    processor->Install(node->GetObject<AtmSwitch>());
    for (uint32_t i = 0; i < ports; ++i)
    {
        CellSourceHelper sources("ns3::hsn::CbrCellSource");
        sources.Set("Rate", StringValue("100Mbps"));
        const auto sink = atm.Install(CreateObject<Node>(), node).Get(0);
        sources.Install(atm, CreateObject<Node>(), node, sink);
    }
    Simulator::Stop(Seconds(time));
    Simulator::Run();
    const auto handled = static_cast<double>(processor->GetCounters().handled);
    Simulator::Destroy();
    return handled / time;
}
} // namespace

int
main(int argc, char* argv[])
{
    double time = 10;
    double cells = 200000;
    uint32_t ports = 2;
    ProgramOptions options(__FILE__, "A switch with media selector, and one that is saturated");
    options.Add("time", "Time simulated, s", time, Between(1, 1000));
    options.Add("cells", "Cells a second that the switch handles", cells, Between(1000, 1e7));
    options.Add("ports", "Ports at line rate", ports, Between(1, 4));
    options.Parse(argc, argv);
    const Branches all(false, time);
    const Branches some(true, time);
    int64_t most = 0;
    for (const auto& [number, delay] : all.delays)
    {
        const auto found = some.delays.find(number);
        const Time other = found == some.delays.end() ? Seconds(1000) : found->second;
        most = std::max(most, std::abs((other - delay).GetNanoSeconds()));
    }
    const auto list = [](const auto& values) {
        return std::vector<uint64_t>(values.begin(), values.end());
    };
    JsonObject out;
    out.Set("sent_cells", list(some.sent));
    out.Set("dwp_cells", list(some.cellsAt[0]));
    out.Set("little_cells", list(some.cellsAt[1]));
    out.Set("dwp_cells_unselected", list(all.cellsAt[0]));
    out.Set("little_packets", some.delays.size());
    out.Set("selector_delay_ns", most);
    out.Set("handled_cells_s", Saturate(ports, cells, 0.2));
    std::cout << out << std::endl;
    return 0;
}
