// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * SSTP's sender and receiver over random networks that lose, reorder and duplicate PDUs in both
 * directions. What must hold is what the paper promises: tolerances, one transmission per round
 * trip, and an end.
 */
#include "../hsn-test.h"

#include "ns3/event-id.h"
#include "ns3/hsn-compat.h"
#include "ns3/simulator.h"
#include "ns3/sstp-receiver.h"
#include "ns3/sstp-sender.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <random>
#include <utility>
#include <vector>

namespace ns3
{
namespace hsn
{
namespace
{
/** @brief A network and a connection, chosen at random. */
struct Choice
{
    SstpSender::Settings sender;     //!< of the connection
    SstpReceiver::Settings receiver; //!< of the connection
    Time packetTime;                 //!< t_p
    Time delay;                      //!< each way, at least
    Time jitter;                     //!< at most more
    Time keepAlive;                  //!< between idle PDUs
    double dataLoss;                 //!< of PDUs to the receiver
    double controlLoss;              //!< of PDUs to the sender
    double duplication;              //!< of all PDUs
    uint32_t segments;               //!< to be sent
};

/** @param random generator @return a choice */
Choice
Choose(std::mt19937& random)
{
    const auto below = [&random](uint32_t n) { return static_cast<uint32_t>(random() % n); };
    Choice c;
    const uint32_t windows = 1 + below(3);
    const uint32_t packets = windows * (1 + below(12));
    c.sender.packets = packets;
    c.sender.window = 1 + below(6);
    c.sender.firstSegment = below(2) ? 0 : 0xfffffffc;
    c.sender.firstShipment = below(2) ? 0 : 0xffffffe0;
    c.receiver.packets = packets;
    c.receiver.window = c.sender.window;
    c.receiver.firstSegment = c.sender.firstSegment;
    c.receiver.firstShipment = c.sender.firstShipment;
    auto& tolerance = c.receiver.tolerance;
    tolerance.window = packets / windows;
    tolerance.maxLoss = below(2) ? below(5) : 0;
    tolerance.maxBurst = tolerance.maxLoss ? below(tolerance.maxLoss + 1) : 0;
    if (below(8) == 0)
    {
        tolerance.maxLoss = tolerance.maxBurst = packets;
    }
    tolerance.burstRequest = below(2) ? SSTP_WHOLE_BURST : SSTP_FROM_VIOLATION;
    c.packetTime = MicroSeconds(10 + below(200));
    c.delay = MicroSeconds(below(5000));
    c.jitter = below(2) ? MicroSeconds(below(1000)) : Time(0);
    c.receiver.distance = below(2) ? below(20) : 0;
    const Time rtd = (c.delay + c.jitter) * 2 + c.packetTime;
    c.sender.rtd = rtd;
    c.keepAlive = std::max(MicroSeconds(100), rtd / 4);
    c.receiver.snakPeriod = c.keepAlive;
    c.receiver.lossTimer = c.packetTime * (4 * packets);
    const auto rate = [&] { return below(3) == 0 ? 0 : 0.001 * below(300); };
    c.dataLoss = rate();
    c.controlLoss = rate();
    c.duplication = rate();
    c.segments = 1 + below(30);
    return c;
}

/** @brief A connection over such a network. */
class Connection : public SstpSender::User, public SstpReceiver::User
{
  public:
    /** @param choice of network and connection @param seed of what the network does */
    Connection(const Choice& choice, uint32_t seed)
        : m_choice(choice),
          m_random(seed),
          m_sender(*this, choice.sender),
          m_receiver(*this, choice.receiver),
          m_checker(choice.receiver.tolerance, choice.receiver.packets)
    {
    }

    /** @brief Sends everything. */
    void Run()
    {
        for (uint32_t i = 0; i < m_choice.segments; ++i)
        {
            m_sizes.push_back(m_random() % 3 ? m_choice.sender.packets
                                             : 1 + m_random() % m_choice.sender.packets);
            m_sender.AddSegment(m_sizes.back(), m_sizes.back() < m_choice.sender.packets);
        }
        m_sender.EndStream();
        Serve();
        Simulator::Stop(Seconds(1000));
        Simulator::Run();
        Simulator::Destroy();
    }

    uint32_t delivered{0};  //!< segments, in order
    uint32_t disordered{0}; //!< those that were not
    uint32_t violations{0}; //!< accepted segments beyond their tolerance
    uint32_t tooEarly{0};   //!< packets sent twice within a round-trip delay
    uint32_t wrongSize{0};  //!< delivered segments of a wrong size
    uint64_t again{0};      //!< packets sent again
    bool ended{false};      //!< the receiver knows the end
    bool done{false};       //!< the sender is done
    uint32_t neverSent{0};  //!< delivered before all their packets had been sent

  private:
    /** @param p probability @return whether it happens */
    bool Happens(double p)
    {
        return std::uniform_real_distribution<>(0, 1)(m_random) < p;
    }

    /** @brief Passes a PDU on. @param loss its probability @param arrive what it does there */
    template <typename F>
    void Pass(double loss, const F& arrive)
    {
        for (int copies = Happens(loss) ? 0 : 1 + Happens(m_choice.duplication); copies > 0;
             --copies)
        {
            const Time more = m_choice.jitter * static_cast<int64_t>(m_random() % 1000) / 1000;
            ScheduleCall(m_choice.delay + more, arrive);
        }
    }

