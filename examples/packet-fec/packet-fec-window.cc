// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * One sender and one receiver (packet-fec sections 4 and 5): a sender that idles for a window after
 * each loss, or a sender that uses every slot and repeats lost packets a window later, while the
 * receiver resequences them.
 */
#include "packet-fec-options.h"

#include "ns3/core-module.h"
#include "ns3/fec-block-decoder.h"
#include "ns3/fec-block-encoder.h"
#include "ns3/fec-codec.h"
#include "ns3/fec-header.h"
#include "ns3/json-object.h"
#include "ns3/network-module.h"
#include "ns3/packet-fec-model.h"
#include "ns3/program-options.h"
#include "ns3/resequencing-buffer.h"
#include "ns3/two-state-error-model.h"

#include <cmath>
#include <cstdint>
#include <deque>
#include <iostream>
#include <memory>
#include <string>
#include <vector>

using namespace ns3;
using namespace ns3::hsn;

namespace
{
/// Command-line options.
struct Options
{
    std::string mode{"delay"};               //!< delay, stall or sack
    std::string fate{"blocks"};              //!< or residual
    PacketFecCode code{7, 1};                //!< N + M
    FecCodecType codec{FEC_CODEC_SHIFT_XOR}; //!< which code
    double loss{0.01};                       //!< e
    uint32_t window{200};                    //!< W, packets
    uint32_t packets{100000};                //!< to be measured
};

/// Time of a packet on the line: 1000 octets at 6.4 Mbit/s.
const Time SLOT = MicroSeconds(1250);

/// @param number a number @return a packet with it
Ptr<Packet>
MakeNumbered(uint32_t number)
{
    const uint8_t octets[4] = {static_cast<uint8_t>(number >> 24),
                               static_cast<uint8_t>(number >> 16),
                               static_cast<uint8_t>(number >> 8),
                               static_cast<uint8_t>(number)};
    return Create<Packet>(octets, 4);
}

/// @param packet that MakeNumbered() made @return its number
uint32_t
ReadNumber(Ptr<const Packet> packet)
{
    uint8_t octets[4];
    packet->CopyData(octets, 4);
    return static_cast<uint32_t>(octets[0]) << 24 | octets[1] << 16 | octets[2] << 8 | octets[3];
}

/// A line without delay that loses packets, with or without blocks.
class Line
{
  public:
    /// @param o options @param deliver called with numbers of packets
    Line(const Options& o, std::function<void(uint32_t)> deliver)
        : m_deliver(std::move(deliver)),
          m_decoder(
              1,
              [this](Ptr<Packet> packet, uint32_t, uint8_t, bool) {
                  m_deliver(ReadNumber(packet));
              },
              [](const FecBlockResult&) {})
    {
        const PacketFecCode code = o.code;
        m_blocks = o.fate == "blocks" && code.parity > 0;
        m_single = MakeTwoStateLoss(
            m_blocks || code.parity == 0 ? o.loss : PacketFecModel::GetResidualLoss(o.loss, code),
            0,
            0);
        if (m_blocks)
        {
            m_encoder.SetCode(MakeFecCode(o.codec, code));
        }
    }

    /// Sends a packet by itself. @param number of it
    void SendAlone(uint32_t number)
    {
        const auto packet = MakeNumbered(number);
        if (!m_single->IsCorrupt(packet))
        {
            m_deliver(number);
        }
    }

    /// Sends a packet in a block, and the parity if it is the last one.
    /// @param number of it @return whether a block has ended
    bool SendInBlock(uint32_t number)
    {
        if (!m_blocks)
        {
            SendAlone(number);
            return true;
        }
        for (const auto& packet : m_encoder.Add(MakeNumbered(number)))
        {
            if (!m_single->IsCorrupt(packet))
            {
                FecHeader header;
                header.Read(packet);
                m_decoder.Receive(header, packet);
            }
        }
        return m_encoder.GetPending() == 0;
    }

