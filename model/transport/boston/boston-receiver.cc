// SPDX-License-Identifier: GPL-2.0-only
#include "boston-receiver.h"

#include "ns3/aal5.h"
#include "ns3/atm-net-device.h"
#include "ns3/burst-network.h"
#include "ns3/log.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace ns3
{
namespace hsn
{
NS_LOG_COMPONENT_DEFINE("HsnBostonReceiver");

namespace
{
/// A complete segment is remembered until this many newer ones are complete.
constexpr uint32_t MEMORY = BostonSender::MAX_SEGMENTS;

/** @tparam T signed, as wide as the numbers @param a number @param b another @return whether a is
 * newer, modulo the range of numbers */
template <typename T>
bool
IsAfter(uint32_t a, uint32_t b)
{
    return static_cast<T>(a - b) > 0;
}
} // namespace

BostonReceiver::BostonReceiver(const BostonParameters& parameters,
                               Time timeout,
                               bool headerNeeded,
                               uint32_t maxSegments)
    : m_parameters(parameters),
      m_timeout(timeout),
      m_headerNeeded(headerNeeded),
      m_maxSegments(maxSegments),
      m_codec(parameters)
{
}

BostonReceiver::~BostonReceiver()
{
    m_timer.Cancel();
}

void
BostonReceiver::SetCallbacks(ReportCallback report, FailCallback fail)
{
    m_report = report;
    m_fail = fail;
}

void
BostonReceiver::SetDevice(Ptr<AtmNetDevice> device)
{
    m_device = device;
}

void
BostonReceiver::Stop()
{
    m_timer.Cancel();
    m_report = ReportCallback();
    m_fail = FailCallback();
    m_device = nullptr;
    m_byId.clear();
    m_open.clear();
    m_waiting.clear();
    m_free.clear();
}

BostonReceiver::Complete
BostonReceiver::Receive(const BostonPdu& pdu, const CellBurst& burst, uint32_t i, Time arrival)
{
    const uint32_t cell = burst.first + i;
    const uint8_t* payload = pdu.GetBytes().data() + cell * CellBurst::PAYLOAD_BYTES;
    std::array<uint8_t, CellBurst::PAYLOAD_BYTES> damaged;
    if (burst.damage)
    {
        std::copy_n(payload, damaged.size(), damaged.begin());
        for (const auto& flip : burst.damage->flips)
        {
            if (flip.cell == cell && flip.bit < 8 * CellBurst::PAYLOAD_BYTES)
            {
                damaged[flip.bit / 8] ^= 0x80 >> (flip.bit % 8);
            }
        }
        payload = damaged.data();
    }
    const bool isHeader = pdu.IsHeaderCopy(cell);
    uint16_t id = pdu.GetSegment().id;
    uint32_t index = 0;
    if (!isHeader)
    {
        index = pdu.GetIndex(cell);
        const auto mode = m_parameters.GetIdMode();
        if (mode == BOSTON_ID_IN_PAYLOAD_2)
        {
            // the number nearest to the newest one that has these 8 bits
            id = static_cast<uint16_t>(id + static_cast<int8_t>(payload[0] - id));
            index = payload[1];
        }
        else if (mode == BOSTON_ID_IN_PAYLOAD_4)
        {
            id = static_cast<uint16_t>(payload[0] << 8 | payload[1]);
            index = payload[2] << 8 | payload[3];
        }
    }
    const uint32_t coded = isHeader ? 0 : 1;
    m_counters->cells += coded;
    m_counters->headers += 1 - coded;
    const uint32_t needed = pdu.GetSegment().GetNeeded();
    if (index >= m_parameters.dispersed || needed > m_parameters.needed ||
        pdu.GetSegment().GetContext().parameters.cellBytes != m_parameters.cellBytes)
    {
        NS_LOG_LOGIC("cell " << index << " of a segment of " << needed << " cells: not agreed");
        m_counters->malformed += coded;
        return {};
    }
    const uint8_t transmission = pdu.GetTransmission();
    if (const uint16_t last = id < m_complete.size() ? m_complete[id] : 0)
    {
        m_counters->late += coded;
        if (IsAfter<int8_t>(transmission + 1U, last))
        {
            // a complete segment is sent again: the acknowledgement was lost
            Remember(id, transmission);
            if (!m_report.IsNull())
            {
                m_report({id, 0, transmission, 255}, 0, 0);
            }
        }
        return {};
    }
    const auto found = m_byId.find(id);
    auto it = found == m_byId.end() ? m_open.end() : found->second;
    if (found != m_byId.end() && it->open && IsAfter<int8_t>(transmission, it->transmission))
    {
        Close(it);
    }
    if (found == m_byId.end() || !it->open)
    {
        it = Open(pdu, burst, id, arrival);
        if (it == m_open.end())
        {
            m_counters->noRoom += coded;
            return {};
        }
    }
    Partial& p = *it;
    if (p.received > 0)
    {
        m_gap += ((arrival - p.latest).GetTimeStep() - m_gap) / 8;
    }
    p.latest = arrival;
    m_open.splice(m_open.end(), m_open, it);
    if (isHeader)
    {
        p.headerSeen = true;
    }
    else if (needed != p.needed)
    {
        ++m_counters->malformed;
    }
    else
    {
        ++p.received;
        if (p.known[index])
        {
            ++m_counters->duplicates;
        }
        else
        {
            ++m_counters->used;
            p.known[index] = true;
            p.indices.push_back(index);
            const uint8_t* const data = payload + CellBurst::PAYLOAD_BYTES - m_parameters.cellBytes;
            p.cells.insert(p.cells.end(), data, data + m_parameters.cellBytes);
            if (p.indices.size() == p.needed)
            {
                p.sent = pdu.GetPosition(cell) + 1; // the rest may still arrive
                auto complete = Rebuild(it, pdu);
                if (complete.sdu)
                {
                    return complete;
                }
            }
        }
    }
    if (burst.IsLast(i) && transmission == p.transmission)
    {
        p.sent = pdu.GetCoded();
        Close(it);
    }
    return {};
}

BostonReceiver::Partials::iterator
BostonReceiver::Open(const BostonPdu& pdu, const CellBurst& burst, uint16_t id, Time arrival)
{
    const auto found = m_byId.find(id);
    Partials::iterator it;
    if (found != m_byId.end())
    {
        it = found->second;
        m_open.splice(m_open.end(), m_waiting, it);
    }
    else
    {
        if (m_byId.size() >= m_maxSegments && !MakeRoom(id))
        {
            return m_open.end();
        }
        if (m_free.empty())
        {
            m_free.emplace_back();
        }
        it = m_free.begin();
        m_open.splice(m_open.end(), m_free, it);
        it->id = id;
        it->needed = pdu.GetSegment().GetNeeded();
        it->headerSeen = false;
        it->indices.clear();
        it->cells.clear();
        it->indices.reserve(it->needed);
        it->cells.reserve(it->needed * m_parameters.cellBytes);
        it->known.assign(m_parameters.dispersed, false);
        m_byId[id] = it;
    }
    it->open = true;
    it->transmission = pdu.GetTransmission();
    it->sent = pdu.GetCoded();
    it->received = 0;
    it->latest = arrival;
    it->pdu = burst.pdu;
    if (m_timer.IsExpired())
    {
        m_timer = Simulator::Schedule(GetTimeout(), &BostonReceiver::OnTimer, this);
    }
    return it;
}

bool
BostonReceiver::MakeRoom(uint16_t id)
{
    // segments nearest to the front of the stream are kept, so that the stream advances; those
    // whose numbers were read from damaged cells are removed by age
    const Time stale = Simulator::Now() - Seconds(120); // twice the longest timeout
    auto victim = m_byId.end();
    for (auto it = m_byId.begin(); it != m_byId.end(); ++it)
    {
        if (it->second->latest < stale)
        {
            victim = it;
            break;
        }
        if (IsAfter<int16_t>(it->first, victim == m_byId.end() ? id : victim->first))
        {
            victim = it;
        }
    }
    ++m_counters->evicted;
    if (victim == m_byId.end())
    {
        return false;
    }
    Recycle(victim->second);
    return true;
}

void
BostonReceiver::EndTransmission(uint16_t id, uint8_t transmission)
{
    const auto found = m_byId.find(id);
    if (found != m_byId.end() && found->second->open && found->second->transmission == transmission)
    {
        Close(found->second);
    }
}

void
BostonReceiver::Close(Partials::iterator it)
{
    it->open = false;
    m_waiting.splice(m_waiting.end(), m_open, it);
    if (m_headerNeeded && !it->headerSeen)
    {
        return; // without a copy of the header cell the segment is not recognised
    }
    ++m_counters->partial;
    const auto report = MakeReport(*it);
    const auto have = static_cast<uint32_t>(it->indices.size());
    if (!m_report.IsNull())
    {
        m_report(report, have, it->needed);
    }
}

void
BostonReceiver::Recycle(Partials::iterator it)
{
    m_byId.erase(it->id);
    it->pdu = nullptr;
    m_free.splice(m_free.begin(), it->open ? m_open : m_waiting, it);
}

BostonReport
BostonReceiver::MakeReport(const Partial& p) const
{
    BostonReport report;
    report.segment = p.id;
    report.pending = static_cast<uint16_t>(p.needed - p.indices.size());
    report.transmission = p.transmission;
    report.successRate =
        static_cast<uint8_t>(std::min<uint32_t>(255, (255 * p.received + p.sent / 2) / p.sent));
    return report;
}

BostonReceiver::Complete
BostonReceiver::Rebuild(Partials::iterator it, const BostonPdu& pdu)
{
    m_codec.Rebuild(it->indices, it->cells, m_segment);
    const auto check = Aal5::ParseCpcsPdu(m_segment.data(),
                                          m_segment.size(),
                                          Aal5::MAX_SDU_BYTES,
                                          m_parameters.cellBytes);
    if (check.cause != Aal5Error::NONE)
    {
        NS_LOG_LOGIC("segment " << it->id << " does not fit its trailer: " << check.cause);
        ++m_counters->decodeFails;
        // at least one of the cells is wrong, and it is not known which
        it->indices.clear();
        it->cells.clear();
        std::fill(it->known.begin(), it->known.end(), false);
        if (!m_fail.IsNull())
        {
            m_fail(it->id);
        }
        return {};
    }
    Complete complete;
    // if the bytes are unchanged the packet itself is delivered, with its tags
    const auto sent = pdu.GetSegment().GetSdu();
    m_sent.resize(sent->GetSize());
    sent->CopyData(m_sent.data(), sent->GetSize());
    const bool same = check.length == m_sent.size() &&
                      std::equal(m_sent.begin(), m_sent.end(), m_segment.begin());
    complete.sdu = same ? sent->Copy() : Create<Packet>(m_segment.data(), check.length);
    complete.report = MakeReport(*it);
    complete.firstCell = pdu.GetSegment().firstCell;
    complete.transmissions = it->transmission + 1U;
    ++m_counters->segments;
    Remember(it->id, it->transmission);
    Recycle(it);
    return complete;
}

void
BostonReceiver::Remember(uint16_t id, uint8_t transmission)
{
    // numbers wrap: those half of the range away will be used again
    while (IsAfter<int16_t>(id, m_newest))
    {
        ++m_newest;
        const auto forgotten = static_cast<uint16_t>(m_newest + MEMORY);
        if (forgotten < m_complete.size())
        {
            m_complete[forgotten] = 0;
        }
    }
    if (id >= m_complete.size())
    {
        m_complete.resize(id + 1U);
    }
    m_complete[id] = static_cast<uint16_t>(transmission + 1U);
}

const BostonReceiver::Counters&
BostonReceiver::GetCounters() const
{
    return m_counters.Get();
}

Time
BostonReceiver::GetTimeout() const
{
    return std::max(m_timeout, TimeStep(std::llround(4 * m_gap)));
}

void
BostonReceiver::OnTimer()
{
    // cells that arrive at the same time come first
    m_timer = Simulator::ScheduleNow(&BostonReceiver::Expire, this);
}

void
BostonReceiver::Expire()
{
    if (m_device)
    {
        m_device->TakeArrived(); // cells without an event, too
    }
    const Time now = Simulator::Now();
    while (!m_open.empty() && m_open.front().latest + GetTimeout() <= now)
    {
        BurstNetwork::MakeNotable(*m_open.front().pdu); // its next cell begins it anew
        Close(m_open.begin());
    }
    if (!m_open.empty())
    {
        m_timer = Simulator::Schedule(m_open.front().latest + GetTimeout() - now,
                                      &BostonReceiver::OnTimer,
                                      this);
    }
}
} // namespace hsn
} // namespace ns3
