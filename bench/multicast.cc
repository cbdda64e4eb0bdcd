// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * Measures reliable multicast: 2 Mbytes by RMTP to 10,000 and to 100,000 receivers, each of which
 * loses 1 % of the packets and answers. The last line is a JSON object:
 *   wall_s, cpu_s, rss_bytes        of the transfer to 10,000 receivers; memory at most
 *   receiver_packets_per_cpu_s      packets of DATA times receivers
 *   ratio_cpu, ratio_rss            of ten times as many receivers; CPU time: median of the pairs
 *   nodes_wall_s, nodes_cpu_s, nodes_rss_bytes  of 2 Mbytes to 1,000 receivers that are nodes with
 * sockets
 */
#include "../examples/rmtp/rmtp-node-run.h"
#include "in-child.h"
#include "median.h"

#include "ns3/core-module.h"
#include "ns3/json-object.h"
#include "ns3/packet.h"
#include "ns3/program-options.h"
#include "ns3/rmtp-farm.h"
#include "ns3/rmtp-helper.h"
#include "ns3/rmtp-host.h"
#include "ns3/rmtp-server.h"
#include "ns3/rmtp-socket-factory.h"

#include <chrono>
#include <cmath>
#include <ctime>
#include <iostream>
#include <sys/resource.h>
#include <vector>

using namespace ns3;
using namespace ns3::hsn;

namespace
{
/// Bytes of the message.
constexpr uint32_t BYTES = 2000 * 1024;

/// What a transfer took.
struct Result
{
    double wall;    //!< s
    double cpu;     //!< s
    double rss;     //!< bytes
    double packets; //!< of DATA, times receivers
    bool isGood;    //!< all have everything
};

/// A transfer.
class Run : public RmtpServer::User
{
  public:
    /// @param receivers of the group
    explicit Run(uint32_t receivers)
    {
        m_server->SetAttribute("Interval", TimeValue(MilliSeconds(3)));
        m_server->SetAttribute("RangeUnit", UintegerValue(10));
        m_server->SetAttribute("MaxPoll", UintegerValue(10));
        m_server->SetAttribute("MaxConnRetry", UintegerValue(10));
        m_server->SetUser(*this);
        m_farm->SetUser([this](uint32_t receiver, const RmtpPdu& pdu) { Arrive(receiver, pdu); },
                        RMTP_PAPER);
        RmtpFarm::Member member;
        member.loss = 0.01;
        member.answerLoss = 0.01;
        for (uint32_t i = 0; i < receivers; ++i)
        {
            m_farm->Add(member);
        }
        m_farm->AssignStreams(1);
        m_server->Start(receivers, BYTES);
        Simulator::Run();
    }

    void Transmit(const RmtpPdu& pdu, uint32_t receiver) override
    {
        m_host->Send([this, pdu, receiver] { m_farm->Send(pdu, receiver); });
    }

    void NotifyEnded(bool good) override
    {
        m_isGood = good;
    }

    /// @return whether all have everything
    bool IsGood() const
    {
        return m_isGood;
    }

    /// @return packets of DATA
    double GetSent() const
    {
        return static_cast<double>(m_server->GetCounters().sent[RMTP_DATA]);
    }

  private:
    /// @param receiver index @param pdu of it
    void Arrive(uint32_t receiver, const RmtpPdu& pdu)
    {
        auto packet = Create<Packet>();
        packet->AddHeader(RmtpHeader(pdu, RMTP_PAPER));
        m_host->Receive(packet, [this, receiver, packet] {
            RmtpHeader header;
            packet->RemoveHeader(header);
            m_server->Receive(receiver, header.pdu);
        });
    }

