// SPDX-License-Identifier: GPL-2.0-only
// Covers qos/probe/probe-receiver qos/probe/probe-service qos/probe/path-quality-classifier
// Covers measure/dispersion-estimator
/**
 * @file
 * libFuzzer target for the bandwidth probe: a receiver that anybody sends anything, and what its
 * service publishes.
 *
 * Input: an octet of settings (bits 0 and 1: LossMode; bit 2: timing noise; bits 3 and 4: M less 2;
 * bits 5 and 6: N less 1; bit 7: the numbers begin near their end), then operations, an octet each;
 * modulo 8: 0: arbitrary octets arrive; 1: a packet with an arbitrary time of sending; 2 to 4: the
 * next packet; 5: one with another number; 6, 7: time passes.
 *
 * Counters agree with a set of the numbers that have arrived. No interarrival time and no delay is
 * negative, times add up, and each result needs its samples.
 */
#include "fuzz-support.h"

#include "ns3/boolean.h"
#include "ns3/dispersion-estimator.h"
#include "ns3/double.h"
#include "ns3/hsn-compat.h"
#include "ns3/packet.h"
#include "ns3/pointer.h"
#include "ns3/probe-receiver.h"
#include "ns3/probe-service.h"
#include "ns3/random-variable-stream.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <set>
#include <string>
#include <vector>

using namespace ns3;
using namespace ns3::hsn;

namespace
{
/// A receiver, its service, and what they ought to say.
class World
{
  public:
    explicit World(FuzzInput in)
        : m_in(in),
          m_how(m_in.Byte())
    {
        const std::array<const char*, 4> modes{"Raw", "Normalised", "Skip", "Raw"};
        m_mode = modes[m_how & 3];
        m_blocks = 2 + (m_how >> 3 & 3);
        m_groups = 1 + (m_how >> 5 & 3);
        m_next = m_how & 128 ? 0xfffffff0 : 0;
        m_estimator->SetAttribute("M", UintegerValue(m_blocks));
        m_estimator->SetAttribute("N", UintegerValue(m_groups));
        m_estimator->SetAttribute("Epsilon", DoubleValue(1));
        m_receiver->SetAttribute("LossMode", StringValue(m_mode));
        m_receiver->SetAttribute("Estimator", PointerValue(m_estimator));
        if (m_how & 4)
        {
            auto noise = CreateObject<DeterministicRandomVariable>();
            std::vector<double> times{0, 0.02, -0.001, 0.3};
            noise->SetValueArray(times.data(), times.size());
            m_receiver->SetAttribute("ReceiveJitter", PointerValue(noise));
        }
        m_receiver->TraceConnectWithoutContext("Interarrival", MakeCallback(&World::Gap, this));
        m_receiver->TraceConnectWithoutContext("Delay", MakeCallback(&World::Delay, this));
        m_service->SetReceiver(m_receiver);
    }

    /// Tries the input. @return packets that were taken
    uint32_t Run()
    {
        while (!m_in.IsEmpty())
        {
            Operate(m_in.Byte());
            Check();
        }
        m_service->Dispose();
        m_receiver->Dispose();
        Simulator::Destroy();
        return static_cast<uint32_t>(m_receiver->GetReceived());
    }

  private:
    void Gap(uint32_t, Time gap)
    {
        HSN_REQUIRE(!gap.IsStrictlyNegative());
        m_sum += gap;
        ++m_gaps;
    }

    void Delay(uint32_t, Time delay)
    {
        HSN_REQUIRE(!delay.IsStrictlyNegative());
    }

    /// @param octets that arrive
    void Arrive(const std::vector<uint8_t>& octets)
    {
        ++m_arrived;
        m_receiver->Receive(Create<Packet>(octets.data(), static_cast<uint32_t>(octets.size())));
    }

    /// @param number of a packet that arrives @param time of its sending, time steps
    void ArriveProbe(uint32_t number, uint64_t time)
    {
        std::vector<uint8_t> octets(12 + m_how % 5);
        for (int i = 0; i < 4; ++i)
        {
            octets[i] = static_cast<uint8_t>(number >> (24 - 8 * i));
        }
        for (int i = 0; i < 8; ++i)
        {
            octets[4 + i] = static_cast<uint8_t>(time >> (56 - 8 * i));
        }
        Arrive(octets);
        if (time <= static_cast<uint64_t>(Simulator::Now().GetTimeStep()))
        {
            Note(number);
        }
    }

    /// A packet has arrived that makes sense, but may not be new. @param number of it
    void Note(uint32_t number)
    {
        if (m_seen.empty())
        {
            m_first = m_last = int64_t{1} << 40 | number;
            m_seen.insert(m_first);
            return;
        }
        const auto ahead = static_cast<int32_t>(number - static_cast<uint32_t>(m_last));
        const int64_t whole = m_last + ahead;
        if (ahead <= 0 && (whole <= m_last - 60000 || whole <= m_first - 60000))
        {
            m_isFar = true; // whether it counts depends on what is still known
        }
        m_isFar = m_isFar || ahead > 60000;
        m_seen.insert(whole);
        m_last = std::max(m_last, whole);
    }

