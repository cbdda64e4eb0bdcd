// SPDX-License-Identifier: GPL-2.0-only
#include "tcp-window.h"

#include "ns3/core-module.h"
#include "ns3/internet-module.h"
#include "ns3/network-module.h"

#include <functional>

namespace ns3
{
namespace hsn
{
namespace
{
/// @return the most memory this process ever had, in bytes
double
PeakMemory()
{
    rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return usage.ru_maxrss * 1024.0;
}

/// A congestion control that leaves the window at InitialCwnd.
class FixedWindow : public TcpCongestionOps
{
  public:
    /// @return the TypeId
    static TypeId GetTypeId()
    {
        static TypeId tid = TypeId("ns3::hsn::BenchFixedWindow")
                                .SetParent<TcpCongestionOps>()
                                .SetGroupName("Hsn")
                                .AddConstructor<FixedWindow>();
        return tid;
    }

    std::string GetName() const override
    {
        return "BenchFixedWindow";
    }

    uint32_t GetSsThresh(Ptr<const TcpSocketState> tcb, uint32_t) override
    {
        return tcb->m_initialCWnd * tcb->m_segmentSize;
    }

    void IncreaseWindow(Ptr<TcpSocketState>, uint32_t) override
    {
    }

    // keeps recovery from changing the window
    bool HasCongControl() const override
    {
        return true;
    }

    void CongControl(Ptr<TcpSocketState>,
                     const TcpRateOps::TcpRateConnection&,
                     const TcpRateOps::TcpRateSample&) override
    {
    }

    Ptr<TcpCongestionOps> Fork() override
    {
        return CopyObject<FixedWindow>(this);
    }
};

/**
 * @brief Loses first transmissions of segments, at random; never a retransmission.
 *
 * A TCP detects a lost retransmission by its timer only and then sends a whole window again: the
 * timer would be measured.
 */
class FirstTransmissionLoss : public ErrorModel
{
  public:
    double rate{0}; //!< share of segments lost

    FirstTransmissionLoss()
    {
        m_random->SetStream(1);
    }

  private:
    bool DoCorrupt(Ptr<Packet> packet) override
    {
        // TCP's sequence number, behind PPP, IP and the ports
        uint8_t bytes[PPP_BYTES + 28];
        packet->CopyData(bytes, sizeof(bytes));
        const uint8_t* p = bytes + PPP_BYTES + 24;
        const SequenceNumber32 seq((p[0] << 24) | (p[1] << 16) | (p[2] << 8) | p[3]);
        if (seq <= m_highest || packet->GetSize() < SEGMENT)
        {
            return false;
        }
        m_highest = seq;
        return m_random->GetValue() < rate;
    }

    void DoReset() override
    {
    }

    Ptr<UniformRandomVariable> m_random{CreateObject<UniformRandomVariable>()};
    SequenceNumber32 m_highest{0};
};

constexpr uint64_t WINDOW_RATE = 1000000000; // bit/s
const Time WINDOW_RTT = MilliSeconds(1); // 83 segments: the rest of the window waits in the queue

/**
 * @brief Runs what has been set up: as many segments as the window is long are not measured.
 * @param path in use
 * @param window segments
 * @param segments to measure
 * @param received tells the bytes of data that arrived so far
 * @return the cost
 */
Cost
RunWindow(const Path& path,
          uint64_t window,
          uint64_t segments,
          const std::function<uint64_t()>& received)
{
    const double perSegment = 8.0 * (DATA_PACKET + PPP_BYTES) / WINDOW_RATE;
    Simulator::Stop(Seconds(0.02 + window * perSegment));
    Simulator::Run();
    Cost cost;
    Cost sofar;
    path.Count(sofar);
    const uint64_t bytesBefore = received();
    const uint64_t eventsBefore = Simulator::GetEventCount();
    const double before = CpuSeconds();
    Simulator::Stop(Seconds(segments * perSegment));
    Simulator::Run();
    cost.cpu = CpuSeconds() - before;
    cost.events = Simulator::GetEventCount() - eventsBefore;
    cost.bytes = received() - bytesBefore;
    cost.simulated = segments * perSegment;
    path.Count(cost);
    cost.data -= sofar.data;
    cost.acks -= sofar.acks;
    cost.memory = PeakMemory();
    return cost;
}
} // namespace

Cost
WindowRun(const WindowScenario& s, const std::string& factory, uint32_t window)
{
    ConfigureTcp(1, s.buffer * window * SEGMENT, window);
    Config::SetDefault("ns3::TcpL4Protocol::SocketType", TypeIdValue(FixedWindow::GetTypeId()));
    // a retransmission waits behind a whole window and must not time out: after a timeout this
    // congestion control would send one segment at a time for ever
    Config::SetDefault("ns3::TcpSocketBase::MinRto", TimeValue(Seconds(50)));
    const Path path(WINDOW_RTT, WINDOW_RATE, 2 * window + 1000);
    const Transfer transfer(path, factory);
    const auto losses = CreateObject<FirstTransmissionLoss>();
    losses->rate = s.lossRate;
    path.receiverDevice->SetReceiveErrorModel(losses);
    return RunWindow(path, window, s.segments, [&transfer] { return transfer.sink->GetTotalRx(); });
}

Cost
WindowFloorRun(const WindowScenario& s, uint32_t window)
{
    const Path path(WINDOW_RTT, WINDOW_RATE, 2 * window + 1000);
    const uint64_t all = 4 * (window + s.segments); // more than there is time for
    const UdpFlow flow(path, all, all, window);
    return RunWindow(path, window, s.segments, [&flow] { return flow.GetReceived() * SEGMENT; });
}
} // namespace hsn
} // namespace ns3
