// SPDX-License-Identifier: GPL-2.0-only
// Covers transport/poc/mm-poc-header transport/poc/mm-poc-loss-policy transport/poc/mm-poc-manager
// Covers transport/poc/mm-poc-partial-order transport/poc/mm-poc-partial-order-text
// Covers transport/poc/mm-poc-receiver transport/poc/mm-poc-sender
/**
 * @file
 * libFuzzer target for MM-POC without a network: the text of an order; a sender and a manager of
 * two media, what they say to each other, and forged PDUs of all four types.
 *
 * Input: an octet, mode and bounds; then operations, an octet each, modulo 8, and what they need:
 * 0: octets of a PDU that is read as from the wire, after their number; 1: forged DATA; 2: a forged
 * answer to a sender; 3: an SDU is submitted; 4: the oldest PDU arrives, is lost, or arrives twice;
 * 5: time passes; 6: a stream ends; 7: octets of an order, after their number.
 *
 * Invariants: no crash; an order that is read has the same text when it is read again; each SDU is
 * delivered or declared lost once; SDUs of a medium, which is a chain, are delivered in order; no
 * bound is exceeded; a sender keeps no more than its window.
 */
#include "fuzz-support.h"

#include "ns3/mm-poc-header.h"
#include "ns3/mm-poc-manager.h"
#include "ns3/mm-poc-sender.h"
#include "ns3/packet.h"

#include <cstdint>
#include <deque>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

using namespace ns3;
using namespace ns3::hsn;

namespace
{
constexpr uint32_t MEDIA = 2;   //!< of the association
constexpr uint32_t WINDOW = 16; //!< SDUs

/// Two senders, a manager, and what is said between them.
class World : public MmPocSender::User, public MmPocManager::User
{
  public:
    /// @param in the input
    explicit World(FuzzInput in)
        : m_in(in),
          m_how(m_in.Byte())
    {
        MmPocManager::Settings settings;
        settings.mode = m_how & 1 ? MM_POC_GROUP_OF_MEDIA : MM_POC_MEDIA_PER_MEDIA;
        settings.holdReceived = (m_how & 2) == 0;
        settings.declareAtAck = (m_how & 4) != 0;
        settings.lifetime = MilliSeconds(m_how & 8 ? 5 : 0);
        settings.farthest = WINDOW;
        const auto order = std::make_shared<MmPocPartialOrder>();
        HSN_REQUIRE(MmPocPartialOrder::Read("period 2 1; 0.0 after 0.1-1 1.0-1; 0.1 after 0.0; "
                                            "1.0 after 1.0-1 0.1-1",
                                            *order)
                        .empty());
        m_manager.reset(new MmPocManager(*this, order, settings));
        for (uint32_t poc = 0; poc < MEDIA; ++poc)
        {
            m_bound.rule = m_how & 16 ? MM_POC_MAX_RATE : MM_POC_MAX_CONSECUTIVE;
            m_bound.maxConsecutive = m_how >> 6;
            m_bound.maxRate = (m_how >> 6) * 0.25;
            m_manager->Join(poc, m_bound);
            MmPocSender::Settings sender;
            sender.poc = static_cast<uint8_t>(poc);
            sender.rtt = MilliSeconds(2);
            sender.windowFactor = 4;
            sender.maxWindow = WINDOW;
            m_senders.emplace_back(new MmPocSender(*this, sender));
        }
    }

    /// Runs all operations of the input. @return PDUs that were taken
    uint32_t Run()
    {
        while (!m_in.IsEmpty())
        {
            Operate(m_in.Byte() % 8);
            for (const auto& sender : m_senders)
            {
                HSN_REQUIRE(sender->GetKept() <= WINDOW);
            }
        }
        return m_taken;
    }