    /// Compares counters.
    void Check()
    {
        const auto& r = *m_receiver;
        HSN_REQUIRE(r.GetReceived() + r.GetDropped() == m_arrived);
        HSN_REQUIRE(r.GetDuplicates() <= r.GetDropped());
        HSN_REQUIRE(m_gaps <= r.GetReceived());
        HSN_REQUIRE(m_estimator->GetSamples() == m_gaps);
        HSN_REQUIRE(m_estimator->GetResults() == m_gaps / (m_blocks * m_groups));
        if (m_mode == "Raw" && r.GetReceived() > 0)
        {
            HSN_REQUIRE(m_gaps + 1 == r.GetReceived());
            HSN_REQUIRE(m_sum <= Simulator::Now() + MilliSeconds(301));
        }
        if (!m_isFar && !m_seen.empty())
        {
            HSN_REQUIRE(r.GetReceived() == m_seen.size());
            const auto behind = m_seen.end();
            const auto from = m_seen.lower_bound(m_first);
            const auto there = static_cast<uint64_t>(std::distance(from, behind));
            HSN_REQUIRE(r.GetLost() == static_cast<uint64_t>(m_last - m_first) + 1 - there);
        }
        const auto report = m_service->GetReport();
        HSN_REQUIRE(report.xi >= 0 && !report.age.IsStrictlyNegative());
        HSN_REQUIRE(!report.isKnown || m_estimator->GetResults() > 0);
        HSN_REQUIRE(report.isKnown || !report.Carries(PathQualityClassifier::SUFFICIENT));
    }

    /// @param what to do
    void Operate(uint8_t what)
    {
        const auto now = static_cast<uint64_t>(Simulator::Now().GetTimeStep());
        switch (what % 8)
        {
        case 0: {
            std::vector<uint8_t> octets(what / 8 % 12); // too short
            m_in.Fill(octets.data(), octets.size());
            Arrive(octets);
            break;
        }
        case 1: {
            uint64_t time = 0;
            for (int i = 0; i < 8; ++i)
            {
                time = time << 8 | m_in.Byte();
            }
            ArriveProbe(m_next++, time);
            break;
        }
        case 5:
            ArriveProbe(m_next + m_in.Offset(), now);
            break;
        case 6:
        case 7:
            Simulator::Stop(MicroSeconds(1000 * (what / 8) + m_in.Byte()));
            Simulator::Run();
            break;
        default:
            ArriveProbe(m_next++, now - std::min<uint64_t>(now, what));
        }
    }

    FuzzInput m_in;                                                            //!< input
    const uint8_t m_how;                                                       //!< settings
    std::string m_mode;                                                        //!< of losses
    uint32_t m_blocks{0};                                                      //!< M
    uint32_t m_groups{0};                                                      //!< N
    Ptr<DispersionEstimator> m_estimator{CreateObject<DispersionEstimator>()}; //!< of gaps
    Ptr<ProbeReceiver> m_receiver{CreateObject<ProbeReceiver>()};              //!< it
    Ptr<ProbeService> m_service{CreateObject<ProbeService>()};                 //!< it
    uint32_t m_next{0};       //!< number of the next packet
    uint64_t m_arrived{0};    //!< packets
    uint64_t m_gaps{0};       //!< interarrival times
    Time m_sum;               //!< of them
    std::set<int64_t> m_seen; //!< numbers that do not wrap around
    int64_t m_first{0};       //!< of them: first that arrived
    int64_t m_last{0};        //!< highest
    bool m_isFar{false};      //!< numbers were too far apart to know
};
} // namespace

namespace ns3
{
namespace hsn
{
uint32_t
TryInput(FuzzInput in)
{
    return World(in).Run();
}

std::vector<FuzzSeed>
MakeSeeds()
{
    // 2: the next packet; 5 and an offset: another number; 86 and an octet: 10 ms pass
    const auto train = [](int how) {
        FuzzOutput out;
        out.Bytes({how, 86, 0});
        for (int i = 0; i < 12; ++i)
        {
            out.Bytes({2, 86, 0});
        }
        return out;
    };
    return {
        {"train", train(0)},
        {"noise", train(4).Bytes({10, 86, 9, 2, 3, 4})},
        {"wrap", train(128).Bytes({2, 86, 0, 2, 86, 0, 2, 2, 2, 2, 2})},
        {"lost", train(1).Bytes({5, 0, 3, 86, 0, 5, 0, 4, 86, 0, 5, 0, 1, 5, 0, 1})},
        {"skip", train(2).Bytes({5, 0, 3, 86, 0, 5, 0, 4, 86, 0, 5, 0, 0, 2, 2})},
        {"overtaken", train(8).Bytes({5, 0, 240, 5, 0, 239, 5, 0, 240, 86, 0, 2})},
        {"far", train(16).Bytes({5, 200, 127, 2, 5, 200, 129, 5, 255, 3})},
        {"short", train(32).Bytes({88, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 0, 2})},
        {"future", train(64).Bytes({1, 127, 0, 0, 0, 0, 0, 0, 0, 1, 255, 0, 0, 0, 0, 0, 0, 0, 1})},
    };
}
} // namespace hsn
} // namespace ns3
