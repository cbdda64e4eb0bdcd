// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * A file transfer by generated functions: AduSource, a link, AduSink. The sending host needs time
 * for each octet; some ADUs are damaged after they were made.
 */
#include "ilp-codegen-cases.h"

#include "ns3/adu-sink.h"
#include "ns3/adu-source.h"
#include "ns3/core-module.h"
#include "ns3/host-cost.h"
#include "ns3/host-cpu.h"
#include "ns3/internet-module.h"
#include "ns3/json-object.h"
#include "ns3/network-module.h"
#include "ns3/point-to-point-module.h"
#include "ns3/program-options.h"

#include <iostream>
#include <string>
#include <vector>

using namespace ns3;
using namespace ns3::hsn;

namespace
{
/// Makes, damages and checks ADUs.
class Transferring
{
  public:
    uint64_t adus{100};  //!< to be sent
    uint32_t size{1024}; //!< octets of data in one
    double damage{0};    //!< share of ADUs with a wrong bit
    Ptr<HostCost> cost;  //!< of the sending host
    uint64_t damaged{0}; //!< ADUs
    uint64_t wrong{0};   //!< ADUs that were taken for good and are not
    Time last;           //!< when the last good ADU came
    Ptr<UniformRandomVariable> random{CreateObject<UniformRandomVariable>()}; //!< for damage

    Transferring()
    {
        m_sender.Init();
        m_receiver.Init();
        random->SetStream(1);
    }

    /// @param number of an ADU @return it, or null after the last
    Ptr<Packet> Make(uint64_t number)
    {
        if (number == adus)
        {
            return nullptr;
        }
        auto adu = MakeAdu(number % 10 == 9 ? Kind::STATUS : Kind::DATA, size);
        std::vector<uint8_t> octets(PaperCase::GetSize(adu));
        PaperCase::Results results;
        PaperCase::Send(m_sender, results, octets.data(), adu);
        if (random->GetValue() < damage)
        {
            const uint32_t bit =
                random->GetInteger(0, static_cast<uint32_t>(8 * octets.size() - 1));
            // the upper half of the trailer's word says nothing, but is compared as well
            octets[bit / 8] ^= 1 << bit % 8;
            damaged++;
        }
        return Create<Packet>(octets.data(), static_cast<uint32_t>(octets.size()));
    }

    /// @param octets of an ADU @return the time that the host needs for it
    Time Cost(uint32_t octets)
    {
        return cost->GetCost(HostOperation::APPLICATION, octets);
    }

    /// @param packet an ADU @return its verdict
    int Check(Ptr<const Packet> packet)
    {
        std::vector<uint8_t> octets(packet->GetSize());
        packet->CopyData(octets.data(), packet->GetSize());
        Transfer adu;
        const int level =
            PaperCase::Receive(m_receiver, octets.data(), octets.data() + octets.size(), adu);
        if (level == 0)
        {
            last = Simulator::Now();
            wrong += !(adu == MakeAdu(adu.kind, size));
        }
        return level;
    }

  private:
    PaperCase::State m_sender;   //!< variables
    PaperCase::State m_receiver; //!< variables
};
} // namespace

int
main(int argc, char* argv[])
{
    Transferring transfer;
    std::string protocol = "tcp";
    double nsPerOctet = 0;
    double share = 0;
    double loopGain = 1;
    DataRate rate(1000000000);

    ProgramOptions options(__FILE__, "Paper ilp-codegen: a transfer by generated functions");
    options.Add("protocol", "Transport", protocol, OneOf({"udp", "tcp"}));
    options.Add("adus", "ADUs to be sent", transfer.adus, Between(1, 10000000));
    options.Add("size", "Octets of data in an ADU", transfer.size, Between(0, 8192));
    options.Add("damage", "Share of ADUs with a wrong bit", transfer.damage, Between(0, 1));
    options.Add("nsPerOctet",
                "Time of the sending host for an octet, ns",
                nsPerOctet,
                Between(0, 1000000));
    options.Add("share", "Share of that time that is spent on manipulations", share, Between(0, 1));
    options.Add("loopGain",
                "How many times as fast manipulations are when integrated",
                loopGain,
                Above(0).AtMost(1000));
    options.Add("rate", "Rate of the link", rate);
    options.Parse(argc, argv);
    nsPerOctet *= 1 - share + share / loopGain;

    NodeContainer nodes;
    nodes.Create(2);
    PointToPointHelper link;
    link.SetDeviceAttribute("DataRate", DataRateValue(rate));
    link.SetChannelAttribute("Delay", TimeValue(MicroSeconds(100)));
    link.SetQueue("ns3::DropTailQueue", "MaxSize", StringValue("10000p"));
    const auto devices = link.Install(nodes);
    InternetStackHelper().Install(nodes);
    const auto addresses = Ipv4AddressHelper("10.0.0.0", "255.255.255.0").Assign(devices);

    const bool tcp = protocol == "tcp";
    const TypeId factory = tcp ? TcpSocketFactory::GetTypeId() : UdpSocketFactory::GetTypeId();
    const uint16_t port = 4000;
    auto source = CreateObject<AduSource>();
    source->SetAttribute("Protocol", TypeIdValue(factory));
    source->SetAttribute("Remote", AddressValue(InetSocketAddress(addresses.GetAddress(1), port)));
    source->SetMaker(MakeCallback(&Transferring::Make, &transfer));
    if (nsPerOctet > 0)
    {
        auto table = CreateObject<HostCostTable>();
        table->SetCost(HostOperation::APPLICATION, Time(0), Time(0), nsPerOctet);
        transfer.cost = table;
        auto cpu = CreateObject<HostCpu>();
        nodes.Get(0)->AggregateObject(cpu);
        auto task = cpu->CreateTask(HostLevel::THREAD);
        source->SetCost(MakeCallback(&Transferring::Cost, &transfer));
        source->SetWork([task](Time cost, AduSource::Done done) { task->Run(cost, done); });
    }
    auto sink = CreateObject<AduSink>();
    sink->SetAttribute("Protocol", TypeIdValue(factory));
    sink->SetAttribute("Local", AddressValue(InetSocketAddress(Ipv4Address::GetAny(), port)));
    sink->SetChecker(MakeCallback(&Transferring::Check, &transfer));
    nodes.Get(0)->AddApplication(source);
    nodes.Get(1)->AddApplication(sink);
    sink->SetStartTime(Seconds(0));
    source->SetStartTime(Seconds(1));
    Simulator::Run();

    uint64_t byChecksum = 0;
    uint64_t byDecoder = 0;
    for (const auto& [level, adus] : sink->GetErrors())
    {
        (level > 0 ? byChecksum : byDecoder) += adus;
    }
    JsonObject out;
    out.Set("adus_sent", source->GetSent());
    out.Set("adus_good", sink->GetReceived());
    out.Set("adus_damaged", transfer.damaged);
    out.Set("errors_by_checksum", byChecksum);
    out.Set("errors_by_decoder", byDecoder);
    out.Set("adus_wrong", transfer.wrong);
    out.Set("pending_bytes", sink->GetPendingBytes());
    out.Set("goodput_mbps",
            8e-6 * sink->GetReceivedBytes() / (transfer.last - Seconds(1)).GetSeconds());
    out.Set("complete", source->GetSent() == transfer.adus);
    Simulator::Destroy();
    std::cout << out << std::endl;
    return 0;
}
