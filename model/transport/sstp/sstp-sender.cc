// SPDX-License-Identifier: GPL-2.0-only
#include "sstp-sender.h"

#include "ns3/assert.h"

#include <algorithm>

namespace ns3
{
namespace hsn
{
const char*
SstpSnakVerdictText(SstpSnakVerdict verdict)
{
    switch (verdict)
    {
    case SSTP_SNAK_TAKEN:
        return "taken";
    case SSTP_SNAK_OLD:
        return "old control sequence number";
    case SSTP_SNAK_RELEASED:
        return "segment is acknowledged";
    case SSTP_SNAK_NOT_WAITING:
        return "segment is queued";
    case SSTP_SNAK_TOO_EARLY:
        return "segment was sent less than a round trip ago";
    case SSTP_SNAK_NOTHING:
        return "nothing is requested";
    case SSTP_SNAK_NEVER_SENT:
        return "segment was never sent";
    case SSTP_SNAK_BAD_SIZE:
        return "bitmap has the wrong size";
    }
    return "";
}

SstpSender::SstpSender(User& user, const Settings& settings)
    : m_user(user),
      m_settings(settings),
      m_base(SstpFirst(settings.firstSegment)),
      m_nextNew(m_base),
      m_limit(m_base + settings.window),
      m_shipment(settings.firstShipment),
      m_lastSegment(m_base - 1),
      m_lastPacket(static_cast<uint16_t>(settings.packets - 1))
{
}

// --- the application ------------------------------------------------------------------------

uint64_t
SstpSender::AddSegment(uint32_t packets, bool isShort)
{
    NS_ASSERT_MSG(packets >= 1 && packets <= m_settings.packets,
                  "segment of " << packets << " packets: must have 1 to " << m_settings.packets);
    NS_ASSERT_MSG(!m_ended, "the stream has ended");
    Block block;
    block.packets = packets;
    block.isShort = isShort;
    m_blocks.push_back(std::move(block));
    ++m_held;
    Admit();
    return GetEnd() - 1;
}

void
SstpSender::EndStream()
{
    m_ended = true;
}

void
SstpSender::SetRtd(Time rtd)
{
    m_settings.rtd = rtd;
}

void
SstpSender::Admit()
{
    for (; m_nextNew < std::min(m_limit, GetEnd()); ++m_nextNew)
    {
        Block& block = Get(m_nextNew);
        block.queue = SstpBitmap(block.packets, true);
        block.status = Status::QUEUED;
        m_queued.insert(m_queued.end(), m_nextNew);
    }
}

// --- departure ------------------------------------------------------------------------------

SstpSender::Departure
SstpSender::Take(Time start, Time end)
{
    NS_ASSERT_MSG(HasPacket(), "nothing is queued");
    Departure departure;
    departure.segment = *m_queued.begin();
    Block& block = Get(departure.segment);
    const uint32_t packet = block.queue.FindSet(block.next);
    block.queue.Clear(packet);
    block.next = packet + 1;

    departure.pdu.type = SSTP_DATA;
    departure.pdu.shipment = m_shipment++;
    departure.pdu.segment = static_cast<uint32_t>(departure.segment);
    departure.pdu.packet = static_cast<uint16_t>(packet);
    departure.pdu.lastOfSegment = packet + 1 == block.packets;
    departure.pdu.shortSegment = block.isShort;
    departure.again = block.rounds > 0;
    if (!departure.again)
    {
        departure.first = packet == 0;
        block.firstStart = packet == 0 ? start : block.firstStart;
        m_lastSegment = departure.segment;
        m_lastPacket = departure.pdu.packet;
        m_lastEnds = departure.pdu.lastOfSegment;
    }
    if (block.queue.GetCount() == 0)
    {
        departure.lastOfGroup = true;
        ++block.rounds;
        block.status = Status::WAIT;
        block.lastTx = end;
        m_queued.erase(m_queued.begin());
    }
    return departure;
}

SstpDataPdu
SstpSender::MakeIdlePdu()
{
    SstpDataPdu pdu;
    pdu.type = m_ended && m_nextNew == GetEnd() ? SSTP_END_OF_STREAM : SSTP_KEEP_ALIVE;
    pdu.shipment = m_shipment++;
    pdu.segment = static_cast<uint32_t>(m_lastSegment);
    pdu.packet = m_lastPacket;
    pdu.lastOfSegment = m_lastEnds;
    return pdu;
}

bool
SstpSender::HasToTell() const
{
    return m_held > 0 || (m_ended && !m_endKnown);
}

bool
SstpSender::IsDone() const
{
    return m_ended && !HasToTell();
}

Time
SstpSender::GetFirstStart(uint64_t segment) const
{
    return m_blocks[segment - m_base].firstStart;
}

uint32_t
SstpSender::GetRounds(uint64_t segment) const
{
    return m_blocks[segment - m_base].rounds;
}

// --- what the receiver says -----------------------------------------------------------------

void
SstpSender::Release(uint64_t segment)
{
    if (segment < m_base || segment >= m_nextNew || Get(segment).status == Status::RELEASED)
    {
        return;
    }
    Block& block = Get(segment);
    if (block.status == Status::QUEUED)
    {
        m_queued.erase(segment);
    }
    m_user.NotifyReleased(segment);
    block.status = Status::RELEASED;
    block.queue = SstpBitmap();
    --m_held;
    while (!m_blocks.empty() && m_blocks.front().status == Status::RELEASED)
    {
        m_blocks.pop_front();
        ++m_base;
    }
}

void
SstpSender::TakeState(const SstpControlPdu& pdu)
{
    // numbers that the receiver cannot know of are ignored: it acknowledges what was sent
    const uint64_t acknowledged = SstpUnwrap(pdu.acknowledged, m_base);
    while (m_base < acknowledged && acknowledged <= m_nextNew)
    {
        Release(m_base);
    }
    m_endKnown = m_endKnown || (m_ended && pdu.endSeen);
    if (pdu.windowValid)
    {
        const uint64_t limit = SstpUnwrap(pdu.windowLimit, m_limit);
        if (limit > m_limit)
        {
            m_limit = limit;
            Admit();
        }
    }
}

SstpSnakVerdict
SstpSender::Receive(const SstpControlPdu& pdu, Time now)
{
    const int32_t ahead = static_cast<int32_t>(pdu.control - m_control);
    const bool old = m_controlSeen && (pdu.type == SSTP_SNAK ? ahead <= 0 : ahead == 0);
    if (old)
    {
        m_reason = "control sequence number " + std::to_string(pdu.control) + ": must be above " +
                   std::to_string(m_control);
        return SSTP_SNAK_OLD;
    }
    if (!m_controlSeen || ahead > 0)
    {
        m_control = pdu.control;
        m_controlSeen = true;
    }
    m_reason.clear();
    if (pdu.type == SSTP_SNAK)
    {
        TakeState(pdu);
        return TakeRequest(pdu, now);
    }
    Release(SstpUnwrap(pdu.segment, m_base));
    TakeState(pdu);
    return SSTP_SNAK_TAKEN;
}

SstpSnakVerdict
SstpSender::TakeRequest(const SstpControlPdu& pdu, Time now)
{
    if (pdu.present.GetSize() != m_settings.packets)
    {
        m_reason = "bitmap of " + std::to_string(pdu.present.GetSize()) + " bits: must have " +
                   std::to_string(m_settings.packets);
        return SSTP_SNAK_BAD_SIZE;
    }
    const uint64_t segment = SstpUnwrap(pdu.segment, m_base);
    if (segment >= m_nextNew)
    {
        m_reason = "segment " + std::to_string(pdu.segment) + ": must be at most " +
                   std::to_string(static_cast<uint32_t>(m_nextNew - 1));
        return SSTP_SNAK_NEVER_SENT;
    }
    if (segment < m_base || Get(segment).status == Status::RELEASED)
    {
        return SSTP_SNAK_RELEASED;
    }
    Block& block = Get(segment);
    if (block.status != Status::WAIT)
    {
        return SSTP_SNAK_NOT_WAITING;
    }
    if (now - block.lastTx < m_settings.rtd)
    {
        return SSTP_SNAK_TOO_EARLY;
    }
    for (uint32_t i = 0; i < m_settings.packets; ++i)
    {
        if (!pdu.present.Get(i))
        {
            // a request behind the end of a short segment: its last packet tells where that is
            block.queue.Set(std::min(i, block.packets - 1));
        }
    }
    if (block.queue.GetCount() == 0)
    {
        return SSTP_SNAK_NOTHING;
    }
    block.next = 0;
    block.status = Status::QUEUED;
    m_queued.insert(segment);
    return SSTP_SNAK_TAKEN;
}
} // namespace hsn
} // namespace ns3
