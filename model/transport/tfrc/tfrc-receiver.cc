// SPDX-License-Identifier: GPL-2.0-only
#include "tfrc-receiver.h"

#include "ns3/abort.h"

#include <algorithm>

namespace ns3
{
namespace hsn
{
TfrcReceiver::TfrcReceiver(const TfrcEquation& equation, Time initialRtt, bool discount)
    : m_history(equation, discount),
      m_initialRtt(initialRtt),
      m_rtt(initialRtt)
{
    NS_ABORT_MSG_UNLESS(initialRtt > Time(0),
                        "TFRC: initial round-trip time " << initialRtt.GetSeconds()
                                                         << " s must be above 0");
}

bool
TfrcReceiver::OnArrival(const Arrival& arrival)
{
    m_rttKnown = arrival.rtt > Time(0);
    m_rtt = m_rttKnown ? arrival.rtt : m_initialRtt;
    m_current.bytes += arrival.size;
    const uint32_t events = m_history.OnArrival({arrival.seq, arrival.now, m_rtt, m_greatestRate});
    if (m_rttKnown && !m_deadline)
    {
        m_deadline = arrival.now + m_rtt;
    }
    return !m_started || !m_rttKnown || m_silent || events > 0;
}

bool
TfrcReceiver::OnTimer(Time now)
{
    if (!m_deadline || now < *m_deadline)
    {
        return false;
    }
    m_silent = m_current.bytes == 0;
    m_deadline.reset(); // the next feedback starts it again, or the packet that ends a silence
    return !m_silent;
}

TfrcReceiver::Feedback
TfrcReceiver::TakeFeedback(Time now)
{
    Feedback feedback;
    if (m_started)
    {
        if (m_silent)
        {
            // a silence does not count: X_recv is a packet per round-trip time at least (6.2)
            m_current.since = std::max(m_current.since, now - m_rtt);
        }
        // a shorter time says little: then it is measured from the feedback before the last one on
        const bool enough = now - m_current.since >= m_rtt;
        Measurement all = m_current;
        if (!enough)
        {
            all.bytes += m_previous.bytes;
            all.since = m_previous.since;
        }
        const double seconds = (now - all.since).GetSeconds();
        feedback.receiveRate = seconds > 0 ? all.bytes / seconds : 0;
        m_previous = all;
    }
    else
    {
        m_previous.since = now; // the first packet itself says nothing of a rate
    }
    feedback.lossEventRate = m_history.GetLossEventRate();
    m_greatestRate = std::max(m_greatestRate, feedback.receiveRate);
    m_current.bytes = 0;
    m_current.since = now;
    m_started = true;
    m_silent = false;
    m_deadline.reset();
    if (m_rttKnown)
    {
        m_deadline = now + m_rtt;
    }
    return feedback;
}
} // namespace hsn
} // namespace ns3
