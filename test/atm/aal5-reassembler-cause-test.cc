// SPDX-License-Identifier: GPL-2.0-only
#include "../hsn-test.h"
#include "aal5-reassembler-test-support.h"

#include "ns3/aal5-reassembler.h"
#include "ns3/hsn-compat.h"
#include "ns3/nstime.h"
#include "ns3/packet.h"
#include "ns3/simulator.h"
#include "ns3/test.h"

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>

namespace ns3
{
namespace hsn
{
namespace
{
/// Every cause but the timeout.
class ReassemblerCauseTest : public TestCase
{
  public:
    ReassemblerCauseTest()
        : TestCase("reassembler: every cause of failure")
    {
    }

  private:
    void DoRun() override
    {
        Damage();
        Trailer();
        Length();
        Oversize();
        NS_TEST_EXPECT_MSG_EQ(Aal5Reassembler::Check(1, Time(0)), "", "lower limit");
        NS_TEST_EXPECT_MSG_EQ(Aal5Reassembler::Check(65535, Seconds(1)), "", "upper limit");
        Rejected(0, Time(0), "of 0 bytes");
        Rejected(65536, Time(0), "of 65536 bytes");
        Rejected(9180, Time(-2), "of -2 ns");
        for (const auto& [first, count] :
             {std::pair<uint32_t, uint32_t>{0, 0}, {5, 1}, {0, 6}, {4, 2}, {0xffffffff, 1}})
        {
            CellBurst b;
            b.pdu = MakeFilledPdu(200);
            b.first = first;
            b.count = count;
            const std::string text = HsnAbortText([&b] { Aal5Reassembler().Receive(b); });
            NS_TEST_EXPECT_MSG_EQ((text.find("inside its PDU") != std::string::npos), true, text);
        }
    }

    void Rejected(uint32_t maxSdu, Time timeout, const std::string& what)
    {
        const std::string text = Aal5Reassembler::Check(maxSdu, timeout);
        NS_TEST_EXPECT_MSG_EQ((text.find(what) != std::string::npos), true, text);
        const std::string abort = HsnAbortText([maxSdu, timeout] {
            Aal5Reassembler r;
            r.SetTimeout(timeout);
            r.SetMaxSdu(maxSdu);
        });
        NS_TEST_EXPECT_MSG_EQ((abort.find(text) != std::string::npos), true, abort);
    }

    void Damage()
    {
        Recorder r;
        CellBurst b;
        b.pdu = MakeFilledPdu(200);
        b.count = 5;
        b.damage = Create<CellDamage>();
        b.damage->flips = {{3, 100}};
        r.reassembler.Receive(b);
        NS_TEST_EXPECT_MSG_EQ(r.outcomes.back().cause, Aal5Error::CRC, "one bit");
        Bytes expected = b.pdu->GetBytes();
        expected[3 * 48 + 12] ^= 0x08;
        NS_TEST_EXPECT_MSG_EQ((r.outcomes.back().bytes == expected), true, "that bit");
        NS_TEST_EXPECT_MSG_EQ(r.sentPdu, false, "not as sent");
        // Inverted twice is right again: the bytes say so.
        b.damage = Create<CellDamage>();
        b.damage->flips = {{0, 0}, {4, 383}, {0, 0}, {4, 383}};
        r.reassembler.Receive(b);
        NS_TEST_EXPECT_MSG_EQ(r.outcomes.back().cause, Aal5Error::NONE, "two errors cancel");
        Bytes sdu(b.pdu->GetBytes().begin(), b.pdu->GetBytes().begin() + 200);
        NS_TEST_EXPECT_MSG_EQ((r.outcomes.back().bytes == sdu), true, "the SDU");
        // Damage of cells that are not in the burst, or no payload bit, is none.
        b.count = 4;
        b.damage = Create<CellDamage>();
        b.damage->flips = {{4, 0}, {1, 384}};
        r.reassembler.Receive(b);
        b.damage = nullptr;
        b.first = 4;
        b.count = 1;
        r.reassembler.Receive(b);
        NS_TEST_EXPECT_MSG_EQ(r.outcomes.back().cause, Aal5Error::NONE, "not damaged");
        NS_TEST_EXPECT_MSG_EQ(r.sentPdu, true, "as sent");
        // Nor is it for a clean burst after a damaged one.
        b.damage = Create<CellDamage>();
        b.damage->flips = {{1, 7}, {3, 0}};
        b.first = 0;
        b.count = 2;
        r.reassembler.Receive(b);
        b.damage = nullptr;
        b.first = 2;
        b.count = 3;
        r.reassembler.Receive(b);
        expected = b.pdu->GetBytes();
        expected[48] ^= 0x01;
        NS_TEST_EXPECT_MSG_EQ((r.outcomes.back().bytes == expected), true, "cell 1 only");
        NS_TEST_EXPECT_MSG_EQ(r.Balances(), true, "balance");
    }

