// SPDX-License-Identifier: GPL-2.0-only
// Needs GSL.
/**
 * @file
 * TfrcSocket against ns-2's Agent/TFRC on the same path: test/oracles/ns2, where the path is
 * described.
 */
#include "../hsn-test.h"
#include "tfrc-socket-support.h"

#include "ns3/data-rate.h"
#include "ns3/double.h"
#include "ns3/drop-tail-queue.h"
#include "ns3/packet-traces.h"
#include "ns3/queue-size.h"

#include <cmath>
#include <cstdint>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#ifndef HSN_ORACLES
#define HSN_ORACLES "contrib/hsn/test/oracles" // as seen from the top of an ns-3 tree
#endif

namespace ns3
{
namespace hsn
{
namespace
{
/// Bytes of a data packet on the wire, and of them headers: 24 of TFRC and 20 of IPv4.
constexpr uint32_t WIRE = 1000;
constexpr uint32_t HEADERS = 44;
/// From then on the rate is compared, s ...
constexpr uint32_t BEGIN = 20;
/// ... until then.
constexpr uint32_t END = 60;

/** @brief Packets of each second. */
struct Course
{
    std::vector<double> sent;     //!< by the sender
    std::vector<double> received; //!< by the receiver
};

/** @param values of each second @return their mean from BEGIN to END */
double
Mean(const std::vector<double>& values)
{
    double sum = 0;
    for (uint32_t i = BEGIN; i < END; i++)
    {
        sum += values.at(i);
    }
    return sum / (END - BEGIN);
}

/** @param values of each second @return their coefficient of variation from BEGIN to END */
double
Variation(const std::vector<double>& values)
{
    double sum = 0;
    for (uint32_t i = BEGIN; i < END; i++)
    {
        sum += std::pow(values.at(i) - Mean(values), 2);
    }
    return std::sqrt(sum / (END - BEGIN)) / Mean(values);
}

/** @brief The same path in both simulators. */
class TfrcNs2Test : public TestCase
{
  public:
    TfrcNs2Test()
        : TestCase("Mean rates are those of ns-2's TFRC")
    {
    }

  private:
    /** @brief A path. */
    struct Path
    {
        std::string file; //!< of ns-2's packets
        uint32_t lose;    //!< each so many-th data packet; 0: none
        int64_t delay;    //!< one way, ms
        double rtoFactor; //!< t_RTO / R
        double tolerance; //!< of the mean rate
    };

    void DoRun() override
    {
        // constant loss: both follow the equation, so the rest is the rounding of whole packets
        Compare({"tfrc-lose-100.csv", 100, 50, 4, 0.01});
        Compare({"tfrc-lose-25.csv", 25, 50, 4, 0.01});
        // t_RTO as ns-2 takes it by itself: that of a TCP, which is R as long as R is constant
        Compare({"tfrc-lose-100-tcp-rto.csv", 100, 50, 1, 0.01});
        // 2 Mb/s and 20 packets; the losses are the flow's own
        Compare({"tfrc-drop-tail.csv", 0, 20, 4, 0.05});
    }

    /** @param name file @return what ns-2 did */
    Course Read(const std::string& name)
    {
        Course course;
        std::ifstream in(std::string(HSN_ORACLES) + "/ns2/" + name);
        std::string line;
        std::getline(in, line); // names of the columns
        while (std::getline(in, line))
        {
            std::istringstream fields(line);
            double time = 0;
            double sent = 0;
            double received = 0;
            char comma = 0;
            fields >> time >> comma >> sent >> comma >> received;
            course.sent.push_back(sent);
            course.received.push_back(received);
        }
        NS_TEST_EXPECT_MSG_EQ(course.sent.size(), END, name);
        return course;
    }

    /** @param path where @return what we do */
    static Course Run(const Path& path)
    {
        TfrcRun run(MilliSeconds(path.delay), WIRE - HEADERS);
        run.client->SetAttribute("RtoFactor", DoubleValue(path.rtoFactor));
        for (uint32_t i = 0; i < 2; i++)
        {
            auto queue = CreateObject<DropTailQueue<Packet>>();
            queue->SetAttribute("MaxSize", QueueSizeValue(QueueSize(i == 0 ? "20p" : "1000p")));
            run.hosts.Device(i)->SetQueue(queue);
            run.hosts.Device(i)->SetAttribute("DataRate", DataRateValue(DataRate("2Mbps")));
        }
        uint32_t count = 0;
        run.hosts.channel->filter = [&](Ptr<const Packet> packet, Ptr<SimpleNetDevice>) {
            TfrcHeader header;
            return path.lose > 0 && PeekTfrc(packet, header) && header.type == TfrcHeader::DATA &&
                   ++count % path.lose == 0;
        };
        Course course{std::vector<double>(END), std::vector<double>(END)};
        run.Connect();
        run.client->TraceConnectWithoutContext(
            "Tx",
            MakeHeaderCallback<TfrcDataHeader>(Sink<Ptr<const Packet>, const TfrcDataHeader&>::Make(
                [&course](Ptr<const Packet>, const TfrcDataHeader&) {
                    course.sent.at(static_cast<size_t>(Simulator::Now().GetSeconds()))++;
                })));
        ScheduleCall(Seconds(1), [&] {
            run.server->TraceConnectWithoutContext(
                "Rx",
                MakeHeaderCallback<TfrcDataHeader>(
                    Sink<Ptr<const Packet>, const TfrcDataHeader&>::Make(
                        [&course](Ptr<const Packet>, const TfrcDataHeader&) {
                            course.received.at(
                                static_cast<size_t>(Simulator::Now().GetSeconds()))++;
                        })));
        });
        run.RunUntil(END - 1e-6);
        return course;
    }

    /** @param path where */
    void Compare(const Path& path)
    {
        const Course theirs = Read(path.file);
        const Course ours = Run(path);
        NS_TEST_ASSERT_MSG_GT(Mean(theirs.sent), 0, path.file);
        const double sent = Mean(ours.sent) / Mean(theirs.sent);
        const double received = Mean(ours.received) / Mean(theirs.received);
        NS_TEST_EXPECT_MSG_EQ_TOL(sent, 1, path.tolerance, path.file << ": sent");
        NS_TEST_EXPECT_MSG_EQ_TOL(received, 1, path.tolerance, path.file << ": received");
        if (path.lose > 0)
        {
            NS_TEST_EXPECT_MSG_LT(Variation(ours.sent), 0.02, path.file << ": constant");
        }
    }
};

HsnTestRegistration g_tfrcNs2Tests("tfrc-ns2", {new TfrcNs2Test});
} // namespace
} // namespace hsn
} // namespace ns3