  private:
    /// @param operation 0 to 7
    void Operate(uint8_t operation)
    {
        switch (operation)
        {
        case 0: {
            MmPocHeader header;
            const auto packet = ReadPacket();
            if (packet->GetSize() >= MmPocHeader::MIN_SIZE && packet->PeekHeader(header) > 0)
            {
                Arrive(header.pdu);
            }
            break;
        }
        case 1: {
            MmPocPdu pdu;
            pdu.poc = m_in.Byte() % MEDIA;
            pdu.number = m_in.Byte();
            pdu.ack = m_in.Byte() & 1;
            Arrive(pdu);
            break;
        }
        case 2: {
            MmPocPdu pdu;
            pdu.type = m_in.Byte() & 1 ? MM_POC_ACK_RES : MM_POC_FNACK;
            pdu.poc = m_in.Byte() % MEDIA;
            pdu.lastReceived = m_in.Byte();
            for (uint32_t number = 0; number < pdu.lastReceived && pdu.losses.size() < 4;
                 number += 1 + m_in.Byte() % 8)
            {
                pdu.losses.push_back(number);
            }
            Arrive(pdu);
            break;
        }
        case 3: {
            auto& sender = *m_senders[m_in.Byte() % MEDIA];
            if (sender.CanSend())
            {
                sender.Send(Create<Packet>(4), m_now);
            }
            break;
        }
        case 4:
            if (!m_wire.empty())
            {
                const auto pdu = m_wire.front();
                m_wire.pop_front();
                for (uint8_t copies = m_in.Byte() % 3; copies > 0; --copies)
                {
                    Arrive(pdu);
                }
            }
            break;
        case 5:
            m_now += MicroSeconds(100 * m_in.Byte());
            for (const auto& sender : m_senders)
            {
                sender->HandleTime(m_now);
            }
            m_isLate = true;
            m_manager->HandleTime(m_now);
            m_isLate = false;
            break;
        case 6: {
            auto& sender = *m_senders[m_in.Byte() % MEDIA];
            if (!sender.IsEnded())
            {
                sender.End(m_now);
            }
            break;
        }
        default: {
            const auto octets = OctetsOf(ReadPacket());
            MmPocPartialOrder order;
            if (MmPocPartialOrder::Read(std::string(octets.begin(), octets.end()), order).empty())
            {
                MmPocPartialOrder again;
                HSN_REQUIRE(MmPocPartialOrder::Read(order.ToText(), again).empty());
                HSN_REQUIRE(again.ToText() == order.ToText());
                ++m_taken;
            }
        }
        }
    }

    /// @return octets of the input, after their number
    Ptr<Packet> ReadPacket()
    {
        std::vector<uint8_t> octets(m_in.Byte());
        m_in.Fill(octets.data(), octets.size());
        return Create<Packet>(octets.data(), static_cast<uint32_t>(octets.size()));
    }

    /// @param pdu arrives
    void Arrive(const MmPocPdu& pdu)
    {
        if (pdu.poc >= MEDIA)
        {
            return; // a socket has its medium
        }
        if (pdu.type == MM_POC_DATA)
        {
            const auto result = m_manager->ReceiveData(pdu, Create<Packet>(4), m_now);
            m_taken += result == MM_POC_DELIVERED || result == MM_POC_STORED;
        }
        else if (pdu.type == MM_POC_ACK_REQ)
        {
            m_manager->ReceiveRequest(pdu, m_now);
            ++m_taken;
        }
        else
        {
            m_taken += m_senders[pdu.poc]->Receive(pdu, m_now).empty();
        }
    }

    void SendPdu(const MmPocPdu& pdu, Ptr<const Packet> /* sdu */, bool /* again */) override
    {
        SendAnswer(pdu);
    }

    void NotifyReleased(Ptr<const Packet> /* sdu */) override
    {
    }

    void SendAnswer(const MmPocPdu& pdu) override
    {
        if (m_wire.size() < 64)
        {
            m_wire.push_back(pdu);
        }
    }

    void Deliver(const MmPocSdu& sdu, Ptr<Packet> /* packet */) override
    {
        HSN_REQUIRE(m_decided[sdu.poc].insert(sdu.number).second);
        HSN_REQUIRE(sdu.number >= m_next[sdu.poc]);
        m_next[sdu.poc] = sdu.number + 1;
    }

