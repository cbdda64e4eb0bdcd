// SPDX-License-Identifier: GPL-2.0-only
// Covers transport/sstp/sstp-header transport/sstp/sstp-receiver transport/sstp/sstp-sender
// Covers transport/sstp/sstp-tolerance-checker
/**
 * @file
 * libFuzzer target for SSTP without a network: a sender and a receiver of segments of four packets,
 * what they say to each other, and forged PDUs of all five types.
 *
 * Input: an octet, the tolerance and the re-sequencing distance; then operations, an octet each,
 * modulo 9, and what they need: 0: octets of a PDU that is read as from the wire, after their
 * number; 1, 2: a forged PDU to the receiver or to the sender; 3: a segment to be sent; 4: the next
 * packet leaves, an octet for its fate; 5: a keep-alive or end-of-stream; 6: time passes; 7: the
 * oldest control PDU arrives or is lost; 8: the stream ends.
 *
 * Invariants: no crash; segments are delivered in order, each once; no accepted segment violates
 * its tolerance; the receiver's window does not shrink; the sender holds no more than it was given.
 */
#include "fuzz-support.h"

#include "ns3/packet.h"
#include "ns3/sstp-header.h"
#include "ns3/sstp-receiver.h"
#include "ns3/sstp-sender.h"

#include <cstdint>
#include <deque>
#include <utility>
#include <vector>

using namespace ns3;
using namespace ns3::hsn;

namespace
{
constexpr uint32_t PACKETS = 4; //!< of a segment
constexpr uint32_t WINDOW = 3;  //!< segments

/// A sender, a receiver, and what is said between them.
class World : public SstpSender::User, public SstpReceiver::User
{
  public:
    /// @param in the input
    explicit World(FuzzInput in)
        : m_in(in),
          m_how(m_in.Byte()),
          m_sender(*this, SenderSettings()),
          m_receiver(*this, ReceiverSettings()),
          m_checker(ReceiverSettings().tolerance, PACKETS)
    {
    }

    /// Runs all operations of the input. @return PDUs that were taken
    uint32_t Run()
    {
        while (!m_in.IsEmpty())
        {
            Operate(m_in.Byte() % 9);
            HSN_REQUIRE(m_receiver.GetWindowLimit() >= m_limit);
            m_limit = m_receiver.GetWindowLimit();
            HSN_REQUIRE(m_receiver.GetLowest() <= m_limit);
            HSN_REQUIRE(m_sender.GetOutstanding() <= m_added);
        }
        return m_taken;
    }

  private:
    /// @return settings of the sender
    static SstpSender::Settings SenderSettings()
    {
        SstpSender::Settings settings;
        settings.packets = PACKETS;
        settings.window = WINDOW;
        settings.rtd = MilliSeconds(10);
        settings.firstSegment = 0xfffffffe;
        settings.firstShipment = 0xfffffff0;
        return settings;
    }

    /// @return settings of the receiver
    SstpReceiver::Settings ReceiverSettings() const
    {
        SstpReceiver::Settings settings;
        settings.packets = PACKETS;
        settings.window = WINDOW;
        settings.tolerance.maxLoss = m_how % 3 == 2 ? PACKETS : m_how % 3;
        settings.tolerance.maxBurst = settings.tolerance.maxLoss;
        settings.tolerance.burstRequest = m_how & 4 ? SSTP_WHOLE_BURST : SSTP_FROM_VIOLATION;
        settings.distance = m_how >> 6;
        settings.lossTimer = MilliSeconds(20);
        settings.snakPeriod = MilliSeconds(m_how & 8 ? 3 : 0);
        settings.firstSegment = 0xfffffffe;
        settings.firstShipment = 0xfffffff0;
        return settings;
    }

