// SPDX-License-Identifier: GPL-2.0-only
#ifndef ATM_ENGINE_H
#define ATM_ENGINE_H

namespace ns3
{
namespace hsn
{
/**
 * @ingroup hsn-atm
 * @brief Engine that simulates the cells; both give the same result for each cell.
 *
 * Chosen by the global value hsn::AtmEngine ("Burst", the default, or "PerCell") before links,
 * switches and devices are made.
 */
enum AtmEngine
{
    ATM_PER_CELL, //!< every cell on every link is a simulator event
    ATM_BURST     //!< runs of cells are decided on when somebody must know
};

/// @return what hsn::AtmEngine says now
AtmEngine GetAtmEngine();
} // namespace hsn
} // namespace ns3

#endif // ATM_ENGINE_H
