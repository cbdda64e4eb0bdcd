// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * MM-POC without a network: the examples by hand, and random associations of up to six media with
 * random orders, bounds, losses, whole-window losses and jitter. What is required comes from the
 * definition of the order as it was drawn, not from MmPocPartialOrder. HSN_MM_POC_ASSOCIATIONS sets
 * their number.
 */
#include "../hsn-test.h"

#include "ns3/abort.h"
#include "ns3/mm-poc-manager.h"
#include "ns3/mm-poc-sender.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <map>
#include <memory>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

using namespace ns3;
using namespace ns3::hsn;

namespace
{
/// What is written down of what a manager does.
class MmPocRecorder : public MmPocManager::User
{
  public:
    void SendAnswer(const MmPocPdu& pdu) override
    {
        m_answers.push_back(pdu);
    }

    void Deliver(const MmPocSdu& sdu, Ptr<Packet> /* packet */) override
    {
        m_log += (m_log.empty() ? "" : " ") + Name(sdu);
    }

    void NotifyLost(uint32_t poc, const std::vector<uint64_t>& lost, uint32_t /* cause */) override
    {
        for (const uint64_t number : lost)
        {
            m_log += (m_log.empty() ? "-" : " -") + Name({poc, number});
        }
    }

    /// @param sdu an SDU @return a0, b1 and so on
    static std::string Name(const MmPocSdu& sdu)
    {
        return std::string(1, static_cast<char>('a' + sdu.poc)) + std::to_string(sdu.number);
    }

    std::string m_log;               //!< deliveries, and losses with a minus
    std::vector<MmPocPdu> m_answers; //!< sent
};

/// The hand example of two periods of figure 7, b0 lost.
class MmPocHandTest : public TestCase
{
  public:
    MmPocHandTest()
        : TestCase("by hand: a0 a1 a2 b1 a3 arrive, b0 is lost")
    {
    }

  private:
    /// @param mode, k settings @param log expected @param fnack expected: medium, losses
    void Try(MmPocMode mode, uint32_t k, const std::string& log, const std::string& fnack)
    {
        const auto order = std::make_shared<MmPocPartialOrder>();
        MmPocPartialOrder::Read(
            "period 2 1; 0.0 after 0.1-1 1.0-1; 0.1 after 0.0; 1.0 after 1.0-1 0.1-1",
            *order);
        MmPocRecorder recorder;
        MmPocManager::Settings settings;
        settings.mode = mode;
        MmPocManager manager(recorder, order, settings);
        MmPocLossPolicy::Settings bound;
        bound.rule = MM_POC_MAX_CONSECUTIVE;
        bound.maxConsecutive = k;
        manager.Join(0, bound);
        manager.Join(1, bound);
        for (const auto& [poc, number] :
             std::vector<std::pair<int, int>>{{0, 0}, {0, 1}, {0, 2}, {1, 1}, {0, 3}})
        {
            MmPocPdu pdu;
            pdu.poc = static_cast<uint8_t>(poc);
            pdu.number = static_cast<uint32_t>(number);
            pdu.ack = true;
            manager.ReceiveData(pdu, Create<Packet>(10), Time(0));
        }
        NS_TEST_EXPECT_MSG_EQ(recorder.m_log, log, "deliveries and losses");
        std::string fnacks;
        for (const auto& answer : recorder.m_answers)
        {
            if (answer.type == MM_POC_FNACK)
            {
                fnacks += std::to_string(answer.poc) + ":";
                for (const uint32_t number : answer.losses)
                {
                    fnacks += " " + std::to_string(number);
                }
            }
        }
        NS_TEST_EXPECT_MSG_EQ(fnacks, fnack, "FNACK");
        NS_TEST_EXPECT_MSG_EQ(recorder.m_answers.size(), 5, "one answer to each DATA with Ack");
    }

