// SPDX-License-Identifier: GPL-2.0-only
#include "../hsn-test.h"

#include "ns3/aal5-reassembler.h"
#include "ns3/hsn-compat.h"
#include "ns3/nstime.h"
#include "ns3/packet.h"
#include "ns3/simulator.h"
#include "ns3/test.h"

#include <algorithm>
#include <cstdint>
#include <random>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

using namespace ns3;
using namespace ns3::hsn;

namespace
{
using Bytes = std::vector<uint8_t>;

/// CRC register after some octets, bit by bit: shares nothing with Aal5Crc32.
uint32_t
CrcRegister(const uint8_t* p, size_t n)
{
    uint32_t r = 0xffffffff;
    for (size_t i = 0; i < n; i++)
    {
        r ^= static_cast<uint32_t>(p[i]) << 24;
        for (int bit = 0; bit < 8; bit++)
        {
            r = r >> 31 ? (r << 1) ^ 0x04c11db7 : r << 1;
        }
    }
    return r;
}

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

/// What became of one PDU.
struct Outcome
{
    Aal5Error cause;  ///< NONE: delivered
    uint32_t cells;   ///< cells in it
    Bytes bytes;      ///< SDU if delivered, else all the cells
    uint32_t uu;      ///< user-to-user octet, if it was delivered
    bool clp;         ///< any CLP
    bool efci;        ///< any EFCI
    uint32_t lastPti; ///< payload type of the last cell
    uint32_t lastClp; ///< loss priority of the last cell
    Time at;          ///< when

