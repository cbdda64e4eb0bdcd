// SPDX-License-Identifier: GPL-2.0-only
#ifndef ON_OFF_CELL_SOURCE_H
#define ON_OFF_CELL_SOURCE_H

#include "cell-clock.h"

#include "ns3/atm-cell-source.h"
#include "ns3/random-variable-stream.h"
#include "ns3/traced-callback.h"

#include <string>

namespace ns3
{
namespace hsn
{
/**
 * @ingroup hsn-traffic
 * @brief Cells at a constant rate during random ON periods, which random OFF periods follow.
 *
 * Periods are counted in cell slots of the link: the ON share is the mean of OnSlots divided by the
 * sum of the means. Cells keep their distance of 424 bits / PeakRate in the time that is ON, also
 * from the last cell of a period to the first one of the next, so that the mean rate is exactly
 * PeakRate times that share. The first period is ON, and its first cell is ready at StartTime. Each
 * cell is a unit of its own for discard policies.
 */
class OnOffCellSource : public AtmCellSource
{
  public:
    /**
     * @brief TracedCallback signature for Period.
     * @param isOn whether cells are sent
     * @param start of the period
     * @param slots its length
     */
    typedef void (*PeriodTracedCallback)(bool isOn, Time start, uint32_t slots);

    /// @return the TypeId
    static TypeId GetTypeId();

    OnOffCellSource();
    ~OnOffCellSource() override;

    int64_t AssignStreams(int64_t stream) override;

  protected:
    void DoDispose() override;

  private:
    bool DoBegin(int64_t now, int64_t slot, DataRate rate) override;
    void Draw() override;

    /// @param isOn which kind @return time steps of a new period, which begins at m_end
    int64_t DrawPeriod(bool isOn);
    /// @param variable of periods that are ON
    void SetOn(Ptr<RandomVariableStream> variable);
    /// @return it
    Ptr<RandomVariableStream> GetOn() const;
    /// @param variable of periods that are OFF
    void SetOff(Ptr<RandomVariableStream> variable);
    /// @return it
    Ptr<RandomVariableStream> GetOff() const;

    DataRate m_rate;                                //!< of cells in ON periods
    Ptr<RandomVariableStream> m_on;                 //!< slots
    Ptr<RandomVariableStream> m_off;                //!< slots
    int64_t m_slot{1};                              //!< time steps
    int64_t m_end{0};                               //!< time step at which the present period ends
    CellClock m_clock;                              //!< of the cell to be drawn next
    TracedCallback<bool, Time, uint32_t> m_periods; //!< trace
};
} // namespace hsn
} // namespace ns3

#endif // ON_OFF_CELL_SOURCE_H
