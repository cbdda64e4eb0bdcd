// SPDX-License-Identifier: GPL-2.0-only
#include "response-time-collector.h"

#include "ns3/network-order.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>

namespace ns3
{
namespace hsn
{
namespace
{
/// Longest headers of IPv4 and TCP together, bytes.
constexpr uint32_t MAX_HEADERS = 120;
/// Protocol number of TCP.
constexpr uint8_t TCP = 6;
/// Bit of TCP's flags.
constexpr uint8_t SYN = 0x02;
} // namespace

void
ResponseTimeCollector::Read(Ptr<const Packet> packet,
                            uint32_t offset,
                            const std::function<void(const Segment&)>& use)
{
    if (packet->GetSize() <= offset)
    {
        return;
    }
    std::array<uint8_t, MAX_HEADERS> bytes{};
    const uint32_t room = packet->GetSize() - offset;
    const uint32_t n = std::min(room, MAX_HEADERS);
    if (offset > 0)
    {
        packet = packet->CreateFragment(offset, n);
    }
    packet->CopyData(bytes.data(), n);
    const uint32_t ipHeader = (bytes[0] & 0x0f) * 4;
    const uint32_t length = ReadNetwork16(&bytes[2]);
    const bool isWhole = (ReadNetwork16(&bytes[6]) & 0x3fff) == 0; // no fragment
    if (bytes[0] >> 4 != 4 || ipHeader < 20 || bytes[9] != TCP || !isWhole || length > room ||
        length < ipHeader + 20)
    {
        return;
    }
    const uint8_t* tcp = &bytes[ipHeader];
    const uint32_t headers = ipHeader + (tcp[12] >> 4) * 4;
    const bool isSyn = tcp[13] & SYN;
    if (headers >= ipHeader + 20 && length >= headers + (isSyn ? 0 : 1))
    {
        const Key key(ReadNetwork32(&bytes[12]), ReadNetwork32(&bytes[16]), ReadNetwork32(tcp));
        use({key, isSyn, ReadNetwork32(tcp + 4), length - headers});
    }
}

ResponseTimeCollector::Connection&
ResponseTimeCollector::Find(const Key& key)
{
    const auto behind = m_connections.upper_bound(key);
    const bool isKnown = behind != m_connections.begin() && std::prev(behind)->first == key;
    return (isKnown ? std::prev(behind) : m_connections.emplace(key, Connection()))->second;
}

void
ResponseTimeCollector::NoteDeparture(Ptr<const Packet> packet, uint32_t offset)
{
    Read(packet, offset, [this](const Segment& segment) {
        if (segment.isSyn && Find(segment.key).begun)
        {
            // what is under way stays with the connection before
            m_connections.emplace(segment.key, Connection());
        }
        if (segment.size == 0)
        {
            return;
        }
        ++m_counters.departures;
        auto& connection = Find(segment.key);
        if (connection.begun && static_cast<int32_t>(segment.sequence - connection.next) < 0)
        {
            return; // sent again
        }
        connection.begun = true;
        connection.next = segment.sequence + segment.size;
        connection.departures[segment.sequence] = Simulator::Now().GetTimeStep();
    });
}

void
ResponseTimeCollector::NoteArrival(Ptr<const Packet> packet, uint32_t offset)
{
    Read(packet, offset, [this](const Segment& segment) {
        if (segment.size == 0)
        {
            return;
        }
        ++m_counters.arrivals;
        auto& connection = Find(segment.key);
        const auto departure = connection.departures.find(segment.sequence);
        if (departure == connection.departures.end())
        {
            ++m_counters.repeated;
            return;
        }
        const double time =
            TimeStep(Simulator::Now().GetTimeStep() - departure->second).GetSeconds();
        connection.departures.erase(departure);
        connection.times.Add(time);
        m_all.Add(time);
    });
}

double
ResponseTimeCollector::GetMeanOfConnections() const
{
    SampleSummary means;
    for (const auto& [key, connection] : m_connections)
    {
        if (connection.times.GetCount() > 0)
        {
            means.Add(connection.times.GetMean());
        }
    }
    return means.GetMean();
}

uint64_t
ResponseTimeCollector::CountLate(Time limit) const
{
    const int64_t latest = (Simulator::Now() - limit).GetTimeStep();
    uint64_t late = m_all.CountAbove(limit.GetSeconds());
    for (const auto& [key, connection] : m_connections)
    {
        late += std::count_if(connection.departures.begin(),
                              connection.departures.end(),
                              [latest](const auto& one) { return one.second < latest; });
    }
    return late;
}

uint64_t
ResponseTimeCollector::CountDecided(Time limit) const
{
    return m_all.GetCount() - m_all.CountAbove(limit.GetSeconds()) + CountLate(limit);
}

uint64_t
ResponseTimeCollector::GetUnderWay() const
{
    uint64_t n = 0;
    for (const auto& [key, connection] : m_connections)
    {
        n += connection.departures.size();
    }
    return n;
}

void
ResponseTimeCollector::AddAges(SampleSummary& ages) const
{
    const int64_t now = Simulator::Now().GetTimeStep();
    for (const auto& [key, connection] : m_connections)
    {
        for (const auto& [sequence, departure] : connection.departures)
        {
            ages.Add(TimeStep(now - departure).GetSeconds());
        }
    }
}

SampleSummary
ResponseTimeCollector::GetAges() const
{
    SampleSummary ages;
    AddAges(ages);
    return ages;
}

SampleSummary
ResponseTimeCollector::GetTimesSoFar() const
{
    SampleSummary times = m_all;
    AddAges(times);
    return times;
}

uint64_t
ResponseTimeCollector::CountSilent() const
{
    return std::count_if(m_connections.begin(), m_connections.end(), [](const auto& one) {
        return one.second.begun && one.second.times.GetCount() == 0;
    });
}
} // namespace hsn
} // namespace ns3