    void DoRun() override
    {
        Try(MM_POC_MEDIA_PER_MEDIA, 1, "a0 a1 -b0 b1 a2 a3", "");
        Try(MM_POC_GROUP_OF_MEDIA, 1, "a0 a1 -b0 a2 b1 a3", "");
        Try(MM_POC_MEDIA_PER_MEDIA, 0, "a0 a1", "1: 0");
        Try(MM_POC_GROUP_OF_MEDIA, 0, "a0 a1", "1: 0");
    }
};

/// An association over a path that keeps the order of each direction, with an oracle of its own.
class RandomAssociation : public MmPocManager::User, public MmPocSender::User
{
  public:
    /// @param seed of everything
    explicit RandomAssociation(uint64_t seed)
        : m_random(seed)
    {
        MakeOrder();
        MmPocManager::Settings settings;
        settings.mode = Draw(2) ? MM_POC_GROUP_OF_MEDIA : MM_POC_MEDIA_PER_MEDIA;
        settings.holdReceived = Draw(4) > 0;
        settings.declareAtAck = Draw(4) == 0;
        settings.fnackRepeat = Draw(2) > 0;
        settings.farthest = 64;
        settings.longestList = Draw(3) ? MmPocPdu::MAX_LOSSES : 2;
        m_isPerMedia = settings.mode == MM_POC_MEDIA_PER_MEDIA;
        m_manager.reset(new MmPocManager(*this, m_order, settings));
        m_loss = Draw(5) * 0.1;
        m_jitter = MilliSeconds(Draw(30));
        for (uint32_t poc = 0; poc < m_media; ++poc)
        {
            MmPocLossPolicy::Settings bound;
            bound.rule = Draw(2) ? MM_POC_MAX_RATE : MM_POC_MAX_CONSECUTIVE;
            bound.maxConsecutive = Draw(4);
            bound.maxRate = Draw(3) == 0 ? 0 : Draw(11) * 0.1;
            bound.rateWindow = Draw(3) == 0 ? 1 + Draw(20) : 0;
            m_bounds.push_back(bound);
            m_manager->Join(poc, bound);
            MmPocSender::Settings sender;
            sender.poc = static_cast<uint8_t>(poc);
            sender.rtt = MilliSeconds(1 + Draw(40));
            sender.frequency = 50;
            sender.windowFactor = 3 + Draw(3);
            sender.maxWindow = 64;
            m_senders.emplace_back(new MmPocSender(*this, sender));
        }
        m_lost.resize(m_media);
        m_delivered.resize(m_media);
    }

    /// Runs to the end. @return empty, or what is wrong
    std::string Run()
    {
        for (std::size_t i = 0; i < m_submissions.size(); ++i)
        {
            Submit(m_submissions[i]);
            RunUntil(m_now + MilliSeconds(Draw(40)));
            if (Draw(40) == 0)
            {
                m_outage = m_now + MilliSeconds(Draw(400)); // whole windows are lost
            }
        }
        for (uint32_t poc = 0; poc < m_media; ++poc)
        {
            m_isLast[poc] = true;
            Push(poc);
        }
        const Time limit = m_now + Seconds(600);
        while (m_now < limit && !IsDone())
        {
            RunUntil(m_now + MilliSeconds(50));
        }
        if (!m_error.empty() || !IsDone())
        {
            return m_error.empty() ? "it hangs" : m_error;
        }
        for (uint32_t poc = 0; poc < m_media; ++poc)
        {
            if (m_lost[poc].size() + m_delivered[poc].size() != m_counts[poc])
            {
                return "SDUs are neither delivered nor lost";
            }
        }
        return m_manager->GetStored() ? "SDUs are stored" : "";
    }

  private:
    /// @param n number of values @return one of 0 to n - 1
    uint32_t Draw(uint32_t n)
    {
        return static_cast<uint32_t>(m_random() % n);
    }

