// SPDX-License-Identifier: GPL-2.0-only
#ifndef TEAR_CBR_RECORD_H
#define TEAR_CBR_RECORD_H

#include "ns3/json-object.h"

#include <cstdint>
#include <vector>

namespace ns3
{
namespace hsn
{
/**
 * @brief What became of the packets of one source, in the order in which they were sent.
 *
 * A run is a number of packets lost in a row.
 */
class TearCbrRecord
{
  public:
    /// What became of a packet.
    enum Fate
    {
        UNDER_WAY,  //!< nothing yet
        RETURNED,   //!< its reply has arrived
        LOST_QUEUE, //!< it found no place in the FIFO
        LOST_RADIO, //!< it was lost on the radio
        LOST_REPLY  //!< its reply was lost
    };

    /// A packet.
    struct Entry
    {
        double sent;          //!< s
        double rtt{0};        //!< s, if it has returned
        Fate fate{UNDER_WAY}; //!< what became of it
    };

    /// Packets lost in a row.
    struct Run
    {
        uint32_t first; //!< number of the first one
        uint32_t count; //!< how many
    };

    /// @param sent now, s @return number of the packet
    uint32_t AddSent(double sent);
    /// @param number of a packet @param now s
    void SetReturned(uint32_t number, double now);
    /// @param number of a packet @param fate one of the losses
    void SetLost(uint32_t number, Fate fate);

    /// @return all packets
    const std::vector<Entry>& GetEntries() const;
    /// @param fate a fate @return number of packets with it
    uint64_t Count(Fate fate) const;
    /// @return share of packets lost; NaN if none was sent
    double GetLoss() const;
    /// @return all runs of losses
    std::vector<Run> GetRuns() const;

    /**
     * @brief Tells the median round-trip time of packets next to a run.
     * @param run of losses
     * @param isAfter whether of those behind it, or of those before it
     * @param count how many that have returned
     * @return s; NaN if there are fewer
     */
    double GetMedianBeside(const Run& run, bool isAfter, uint32_t count) const;

    /**
     * @brief Describes a run.
     * @param run of losses
     * @param neighbours packets on each side whose median round-trip time is told
     * @return first, count, time_s, lost_queue, rtt_before_s, rtt_after_s
     */
    JsonObject Describe(const Run& run, uint32_t neighbours) const;

  private:
    /// @param entry a packet @return whether it was lost
    static bool IsLost(const Entry& entry);

    std::vector<Entry> m_entries; //!< by number
};
} // namespace hsn
} // namespace ns3

#endif // TEAR_CBR_RECORD_H
