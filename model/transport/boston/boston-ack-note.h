// SPDX-License-Identifier: GPL-2.0-only
#ifndef HSN_BOSTON_ACK_NOTE_H
#define HSN_BOSTON_ACK_NOTE_H

#include "boston-parameters.h"
#include "boston-segment.h"

#include "ns3/tcp-ack-event.h"

namespace ns3
{
namespace hsn
{
/** @brief What an acknowledgement that carries a report of cells means to TCP's loss recovery. */
class BostonAckNote : public TcpAckNote
{
  public:
    /**
     * @param sender the segments that are reported on
     * @param report of the acknowledgement; must outlive the note
     * @param partialCounts whether the report of a partial segment counts as a duplicate, too
     */
    BostonAckNote(Ptr<const BostonSender> sender, const BostonReport& report, bool partialCounts)
        : m_sender(sender),
          m_report(report),
          m_partialCounts(partialCounts)
    {
    }

    bool CountsAsDuplicate() const override
    {
        return m_report.pending == 0 || m_partialCounts;
    }

    bool IndicatesLoss(StreamOffset head) const override
    {
        // what was sent before the first segment was last sent says nothing about that
        const auto arrived = m_sender->FindId(m_report.segment);
        const auto first = m_sender->Find(head);
        return !arrived || !first || arrived->lastSent >= first->lastSent;
    }

  private:
    Ptr<const BostonSender> m_sender; //!< what was sent
    const BostonReport& m_report;     //!< of the acknowledgement
    const bool m_partialCounts;       //!< see constructor
};
} // namespace hsn
} // namespace ns3

#endif // HSN_BOSTON_ACK_NOTE_H
