// SPDX-License-Identifier: GPL-2.0-only
#include "../hsn-test.h"

#include "ns3/double.h"
#include "ns3/hsn-compat.h"
#include "ns3/node.h"
#include "ns3/rtt-estimator.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/tcp-clock.h"
#include "ns3/tcp-congestion-ops.h"
#include "ns3/tcp-loss-recovery.h"
#include "ns3/tcp-negotiated-options.h"
#include "ns3/tcp-option-rfc793.h"
#include "ns3/tcp-option-sack.h"
#include "ns3/tcp-option-winscale.h"
#include "ns3/tcp-option.h"
#include "ns3/tcp-recovery-ops.h"
#include "ns3/tcp-retransmit-timer.h"

#include <optional>
#include <utility>
#include <vector>

namespace ns3
{
namespace hsn
{
namespace
{
/** @brief An acknowledgement that says more than TCP's header. */
struct Note : public TcpAckNote
{
    /** @param duplicate counts as one @param loss indicates one */
    Note(bool duplicate, bool loss)
        : m_duplicate(duplicate),
          m_loss(loss)
    {
    }

    bool CountsAsDuplicate() const override
    {
        return m_duplicate;
    }

    bool IndicatesLoss(StreamOffset) const override
    {
        return m_loss;
    }

    const bool m_duplicate; //!< see constructor
    const bool m_loss;      //!< see constructor
};

/// Bytes of a segment.
constexpr uint32_t SMSS = 1000;

/** @brief A sender with a window of ten segments, all sent, in congestion avoidance. */
class Sender : private TcpLossRecoveryUser
{
  public:
    /** @param s settings */
    explicit Sender(const TcpLossRecovery::Settings& s)
        : settings(s),
          recovery(settings, tcb, *this)
    {
        tcb->m_segmentSize = SMSS;
        tcb->m_cWnd = 10 * SMSS;
        tcb->m_ssThresh = 10 * SMSS;
        recovery.SetParts(CreateObject<TcpNewReno>(), CreateObject<TcpClassicRecovery>(), nullptr);
        recovery.SetPeerWindow(100 * SMSS);
        recovery.Start(true);
        recovery.Open(settings.mode == TcpLossRecovery::SACK);
        Send(10);
    }

    /** @param n new segments to be sent, whatever the window @return how many were */
    int Send(int n)
    {
        m_toSend = n;
        for (auto next = Ask(100 * SMSS); next.segment && !next.again; next = Ask(100 * SMSS))
        {
            Leave(*next.segment);
        }
        return n - std::exchange(m_toSend, 0);
    }

    /** @param window bytes @return what is to be sent next; the caller has it leave */
    TcpNextSegment Ask(uint32_t window)
    {
        return recovery.NextToSend(window, false);
    }

    /** @brief An acknowledgement. @param n segments acknowledged, of all @param sacked numbers of
     * the segments that a block begins and ends with @param ece congestion is echoed
     * @param note of it @return what it changed */
    TcpAckProgress Acknowledge(int n,
                               std::vector<std::pair<int, int>> sacked = {},
                               bool ece = false,
                               const TcpAckNote* note = nullptr)
    {
        TcpAckEvent event;
        event.ack = 1 + n * SMSS;
        event.repeats = true;
        event.echoesCongestion = ece;
        event.note = note;
        for (const auto& block : sacked)
        {
            event.blocks[event.nBlocks++] = {1 + block.first * SMSS, 1 + (block.second + 1) * SMSS};
        }
        const int measured = m_measured;
        const auto progress = recovery.OnAck(event);
        // the round-trip time, and then the socket, for new data only
        wrong += m_measured != measured + progress.isNew || m_told != m_measured;
        return progress;
    }

    /** @brief Sends again what the window allows. */
    void Output()
    {
        while (recovery.GetScoreboard().HasLost()) // else rule 3 of NextSeg would have its turn
        {
            const auto next = Ask(tcb->m_cWnd);
            if (!next.segment)
            {
                return;
            }
            again.push_back(GetNumber(*next.segment));
            Leave(*next.segment);
        }
    }

    /** @param segment which @return its number, from 0 */
    static int GetNumber(const TcpSentSegment& segment)
    {
        return static_cast<int>((segment.begin - 1) / SMSS);
    }

