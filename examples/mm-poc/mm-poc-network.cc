// SPDX-License-Identifier: GPL-2.0-only
#include "mm-poc-network.h"

#include "ns3/boolean.h"
#include "ns3/double.h"
#include "ns3/drop-tail-queue.h"
#include "ns3/hsn-compat.h"
#include "ns3/hsn-internet-helper.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-address-generator.h"
#include "ns3/ipv4-address-helper.h"
#include "ns3/jitter-point-to-point-channel.h"
#include "ns3/point-to-point-net-device.h"
#include "ns3/pointer.h"
#include "ns3/random-variable-stream.h"
#include "ns3/simulator.h"
#include "ns3/string.h"

using namespace ns3;
using namespace ns3::hsn;

void
MmPocPath::AddTo(ProgramOptions& options)
{
    options.Add("delayMs", "One-way delay, ms", delayMs, AtLeast(0).AtMost(10000));
    options.Add("jitterMs", "Width of the uniform jitter, ms", jitterMs, AtLeast(0).AtMost(10000));
    options.Add("loss", "Share of PDUs that are lost", loss, AtLeast(0).Below(1));
    options.Add("lossOnControl", "PDUs to the sender are lost, too", lossOnControl);
    options.Add("rate", "Rate of the devices", rate);
}

NodeContainer
MmPocPath::Build(Time from) const
{
    Ipv4AddressGenerator::Reset();
    NodeContainer nodes;
    nodes.Create(2);
    const auto channel = CreateObject<JitterPointToPointChannel>();
    channel->SetAttribute("Delay", TimeValue(Seconds(delayMs / 1e3)));
    for (const char* name : {"Jitter", "ReverseJitter"})
    {
        const auto jitter = CreateObject<UniformRandomVariable>();
        jitter->SetAttribute("Max", DoubleValue(jitterMs / 1e3));
        channel->SetAttribute(name, PointerValue(jitter));
    }
    channel->AssignStreams(10);
    NetDeviceContainer devices;
    for (uint32_t i = 0; i < 2; ++i)
    {
        const auto device = CreateObject<PointToPointNetDevice>();
        device->SetAddress(Mac48Address::Allocate());
        device->SetDataRate(rate);
        const auto queue = CreateObject<DropTailQueue<Packet>>();
        queue->SetAttribute("MaxSize", StringValue("10000p"));
        device->SetQueue(queue);
        nodes.Get(i)->AddDevice(device);
        device->Attach(channel);
        devices.Add(device);
        if (loss > 0 && (i == 1 || lossOnControl))
        {
            const auto model = CreateObject<RateErrorModel>();
            model->SetUnit(RateErrorModel::ERROR_UNIT_PACKET);
            model->SetRate(loss);
            model->AssignStreams(20 + i);
            ScheduleCall(from, [device, model] { device->SetReceiveErrorModel(model); });
        }
    }
    InternetStackHelper().Install(nodes);
    HsnInternetHelper().Install(nodes);
    Ipv4AddressHelper("10.0.0.0", "255.255.255.0").Assign(devices);
    return nodes;
}
