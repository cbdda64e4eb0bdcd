// SPDX-License-Identifier: GPL-2.0-only
#include "../hsn-test.h"
#include "aal5-reassembler-test-support.h"

#include "ns3/hsn-compat.h"
#include "ns3/nstime.h"
#include "ns3/packet.h"
#include "ns3/simulator.h"
#include "ns3/test.h"

#include <algorithm>
#include <cstdint>
#include <random>
#include <vector>

namespace ns3
{
namespace hsn
{
namespace
{
/// CPCS-PDU made octet by octet: shares nothing with Aal5.
Bytes
NaiveCpcsPdu(const Bytes& sdu, uint8_t uu, uint8_t cpi)
{
    Bytes b = sdu;
    while (b.size() % 48 != 40)
    {
        b.push_back(0);
    }
    b.insert(b.end(),
             {uu, cpi, static_cast<uint8_t>(sdu.size() >> 8), static_cast<uint8_t>(sdu.size())});
    const uint32_t crc = ~CrcRegister(b.data(), b.size());
    for (int shift = 24; shift >= 0; shift -= 8)
    {
        b.push_back(static_cast<uint8_t>(crc >> shift));
    }
    return b;
}

/// Appends 48 octets after the other and looks at them; knows cells, not PDUs.
class NaiveReassembler
{
  public:
    NaiveReassembler(uint32_t maxSdu, Time timeout)
        : m_maxSdu(maxSdu),
          m_timeout(timeout)
    {
    }

    /// One cell arrives.
    void Cell(const uint8_t* payload, uint8_t pti, bool clp, Time now)
    {
        Advance(now);
        cells++;
        if (m_start.IsStrictlyNegative())
        {
            m_start = now;
        }
        const bool last = pti & 1;
        if (!m_skip)
        {
            m_buffer.insert(m_buffer.end(), payload, payload + 48);
            m_clp = m_clp || clp;
            m_efci = m_efci || (pti & 2);
            m_lastPti = pti;
            m_lastClp = clp;
            m_skip = m_buffer.size() / 48 > (m_maxSdu + 8 + 47) / 48;
        }
        if (last)
        {
            End(m_skip ? Aal5Error::OVERSIZE : Judge(), now);
            m_skip = false;
            m_start = Time(-1);
        }
    }

    /// Time goes by.
    void Advance(Time now)
    {
        if (m_timeout.IsZero() || m_start.IsStrictlyNegative() || now < m_start + m_timeout)
        {
            return;
        }
        End(m_skip ? Aal5Error::OVERSIZE : Aal5Error::TIMEOUT, m_start + m_timeout);
        m_skip = false;
        m_start = Time(-1);
    }

    std::vector<Outcome> outcomes; ///< in order
    uint64_t cells{0};             ///< received

    /// @return cells not yet in an outcome
    uint64_t GetPending() const
    {
        return m_buffer.size() / 48;
    }

  private:
    Aal5Error Judge() const
    {
        const size_t n = m_buffer.size();
        const size_t length = m_buffer[n - 6] * 256u + m_buffer[n - 5];
        if (CrcRegister(m_buffer.data(), n) != 0xc704dd7b)
        {
            return Aal5Error::CRC;
        }
        if (m_buffer[n - 7] != 0)
        {
            return Aal5Error::CPI;
        }
        if (length == 0)
        {
            return Aal5Error::ABORT;
        }
        if (length + 8 > n || n - 8 - length > 47)
        {
            return Aal5Error::LENGTH;
        }
        return length > m_maxSdu ? Aal5Error::OVERSIZE : Aal5Error::NONE;
    }

    void End(Aal5Error cause, Time now)
    {
        const size_t n = m_buffer.size();
        Outcome o{cause,
                  static_cast<uint32_t>(n / 48),
                  m_buffer,
                  0,
                  m_clp,
                  m_efci,
                  m_lastPti,
                  m_lastClp,
                  now};
        if (cause == Aal5Error::NONE)
        {
            o.bytes.resize(m_buffer[n - 6] * 256u + m_buffer[n - 5]);
            o.uu = m_buffer[n - 8];
        }
        outcomes.push_back(o);
        m_buffer.clear();
        m_clp = false;
        m_efci = false;
    }

    uint32_t m_maxSdu;      ///< longest SDU
    Time m_timeout;         ///< reassembly time
    Time m_start{Time(-1)}; ///< time of the first cell of the PDU in progress, else negative
    bool m_skip{false};     ///< skipping the rest of an over-long PDU
    Bytes m_buffer;         ///< octets so far
    bool m_clp{false};      ///< any CLP so far
    bool m_efci{false};     ///< any EFCI so far
    uint32_t m_lastPti{0};  ///< of the last cell
    uint32_t m_lastClp{0};  ///< of the last cell
};

/// Good PDUs.
class ReassemblerDeliveryTest : public TestCase
{
  public:
    ReassemblerDeliveryTest()
        : TestCase("reassembler: good PDUs, cell by cell and in bursts")
    {
    }