    /// @param o another @return true if they are the same
    bool operator==(const Outcome& o) const
    {
        return cause == o.cause && cells == o.cells && bytes == o.bytes && uu == o.uu &&
               clp == o.clp && efci == o.efci && lastPti == o.lastPti && lastClp == o.lastClp &&
               at == o.at;
    }
};

/// @param os stream @param o outcome @return stream
std::ostream&
operator<<(std::ostream& os, const Outcome& o)
{
    return os << o.cause << ' ' << o.cells << " cells " << o.bytes.size() << " bytes UU " << o.uu
              << " CLP " << o.clp << " EFCI " << o.efci << " last " << o.lastPti << '/' << o.lastClp
              << " at " << o.at;
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

/// An Aal5Reassembler whose outcomes are written down.
class Recorder
{
  public:
    Recorder()
    {
        reassembler.SetDeliverCallback(MakeCallback(&Recorder::Deliver, this));
        reassembler.SetErrorCallback(MakeCallback(&Recorder::Error, this));
    }

    /// Send cells first..first+count-1 of a PDU.
    void Send(Ptr<AtmPdu> pdu, uint32_t first, uint32_t count)
    {
        for (uint32_t i = first; i < first + count; i++)
        {
            CellBurst b;
            b.pdu = pdu;
            b.first = i;
            reassembler.Receive(b);
        }
    }

    /// Send a whole PDU.
    void Send(Ptr<AtmPdu> pdu)
    {
        Send(pdu, 0, pdu->GetNCells());
    }

    /// @return causes in order, for example "NONE CRC"
    std::string Causes() const
    {
        std::string s;
        for (const auto& o : outcomes)
        {
            s += (s.empty() ? "" : " ") + std::string(ToString(o.cause));
        }
        return s;
    }

    /// @return true if the counters agree with each other and with the outcomes
    bool Balances() const
    {
        const auto& c = reassembler.GetCounters();
        uint64_t delivered = 0;
        uint64_t pdus = 0;
        uint64_t bytes = 0;
        for (const auto& o : outcomes)
        {
            if (o.cause == Aal5Error::NONE)
            {
                pdus++;
                delivered += o.cells;
                bytes += o.bytes.size();
            }
        }
        return c.cells == c.deliveredCells + c.failedCells + reassembler.GetPendingCells() &&
               c.pdus == pdus && c.deliveredCells == delivered && c.sduBytes == bytes &&
               c.GetTotalErrors() == outcomes.size() - pdus && callbacksBalanced;
    }

    Aal5Reassembler reassembler;   ///< the one tested
    std::vector<Outcome> outcomes; ///< in order
    std::vector<Ptr<Packet>> sdus; ///< delivered
    bool sentPdu{false};           ///< GetSentPdu() of the last outcome was there
    bool callbacksBalanced{true};  ///< the counters agreed in every callback

  private:
    void Deliver(Ptr<Packet> sdu, const Aal5ReceivedPdu& pdu)
    {
        Bytes b(sdu->GetSize());
        sdu->CopyData(b.data(), sdu->GetSize());
        sdus.push_back(sdu);
        Record(Aal5Error::NONE, pdu, b, pdu.GetUu());
        const Bytes& all = pdu.GetBytes();
        callbacksBalanced = callbacksBalanced && all.size() == 48 * pdu.GetNCells() &&
                            std::equal(b.begin(), b.end(), all.begin());
    }

    void Error(Aal5Error cause, const Aal5ReceivedPdu& pdu)
    {
        Record(cause, pdu, pdu.GetBytes(), 0);
        callbacksBalanced =
            callbacksBalanced && pdu.MakePacket()->GetSize() == pdu.GetBytes().size();
    }

    void Record(Aal5Error cause, const Aal5ReceivedPdu& pdu, const Bytes& bytes, uint32_t uu)
    {
        const auto& h = pdu.GetLastHeader();
        outcomes.push_back({cause,
                            pdu.GetNCells(),
                            bytes,
                            uu,
                            pdu.IsAnyClp(),
                            pdu.IsAnyEfci(),
                            h.pti,
                            h.clp,
                            Simulator::Now()});
        sentPdu = bool(pdu.GetSentPdu());
        const auto& c = reassembler.GetCounters();
        callbacksBalanced = callbacksBalanced && reassembler.GetPendingCells() == 0 &&
                            c.cells == c.deliveredCells + c.failedCells;
    }
};

/// @param n SDU octets @param fill what makes it different from others @return a PDU
Ptr<AtmPdu>
MakePdu(uint32_t n, uint8_t fill = 1)
{
    Bytes b(n);
    for (uint32_t i = 0; i < n; i++)
    {
        b[i] = static_cast<uint8_t>(i * 31 + fill);
    }
    return Create<AtmPdu>(Create<Packet>(b.data(), n), fill);
}

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
                Ptr<AtmPdu> pdu = MakePdu(n, 9);
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
        b.pdu = MakePdu(200);
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
                Ptr<AtmPdu> a = zeros ? Create<AtmPdu>(Create<Packet>(1500)) : MakePdu(1500, 1);
                Ptr<AtmPdu> b = MakePdu(200, 2);
                Ptr<AtmPdu> c = MakePdu(200, 3);
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
        Ptr<AtmPdu> a = MakePdu(200, 1);
        Ptr<AtmPdu> b = MakePdu(100, 2);
        r.Send(a, 0, 4);
        NS_TEST_ASSERT_MSG_EQ(r.reassembler.GetPendingCells(), 4, "pending");
        r.Send(b);
        Bytes expected(a->GetBytes().begin(), a->GetBytes().begin() + 4 * 48);
        expected.insert(expected.end(), b->GetBytes().begin(), b->GetBytes().end());
        NS_TEST_ASSERT_MSG_EQ((r.outcomes[0].bytes == expected), true, "bytes of two PDUs");
        NS_TEST_ASSERT_MSG_EQ(r.sentPdu, false, "not as sent");
        // A whole PDU lost is not noticed at all.
        r.Send(MakePdu(10));
        NS_TEST_ASSERT_MSG_EQ(r.Causes(), "CRC NONE", "recovered");
    }
};

/// Every cause but the timeout.
class ReassemblerCauseTest : public TestCase
{
  public:
    ReassemblerCauseTest()
        : TestCase("reassembler: every cause of failure")
    {
    }

