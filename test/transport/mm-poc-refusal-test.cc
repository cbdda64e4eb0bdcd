// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * A peer of MM-POC that has gone: its host says by ICMP that nobody uses the port.
 */
#include "../hsn-test.h"
#include "stop-wait-support.h"

#include "ns3/hsn-compat.h"
#include "ns3/uinteger.h"

#include <string>

namespace ns3
{
namespace hsn
{
namespace
{
/** @brief Several SDUs come to a client that has gone. */
class MmPocRefusalTest : public TestCase
{
  public:
    MmPocRefusalTest()
        : TestCase("ICMP errors for several SDUs end the connection, and not its listener")
    {
    }

  private:
    void DoRun() override
    {
        Refuse(false);
        Refuse(true);
    }

    /** @param v6 over IPv6 */
    void Refuse(bool v6)
    {
        const std::string factory = "ns3::hsn::MmPocSocketFactory";
        constexpr uint16_t port = 9;
        constexpr uint32_t size = 3500; // five SDUs
        TcpHosts hosts;
        const auto listener = hosts.Make(1, factory);
        listener->SetAttribute("Window", UintegerValue(10));
        listener->Bind(TcpHosts::Any(port, v6));
        StreamServer server(listener, size);
        server.prototype.closes = false;
        StreamEnd hasty;
        hasty.closes = false;
        StreamEnd second;
        second.closes = false;
        ScheduleCall(Seconds(3), [&] { // addresses of IPv6 are known
            hasty.Use(hosts.Make(0, factory), 0, 0, 0);
            hasty.socket->Connect(hosts.At(1, port, v6));
            hasty.socket->Close();
        });
        ScheduleCall(Seconds(10), [&] {
            NS_TEST_ASSERT_MSG_EQ(server.ends.size(), 1, "accepted");
            NS_TEST_EXPECT_MSG_EQ(server.ends[0]->sent, size, "all SDUs have left at once");
            NS_TEST_EXPECT_MSG_EQ(server.ends[0]->broken, 1, "the accepted socket is told once");
            second.Use(hosts.Make(0, factory), 0, 1001, 0);
            second.socket->Connect(hosts.At(1, port, v6));
        });
        Simulator::Stop(Seconds(20));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(hasty.received, 0, "the first client does not read");
        NS_TEST_EXPECT_MSG_EQ(second.connected, 1, "the listener goes on");
        NS_TEST_ASSERT_MSG_EQ(server.ends.size(), 2, "accepted");
        NS_TEST_EXPECT_MSG_EQ(second.received, size, "the second client reads");
        NS_TEST_EXPECT_MSG_EQ(server.ends[1]->broken, 0, "connected");
    }
};

HsnTestRegistration g_mmPocRefusalTests("mm-poc-refusal", {new MmPocRefusalTest});
} // namespace
} // namespace hsn
} // namespace ns3