    TcpLossRecovery::Settings settings;
    Ptr<TcpSocketState> tcb{CreateObject<TcpSocketState>()};
    std::vector<int> again; //!< numbers of segments sent again
    int begins{0};          //!< of which began a recovery
    int wrong{0};           //!< acknowledgements after which it was not called as it should be
    TcpLossRecovery recovery;

  private:
    void SendAgain(TcpSentSegment& segment, bool first) override
    {
        again.push_back(GetNumber(segment));
        begins += first;
        Leave(segment);
    }

    void MeasureRtt(StreamOffset, std::optional<Time>, std::optional<uint32_t>) override
    {
        ++m_measured;
    }

    void DataAcknowledged(bool) override
    {
        ++m_told;
    }

    std::optional<TcpNewData> CutNew(uint32_t room) override
    {
        if (m_toSend == 0 || room < SMSS)
        {
            return std::nullopt;
        }
        --m_toSend;
        return TcpNewData{Create<Packet>(SMSS), false};
    }

    /** @param segment goes to IP */
    void Leave(const TcpSentSegment& segment)
    {
        recovery.OnSent(segment.GetLength());
    }

    int m_toSend{0};   //!< new segments
    int m_measured{0}; //!< calls of MeasureRtt
    int m_told{0};     //!< calls of DataAcknowledged
};

/** @brief Loss recovery. */
class LossRecoveryTest : public TestCase
{
  public:
    LossRecoveryTest()
        : TestCase("Loss recovery: RFC 5681, 6582, 6675, 3042, 3168")
    {
    }

  private:
    void DoRun() override
    {
        NewReno();
        SlowButSteady();
        Limited();
        Reno();
        Sack();
        Rescue();
        Timeout();
        Ecn();
        Notes();
        Repair();
        Simulator::Destroy();
    }

    /** @param mode of recovery @return settings by the RFCs */
    static TcpLossRecovery::Settings Make(TcpLossRecovery::Mode mode)
    {
        TcpLossRecovery::Settings settings;
        settings.mode = mode;
        settings.strict = true;
        settings.detectLostAgain = false;
        settings.adaptReordering = false;
        settings.dsack = false;
        settings.fRto = false;
        settings.rack = false;
        settings.tailProbe = false;
        return settings;
    }

    /** @brief Checks congestion state. @param s sender @param state expected @param why text */
    void ExpectState(const Sender& s, TcpSocketState::TcpCongState_t state, const std::string& why)
    {
        NS_TEST_EXPECT_MSG_EQ(s.tcb->m_congState.Get(), state, why);
    }

    /** @brief Checks what was sent again. @param s sender @param numbers all of them @param why
     * text */
    void ExpectAgain(const Sender& s, const std::vector<int>& numbers, const std::string& why)
    {
        NS_TEST_EXPECT_MSG_EQ((s.again == numbers), true, why);
    }

    /** @brief RFC 5681, 3.2; RFC 6582, 3.2. */
    void NewReno()
    {
        Sender s(Make(TcpLossRecovery::NEWRENO));
        s.Acknowledge(0);
        s.Acknowledge(0);
        ExpectAgain(s, {}, "two duplicates");
        ExpectState(s, TcpSocketState::CA_DISORDER, "two duplicates");
        s.Acknowledge(0);
        ExpectAgain(s, {0}, "fast retransmit");
        ExpectState(s, TcpSocketState::CA_RECOVERY, "fast recovery");
        NS_TEST_EXPECT_MSG_EQ(s.begins, 1, "one recovery");
        NS_TEST_EXPECT_MSG_EQ(s.recovery.GetFastRecoveries(), 1, "counted");
        NS_TEST_EXPECT_MSG_EQ(s.tcb->m_ssThresh.Get(), 5 * SMSS, "FlightSize / 2");
        NS_TEST_EXPECT_MSG_EQ(s.tcb->m_cWndInfl.Get(), 8 * SMSS, "ssthresh + 3 SMSS");
        s.Acknowledge(0);
        NS_TEST_EXPECT_MSG_EQ(s.tcb->m_cWndInfl.Get(), 9 * SMSS, "one more");
        auto progress = s.Acknowledge(4);
        ExpectAgain(s, {0, 4}, "partial: the first unacknowledged one, at once");
        NS_TEST_EXPECT_MSG_EQ(progress.restartTimer, true, "first partial acknowledgement");
        progress = s.Acknowledge(6);
        ExpectAgain(s, {0, 4, 6}, "partial");
        NS_TEST_EXPECT_MSG_EQ(progress.restartTimer, false, "impatient variant");
        ExpectState(s, TcpSocketState::CA_RECOVERY, "partial");
        progress = s.Acknowledge(10);
        ExpectState(s, TcpSocketState::CA_OPEN, "full");
        NS_TEST_EXPECT_MSG_EQ(s.tcb->m_cWnd.Get(), 5 * SMSS, "ssthresh");
        NS_TEST_EXPECT_MSG_EQ(progress.restartTimer, true, "full");
        NS_TEST_EXPECT_MSG_EQ(s.begins, 1, "one recovery");
    }

