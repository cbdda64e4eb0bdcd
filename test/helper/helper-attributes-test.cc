// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * Attributes that helpers hand to what they make.
 */
#include "../hsn-test.h"

#include "ns3/atm-helper.h"
#include "ns3/atm-net-device.h"
#include "ns3/atm-switch-helper.h"
#include "ns3/atm-switch-port.h"
#include "ns3/atm-vc.h"
#include "ns3/bandwidth-probe-helper.h"
#include "ns3/boston-helper.h"
#include "ns3/cdma-data-link-helper.h"
#include "ns3/fec-multicast-helper.h"
#include "ns3/fec-tunnel-helper.h"
#include "ns3/fec-tunnel.h"
#include "ns3/fec-udp-socket.h"
#include "ns3/flow-delay-helper.h"
#include "ns3/frm-helper.h"
#include "ns3/frm-host.h"
#include "ns3/host-cpu.h"
#include "ns3/host-helper.h"
#include "ns3/hsn-internet-helper.h"
#include "ns3/hybrid-arq-helper.h"
#include "ns3/inet-socket-address.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-address-helper.h"
#include "ns3/lean-link-helper.h"
#include "ns3/mets-helper.h"
#include "ns3/mets-host.h"
#include "ns3/network-driver.h"
#include "ns3/nif-net-device.h"
#include "ns3/pointer.h"
#include "ns3/probe-service.h"
#include "ns3/qos-monitor-helper.h"
#include "ns3/qos-monitor.h"
#include "ns3/qos-node-watch.h"
#include "ns3/rate-modulator.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/two-state-error-model.h"
#include "ns3/usage-parameter-control.h"

#include <string>

namespace ns3
{
namespace hsn
{
namespace
{
/**
 * @brief Sets attributes with each helper, installs, and reads them from what was made.
 *
 * The values are no defaults, and no two attributes of one helper have the same.
 */
class HelperAttributesTest : public TestCase
{
  public:
    HelperAttributesTest()
        : TestCase("What is set with a helper is what the objects have that it makes")
    {
    }

  private:
    /**
     * @param object made by a helper
     * @param name of an attribute
     * @param value that was set with the helper, as the attribute prints it
     */
    void Expect(Ptr<const Object> object, const std::string& name, const std::string& value)
    {
        NS_TEST_ASSERT_MSG_NE(object, nullptr, "what has " << name << " was made");
        StringValue read;
        object->GetAttribute(name, read);
        NS_TEST_EXPECT_MSG_EQ(read.Get(), value, name);
    }

    /// Devices, links, ends of connections, their queues, policing, buffers of switches.
    void CheckAtm()
    {
        AtmHelper atm;
        atm.SetDeviceAttribute("Mtu", StringValue("1501"));
        atm.SetChannelAttribute("Delay", StringValue("7ms"));
        atm.SetVcAttribute("MaxSdu", StringValue("1601"));
        atm.SetUpcAttribute("MaxSdu", StringValue("1701"));
        atm.SetQueue("ns3::DropTailQueue", "MaxSize", StringValue("23p"));
        AtmSwitchHelper switches;
        switches.SetQueueAttribute("MaxCells", StringValue("31"));
        switches.SetQueueAttribute(ATM_CBR, "MaxCells", StringValue("37"));
        NodeContainer nodes(3);
        switches.Install(nodes.Get(1));
        const auto first = atm.Install(nodes.Get(0), nodes.Get(1));
        const auto last = atm.Install(nodes.Get(1), nodes.Get(2));
        AtmPvcOptions options;
        options.forward = AtmTrafficContract::Cbr(MilliSeconds(1));
        const auto pvc = atm.ConnectPvc(first.Get(0), last.Get(1), options);
        Expect(first.Get(0), "Mtu", "1501");
        Expect(last.Get(0)->GetChannel(), "Delay", "+7e+06ns");
        Expect(pvc.a, "MaxSdu", "1601");
        Expect(pvc.leaves[0], "MaxSdu", "1601");
        Expect(pvc.a->GetQueue(), "MaxSize", "23p");
        Expect(pvc.forwardUpc, "MaxSdu", "1701");
        const auto port = DynamicCast<AtmSwitchPort>(last.Get(0));
        Expect(port->GetOutput()->GetQueue(ATM_UBR), "MaxCells", "31");
        Expect(port->GetOutput()->GetQueue(ATM_CBR), "MaxCells", "37");
        BostonHelper boston;
        boston.SetAalAttribute("InterleaveDepth", StringValue("3"));
        InternetStackHelper().Install(NodeContainer(nodes.Get(0), nodes.Get(2)));
        boston.Install(NodeContainer(nodes.Get(0), nodes.Get(2)));
        Expect(DynamicCast<AtmNetDevice>(first.Get(0))->GetAdaptation(), "InterleaveDepth", "3");
    }