  private:
    void DoRun() override
    {
        Damage();
        Trailer();
        Length();
        Oversize();
        NS_TEST_EXPECT_MSG_EQ(Aal5Reassembler::Check(1, Time(0)), "", "lower limit");
        NS_TEST_EXPECT_MSG_EQ(Aal5Reassembler::Check(65535, Seconds(1)), "", "upper limit");
        Rejected(0, Time(0), "of 0 bytes");
        Rejected(65536, Time(0), "of 65536 bytes");
        Rejected(9180, Time(-2), "of -2 ns");
        for (const auto& [first, count] :
             {std::pair<uint32_t, uint32_t>{0, 0}, {5, 1}, {0, 6}, {4, 2}, {0xffffffff, 1}})
        {
            CellBurst b;
            b.pdu = MakePdu(200);
            b.first = first;
            b.count = count;
            const std::string text = HsnAbortText([&b] { Aal5Reassembler().Receive(b); });
            NS_TEST_EXPECT_MSG_EQ((text.find("inside its PDU") != std::string::npos), true, text);
        }
    }

    void Rejected(uint32_t maxSdu, Time timeout, const std::string& what)
    {
        const std::string text = Aal5Reassembler::Check(maxSdu, timeout);
        NS_TEST_EXPECT_MSG_EQ((text.find(what) != std::string::npos), true, text);
        const std::string abort = HsnAbortText([maxSdu, timeout] {
            Aal5Reassembler r;
            r.SetTimeout(timeout);
            r.SetMaxSdu(maxSdu);
        });
        NS_TEST_EXPECT_MSG_EQ((abort.find(text) != std::string::npos), true, abort);
    }

    void Damage()
    {
        Recorder r;
        CellBurst b;
        b.pdu = MakePdu(200);
        b.count = 5;
        b.damage = Create<CellDamage>();
        b.damage->flips = {{3, 100}};
        r.reassembler.Receive(b);
        NS_TEST_EXPECT_MSG_EQ(r.outcomes.back().cause, Aal5Error::CRC, "one bit");
        Bytes expected = b.pdu->GetBytes();
        expected[3 * 48 + 12] ^= 0x08;
        NS_TEST_EXPECT_MSG_EQ((r.outcomes.back().bytes == expected), true, "that bit");
        NS_TEST_EXPECT_MSG_EQ(r.sentPdu, false, "not as sent");
        // Inverted twice is right again: the bytes say so.
        b.damage = Create<CellDamage>();
        b.damage->flips = {{0, 0}, {4, 383}, {0, 0}, {4, 383}};
        r.reassembler.Receive(b);
        NS_TEST_EXPECT_MSG_EQ(r.outcomes.back().cause, Aal5Error::NONE, "two errors cancel");
        Bytes sdu(b.pdu->GetBytes().begin(), b.pdu->GetBytes().begin() + 200);
        NS_TEST_EXPECT_MSG_EQ((r.outcomes.back().bytes == sdu), true, "the SDU");
        // Damage of cells that are not in the burst, or no payload bit, is none.
        b.count = 4;
        b.damage = Create<CellDamage>();
        b.damage->flips = {{4, 0}, {1, 384}};
        r.reassembler.Receive(b);
        b.damage = nullptr;
        b.first = 4;
        b.count = 1;
        r.reassembler.Receive(b);
        NS_TEST_EXPECT_MSG_EQ(r.outcomes.back().cause, Aal5Error::NONE, "not damaged");
        NS_TEST_EXPECT_MSG_EQ(r.sentPdu, true, "as sent");
        // Nor is it for a clean burst after a damaged one.
        b.damage = Create<CellDamage>();
        b.damage->flips = {{1, 7}, {3, 0}};
        b.first = 0;
        b.count = 2;
        r.reassembler.Receive(b);
        b.damage = nullptr;
        b.first = 2;
        b.count = 3;
        r.reassembler.Receive(b);
        expected = b.pdu->GetBytes();
        expected[48] ^= 0x01;
        NS_TEST_EXPECT_MSG_EQ((r.outcomes.back().bytes == expected), true, "cell 1 only");
        NS_TEST_EXPECT_MSG_EQ(r.Balances(), true, "balance");
    }

    void Trailer()
    {
        Recorder r;
        r.Send(Create<AtmPdu>(Create<Packet>(0)));
        r.Send(Create<AtmPdu>(Create<Packet>(100), 0, 1));
        r.Send(MakePdu(100));
        NS_TEST_EXPECT_MSG_EQ(r.Causes(), "ABORT CPI NONE", "trailer");
        NS_TEST_EXPECT_MSG_EQ(r.Balances(), true, "balance");
    }