    /** @brief Sends what is to be sent now. */
    void Serve()
    {
        if (m_busy)
        {
            return;
        }
        const Time now = Simulator::Now();
        SstpDataPdu pdu;
        if (m_sender.HasPacket())
        {
            const auto departure = m_sender.Take(now, now + m_choice.packetTime);
            pdu = departure.pdu;
            const auto key = std::make_pair(departure.segment, pdu.packet);
            const auto before = m_lastSent.find(key);
            tooEarly += before != m_lastSent.end() && now - before->second < m_choice.sender.rtd;
            again += before != m_lastSent.end();
            m_lastSent[key] = now + m_choice.packetTime;
            m_nextIdle = now;
        }
        else if (m_sender.HasToTell() && now >= m_nextIdle)
        {
            pdu = m_sender.MakeIdlePdu();
            m_nextIdle = now + m_choice.keepAlive;
            Simulator::Schedule(m_choice.keepAlive, &Connection::Serve, this);
        }
        else
        {
            return;
        }
        m_busy = true;
        ScheduleCall(m_choice.packetTime, [this, pdu] {
            m_busy = false;
            Pass(m_choice.dataLoss, [this, pdu] {
                m_receiver.Receive(pdu, Simulator::Now());
                Follow();
            });
            Serve();
        });
    }

    /** @brief Schedules the receiver's next deadline. */
    void Follow()
    {
        m_timer.Cancel();
        const Time due = m_receiver.GetDeadline();
        if (due != Time::Max() && !done)
        {
            m_timer = Simulator::Schedule(std::max(Time(0), due - Simulator::Now()),
                                          &Connection::Expire,
                                          this);
        }
    }

    /** @brief The receiver's deadline. */
    void Expire()
    {
        m_receiver.HandleTime(Simulator::Now());
        Follow();
    }

    void NotifyReleased(uint64_t /* segment */) override
    {
    }

    void SendControl(const SstpControlPdu& pdu) override
    {
        Pass(m_choice.controlLoss, [this, pdu] {
            const auto verdict = m_sender.Receive(pdu, Simulator::Now());
            done = m_sender.IsDone();
            if (done)
            {
                Simulator::Stop();
            }
            (void)verdict;
            Serve();
        });
    }

    void NotifyStored(uint64_t /* segment */, uint32_t /* packet */) override
    {
    }

    void NotifyAccepted(uint64_t segment, const SstpBitmap& present, Time /* now */) override
    {
        // a segment of which everything is tolerated may be accepted before its size is known
        const uint32_t size = m_sizes[segment - SstpFirst(m_choice.sender.firstSegment)];
        SstpBitmap own(m_choice.sender.packets, true);
        for (uint32_t i = 0; i < size; ++i)
        {
            if (!present.Get(i))
            {
                own.Clear(i);
            }
        }
        violations += m_checker.IsViolated(own);
        for (uint32_t i = 0; i < size; ++i)
        {
            neverSent += m_lastSent.count({segment, static_cast<uint16_t>(i)}) == 0;
        }
    }

    bool Deliver(uint64_t segment, const SstpBitmap& present) override
    {
        const uint64_t number = segment - SstpFirst(m_choice.sender.firstSegment);
        disordered += number != delivered;
        const bool anyLoss = m_choice.receiver.tolerance.IsFull(m_choice.receiver.packets);
        wrongSize +=
            anyLoss ? present.GetSize() > m_sizes[number] : present.GetSize() != m_sizes[number];
        ++delivered;
        return true;
    }

    void NotifyEnd() override
    {
        ended = true;
    }

    void NotifyGap(uint32_t /* count */, uint64_t /* from */, uint64_t /* to */) override
    {
    }

    void NotifyLossTimer() override
    {
    }

    Choice m_choice;                                          //!< network and connection
    std::mt19937 m_random;                                    //!< what the network does
    SstpSender m_sender;                                      //!< under test
    SstpReceiver m_receiver;                                  //!< under test
    SstpToleranceChecker m_checker;                           //!< counts violations
    std::vector<uint32_t> m_sizes;                            //!< of the segments
    bool m_busy{false};                                       //!< a PDU is on the line
    Time m_nextIdle;                                          //!< when the next idle PDU is due
    EventId m_timer;                                          //!< of the receiver
    std::map<std::pair<uint64_t, uint16_t>, Time> m_lastSent; //!< packets
};

/** @brief Random runs. */
class SstpPropertyTest : public TestCase
{
  public:
    SstpPropertyTest()
        : TestCase("1,000 random networks: tolerances, one repetition per round trip, an end")
    {
    }

  private:
    void DoRun() override
    {
        std::mt19937 random(20);
        uint64_t again = 0;
        for (uint32_t run = 0; run < 1000; ++run)
        {
            const Choice choice = Choose(random);
            Connection connection(choice, run);
            connection.Run();
            NS_TEST_ASSERT_MSG_EQ(connection.done, true, "run " << run << " hangs");
            NS_TEST_ASSERT_MSG_EQ(connection.ended, true, "run " << run << " has no end");
            NS_TEST_ASSERT_MSG_EQ(connection.delivered, choice.segments, "run " << run);
            NS_TEST_ASSERT_MSG_EQ(connection.disordered, 0, "run " << run);
            NS_TEST_ASSERT_MSG_EQ(connection.violations, 0, "run " << run);
            NS_TEST_ASSERT_MSG_EQ(connection.tooEarly, 0, "run " << run);
            NS_TEST_ASSERT_MSG_EQ(connection.wrongSize, 0, "run " << run);
            NS_TEST_ASSERT_MSG_EQ(connection.neverSent, 0, "run " << run);
            again += connection.again;
        }
        NS_TEST_EXPECT_MSG_GT(again, 1000, "packets were sent again");
    }
};

static HsnTestRegistration g_sstpPropertyTests("sstp-property", {new SstpPropertyTest});
} // namespace
} // namespace hsn
} // namespace ns3