    /// Links of other kinds, and what is on them.
    void CheckLinks()
    {
        LeanLinkHelper lean;
        lean.SetDeviceAttribute("MaxSize", StringValue("41p"));
        lean.SetChannelAttribute("Delay", StringValue("8ms"));
        NodeContainer nodes(2);
        const auto ends = lean.Install(nodes);
        Expect(ends.Get(1), "MaxSize", "41p");
        Expect(ends.Get(0)->GetChannel(), "Delay", "+8e+06ns");
        FlowDelayHelper delays;
        delays.SetTableAttribute("Tick", StringValue("9ms"));
        Expect(delays.Install(ends.Get(0)), "Tick", "+9e+06ns");
        CdmaDataLinkHelper cdma;
        cdma.SetChannelAttribute("Delay", StringValue("10ms"));
        cdma.SetModulatorAttribute("StopTime", StringValue("11s"));
        cdma.SetErrorAttribute("GoodLoss", StringValue("0.125"));
        const auto radio = cdma.Install(nodes.Get(0), nodes.Get(1));
        Expect(radio.Get(0)->GetChannel(), "Delay", "+1e+07ns");
        Expect(CdmaDataLinkHelper::GetModulator(radio), "StopTime", "+1.1e+10ns");
        Expect(CdmaDataLinkHelper::GetErrorModel(radio), "GoodLoss", "0.125");
    }

    /// Processors, adapters and drivers of hosts; METS.
    void CheckHosts()
    {
        HostHelper host;
        host.SetCpuAttribute("ContextSwitch", StringValue("12us"));
        host.SetDeviceAttribute("SendPriority", StringValue("13"));
        host.SetDriverAttribute("RingSize", StringValue("14"));
        NodeContainer nodes(4);
        const auto lean = LeanLinkHelper().Install(nodes.Get(0), nodes.Get(1));
        const auto device = host.Install(lean.Get(0));
        Expect(nodes.Get(0)->GetObject<HostCpu>(), "ContextSwitch", "+12000ns");
        Expect(device, "SendPriority", "13");
        Expect(device->GetDriver(), "RingSize", "14");
        const auto atm = AtmHelper().Install(nodes.Get(0), nodes.Get(1));
        Expect(host.Install(atm.Get(0))->GetDriver(), "RingSize", "14");
        host.SetDriver("ns3::hsn::EthernetDriver");
        host.SetDriverAttribute("RingSize", StringValue("15"));
        Expect(host.Install(lean.Get(1))->GetDriver(), "RingSize", "15");
        HostHelper early; // attributes first, types later
        early.SetDriverAttribute("RingSize", StringValue("18"));
        early.SetDriver("ns3::hsn::EthernetDriver");
        const auto links = LeanLinkHelper().Install(nodes.Get(0), nodes.Get(1));
        Expect(early.Install(links.Get(0))->GetDriver(), "RingSize", "18");
        early.SetClientAttribute("PoolSize", StringValue("9"));
        early.SetClient("ns3::hsn::PollingClient");
        const auto text = HsnAbortText([&] { early.Install(links.Get(1)); });
        NS_TEST_EXPECT_MSG_NE(text.find("at most PoolSize, 9"), std::string::npos, text);
        InternetStackHelper().Install(NodeContainer(nodes.Get(2), nodes.Get(3)));
        MetsHelper mets;
        mets.SetHostAttribute("PacketTime", StringValue("16us"));
        mets.SetNicAttribute("RxPacketTime", StringValue("17us"));
        const auto nics = mets.Install(nodes.Get(2), nodes.Get(3));
        Expect(nodes.Get(2)->GetObject<MetsHost>(), "PacketTime", "+16000ns");
        Expect(nics.Get(1), "RxPacketTime", "+17000ns");
    }

