// SPDX-License-Identifier: GPL-2.0-only
#ifndef METS_PLAYER_H
#define METS_PLAYER_H

#include "mets-header.h"

#include "ns3/callback.h"
#include "ns3/event-id.h"
#include "ns3/nstime.h"
#include "ns3/object.h"
#include "ns3/packet.h"
#include "ns3/sample-summary.h"
#include "ns3/traced-callback.h"

#include <cstdint>
#include <map>

namespace ns3
{
namespace hsn
{
/**
 * @ingroup hsn-qos
 * @brief Plays pictures at their time, and says how well that went.
 *
 * Works alone, with any application that knows when a picture is to be played: Add() takes it, and
 * it waits in the player until then. Take() is the callback of a MetsReceiver with a jitter filter.
 *
 * A picture is played when its last piece is; if a picture is played more than FrameTime times
 * (1 + Tolerance) after the one before it, the screen stood still in between: a freeze.
 */
class MetsPlayer : public Object
{
  public:
    /// Pictures.
    struct Counters
    {
        uint64_t pictures{0};     //!< played
        uint64_t octets{0};       //!< of them
        uint64_t layers[4]{};     //!< pictures by layer; 0: without layer
        uint64_t freezes{0};      //!< see the class
        uint64_t missing{0};      //!< packets that were not there, by their numbers
        uint32_t mostPictures{0}; //!< that waited at a time
        uint64_t mostOctets{0};   //!< that waited at a time
    };

    /// @return the TypeId
    static TypeId GetTypeId();

    MetsPlayer();
    ~MetsPlayer() override;

    /**
     * @brief Takes a packet of a picture.
     * @param header layer, number and whether it is the picture's last piece
     * @param data of it
     * @param playout when it is played, by the clock of SetClock()
     */
    void Take(const MetsHeader& header, Ptr<Packet> data, Time playout);

    /**
     * @brief Takes a picture.
     * @param octets of it
     * @param wait how long it waits until it is played; not negative
     * @param layer of it, or METS_NONE
     */
    void Add(uint32_t octets, Time wait, MetsLayer layer = METS_NONE);

    /// @param clock shows the time by which Take() is told when to play; without it, simulation
    /// time
    void SetClock(Callback<Time> clock);

    /// @return the counters
    const Counters& GetCounters() const;
    /// @return times from picture to picture, s
    const SampleSummary& GetIntervals() const;
    /// @return how long pictures waited in the player, s
    const SampleSummary& GetWaits() const;

    /**
     * @brief TracedCallback signature for pictures.
     * @param [in] octets of a picture played now
     * @param [in] layer of it
     */
    typedef void (*PlayTracedCallback)(uint32_t octets, MetsLayer layer);

  protected:
    void DoDispose() override;

  private:
    /// @param number of a picture that is played now @param octets of it @param layer of it
    void Play(uint64_t number, uint32_t octets, MetsLayer layer);

    Time m_frameTime;                                //!< attribute
    double m_tolerance;                              //!< attribute
    Callback<Time> m_clock;                          //!< see SetClock
    std::map<uint64_t, EventId> m_waiting;           //!< pictures, by number
    uint64_t m_added{0};                             //!< pictures so far
    uint64_t m_octets{0};                            //!< that wait
    uint32_t m_pieces{0};                            //!< octets of the present picture
    uint32_t m_next{0};                              //!< number of the next packet
    Time m_last{Seconds(-1)};                        //!< when a picture was played last
    Counters m_counters;                             //!< pictures
    SampleSummary m_intervals;                       //!< s
    SampleSummary m_waits;                           //!< s
    TracedCallback<uint32_t, MetsLayer> m_playTrace; //!< pictures
};

/**
 * @ingroup hsn-qos
 * @brief A low-pass filter of pictures: cuts high frequencies, hence octets, from each (QoS-A,
 * 2.2.2.2). For flows that adapt continuously, where MediaSelector drops whole layers.
 *
 * Works alone: Filter() shortens any packet.
 */
class LowPassFilter : public Object
{
  public:
    /// Takes filtered pictures: data, layer, whether a group of pictures starts.
    using Send = Callback<void, Ptr<Packet>, MetsLayer, bool>;

    /// @return the TypeId
    static TypeId GetTypeId();

    LowPassFilter();
    ~LowPassFilter() override;

    /**
     * @brief Sets the share of octets that passes, as rate to mean, 1 at most.
     * @param rate that there is, in any unit, above 0
     * @param mean of the pictures without filter, in the same unit, above 0
     */
    void SetRate(double rate, double mean);
    /// @return share of octets that passes
    double GetShare() const;

    /// @param picture a picture @return its first octets: Share of them, rounded, one at least
    Ptr<Packet> Filter(Ptr<const Packet> picture);

    /// @param send takes what Take() has filtered
    void SetSend(Send send);
    /// @param data of a picture @param layer of it @param gopStart of it; filtered and sent on
    void Take(Ptr<Packet> data, MetsLayer layer, bool gopStart);

    /// @return octets taken
    uint64_t GetTaken() const;
    /// @return octets passed on
    uint64_t GetPassed() const;

  protected:
    void DoDispose() override;

  private:
    double m_share;       //!< attribute
    Send m_send;          //!< takes pictures
    uint64_t m_taken{0};  //!< octets
    uint64_t m_passed{0}; //!< octets
};
} // namespace hsn
} // namespace ns3

#endif // METS_PLAYER_H
