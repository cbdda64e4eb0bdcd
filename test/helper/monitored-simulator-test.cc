// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * A simulation with a monitor on every node: it must be the same simulation, and its files must
 * tell what the exchange is known to send.
 */
#include "../transport/socket-exchange-support.h"

#include "ns3/monitored-simulator-impl.h"
#include "ns3/udp-socket-factory.h"

#include <cmath>
#include <cstdlib>
#include <fstream>
#include <string>
#include <unistd.h>
#include <vector>

namespace ns3
{
namespace hsn
{
namespace
{
/// @param name of a file @return its lines
std::vector<std::string>
ReadMonitorLines(const std::string& name)
{
    std::ifstream file(name);
    std::vector<std::string> lines;
    for (std::string line; std::getline(file, line);)
    {
        lines.push_back(line);
    }
    return lines;
}

/// @param line of a file @param from here on @param name of a member of the object there
/// @return its value, without quotation marks; empty if there is none
std::string
ReadMember(const std::string& line, size_t from, const std::string& name)
{
    const std::string before = "\"" + name + "\": ";
    const auto end = line.find('}', from);
    auto place = line.find(before, from);
    if (place == std::string::npos || place > end)
    {
        return "";
    }
    place += before.size();
    const bool quoted = line[place] == '"';
    place += quoted;
    return line.substr(place, line.find_first_of(quoted ? "\"" : ",}", place) - place);
}

/// Beginning of the row of what the first connection of node 0 sends.
const std::string FIRST_OUT = "\"connId\": \"0000000000000001\", \"direction\": \"out\"";

/// A folder for what monitors write, which the environment names while this exists.
struct MonitorFolder
{
    /// @param name of the folder
    explicit MonitorFolder(const std::string& name)
        : path(name)
    {
        made = std::system(("mkdir -p '" + path + "'").c_str()) == 0;
        setenv("HSN_MONITOR", path.c_str(), 1);
    }

    MonitorFolder(const MonitorFolder&) = delete;
    MonitorFolder& operator=(const MonitorFolder&) = delete;

    ~MonitorFolder()
    {
        unsetenv("HSN_MONITOR");
    }

    /// The next simulation is monitored.
    static void SetSimulator()
    {
        Simulator::Destroy();
        Simulator::SetImplementation(CreateObject<MonitoredSimulatorImpl>());
        ObjectFactory scheduler;
        scheduler.SetTypeId("ns3::MapScheduler");
        Simulator::SetScheduler(scheduler);
    }

    /// @param run number of a simulation, from 1 on @return lines of its file
    std::vector<std::string> Read(uint32_t run) const
    {
        return ReadMonitorLines(path + "/run-" + std::to_string(run) + ".jsonl");
    }

    std::string path; //!< its name
    bool made{false}; //!< it is there
};

/// The same exchange with and without.
class MonitoredSimulatorTest : public TestCase
{
  public:
    MonitoredSimulatorTest()
        : TestCase("A monitored simulation has the same events, and writes what connections sent")
    {
    }

  private:
    /// How a simulation ended.
    struct Outcome
    {
        uint64_t events{0}; //!< so many
        double end{0};      //!< s
        double last{0};     //!< s, when the answer had come

        /// @param other outcome @return whether they are equal
        bool operator==(const Outcome& other) const
        {
            return events == other.events && end == other.end && last == other.last;
        }
    };

    /// @return outcome of the exchange with the simulator that is set; it stops when it has no
    /// event
    static Outcome Exchange()
    {
        Outcome outcome;
        {
            TcpHosts hosts;
            NetworkConditions conditions;
            conditions.lose = 0.05;
            SocketExchange exchange(hosts, "ns3::hsn::IndexedTcpSocketFactory", 4000, conditions);
            Simulator::Run();
            outcome.events = Simulator::GetEventCount();
            outcome.end = Simulator::Now().GetSeconds();
            outcome.last = exchange.client.received;
        }
        Simulator::Destroy();
        return outcome;
    }

    void DoRun() override
    {
        const MonitorFolder folder(CreateTempDirFilename("monitored-" + std::to_string(getpid())));
        NS_TEST_ASSERT_MSG_EQ(folder.made, true, folder.path);
        Simulator::Destroy(); // events that earlier tests have left would count
        const Outcome plain = Exchange();
        setenv("HSN_MONITOR_CONTRACT", "throughput=50kb/s", 1);
        for (uint32_t i = 1; i <= 2; ++i)
        {
            MonitorFolder::SetSimulator();
            const Outcome monitored = Exchange();
            NS_TEST_EXPECT_MSG_EQ((monitored == plain),
                                  true,
                                  monitored.events << " events, not " << plain.events);
            Check(folder.Read(i));
        }
        unsetenv("HSN_MONITOR_CONTRACT");
    }

