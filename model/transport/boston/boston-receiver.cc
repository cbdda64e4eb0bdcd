// SPDX-License-Identifier: GPL-2.0-only
#include "boston-receiver.h"

#include "ns3/aal5.h"
#include "ns3/atm-net-device.h"
#include "ns3/burst-network.h"
#include "ns3/log.h"
#include "ns3/network-order.h"
#include "ns3/simulator.h"

#include <algorithm>
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
}

void
BostonReceiver::Read(const BostonPdu& pdu,
                     const CellBurst& burst,
                     uint32_t cell,
                     Content& content) const
{
    const auto& segment = pdu.GetSegment();
    const bool isVirtual = segment.GetContext().isVirtual;
    const bool isHeader = pdu.IsHeaderCopy(cell);
    content.id = segment.id;
    content.index = isHeader ? 0 : pdu.GetIndex(cell);
    if (isVirtual && !burst.damage)
    {
        return; // it bears the right numbers
    }
    auto& copy = content.copy;
    const uint8_t* payload = copy.data();
    if (isVirtual)
    {
        copy.fill(0);
        pdu.WriteNumbers(cell, copy.data());
    }
    else
    {
        payload = pdu.GetBytes().data() + cell * CellBurst::PAYLOAD_BYTES;
    }
    if (burst.damage)
    {
        if (!isVirtual)
        {
            std::copy_n(payload, copy.size(), copy.begin());
            payload = copy.data();
        }
        for (const auto& flip : burst.damage->flips)
        {
            if (flip.cell == cell && flip.bit < 8 * CellBurst::PAYLOAD_BYTES)
            {
                copy[flip.bit / 8] ^= 0x80 >> (flip.bit % 8);
            }
        }
    }
    const auto mode = m_parameters.GetIdMode();
    const uint8_t* const data = payload + CellBurst::PAYLOAD_BYTES - m_parameters.cellBytes;
    if (!isHeader && mode == BOSTON_ID_IN_PAYLOAD_2)
    {
        // the number nearest to the newest one that has these 8 bits
        content.id =
            static_cast<uint16_t>(segment.id + static_cast<int8_t>(payload[0] - segment.id));
        content.index = payload[1];
    }
    else if (!isHeader && mode == BOSTON_ID_IN_PAYLOAD_4)
    {
        content.id = ReadNetwork16(payload);
        content.index = ReadNetwork16(payload + 2);
    }
    if (isVirtual)
    {
        const bool numbers =
            content.id != segment.id || (!isHeader && content.index != pdu.GetIndex(cell));
        content.damaged = numbers || std::any_of(data,
                                                 data + m_parameters.cellBytes,
                                                 [](uint8_t octet) { return octet != 0; });
    }
    else
    {
        content.data = data;
    }
}

BostonReceiver::Complete
BostonReceiver::Receive(const BostonPdu& pdu, const CellBurst& burst, uint32_t i, Time arrival)
{
    const uint32_t cell = burst.first + i;
    Content content;
    Read(pdu, burst, cell, content);
    const uint16_t id = content.id;
    const uint32_t index = content.index;
    const bool isHeader = pdu.IsHeaderCopy(cell);
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
            m_counters->heard += coded;
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
    else if (needed != p.needed || p.isVirtual == (content.data != nullptr))
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
            p.damaged |= content.damaged;
            if (content.data)
            {
                p.cells.insert(p.cells.end(), content.data, content.data + m_parameters.cellBytes);
            }
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
    bool begins = true; // else a transmission goes on that seemed to be over
    if (found != m_byId.end())
    {
        it = found->second;
        begins = it->transmission != pdu.GetTransmission();
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
        it->isVirtual = pdu.GetSegment().GetContext().isVirtual;
        it->damaged = false;
        it->indices.clear();
        it->cells.clear();
        it->indices.reserve(it->needed);
        if (!it->isVirtual)
        {
            it->cells.reserve(it->needed * m_parameters.cellBytes);
        }
        it->known.assign(m_parameters.dispersed, false);
        m_byId[id] = it;
    }
    m_counters->heard += begins;
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
    if (it->isVirtual ? it->damaged : !Decode(*it))
    {
        ++m_counters->decodeFails;
        // at least one of the cells is wrong, and it is not known which
        it->damaged = false;
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
    const auto sent = pdu.GetSegment().GetSdu();
    complete.sdu = it->isVirtual ? sent->Copy() : MakeSdu(sent);
    complete.report = MakeReport(*it);
    complete.firstCell = pdu.GetSegment().firstCell;
    complete.transmissions = it->transmission + 1U;
    ++m_counters->segments;
    Remember(it->id, it->transmission);
    Recycle(it);
    return complete;
}

bool
BostonReceiver::Decode(const Partial& p)
{
    m_codec.Rebuild(p.indices, p.cells, m_segment);
    const auto check = Aal5::ParseCpcsPdu(m_segment.data(),
                                          m_segment.size(),
                                          Aal5::MAX_SDU_BYTES,
                                          m_parameters.cellBytes);
    m_length = check.length;
    if (check.cause != Aal5Error::NONE)
    {
        NS_LOG_LOGIC("segment " << p.id << " does not fit its trailer: " << check.cause);
        return false;
    }
    return true;
}

Ptr<Packet>
BostonReceiver::MakeSdu(Ptr<const Packet> sent)
{
    m_sent.resize(sent->GetSize());
    sent->CopyData(m_sent.data(), sent->GetSize());
    const bool same =
        m_length == m_sent.size() && std::equal(m_sent.begin(), m_sent.end(), m_segment.begin());
    // the packet itself has its tags
    return same ? sent->Copy() : Create<Packet>(m_segment.data(), m_length);
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
