// SPDX-License-Identifier: GPL-2.0-only
#ifndef POISSON_CELL_SOURCE_H
#define POISSON_CELL_SOURCE_H

#include "cell-clock.h"

#include "ns3/atm-cell-source.h"
#include "ns3/random-variable-stream.h"
#include "ns3/traced-callback.h"

namespace ns3
{
namespace hsn
{
/**
 * @ingroup hsn-traffic
 * @brief The times of a Poisson process, rounded to time steps.
 *
 * Fractions of time steps are kept from one time to the next, so that the rate is met.
 */
class PoissonTimes
{
  public:
    PoissonTimes();

    /// @param now time step at which it starts @param mean time steps between two, above 0
    void Start(int64_t now, double mean);

    /// @return the next time, a time step
    int64_t Draw();

    /// @param stream of the random variable
    void SetStream(int64_t stream);

  private:
    Ptr<ExponentialRandomVariable> m_variable; //!< draws intervals
    double m_mean{0};                          //!< time steps between two
    int64_t m_whole{0};                        //!< time drawn last, time steps
    double m_part{0};                          //!< and parts of one
};

/**
 * @ingroup hsn-traffic
 * @brief Single cells at the times of a Poisson process from StartTime on.
 *
 * Each cell is a unit of its own for discard policies.
 */
class PoissonCellSource : public AtmCellSource
{
  public:
    /// @return the TypeId
    static TypeId GetTypeId();

    int64_t AssignStreams(int64_t stream) override;

  private:
    bool DoBegin(int64_t now, int64_t slot, DataRate rate) override;
    void Draw() override;

    DataRate m_rate;      //!< mean
    PoissonTimes m_times; //!< of cells
};

/**
 * @ingroup hsn-traffic
 * @brief Messages at the times of a Poisson process, each a number of cells, sent no faster than a
 * peak rate.
 *
 * Messages wait for each other in a queue without limit. A spacer sends their cells: one that finds
 * the theoretical arrival time TAT is ready at max(arrival of its message, TAT), and TAT becomes
 * that plus 424 bits / PeakRate. TAT is kept with its fraction of a time step, and is never rounded
 * to the slots of the link, which would send below PeakRate.
 *
 * The defaults are the messages of "TCP and XTP file transfers in ATM networks" (Ajmone Marsan,
 * Baldi, Bianco, Lo Cigno, Munafo), section 4: geometric lengths up to 200 cells with a mean of 20.
 * A message is one unit for discard policies: its last cell bears the last-cell bit.
 */
class PoissonMessageCellSource : public AtmCellSource
{
  public:
    /**
     * @brief TracedCallback signature for Message.
     * @param arrival of the message
     * @param cells its length
     */
    typedef void (*MessageTracedCallback)(Time arrival, uint32_t cells);

    /// @return the TypeId
    static TypeId GetTypeId();

    PoissonMessageCellSource();
    ~PoissonMessageCellSource() override;

    int64_t AssignStreams(int64_t stream) override;

  protected:
    void DoDispose() override;

  private:
    bool DoBegin(int64_t now, int64_t slot, DataRate rate) override;
    void Draw() override;

    /// Draws the next message.
    void DrawMessage();
    /// @param length draws lengths
    void SetLength(Ptr<RandomVariableStream> length);
    /// @return draws lengths
    Ptr<RandomVariableStream> GetLength() const;

    DataRate m_rate;                                //!< mean
    DataRate m_peak;                                //!< of cells
    double m_meanCells{1};                          //!< in a message
    uint32_t m_maxCells{1};                         //!< in a message, if lengths are geometric
    Ptr<RandomVariableStream> m_geometric;          //!< cells in a message, unless
    Ptr<RandomVariableStream> m_given;              //!< is there
    PoissonTimes m_times;                           //!< of messages
    CellClock m_clock;                              //!< spacer
    AtmPdu* m_unit{nullptr};                        //!< of the present message
    uint32_t m_cell{0};                             //!< of it, to be drawn next
    uint32_t m_cells{0};                            //!< of it
    TracedCallback<Time, uint32_t> m_messagesTrace; //!< trace
};
} // namespace hsn
} // namespace ns3

#endif // POISSON_CELL_SOURCE_H