    /// @param operation 0 to 8
    void Operate(uint8_t operation)
    {
        switch (operation)
        {
        case 0:
            ReadWire();
            break;
        case 1:
            ForgeData();
            break;
        case 2:
            ForgeControl();
            break;
        case 3:
            if (!m_ended)
            {
                const uint8_t how = m_in.Byte();
                m_sender.AddSegment(1 + how % PACKETS, how >= 128);
                ++m_added;
            }
            break;
        case 4:
            if (m_sender.HasPacket())
            {
                m_now += MicroSeconds(10);
                Pass(m_sender.Take(m_now - MicroSeconds(10), m_now).pdu);
            }
            break;
        case 5:
            Pass(m_sender.MakeIdlePdu());
            break;
        case 6:
            m_now += MicroSeconds(100 * m_in.Byte());
            while (m_receiver.GetDeadline() <= m_now)
            {
                m_receiver.HandleTime(m_now);
            }
            break;
        case 7:
            if (!m_said.empty())
            {
                const auto pdu = m_said.front();
                m_said.pop_front();
                m_taken += m_in.Byte() % 4 != 0 && m_sender.Receive(pdu, m_now) == SSTP_SNAK_TAKEN;
            }
            break;
        default:
            m_sender.EndStream();
            m_ended = true;
        }
    }

    /// @param pdu arrives, is lost, or arrives twice
    void Pass(const SstpDataPdu& pdu)
    {
        for (uint8_t copies = m_in.Byte() % 3; copies > 0; --copies)
        {
            Arrive(pdu);
        }
    }

    /// @param pdu arrives at the receiver
    void Arrive(const SstpDataPdu& pdu)
    {
        const auto result = m_receiver.Receive(pdu, m_now);
        m_taken += result == SSTP_ARRIVAL_STORED || result == SSTP_ARRIVAL_IDLE;
        HSN_REQUIRE(result != SSTP_ARRIVAL_MALFORMED || !m_receiver.GetReason().empty());
    }

    /// Octets as from the wire.
    void ReadWire()
    {
        std::vector<uint8_t> octets(m_in.Byte());
        m_in.Fill(octets.data(), octets.size());
        const auto packet = Create<Packet>(octets.data(), static_cast<uint32_t>(octets.size()));
        SstpHeader header;
        if (packet->GetSize() < header.GetSerializedSize() || packet->PeekHeader(header) == 0)
        {
            return;
        }
        packet->RemoveHeader(header);
        header.Open(packet);
        if (header.IsControl())
        {
            m_taken += m_sender.Receive(header.GetControl(PACKETS), m_now) == SSTP_SNAK_TAKEN;
        }
        else
        {
            Arrive(header.GetData());
        }
    }

    /// A PDU of types 0 to 2 with numbers near the true ones.
    void ForgeData()
    {
        SstpDataPdu pdu;
        pdu.type = static_cast<SstpPduType>(m_in.Byte() % 3);
        pdu.shipment = 0xfffffff0 + m_in.Offset();
        pdu.segment = static_cast<uint32_t>(m_receiver.GetLowest()) + m_in.Offset();
        const uint8_t packet = m_in.Byte();
        pdu.packet = packet % 8;
        pdu.lastOfSegment = packet >= 128;
        pdu.shortSegment = packet % 128 >= 64;
        Arrive(pdu);
    }

    /// A PDU of types 3 and 4 with numbers near the true ones.
    void ForgeControl()
    {
        SstpControlPdu pdu;
        const uint8_t bits = m_in.Byte();
        pdu.type = bits & 1 ? SSTP_SNAK : SSTP_PACK;
        pdu.windowValid = bits & 2;
        pdu.endSeen = bits & 4;
        pdu.control = m_in.Byte();
        pdu.segment = 0xfffffffe + m_in.Offset();
        pdu.acknowledged = 0xfffffffe + m_in.Offset();
        // a limit far ahead would have the sender queue as much as it was given, which is small
        pdu.windowLimit = 0xfffffffe + m_in.Offset();
        pdu.present = SstpBitmap(bits & 8 ? PACKETS : 32);
        const uint8_t present = m_in.Byte();
        for (uint32_t i = 0; i < PACKETS; ++i)
        {
            if (present >> i & 1)
            {
                pdu.present.Set(i);
            }
        }
        m_taken += m_sender.Receive(pdu, m_now) == SSTP_SNAK_TAKEN;
    }