    void NotifyLost(uint32_t poc, const std::vector<uint64_t>& lost, uint32_t cause) override
    {
        HSN_REQUIRE(m_isLate || cause == poc || (m_how & 1));
        for (const uint64_t number : lost)
        {
            HSN_REQUIRE(m_decided[poc].insert(number).second);
        }
        m_lost[poc] += lost.size();
        if (m_bound.rule == MM_POC_MAX_RATE && (m_how & 8) == 0)
        {
            const double limit = m_bound.maxRate * static_cast<double>(lost.back() + 1);
            HSN_REQUIRE(static_cast<double>(m_lost[poc]) <= limit + 1e-6);
        }
    }

    FuzzInput m_in;                                      //!< what is left of the input
    uint8_t m_how;                                       //!< settings
    MmPocLossPolicy::Settings m_bound;                   //!< of both media
    std::unique_ptr<MmPocManager> m_manager;             //!< under test
    std::vector<std::unique_ptr<MmPocSender>> m_senders; //!< under test
    std::deque<MmPocPdu> m_wire;                         //!< on their way
    Time m_now;                                          //!< time
    std::set<uint64_t> m_decided[MEDIA];                 //!< delivered or lost
    uint64_t m_next[MEDIA]{};                            //!< lowest that may be delivered
    uint64_t m_lost[MEDIA]{};                            //!< declared
    bool m_isLate{false};                                //!< the deadline declares losses
    uint32_t m_taken{0};                                 //!< PDUs and orders
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
    const std::string order = "period 2 1; 0.0 after 0.1-1 1.0-1; 1.0 after 0.1-1";
    const std::vector<uint8_t> text(order.begin(), order.end());
    MmPocPdu pdu;
    const auto wire = Create<Packet>(4);
    wire->AddHeader(MmPocHeader(pdu));
    const auto octets = OctetsOf(wire);
    return {
        {"in-order", FuzzOutput().Bytes({1, 3, 0, 3, 1, 3, 0, 4, 1, 4, 1, 4, 1, 4, 1, 4, 1, 4, 1})},
        {"loss-pgm", FuzzOutput().Bytes({65, 3, 0, 3, 1, 3, 0, 3, 0, 4, 1, 4, 0, 4, 1, 4, 1})},
        {"loss-mpm", FuzzOutput().Bytes({64, 3, 0, 3, 1, 3, 0, 3, 0, 4, 1, 4, 0, 4, 1, 4, 1})},
        {"rate", FuzzOutput().Bytes({145, 1, 0, 4, 1, 1, 0, 9, 0, 1, 1, 3, 1, 1, 1, 6, 1})},
        {"end", FuzzOutput().Bytes({0, 3, 0, 6, 0, 5, 1, 4, 1, 4, 1, 4, 1, 5, 90, 4, 1, 4, 1})},
        {"deadline", FuzzOutput().Bytes({8, 1, 0, 2, 1, 1, 1, 3, 0, 5, 200, 1, 0, 0, 0})},
        {"declare-at-ack", FuzzOutput().Bytes({213, 1, 0, 7, 1, 1, 1, 7, 1, 2, 0, 0, 7, 1, 1, 1})},
        {"window", FuzzOutput().Bytes({0, 3, 0, 3, 0, 3, 0, 3, 0, 5, 50, 4, 0, 4, 1, 4, 1, 4, 1})},
        {"forged-answer", FuzzOutput().Bytes({0, 3, 0, 3, 0, 2, 1, 0, 1, 0, 2, 0, 0, 0, 3, 1})},
        {"from-the-wire",
         FuzzOutput().Bytes({0, 0, static_cast<int>(octets.size())}).Octets(octets)},
        {"order", FuzzOutput().Bytes({0, 7, static_cast<int>(text.size())}).Octets(text)},
    };
}