    void Trailer()
    {
        Recorder r;
        r.Send(Create<AtmPdu>(Create<Packet>(0)));
        r.Send(Create<AtmPdu>(Create<Packet>(100), 0, 1));
        r.Send(MakeFilledPdu(100));
        NS_TEST_EXPECT_MSG_EQ(r.Causes(), "ABORT CPI NONE", "trailer");
        NS_TEST_EXPECT_MSG_EQ(r.Balances(), true, "balance");
    }

    /// A cell in front of a PDU that the CRC cannot see: only Length tells.
    void Length()
    {
        // The register has to be all ones again after the 48 octets of the first cell: go back
        // 32 steps from there and choose the last four octets accordingly.
        Bytes sdu(60, 0x5a);
        uint32_t r = 0xffffffff;
        for (int i = 0; i < 32; i++)
        {
            r = r & 1 ? ((r ^ 0x04c11db7) >> 1) | 0x80000000 : r >> 1;
        }
        r ^= CrcRegister(sdu.data(), 44);
        for (int i = 0; i < 4; i++)
        {
            sdu[44 + i] = static_cast<uint8_t>(r >> (24 - 8 * i));
        }
        NS_TEST_EXPECT_MSG_EQ(CrcRegister(sdu.data(), 48), 0xffffffff, "invisible cell");
        Recorder rec;
        rec.Send(Create<AtmPdu>(Create<Packet>(sdu.data(), 60)), 0, 1);
        rec.Send(MakeFilledPdu(500));
        rec.Send(MakeFilledPdu(500));
        NS_TEST_EXPECT_MSG_EQ(rec.Causes(), "LENGTH NONE", "inserted cell");
        NS_TEST_EXPECT_MSG_EQ(rec.Balances(), true, "balance");
    }

    void Oversize()
    {
        for (const uint32_t step : {1, 2, 3, 5, 64})
        {
            Recorder r;
            r.reassembler.SetMaxSdu(100);             // three cells
            Ptr<AtmPdu> longPdu = MakeFilledPdu(470); // ten cells
            const auto send = [&r, step](Ptr<AtmPdu> pdu, uint32_t n) {
                for (uint32_t at = 0; at < n; at += step)
                {
                    CellBurst b;
                    b.pdu = pdu;
                    b.first = at;
                    b.count = std::min(step, n - at);
                    r.reassembler.Receive(b);
                }
            };
            send(longPdu, 10);
            NS_TEST_EXPECT_MSG_EQ(r.Causes(), "OVERSIZE", "once");
            NS_TEST_EXPECT_MSG_EQ(r.outcomes[0].cells, 4, "up to the fourth cell");
            NS_TEST_EXPECT_MSG_EQ(r.outcomes[0].lastPti, 0, "which was not the last one");
            NS_TEST_EXPECT_MSG_EQ(r.reassembler.GetCounters().failedCells, 10, "all of them");
            send(MakeFilledPdu(100), 3);
            NS_TEST_EXPECT_MSG_EQ(r.Causes(), "OVERSIZE NONE", "the next one is good");
            send(MakeFilledPdu(101), 3);
            send(MakeFilledPdu(136), 3);
            NS_TEST_EXPECT_MSG_EQ(r.Causes(), "OVERSIZE NONE OVERSIZE OVERSIZE", "by Length");
            send(MakeFilledPdu(137), 4);
            NS_TEST_EXPECT_MSG_EQ(r.outcomes.back().lastPti, 1, "the last cell was too much");
            NS_TEST_EXPECT_MSG_EQ(r.reassembler.IsDiscarding(), false, "nothing to discard");
            send(MakeFilledPdu(100), 3);
            NS_TEST_EXPECT_MSG_EQ(r.outcomes.back().cause, Aal5Error::NONE, "good");
            // Without last cell nothing is reported yet, and the next PDU goes with it, uncounted.
            const size_t before = r.outcomes.size();
            const uint64_t failed = r.reassembler.GetCounters().failedCells;
            send(longPdu, 9);
            NS_TEST_EXPECT_MSG_EQ(r.reassembler.IsDiscarding(), true, "discarding");
            NS_TEST_EXPECT_MSG_EQ(r.outcomes.size(), before, "not reported yet");
            NS_TEST_EXPECT_MSG_EQ(r.reassembler.GetPendingCells(), 4, "kept");
            NS_TEST_EXPECT_MSG_EQ(r.reassembler.GetCounters().failedCells,
                                  failed + 5,
                                  "the others have failed");
            NS_TEST_EXPECT_MSG_EQ(r.Balances(), true, "balance");
            send(MakeFilledPdu(100), 3);
            NS_TEST_EXPECT_MSG_EQ(r.outcomes.size(), before + 1, "one error, no SDU");
            NS_TEST_EXPECT_MSG_EQ(r.outcomes.back().cause, Aal5Error::OVERSIZE, "at the end");
            NS_TEST_EXPECT_MSG_EQ(r.outcomes.back().cells, 4, "only those kept");
            NS_TEST_EXPECT_MSG_EQ(r.reassembler.GetPendingCells(), 0, "nothing left");
            NS_TEST_EXPECT_MSG_EQ(r.reassembler.GetCounters().failedCells, failed + 12, "all");
            send(MakeFilledPdu(100), 3);
            NS_TEST_EXPECT_MSG_EQ(r.outcomes.back().cause, Aal5Error::NONE, "good again");
            NS_TEST_EXPECT_MSG_EQ(r.Balances(), true, "balance");
            NS_TEST_EXPECT_MSG_EQ(r.reassembler.GetCounters().GetErrors(Aal5Error::OVERSIZE),
                                  5,
                                  "counted");
        }
        // 65,535 octets at the start: two PDUs without last cell between exceed 1366 cells.
        Recorder r;
        r.Send(MakeFilledPdu(65535), 0, 1365);
        r.Send(MakeFilledPdu(100));
        NS_TEST_EXPECT_MSG_EQ(r.Causes(), "OVERSIZE", "1368 cells");
        NS_TEST_EXPECT_MSG_EQ(r.outcomes[0].cells, 1367, "up to the first one too many");
        NS_TEST_EXPECT_MSG_EQ(r.Balances(), true, "balance");
    }
};

/// The reassembly timer.
class ReassemblerTimeoutTest : public TestCase
{
  public:
    ReassemblerTimeoutTest()
        : TestCase("reassembler: reassembly timer")
    {
    }