    void NotifyReleased(uint64_t /* segment */) override
    {
    }

    void SendControl(const SstpControlPdu& pdu) override
    {
        if (m_said.size() < 64)
        {
            m_said.push_back(pdu);
        }
    }

    void NotifyStored(uint64_t /* segment */, uint32_t packet) override
    {
        HSN_REQUIRE(packet < PACKETS);
    }

    void NotifyAccepted(uint64_t /* segment */, const SstpBitmap& present, Time /* now */) override
    {
        HSN_REQUIRE(!m_checker.IsViolated(present));
    }

    bool Deliver(uint64_t segment, const SstpBitmap& /* present */) override
    {
        HSN_REQUIRE(segment == m_next);
        ++m_next;
        return true;
    }

    void NotifyEnd() override
    {
        HSN_REQUIRE(!m_told);
        m_told = true;
    }

    void NotifyGap(uint32_t /* count */, uint64_t /* from */, uint64_t /* to */) override
    {
    }

    void NotifyLossTimer() override
    {
    }

    FuzzInput m_in;                         //!< what is left of the input
    uint8_t m_how;                          //!< tolerance and distance
    SstpSender m_sender;                    //!< under test
    SstpReceiver m_receiver;                //!< under test
    SstpToleranceChecker m_checker;         //!< of the same tolerance
    std::deque<SstpControlPdu> m_said;      //!< on the way to the sender
    Time m_now;                             //!< time
    uint64_t m_limit{0};                    //!< last window limit
    uint64_t m_next{SstpFirst(0xfffffffe)}; //!< next segment to be delivered
    uint64_t m_added{0};                    //!< segments
    uint32_t m_taken{0};                    //!< PDUs
    bool m_ended{false};                    //!< of the sender
    bool m_told{false};                     //!< of the end
};
} // namespace

uint32_t
ns3::hsn::TryInput(FuzzInput in)
{
    return World(in).Run();
}

std::vector<FuzzSeed>
ns3::hsn::MakeSeeds()
{
    SstpDataPdu data;
    data.segment = 0xfffffffe;
    data.shipment = 0xfffffff0;
    SstpHeader header;
    header.Set(data);
    const auto wire = Create<Packet>(8);
    header.Close(wire);
    wire->AddHeader(header);
    const auto octets = OctetsOf(wire);
    return {
        {"whole-segment", FuzzOutput().Bytes({0, 3, 3, 4, 1, 4, 1, 4, 1, 4, 1, 7, 1})},
        {"lost-packet",
         FuzzOutput().Bytes({8, 3, 3, 4, 1, 4, 0, 4, 1, 4, 1, 6, 200, 7, 1, 4, 1, 7, 1})},
        {"tolerated-loss", FuzzOutput().Bytes({1, 3, 3, 4, 1, 4, 0, 4, 1, 4, 1, 7, 1})},
        {"lost-end", FuzzOutput().Bytes({8, 3, 1, 4, 1, 4, 0, 8, 5, 1, 6, 200, 7, 1, 4, 1})},
        {"end-of-stream", FuzzOutput().Bytes({0, 3, 0, 4, 1, 8, 5, 1, 5, 2, 7, 1, 7, 1})},
        {"silence", FuzzOutput().Bytes({72, 3, 3, 4, 1, 6, 250, 6, 250, 6, 250, 7, 1, 7, 1})},
        {"forged-data", FuzzOutput().Bytes({0, 1, 0, 0, 1, 0, 1, 130, 1, 2, 0, 9, 0, 1, 131})},
        {"forged-control", FuzzOutput().Bytes({0, 3, 3, 2, 15, 1, 0, 0, 0, 1, 0, 5, 3, 4, 1})},
        {"from-the-wire",
         FuzzOutput().Bytes({0, 0, static_cast<int>(octets.size())}).Octets(octets)},
    };
}
