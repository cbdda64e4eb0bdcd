// SPDX-License-Identifier: GPL-2.0-only
#include "../hsn-test.h"

#include "ns3/bulk-send-helper.h"
#include "ns3/inet-socket-address.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-address-helper.h"
#include "ns3/ipv4-global-routing-helper.h"
#include "ns3/lean-link-helper.h"
#include "ns3/on-off-helper.h"
#include "ns3/packet-sink-helper.h"
#include "ns3/point-to-point-helper.h"
#include "ns3/string.h"
#include "ns3/traffic-control-helper.h"
#include "ns3/uinteger.h"

#include <fstream>
#include <iterator>
#include <string>
#include <unistd.h>
#include <vector>

namespace ns3
{
namespace hsn
{
namespace
{
/// Rate and delay of a link, as attributes.
struct LinkText
{
    const char* rate;  //!< of the line
    const char* delay; //!< of the link
};

// no two packets come together
const std::vector<LinkText> LINKS{{"10.007Mbps", "1.0013ms"},
                                  {"5.0031Mbps", "7.0217ms"},
                                  {"9.9713Mbps", "2.0071ms"}};
const char* const BUFFER = "20000B"; // of each link

/** @brief Four nodes in a row: TCP one way, UDP the other. */
class ChainRun
{
  public:
    /** @param isLean whether over lean links @param prefix of the names of captures */
    ChainRun(bool isLean, const std::string& prefix)
        : m_prefix(prefix)
    {
        nodes.Create(static_cast<uint32_t>(LINKS.size()) + 1);
        InternetStackHelper().Install(nodes);
        Ipv4AddressHelper addresses("10.0.0.0", "255.255.255.0");
        for (uint32_t i = 0; i < LINKS.size(); ++i)
        {
            const NodeContainer ends(nodes.Get(i), nodes.Get(i + 1));
            addresses.Assign(isLean ? AddLean(ends, LINKS[i]) : AddPointToPoint(ends, LINKS[i]));
            addresses.NewNetwork();
        }
        Ipv4GlobalRoutingHelper::PopulateRoutingTables();
        Start();
        Simulator::Stop(Seconds(5));
        Simulator::Run();
        Simulator::Destroy();
    }

    NodeContainer nodes;            //!< all
    std::vector<std::string> files; //!< captures

  private:
    /** @param ends two nodes @param link between them @return its devices */
    NetDeviceContainer AddPointToPoint(const NodeContainer& ends, const LinkText& link)
    {
        PointToPointHelper p2p;
        p2p.SetDeviceAttribute("DataRate", StringValue(link.rate));
        p2p.SetChannelAttribute("Delay", StringValue(link.delay));
        p2p.SetQueue("ns3::DropTailQueue", "MaxSize", StringValue("1p"));
        const auto devices = p2p.Install(ends);
        TrafficControlHelper fifo;
        fifo.SetRootQueueDisc("ns3::FifoQueueDisc", "MaxSize", StringValue(BUFFER));
        fifo.Install(devices);
        Capture(p2p, devices);
        return devices;
    }

    /** @param ends two nodes @param link between them @return its devices */
    NetDeviceContainer AddLean(const NodeContainer& ends, const LinkText& link)
    {
        LeanLinkHelper lean;
        lean.SetDeviceAttribute("DataRate", StringValue(link.rate));
        lean.SetDeviceAttribute("MaxSize", StringValue(BUFFER));
        lean.SetDeviceAttribute("Buffer", StringValue("QueueDisc"));
        lean.SetChannelAttribute("Delay", StringValue(link.delay));
        const auto devices = lean.Install(ends);
        Capture(lean, devices);
        return devices;
    }

    /** @param helper of the devices @param devices whose packets are captured */
    template <typename Helper>
    void Capture(Helper& helper, const NetDeviceContainer& devices)
    {
        for (uint32_t i = 0; i < devices.GetN(); ++i)
        {
            const std::string name = m_prefix + std::to_string(files.size());
            helper.EnablePcap(name + ".pcap", devices.Get(i), false, true);
            files.push_back(name + ".pcap");
        }
    }

    /** Starts the applications. */
    void Start()
    {
        const auto last = nodes.Get(nodes.GetN() - 1);
        const Address tcp = InetSocketAddress(Ipv4Address("10.0.2.2"), 80);
        BulkSendHelper bulk("ns3::TcpSocketFactory", tcp);
        bulk.SetAttribute("SendSize", UintegerValue(1000));
        bulk.Install(nodes.Get(0)).Start(MicroSeconds(1237));
        const Address any = InetSocketAddress(Ipv4Address::GetAny(), 80);
        PacketSinkHelper("ns3::TcpSocketFactory", any).Install(last);
        const Address udp = InetSocketAddress(Ipv4Address("10.0.0.1"), 80);
        OnOffHelper steady("ns3::UdpSocketFactory", udp);
        steady.SetConstantRate(DataRate("2.00017Mbps"), 700);
        steady.Install(last);
        PacketSinkHelper("ns3::UdpSocketFactory", any).Install(nodes.Get(0));
    }

    const std::string m_prefix; //!< of the names of captures
};

/** @param name of a file @return its octets */
std::string
ReadFile(const std::string& name)
{
    std::ifstream file(name, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

/** @brief Whole networks with ns-3's stack and applications. */
class CaptureTest : public TestCase
{
  public:
    CaptureTest()
        : TestCase("TCP with losses and UDP over three links: captures as over ns-3's devices")
    {
    }

  private:
    void DoRun() override
    {
        // processes that start in the same second share ns-3's temporary folder
        const std::string own = CreateTempDirFilename(std::to_string(getpid()));
        const ChainRun expected(false, own + "-p2p-");
        const ChainRun found(true, own + "-lean-");
        for (uint32_t i = 0; i < expected.files.size(); ++i)
        {
            Compare(ReadFile(found.files[i]), ReadFile(expected.files[i]));
        }
    }

    /** @param found capture @param expected the other one */
    void Compare(const std::string& found, const std::string& expected)
    {
        NS_TEST_EXPECT_MSG_GT(expected.size(), 100000, "there is traffic");
        NS_TEST_EXPECT_MSG_EQ((found == expected), true, "octet by octet");
    }
};

const HsnTestRegistration g_leanLinkHelperTests("lean-link-helper", {new CaptureTest});
} // namespace
} // namespace hsn
} // namespace ns3
