// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * A farm of FRM by itself: who answers a control message, when, and who has left. At 8 Mb/s an
 * octet takes 1 us; with 22 octets in front, CNTL (26 octets) takes 48 us, ECHO (46) 68 us, and
 * DATA (18) with 960 octets 1,000 us. An answer takes 1 ms of a receiver's processor, a packet of
 * data 1.5 ms (table 1 with x = 0.5 ms), and its user 1.5 ms more.
 */
#include "../hsn-test.h"

#include "ns3/boolean.h"
#include "ns3/double.h"
#include "ns3/frm-farm.h"
#include "ns3/frm-host.h"
#include "ns3/hsn-compat.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace ns3
{
namespace hsn
{
namespace
{
/** @brief A farm, and what comes of what is sent to it. */
struct FarmBench
{
    /** @param spread EchoSpread */
    explicit FarmBench(Time spread = Time(0))
    {
        farm->SetAttribute("Rate", DoubleValue(8e6));
        farm->SetAttribute("EchoSpread", TimeValue(spread));
        const auto host = CreateObject<FrmHost>();
        host->SetAttribute("UserTime", TimeValue(MicroSeconds(1500)));
        farm->SetUser(
            host,
            [this](uint32_t place, uint32_t seq, Time at) {
                delivered += std::to_string(place) + ":" + std::to_string(seq) + "@" +
                             std::to_string(at.GetMicroSeconds()) + " ";
            },
            [this](const FrmPdu& echo) {
                echoes.emplace_back(echo, Simulator::Now().GetMicroSeconds());
            });
    }

    ~FarmBench()
    {
        farm->Dispose();
        Simulator::Destroy();
    }

    /** @param ms delay @param reliable it is listed @param mode packets out of order */
    void Add(int64_t ms, bool reliable = true, FrmReceiveMode mode = FRM_GO_BACK_N) const
    {
        FrmFarm::Member member;
        member.settings.mode = mode;
        member.settings.reliable = reliable;
        member.delay = MilliSeconds(ms);
        farm->Add(member);
    }

    /** @param ms when @param type of the PDU @param number sync of CNTL, seq of DATA, receiver of
     * LEAVE */
    void Send(int64_t ms, FrmPduType type, uint32_t number) const
    {
        FrmPdu pdu;
        pdu.type = type;
        pdu.sync = pdu.seq = number;
        pdu.receiver = number;
        pdu.timestamp = 1000 + number;
        ScheduleCall(MilliSeconds(ms) - Simulator::Now(),
                     [this, pdu] { farm->Send(pdu, pdu.type == FRM_DATA ? 960 : 0); });
    }

    /** @brief Runs until nothing is left. @return echoes: receiver, sync, time of arrival in us */
    std::string Run()
    {
        Simulator::Run();
        std::string text;
        for (const auto& [echo, us] : echoes)
        {
            text += std::to_string(echo.receiver) + "/" + std::to_string(echo.sync) + "@" +
                    std::to_string(us) + " ";
        }
        return text;
    }

    Ptr<FrmFarm> farm{CreateObject<FrmFarm>()};     //!< under test
    std::string delivered;                          //!< place, number and time in us
    std::vector<std::pair<FrmPdu, int64_t>> echoes; //!< and when they arrived, us
};

/** @brief Echoes. */
class FrmFarmEchoTest : public TestCase
{
  public:
    FrmFarmEchoTest()
        : TestCase("A farm: echoes when processors have done what came before; spread; who leaves")
    {
    }

  private:
    void DoRun() override
    {
        RunTimes();
        RunSpread();
        RunLeaving();
        RunKept(true);
        RunKept(false);
    }

    /// Two control messages in a row, and one behind data; receiver 3 is not listed.
    void RunTimes()
    {
        FarmBench bench;
        bench.Add(10);
        bench.Add(20);
        bench.Add(10, false);
        bench.Send(0, FRM_CNTL, 1);
        bench.Send(0, FRM_CNTL, 2);
        bench.Send(100, FRM_DATA, 0);
        bench.Send(100, FRM_CNTL, 3);
        // 48 + 10,000 + 1,000 + 10,000 + 68; the second message waits for the first; at 100 ms the
        // data is there at 111,000 and done at 112,500, and the answer at 113,500
        NS_TEST_EXPECT_MSG_EQ(bench.Run(),
                              "1/1@21116 1/2@22116 2/1@41116 2/2@42116 1/3@123568 2/3@143568 ",
                              "receiver, number, us");
        NS_TEST_EXPECT_MSG_EQ(bench.delivered, "0:0@114000 1:0@124000 2:0@114000 ", "data");
        NS_TEST_ASSERT_MSG_EQ(bench.echoes.size(), 6, "three of each that is listed");
        for (const auto& [echo, us] : bench.echoes)
        {
            const bool isLast = echo.sync == 3;
            NS_TEST_EXPECT_MSG_EQ(echo.type, FRM_ECHO, us);
            NS_TEST_EXPECT_MSG_EQ(echo.timestamp, 1000 + echo.sync, "as in CNTL, " << us);
            NS_TEST_EXPECT_MSG_EQ(echo.rseq, (isLast ? 1 : 0), "the packet was taken, " << us);
            NS_TEST_EXPECT_MSG_EQ(echo.dseq, 0, "the user has it 0.5 ms later, " << us);
            NS_TEST_EXPECT_MSG_EQ(echo.alloc, 32, "the default buffer");
            NS_TEST_EXPECT_MSG_EQ(echo.kept.empty(), true, "not asked for");
        }
    }

    /// Up to 5 ms later, evenly: with 400 receivers, the mean has a standard deviation of
    /// 5 / sqrt(12 * 400) = 0.072 ms.
    void RunSpread()
    {
        FarmBench bench(MilliSeconds(5));
        for (uint32_t i = 0; i < 400; ++i)
        {
            bench.Add(10);
        }
        bench.farm->AssignStreams(1);
        bench.Send(0, FRM_CNTL, 1);
        bench.Run();
        NS_TEST_ASSERT_MSG_EQ(bench.echoes.size(), 400, "all answer");
        double sum = 0;
        for (const auto& [echo, us] : bench.echoes)
        {
            sum += static_cast<double>(us - 21116);
            NS_TEST_EXPECT_MSG_EQ((us >= 21116 && us <= 26116), true, us);
        }
        NS_TEST_EXPECT_MSG_EQ_TOL(sum / 400, 2500, 4 * 72, "us, mean");
    }

    /// Packet 0 is not sent: a receiver that keeps packets tells which ones behind it it has, where
    /// this was asked for; one that goes back n has nothing to tell.
    /// @param isSelective attribute Selective of the farm
    void RunKept(bool isSelective)
    {
        FarmBench bench;
        bench.farm->SetAttribute("Selective", BooleanValue(isSelective));
        bench.Add(10, true, FRM_BUFFER);
        bench.Add(10, true, FRM_GO_BACK_N);
        bench.Send(0, FRM_DATA, 2);
        bench.Send(50, FRM_CNTL, 1);
        bench.Run();
        NS_TEST_ASSERT_MSG_EQ(bench.echoes.size(), 2, "both answer");
        for (const auto& [echo, us] : bench.echoes)
        {
            const bool tells = isSelective && echo.receiver == 1;
            NS_TEST_EXPECT_MSG_EQ(echo.rseq, 0, "packet 0 is missing");
            NS_TEST_EXPECT_MSG_EQ(echo.selective, tells, "receiver " << echo.receiver);
            // the first bit is packet 1, the second one packet 2
            NS_TEST_EXPECT_MSG_EQ((echo.kept == std::vector<uint8_t>{0x40}), tells, "packet 2");
            NS_TEST_EXPECT_MSG_EQ(echo.kept.empty(), !tells, "receiver " << echo.receiver);
        }
    }

    /// Receiver 2 is out at 50 ms, and all are at 150 ms; nobody answers LEAVE.
    void RunLeaving()
    {
        FarmBench bench;
        bench.Add(10);
        bench.Add(10);
        bench.Send(0, FRM_DATA, 0);
        bench.Send(50, FRM_LEAVE, 2);
        bench.Send(100, FRM_DATA, 1);
        bench.Send(100, FRM_CNTL, 1);
        bench.Send(150, FRM_LEAVE, 0);
        bench.Send(200, FRM_DATA, 2);
        bench.Send(200, FRM_CNTL, 2);
        NS_TEST_EXPECT_MSG_EQ(bench.Run(), "1/1@123568 ", "receiver 1, before it left");
        NS_TEST_EXPECT_MSG_EQ(bench.delivered, "0:0@14000 1:0@14000 0:1@114000 ", "the same");
    }
};

HsnTestRegistration g_frmFarmTests("frm-farm", {new FrmFarmEchoTest});
} // namespace
} // namespace hsn
} // namespace ns3
