// SPDX-License-Identifier: GPL-2.0-only
#ifndef HSN_TEAR_RATE_FILTER_H
#define HSN_TEAR_RATE_FILTER_H

#include "ns3/nstime.h"

#include <cstdint>
#include <deque>
#include <string>
#include <vector>

namespace ns3
{
namespace hsn
{
/**
 * @ingroup hsn-transport
 * @brief The rate that a TEAR receiver reports: a weighted average of the rates of its latest
 * epochs (R. S. Jayaram, "Performance Evaluation of TEAR", thesis, NCSU 2001, 3.6 and 6.6).
 *
 * An epoch consists of the rounds between two loss events. Its rate is the sum of the windows of
 * its rounds over the sum of their durations. With weights w_0 (newest) to w_(W-1), A is the
 * average of the W latest complete epochs, B that of the open one and the W-1 before it; the larger
 * one is reported, so that a young epoch cannot lower the rate before it has ended. With fewer
 * epochs than weights the average is over those that there are.
 */
class TearRateFilter
{
  public:
    /** @brief Which window stands for a round. */
    enum RoundSample
    {
        LAST_CWND, //!< that at its start, which is what a TCP sends in it
        END_CWND   //!< that at its end
    };

    /** @brief What a user sets. */
    struct Settings
    {
        uint32_t epochs{8};                                //!< W, at least 1
        std::vector<double> weights{GetInternetWeights()}; //!< W weights, newest epoch first; not
                                                           //!< negative, the first one above 0
        bool normalizeWeights{false}; //!< divide the weights by their sum, which otherwise must
                                      //!< be 1 within 1e-9
        RoundSample roundSample{LAST_CWND}; //!< which window stands for a round
        uint32_t epochMaxRounds{0};         //!< rounds after which an epoch ends without a loss
                                            //!< event; 0: never
        bool newEpochOnSsExit{false};       //!< whether an epoch ends where slow start does
    };

    /** @return the eight weights of table 3.1 */
    static std::vector<double> GetInternetWeights();
    /** @return the eight weights of table 6.1, with 1/32 in place of the printed 2/32, so that they
     * sum to 1 */
    static std::vector<double> GetWirelessWeights();
    /** @return the eight weights of table 6.1 as printed. They sum to 33/32: only with
     * Settings::normalizeWeights */
    static std::vector<double> GetPrintedWirelessWeights();

    /** @param weights some weights @return them separated by commas, so that FromText() gives the
     * same */
    static std::string ToText(const std::vector<double>& weights);
    /** @param text numbers separated by commas; anything else aborts @return them */
    static std::vector<double> FromText(const std::string& text);

    /** @param settings what the user sets; bad ones abort with the value and its limit */
    explicit TearRateFilter(const Settings& settings);

    /// @name Rounds
    /// @{
    /**
     * @brief A round has ended in order.
     * @param startWindow window at its start, packets, at least 1
     * @param endWindow window at its end, packets, at least 1
     * @param duration round-trip time, above 0
     * @return whether the epoch has ended with it
     */
    bool AddRound(double startWindow, double endWindow, Time duration);
    /**
     * @brief A loss event, or a cut for another reason, has ended a round and its epoch.
     * @param window at its end, packets, at least 1
     * @param duration what it took: a round-trip time, or a retransmission timeout; above 0
     */
    void AddLastRound(double window, Time duration);
    /** @brief Slow start has become congestion avoidance. @return whether the epoch has ended with
     * it */
    bool EndSlowStart();
    /// @}

    /// @name Results
    /// @{
    /** @return the larger one of A and B, packets per second; 0 before the first round */
    double GetRate() const;
    /** @return A, packets per second; 0 without a complete epoch */
    double GetCompleteRate() const;
    /** @return B, packets per second; equal to A while the open epoch has no round */
    double GetOpenRate() const;
    /** @return rate of the latest complete epoch, packets per second; 0 if there is none */
    double GetLastEpochRate() const;
    /** @return complete epochs that are remembered, at most W */
    uint32_t GetEpochs() const;

    /** @return whether all weights are powers of two, so that the average needs no multiplication
     */
    bool IsShiftable() const
    {
        return !m_shifts.empty();
    }

    /**
     * @brief GetRate() by integer shifts, as a handset would compute it (thesis, 6.6).
     * @param fractionBits what a unit is: 2^-fractionBits packets per second; at most 24. Epochs
     * must have less than 2^24 packets per second
     * @return the rate in units, less than 8 of them below GetRate() with the eight weights of
     * table 6.1; aborts unless IsShiftable()
     */
    uint64_t GetShiftedRate(uint32_t fractionBits) const;
    /// @}

  private:
    /** @brief Sums over the rounds of an epoch. */
    struct Epoch
    {
        double windows{0}; //!< sum of windows, packets
        double seconds{0}; //!< sum of durations
        uint32_t rounds{0};

        /** @return packets per second; there must be a round */
        double GetRate() const
        {
            return windows / seconds;
        }
    };

    /** @brief Adds a round to the open epoch. @param window packets @param duration above 0 */
    void Add(double window, Time duration);
    /** @brief Ends the open epoch. @return false if it has no round */
    bool EndEpoch();
    /** @param open whether the open epoch counts @return rates of epochs, newest first, at most W
     */
    std::vector<double> GetSamples(bool open) const;
    /** @param samples newest first @return their average */
    double Average(const std::vector<double>& samples) const;
    /** @param samples newest first @param fractionBits see GetShiftedRate @return their average */
    uint64_t AverageByShifts(const std::vector<double>& samples, uint32_t fractionBits) const;

    Settings m_settings;            //!< the user's, weights normalised
    std::vector<uint32_t> m_shifts; //!< weight i is 2^-m_shifts[i]; empty if any is not
    Epoch m_open;                   //!< current epoch
    std::deque<double> m_complete;  //!< rates of complete epochs, newest first
};
} // namespace hsn
} // namespace ns3

#endif // HSN_TEAR_RATE_FILTER_H
