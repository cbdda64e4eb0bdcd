// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * Orders and PDUs of the paper's figures 1 to 7: prints a partial order as DOT and as edges, or
 * runs a few periods of figure 7 over a path of 2 ms that loses chosen SDUs, and prints each PDU,
 * delivery and loss with its time.
 */
#include "mm-poc-network.h"
#include "mm-poc-orders.h"

#include "ns3/double.h"
#include "ns3/error-model.h"
#include "ns3/hsn-compat.h"
#include "ns3/json-object.h"
#include "ns3/mm-poc-helper.h"
#include "ns3/mm-poc-socket-factory.h"
#include "ns3/packet-traces.h"
#include "ns3/point-to-point-net-device.h"
#include "ns3/pointer.h"
#include "ns3/program-options.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <cstdint>
#include <cstdio>
#include <iostream>
#include <sstream>
#include <string>
#include <vector>

using namespace ns3;
using namespace ns3::hsn;

namespace
{
constexpr uint16_t PORT = 5000; //!< of medium 0

/// Options of the program.
struct Options
{
    std::string order{"barrier"};  //!< of the SDUs
    bool drawing{false};           //!< only the order
    uint32_t periods{3};           //!< of the order
    std::string mode{"mpm"};       //!< mpm or pgm
    uint32_t maxConsecutive{1};    //!< k
    double lateMs{0};              //!< of medium 1
    std::vector<uint32_t> lose{1}; //!< SDUs, counted in the order in which they are sent
};

/// A scripted run.
class Script
{
  public:
    /// @param o options
    explicit Script(const Options& o)
        : m_o(o)
    {
    }

    /// @param out gets what happened
    void Run(JsonObject& out)
    {
        MmPocPath path;
        path.jitterMs = 0;
        path.loss = 0;
        const auto nodes = path.Build(Time(0));
        MmPocHelper helper(MmPocOrders().at(m_o.order));
        helper.SetAttribute("ReliabilityMode",
                            StringValue(m_o.mode == "mpm" ? "MediaPerMedia" : "GroupOfMedia"));
        helper.SetAttribute("LossPolicy", StringValue("MaxConsecutive"));
        helper.SetAttribute("MaxConsecutive", UintegerValue(m_o.maxConsecutive));
        helper.SetAttribute("InitialRtt", TimeValue(MilliSeconds(4)));
        helper.SetMediumAttribute(1, "ProductionFrequency", DoubleValue(12.5));
        helper.Install(nodes, PORT);
        const auto model = CreateObject<ReceiveListErrorModel>();
        model->SetList(std::list<uint32_t>(m_o.lose.begin(), m_o.lose.end()));
        const auto device = DynamicCast<PointToPointNetDevice>(nodes.Get(1)->GetDevice(0));
        ScheduleCall(Seconds(0.9), [device, model] { device->SetReceiveErrorModel(model); });
        for (uint16_t poc = 0; poc < 2; ++poc)
        {
            const auto port = static_cast<uint16_t>(PORT + poc);
            const auto listener =
                Socket::CreateSocket(nodes.Get(1), MmPocSocketFactory::GetTypeId());
            listener->Bind(InetSocketAddress(Ipv4Address::GetAny(), port));
            listener->SetAcceptCallback(MakeNullCallback<bool, Ptr<Socket>, const Address&>(),
                                        MakeCallback(&Script::Accepted, this));
            listener->Listen();
            const auto socket = Socket::CreateSocket(nodes.Get(0), MmPocSocketFactory::GetTypeId());
            socket->TraceConnectWithoutContext(
                "Tx",
                MakeHeaderCallback<MmPocHeader>(MakeCallback(&Script::SentBySender, this)));
            ScheduleCall(MilliSeconds(poc),
                         [socket, port] { socket->Connect(InetSocketAddress("10.0.0.2", port)); });
            for (uint32_t period = 0; period < m_o.periods; ++period)
            {
                const Time at = Seconds(1) + MilliSeconds(80) * period;
                const auto send = [socket] { socket->Send(Create<Packet>(100)); };
                ScheduleCall(poc ? at + Seconds(m_o.lateMs / 1e3) : at, send);
                if (poc == 0)
                {
                    ScheduleCall(at + MilliSeconds(40), send);
                }
            }
            ScheduleCall(Seconds(1.1) + MilliSeconds(80) * m_o.periods,
                         [socket] { socket->Close(); });
        }
        Simulator::Stop(Seconds(10));
        Simulator::Run();
        Simulator::Destroy();
        out.Set("trace", m_trace);
        out.Set("deliveries", m_deliveries);
        out.Set("delays_ms", m_delays);
        out.Set("fnack_and_answer", m_both);
    }

