// SPDX-License-Identifier: GPL-2.0-only
#ifndef BACKGROUND_RTT_H
#define BACKGROUND_RTT_H

#include "ns3/application.h"
#include "ns3/nstime.h"
#include "ns3/ptr.h"

#include <deque>
#include <vector>

namespace ns3
{
namespace hsn
{
/// Mean round-trip times of the flows under study: what their senders know, once a second.
class BackgroundRtt
{
  public:
    BackgroundRtt() = default;
    BackgroundRtt(const BackgroundRtt&) = delete;
    BackgroundRtt& operator=(const BackgroundRtt&) = delete;

    /// Watches one more flow. @param source a BulkSendApplication @param start of it
    void Watch(Ptr<Application> source, Time start);
    /// Begins to add up. @param from when
    void MeasureFrom(Time from);

    /// @return of each flow, ms; NaN if its sender has had none
    std::vector<double> GetMeans() const;

  private:
    /// A flow.
    struct Flow
    {
        /// The sender's estimate has changed. @param now value from now on
        void Note(Time before, Time now);

        Time rtt;          //!< smoothed, 0: none yet
        double sum{0};     //!< of samples, ms
        double samples{0}; //!< how many
    };

    /// Connects a flow to its socket. @param source of it @param flow that is told
    static void Connect(Ptr<Application> source, Flow* flow);
    /// A second is over.
    void Sample();

    std::deque<Flow> m_flows; //!< watched; they stay where they are
};
} // namespace hsn
} // namespace ns3

#endif // BACKGROUND_RTT_H
