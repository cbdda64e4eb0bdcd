// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * What the tests of the AAL5 reassembler share: cells, and what they must lead to.
 */
#ifndef HSN_AAL5_REASSEMBLER_TEST_SUPPORT_H
#define HSN_AAL5_REASSEMBLER_TEST_SUPPORT_H

#include "ns3/aal5-reassembler.h"
#include "ns3/nstime.h"
#include "ns3/packet.h"
#include "ns3/simulator.h"
#include "ns3/test.h"

#include <algorithm>
#include <cstdint>
#include <ostream>
#include <string>
#include <vector>

namespace ns3
{
namespace hsn
{
using Bytes = std::vector<uint8_t>;

/// CRC register after some octets, bit by bit: shares nothing with Aal5Crc32.
inline uint32_t
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
inline std::ostream&
operator<<(std::ostream& os, const Outcome& o)
{
    return os << o.cause << ' ' << o.cells << " cells " << o.bytes.size() << " bytes UU " << o.uu
              << " CLP " << o.clp << " EFCI " << o.efci << " last " << o.lastPti << '/' << o.lastClp
              << " at " << o.at;
}

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
inline Ptr<AtmPdu>
MakeFilledPdu(uint32_t n, uint8_t fill = 1)
{
    Bytes b(n);
    for (uint32_t i = 0; i < n; i++)
    {
        b[i] = static_cast<uint8_t>(i * 31 + fill);
    }
    return Create<AtmPdu>(Create<Packet>(b.data(), n), fill);
}
} // namespace hsn
} // namespace ns3

#endif // HSN_AAL5_REASSEMBLER_TEST_SUPPORT_H