    Ptr<RmtpServer> m_server{CreateObject<RmtpServer>()}; //!< protocol
    Ptr<RmtpFarm> m_farm{CreateObject<RmtpFarm>()};       //!< receivers
    Ptr<RmtpHost> m_host{CreateObject<RmtpHost>()};       //!< the server's machine
    bool m_isGood{false};                                 //!< all have everything
};

/// A transfer to nodes.
class NodesRun
{
  public:
    /// @param receivers of the group
    explicit NodesRun(uint32_t receivers)
        : m_run(receivers, MilliSeconds(50), 0.01)
    {
        m_run.server->SetAttribute("Interval", TimeValue(MilliSeconds(3)));
        m_run.server->SetAttribute("MaxPoll", UintegerValue(10));
        m_run.server->SetAttribute("MaxConnRetry", UintegerValue(10));
        m_run.Go(BYTES);
        m_isGood = m_run.GetComplete(BYTES) == receivers;
    }

    /// @return whether all have everything
    bool IsGood() const
    {
        return m_isGood;
    }

    /// @return packets of DATA
    double GetSent() const
    {
        return static_cast<double>(m_run.server->GetCounters().sent[RMTP_DATA]);
    }

  private:
    RmtpNodeRun m_run;    //!< transfer
    bool m_isGood{false}; //!< all have everything
};

/// @tparam T a transfer @param receivers of the group @return what it took
template <typename T>
Result
Measure(uint32_t receivers)
{
    return InChild<Result>([receivers] {
        const auto begin = std::chrono::steady_clock::now();
        const auto cpu = std::clock();
        const T run(receivers);
        rusage usage{};
        getrusage(RUSAGE_SELF, &usage);
        const std::chrono::duration<double> wall = std::chrono::steady_clock::now() - begin;
        return Result{wall.count(),
                      static_cast<double>(std::clock() - cpu) / CLOCKS_PER_SEC,
                      1024.0 * static_cast<double>(usage.ru_maxrss),
                      run.GetSent() * receivers,
                      run.IsGood()};
    });
}
} // namespace

int
main(int argc, char* argv[])
{
    uint32_t receivers = 10000;
    uint32_t repeats = 5;
    bool json = false;
    bool quick = false;
    ProgramOptions options(__FILE__, "Reliable multicast to 10,000 and 100,000 receivers");
    options.Add("receivers", "Of the smaller group", receivers, Between(1, 65535));
    options.Add("repeats", "Pairs of groups; the median counts", repeats, Between(1, 100));
    options.Add("quick", "A tenth of the receivers, one pair", quick);
    options.Add("json", "Print nothing but the JSON object", json);
    options.Parse(argc, argv);
    receivers = quick ? std::max<uint32_t>(1, receivers / 10) : receivers;
    Result small{};
    Result large{};
    std::vector<double> ratios;
    for (uint32_t i = 0; i < (quick ? 1 : repeats); ++i)
    {
        small = Measure<Run>(receivers);
        large = Measure<Run>(10 * receivers);
        ratios.push_back(large.cpu / small.cpu);
    }
    const Result nodes = Measure<NodesRun>(quick ? 100 : 1000);
    if (!json)
    {
        for (const auto& one : {small, large, nodes})
        {
            std::cout << one.cpu << " s of CPU, " << std::round(one.rss / 1048576) << " MiB"
                      << std::endl;
        }
    }
    JsonObject out;
    out.Set("bench", "multicast");
    out.Set("receivers", receivers);
    out.Set("complete", small.isGood && large.isGood && nodes.isGood);
    out.Set("wall_s", small.wall);
    out.Set("cpu_s", small.cpu);
    out.Set("rss_bytes", small.rss);
    out.Set("receiver_packets_per_cpu_s", std::round(small.packets / small.cpu));
    out.Set("ratio_cpu", Median(ratios));
    out.Set("ratio_rss", large.rss / small.rss);
    out.Set("nodes_wall_s", nodes.wall);
    out.Set("nodes_cpu_s", nodes.cpu);
    out.Set("nodes_rss_bytes", nodes.rss);
    std::cout << out << std::endl;
    return 0;
}