  private:
    void DoRun() override
    {
        for (const uint32_t n : {1, 40, 41, 88, 89, 552, 1500, 9180, 65535})
        {
            for (const uint32_t step : {1, 2, 7, 64})
            {
                Recorder r;
                Ptr<AtmPdu> pdu = MakeFilledPdu(n, 9);
                for (uint32_t at = 0; at < pdu->GetNCells(); at += step)
                {
                    CellBurst b;
                    b.pdu = pdu;
                    b.vc = {1, 77};
                    b.first = at;
                    b.count = std::min(step, pdu->GetNCells() - at);
                    r.reassembler.Receive(b);
                    NS_TEST_ASSERT_MSG_EQ(r.Balances(), true, "balance");
                }
                NS_TEST_ASSERT_MSG_EQ(r.Causes(), "NONE", n << " octets by " << step);
                NS_TEST_ASSERT_MSG_EQ(r.outcomes[0].uu, 9, "UU");
                NS_TEST_ASSERT_MSG_EQ(r.outcomes[0].lastPti, 1, "last cell");
                NS_TEST_ASSERT_MSG_EQ(r.sentPdu, true, "exactly what was sent");
                NS_TEST_ASSERT_MSG_EQ(r.sdus[0]->GetSize(), n, "size");
                NS_TEST_ASSERT_MSG_EQ(r.sdus[0]->GetUid(), pdu->GetSdu()->GetUid(), "same packet");
                NS_TEST_ASSERT_MSG_NE(PeekPointer(r.sdus[0]),
                                      PeekPointer(pdu->GetSdu()),
                                      "but the receiver's own");
            }
        }
        // Marks: any CLP, any EFCI, and those of the last cell.
        Recorder r;
        CellBurst b;
        b.pdu = MakeFilledPdu(200);
        b.count = 5;
        for (uint32_t i = 0; i < 5; i++)
        {
            b.clp = uint64_t{1} << i;
            b.efci = 0;
            r.reassembler.Receive(b);
            NS_TEST_ASSERT_MSG_EQ(r.outcomes.back().clp, true, "CLP of cell " << i);
            NS_TEST_ASSERT_MSG_EQ(r.outcomes.back().efci, false, "no EFCI");
            NS_TEST_ASSERT_MSG_EQ(r.outcomes.back().lastClp, (i == 4 ? 1 : 0), "last CLP");
            b.clp = 0;
            b.efci = uint64_t{1} << i;
            r.reassembler.Receive(b);
            NS_TEST_ASSERT_MSG_EQ(r.outcomes.back().clp, false, "no CLP");
            NS_TEST_ASSERT_MSG_EQ(r.outcomes.back().efci, true, "EFCI of cell " << i);
            NS_TEST_ASSERT_MSG_EQ(r.outcomes.back().lastPti, (i == 4 ? 3 : 1), "last PTI");
        }
        // Marks beyond the burst mean nothing.
        b.clp = ~uint64_t{31};
        b.efci = ~uint64_t{31};
        b.discarded = ~uint64_t{31};
        r.reassembler.Receive(b);
        NS_TEST_ASSERT_MSG_EQ(r.outcomes.back().cause, Aal5Error::NONE, "delivered");
        NS_TEST_ASSERT_MSG_EQ(r.outcomes.back().clp || r.outcomes.back().efci, false, "no mark");
    }
};

/// Loss of every single cell, merging.
class ReassemblerLossTest : public TestCase
{
  public:
    ReassemblerLossTest()
        : TestCase("reassembler: loss of any cell; a lost last cell merges two PDUs")
    {
    }

