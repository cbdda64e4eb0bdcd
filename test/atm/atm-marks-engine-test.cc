// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * Marked cells with both engines: small random networks in which hosts send by AAL5+ and videos
 * send cells, through a buffer with any policy of classes. The per-cell engine is the oracle.
 */
#include "../hsn-test.h"
#include "atm-random-network.h"

#include "ns3/aal5-plus-adaptation.h"
#include "ns3/atm-helper.h"
#include "ns3/atm-switch-helper.h"
#include "ns3/cell-source-helper.h"
#include "ns3/class-threshold-discard.h"
#include "ns3/config.h"
#include "ns3/double.h"
#include "ns3/enum.h"
#include "ns3/global-value.h"
#include "ns3/group-discard.h"
#include "ns3/hsn-compat.h"
#include "ns3/mpeg-cell-source.h"
#include "ns3/pointer.h"
#include "ns3/push-out-discard.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <cstdlib>
#include <ctime>
#include <sstream>
#include <string>
#include <vector>

namespace ns3
{
namespace hsn
{
namespace
{
/** @brief Classes of the octets of an SDU that depend on its size only. */
class StripedClassifier : public ExClpClassifier
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId()
    {
        static TypeId tid =
            TypeId("ns3::hsn::StripedClassifier").SetParent<ExClpClassifier>().SetGroupName("Hsn");
        return tid;
    }

    std::vector<ExClpRun> Classify(const AtmVc&, Ptr<const Packet> sdu) override
    {
        std::vector<ExClpRun> runs;
        uint32_t left = sdu->GetSize();
        for (uint32_t k = left; left > 0; ++k)
        {
            const uint32_t n = std::min(left, 1 + k * 7 % 150);
            const uint32_t cls = k % 4;
            if (!runs.empty() && runs.back().cls == cls)
            {
                runs.back().octets += n;
            }
            else
            {
                runs.push_back({cls, n});
            }
            left -= n;
        }
        return runs;
    }
};

/** Policies that look at classes, and two that do not. */
const char* const POLICIES[] = {"ns3::hsn::ClpPushOutDiscard",
                                "ns3::hsn::ExClpPushOutDiscard",
                                "ns3::hsn::ExClpThresholdDiscard",
                                "ns3::hsn::ExClpGroupDiscard",
                                "ns3::hsn::ClassSharingDiscard",
                                "ns3::hsn::ClpThresholdDiscard",
                                "ns3::hsn::PartialPacketDiscard"};

/** @brief One network, simulated with one engine. */
class MarkedNetwork
{
  public:
    /** @param seed any number @param engine "Burst" or "PerCell" */
    MarkedNetwork(uint64_t seed, const std::string& engine)
        : m_random(seed)
    {
        Config::SetGlobal("hsn::AtmEngine", StringValue(engine));
        Build();
    }

    /** @return all that was seen */
    std::string Run()
    {
        Simulator::Stop(m_duration);
        Simulator::Run();
        for (uint32_t q = 0; q < m_queues.size(); ++q)
        {
            const auto c = m_queues[q]->GetCounters();
            m_seen << "queue " << q << ": " << c.in << ' ' << c.out << ' '
                   << c.Get(CELL_BUFFER_FULL) << ' ' << c.Get(CELL_PARTIAL_PACKET) << ' '
                   << c.Get(CELL_CLP_THRESHOLD) << ' ' << c.Get(CELL_PUSHED_OUT) << ' '
                   << c.Get(CELL_CLASS_THRESHOLD) << ' ' << c.Get(CELL_GROUP) << ' '
                   << m_queues[q]->GetNCells() << '\n';
            m_pushedOut += c.Get(CELL_PUSHED_OUT);
            m_byClass += c.Get(CELL_CLASS_THRESHOLD) + c.Get(CELL_GROUP);
        }
        for (const auto& a : m_adaptations)
        {
            const auto& c = a->GetCounters();
            for (const uint64_t n : c.sentCells)
            {
                m_seen << n << ' ';
            }
            for (uint32_t t = 0; t < 2; ++t)
            {
                m_seen << c.sentPdus[t] << ' ' << c.intact[t] << ' ' << c.damaged[t] << ' '
                       << c.missing[t] << ' ';
                m_damaged += c.damaged[t];
            }
            m_seen << '\n';
        }
        for (const auto& c : m_videos)
        {
            for (const uint64_t n : DynamicCast<MpegCellSource>(c.source)->GetSentByClass())
            {
                m_seen << n << ' ';
            }
            m_seen << c.sink->GetRawRxCells() << '\n';
        }
        m_queues.clear();
        m_adaptations.clear();
        m_videos.clear();
        Simulator::Destroy();
        return m_seen.str();
    }