    /** @brief RFC 6582, 4: each partial acknowledgement restarts the timer. */
    void SlowButSteady()
    {
        auto settings = Make(TcpLossRecovery::NEWRENO);
        settings.impatient = false;
        Sender s(settings);
        for (int i = 0; i < 3; ++i)
        {
            s.Acknowledge(0);
        }
        for (const int next : {4, 6, 8})
        {
            NS_TEST_EXPECT_MSG_EQ(s.Acknowledge(next).restartTimer,
                                  true,
                                  "partial, up to " << next);
            ExpectState(s, TcpSocketState::CA_RECOVERY, "partial");
        }
    }

    /** @brief RFC 3042; RFC 5681, 3.2, step 2: what limited transmit sent does not count. */
    void Limited()
    {
        Sender s(Make(TcpLossRecovery::NEWRENO));
        for (int i = 0; i < 2; ++i)
        {
            s.Acknowledge(0);
            NS_TEST_EXPECT_MSG_EQ(s.Send(1), 1, "limited transmit");
        }
        s.Acknowledge(0);
        NS_TEST_EXPECT_MSG_EQ(s.tcb->m_ssThresh.Get(), 5 * SMSS, "not 12 / 2");
        auto settings = Make(TcpLossRecovery::NEWRENO);
        settings.limitedTransmit = false;
        Sender off(settings);
        off.Acknowledge(0);
        NS_TEST_EXPECT_MSG_EQ(off.Send(1), 0, "switched off");
    }

    /** @brief 4.3BSD-Reno: the first new acknowledgement ends it; half of the smaller window. */
    void Reno()
    {
        Sender s(Make(TcpLossRecovery::RENO));
        s.recovery.SetPeerWindow(8 * SMSS);
        for (int i = 0; i < 3; ++i)
        {
            s.Acknowledge(0);
        }
        ExpectAgain(s, {0}, "fast retransmit");
        NS_TEST_EXPECT_MSG_EQ(s.tcb->m_ssThresh.Get(), 4 * SMSS, "min(cwnd, snd_wnd) / 2");
        s.Acknowledge(3);
        ExpectState(s, TcpSocketState::CA_OPEN, "new data");
        ExpectAgain(s, {0}, "no partial acknowledgements");
    }

