// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * Scripted arrivals for a TearReceiver.
 */
#ifndef HSN_TEAR_SCRIPT_H
#define HSN_TEAR_SCRIPT_H

#include "ns3/tear-receiver.h"

#include <cmath>
#include <string>
#include <utility>
#include <vector>

namespace ns3
{
namespace hsn
{
/** @brief A receiver with a round-trip time of 200 +- 50 ms, and what it tells. */
class TearScript : public TearReceiver::Listener
{
  public:
    /** @param settings of the receiver */
    explicit TearScript(const TearReceiver::Settings& settings)
        : tear(settings, this)
    {
    }

    /** @brief Lets time pass. @param ms until then @return reasons for feedback */
    uint32_t Wait(double ms)
    {
        uint32_t reasons = 0;
        while (tear.GetDeadline() && *tear.GetDeadline() <= At(ms))
        {
            reasons |= tear.OnTimer(*tear.GetDeadline());
        }
        return reasons;
    }

    /** @brief A packet arrives; timers before that expire. @param seq its number @param ms when
     * @return reasons for feedback */
    uint32_t Arrive(uint32_t seq, double ms)
    {
        while (tear.GetDeadline() && *tear.GetDeadline() < At(ms))
        {
            tear.OnTimer(*tear.GetDeadline());
        }
        return tear.OnArrival({first + seq, At(ms), rtt, srtt, rttvar});
    }

    /** @brief Packets arrive every 20 ms, packet i at 20 i ms. @param from first @param to last */
    void Stream(uint32_t from, uint32_t to)
    {
        for (uint32_t seq = from; seq <= to; seq++)
        {
            Arrive(seq, 20.0 * seq);
        }
    }

    /** @param ms milliseconds @return them as a time */
    static Time At(double ms)
    {
        return NanoSeconds(std::llround(ms * 1e6));
    }

    /** @return deadline, ms; -1: none */
    double GetDeadline() const
    {
        return tear.GetDeadline() ? tear.GetDeadline()->GetSeconds() * 1e3 : -1;
    }

    /** @return the states since the last call */
    std::string TakeStates()
    {
        return std::exchange(states, std::string());
    }

    void OnState(TearReceiver::State from, TearReceiver::State to) override
    {
        static const char* const NAMES[] = {"SSR", "SS", "CAR", "CA", "GAP", "FR", "TO"};
        states += std::string(NAMES[from]) + ">" + NAMES[to] + " ";
    }

    void OnCwnd(double cwnd) override
    {
        windows.push_back(cwnd);
    }

    void OnRoundEnd(double cwnd, Time duration) override
    {
        rounds.emplace_back(cwnd, duration);
    }

    void OnEpochEnd(double rate) override
    {
        epochs.push_back(rate);
    }

    void OnDirection(int direction) override
    {
        directions.push_back(direction);
    }

    uint32_t first{0};                           //!< added to numbers
    Time rtt;                                    //!< of arrivals
    Time srtt{MilliSeconds(200)};                //!< of arrivals
    Time rttvar{MilliSeconds(50)};               //!< of arrivals
    std::string states;                          //!< changes of state
    std::vector<double> windows;                 //!< windows
    std::vector<std::pair<double, Time>> rounds; //!< rounds
    std::vector<double> epochs;                  //!< rates of epochs
    std::vector<int> directions;                 //!< changes of direction
    TearReceiver tear;                           //!< the receiver
};

/** @param ssthresh first threshold @param dupThresh packets @return settings for the Internet */
inline TearReceiver::Settings
MakeTearSettings(double ssthresh = 16, uint32_t dupThresh = 3)
{
    auto settings = TearReceiver::GetInternetSettings();
    settings.initialSsthresh = ssthresh;
    settings.dupThresh = dupThresh;
    return settings;
}
} // namespace hsn
} // namespace ns3

#endif // HSN_TEAR_SCRIPT_H
