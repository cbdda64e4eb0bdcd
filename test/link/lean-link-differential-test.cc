// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * Lean links against ns-3's point-to-point devices, over random traffic.
 */
#include "../hsn-test.h"
#include "ether-types.h"

#include "ns3/boolean.h"
#include "ns3/error-model.h"
#include "ns3/hsn-compat.h"
#include "ns3/ipv4-header.h"
#include "ns3/ipv4-queue-disc-item.h"
#include "ns3/lean-link-helper.h"
#include "ns3/point-to-point-channel.h"
#include "ns3/point-to-point-helper.h"
#include "ns3/point-to-point-net-device.h"
#include "ns3/pointer.h"
#include "ns3/queue.h"
#include "ns3/string.h"
#include "ns3/traffic-control-helper.h"
#include "ns3/traffic-control-layer.h"

#include <algorithm>
#include <array>
#include <functional>
#include <map>
#include <memory>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace ns3
{
namespace hsn
{
namespace
{
constexpr uint32_t CASES = 800;
constexpr uint32_t IP_HEADER = 20;

/** @brief A packet that is given to one end of the link. */
struct Sent
{
    uint32_t end;  //!< 0 or 1
    uint32_t size; //!< with IP header
};

/** @brief A new value of an attribute. */
struct Change
{
    uint32_t end;     //!< 0 or 1: a device; 2: the link
    const char* name; //!< of the attribute
    int64_t value;    //!< bit/s, nanoseconds, or the limit's number
};

/** @brief What happens at one time, in this order. */
struct Moment
{
    std::vector<Change> changes; //!< of attributes
    std::vector<Sent> sent;      //!< packets
};

/** @brief A link and its traffic. */
struct LinkCase
{
    int64_t rate[2];                    //!< bit/s, by end
    int64_t delay;                      //!< ns
    QueueSizeUnit unit;                 //!< of the limit
    int64_t limit[2];                   //!< by end
    bool hasQueueDisc;                  //!< a FifoQueueDisc has the limit
    bool isTraced;                      //!< listens to all traces
    double loss;                        //!< of packets at reception
    std::map<int64_t, Moment> schedule; //!< by time, ns
};

/// Time in ns, number of the packet, and size: what happened, by end of the link and kind.
using Record = std::map<std::string, std::vector<std::array<int64_t, 3>>>;

/** @brief Random numbers that are the same everywhere. */
class Dice
{
  public:
    /** @param seed of the series */
    explicit Dice(uint32_t seed)
        : m_engine(seed)
    {
    }

    /** @param low @param high @return a number of low ... high */
    int64_t Get(int64_t low, int64_t high)
    {
        return low + static_cast<int64_t>(m_engine() % static_cast<uint64_t>(high - low + 1));
    }

    /** @param list a list @return one of it */
    template <typename T>
    T Pick(std::initializer_list<T> list)
    {
        return *(list.begin() + Get(0, static_cast<int64_t>(list.size()) - 1));
    }

  private:
    std::mt19937_64 m_engine; //!< source
};

/** @param number of the case @return it */
LinkCase
MakeCase(uint32_t number)
{
    Dice dice(number + 1);
    LinkCase c;
    const bool hasTies = dice.Get(0, 1); // times, rates and sizes on a grid
    c.hasQueueDisc = number % 2;
    c.isTraced = number / 2 % 2;
    c.loss = dice.Get(0, 3) ? 0 : 0.2;
    c.unit = dice.Pick({QueueSizeUnit::PACKETS, QueueSizeUnit::BYTES});
    c.delay = hasTies ? dice.Get(0, 20) * 50000 : dice.Get(0, 20000000);
    int64_t slot = 0; // time of a packet of 100 octets
    for (uint32_t end : {0, 1})
    {
        c.rate[end] = hasTies ? 8000000 : dice.Get(64000, 1000000000);
        c.limit[end] = c.unit == QueueSizeUnit::PACKETS ? dice.Get(1, 12) : dice.Get(100, 6000);
        slot = std::max<int64_t>(slot, 800000000000 / c.rate[end]);
    }
    int64_t now = 0;
    const int64_t packets = dice.Get(20, 120);
    for (int64_t i = 0; i < packets;)
    {
        now += hasTies ? dice.Get(1, 12) * 50000 : dice.Get(1, 12 * slot);
        Moment& moment = c.schedule[now];
        if (number % 3 == 0 && dice.Get(0, 9) == 0)
        {
            const auto end = static_cast<uint32_t>(dice.Get(0, 2));
            if (end == 2)
            {
                moment.changes.push_back(
                    {end, "Delay", hasTies ? dice.Get(0, 20) * 50000 : dice.Get(0, 20000000)});
            }
            else if (dice.Get(0, 2))
            {
                const int64_t rate = hasTies ? dice.Pick<int64_t>({4000000, 8000000, 16000000})
                                             : dice.Get(64000, 1000000000);
                moment.changes.push_back({end, "DataRate", rate});
            }
            else
            {
                // ns-3's queues do not shrink below what they hold
                moment.changes.push_back({end, "MaxSize", c.limit[end] += dice.Get(1, 10)});
            }
        }
        const int64_t burst = dice.Get(0, 3) ? 1 : dice.Get(2, 15);
        for (int64_t k = 0; k < burst; ++k, ++i)
        {
            const int64_t size = hasTies ? dice.Get(1, 15) * 100 - 2 : dice.Get(IP_HEADER, 1500);
            moment.sent.push_back(
                {static_cast<uint32_t>(dice.Get(0, 1)), static_cast<uint32_t>(size)});
        }
    }
    // the limits at the start are those before the changes
    for (auto at = c.schedule.rbegin(); at != c.schedule.rend(); ++at)
    {
        for (auto change = at->second.changes.rbegin(); change != at->second.changes.rend();
             ++change)
        {
            if (std::string(change->name) == "MaxSize")
            {
                std::swap(change->value, c.limit[change->end]);
            }
        }
    }
    return c;
}

/** @brief A link with its traffic, of one of the two kinds. */
class LinkRun
{
  public:
    /** @param c what @param isLean whether it is a lean link */
    LinkRun(const LinkCase& c, bool isLean)
        : m_case(c),
          m_isLean(isLean)
    {
    }

    /** @return what happened */
    Record Run()
    {
        m_nodes.Create(2);
        for (uint32_t i : {0, 1})
        {
            m_nodes.Get(i)->AggregateObject(CreateObject<TrafficControlLayer>());
        }
        m_isLean ? BuildLean() : BuildPointToPoint();
        for (uint32_t i : {0, 1})
        {
            const auto device = m_devices.Get(i);
            if (m_case.loss > 0)
            {
                auto errors = CreateObject<RateErrorModel>();
                errors->SetUnit(RateErrorModel::ERROR_UNIT_PACKET);
                errors->SetRate(m_case.loss);
                errors->AssignStreams(7 + i);
                device->SetAttribute("ReceiveErrorModel", PointerValue(errors));
            }
            Listen(i, "PhyRxDrop");
            for (const char* trace :
                 {"PhyTxBegin", "PhyTxEnd", "PhyRxEnd", "MacRx", "Sniffer", "PromiscSniffer"})
            {
                if (m_case.isTraced)
                {
                    Listen(i, trace);
                }
            }
            if (!m_case.hasQueueDisc || m_isLean)
            {
                device->TraceConnectWithoutContext("MacTxDrop", MakeSink(i, "drop", 2));
            }
            device->SetReceiveCallback(MakeBoundCallback(&LinkRun::Receive, this, i));
        }
        for (const auto& at : m_case.schedule)
        {
            ScheduleCall(NanoSeconds(at.first),
                         [this, &at] { Later([this, &at] { Do(at.second, 0); }); });
        }
        Simulator::Run();
        Simulator::Destroy();
        for (auto& kind : m_record)
        {
            if (kind.first.find("Sniffer") != std::string::npos)
            {
                // the two directions have no order at equal times
                std::sort(kind.second.begin(), kind.second.end());
            }
        }
        return m_record;
    }

  private:
    /** Makes a point-to-point link, which is the reference. */
    void BuildPointToPoint()
    {
        PointToPointHelper p2p;
        p2p.SetChannelAttribute("Delay", TimeValue(NanoSeconds(m_case.delay)));
        if (m_case.hasQueueDisc)
        {
            p2p.SetQueue("ns3::DropTailQueue", "MaxSize", StringValue("1p"));
        }
        m_devices = p2p.Install(m_nodes);
        for (uint32_t i : {0, 1})
        {
            const auto device = DynamicCast<PointToPointNetDevice>(m_devices.Get(i));
            device->SetDataRate(DataRate(m_case.rate[i]));
            if (!m_case.hasQueueDisc)
            {
                m_buffers[i] = device->GetQueue();
                continue;
            }
            TrafficControlHelper fifo;
            fifo.SetRootQueueDisc("ns3::FifoQueueDisc");
            m_buffers[i] = fifo.Install(device).Get(0);
            m_buffers[i]->TraceConnectWithoutContext(
                "Drop",
                Sink<Ptr<const QueueDiscItem>>::Make([this, i](Ptr<const QueueDiscItem> item) {
                    Add(i, "drop", *item->GetPacket(), item->GetSize());
                }));
        }
        for (uint32_t i : {0, 1})
        {
            m_buffers[i]->SetAttribute("MaxSize", GetLimit(m_case.limit[i]));
        }
    }

    /** Makes a lean link. */
    void BuildLean()
    {
        LeanLinkHelper lean;
        lean.SetChannelAttribute("Delay", TimeValue(NanoSeconds(m_case.delay)));
        lean.SetDeviceAttribute("Buffer",
                                StringValue(m_case.hasQueueDisc ? "QueueDisc" : "Device"));
        m_devices = lean.Install(m_nodes);
        for (uint32_t i : {0, 1})
        {
            m_buffers[i] = m_devices.Get(i);
            m_buffers[i]->SetAttribute("DataRate", DataRateValue(DataRate(m_case.rate[i])));
            m_buffers[i]->SetAttribute("MaxSize", GetLimit(m_case.limit[i]));
        }
    }

    /** @param value number @return a limit */
    QueueSizeValue GetLimit(int64_t value) const
    {
        return QueueSizeValue(QueueSize(m_case.unit, static_cast<uint32_t>(value)));
    }

    /**
     * @brief Lets everything happen first that ns-3 has scheduled for now: departures, and what a
     *        queue disc does about them.
     * @param call what follows
     */
    static void Later(const std::function<void()>& call, uint32_t steps = 4)
    {
        ScheduleCall(Seconds(0), [call, steps] { steps ? Later(call, steps - 1) : call(); });
    }

    /** @param moment what happens @param i of the packets, the next one */
    void Do(const Moment& moment, uint32_t i)
    {
        for (uint32_t k = 0; i == 0 && k < moment.changes.size(); ++k)
        {
            Do(moment.changes[k]);
        }
        if (i < moment.sent.size())
        {
            Send(moment.sent[i]);
            Later([this, &moment, i] { Do(moment, i + 1); });
        }
    }

    /** @param change of an attribute */
    void Do(const Change& change)
    {
        const std::string name = change.name;
        if (name == "Delay")
        {
            m_devices.Get(0)->GetChannel()->SetAttribute(name,
                                                         TimeValue(NanoSeconds(change.value)));
        }
        else if (name == "DataRate")
        {
            m_devices.Get(change.end)->SetAttribute(name, DataRateValue(DataRate(change.value)));
        }
        else
        {
            m_buffers[change.end]->SetAttribute(name, GetLimit(change.value));
        }
    }

    /** @param sent packet */
    void Send(const Sent& sent)
    {
        const auto packet = Create<Packet>(sent.size - IP_HEADER);
        m_number[packet->GetUid()] = static_cast<int64_t>(m_number.size());
        const auto device = m_devices.Get(sent.end);
        const auto item =
            Create<Ipv4QueueDiscItem>(packet, device->GetBroadcast(), IPV4, Ipv4Header());
        if (m_case.hasQueueDisc)
        {
            m_nodes.Get(sent.end)->GetObject<TrafficControlLayer>()->Send(device, item);
            return;
        }
        // TrafficControlLayer would drop what finds ns-3's device queue full, and not say so
        item->AddHeader();
        device->Send(packet, device->GetBroadcast(), IPV4);
    }

    /** @param end of the link @param what @param packet @param size of it */
    void Add(uint32_t end, const std::string& what, const Packet& packet, uint32_t size)
    {
        m_record[what + " " + std::to_string(end)].push_back(
            {Simulator::Now().GetNanoSeconds(), m_number.at(packet.GetUid()), size});
    }

    /** @param end of the link @param what @param less octets that do not count @return a sink */
    Callback<void, Ptr<const Packet>> MakeSink(uint32_t end, const std::string& what, uint32_t less)
    {
        return Sink<Ptr<const Packet>>::Make([this, end, what, less](Ptr<const Packet> packet) {
            Add(end, what, *packet, packet->GetSize() - less);
        });
    }

    /** @param end of the link @param trace source of the device */
    void Listen(uint32_t end, const std::string& trace)
    {
        const bool found =
            m_devices.Get(end)->TraceConnectWithoutContext(trace, MakeSink(end, trace, 0));
        NS_ABORT_MSG_UNLESS(found, "no trace source " << trace);
    }

    /** @param run @param end of the link @param packet received @return true */
    static bool Receive(LinkRun* run,
                        uint32_t end,
                        Ptr<NetDevice>,
                        Ptr<const Packet> packet,
                        uint16_t protocol,
                        const Address&)
    {
        run->Add(end, "receive " + std::to_string(protocol), *packet, packet->GetSize());
        return true;
    }

    const LinkCase& m_case;               //!< what
    const bool m_isLean;                  //!< which kind
    NodeContainer m_nodes;                //!< two
    NetDeviceContainer m_devices;         //!< theirs
    Ptr<Object> m_buffers[2];             //!< objects that have MaxSize
    std::map<uint64_t, int64_t> m_number; //!< of packets in the order of sending, by uid
    Record m_record;                      //!< what happened
};

/** @brief The same links with the same traffic as lean links and as ns-3's. */
class DifferentialTest : public TestCase
{
  public:
    DifferentialTest()
        : TestCase("800 random links: arrivals, drops and traces as those of ns-3's devices")
    {
    }

  private:
    void DoRun() override
    {
        uint64_t received = 0;
        uint64_t drops = 0;
        uint64_t ties = 0;
        for (uint32_t i = 0; i < CASES; ++i)
        {
            const LinkCase c = MakeCase(i);
            const Record expected = LinkRun(c, false).Run();
            const Record found = LinkRun(c, true).Run();
            NS_TEST_ASSERT_MSG_EQ(Describe(found), Describe(expected), "case " << i);
            for (const auto& kind : expected)
            {
                (kind.first.substr(0, 4) == "drop" ? drops : received) +=
                    kind.first.substr(0, 4) == "drop" || kind.first.substr(0, 7) == "receive"
                        ? kind.second.size()
                        : 0;
                ties += kind.first.substr(0, 8) == "PhyTxEnd" ? CountTies(c, kind.second) : 0;
            }
        }
        // the cases are worth something
        NS_TEST_ASSERT_MSG_GT(received, 20000, "too little arrived");
        NS_TEST_ASSERT_MSG_GT(drops, 5000, "too little was dropped");
        NS_TEST_ASSERT_MSG_GT(ties, 500, "too few packets were sent just when another one left");
    }

    /** @param c case @param ends of transmissions @return those at which a packet is sent */
    static uint64_t CountTies(const LinkCase& c, const std::vector<std::array<int64_t, 3>>& ends)
    {
        return static_cast<uint64_t>(
            std::count_if(ends.begin(), ends.end(), [&c](const std::array<int64_t, 3>& one) {
                return c.schedule.count(one[0]) > 0;
            }));
    }

    /** @param record what happened @return as text */
    static std::string Describe(const Record& record)
    {
        std::string text;
        for (const auto& kind : record)
        {
            text += kind.first + ":";
            for (const auto& one : kind.second)
            {
                text += " " + std::to_string(one[0]) + "/" + std::to_string(one[1]) + "/" +
                        std::to_string(one[2]);
            }
            text += "\n";
        }
        return text;
    }
};

const HsnTestRegistration g_leanLinkDifferentialTests("lean-link-differential",
                                                      {new DifferentialTest});
} // namespace
} // namespace hsn
} // namespace ns3