  private:
    void DoRun() override
    {
        for (const bool zeros : {false, true})
        {
            for (uint32_t lost = 0; lost < 32; lost++)
            {
                Recorder r;
                Ptr<AtmPdu> a =
                    zeros ? Create<AtmPdu>(Create<Packet>(1500)) : MakeFilledPdu(1500, 1);
                Ptr<AtmPdu> b = MakeFilledPdu(200, 2);
                Ptr<AtmPdu> c = MakeFilledPdu(200, 3);
                r.Send(a, 0, lost);
                r.Send(a, lost + 1, 31 - lost);
                r.Send(b);
                r.Send(c);
                NS_TEST_ASSERT_MSG_EQ(r.Causes(),
                                      (lost == 31 ? "CRC NONE" : "CRC NONE NONE"),
                                      "lost " << lost);
                NS_TEST_ASSERT_MSG_EQ(r.outcomes[0].cells, (lost == 31 ? 36 : 31), "cells");
                NS_TEST_ASSERT_MSG_EQ(r.sdus.back()->GetUid(), c->GetSdu()->GetUid(), "the last");
                NS_TEST_ASSERT_MSG_EQ(r.Balances(), true, "balance");
            }
        }
        // The broken PDU's bytes are those that came.
        Recorder r;
        Ptr<AtmPdu> a = MakeFilledPdu(200, 1);
        Ptr<AtmPdu> b = MakeFilledPdu(100, 2);
        r.Send(a, 0, 4);
        NS_TEST_ASSERT_MSG_EQ(r.reassembler.GetPendingCells(), 4, "pending");
        r.Send(b);
        Bytes expected(a->GetBytes().begin(), a->GetBytes().begin() + 4 * 48);
        expected.insert(expected.end(), b->GetBytes().begin(), b->GetBytes().end());
        NS_TEST_ASSERT_MSG_EQ((r.outcomes[0].bytes == expected), true, "bytes of two PDUs");
        NS_TEST_ASSERT_MSG_EQ(r.sentPdu, false, "not as sent");
        // A whole PDU lost is not noticed at all.
        r.Send(MakeFilledPdu(10));
        NS_TEST_ASSERT_MSG_EQ(r.Causes(), "CRC NONE", "recovered");
    }
};

/// Random streams with losses, copies, inverted bits, over-long PDUs and timeouts.
class ReassemblerDifferentialTest : public TestCase
{
  public:
    ReassemblerDifferentialTest()
        : TestCase("reassembler: random streams against a naive one, by cell and by burst")
    {
    }

  private:
    /// Random numbers; not ns-3's, so that no other test changes them.
    uint32_t Below(uint32_t n)
    {
        return std::uniform_int_distribution<uint32_t>(0, n - 1)(m_random);
    }

    bool Chance(uint32_t perMille)
    {
        return Below(1000) < perMille;
    }

    /// A PDU and its octets, made independently.
    struct Pdu
    {
        Ptr<AtmPdu> pdu; ///< as ours
        Bytes bytes;     ///< as octets
    };

    Pdu MakeRandomPdu()
    {
        uint32_t n = 1 + Below(Chance(100) ? 3000 : 300);
        if (Chance(20))
        {
            n = 0;
        }
        Bytes sdu(n);
        const bool zeros = Chance(100);
        for (auto& b : sdu)
        {
            b = static_cast<uint8_t>(zeros ? 0 : Below(256));
        }
        const auto uu = static_cast<uint8_t>(Below(256));
        const auto cpi = static_cast<uint8_t>(Chance(20) ? 1 + Below(255) : 0);
        return {Create<AtmPdu>(Create<Packet>(sdu.data(), n), uu, cpi), NaiveCpcsPdu(sdu, uu, cpi)};
    }

