// SPDX-License-Identifier: GPL-2.0-only
#include "rmtp-receiver.h"

#include "ns3/boolean.h"
#include "ns3/simulator.h"
#include "ns3/uinteger.h"

#include <algorithm>

namespace ns3
{
namespace hsn
{
NS_OBJECT_ENSURE_REGISTERED(RmtpReceiver);

RmtpPduType
GetRmtpAnswer(RmtpReceiverState state, bool hasAll)
{
    switch (state)
    {
    case RMTP_CONNECTED:
        return hasAll ? RMTP_ACK : RMTP_NACK;
    case RMTP_RELEASE:
        return RMTP_ACK;
    case RMTP_IS_BUSY:
        return RMTP_BUSY;
    case RMTP_READY:
        return RMTP_RRDY;
    default:
        return RMTP_ABORT;
    }
}

TypeId
RmtpReceiver::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::hsn::RmtpReceiver")
            .SetParent<Object>()
            .SetGroupName("Hsn")
            .AddConstructor<RmtpReceiver>()
            .AddAttribute("DataTimeout",
                          "A round is over if no packet comes for so long.",
                          TimeValue(MilliSeconds(200)),
                          MakeTimeAccessor(&RmtpReceiver::m_dataTimeout),
                          MakeTimeChecker(Time(0)))
            .AddAttribute("ReleaseTimeout",
                          "Who has all packets waits so long to be released.",
                          TimeValue(Seconds(600)),
                          MakeTimeAccessor(&RmtpReceiver::m_releaseTimeout),
                          MakeTimeChecker(Time(0)))
            .AddAttribute("MaxListBytes",
                          "Bytes of entries in a list of missing packets; the others are told in "
                          "the next round.",
                          UintegerValue(65000),
                          MakeUintegerAccessor(&RmtpReceiver::m_maxListBytes),
                          MakeUintegerChecker<uint32_t>(6, 65000))
            .AddAttribute("Refuse",
                          "Whether it takes no part.",
                          BooleanValue(false),
                          MakeBooleanAccessor(&RmtpReceiver::m_refuses),
                          MakeBooleanChecker())
            .AddAttribute("Report",
                          "Whether it reports how many of the monitored packets come.",
                          BooleanValue(true),
                          MakeBooleanAccessor(&RmtpReceiver::m_reports),
                          MakeBooleanChecker());
    return tid;
}

RmtpReceiver::RmtpReceiver()
    : m_timer([this] { EndRound(); }),
      m_random(CreateObject<UniformRandomVariable>())
{
}

RmtpReceiver::~RmtpReceiver() = default;

void
RmtpReceiver::DoDispose()
{
    m_timer.Remove();
    m_answer.Cancel();
    m_consent.Cancel();
    m_releaseEvent.Cancel();
    m_user = nullptr;
    Object::DoDispose();
}

void
RmtpReceiver::SetUser(User& user)
{
    m_user = &user;
}

void
RmtpReceiver::SetRandom(Ptr<UniformRandomVariable> random)
{
    m_random = random;
}

int64_t
RmtpReceiver::AssignStreams(int64_t stream)
{
    m_random->SetStream(stream);
    return 1;
}

Time
RmtpReceiver::DrawBackoff()
{
    return m_range.IsZero() ? Time(0) : Seconds(m_random->GetValue(0, m_range.GetSeconds()));
}

// --- from the server ------------------------------------------------------------------------

bool
RmtpReceiver::Receive(const RmtpPdu& pdu)
{
    if (pdu.type == RMTP_CONN)
    {
        TakeConnect(pdu);
        return false;
    }
    if (m_state == RMTP_CLOSED || pdu.connection != m_connection)
    {
        ++m_counters.ignored;
        return false;
    }
    switch (pdu.type)
    {
    case RMTP_DATA:
        return TakeData(pdu);
    case RMTP_POLL:
        if (pdu.hasRange)
        {
            m_range = m_rangeUnit * int64_t{pdu.range};
        }
        m_timer.Cancel();
        m_answered = true;
        if (!m_released)
        {
            Schedule(RMTP_POLL);
        }
        return false;
    case RMTP_REL:
        if (!m_released && (m_state == RMTP_RELEASE || (m_state == RMTP_READY && m_lacking == 0)))
        {
            const bool isNews = m_state == RMTP_READY; // that it lacks nothing; it sent no ACK
            m_released = true;
            m_state = RMTP_RELEASE;
            Schedule(RMTP_REL);
            if (isNews)
            {
                m_user->NotifyComplete();
            }
            return false;
        }
        break;
    case RMTP_SUSP:
        if (m_state == RMTP_CONNECTED)
        {
            m_timer.Cancel();
            m_answer.Cancel();
            m_state = RMTP_READY;
            return false;
        }
        break;
    case RMTP_ABORT:
        Close(m_lacking == 0);
        return false;
    default:
        break;
    }
    ++m_counters.ignored;
    return false;
}

void
RmtpReceiver::TakeConnect(const RmtpPdu& pdu)
{
    const bool again = m_wasOpen && pdu.connection == m_connection;
    if (again ? m_state != RMTP_CONNECTED || m_hasData : m_state != RMTP_CLOSED)
    {
        ++m_counters.ignored;
        return;
    }
    m_rangeUnit = MilliSeconds(pdu.rangeUnit);
    m_range = m_rangeUnit * int64_t{pdu.range};
    m_connection = pdu.connection;
    if (!again && !m_refuses)
    {
        m_state = RMTP_CONNECTED;
        m_wasOpen = true;
        m_blocks = pdu.blockCount;
        m_lacking = m_blocks;
        m_has.assign(m_blocks + 1, false);
        m_hasData = false;
        m_round = -1;
        m_monitoring = false;
        m_released = false;
        m_user->NotifyConnected(pdu);
    }
    Schedule(RMTP_CONN);
}

bool
RmtpReceiver::TakeData(const RmtpPdu& pdu)
{
    if (pdu.seq > m_blocks)
    {
        ++m_counters.bad;
        return false;
    }
    const bool isAlone = (pdu.flags & RMTP_FLAG_BUSY) != 0;
    if (m_state == RMTP_READY && isAlone)
    {
        m_state = RMTP_CONNECTED; // now it is served
        m_round = -1;             // however many rounds others had meanwhile
    }
    if (m_state != RMTP_CONNECTED)
    {
        ++m_counters.ignored;
        return false;
    }
    m_hasData = true;
    // counters have 8 bits; what comes late from an earlier round begins none
    const bool isLate = m_round >= 0 && static_cast<int8_t>(pdu.round - m_round) < 0;
    if (pdu.round != m_round && !isLate)
    {
        m_round = pdu.round;
        m_answered = false;
        m_answer.Cancel();
    }
    if (!isLate)
    {
        if ((pdu.flags & RMTP_FLAG_RANGE) != 0)
        {
            m_range = m_rangeUnit * int64_t{pdu.range};
        }
        Monitor(pdu);
    }
    const bool isNew = !m_has[pdu.seq];
    ++(isNew ? m_counters.packets : m_counters.duplicates);
    if (isNew)
    {
        m_has[pdu.seq] = true;
        --m_lacking;
    }
    if (!isLate && (pdu.flags & RMTP_FLAG_LAST) != 0)
    {
        EndRound();
    }
    else if (!m_answered)
    {
        m_timer.Set(Simulator::Now() + m_dataTimeout);
    }
    return isNew;
}

void
RmtpReceiver::Monitor(const RmtpPdu& pdu)
{
    if ((pdu.flags & RMTP_FLAG_START) != 0)
    {
        m_monitoring = true;
        m_monitorStart = pdu.seq;
        m_monitored = 0;
    }
    if (!m_monitoring)
    {
        return;
    }
    ++m_monitored;
    if ((pdu.flags & RMTP_FLAG_STOP) != 0)
    {
        m_monitoring = false;
        if (m_reports)
        {
            RmtpPdu report;
            report.type = RMTP_REPORT;
            report.connection = m_connection;
            report.start = m_monitorStart;
            report.stop = pdu.seq;
            report.count = m_monitored;
            m_user->Transmit(report);
        }
    }
}

// --- answers --------------------------------------------------------------------------------

void
RmtpReceiver::EndRound()
{
    m_timer.Cancel();
    if (!m_answered)
    {
        m_answered = true;
        Schedule(RMTP_POLL);
    }
}

void
RmtpReceiver::Schedule(RmtpPduType type)
{
    EventId& event = type == RMTP_CONN ? m_consent : m_answer;
    event.Cancel();
    event = Simulator::Schedule(DrawBackoff(), &RmtpReceiver::Answer, this, type);
}

void
RmtpReceiver::Answer(RmtpPduType type)
{
    RmtpPdu pdu;
    pdu.connection = m_connection;
    if (type == RMTP_CONN)
    {
        pdu.type = RMTP_CACK;
        pdu.refuses = m_refuses;
        m_user->Transmit(pdu);
        return;
    }
    if (type == RMTP_REL)
    {
        pdu.type = RMTP_RACK;
        m_user->Transmit(pdu);
        Close(true);
        return;
    }
    pdu.type = GetRmtpAnswer(m_state, m_lacking == 0);
    pdu.round = static_cast<uint8_t>(std::max(m_round, 0));
    if (pdu.type == RMTP_NACK || pdu.type == RMTP_RRDY)
    {
        pdu.list = GetList();
    }
    const bool isFirst = pdu.type == RMTP_ACK && m_state == RMTP_CONNECTED;
    if (isFirst)
    {
        m_state = RMTP_RELEASE;
        m_releaseEvent = Simulator::Schedule(m_releaseTimeout, &RmtpReceiver::EndRelease, this);
    }
    m_user->Transmit(pdu);
    if (isFirst)
    {
        m_user->NotifyComplete();
    }
}

std::vector<RmtpRange>
RmtpReceiver::GetList() const
{
    std::vector<RmtpRange> list;
    for (uint32_t seq = 1; seq <= m_blocks; ++seq)
    {
        if (m_has[seq])
        {
            continue;
        }
        const auto number = static_cast<uint16_t>(seq);
        if (!list.empty() && list.back().last + 1U == seq)
        {
            list.back().last = number;
        }
        else
        {
            list.push_back({number, number});
        }
    }
    std::vector<RmtpRange> fitting;
    DecodeRmtpList(EncodeRmtpList(list, m_maxListBytes / 2), fitting);
    return fitting;
}

void
RmtpReceiver::SetBusy(bool busy)
{
    if (busy && m_state == RMTP_CONNECTED)
    {
        m_state = RMTP_IS_BUSY;
        m_timer.Cancel();
        m_answered = true;
        Schedule(RMTP_POLL);
    }
    else if (!busy && m_state == RMTP_IS_BUSY)
    {
        m_state = RMTP_READY;
        Schedule(RMTP_POLL);
    }
}

void
RmtpReceiver::Leave()
{
    if (m_state != RMTP_CLOSED)
    {
        RmtpPdu pdu;
        pdu.type = RMTP_ABORT;
        pdu.connection = m_connection;
        m_user->Transmit(pdu);
        Close(m_lacking == 0);
    }
}

void
RmtpReceiver::EndRelease()
{
    Close(true);
}

void
RmtpReceiver::Close(bool good)
{
    m_timer.Cancel();
    m_answer.Cancel();
    m_consent.Cancel();
    m_releaseEvent.Cancel();
    m_state = RMTP_CLOSED;
    m_user->NotifyClosed(good);
}
} // namespace hsn
} // namespace ns3
