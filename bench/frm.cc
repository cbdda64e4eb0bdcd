// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * Measures reliable multicast by a list of receivers: the star of the paper's figure 4 with 150
 * receivers. The last line is a JSON object:
 *   cpu_s                         CPU time of 120 simulated seconds, s
 *   receiver_packets_per_cpu_s    packets that users have taken, per CPU second
 */
#include "median.h"

#include "ns3/core-module.h"
#include "ns3/frm-farm.h"
#include "ns3/frm-sender.h"
#include "ns3/hsn-compat.h"
#include "ns3/json-object.h"
#include "ns3/program-options.h"

#include <cmath>
#include <ctime>
#include <iostream>
#include <vector>

using namespace ns3;
using namespace ns3::hsn;

namespace
{
/// A sender of a packet each 10 ms, and its receivers.
class Star : public FrmSender::User
{
  public:
    /// @param receivers how many
    explicit Star(uint32_t receivers)
    {
        m_farm->SetUser(
            m_host,
            [this](uint32_t, uint32_t, Time) { ++m_taken; },
            [this](const FrmPdu& pdu) { m_sender->Receive(pdu); });
        const auto delays = CreateObject<UniformRandomVariable>();
        delays->SetStream(1);
        for (uint32_t place = 0; place < receivers; ++place)
        {
            FrmFarm::Member member;
            member.delay = Seconds(delays->GetValue(0.010, 0.015));
            member.loss = 1e-4;
            m_farm->Add(member);
            m_sender->AddReceiver(place + 1, member.settings.buffer);
        }
        m_farm->AssignStreams(2);
        m_sender->SetUser(*this, m_host, 1);
        m_sender->Begin(MilliSeconds(50));
        Generate();
    }

    ~Star() override
    {
        m_sender->Dispose();
        m_farm->Dispose();
        m_host->Dispose();
        Simulator::Destroy();
    }

    /// @return packets that users have taken
    uint64_t GetTaken() const
    {
        return m_taken;
    }

  private:
    /// The next packet.
    void Generate()
    {
        ++m_waiting;
        Fill();
        ScheduleCall(MilliSeconds(10), [this] { Generate(); });
    }

    void Transmit(const FrmPdu& pdu, Ptr<const Packet> /* packet */) override
    {
        m_farm->Send(pdu, pdu.type == FRM_DATA ? 2000 : 0);
    }

    void Fill() override
    {
        for (; m_waiting > 0 && m_sender->CanSubmit(); --m_waiting)
        {
            m_sender->Submit(nullptr, 2000);
        }
    }

    bool IsWaiting() const override
    {
        return m_waiting > 0;
    }

    void NotifyOpened() override
    {
    }

    void NotifyReleased(uint32_t /* bytes */) override
    {
    }

    void NotifyEnded(FrmReason /* reason */) override
    {
    }

    Ptr<FrmHost> m_host{CreateObject<FrmHost>()};       //!< of the sender
    Ptr<FrmSender> m_sender{CreateObject<FrmSender>()}; //!< its protocol
    Ptr<FrmFarm> m_farm{CreateObject<FrmFarm>()};       //!< receivers
    uint32_t m_waiting{0};                              //!< packets that were not submitted
    uint64_t m_taken{0};                                //!< packets that users have taken
};
} // namespace

int
main(int argc, char* argv[])
{
    uint32_t repeats = 5;
    uint32_t receivers = 150;
    bool json = false;
    bool quick = false;
    ProgramOptions options(__FILE__, "CPU time of reliable multicast to a list of receivers");
    options.Add("repeats", "Repetitions; the median counts", repeats, Between(1, 100));
    options.Add("receivers", "How many", receivers, Between(1, 100000));
    options.Add("quick", "One repetition", quick);
    options.Add("json", "Print nothing but the JSON object", json);
    options.Parse(argc, argv);
    repeats = quick ? 1 : repeats;
    std::vector<double> cpu;
    uint64_t taken = 0;
    for (uint32_t i = 0; i < repeats; ++i)
    {
        const auto begin = std::clock();
        Star star(receivers);
        Simulator::Stop(Seconds(120));
        Simulator::Run();
        cpu.push_back(static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC);
        taken = star.GetTaken();
        if (!json)
        {
            std::cout << taken << " packets: " << cpu.back() << " s of CPU" << std::endl;
        }
    }
    JsonObject out;
    out.Set("bench", "frm");
    out.Set("receivers", receivers);
    out.Set("simulated_s", 120);
    out.Set("receiver_packets", taken);
    out.Set("cpu_s", Median(cpu));
    out.Set("receiver_packets_per_cpu_s", std::round(static_cast<double>(taken) / Median(cpu)));
    std::cout << out << std::endl;
    return 0;
}
