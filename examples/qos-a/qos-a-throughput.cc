// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * What host ate can send, and what host dwp can take, by the size of METS packets (qos-a, figure
 * 6).
 */
#include "qos-a-network.h"

#include "ns3/aal5.h"
#include "ns3/core-module.h"
#include "ns3/hsn-compat.h"
#include "ns3/json-object.h"
#include "ns3/program-options.h"

#include <algorithm>
#include <cmath>
#include <iostream>

using namespace ns3;
using namespace ns3::hsn;

namespace
{
/// A flow of packets of one size.
class Flow
{
  public:
    /// What was measured.
    struct Result
    {
        double sent{0};      //!< cells/s
        double lost{0};      //!< share of the cells
        double delivered{0}; //!< octets of data a second
    };

    /**
     * @param octets of a packet with its header
     * @param rate cells/s at which cells are paced; 0: packets are sent one after the other
     * @param time that is measured, s
     */
    Flow(uint32_t octets, double rate, double time)
        : m_octets(std::max(octets, MetsHeader::SIZE + 1) - MetsHeader::SIZE),
          m_time(time)
    {
        m_chain.Build();
        const auto [sender, receiver] = m_chain.Connect(1, MetsSender::MAX_MTU);
        m_sender = sender;
        m_receiver = receiver;
        if (rate > 0)
        {
            m_sender->SetAttribute("Synchronous", BooleanValue(false));
            const double cells = Aal5::CellsFor(m_octets + MetsHeader::SIZE);
            m_interval = NanoSeconds(std::llround(cells / rate * 1e9));
            m_chain.ateNic->SetAttribute("TxSpacing",
                                         TimeValue(NanoSeconds(std::llround(1e9 / rate))));
            ScheduleCall(Seconds(0), [this] { SendPaced(); });
        }
        else
        {
            // the next packet is made once this one's cells are being sent
            m_sender->TraceConnectWithoutContext("Tx",
                                                 Sink<const MetsHeader&, Ptr<const Packet>>::Make(
                                                     [this](const MetsHeader&, Ptr<const Packet>) {
                                                         ScheduleCall(Seconds(0),
                                                                      [this] { Send(); });
                                                     }));
            ScheduleCall(Seconds(0), [this] { Send(); });
        }
    }

    /// @return what was measured
    Result Run()
    {
        const double warmUp = 0.5;
        ScheduleCall(Seconds(warmUp), [this] {
            m_sent = m_chain.ateNic->GetNicCounters().sent;
            m_arrived = m_chain.dwpNic->GetNicCounters().arrived;
            m_overflows = m_chain.dwpNic->GetNicCounters().overflows;
            m_bytes = m_receiver->GetCounters().bytes;
        });
        Simulator::Stop(Seconds(warmUp + m_time));
        Simulator::Run();
        const auto& nic = m_chain.dwpNic->GetNicCounters();
        Result result;
        result.sent = static_cast<double>(m_chain.ateNic->GetNicCounters().sent - m_sent) / m_time;
        result.lost = static_cast<double>(nic.overflows - m_overflows) /
                      static_cast<double>(nic.arrived - m_arrived);
        result.delivered = static_cast<double>(m_receiver->GetCounters().bytes - m_bytes) / m_time;
        Simulator::Destroy();
        return result;
    }

    /// @return cells of a packet
    uint32_t GetCells() const
    {
        return Aal5::CellsFor(m_octets + MetsHeader::SIZE);
    }

  private:
    /// Sends a packet.
    void Send()
    {
        m_sender->Send(Create<Packet>(m_octets), METS_BL, false);
    }

    /// Sends a packet, and the next one in time.
    void SendPaced()
    {
        Send();
        ScheduleCall(m_interval, [this] { SendPaced(); });
    }

    const uint32_t m_octets;      //!< of data
    const double m_time;          //!< s
    QosAChain m_chain;            //!< network
    Ptr<MetsSender> m_sender;     //!< of the flow
    Ptr<MetsReceiver> m_receiver; //!< of the flow
    Time m_interval;              //!< of packets
    uint64_t m_sent{0};           //!< cells, before the measurement
    uint64_t m_arrived{0};        //!< cells
    uint64_t m_overflows{0};      //!< cells
    uint64_t m_bytes{0};          //!< of data
};
} // namespace

int
main(int argc, char* argv[])
{
    uint32_t octets = 8016;
    double time = 1;
    uint32_t steps = 8;
    ProgramOptions options(__FILE__, "Throughput of METS hosts by the size of packets");
    options.Add("octets", "Octets of a METS packet with its header", octets, Between(1, 32768));
    options.Add("time", "Time that is measured, s", time, Between(0.1, 1000));
    options.Add("steps", "Bisections of the rate that is received", steps, Between(1, 30));
    options.Parse(argc, argv);
    Flow flat(octets, 0, time);
    const uint32_t cells = flat.GetCells();
    const auto most = flat.Run();
    // the largest paced rate of which less than 1 % of the cells are lost
    double low = 0;
    double high = most.sent;
    auto paced = Flow(octets, high, time).Run();
    if (paced.lost < 0.01)
    {
        low = high;
    }
    for (uint32_t i = 0; i < steps && low < high; ++i)
    {
        const double rate = (low + high) / 2;
        const auto found = Flow(octets, rate, time).Run();
        const bool good = found.lost < 0.01;
        (good ? low : high) = rate;
        paced = good ? found : paced;
    }
    JsonObject out;
    out.Set("cells_per_packet", cells);
    out.Set("transmit_kcells", most.sent / 1e3);
    out.Set("transmit_mbps", most.sent * 424 / 1e6);
    out.Set("goodput_kcells", low / 1e3);
    out.Set("goodput_mbps", low * 424 / 1e6);
    out.Set("data_mbps", paced.delivered * 8 / 1e6);
    out.Set("flat_out_loss_percent", 100 * most.lost);
    std::cout << out << std::endl;
    return 0;
}
