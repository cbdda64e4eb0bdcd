// SPDX-License-Identifier: GPL-2.0-only
#include "sstp-tolerance-checker.h"

#include <algorithm>

namespace ns3
{
namespace hsn
{
std::string
SstpTolerance::Check(uint32_t packets) const
{
    const auto wrong = [](const char* what, uint32_t value, const std::string& limit) {
        return std::string(what) + " " + std::to_string(value) + ": must " + limit;
    };
    if (packets < 1 || packets > 65535)
    {
        return wrong("packets of a segment", packets, "be 1 to 65535");
    }
    const uint32_t w = GetWindow(packets);
    if (w > packets || packets % w != 0)
    {
        return wrong("error window", w, "divide the segment of " + std::to_string(packets));
    }
    if (maxLoss > 0 && maxBurst > maxLoss && !IsFull(packets))
    {
        return wrong("longest burst",
                     maxBurst,
                     "not exceed the " + std::to_string(maxLoss) + " packets that may be lost");
    }
    return "";
}

SstpToleranceChecker::SstpToleranceChecker(const SstpTolerance& tolerance, uint32_t packets)
    : m_tolerance(tolerance),
      m_packets(packets),
      m_window(tolerance.GetWindow(packets))
{
}

uint32_t
SstpToleranceChecker::RequestBurst(const SstpBitmap& present,
                                   SstpBitmap& forgiven,
                                   uint32_t first,
                                   SstpBitmap& request) const
{
    const bool literal = m_tolerance.accounting == SSTP_LITERAL;
    // in the literal accounting, what was forgiven before ends a burst: it counts as present
    const auto lost = [&](uint32_t i) { return !present.Get(i) && !(literal && forgiven.Get(i)); };
    if (m_tolerance.burstRequest == SSTP_WHOLE_BURST)
    {
        while (first > 0 && !present.Get(first - 1))
        {
            --first;
            forgiven.Clear(first);
            request.Set(first);
        }
    }
    while (first < present.GetSize() && (lost(first) || request.Get(first)))
    {
        forgiven.Clear(first);
        request.Set(first);
        ++first;
    }
    return first;
}

bool
SstpToleranceChecker::Check(const SstpBitmap& present,
                            SstpBitmap& forgiven,
                            SstpBitmap& request) const
{
    const uint32_t size = present.GetSize();
    request.Fill(false);
    if (present.GetCount() == size || m_tolerance.IsFull(m_packets))
    {
        return true;
    }
    if (m_tolerance.IsNone())
    {
        for (uint32_t i = 0; i < size; ++i)
        {
            if (!present.Get(i))
            {
                request.Set(i);
            }
        }
        return false;
    }
    const bool literal = m_tolerance.accounting == SSTP_LITERAL;
    uint32_t lost = 0; // of the window, as the paper's tot
    uint32_t run = 0;  // of the burst so far
    uint32_t i = 0;
    while (i < size)
    {
        if (i % m_window == 0)
        {
            lost = 0;
            for (uint32_t j = i; j < std::min(i + m_window, size) && !literal; ++j)
            {
                lost += forgiven.Get(j) && !present.Get(j);
            }
        }
        if (request.Get(i)) // by a burst that began in the window before
        {
            ++lost;
            ++i;
        }
        else if (present.Get(i) || (literal && forgiven.Get(i)))
        {
            run = 0;
            ++i;
        }
        else if (forgiven.Get(i))
        {
            ++run;
            ++i;
        }
        else if (lost + 1 <= m_tolerance.maxLoss && run + 1 <= m_tolerance.maxBurst)
        {
            forgiven.Set(i);
            ++lost;
            ++run;
            ++i;
        }
        else
        {
            const uint32_t end = RequestBurst(present, forgiven, i, request);
            const uint32_t windowEnd = i - i % m_window + m_window;
            const uint32_t here = std::min(end, windowEnd);
            lost += here - i;
            i = here; // behind the burst is what is there, which ends the run
        }
    }
    return request.GetCount() == 0;
}

bool
SstpToleranceChecker::IsViolated(const SstpBitmap& present) const
{
    if (m_tolerance.IsFull(m_packets))
    {
        return false;
    }
    uint32_t lost = 0;
    uint32_t run = 0;
    for (uint32_t i = 0; i < present.GetSize(); ++i)
    {
        lost = i % m_window == 0 ? 0 : lost;
        run = present.Get(i) ? 0 : run + 1;
        lost += !present.Get(i);
        if (run > 0 && (lost > m_tolerance.maxLoss || run > m_tolerance.maxBurst))
        {
            return true;
        }
    }
    return false;
}
} // namespace hsn
} // namespace ns3