    /// A template, its text, and all SDUs in an order in which they can be submitted.
    void MakeOrder()
    {
        m_media = 1 + Draw(6);
        m_isLast.resize(m_media);
        const bool repeats = Draw(4) > 0;
        const uint32_t periods = repeats ? 4 + Draw(10) : 1;
        std::string text = repeats ? "period" : "finite";
        std::vector<std::pair<uint32_t, uint32_t>> places;
        std::vector<uint32_t> counts;
        for (uint32_t poc = 0; poc < m_media; ++poc)
        {
            counts.push_back(1 + Draw(repeats ? 4 : 30));
            text += " " + std::to_string(counts.back());
            m_counts.push_back(uint64_t{counts.back()} * periods);
        }
        // within a period, later media and numbers come after earlier ones in a random sequence
        // that keeps the numbers of each medium
        std::vector<uint32_t> next(m_media, 0);
        while (true)
        {
            std::vector<uint32_t> left;
            for (uint32_t poc = 0; poc < m_media; ++poc)
            {
                if (next[poc] < counts[poc])
                {
                    left.push_back(poc);
                }
            }
            if (left.empty())
            {
                break;
            }
            const uint32_t poc = left[Draw(static_cast<uint32_t>(left.size()))];
            places.emplace_back(poc, next[poc]++);
        }
        const uint32_t density = Draw(4); // 0: no order
        const bool chains = Draw(2) > 0;
        std::vector<std::vector<std::pair<std::size_t, uint32_t>>> before(places.size());
        for (std::size_t later = 0; later < places.size(); ++later)
        {
            for (std::size_t earlier = 0; earlier < places.size(); ++earlier)
            {
                const bool own = places[later].first == places[earlier].first;
                if (earlier < later && (own && chains ? true : density && Draw(8) < density))
                {
                    before[later].emplace_back(earlier, 0);
                }
                if (repeats && (own && chains ? true : density && Draw(8) < density))
                {
                    before[later].emplace_back(earlier, 1 + Draw(chains ? 1 : 2));
                }
            }
            for (const auto& [earlier, lag] : before[later])
            {
                text += "; " + std::to_string(places[later].first) + "." +
                        std::to_string(places[later].second) + " after " +
                        std::to_string(places[earlier].first) + "." +
                        std::to_string(places[earlier].second) + "-" + std::to_string(lag);
            }
        }
        m_order = std::make_shared<MmPocPartialOrder>();
        const std::string wrong = MmPocPartialOrder::Read(text, *m_order);
        NS_ABORT_MSG_UNLESS(wrong.empty(), wrong << ": " << text);
        // the oracle: all SDUs with the set of all that precede them, by the definition
        std::vector<std::set<MmPocSdu>> all;
        for (uint32_t period = 0; period < periods; ++period)
        {
            for (std::size_t place = 0; place < places.size(); ++place)
            {
                const MmPocSdu sdu{places[place].first,
                                   uint64_t{period} * counts[places[place].first] +
                                       places[place].second};
                auto& closure = m_before[sdu];
                for (const auto& [earlier, lag] : before[place])
                {
                    if (lag <= period)
                    {
                        const uint32_t poc = places[earlier].first;
                        const MmPocSdu one{poc,
                                           uint64_t{period - lag} * counts[poc] +
                                               places[earlier].second};
                        closure.insert(one);
                        closure.insert(m_before[one].begin(), m_before[one].end());
                    }
                }
                m_submissions.push_back(sdu);
            }
        }
    }

    /// @param what is wrong, the first time
    void Fail(const std::string& what)
    {
        m_error = m_error.empty() ? what : m_error;
    }

    /// @param sdu next one of its medium
    void Submit(const MmPocSdu& sdu)
    {
        m_queues[sdu.poc].push_back(sdu.number);
        Push(sdu.poc);
    }