  private:
    std::function<void(uint32_t)> m_deliver; //!< takes packets
    bool m_blocks{false};                    //!< in real blocks
    Ptr<ErrorModel> m_single;                //!< of each packet sent
    FecBlockEncoder m_encoder;               //!< of blocks
    FecBlockDecoder m_decoder;               //!< of blocks
};

/// Section 5: one new packet in each slot, and each lost one again W slots after it was sent last.
class DelayExperiment
{
  public:
    /// @param o options
    explicit DelayExperiment(const Options& o)
        : m_o(o),
          m_line(o, [this](uint32_t number) { Arrive(number); }),
          m_order(UINT32_MAX, [this](uint32_t number, Ptr<Packet>, Time) { InOrder(number); }),
          m_sent(o.window)
    {
    }

    /// @return the metrics
    JsonObject Run()
    {
        Slot();
        Simulator::Run();
        Simulator::Destroy();
        const double count = m_o.packets;
        const double mean = m_sum / count;
        JsonObject out;
        out.Set("delay_mean", mean);
        out.Set("delay_sd", std::sqrt(std::max(0.0, m_squares / count - mean * mean)));
        out.Set("in_order", m_inOrder / count);
        out.Set("memory", m_memory / m_memorySlots);
        out.Set("again", m_again);
        return out;
    }

  private:
    /// One slot.
    void Slot()
    {
        // packets sent W slots ago that have not arrived, and the new packet
        auto& due = m_sent[m_slot % m_o.window];
        std::vector<uint32_t> now;
        for (const uint32_t number : due)
        {
            if (number >= m_first && !m_arrived[number - m_first])
            {
                now.push_back(number);
            }
        }
        due = now;
        due.push_back(m_slot);
        m_arrived.push_back(false);
        for (const uint32_t number : now)
        {
            ++m_again;
            m_line.SendAlone(number);
        }
        m_line.SendInBlock(m_slot);
        ++m_slot;
        // acknowledgements of packets in order return W slots after transmission at the earliest
        m_acknowledged.push_back(m_order.GetNext());
        if (m_acknowledged.size() > m_o.window)
        {
            const uint32_t known = m_acknowledged.front();
            m_acknowledged.pop_front();
            if (m_slot > 2 * m_o.window && m_slot <= m_o.packets)
            {
                m_memory += m_slot - known;
                ++m_memorySlots;
            }
        }
        while (!m_arrived.empty() && m_arrived.front() && m_first < m_order.GetNext() &&
               m_first + m_o.window < m_slot)
        {
            m_arrived.pop_front();
            ++m_first;
        }
        if (m_order.GetNext() < m_o.packets + m_o.window)
        {
            Simulator::Schedule(SLOT, &DelayExperiment::Slot, this);
        }
    }

    /// @param number of a packet that got through
    void Arrive(uint32_t number)
    {
        m_arrived[number - m_first] = true;
        m_order.Insert(number, Create<Packet>());
    }

    /// @param number of a packet whose turn it is
    void InOrder(uint32_t number)
    {
        if (number < m_o.window || number >= m_o.packets + m_o.window)
        {
            return;
        }
        const double delay = static_cast<double>((Simulator::Now() - SLOT * number).GetTimeStep()) /
                             (SLOT * m_o.window).GetTimeStep();
        m_sum += delay;
        m_squares += delay * delay;
        m_inOrder += delay == 0;
    }

    Options m_o;                               //!< options
    Line m_line;                               //!< to the receiver
    ResequencingBuffer m_order;                //!< of the receiver
    uint32_t m_slot{0};                        //!< number of the next new packet
    std::vector<std::vector<uint32_t>> m_sent; //!< by slot modulo W
    uint32_t m_first{0};                       //!< number of the first one below
    std::deque<bool> m_arrived;                //!< packets
    std::deque<uint32_t> m_acknowledged;       //!< by slot
    uint64_t m_again{0};                       //!< retransmissions
    double m_sum{0};                           //!< of delays
    double m_squares{0};                       //!< of delays
    uint64_t m_inOrder{0};                     //!< packets without delay
    double m_memory{0};                        //!< sum of packets not acknowledged
    uint64_t m_memorySlots{0};                 //!< of so many slots
};

/// Section 4: the sender idles for W slots after a loss, or only after the loss of a
/// retransmission.
class StallExperiment
{
  public:
    /// @param o options
    explicit StallExperiment(const Options& o)
        : m_o(o),
          m_code(o.code),
          m_line(o, [this](uint32_t) { ++m_got; })
    {
    }