    /// Senders to groups, tunnels, probes, monitors.
    void CheckApplications()
    {
        NodeContainer nodes(2);
        const auto ends = LeanLinkHelper().Install(nodes);
        InternetStackHelper().Install(nodes);
        HsnInternetHelper().Install(nodes);
        Ipv4AddressHelper("10.0.0.0", "255.255.255.0").Assign(ends);
        FecMulticastHelper fec;
        fec.SetAttribute("PacketSize", StringValue("501"));
        Expect(fec.Install(ends.Get(0), ends.Get(1)).Get(0), "PacketSize", "501");
        const Address group = InetSocketAddress(Ipv4Address("225.1.2.3"), 9);
        Expect(fec.Install(nodes.Get(0), nodes.Get(1), group).Get(0), "PacketSize", "501");
        HybridArqHelper arq;
        arq.SetAttribute("PacketSize", StringValue("502"));
        Expect(arq.Install(ends.Get(0), ends.Get(1)).Get(0), "PacketSize", "502");
        FecTunnelHelper tunnels;
        tunnels.SetAttribute("Mtu", StringValue("1401"));
        tunnels.SetSocketAttribute("N", StringValue("5"));
        const auto tunnel = tunnels.Install(nodes.Get(0),
                                            Ipv4Address("10.0.0.1"),
                                            nodes.Get(1),
                                            Ipv4Address("10.0.0.2"));
        Expect(tunnel.Get(1)->GetObject<FecTunnel>(), "Mtu", "1401");
        Expect(tunnel.Get(1)->GetObject<FecTunnel>()->GetSocket(), "N", "5");
        FrmHelper frm(InetSocketAddress(Ipv4Address("225.1.2.4"), 9));
        frm.SetHostAttribute("UserTime", StringValue("18us"));
        frm.Install(nodes.Get(0), nodes.Get(1));
        Expect(nodes.Get(1)->GetObject<FrmHost>(), "UserTime", "+18000ns");
        BandwidthProbeHelper probes(InetSocketAddress(Ipv4Address("10.0.0.2"), 7));
        probes.SetClientAttribute("Interval", StringValue("19ms"));
        probes.SetReceiverAttribute("LossMode", StringValue("Skip"));
        probes.SetEstimatorAttribute("N", StringValue("21"));
        probes.SetServiceAttribute("Interval", StringValue("22ms"));
        const auto probe = probes.Install(nodes.Get(0), nodes.Get(1));
        Expect(probe.Get(0), "Interval", "+1.9e+07ns");
        Expect(probe.Get(1), "LossMode", "Skip");
        PointerValue estimator;
        probe.Get(1)->GetAttribute("Estimator", estimator);
        Expect(estimator.GetObject(), "N", "21");
        Expect(probes.CreateService(probe), "Interval", "+2.2e+07ns");
        QosMonitorHelper monitors;
        monitors.SetMonitorAttribute("HoldTime", StringValue("24ms"));
        monitors.SetWatchAttribute("Idle", StringValue("25s"));
        monitors.SetMibAttribute("Bandwidth", StringValue("26bps"));
        monitors.SetAgentAttribute("Community", StringValue("others"));
        const auto mib = monitors.Install(nodes.Get(0));
        Expect(mib->GetMonitor(), "HoldTime", "+2.4e+07ns");
        Expect(nodes.Get(0)->GetObject<QosNodeWatch>(), "Idle", "+2.5e+10ns");
        Expect(mib, "Bandwidth", "26bps");
        Expect(monitors.InstallAgent(nodes.Get(0)).Get(0), "Community", "others");
    }

    void DoRun() override
    {
        CheckAtm();
        CheckLinks();
        CheckHosts();
        CheckApplications();
        Simulator::Destroy();
    }
};

HsnTestRegistration g_helperAttributesTests("helper-attributes", {new HelperAttributesTest});
} // namespace
} // namespace hsn
} // namespace ns3