    /** @brief RFC 6675, 5. */
    void Sack()
    {
        Sender s(Make(TcpLossRecovery::SACK));
        // 1 and 3 are lost; DupThresh discontiguous ranges, or more than 2 SMSS above
        s.Acknowledge(1, {{2, 2}});
        s.Acknowledge(1, {{4, 4}});
        ExpectAgain(s, {}, "two ranges");
        s.Acknowledge(1, {{5, 5}});
        ExpectAgain(s, {1}, "three segments above (step 4.3)");
        NS_TEST_EXPECT_MSG_EQ(s.tcb->m_ssThresh.Get(), 9 * SMSS / 2, "FlightSize / 2 (step 4.2)");
        // sent 10, acknowledged 1, reported 3, lost 1 and sent again; 3 has only two above
        NS_TEST_EXPECT_MSG_EQ(s.recovery.GetScoreboard().GetInFlight(),
                              6 * SMSS,
                              "pipe (step 4.4)");
        auto progress = s.Acknowledge(1, {{4, 7}});
        // 3 is lost now
        NS_TEST_EXPECT_MSG_EQ(progress.reported, 2 * SMSS, "new in the report");
        NS_TEST_EXPECT_MSG_EQ(s.recovery.GetScoreboard().GetInFlight(), 3 * SMSS, "pipe (step A)");
        s.Output();
        ExpectAgain(s, {1, 3}, "as the window allows (step C)");
        s.Acknowledge(3, {{4, 7}});
        ExpectState(s, TcpSocketState::CA_RECOVERY, "partial");
        s.Output();
        ExpectAgain(s, {1, 3}, "nothing else is lost");
        s.Acknowledge(10);
        ExpectState(s, TcpSocketState::CA_OPEN, "all acknowledged");
        NS_TEST_EXPECT_MSG_EQ(s.begins, 1, "one recovery");
        // a report of what is known already, or of what was not sent
        s.Send(3);
        NS_TEST_EXPECT_MSG_EQ(s.Acknowledge(10, {{5, 6}}).reported, 0, "old");
        NS_TEST_EXPECT_MSG_EQ(s.Acknowledge(10, {{12, 20}}).reported, 0, "never sent");
        ExpectState(s, TcpSocketState::CA_OPEN, "no duplicates");
    }

    /** @brief NextSeg (RFC 6675, 4), rules 3 and 4: rule 4 once in a recovery. */
    void Rescue()
    {
        Sender s(Make(TcpLossRecovery::SACK));
        constexpr uint32_t WIDE = 100 * SMSS;
        NS_TEST_EXPECT_MSG_EQ((s.Ask(WIDE).segment == nullptr), true, "no recovery");
        s.Acknowledge(0, {{1, 3}});
        s.Acknowledge(0, {{5, 6}});
        ExpectAgain(s, {0}, "lost");
        auto next = s.Ask(WIDE);
        NS_TEST_ASSERT_MSG_EQ((next.segment != nullptr), true, "rule 3");
        NS_TEST_EXPECT_MSG_EQ(next.again, true, "rule 3: again");
        NS_TEST_EXPECT_MSG_EQ(Sender::GetNumber(*next.segment),
                              4,
                              "rule 3: below the highest report");
        next = s.Ask(WIDE);
        NS_TEST_ASSERT_MSG_EQ((next.segment != nullptr), true, "rule 4");
        NS_TEST_EXPECT_MSG_EQ(next.again, true, "rule 4: again");
        NS_TEST_EXPECT_MSG_EQ(Sender::GetNumber(*next.segment), 9, "rule 4: the last one");
        NS_TEST_EXPECT_MSG_EQ((s.Ask(WIDE).segment == nullptr), true, "rule 4 once");
    }

    /** @brief RFC 5681, 3.1; RFC 6582, 3.2, step 1. */
    void Timeout()
    {
        Sender s(Make(TcpLossRecovery::NEWRENO));
        s.recovery.OnTimeout();
        ExpectAgain(s, {0}, "the first one");
        ExpectState(s, TcpSocketState::CA_LOSS, "timeout");
        NS_TEST_EXPECT_MSG_EQ(s.tcb->m_ssThresh.Get(), 5 * SMSS, "FlightSize / 2");
        NS_TEST_EXPECT_MSG_EQ(s.tcb->m_cWnd.Get(), SMSS, "loss window");
        NS_TEST_EXPECT_MSG_EQ(s.tcb->m_bytesInFlight.Get(), SMSS, "all else is lost");
        s.recovery.OnTimeout();
        ExpectAgain(s, {0, 0}, "once more");
        NS_TEST_EXPECT_MSG_EQ(s.tcb->m_ssThresh.Get(), 5 * SMSS, "kept for the same segment");
        s.Acknowledge(1);
        NS_TEST_EXPECT_MSG_EQ(s.tcb->m_cWnd.Get(), 2 * SMSS, "slow start");
        s.Output();
        ExpectAgain(s, {0, 0, 1, 2}, "two segments");
        for (int i = 0; i < 3; ++i)
        {
            s.Acknowledge(1);
        }
        ExpectAgain(s, {0, 0, 1, 2}, "no fast retransmit below the recovery point");
        s.Acknowledge(10);
        ExpectState(s, TcpSocketState::CA_OPEN, "recovery point");
        NS_TEST_EXPECT_MSG_EQ(s.begins, 0, "no fast recovery");
    }

