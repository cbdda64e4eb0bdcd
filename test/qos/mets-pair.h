// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * The two hosts of METS' tests.
 */
#ifndef METS_PAIR_H
#define METS_PAIR_H

#include "ns3/atm-helper.h"
#include "ns3/data-rate.h"
#include "ns3/host-cpu.h"
#include "ns3/hsn-compat.h"
#include "ns3/mets-host.h"
#include "ns3/mets-nic.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <array>
#include <cstdint>
#include <utility>
#include <vector>

namespace ns3
{
namespace hsn
{
/// Two hosts and a link of 100 Mb/s without delay.
struct Pair
{
    Pair()
    {
        atm.SetDeviceType(MetsNic::GetTypeId());
        atm.SetChannelAttribute("DataRate", DataRateValue(DataRate("100Mbps")));
        atm.SetChannelAttribute("Delay", TimeValue(Seconds(0)));
        atm.SetVcAttribute("Encapsulation", StringValue("VcMux"));
        atm.SetVcAttribute("Protocol", UintegerValue(MetsHost::PROTOCOL));
        const auto ends = atm.Install(CreateObject<Node>(), CreateObject<Node>());
        for (uint32_t i = 0; i < 2; ++i)
        {
            nics[i] = DynamicCast<MetsNic>(ends.Get(i));
            const auto cpu = CreateObject<HostCpu>();
            nics[i]->SetCpu(cpu);
            nics[i]->GetNode()->AggregateObject(cpu);
            hosts[i] = CreateObject<MetsHost>();
            hosts[i]->SetNic(nics[i]);
            nics[i]->GetNode()->AggregateObject(hosts[i]);
        }
    }

    ~Pair()
    {
        Simulator::Destroy();
    }

    /// @param flow number @return its ends
    std::pair<Ptr<MetsSender>, Ptr<MetsReceiver>> Connect(uint16_t flow)
    {
        const auto pvc = atm.ConnectPvc(nics[0], nics[1]);
        const auto receiver = hosts[1]->CreateReceiver(flow);
        receiver->TraceConnectWithoutContext(
            "Rx",
            Sink<const MetsHeader&, Time, Time, bool>::Make(
                [this](const MetsHeader& header, Time delay, Time, bool) {
                    delays.push_back(delay.GetNanoSeconds());
                    headers.push_back(header);
                    times.push_back(Simulator::Now().GetNanoSeconds());
                }));
        return {hosts[0]->CreateSender(flow, pvc.a), receiver};
    }

    AtmHelper atm;                      //!< link
    std::array<Ptr<MetsNic>, 2> nics;   //!< adapters
    std::array<Ptr<MetsHost>, 2> hosts; //!< METS
    std::vector<int64_t> delays;        //!< of packets, ns
    std::vector<int64_t> times;         //!< of their arrival, ns
    std::vector<MetsHeader> headers;    //!< of packets
};
} // namespace hsn
} // namespace ns3

#endif // METS_PAIR_H