    /// @param poc medium whose queue is sent as far as the window permits
    void Push(uint32_t poc)
    {
        auto& queue = m_queues[poc];
        auto& sender = *m_senders[poc];
        while (!queue.empty() && sender.CanSend())
        {
            if (sender.Send(Create<Packet>(4), m_now) != queue.front())
            {
                Fail("numbers");
            }
            queue.erase(queue.begin());
        }
        if (queue.empty() && m_isLast[poc] && !sender.IsEnded())
        {
            sender.End(m_now);
        }
    }

    /// @return whether all senders know that everything is decided
    bool IsDone() const
    {
        return std::all_of(m_senders.begin(),
                           m_senders.end(),
                           [](const auto& sender) { return sender->IsDone(); }) &&
               m_wire.empty();
    }

    /// @param pdu leaves @param toReceiver its direction
    void Transmit(const MmPocPdu& pdu, bool toReceiver)
    {
        if (m_now < m_outage || Draw(1000) < m_loss * 1000)
        {
            return;
        }
        Time& last = m_lastArrival[toReceiver];
        last = std::max(last,
                        m_now + MilliSeconds(1) +
                            NanoSeconds(Draw(1000000)) * m_jitter.GetMilliSeconds());
        m_wire.emplace(last, std::make_pair(toReceiver, pdu));
    }

    /// @param end of this stretch of time
    void RunUntil(Time end)
    {
        while (m_error.empty())
        {
            Time next = end;
            MmPocSender* due = nullptr;
            for (const auto& sender : m_senders)
            {
                if (sender->GetDeadline() < next)
                {
                    next = sender->GetDeadline();
                    due = sender.get();
                }
            }
            if (!m_wire.empty() && m_wire.begin()->first < next)
            {
                m_now = m_wire.begin()->first;
                const auto [toReceiver, pdu] = m_wire.begin()->second;
                m_wire.erase(m_wire.begin());
                toReceiver ? ArriveAtReceiver(pdu) : ArriveAtSender(pdu);
            }
            else if (due)
            {
                m_now = std::max(m_now, next);
                due->HandleTime(m_now);
            }
            else
            {
                m_now = end;
                break;
            }
            for (uint32_t poc = 0; poc < m_media; ++poc)
            {
                Push(poc);
            }
        }
    }

    /// @param pdu DATA or ACK_REQ
    void ArriveAtReceiver(const MmPocPdu& pdu)
    {
        if (pdu.type == MM_POC_ACK_REQ)
        {
            m_manager->ReceiveRequest(pdu, m_now);
        }
        else if (m_manager->ReceiveData(pdu, Create<Packet>(4), m_now) == MM_POC_TOO_FAR)
        {
            Fail("DATA is refused");
        }
    }

    /// @param pdu ACK_RES or FNACK
    void ArriveAtSender(const MmPocPdu& pdu)
    {
        const std::string wrong = m_senders[pdu.poc]->Receive(pdu, m_now);
        if (!wrong.empty())
        {
            Fail(wrong);
        }
    }

    void SendPdu(const MmPocPdu& pdu, Ptr<const Packet> /* sdu */, bool /* again */) override
    {
        Transmit(pdu, true);
    }

    void NotifyReleased(Ptr<const Packet> /* sdu */) override
    {
    }

    void SendAnswer(const MmPocPdu& pdu) override
    {
        Transmit(pdu, false);
    }

    void Deliver(const MmPocSdu& sdu, Ptr<Packet> /* packet */) override
    {
        if (m_lost[sdu.poc].count(sdu.number) || !m_delivered[sdu.poc].insert(sdu.number).second)
        {
            Fail("delivered after a loss, or twice");
        }
        for (const auto& before : m_before[sdu])
        {
            if (!m_lost[before.poc].count(before.number) &&
                !m_delivered[before.poc].count(before.number))
            {
                Fail("order: a predecessor is neither delivered nor lost");
            }
        }
    }