    /** @brief RFC 3168, 6.1.2: once in a window. */
    void Ecn()
    {
        Sender s(Make(TcpLossRecovery::NEWRENO));
        s.Acknowledge(1, {}, true);
        NS_TEST_EXPECT_MSG_EQ(s.recovery.TakeCwr(), true, "reduced");
        ExpectState(s, TcpSocketState::CA_CWR, "reduced");
        // 10 segments were sent, one is acknowledged
        NS_TEST_EXPECT_MSG_EQ(s.tcb->m_ssThresh.Get(), 9 * SMSS / 2, "half of what is in flight");
        ExpectAgain(s, {}, "nothing is lost");
        s.Send(2);
        s.Acknowledge(5, {}, true);
        NS_TEST_EXPECT_MSG_EQ(s.recovery.TakeCwr(), false, "the same window");
        NS_TEST_EXPECT_MSG_EQ(s.tcb->m_ssThresh.Get(), 9 * SMSS / 2, "the same window");
        s.Acknowledge(11);
        ExpectState(s, TcpSocketState::CA_OPEN, "what was sent after it is acknowledged");
        s.Acknowledge(12, {}, true);
        NS_TEST_EXPECT_MSG_EQ(s.recovery.TakeCwr(), true, "another window");
    }

    /** @brief A protocol on top may know better. */
    void Notes()
    {
        Sender s(Make(TcpLossRecovery::NEWRENO));
        const Note progress(false, true);
        const Note old(true, false);
        for (int i = 0; i < 5; ++i)
        {
            s.Acknowledge(0, {}, false, &progress);
        }
        ExpectState(s, TcpSocketState::CA_OPEN, "not duplicates");
        for (int i = 0; i < 3; ++i)
        {
            s.Acknowledge(0, {}, false, &old);
        }
        ExpectState(s, TcpSocketState::CA_OPEN, "duplicates, but no evidence");
        NS_TEST_EXPECT_MSG_EQ(s.recovery.GetScoreboard().GetInFlight(),
                              7 * SMSS,
                              "three have arrived");
        const Note plain(true, true);
        for (int i = 0; i < 3; ++i)
        {
            s.Acknowledge(0, {}, false, &plain);
        }
        ExpectAgain(s, {0}, "as without a note");
        s.Acknowledge(4, {}, false, &old);
        ExpectAgain(s, {0}, "partial, but no evidence");
        NS_TEST_EXPECT_MSG_EQ(s.wrong, 0, "round-trip time and progress, once for new data");
    }

    /** @brief A segment is sent again on demand; one reduction for what was sent together. */
    void Repair()
    {
        Sender s(Make(TcpLossRecovery::RENO));
        NS_TEST_EXPECT_MSG_EQ(s.recovery.Repair(2), false, "no segment begins there");
        NS_TEST_EXPECT_MSG_EQ(s.recovery.Repair(1 + 20 * SMSS), false, "not sent");
        ScheduleCall(Seconds(1), [this, &s] {
            NS_TEST_EXPECT_MSG_EQ(s.recovery.Repair(1 + 4 * SMSS), true, "there is one");
            ExpectAgain(s, {4}, "at once");
            NS_TEST_EXPECT_MSG_EQ(s.tcb->m_ssThresh.Get(), 5 * SMSS, "half");
            NS_TEST_EXPECT_MSG_EQ(s.begins, 1, "a recovery");
            s.tcb->m_ssThresh = 77;
            s.recovery.Repair(1 + 6 * SMSS);
            ExpectAgain(s, {4, 6}, "at once");
            NS_TEST_EXPECT_MSG_EQ(s.tcb->m_ssThresh.Get(), 77, "sent before the reduction");
            NS_TEST_EXPECT_MSG_EQ(s.begins, 1, "the same recovery");
            s.recovery.Repair(1 + 4 * SMSS);
            ExpectAgain(s, {4, 6, 4}, "once more");
            NS_TEST_EXPECT_MSG_EQ(s.begins, 2, "sent since the reduction");
        });
        Simulator::Run();
    }
};

HsnTestRegistration g_tcpLossRecoveryTests("tcp-parts", {new LossRecoveryTest});
} // namespace
} // namespace hsn
} // namespace ns3
