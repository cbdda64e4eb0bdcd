// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * What sends SDUs in a random ATM network.
 */
#ifndef HSN_ATM_NETWORK_SOURCE_H
#define HSN_ATM_NETWORK_SOURCE_H

#include "atm-network-run.h"

#include "ns3/hsn-compat.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <cstdint>
#include <deque>
#include <functional>
#include <vector>

namespace ns3
{
namespace hsn
{
/** @brief Sends SDUs on a VC. */
class AtmNetworkRun::Source
{
  public:
    /** @param run its network @param plan what to send @param device where @param vc of it */
    Source(AtmNetworkRun& run, const AtmSourcePlan& plan, Ptr<AtmNetDevice> device, Ptr<AtmVc> vc)
        : m_run(run),
          m_plan(plan),
          m_device(device),
          m_vc(vc),
          m_random(plan.seed)
    {
        switch (plan.kind)
        {
        case AtmSourcePlan::GREEDY:
            device->TraceConnectWithoutContext(
                "PhyTxBegin",
                Sink<Ptr<const Packet>>::Make([this](Ptr<const Packet> p) { Refill(p); }));
            ScheduleAt(plan.start, [this] { Tick(); });
            break;
        case AtmSourcePlan::ECHO:
            device->TraceConnectWithoutContext("PduRx",
                                               Sink<AtmVcId, const Aal5ReceivedPdu&>::Make(
                                                   [this](AtmVcId id, const Aal5ReceivedPdu&) {
                                                       if (id == m_vc->GetId())
                                                       {
                                                           Send();
                                                       }
                                                   }));
            break;
        default:
            ScheduleAt(plan.start, [this] { Next(); });
            break;
        }
    }

    /** @return what it sends */
    const AtmSourcePlan& GetPlan() const
    {
        return m_plan;
    }

    /** @return where it is */
    uint32_t GetHost() const
    {
        return m_device->GetNode()->GetId();
    }

    /** @return when it sent last of its own accord, time steps */
    int64_t GetTick() const
    {
        return m_tick;
    }

    /** @return SDUs that were sent, and those that were refused */
    std::vector<int64_t> GetCounters() const
    {
        return {m_sent, m_refused};
    }

  private:
    /** @param time when, time steps @param f what */
    void ScheduleAt(int64_t time, const std::function<void()>& f)
    {
        ScheduleCallWithContext(m_device->GetNode()->GetId(), TimeStep(time) - Simulator::Now(), f);
    }

    /** @brief Sends of its own accord. */
    void Tick()
    {
        m_tick = Simulator::Now().GetTimeStep();
        m_run.Touch();
        m_run.m_isTicking = true;
        for (uint32_t i = 0; i < m_plan.burst; ++i)
        {
            Send();
        }
        m_run.m_isTicking = false;
        m_run.NotifyTick(*this);
    }

    /** @brief Sends what is due, and waits for the next. */
    void Next()
    {
        Tick();
        const double wait = m_plan.kind == AtmSourcePlan::PERIODIC
                                ? m_plan.interval
                                : m_random.Exponential(m_plan.interval);
        if (IsActive())
        {
            ScheduleAt(Simulator::Now().GetTimeStep() + 1 + static_cast<int64_t>(wait),
                       [this] { Next(); });
        }
    }

    /** @return whether there is more to come */
    bool IsActive() const
    {
        return m_sent + m_refused < m_plan.maxSdus && Simulator::Now().GetTimeStep() < m_plan.stop;
    }

    /** @brief Sends an SDU. */
    void Send()
    {
        if (!IsActive())
        {
            return;
        }
        const bool empty = m_plan.aborts && m_random.Chance(0.05);
        const auto size =
            empty
                ? 0
                : static_cast<uint32_t>(m_plan.log ? m_random.LogInt(m_plan.minSize, m_plan.maxSize)
                                                   : m_random.Int(m_plan.minSize, m_plan.maxSize));
        // the first octets differ from SDU to SDU, so that no two are taken for each other
        const uint64_t id[2] = {m_plan.seed, static_cast<uint64_t>(m_sent)};
        const auto front = std::min<uint32_t>(size, sizeof(id));
        auto sdu = Create<Packet>(reinterpret_cast<const uint8_t*>(id), front);
        if (size > front)
        {
            sdu->AddAtEnd(Create<Packet>(size - front));
        }
        m_waiting.push_back(sdu); // its first cell may leave during SendSdu
        const bool taken = m_device->SendSdu(m_vc, sdu);
        ++(taken ? m_sent : m_refused);
        if (!taken)
        {
            m_waiting.pop_back();
        }
        else if (m_plan.kind != AtmSourcePlan::GREEDY)
        {
            m_waiting.clear();
        }
    }

    /** @param sdu whose first cell leaves: if it is ours, a new one takes its place in the queue */
    void Refill(Ptr<const Packet> sdu)
    {
        if (!m_waiting.empty() && m_waiting.front() == sdu)
        {
            m_waiting.pop_front();
            const bool isTicking = m_run.m_isTicking;
            m_run.m_isTicking = true; // when a cell leaves, that precedes whatever else happens
            Send();
            m_run.m_isTicking = isTicking;
        }
    }

    AtmNetworkRun& m_run;                    //!< its network
    const AtmSourcePlan& m_plan;             //!< what to send
    int64_t m_tick{-1};                      //!< see GetTick
    Ptr<AtmNetDevice> m_device;              //!< where
    Ptr<AtmVc> m_vc;                         //!< of it
    PlanRandom m_random;                     //!< sizes and intervals
    std::deque<Ptr<const Packet>> m_waiting; //!< SDUs in the VC's queue, of a greedy source
    int64_t m_sent{0};                       //!< SDUs
    int64_t m_refused{0};                    //!< SDUs
};
} // namespace hsn
} // namespace ns3

#endif // HSN_ATM_NETWORK_SOURCE_H