    /// A cell in front of a PDU that the CRC cannot see: only Length tells.
    void Length()
    {
        // The register has to be all ones again after the 48 octets of the first cell: go back
        // 32 steps from there and choose the last four octets accordingly.
        Bytes sdu(60, 0x5a);
        uint32_t r = 0xffffffff;
        for (int i = 0; i < 32; i++)
        {
            r = r & 1 ? ((r ^ 0x04c11db7) >> 1) | 0x80000000 : r >> 1;
        }
        r ^= CrcRegister(sdu.data(), 44);
        for (int i = 0; i < 4; i++)
        {
            sdu[44 + i] = static_cast<uint8_t>(r >> (24 - 8 * i));
        }
        NS_TEST_EXPECT_MSG_EQ(CrcRegister(sdu.data(), 48), 0xffffffff, "invisible cell");
        Recorder rec;
        rec.Send(Create<AtmPdu>(Create<Packet>(sdu.data(), 60)), 0, 1);
        rec.Send(MakePdu(500));
        rec.Send(MakePdu(500));
        NS_TEST_EXPECT_MSG_EQ(rec.Causes(), "LENGTH NONE", "inserted cell");
        NS_TEST_EXPECT_MSG_EQ(rec.Balances(), true, "balance");
    }

    void Oversize()
    {
        for (const uint32_t step : {1, 2, 3, 5, 64})
        {
            Recorder r;
            r.reassembler.SetMaxSdu(100);       // three cells
            Ptr<AtmPdu> longPdu = MakePdu(470); // ten cells
            const auto send = [&r, step](Ptr<AtmPdu> pdu, uint32_t n) {
                for (uint32_t at = 0; at < n; at += step)
                {
                    CellBurst b;
                    b.pdu = pdu;
                    b.first = at;
                    b.count = std::min(step, n - at);
                    r.reassembler.Receive(b);
                }
            };
            send(longPdu, 10);
            NS_TEST_EXPECT_MSG_EQ(r.Causes(), "OVERSIZE", "once");
            NS_TEST_EXPECT_MSG_EQ(r.outcomes[0].cells, 4, "up to the fourth cell");
            NS_TEST_EXPECT_MSG_EQ(r.outcomes[0].lastPti, 0, "which was not the last one");
            NS_TEST_EXPECT_MSG_EQ(r.reassembler.GetCounters().failedCells, 10, "all of them");
            send(MakePdu(100), 3);
            NS_TEST_EXPECT_MSG_EQ(r.Causes(), "OVERSIZE NONE", "the next one is good");
            send(MakePdu(101), 3);
            send(MakePdu(136), 3);
            NS_TEST_EXPECT_MSG_EQ(r.Causes(), "OVERSIZE NONE OVERSIZE OVERSIZE", "by Length");
            send(MakePdu(137), 4);
            NS_TEST_EXPECT_MSG_EQ(r.outcomes.back().lastPti, 1, "the last cell was too much");
            NS_TEST_EXPECT_MSG_EQ(r.reassembler.IsDiscarding(), false, "nothing to discard");
            send(MakePdu(100), 3);
            NS_TEST_EXPECT_MSG_EQ(r.outcomes.back().cause, Aal5Error::NONE, "good");
            // Without last cell nothing is reported yet, and the next PDU goes with it, uncounted.
            const size_t before = r.outcomes.size();
            const uint64_t failed = r.reassembler.GetCounters().failedCells;
            send(longPdu, 9);
            NS_TEST_EXPECT_MSG_EQ(r.reassembler.IsDiscarding(), true, "discarding");
            NS_TEST_EXPECT_MSG_EQ(r.outcomes.size(), before, "not reported yet");
            NS_TEST_EXPECT_MSG_EQ(r.reassembler.GetPendingCells(), 4, "kept");
            NS_TEST_EXPECT_MSG_EQ(r.reassembler.GetCounters().failedCells,
                                  failed + 5,
                                  "the others have failed");
            NS_TEST_EXPECT_MSG_EQ(r.Balances(), true, "balance");
            send(MakePdu(100), 3);
            NS_TEST_EXPECT_MSG_EQ(r.outcomes.size(), before + 1, "one error, no SDU");
            NS_TEST_EXPECT_MSG_EQ(r.outcomes.back().cause, Aal5Error::OVERSIZE, "at the end");
            NS_TEST_EXPECT_MSG_EQ(r.outcomes.back().cells, 4, "only those kept");
            NS_TEST_EXPECT_MSG_EQ(r.reassembler.GetPendingCells(), 0, "nothing left");
            NS_TEST_EXPECT_MSG_EQ(r.reassembler.GetCounters().failedCells, failed + 12, "all");
            send(MakePdu(100), 3);
            NS_TEST_EXPECT_MSG_EQ(r.outcomes.back().cause, Aal5Error::NONE, "good again");
            NS_TEST_EXPECT_MSG_EQ(r.Balances(), true, "balance");
            NS_TEST_EXPECT_MSG_EQ(r.reassembler.GetCounters().GetErrors(Aal5Error::OVERSIZE),
                                  5,
                                  "counted");
        }
        // 65,535 octets at the start: two PDUs without last cell between exceed 1366 cells.
        Recorder r;
        r.Send(MakePdu(65535), 0, 1365);
        r.Send(MakePdu(100));
        NS_TEST_EXPECT_MSG_EQ(r.Causes(), "OVERSIZE", "1368 cells");
        NS_TEST_EXPECT_MSG_EQ(r.outcomes[0].cells, 1367, "up to the first one too many");
        NS_TEST_EXPECT_MSG_EQ(r.Balances(), true, "balance");
    }
};