    /** @return cells pushed out; after Run() */
    uint64_t GetPushedOut() const
    {
        return m_pushedOut;
    }

    /** @return cells refused for their class or group; after Run() */
    uint64_t GetByClass() const
    {
        return m_byClass;
    }

    /** @return PDUs handed up in part; after Run() */
    uint64_t GetDamaged() const
    {
        return m_damaged;
    }

  private:
    /** Draws and connects everything. */
    void Build()
    {
        m_duration = MicroSeconds(m_random.LogInt(500, 30000));
        const auto hosts = static_cast<uint32_t>(m_random.Int(1, 4));
        const auto videos = static_cast<uint32_t>(m_random.Int(0, 3));
        NodeContainer switches;
        switches.Create(static_cast<uint32_t>(m_random.Int(1, 2)));
        const auto sinkNode = CreateObject<Node>();
        const std::string policy = POLICIES[m_random.Int(0, 6)];
        AtmSwitchHelper sw;
        sw.SetQueueAttribute("MaxCells", UintegerValue(m_random.LogInt(4, 400)));
        sw.SetDiscardPolicy(policy);
        const auto installed = sw.Install(switches);
        AtmHelper access;
        access.SetChannelAttribute("DataRate",
                                   StringValue(m_random.Chance(0.7) ? "155.52Mbps" : "25.6Mbps"));
        access.SetChannelAttribute("Delay", TimeValue(NanoSeconds(m_random.Int(0, 50000))));
        AtmHelper trunk;
        trunk.SetChannelAttribute("DataRate",
                                  StringValue(m_random.Chance(0.5) ? "155.52Mbps" : "25.6Mbps"));
        if (switches.GetN() == 2)
        {
            trunk.Install(switches.Get(0), switches.Get(1));
        }
        const auto last = trunk.Install(switches.Get(switches.GetN() - 1), sinkNode);
        const auto sink = DynamicCast<AtmNetDevice>(last.Get(1));
        const auto mode = m_random.Pick({Aal5PlusAdaptation::PER_CLASS_PDU,
                                         Aal5PlusAdaptation::MARK_ONLY,
                                         Aal5PlusAdaptation::REGROUP});
        const auto adapt = [&](Ptr<AtmNetDevice> device) {
            auto adaptation = CreateObject<Aal5PlusAdaptation>();
            adaptation->SetAttribute("DataPduMode", EnumValue(mode));
            adaptation->SetAttribute("Classifier", PointerValue(CreateObject<StripedClassifier>()));
            device->SetAdaptation(adaptation);
            m_adaptations.push_back(adaptation);
            return adaptation;
        };
        const auto receiver = adapt(sink);
        AtmPvcOptions options;
        for (uint32_t h = 0; h < hosts; ++h)
        {
            const auto node = CreateObject<Node>();
            const auto link = access.Install(node, switches.Get(0));
            const auto device = DynamicCast<AtmNetDevice>(link.Get(0));
            adapt(device);
            options.forward.reset();
            if (m_random.Chance(0.2))
            {
                // tags most cells: class 0 becomes 2, and 1 becomes 3
                options.forward = AtmTrafficContract::Vbr(AtmTrafficContract::VBR_B,
                                                          NanoSeconds(2726),
                                                          NanoSeconds(100000),
                                                          50,
                                                          NanoSeconds(1000));
            }
            const auto pvc = access.ConnectPvc(device, sink, options);
            receiver->SetReceiver(*pvc.leaves[0],
                                  Sink<const Aal5PlusDelivery&>::Make(
                                      [this](const Aal5PlusDelivery& d) { Write(d); }));
            const int64_t sdus = m_random.Int(1, 60);
            for (int64_t i = 0; i < sdus; ++i)
            {
                const auto size = static_cast<uint32_t>(m_random.LogInt(1, 9000));
                const auto burst = m_random.Chance(0.2) ? m_random.Int(1, 6) : 1;
                const Time at = NanoSeconds(m_random.Int(0, m_duration.GetNanoSeconds()));
                for (int64_t k = 0; k < burst; ++k)
                {
                    Simulator::Schedule(at, &MarkedNetwork::Send, this, device, pvc.a, size);
                }
            }
        }
        CellSourceHelper video("ns3::hsn::MpegCellSource");
        for (uint32_t v = 0; v < videos; ++v)
        {
            video.Set("MeanRate", StringValue(std::to_string(m_random.Int(1, 20)) + "Mbps"));
            video.Set("FrameRate", DoubleValue(m_random.Pick({25.0, 400.0, 1000.0})));
            video.Set("PduCells", UintegerValue(m_random.Int(1, 12)));
            video.Set("SmoothWindow", UintegerValue(m_random.Pick({1, 1, 3})));
            video.Set("Phase", DoubleValue(m_random.Chance(0.5) ? 0 : m_random.Real(0, 5)));
            video.Set("Groups", UintegerValue(m_random.Chance(0.5) ? 0 : 1));
            m_videos.push_back(video.Install(access, CreateObject<Node>(), switches.Get(0), sink));
        }
        CellSourceHelper::AssignStreams(m_videos, 100);
        for (uint32_t s = 0; s < installed.GetN(); ++s)
        {
            const auto port = installed.Get(s)->GetPort(s); // links were installed in this order
            m_queues.push_back(port->GetOutput()->GetQueue(ATM_UBR));
        }
    }

