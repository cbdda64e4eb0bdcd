// SPDX-License-Identifier: GPL-2.0-only
#ifndef BURST_NETWORK_H
#define BURST_NETWORK_H

#include <cstdint>

namespace ns3
{
namespace hsn
{
class AtmPdu;
class BurstPort;

/**
 * @ingroup hsn-atm
 * @brief All ports of the burst engine.
 *
 * Ports decide on their cells when somebody must know. This class makes all of them do so at once:
 * before a setting changes (AtmChange), before state is read (AtmLazy) and at the end.
 */
class BurstNetwork
{
  public:
    /// @param port has a link and works with the burst engine
    static void Add(BurstPort* port);

    /// @param port is disposed
    static void Remove(BurstPort* port);

    /**
     * @brief Decides on every cell before the present time step.
     *
     * With assertions on it first aborts, and says why, if a port finds that something it depends
     * on was changed without an AtmChange.
     */
    static void Settle();

    /**
     * @brief Leaves undecided what has not been decided on.
     *
     * For Python, before it destroys a simulation in which a fatal error has happened: to decide on
     * the same cells may fail again.
     */
    static void Abandon();

    /**
     * @brief Has an event for each cell of a PDU that has not arrived yet, wherever it is.
     * @param pdu whose next cell has consequences when it arrives, as it does not know itself
     */
    static void MakeNotable(AtmPdu& pdu);

    /// A cell is about to be sent.
    static void NotifyTraffic()
    {
        if (!m_hasTraffic)
        {
            Start();
        }
    }

    /// A port is about to generate cells whenever it is asked for them.
    static void NotifyGenerator();

    /// @return whether there is such a port
    static bool HasGenerators()
    {
        return m_hasGenerators;
    }

  private:
    friend class AtmChange;

    /// The first cell of the simulation: links and VCs take the form they have by now.
    static void Start();

    /// Has every port find out what falls back to cell by cell, and where VCs lead.
    static void Reconsider();

    /// Aborts if something was changed without an AtmChange.
    static void Audit();

    static bool m_hasTraffic;    //!< there has been a cell
    static bool m_hasGenerators; //!< see HasGenerators
    static int64_t m_settled;    //!< time step up to which all cells are decided on
};
} // namespace hsn
} // namespace ns3

#endif // BURST_NETWORK_H
