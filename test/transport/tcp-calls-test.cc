// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * What many calls of Send() at one time cost.
 */
#include "../hsn-test.h"
#include "tcp-interop-support.h"

#include "ns3/hsn-compat.h"

#include <cstdint>

namespace ns3
{
namespace hsn
{
namespace
{
/** @brief The same octets, in one call or in many. */
class TcpCallsTest : public TestCase
{
  public:
    TcpCallsTest()
        : TestCase("A thousand calls of Send() in one event are sent as one call is")
    {
    }

  private:
    /** @param calls in which 1,000 octets are sent at 2 s @param established whether the connection
     * is there by then @return events of the simulation */
    static uint64_t Run(uint32_t calls, bool established)
    {
        TcpHosts hosts;
        const auto listener = hosts.Make(1, HSN_TCP);
        listener->Bind(TcpHosts::Any(80));
        listener->Listen();
        const auto socket = hosts.Make(0, HSN_TCP);
        ScheduleCall(Seconds(established ? 1 : 2), [&] { socket->Connect(hosts.At(1, 80)); });
        ScheduleCall(Seconds(2), [&] {
            for (uint32_t i = 0; i < calls; ++i)
            {
                socket->Send(Create<Packet>(1000 / calls));
            }
        });
        Simulator::Stop(Seconds(3));
        Simulator::Run();
        return Simulator::GetEventCount();
    }

    void DoRun() override
    {
        for (const bool established : {false, true})
        {
            NS_TEST_EXPECT_MSG_EQ(Run(1000, established), Run(1, established), established);
        }
    }
};

const HsnTestRegistration g_tcpCallsTests("tcp-calls", {new TcpCallsTest});
} // namespace
} // namespace hsn
} // namespace ns3