    /** @param device sends @param vc where @param size octets */
    void Send(Ptr<AtmNetDevice> device, Ptr<AtmVc> vc, uint32_t size)
    {
        device->SendSdu(vc, Create<Packet>(size));
    }

    /** @param d handed up */
    void Write(const Aal5PlusDelivery& d)
    {
        m_seen << Simulator::Now().GetTimeStep() << ' ' << d.vc << ' ' << d.type << ' '
               << +d.sequence << ' ' << d.sdu->GetSize() << (d.isIntact ? "" : " damaged");
        for (const auto& gap : d.gaps)
        {
            m_seen << ' ' << gap.first << '+' << gap.count << " of " << gap.cls;
        }
        m_seen << '\n';
    }

    PlanRandom m_random;                                //!< draws
    Time m_duration;                                    //!< of the run
    std::vector<Ptr<AtmCellQueue>> m_queues;            //!< congested buffers
    std::vector<Ptr<Aal5PlusAdaptation>> m_adaptations; //!< the sink's first
    std::vector<CellSourceConnection> m_videos;         //!< sources of cells
    std::ostringstream m_seen;                          //!< what was seen
    uint64_t m_pushedOut{0};                            //!< see GetPushedOut
    uint64_t m_byClass{0};                              //!< see GetByClass
    uint64_t m_damaged{0};                              //!< see GetDamaged
};

/** @brief Random networks with marked cells, compared. */
class MarkedEngineTest : public TestCase
{
  public:
    /** @param first seed @param n how many networks */
    MarkedEngineTest(uint64_t first, uint64_t n)
        : TestCase("Marked cells and classes, same with both engines: " + std::to_string(n) +
                   " random networks from seed " + std::to_string(first)),
          m_first(first),
          m_n(n)
    {
    }

  private:
    void DoRun() override
    {
        StringValue before;
        GlobalValue::GetValueByName("hsn::AtmEngine", before);
        uint64_t pushedOut = 0;
        uint64_t byClass = 0;
        uint64_t damaged = 0;
        for (uint64_t seed = m_first; seed < m_first + m_n; ++seed)
        {
            const std::string reference = MarkedNetwork(seed, "PerCell").Run();
            MarkedNetwork other(seed, "Burst");
            const std::string found = other.Run();
            NS_TEST_EXPECT_MSG_EQ((found == reference),
                                  true,
                                  "seed " << seed << ", per cell:\n"
                                          << reference << "burst:\n"
                                          << found);
            pushedOut += other.GetPushedOut();
            byClass += other.GetByClass();
            damaged += other.GetDamaged();
        }
        Config::SetGlobal("hsn::AtmEngine", before);
        NS_TEST_EXPECT_MSG_GT(pushedOut, m_n, "cells pushed out");
        NS_TEST_EXPECT_MSG_GT(byClass, m_n, "cells refused for their class or group");
        NS_TEST_EXPECT_MSG_GT(damaged, m_n, "damaged PDUs handed up");
    }

    uint64_t m_first; //!< seed
    uint64_t m_n;     //!< networks
};

/** @return a seed that was never used: HSN_FRESH_SEED of the environment, else from the time */
uint64_t
GetFresh()
{
    const char* const chosen = std::getenv("HSN_FRESH_SEED");
    return chosen ? std::strtoull(chosen, nullptr, 10)
                  : static_cast<uint64_t>(std::time(nullptr)) * 10000;
}

HsnTestRegistration g_markedEngineTests("atm-marks-engine",
                                        {new MarkedEngineTest(1, 100),
                                         new MarkedEngineTest(GetFresh(), 50)});
HsnTestRegistration g_markedEngineLongTests("atm-marks-engine-long",
                                            {new MarkedEngineTest(GetFresh(), 5000)},
                                            true);
} // namespace
} // namespace hsn
} // namespace ns3