    void OneStream(uint32_t seed)
    {
        m_random.seed(seed);
        const uint32_t lossPerMille = Below(4) * Below(60);
        const uint32_t copyPerMille = Below(3) * Below(20);
        const uint32_t damagePerMille = Below(3) * Below(60);
        const uint32_t maxSdus[] = {65535, 65535, 2000, 300, 100};
        const uint32_t maxSdu = maxSdus[Below(5)];
        const Time timeout = MicroSeconds(Chance(500) ? 0 : 1 + Below(200));
        NaiveReassembler naive(maxSdu, timeout);
        Recorder byCell;
        Recorder byBurst;
        for (auto r : {&byCell, &byBurst})
        {
            r->reassembler.SetMaxSdu(maxSdu);
            r->reassembler.SetTimeout(timeout);
        }

        Pdu pdu = MakeRandomPdu();
        uint32_t next = 0;
        int64_t now = 0;
        for (int step = 0; step < 150; step++)
        {
            // One burst: some cells, one after the other, some of them discarded.
            const uint32_t left = pdu.pdu->GetNCells() - next;
            CellBurst burst;
            burst.pdu = pdu.pdu;
            burst.first = next;
            burst.count = std::min(left, 1 + Below(Chance(200) ? 64 : 6));
            burst.clp = Chance(100) ? m_random() * uint64_t{0x100000001} : 0;
            burst.efci = Chance(100) ? m_random() * uint64_t{0x100000001} : 0;
            for (uint32_t i = 0; i < burst.count; i++)
            {
                if (Chance(lossPerMille))
                {
                    burst.discarded |= uint64_t{1} << i;
                }
                while (Chance(damagePerMille))
                {
                    if (!burst.damage)
                    {
                        burst.damage = Create<CellDamage>();
                    }
                    const CellDamage::Flip flip{next + i, Below(384)};
                    burst.damage->flips.push_back(flip);
                    if (Chance(500))
                    {
                        burst.damage->flips.push_back(flip);
                    }
                }
            }
            ScheduleCall(MicroSeconds(now) - Simulator::Now(),
                         [this, burst, pdu, &naive, &byCell, &byBurst] {
                             byBurst.reassembler.Receive(burst);
                             for (uint32_t i = 0; i < burst.count; i++)
                             {
                                 CellBurst cell = burst;
                                 cell.first += i;
                                 cell.count = 1;
                                 cell.clp = burst.clp >> i & 1;
                                 cell.efci = burst.efci >> i & 1;
                                 cell.discarded = burst.discarded >> i & 1;
                                 byCell.reassembler.Receive(cell);
                                 if (cell.discarded)
                                 {
                                     continue;
                                 }
                                 Bytes payload(pdu.bytes.begin() + 48 * cell.first,
                                               pdu.bytes.begin() + 48 * cell.first + 48);
                                 if (burst.damage)
                                 {
                                     for (const auto& flip : burst.damage->flips)
                                     {
                                         if (flip.cell == cell.first)
                                         {
                                             payload[flip.bit / 8] ^= 0x80 >> flip.bit % 8;
                                         }
                                     }
                                 }
                                 const bool last = 48 * (cell.first + 1) == pdu.bytes.size();
                                 naive.Cell(payload.data(),
                                            static_cast<uint8_t>(last + 2 * cell.efci),
                                            cell.clp,
                                            Simulator::Now());
                             }
                             naive.Advance(Simulator::Now());
                             Check(naive, byCell, byBurst);
                         });
            now += Below(Chance(50) ? 300 : 30);
            if (!Chance(copyPerMille)) // else the same cells come once more
            {
                next += burst.count;
            }
            if (next == pdu.pdu->GetNCells() || Chance(20)) // all sent, or the rest never comes
            {
                pdu = MakeRandomPdu();
                next = 0;
            }
        }
        Simulator::Run();
        naive.Advance(Seconds(100));
        Check(naive, byCell, byBurst);
        NS_TEST_ASSERT_MSG_EQ(naive.outcomes.size(), byCell.outcomes.size(), "stream " << seed);
        NS_TEST_ASSERT_MSG_EQ(naive.outcomes.size(), byBurst.outcomes.size(), "stream " << seed);
        for (size_t i = 0; i < naive.outcomes.size(); i++)
        {
            NS_TEST_ASSERT_MSG_EQ(byCell.outcomes[i], naive.outcomes[i], "stream " << seed);
            NS_TEST_ASSERT_MSG_EQ(byBurst.outcomes[i], naive.outcomes[i], "stream " << seed);
            m_seen[static_cast<size_t>(naive.outcomes[i].cause)]++;
        }
        Simulator::Destroy();
    }

    void Check(const NaiveReassembler& naive, const Recorder& byCell, const Recorder& byBurst)
    {
        NS_TEST_EXPECT_MSG_EQ(byCell.Balances(), true, "balance by cell");
        NS_TEST_EXPECT_MSG_EQ(byBurst.Balances(), true, "balance by burst");
        NS_TEST_EXPECT_MSG_EQ(byCell.reassembler.GetCounters().cells, naive.cells, "cells");
        NS_TEST_EXPECT_MSG_EQ(byBurst.reassembler.GetCounters().cells, naive.cells, "cells");
        NS_TEST_EXPECT_MSG_EQ(byCell.reassembler.GetPendingCells(), naive.GetPending(), "pending");
        NS_TEST_EXPECT_MSG_EQ(byBurst.reassembler.GetPendingCells(), naive.GetPending(), "pending");
    }

    void DoRun() override
    {
        for (uint32_t seed = 1; seed <= 400 && !IsStatusFailure(); seed++)
        {
            OneStream(seed);
        }
        for (const auto cause : {Aal5Error::NONE,
                                 Aal5Error::CRC,
                                 Aal5Error::CPI,
                                 Aal5Error::ABORT,
                                 Aal5Error::OVERSIZE,
                                 Aal5Error::TIMEOUT})
        {
            NS_TEST_EXPECT_MSG_GT(m_seen[static_cast<size_t>(cause)], 20, "too rare: " << cause);
        }
    }

    std::mt19937 m_random;               //!< random numbers
    uint32_t m_seen[AAL5_N_ERRORS] = {}; //!< outcomes by cause
};

HsnTestRegistration g_aal5ReassemblerTests("aal5-reassembler",
                                           {new ReassemblerDeliveryTest,
                                            new ReassemblerLossTest,
                                            new ReassemblerDifferentialTest});
} // namespace
} // namespace hsn
} // namespace ns3