    /// @param lines of a file
    void Check(const std::vector<std::string>& lines)
    {
        NS_TEST_ASSERT_MSG_GT(lines.size(), 20, "updates");
        // of the client, node 0, whose request is known
        const std::string client = "\"connId\": \"0000000000000001\", ";
        const std::string out = client + "\"direction\": \"out\"";
        std::string named;
        uint64_t sent = 0;
        uint64_t errors = 0;
        bool ended = false;
        for (const auto& line : lines)
        {
            if (line.compare(0, client.size() + 1, "{" + client) == 0)
            {
                named = ReadMember(line, 0, "name");
            }
            const auto row = line.find(out);
            if (row != std::string::npos)
            {
                NS_TEST_EXPECT_MSG_EQ(ReadMember(line, row, "throughputContract"),
                                      "50000",
                                      "contract");
                ended = ReadMember(line, 0, "connections") == "0"; // that are open
                sent = std::stoull(ReadMember(line, row, "octets"));
                errors = std::stoull("0" + ReadMember(line, row, "errorBits"));
            }
        }
        NS_TEST_EXPECT_MSG_EQ(ended, true, "the connection is written once more after its end");
        NS_TEST_EXPECT_MSG_EQ(sent - errors / 8, 20000, "the request, once");
        NS_TEST_EXPECT_MSG_GT(errors, 0, "something is lost");
        NS_TEST_EXPECT_MSG_EQ(
            (named.find("IndexedTcpSocket 10.") == 0 && named.find(":4000") != std::string::npos),
            true,
            named);
    }
};

/// When the files are written.
class MonitorTimesTest : public TestCase
{
  public:
    MonitorTimesTest()
        : TestCase("Updates are 10 ms apart, 20 ms after 128 of them, and tell all that happened "
                   "up to their instant")
    {
    }

  private:
    void DoRun() override
    {
        const MonitorFolder folder(CreateTempDirFilename("updates-" + std::to_string(getpid())));
        NS_TEST_ASSERT_MSG_EQ(folder.made, true, folder.path);
        MonitorFolder::SetSimulator();
        {
            TcpHosts hosts;
            const auto from =
                Socket::CreateSocket(hosts.nodes.Get(0), UdpSocketFactory::GetTypeId());
            const auto to = Socket::CreateSocket(hosts.nodes.Get(1), UdpSocketFactory::GetTypeId());
            to->Bind(InetSocketAddress(Ipv4Address::GetAny(), 9));
            from->Connect(hosts.At(1, 9));
            for (int64_t ms = 0; ms <= 1600; ms += 10) // at the instants of updates, just so
            {
                ScheduleCall(MilliSeconds(ms), [from] { from->Send(Create<Packet>(100)); });
            }
            Simulator::Stop(MicroSeconds(1600001));
            Simulator::Run();
        }
        std::vector<int64_t> times;
        for (const auto& line : folder.Read(1))
        {
            const auto row = line.find(FIRST_OUT);
            const std::string time = ReadMember(line, 0, "time_s");
            if (row != std::string::npos && !time.empty())
            {
                const auto us = std::llround(std::stod(time) * 1e6);
                times.push_back(us);
                // one at 0 and one each 10 ms
                NS_TEST_EXPECT_MSG_EQ(ReadMember(line, row, "packets"),
                                      std::to_string(1 + us / 10000),
                                      "datagrams up to " << us << " us");
            }
        }
        std::vector<int64_t> expected;
        for (int64_t ms = 10; ms <= 1600; ms += ms < 1280 ? 10 : 20)
        {
            expected.push_back(ms * 1000);
        }
        expected.push_back(1600001); // the end
        NS_TEST_ASSERT_MSG_EQ(times.size(), expected.size(), "updates: 128, 16 and the last one");
        for (size_t i = 0; i < expected.size(); ++i)
        {
            NS_TEST_EXPECT_MSG_EQ(times[i], expected[i], "us, update " << i);
        }
    }
};

/// Contracts.
class MonitorContractTest : public TestCase
{
  public:
    MonitorContractTest()
        : TestCase("A contract is read from text, and refused with name and value")
    {
    }

  private:
    void DoRun() override
    {
        QosContract contract{};
        NS_TEST_EXPECT_MSG_EQ(
            MonitoredSimulatorImpl::ReadContract("jitter=2us,throughput=400kb/s,delay=7.5ms",
                                                 contract),
            "",
            "right");
        NS_TEST_EXPECT_MSG_EQ(contract.throughput, 400000, "bit/s");
        NS_TEST_EXPECT_MSG_EQ(contract.delay, 7500000, "ns");
        NS_TEST_EXPECT_MSG_EQ(contract.jitter, 2000, "ns");
        NS_TEST_EXPECT_MSG_EQ(int(contract.direction), int(QOS_OUT), "direction");
        NS_TEST_EXPECT_MSG_EQ(MonitoredSimulatorImpl::ReadContract("", contract), "", "none");
        NS_TEST_EXPECT_MSG_EQ(contract.throughput, 0, "none");
        for (const std::string text : {"throughput",
                                       "throughput=fast",
                                       "throughput=0kb/s",
                                       "delay=5",
                                       "delay=-1ms",
                                       "delay=nanms",
                                       "delay=2000000s",
                                       "jitter=1ms,jitter=1ms",
                                       "loss=1",
                                       "delay=5ms,"
                                       ",jitter=1ms"})
        {
            NS_TEST_EXPECT_MSG_NE(MonitoredSimulatorImpl::ReadContract(text, contract), "", text);
        }
    }
};

HsnTestRegistration g_monitoredSimulatorTests("monitored-simulator",
                                              {new MonitoredSimulatorTest,
                                               new MonitorTimesTest,
                                               new MonitorContractTest});
} // namespace
} // namespace hsn
} // namespace ns3
