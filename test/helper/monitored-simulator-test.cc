// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * A simulation with a monitor on every node: it must be the same simulation, and its files must
 * tell what the exchange is known to send.
 */
#include "../transport/socket-exchange-support.h"

#include "ns3/monitored-simulator-impl.h"

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

    /// @param name of a file @return its lines
    static std::vector<std::string> ReadLines(const std::string& name)
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
    static std::string Read(const std::string& line, size_t from, const std::string& name)
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

    void DoRun() override
    {
        const std::string folder = CreateTempDirFilename("monitored-" + std::to_string(getpid()));
        NS_TEST_ASSERT_MSG_EQ(std::system(("mkdir -p '" + folder + "'").c_str()), 0, "folder");
        const Outcome plain = Exchange();
        setenv("HSN_MONITOR", folder.c_str(), 1);
        setenv("HSN_MONITOR_CONTRACT", "throughput=50kb/s", 1);
        for (uint32_t i = 1; i <= 2; ++i)
        {
            Simulator::SetImplementation(CreateObject<MonitoredSimulatorImpl>());
            ObjectFactory scheduler;
            scheduler.SetTypeId("ns3::MapScheduler");
            Simulator::SetScheduler(scheduler);
            const Outcome monitored = Exchange();
            NS_TEST_EXPECT_MSG_EQ((monitored == plain),
                                  true,
                                  monitored.events << " events, not " << plain.events);
            Check(ReadLines(folder + "/run-" + std::to_string(i) + ".jsonl"));
        }
        unsetenv("HSN_MONITOR");
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
                named = Read(line, 0, "name");
            }
            const auto row = line.find(out);
            if (row != std::string::npos)
            {
                NS_TEST_EXPECT_MSG_EQ(Read(line, row, "throughputContract"), "50000", "contract");
                ended = Read(line, 0, "connections") == "0"; // that are open
                sent = std::stoull(Read(line, row, "octets"));
                errors = std::stoull("0" + Read(line, row, "errorBits"));
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
                                               new MonitorContractTest});
} // namespace
} // namespace hsn
} // namespace ns3