/// The reassembly timer.
class ReassemblerTimeoutTest : public TestCase
{
  public:
    ReassemblerTimeoutTest()
        : TestCase("reassembler: reassembly timer")
    {
    }

  private:
    void At(Recorder& r, int64_t us, Ptr<AtmPdu> pdu, uint32_t first, uint32_t count)
    {
        ScheduleCall(MicroSeconds(us), [&r, pdu, first, count] { r.Send(pdu, first, count); });
    }

    void DoRun() override
    {
        Ptr<AtmPdu> pdu = MakePdu(200); // five cells
        {
            // From the first cell on, whether or not others follow.
            Recorder r;
            r.reassembler.SetTimeout(MicroSeconds(100));
            At(r, 10, pdu, 0, 1);
            At(r, 60, pdu, 1, 3);
            At(r, 200, pdu, 0, 5);
            Simulator::Run();
            NS_TEST_EXPECT_MSG_EQ(r.Causes(), "TIMEOUT NONE", "residue is gone");
            NS_TEST_EXPECT_MSG_EQ(r.outcomes[0].at, MicroSeconds(110), "time of expiry");
            NS_TEST_EXPECT_MSG_EQ(r.outcomes[0].cells, 4, "cells");
            NS_TEST_EXPECT_MSG_EQ(r.outcomes[0].lastPti, 0, "no last cell");
            NS_TEST_EXPECT_MSG_EQ(r.Balances(), true, "balance");
            Simulator::Destroy();
        }
        {
            // Just in time, and too late at the very time of expiry, whichever event comes first.
            Recorder r;
            r.reassembler.SetTimeout(MicroSeconds(100));
            At(r, 0, pdu, 0, 4);
            ScheduleCall(MicroSeconds(100) - Time(1), [&r, pdu] { r.Send(pdu, 4, 1); });
            At(r, 1000, pdu, 0, 4);
            At(r, 1100, pdu, 4, 1);
            Simulator::Run();
            NS_TEST_EXPECT_MSG_EQ(r.Causes(), "NONE TIMEOUT CRC", "ties lose");
            NS_TEST_EXPECT_MSG_EQ(r.outcomes[1].cells, 4, "without the late cell");
            NS_TEST_EXPECT_MSG_EQ(r.outcomes[2].cells, 1, "which starts a PDU");
            NS_TEST_EXPECT_MSG_EQ(r.Balances(), true, "balance");
            Simulator::Destroy();
        }
        {
            // The timer of one PDU does not hit the next one.
            Recorder r;
            r.reassembler.SetTimeout(MicroSeconds(100));
            for (int i = 0; i < 20; i++)
            {
                At(r, 70 * i, pdu, 0, 4);
                At(r, 70 * i + 60, pdu, 4, 1);
            }
            Simulator::Run();
            NS_TEST_EXPECT_MSG_EQ(r.sdus.size(), 20, "all delivered");
            Simulator::Destroy();
        }
        {
            // Off: the rest waits for ever. Set while it waits: for PDUs to come only.
            Recorder r;
            At(r, 0, pdu, 0, 4);
            ScheduleCall(MicroSeconds(5), [&r] { r.reassembler.SetTimeout(MicroSeconds(10)); });
            At(r, 1000000, pdu, 4, 1);
            At(r, 1000001, pdu, 0, 4);
            ScheduleCall(MicroSeconds(1000002), [&r] { r.reassembler.SetTimeout(Time(0)); });
            At(r, 1000100, pdu, 0, 4);
            At(r, 1000200, pdu, 4, 1);
            Simulator::Run();
            NS_TEST_EXPECT_MSG_EQ(r.Causes(), "NONE TIMEOUT NONE", "on and off");
            NS_TEST_EXPECT_MSG_EQ(r.outcomes[1].at, MicroSeconds(1000011), "time of expiry");
            Simulator::Destroy();
        }
        {
            // A shorter time holds although the timer still runs for the longer one.
            Recorder r;
            r.reassembler.SetTimeout(MicroSeconds(100));
            At(r, 0, pdu, 0, 5);
            ScheduleCall(MicroSeconds(1), [&r] { r.reassembler.SetTimeout(MicroSeconds(10)); });
            At(r, 2, pdu, 0, 4);
            Simulator::Run();
            NS_TEST_EXPECT_MSG_EQ(r.Causes(), "NONE TIMEOUT", "shorter");
            NS_TEST_EXPECT_MSG_EQ(r.outcomes[1].at, MicroSeconds(12), "time of expiry");
            Simulator::Destroy();
        }
        {
            // An over-long PDU fails when it ends: at its last cell, or when the time is over.
            Recorder r;
            r.reassembler.SetTimeout(MicroSeconds(100));
            r.reassembler.SetMaxSdu(100);
            Ptr<AtmPdu> longPdu = MakePdu(470); // ten cells
            At(r, 0, longPdu, 0, 4);
            At(r, 50, longPdu, 4, 4);
            At(r, 200, MakePdu(100), 0, 3);
            At(r, 300, longPdu, 0, 4);
            At(r, 350, longPdu, 4, 6);
            At(r, 500, longPdu, 0, 4);
            At(r, 600, longPdu, 9, 1);
            At(r, 700, MakePdu(100), 0, 3);
            Simulator::Run();
            NS_TEST_EXPECT_MSG_EQ(r.Causes(), "OVERSIZE NONE OVERSIZE OVERSIZE CRC NONE", "once");
            NS_TEST_EXPECT_MSG_EQ(r.outcomes[0].at, MicroSeconds(100), "by the timer");
            NS_TEST_EXPECT_MSG_EQ(r.outcomes[0].cells, 4, "those kept");
            NS_TEST_EXPECT_MSG_EQ(r.outcomes[2].at, MicroSeconds(350), "by the last cell");
            NS_TEST_EXPECT_MSG_EQ(r.outcomes[3].at, MicroSeconds(600), "by the timer, in a tie");
            NS_TEST_EXPECT_MSG_EQ(r.outcomes[4].cells, 1, "the last cell came too late");
            NS_TEST_EXPECT_MSG_EQ(r.reassembler.GetCounters().failedCells, 8 + 10 + 4 + 1, "cells");
            NS_TEST_EXPECT_MSG_EQ(r.Balances(), true, "balance");
            Simulator::Destroy();
        }
        {
            // A reassembler may go while its timer runs, or after the simulator.
            auto* r = new Recorder;
            r->reassembler.SetTimeout(MicroSeconds(100));
            r->Send(pdu, 0, 2);
            delete r;
            Simulator::Run();
            Recorder late;
            late.reassembler.SetTimeout(MicroSeconds(100));
            late.Send(pdu, 0, 2);
            Simulator::Destroy();
        }
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
                                            new ReassemblerCauseTest,
                                            new ReassemblerTimeoutTest,
                                            new ReassemblerDifferentialTest});
} // namespace