    /// @return the metrics
    JsonObject Run()
    {
        Slot();
        Simulator::Run();
        const double slots =
            static_cast<double>(Simulator::Now().GetTimeStep()) / SLOT.GetTimeStep();
        Simulator::Destroy();
        JsonObject out;
        // a lost packet ends a run and counts as part of it, as in the paper
        out.Set("efficiency", m_sent / slots);
        out.Set("stalls", m_stalls);
        out.Set("losses", m_losses);
        return out;
    }

  private:
    /// Sends a block, or a packet without redundancy; then idles if losses require it.
    void Slot()
    {
        if (m_sent >= m_o.packets)
        {
            return;
        }
        const uint64_t before = m_got;
        uint32_t count = 0;
        do
        {
            ++count;
        } while (!m_line.SendInBlock(m_number++));
        m_sent += count;
        const uint64_t lost = count - (m_got - before);
        m_losses += lost;
        uint32_t slots = count;
        bool stalls = lost > 0;
        if (m_o.mode == "sack")
        {
            // a retransmission follows at once; the sender stalls only if it is lost, too
            stalls = false;
            for (uint64_t i = 0; i < lost; ++i)
            {
                const uint64_t now = m_got;
                m_line.SendAlone(m_number);
                stalls = stalls || m_got == now;
            }
        }
        if (stalls)
        {
            ++m_stalls;
            slots += m_o.window;
        }
        // parity takes its share of the line all the time
        const double share = static_cast<double>(m_code.data + m_code.parity) / m_code.data;
        Simulator::Schedule(TimeStep(std::llround(SLOT.GetTimeStep() * slots * share)),
                            &StallExperiment::Slot,
                            this);
    }

    Options m_o;          //!< options
    PacketFecCode m_code; //!< N + M
    Line m_line;          //!< to the receiver
    uint32_t m_number{0}; //!< of the next packet
    uint64_t m_sent{0};   //!< packets
    uint64_t m_got{0};    //!< packets that arrived or were restored
    uint64_t m_losses{0}; //!< packets that did neither
    uint64_t m_stalls{0}; //!< times the sender idled
};
} // namespace

int
main(int argc, char* argv[])
{
    Options o;
    ProgramOptions options(
        __FILE__,
        "Paper packet-fec, sections 4 and 5: one sender with a window, one receiver");
    options.Add("mode",
                "Resequencing delay (section 5), or stalls of a sender without and with selective "
                "acknowledgements (section 4)",
                o.mode,
                OneOf({"delay", "stall", "sack"}));
    options.Add("fate",
                "blocks: real blocks, retransmissions alone; residual: every packet is lost by "
                "itself, with the probability that is left after restoring",
                o.fate,
                OneOf({"blocks", "residual"}));
    AddCodeAndCodec(options, o.code, o.codec);
    options.Add("loss", "Packet loss rate", o.loss, AtLeast(0).Below(1));
    options.Add("window", "Window W, packets", o.window, Between(1, 1000000));
    options.Add("packets", "Data packets to measure", o.packets, Between(1, 1000000000));
    options.Parse(argc, argv);
    options.Require(o.mode != "delay" || o.fate != "blocks" || o.code.parity == 0 ||
                        o.window >= o.code.data,
                    "window",
                    "must hold the N packets of a block");
    options.Require(o.packets > 2 * o.window, "packets", "must be more than two windows");
    std::cout << (o.mode == "delay" ? DelayExperiment(o).Run() : StallExperiment(o).Run())
              << std::endl;
    return 0;
}