  private:
    void At(Recorder& r, int64_t us, Ptr<AtmPdu> pdu, uint32_t first, uint32_t count)
    {
        ScheduleCall(MicroSeconds(us), [&r, pdu, first, count] { r.Send(pdu, first, count); });
    }

    void DoRun() override
    {
        Ptr<AtmPdu> pdu = MakeFilledPdu(200); // five cells
        {
            // From the first cell on, whether or not others follow.
            Recorder r;
            r.reassembler.SetTimeout(MicroSeconds(100));
            At(r, 10, pdu, 0, 1);
            At(r, 60, pdu, 1, 3);
            At(r, 200, pdu, 0, 5);
            Simulator::Run();
            NS_TEST_EXPECT_MSG_EQ(r.Causes(), "TIMEOUT NONE", "residue is gone");
            NS_TEST_EXPECT_MSG_EQ(r.outcomes[0].at, MicroSeconds(110), "time of expiry");
            NS_TEST_EXPECT_MSG_EQ(r.outcomes[0].cells, 4, "cells");
            NS_TEST_EXPECT_MSG_EQ(r.outcomes[0].lastPti, 0, "no last cell");
            NS_TEST_EXPECT_MSG_EQ(r.Balances(), true, "balance");
            Simulator::Destroy();
        }
        {
            // Just in time, and too late at the very time of expiry, whichever event comes first.
            Recorder r;
            r.reassembler.SetTimeout(MicroSeconds(100));
            At(r, 0, pdu, 0, 4);
            ScheduleCall(MicroSeconds(100) - Time(1), [&r, pdu] { r.Send(pdu, 4, 1); });
            At(r, 1000, pdu, 0, 4);
            At(r, 1100, pdu, 4, 1);
            Simulator::Run();
            NS_TEST_EXPECT_MSG_EQ(r.Causes(), "NONE TIMEOUT CRC", "ties lose");
            NS_TEST_EXPECT_MSG_EQ(r.outcomes[1].cells, 4, "without the late cell");
            NS_TEST_EXPECT_MSG_EQ(r.outcomes[2].cells, 1, "which starts a PDU");
            NS_TEST_EXPECT_MSG_EQ(r.Balances(), true, "balance");
            Simulator::Destroy();
        }
        {
            // The timer of one PDU does not hit the next one.
            Recorder r;
            r.reassembler.SetTimeout(MicroSeconds(100));
            for (int i = 0; i < 20; i++)
            {
                At(r, 70 * i, pdu, 0, 4);
                At(r, 70 * i + 60, pdu, 4, 1);
            }
            Simulator::Run();
            NS_TEST_EXPECT_MSG_EQ(r.sdus.size(), 20, "all delivered");
            Simulator::Destroy();
        }
        {
            // Off: the rest waits for ever. Set while it waits: for PDUs to come only.
            Recorder r;
            At(r, 0, pdu, 0, 4);
            ScheduleCall(MicroSeconds(5), [&r] { r.reassembler.SetTimeout(MicroSeconds(10)); });
            At(r, 1000000, pdu, 4, 1);
            At(r, 1000001, pdu, 0, 4);
            ScheduleCall(MicroSeconds(1000002), [&r] { r.reassembler.SetTimeout(Time(0)); });
            At(r, 1000100, pdu, 0, 4);
            At(r, 1000200, pdu, 4, 1);
            Simulator::Run();
            NS_TEST_EXPECT_MSG_EQ(r.Causes(), "NONE TIMEOUT NONE", "on and off");
            NS_TEST_EXPECT_MSG_EQ(r.outcomes[1].at, MicroSeconds(1000011), "time of expiry");
            Simulator::Destroy();
        }
        {
            // A shorter time holds although the timer still runs for the longer one.
            Recorder r;
            r.reassembler.SetTimeout(MicroSeconds(100));
            At(r, 0, pdu, 0, 5);
            ScheduleCall(MicroSeconds(1), [&r] { r.reassembler.SetTimeout(MicroSeconds(10)); });
            At(r, 2, pdu, 0, 4);
            Simulator::Run();
            NS_TEST_EXPECT_MSG_EQ(r.Causes(), "NONE TIMEOUT", "shorter");
            NS_TEST_EXPECT_MSG_EQ(r.outcomes[1].at, MicroSeconds(12), "time of expiry");
            Simulator::Destroy();
        }
        {
            // An over-long PDU fails when it ends: at its last cell, or when the time is over.
            Recorder r;
            r.reassembler.SetTimeout(MicroSeconds(100));
            r.reassembler.SetMaxSdu(100);
            Ptr<AtmPdu> longPdu = MakeFilledPdu(470); // ten cells
            At(r, 0, longPdu, 0, 4);
            At(r, 50, longPdu, 4, 4);
            At(r, 200, MakeFilledPdu(100), 0, 3);
            At(r, 300, longPdu, 0, 4);
            At(r, 350, longPdu, 4, 6);
            At(r, 500, longPdu, 0, 4);
            At(r, 600, longPdu, 9, 1);
            At(r, 700, MakeFilledPdu(100), 0, 3);
            Simulator::Run();
            NS_TEST_EXPECT_MSG_EQ(r.Causes(), "OVERSIZE NONE OVERSIZE OVERSIZE CRC NONE", "once");
            NS_TEST_EXPECT_MSG_EQ(r.outcomes[0].at, MicroSeconds(100), "by the timer");
            NS_TEST_EXPECT_MSG_EQ(r.outcomes[0].cells, 4, "those kept");
            NS_TEST_EXPECT_MSG_EQ(r.outcomes[2].at, MicroSeconds(350), "by the last cell");
            NS_TEST_EXPECT_MSG_EQ(r.outcomes[3].at, MicroSeconds(600), "by the timer, in a tie");
            NS_TEST_EXPECT_MSG_EQ(r.outcomes[4].cells, 1, "the last cell came too late");
            NS_TEST_EXPECT_MSG_EQ(r.reassembler.GetCounters().failedCells, 8 + 10 + 4 + 1, "cells");
            NS_TEST_EXPECT_MSG_EQ(r.Balances(), true, "balance");
            Simulator::Destroy();
        }
        {
            // A reassembler may go while its timer runs, or after the simulator.
            auto* r = new Recorder;
            r->reassembler.SetTimeout(MicroSeconds(100));
            r->Send(pdu, 0, 2);
            delete r;
            Simulator::Run();
            Recorder late;
            late.reassembler.SetTimeout(MicroSeconds(100));
            late.Send(pdu, 0, 2);
            Simulator::Destroy();
        }
    }
};

HsnTestRegistration g_aal5ReassemblerCauseTests("aal5-reassembler",
                                                {new ReassemblerCauseTest,
                                                 new ReassemblerTimeoutTest});
} // namespace
} // namespace hsn
} // namespace ns3
