// SPDX-License-Identifier: GPL-2.0-only
#include "aal5-reassembler.h"

#include "ns3/abort.h"
#include "ns3/assert.h"
#include "ns3/log.h"
#include "ns3/simulator.h"

namespace ns3
{
namespace hsn
{
NS_LOG_COMPONENT_DEFINE("HsnAal5Reassembler");

namespace
{
/// @param i first bit @param n bits, 1..64 @return a mask of them
uint64_t
RunMask(uint32_t i, uint32_t n)
{
    return (~uint64_t{0} >> (64 - n)) << i;
}

/**
 * @param flip an inverted bit
 * @param first first cell
 * @param count cells
 * @return true if it is in one of these cells
 */
bool
IsIn(const CellDamage::Flip& flip, uint32_t first, uint32_t count)
{
    return flip.cell >= first && flip.cell - first < count &&
           flip.bit < 8 * CellBurst::PAYLOAD_BYTES;
}
} // namespace

Ptr<AtmPdu>
Aal5ReceivedPdu::GetSentPdu() const
{
    if (m_pieces.size() == 1)
    {
        const Piece& piece = m_pieces.front();
        if (!piece.damage && piece.count == piece.pdu->GetNCells())
        {
            return piece.pdu;
        }
    }
    return nullptr;
}

const std::vector<uint8_t>&
Aal5ReceivedPdu::GetBytes() const
{
    if (GetSentPdu())
    {
        return m_pieces.front().pdu->GetBytes();
    }
    if (m_bytes.empty())
    {
        m_bytes.reserve(m_nCells * CellBurst::PAYLOAD_BYTES);
        for (const auto& piece : m_pieces)
        {
            const size_t at = m_bytes.size();
            const uint8_t* const from = piece.pdu->GetCells(piece.first, piece.count);
            m_bytes.insert(m_bytes.end(), from, from + piece.count * CellBurst::PAYLOAD_BYTES);
            if (piece.damage)
            {
                for (const auto& flip : piece.damage->flips)
                {
                    if (IsIn(flip, piece.first, piece.count))
                    {
                        m_bytes[at + (flip.cell - piece.first) * CellBurst::PAYLOAD_BYTES +
                                flip.bit / 8] ^= 0x80 >> (flip.bit % 8);
                    }
                }
            }
        }
    }
    return m_bytes;
}

Ptr<Packet>
Aal5ReceivedPdu::MakePacket() const
{
    const auto& bytes = GetBytes();
    return Create<Packet>(bytes.data(), static_cast<uint32_t>(bytes.size()));
}

void
Aal5ReceivedPdu::Clear()
{
    m_pieces.clear();
    m_bytes.clear();
    m_nCells = 0;
    m_anyClp = false;
    m_anyEfci = false;
    m_uu = 0;
}

uint64_t
Aal5Reassembler::Counters::GetTotalErrors() const
{
    uint64_t sum = 0;
    for (const auto n : errors)
    {
        sum += n;
    }
    return sum;
}

Aal5Reassembler::~Aal5Reassembler()
{
    m_timer.Cancel();
}

void
Aal5Reassembler::SetDeliverCallback(DeliverCallback cb)
{
    m_deliver = cb;
}

void
Aal5Reassembler::SetErrorCallback(ErrorCallback cb)
{
    m_error = cb;
}

std::string
Aal5Reassembler::Check(uint32_t maxSdu, Time timeout)
{
    if (maxSdu < 1 || maxSdu > Aal5::MAX_SDU_BYTES)
    {
        return "AAL5 maximum SDU of " + std::to_string(maxSdu) + " bytes; the range is 1 to " +
               std::to_string(Aal5::MAX_SDU_BYTES);
    }
    if (timeout.IsStrictlyNegative())
    {
        return "AAL5 reassembly timeout of " + std::to_string(timeout.GetNanoSeconds()) +
               " ns is negative; 0 means none";
    }
    return "";
}

void
Aal5Reassembler::SetMaxSdu(uint32_t maxSdu)
{
    const std::string wrong = Check(maxSdu, m_timeout);
    NS_ABORT_MSG_IF(!wrong.empty(), wrong);
    m_maxSdu = maxSdu;
    m_maxCells = Aal5::CellsFor(maxSdu);
}

void
Aal5Reassembler::SetTimeout(Time timeout)
{
    const std::string wrong = Check(m_maxSdu, timeout);
    NS_ABORT_MSG_IF(!wrong.empty(), wrong);
    m_timeout = timeout;
}

void
Aal5Reassembler::Receive(const CellBurst& burst)
{
    NS_ASSERT_MSG(burst.pdu, "a burst without PDU");
    NS_ABORT_MSG_IF(burst.count < 1 || burst.count > CellBurst::MAX_CELLS ||
                        burst.count > burst.pdu->GetNCells() ||
                        burst.first > burst.pdu->GetNCells() - burst.count,
                    "not a burst of 1 to 64 cells inside its PDU: " << burst);
    NS_ASSERT_MSG(!m_inCallback, "Aal5Reassembler::Receive called by its own callback");

    if (m_timed && m_partial.m_nCells > 0 && Simulator::Now() >= m_deadline)
    {
        // The timer's event is due at this very time, but has not had its turn.
        Expire();
    }
    if (!burst.discarded)
    {
        ReceiveRun(burst, 0, burst.count);
        return;
    }
    for (uint32_t i = 0; i < burst.count;)
    {
        uint32_t n = 0;
        while (i + n < burst.count && !((burst.discarded >> (i + n)) & 1))
        {
            n++;
        }
        if (n > 0)
        {
            ReceiveRun(burst, i, n);
        }
        i += n + 1;
    }
}

void
Aal5Reassembler::ReceiveRun(const CellBurst& burst, uint32_t i, uint32_t n)
{
    // Only the last cell of a burst can be the last one of its PDU.
    const bool last = burst.IsLast(i + n - 1);
    m_counters.cells += n;
    if (m_discarding)
    {
        m_counters.failedCells += n;
    }
    else
    {
        const uint32_t room = m_partial.m_nCells < m_maxCells ? m_maxCells - m_partial.m_nCells : 0;
        m_discarding = n > room;
        const uint32_t kept = m_discarding ? room + 1 : n;
        Append(burst, i, kept);
        m_counters.failedCells += n - kept;
    }
    if (last)
    {
        Complete();
    }
}

void
Aal5Reassembler::Append(const CellBurst& burst, uint32_t i, uint32_t n)
{
    const uint32_t first = burst.first + i;
    Aal5ReceivedPdu& p = m_partial;
    if (p.m_nCells == 0)
    {
        if (m_timeout.IsStrictlyPositive())
        {
            m_timed = true;
            m_deadline = Simulator::Now() + m_timeout;
            if (!m_timer.IsExpired() && Simulator::GetDelayLeft(m_timer) > m_timeout)
            {
                m_timer.Cancel();
            }
            if (m_timer.IsExpired())
            {
                m_timer = Simulator::Schedule(m_timeout, &Aal5Reassembler::OnTimer, this);
            }
        }
        else if (m_timed)
        {
            m_timed = false;
            m_timer.Cancel();
        }
    }
    Ptr<CellDamage> damage;
    if (burst.damage)
    {
        for (const auto& flip : burst.damage->flips)
        {
            if (IsIn(flip, first, n))
            {
                damage = burst.damage;
                break;
            }
        }
    }
    if (!p.m_pieces.empty() && !damage && !p.m_pieces.back().damage &&
        p.m_pieces.back().pdu == burst.pdu &&
        p.m_pieces.back().first + p.m_pieces.back().count == first)
    {
        p.m_pieces.back().count += n;
    }
    else
    {
        p.m_pieces.push_back(Aal5ReceivedPdu::Piece{burst.pdu, damage, first, n});
    }
    p.m_nCells += n;
    if (burst.clp | burst.efci)
    {
        const uint64_t mask = RunMask(i, n);
        p.m_anyClp = p.m_anyClp || (burst.clp & mask);
        p.m_anyEfci = p.m_anyEfci || (burst.efci & mask);
    }
    const uint32_t lastIndex = i + n - 1;
    p.m_lastHeader.vpi = burst.vc.vpi;
    p.m_lastHeader.vci = burst.vc.vci;
    p.m_lastHeader.pti = burst.GetPti(lastIndex);
    p.m_lastHeader.clp = burst.IsClp(lastIndex);
}

void
Aal5Reassembler::Complete()
{
    if (m_discarding)
    {
        Fail(Aal5Error::OVERSIZE);
        return;
    }
    Ptr<Packet> sdu;
    Ptr<AtmPdu> sent = m_partial.GetSentPdu();
    if (sent && sent->IsAal5() && sent->GetCpi() == 0 && sent->GetSdu()->GetSize() > 0 &&
        sent->GetSdu()->GetSize() <= m_maxSdu)
    {
        m_partial.m_uu = sent->GetUu();
        sdu = sent->GetSdu()->Copy();
    }
    else
    {
        const auto& bytes = m_partial.GetBytes();
        const Aal5Check check = Aal5::ParseCpcsPdu(bytes.data(), bytes.size(), m_maxSdu);
        m_partial.m_uu = check.uu;
        if (check.cause != Aal5Error::NONE)
        {
            Fail(check.cause);
            return;
        }
        sdu = Create<Packet>(bytes.data(), check.length);
    }
    m_counters.pdus++;
    m_counters.sduBytes += sdu->GetSize();
    m_counters.deliveredCells += m_partial.m_nCells;
    if (!m_deliver.IsNull())
    {
        m_inCallback = true;
        m_deliver(sdu, m_partial);
        m_inCallback = false;
    }
    m_partial.Clear();
}

void
Aal5Reassembler::Fail(Aal5Error cause)
{
    NS_LOG_LOGIC("PDU of " << m_partial.m_nCells << " cells failed: " << cause);
    m_counters.errors[static_cast<size_t>(cause)]++;
    m_counters.failedCells += m_partial.m_nCells;
    m_discarding = false;
    if (!m_error.IsNull())
    {
        m_inCallback = true;
        m_error(cause, m_partial);
        m_inCallback = false;
    }
    m_partial.Clear();
}

void
Aal5Reassembler::Expire()
{
    Fail(m_discarding ? Aal5Error::OVERSIZE : Aal5Error::TIMEOUT);
}

void
Aal5Reassembler::OnTimer()
{
    // One event serves any number of PDUs: cancelled events would stay in the scheduler's queue.
    if (m_partial.m_nCells == 0)
    {
        return;
    }
    const Time left = m_deadline - Simulator::Now();
    if (left.IsStrictlyPositive())
    {
        m_timer = Simulator::Schedule(left, &Aal5Reassembler::OnTimer, this);
    }
    else
    {
        Expire();
    }
}
} // namespace hsn
} // namespace ns3
