// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * Packet losses of links that are good at times and bad at others: by time, and by packets.
 */
#ifndef TWO_STATE_ERROR_MODEL_H
#define TWO_STATE_ERROR_MODEL_H

#include "ns3/error-model.h"
#include "ns3/nstime.h"
#include "ns3/ptr.h"
#include "ns3/random-variable-stream.h"
#include "ns3/traced-callback.h"

#include <cstdint>

namespace ns3
{
namespace hsn
{
/**
 * @ingroup hsn-traffic
 * @brief Loses packets with one probability in good times and with another one in bad times (E. N.
 * Gilbert, 1960, and E. O. Elliott, 1963, in continuous time).
 *
 * Good and bad periods alternate from time 0 on, or from the last Reset(); a period includes its
 * first instant. Their durations are drawn from any random variables, constants included. Which
 * times are bad depends on these variables alone, and not on the packets: flows that send at other
 * times, and models with the same streams, meet the same bad times. MakeTwoStateLoss() is for
 * states that change from packet to packet.
 *
 * Periods take no events. They are drawn when somebody asks, which costs one draw for each period
 * since the last question, about 20 million per second of CPU time.
 *
 * The model must be asked when packets arrive, as PointToPointNetDevice, SimpleNetDevice and
 * LeanLinkNetDevice do. AtmChannel decides on cells at other times: it needs MakeTwoStateLoss().
 */
class TwoStateErrorModel : public ErrorModel
{
  public:
    /// Which state comes first.
    enum InitialState
    {
        INITIALLY_GOOD,      //!< a good period starts
        INITIALLY_BAD,       //!< a bad period starts
        INITIALLY_STATIONARY //!< a period is under way, as if the process had always run
    };

    /**
     * @brief TracedCallback signature for State.
     * @param isBad which period starts
     * @param since when it starts; now, or in the past
     */
    typedef void (*StateTracedCallback)(bool isBad, Time since);

    /// @return the TypeId
    static TypeId GetTypeId();

    TwoStateErrorModel();
    ~TwoStateErrorModel() override;

    /**
     * @brief Tells which period it is.
     *
     * Ends the program if a duration is negative or not finite, if two in a row are zero, or if the
     * initial state cannot be drawn.
     *
     * @return whether it is a bad one
     */
    bool IsBad();

    /**
     * @brief Fixes the streams of good durations, bad durations, losses and initial state.
     * @param stream the first one
     * @return streams used: 4
     */
    int64_t AssignStreams(int64_t stream);

  protected:
    void DoDispose() override;

  private:
    bool DoCorrupt(Ptr<Packet> packet) override;
    void DoReset() override;

    /// Enters the initial state.
    void Start();
    /// Enters a state. @param isBad which @param duration from m_until on
    void Enter(bool isBad, Time duration);
    /// @param isBad which state @return a duration of it
    Time Draw(bool isBad) const;
    /// @param isBad which state @return what is left of a period of it that is under way
    Time DrawResidual(bool isBad) const;
    /// @param isBad which state @return mean duration, s
    double GetMeanDuration(bool isBad) const;

    Ptr<RandomVariableStream> m_good;     //!< durations, s
    Ptr<RandomVariableStream> m_bad;      //!< durations, s
    double m_goodLoss{0};                 //!< probability
    double m_badLoss{1};                  //!< probability
    InitialState m_initial;               //!< which state comes first
    Ptr<UniformRandomVariable> m_decide;  //!< whether a packet is lost
    Ptr<UniformRandomVariable> m_first;   //!< draws the initial state
    bool m_isStarted{false};              //!< there is a state
    bool m_isBad{false};                  //!< which
    bool m_isEmpty{false};                //!< its duration is zero
    Time m_until;                         //!< its end; before the start: time of the start
    TracedCallback<bool, Time> m_changes; //!< trace
};

/**
 * @ingroup hsn-traffic
 * @brief Makes a model of packet losses that come in runs (Gilbert's two states), by packets.
 *
 * All packets are lost in one state, none in the other, so that runs of losses have geometric
 * lengths. Runs of the mean length 1 / (1 - loss) are independent losses (ns3::RateErrorModel by
 * packets); for longer ones the model is ns3::BurstErrorModel with geometric bursts. For states
 * that last a time, see TwoStateErrorModel.
 *
 * @param loss share of packets lost in the long run, 0 to below 1
 * @param meanRun mean number of packets lost in a row, at least 1 / (1 - loss); 0: independent
 * @param stream stream of its random variables; two are used. Negative: assigned automatically
 * @return the model
 */
Ptr<ErrorModel> MakeTwoStateLoss(double loss, double meanRun = 0, int64_t stream = -1);
} // namespace hsn
} // namespace ns3

#endif // TWO_STATE_ERROR_MODEL_H