    void NotifyLost(uint32_t poc, const std::vector<uint64_t>& lost, uint32_t cause) override
    {
        if (m_isPerMedia && cause != poc)
        {
            Fail("a delivery declares losses of another medium");
        }
        for (const uint64_t number : lost)
        {
            if (m_delivered[poc].count(number) || !m_lost[poc].insert(number).second)
            {
                Fail("lost after delivery, or twice");
            }
        }
        CheckBound(poc, lost.back());
    }

    /// @param poc medium @param highest number that was just declared lost
    void CheckBound(uint32_t poc, uint64_t highest)
    {
        const auto& bound = m_bounds[poc];
        const auto& lost = m_lost[poc];
        if (bound.rule == MM_POC_MAX_CONSECUTIVE)
        {
            uint32_t run = 0;
            uint64_t last = 0;
            for (const uint64_t number : lost)
            {
                run = run > 0 && number == last + 1 ? run + 1 : 1;
                last = number;
                if (run > bound.maxConsecutive)
                {
                    Fail("a run is too long");
                }
            }
            return;
        }
        for (const uint64_t end : lost)
        {
            uint64_t count = lost.size();
            uint64_t sdus = end + 1;
            if (bound.rateWindow > 0)
            {
                sdus = std::min<uint64_t>(sdus, bound.rateWindow);
                count = static_cast<uint64_t>(
                    std::distance(lost.lower_bound(end + 1 - sdus), lost.upper_bound(end)));
            }
            else if (end != highest)
            {
                continue;
            }
            if (static_cast<double>(count) > bound.maxRate * static_cast<double>(sdus) + 1e-6)
            {
                Fail("a rate is too high");
            }
        }
    }

    std::mt19937_64 m_random;                              //!< of everything
    uint32_t m_media{0};                                   //!< number
    std::shared_ptr<MmPocPartialOrder> m_order;            //!< as text
    std::map<MmPocSdu, std::set<MmPocSdu>> m_before;       //!< by definition
    std::vector<MmPocSdu> m_submissions;                   //!< in their order
    std::vector<uint64_t> m_counts;                        //!< SDUs of a medium
    bool m_isPerMedia{false};                              //!< MPM
    std::vector<MmPocLossPolicy::Settings> m_bounds;       //!< by medium
    std::unique_ptr<MmPocManager> m_manager;               //!< under test
    std::vector<std::unique_ptr<MmPocSender>> m_senders;   //!< under test
    std::map<uint32_t, std::vector<uint64_t>> m_queues;    //!< wait for the window
    std::vector<bool> m_isLast;                            //!< nothing will be submitted
    std::multimap<Time, std::pair<bool, MmPocPdu>> m_wire; //!< what is on its way
    std::map<bool, Time> m_lastArrival;                    //!< by direction
    double m_loss{0};                                      //!< of PDUs
    Time m_jitter;                                         //!< width
    Time m_now;                                            //!< time
    Time m_outage;                                         //!< everything is lost until then
    std::vector<std::set<uint64_t>> m_lost;                //!< by medium
    std::vector<std::set<uint64_t>> m_delivered;           //!< by medium
    std::string m_error;                                   //!< the first one
};

/// Random associations.
class MmPocPropertyTest : public TestCase
{
  public:
    MmPocPropertyTest()
        : TestCase("random associations: order, bounds, independence, an end")
    {
    }

  private:
    void DoRun() override
    {
        const char* const number = std::getenv("HSN_MM_POC_ASSOCIATIONS");
        const int count = number ? std::atoi(number) : 300;
        for (int seed = 1; seed <= count; ++seed)
        {
            const std::string error = RandomAssociation(static_cast<uint64_t>(seed)).Run();
            NS_TEST_ASSERT_MSG_EQ(error, "", "association " << seed);
        }
    }
};

HsnTestRegistration g_mmPocPropertyTests("mm-poc-property",
                                         {new MmPocHandTest, new MmPocPropertyTest});
} // namespace
