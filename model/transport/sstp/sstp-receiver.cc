// SPDX-License-Identifier: GPL-2.0-only
#include "sstp-receiver.h"

#include "ns3/assert.h"

#include <algorithm>

namespace ns3
{
namespace hsn
{
namespace
{
/** @param bitmap a bitmap @param size at most its size @return its first bits */
SstpBitmap
Shorten(const SstpBitmap& bitmap, uint32_t size)
{
    SstpBitmap other(size);
    for (uint32_t i = bitmap.FindSet(0); i < size; i = bitmap.FindSet(i + 1))
    {
        other.Set(i);
    }
    return other;
}
} // namespace

SstpReceiver::SstpReceiver(User& user, const Settings& settings)
    : m_user(user),
      m_settings(settings),
      m_checker(settings.tolerance, settings.packets),
      m_low(SstpFirst(settings.firstSegment)),
      m_high(m_low - 1),
      m_taken(m_low),
      m_expected(SstpFirst(settings.firstShipment)),
      m_topSegment(m_low)
{
    NS_ASSERT_MSG(settings.tolerance.Check(settings.packets).empty(),
                  settings.tolerance.Check(settings.packets));
}

SstpBitmap
SstpReceiver::Segment::GetCertain() const
{
    if (IsLengthKnown())
    {
        return present;
    }
    if (sizeKnown)
    {
        return Shorten(present, present.GetSize() - 1); // the last packet may be a short one
    }
    return Shorten(present, present.GetCount() == 0 ? 0 : present.FindLast() + 1);
}

SstpReceiver::Segment&
SstpReceiver::Get(uint64_t number)
{
    while (number - m_low >= m_segments.size())
    {
        Segment segment;
        segment.present = SstpBitmap(m_settings.packets);
        segment.forgiven = SstpBitmap(m_settings.packets);
        segment.request = SstpBitmap(m_settings.packets);
        segment.lastExpected = m_settings.packets - 1;
        m_segments.push_back(std::move(segment));
    }
    return m_segments[number - m_low];
}

// --- arrival --------------------------------------------------------------------------------

bool
SstpReceiver::IsNew(const SstpDataPdu& pdu) const
{
    const uint64_t number = SstpUnwrap(pdu.segment, m_low);
    if (pdu.type != SSTP_DATA || pdu.packet >= m_settings.packets || number < m_low ||
        number >= GetWindowLimit() || (m_endKnown && number >= m_end))
    {
        return false;
    }
    if (number - m_low >= m_segments.size())
    {
        return true;
    }
    const Segment& segment = m_segments[number - m_low];
    return !segment.accepted && pdu.packet < segment.present.GetSize() &&
           !segment.present.Get(pdu.packet);
}

SstpArrival
SstpReceiver::Receive(const SstpDataPdu& pdu, Time now)
{
    m_reason.clear();
    const uint64_t number = SstpUnwrap(pdu.segment, m_low);
    if (pdu.packet >= m_settings.packets)
    {
        m_reason = "packet number " + std::to_string(pdu.packet) + ": must be below " +
                   std::to_string(m_settings.packets);
        return SSTP_ARRIVAL_MALFORMED;
    }
    if (number >= GetWindowLimit() || (m_endKnown && number >= m_end))
    {
        m_reason = "segment " + std::to_string(pdu.segment) + ": must be below " +
                   std::to_string(static_cast<uint32_t>(m_endKnown ? m_end : GetWindowLimit()));
        return SSTP_ARRIVAL_OUTSIDE;
    }
    const uint64_t shipment = SstpUnwrap(pdu.shipment, m_expected);
    if (pdu.type == SSTP_DATA)
    {
        bool due = false;
        const auto result = StorePacket(pdu, number, due);
        if (m_settings.idealControl)
        {
            if (due && Get(number).present.GetCount() == Get(number).present.GetSize())
            {
                Check(number, true, now);
            }
        }
        else if (result != SSTP_ARRIVAL_MALFORMED)
        {
            FollowShipments(shipment, number, result == SSTP_ARRIVAL_STORED, now);
            if (due)
            {
                CheckStored(number, now);
            }
            CloseGaps(now);
        }
        return result;
    }
    if (shipment < m_expected)
    {
        return SSTP_ARRIVAL_STALE;
    }
    if (pdu.type == SSTP_END_OF_STREAM && m_high > number)
    {
        m_reason = "end of stream at segment " + std::to_string(pdu.segment) +
                   ": must not be below " + std::to_string(static_cast<uint32_t>(m_high));
        return SSTP_ARRIVAL_MALFORMED;
    }
    if (number >= m_low && pdu.lastOfSegment && !LearnSize(number, pdu.packet + 1U))
    {
        return SSTP_ARRIVAL_MALFORMED;
    }
    if (!m_settings.idealControl)
    {
        FollowShipments(shipment, number, false, now);
        CloseGaps(now);
    }
    TakeIdle(pdu, number, now);
    return SSTP_ARRIVAL_IDLE;
}

bool
SstpReceiver::LearnSize(uint64_t number, uint32_t size)
{
    Segment& segment = Get(number);
    const uint32_t last = segment.present.FindLast();
    const bool seen = last < segment.present.GetSize();
    if ((segment.sizeKnown && segment.present.GetSize() != size) || (seen && last >= size))
    {
        m_reason = "segment of " + std::to_string(size) + " packets: must have " +
                   std::to_string(segment.sizeKnown ? segment.present.GetSize() : last + 1) +
                   (segment.sizeKnown ? "" : " or more");
        return false;
    }
    if (segment.sizeKnown || size == m_settings.packets)
    {
        segment.sizeKnown = true;
        return true;
    }
    segment.present = Shorten(segment.present, size);
    segment.forgiven = Shorten(segment.forgiven, size);
    segment.request = Shorten(segment.request, size);
    segment.lastExpected = std::min(segment.lastExpected, size - 1);
    segment.sizeKnown = true;
    return true;
}

SstpArrival
SstpReceiver::StorePacket(const SstpDataPdu& pdu, uint64_t number, bool& due)
{
    if (number < m_low)
    {
        return SSTP_ARRIVAL_DUPLICATE;
    }
    if (pdu.lastOfSegment && !LearnSize(number, pdu.packet + 1U))
    {
        return SSTP_ARRIVAL_MALFORMED;
    }
    Segment& segment = Get(number);
    if (pdu.packet >= segment.present.GetSize())
    {
        m_reason = "packet number " + std::to_string(pdu.packet) + ": must be below " +
                   std::to_string(segment.present.GetSize());
        return SSTP_ARRIVAL_MALFORMED;
    }
    m_high = std::max(m_high, number);
    if (segment.accepted || !segment.present.Set(pdu.packet))
    {
        return SSTP_ARRIVAL_DUPLICATE;
    }
    segment.isFull = segment.isFull || !pdu.shortSegment;
    m_user.NotifyStored(number, pdu.packet);
    due = pdu.packet == segment.lastExpected ||
          segment.present.GetCount() == segment.present.GetSize();
    return SSTP_ARRIVAL_STORED;
}

void
SstpReceiver::CheckStored(uint64_t number, Time now)
{
    const Segment& segment = Get(number);
    const bool complete = segment.present.GetCount() == segment.present.GetSize();
    if (complete || m_settings.distance == 0 || m_gaps.empty())
    {
        Check(number, true, now);
        return;
    }
    // what is missing may have been overtaken, as long as a gap is not certain
    Gap& gap = m_gaps.back();
    gap.dueFrom = std::min(gap.dueFrom, number);
    gap.dueTo = std::max(gap.dueTo, number + 1);
}

void
SstpReceiver::TakeIdle(const SstpDataPdu& pdu, uint64_t number, Time now)
{
    m_high = std::max(m_high, number);
    if (pdu.type == SSTP_END_OF_STREAM)
    {
        m_endKnown = true;
        m_end = number + 1;
    }
    ForgetAbove(number);
    if (m_gaps.empty() && !m_settings.idealControl)
    {
        CheckNew(m_low, number + 1, now);
    }
    if (m_low > number)
    {
        m_lossDeadline = Time::Max(); // nothing is under way
        SendPack(number);
    }
    NotifyIfEnded();
}

// --- shipments ------------------------------------------------------------------------------

void
SstpReceiver::FollowShipments(uint64_t shipment, uint64_t segment, bool isNew, Time now)
{
    if (shipment < m_expected)
    {
        for (auto& gap : m_gaps)
        {
            gap.open -= isNew && gap.first <= shipment && shipment <= gap.last;
        }
        return;
    }
    if (shipment > m_expected)
    {
        const auto range = std::minmax(m_topSegment, segment);
        const uint32_t missing = static_cast<uint32_t>(shipment - m_expected);
        m_gaps.push_back({m_expected, shipment - 1, missing, range.first, range.second});
        m_user.NotifyGap(missing, m_topSegment, segment);
    }
    m_expected = shipment + 1;
    m_topSegment = segment;
    if (!m_settings.lossTimer.IsZero())
    {
        m_lossDeadline = now + m_settings.lossTimer;
    }
}

void
SstpReceiver::CloseGaps(Time now)
{
    // a gap is over when it is filled, or when more was shipped since than the network reorders
    while (!m_gaps.empty())
    {
        const Gap gap = m_gaps.front();
        const bool certain = m_expected - 1 - gap.first > m_settings.distance;
        if (gap.open > 0 && !certain)
        {
            return;
        }
        m_gaps.pop_front();
        const bool isLoss = gap.open > 0;
        const uint64_t from = isLoss ? std::min(gap.from, gap.dueFrom) : gap.dueFrom;
        const uint64_t to = isLoss ? std::max(gap.to, gap.dueTo) : gap.dueTo;
        for (uint64_t n = std::max(from, m_low); n < to; ++n)
        {
            Check(n, true, now);
        }
    }
}

// --- checks ---------------------------------------------------------------------------------

void
SstpReceiver::CheckSegment(uint64_t segment, Time now)
{
    m_high = std::max(m_high, segment);
    Check(segment, true, now);
}

void
SstpReceiver::CheckNew(uint64_t from, uint64_t to, Time now)
{
    for (uint64_t n = std::max(from, m_low); n < to; ++n)
    {
        if (n >= m_low && !Get(n).requested)
        {
            Check(n, true, now);
        }
    }
}

void
SstpReceiver::Check(uint64_t number, bool certain, Time now)
{
    if (number < m_low || number >= GetWindowLimit() || (m_endKnown && number >= m_end))
    {
        return;
    }
    Segment& segment = Get(number);
    if (segment.accepted)
    {
        return;
    }
    const bool tolerated = m_checker.Check(segment.present, segment.forgiven, segment.request);
    if (!segment.IsLengthKnown() && !m_settings.tolerance.IsFull(m_settings.packets))
    {
        // a message must not become longer than it was: its last packet tells where it ends
        segment.request.Set(segment.request.GetSize() - 1);
    }
    else if (tolerated)
    {
        if (certain) // else everything is tolerated, so nothing was ever requested
        {
            Accept(number, now);
        }
        return;
    }
    segment.lastExpected = segment.request.FindLast();
    SendSnak(number, now);
}

void
SstpReceiver::Accept(uint64_t number, Time now)
{
    Segment& segment = Get(number);
    segment.accepted = true;
    segment.requested = false;
    m_high = std::max(m_high, number);
    m_user.NotifyAccepted(number, segment.present, now);
    if (number == m_low)
    {
        DeliverAccepted();
    }
    SendPack(number);
    NotifyIfEnded();
}

void
SstpReceiver::NotifyIfEnded()
{
    if (IsComplete() && m_refused.empty() && !m_endNotified)
    {
        m_endNotified = true;
        m_user.NotifyEnd();
    }
}

void
SstpReceiver::DeliverAccepted()
{
    while (!m_segments.empty() && m_segments.front().accepted)
    {
        const SstpBitmap present = m_segments.front().GetCertain();
        m_segments.pop_front();
        const uint64_t number = m_low++;
        if (m_user.Deliver(number, present))
        {
            ++m_taken;
        }
        else
        {
            m_refused.push_back(number);
        }
    }
}

void
SstpReceiver::NotifyTaken()
{
    NS_ASSERT_MSG(!m_refused.empty(), "no segment was refused");
    const bool closed = GetWindowLimit() == m_low;
    m_refused.pop_front();
    ++m_taken;
    if (closed)
    {
        SendPack(m_low - 1);
    }
    NotifyIfEnded();
}

void
SstpReceiver::ForgetAbove(uint64_t last)
{
    for (uint64_t n = std::max(last + 1, m_low); n - m_low < m_segments.size(); ++n)
    {
        m_segments[n - m_low].requested = false;
    }
}

// --- control PDUs ---------------------------------------------------------------------------

SstpControlPdu
SstpReceiver::MakeControl(SstpPduType type, uint64_t number)
{
    SstpControlPdu pdu;
    pdu.type = type;
    pdu.windowValid = true;
    pdu.endSeen = m_endKnown;
    pdu.control = m_control++;
    pdu.segment = static_cast<uint32_t>(number);
    pdu.acknowledged = static_cast<uint32_t>(m_low);
    pdu.windowLimit = static_cast<uint32_t>(GetWindowLimit());
    return pdu;
}

void
SstpReceiver::SendPack(uint64_t number)
{
    m_user.SendControl(MakeControl(SSTP_PACK, number));
}

void
SstpReceiver::SendSnak(uint64_t number, Time now)
{
    Segment& segment = Get(number);
    segment.requested = true;
    ++segment.generation;
    if (!m_settings.snakPeriod.IsZero())
    {
        m_queue.push_back({now + m_settings.snakPeriod, number, segment.generation});
    }
    auto pdu = MakeControl(SSTP_SNAK, number);
    pdu.present = SstpBitmap(m_settings.packets, true);
    const auto& request = segment.request;
    for (uint32_t i = request.FindSet(0); i < request.GetSize(); i = request.FindSet(i + 1))
    {
        pdu.present.Clear(i);
    }
    m_user.SendControl(pdu);
}

// --- time -----------------------------------------------------------------------------------

Time
SstpReceiver::GetDeadline() const
{
    return m_queue.empty() ? m_lossDeadline : std::min(m_lossDeadline, m_queue.front().due);
}

void
SstpReceiver::HandleTime(Time now)
{
    if (m_lossDeadline <= now)
    {
        m_lossDeadline = Time::Max();
        m_user.NotifyLossTimer();
        m_gaps.clear(); // nothing arrives that could fill them
        const uint64_t high = m_high;
        for (uint64_t n = m_low; n <= high + 1; ++n)
        {
            if (n >= m_low)
            {
                Check(n, n <= high, now);
            }
        }
    }
    while (!m_queue.empty() && m_queue.front().due <= now)
    {
        const Repetition due = m_queue.front();
        m_queue.pop_front();
        if (due.segment < m_low)
        {
            continue;
        }
        const Segment& segment = Get(due.segment);
        if (segment.requested && segment.generation == due.generation)
        {
            Check(due.segment, due.segment <= m_high, now);
        }
    }
}
} // namespace hsn
} // namespace ns3