  private:
    /// @param socket of a medium
    void Accepted(Ptr<Socket> socket, const Address&)
    {
        socket->TraceConnectWithoutContext("Deliver", MakeCallback(&Script::Deliver, this));
        socket->TraceConnectWithoutContext("LossDeclared", MakeCallback(&Script::Lost, this));
        socket->TraceConnectWithoutContext(
            "Rx",
            MakeHeaderCallback<MmPocHeader>(MakeCallback(&Script::Arrived, this)));
        socket->TraceConnectWithoutContext(
            "Tx",
            MakeHeaderCallback<MmPocHeader>(MakeCallback(&Script::SentByReceiver, this)));
    }

    /// @param what happens now
    void Note(const std::string& what)
    {
        if (Simulator::Now() < Seconds(1))
        {
            return; // the connections
        }
        char time[32];
        std::snprintf(time, sizeof(time), "%8.2f  ", Simulator::Now().GetSeconds() * 1e3 - 1000);
        m_trace.push_back(time + what);
    }

    /// @param header of a PDU @return what it says, without ports
    static std::string Say(const MmPocHeader& header)
    {
        std::ostringstream text;
        text << header;
        return text.str().substr(text.str().find(' ', text.str().find('>') + 2) + 1);
    }

    /// @param header of a PDU to the receiver
    void SentBySender(Ptr<const Packet>, const MmPocHeader& header)
    {
        Note("sender    -> " + Say(header));
    }

    /// @param header of a PDU to the sender
    void SentByReceiver(Ptr<const Packet>, const MmPocHeader& header)
    {
        m_answers += header.pdu.type == MM_POC_ACK_RES;
        m_fnacks += header.pdu.type == MM_POC_FNACK;
        m_both += m_fnacks && m_answers;
        Note("receiver  -> " + Say(header));
    }

    /// @param header of a PDU at the receiver
    void Arrived(Ptr<const Packet>, const MmPocHeader& header)
    {
        m_answers = 0;
        m_fnacks = 0;
        Note("receiver <-  " + Say(header));
    }

    /// @param poc medium @param number of an SDU @param delay of it
    void Deliver(uint32_t poc, uint64_t number, Time delay)
    {
        const std::string name = MmPocPartialOrder::NameOf(poc, number);
        m_deliveries.push_back(name);
        m_delays.push_back(delay.GetSeconds() * 1e3);
        Note("user     <-  SDU " + name);
    }

    /// @param poc medium @param lost SDUs
    void Lost(uint32_t poc, const std::vector<uint64_t>& lost, uint32_t)
    {
        for (const uint64_t number : lost)
        {
            Note("user     <-  loss of " + MmPocPartialOrder::NameOf(poc, number));
        }
    }

    const Options& m_o;                    //!< options
    std::vector<std::string> m_trace;      //!< lines
    std::vector<std::string> m_deliveries; //!< SDUs
    std::vector<double> m_delays;          //!< of them
    uint32_t m_answers{0};                 //!< since a PDU arrived
    uint32_t m_fnacks{0};                  //!< since a PDU arrived
    uint32_t m_both{0};                    //!< PDUs with both
};
} // namespace

int
main(int argc, char* argv[])
{
    Options o;
    ProgramOptions options(__FILE__, "Paper mm-poc: partial orders, and PDUs of a scripted run");
    options.Add(
        "order",
        "Partial order",
        o.order,
        OneOf({"barrier", "barrier-160", "one-way", "chains", "total", "empty", "figure1"}));
    options.Add("drawing", "Print the order and run nothing", o.drawing);
    options.Add("periods", "Periods of the order", o.periods, Between(1, 100));
    options.Add("mode", "Losses: media per media or per group", o.mode, OneOf({"mpm", "pgm"}));
    options.Add("maxConsecutive",
                "Acceptable losses in a row",
                o.maxConsecutive,
                Between(0, 1000000));
    options.Add("lateMs", "Lateness of medium 1, ms", o.lateMs, AtLeast(0).Below(40));
    options.Add("lose", "PDUs to the receiver that are lost, from 0", o.lose);
    options.Parse(argc, argv);
    ProgramOptions::Require(o.drawing || o.order != "figure1",
                            "--order=figure1: must be drawn, it has four media");
    MmPocPartialOrder order;
    MmPocPartialOrder::Read(MmPocOrders().at(o.order), order);
    JsonObject out;
    if (o.drawing)
    {
        std::vector<std::string> before;
        std::vector<std::string> after;
        for (uint32_t poc = 0; poc < order.GetMedia(); ++poc)
        {
            const uint32_t periods = order.IsPeriodic() ? o.periods : 1;
            for (uint64_t n = 0; n < uint64_t{periods} * order.GetCount(poc); ++n)
            {
                for (const auto& one : order.GetImmediate({poc, n}))
                {
                    before.push_back(MmPocPartialOrder::NameOf(one.poc, one.number));
                    after.push_back(MmPocPartialOrder::NameOf(poc, n));
                }
            }
        }
        out.Set("before", before);
        out.Set("after", after);
        out.Set("dot", order.ToDot(o.periods));
        out.Set("extensions", order.CountLinearExtensions(order.IsPeriodic() ? o.periods : 1));
    }
    else
    {
        Script(o).Run(out);
    }
    std::cout << out.ToString() << std::endl;
    return 0;
}
