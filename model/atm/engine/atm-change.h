// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * How settings change and state is read while the burst engine decides on cells late.
 */
#ifndef ATM_CHANGE_H
#define ATM_CHANGE_H

#include "burst-network.h"

#include "ns3/ptr.h"
#include "ns3/trace-source-accessor.h"

#include <cstdint>
#include <utility>

namespace ns3
{
namespace hsn
{
class BurstLink;

/**
 * @ingroup hsn-atm
 * @brief The scope of a change on which the fate or timing of cells depends.
 *
 * The burst engine decides on cells late. Before a threshold, a rate, a connection or a trace sink
 * changes, it must decide on all earlier cells by the old setting; afterwards each port must find
 * out which links fall back to cell by cell, where VCs lead, and which events it needs. The
 * constructor does the first, the destructor the second:
 * @code
 *   AtmChange change;
 *   m_legs.push_back(leg);
 *   m_category = category;
 * @endcode
 *
 * Scopes nest; only the outermost one makes the ports reconsider, so that a function may change
 * much at the cost of one change. Before there is traffic, and with the per-cell engine, a scope
 * costs next to nothing.
 *
 * A single value needs no scope if it is an AtmSetting, and neither does a trace source if its
 * accessor comes from Watch().
 */
class AtmChange
{
  public:
    /// Decides on all cells before the present time step.
    AtmChange();

    /**
     * @brief Changes the timing of a link.
     * @param link both its ends withdraw the cells that leave from now on; the destructor has them
     *             sent again, with the rate and delay of then
     */
    explicit AtmChange(BurstLink& link);

    ~AtmChange();
    AtmChange(const AtmChange&) = delete;
    AtmChange& operator=(const AtmChange&) = delete;

    /**
     * @brief Closes all scopes without making the ports reconsider.
     *
     * For Python: a fatal error that it catches leaves out the destructors of the functions that it
     * called. Destructors of scopes that are still alive make the ports reconsider.
     */
    static void Abandon();

    /// @return whether there is a scope at the moment
    static bool IsOpen()
    {
        return m_depth > 0;
    }

    /**
     * @brief Makes connecting and disconnecting a sink a change.
     * @param source accessor of a trace source that fires for cells, at their time or later
     * @return an accessor that does the same inside a scope
     */
    static Ptr<const TraceSourceAccessor> Watch(Ptr<const TraceSourceAccessor> source);

  private:
    static uint32_t m_depth; //!< scopes that are open

    BurstLink* m_link; //!< its timing changes, or null
};

/**
 * @ingroup hsn-atm
 * @brief A setting by which the burst engine decides on cells: assigning to it is an AtmChange.
 *
 * Reading costs nothing.
 *
 * @tparam T type of the value
 */
template <typename T>
class AtmSetting
{
  public:
    /// @param value initial value
    explicit AtmSetting(T value = T())
        : m_value(std::move(value))
    {
    }

    AtmSetting(const AtmSetting&) = delete;
    AtmSetting& operator=(const AtmSetting&) = delete;

    /// @param value from now on @return itself
    AtmSetting& operator=(T value)
    {
        AtmChange change;
        m_value = std::move(value);
        return *this;
    }

    /// @return the value
    const T& Get() const
    {
        return m_value;
    }

    /// @return the value
    operator const T&() const
    {
        return m_value;
    }

    /// @return the value, a pointer
    const T& operator->() const
    {
        return m_value;
    }

    /// Releases the value when its owner is disposed, when no cell depends on it any more.
    void Dispose()
    {
        m_value = T();
    }

  private:
    T m_value; //!< the value
};

/**
 * @ingroup hsn-atm
 * @brief State that follows from cells: counters, buckets, reassembly.
 *
 * In the burst engine such state may lag behind. Whoever reads it from outside calls Get(), which
 * brings it up to date; the code that decides on cells works with operator->.
 *
 * @tparam T type of the state
 */
template <typename T>
class AtmLazy
{
  public:
    /// @return the state after all cells before the present time step
    const T& Get() const
    {
        BurstNetwork::Settle();
        return m_state;
    }

    /// @return the state as far as cells have been decided on
    T* operator->()
    {
        return &m_state;
    }

    /// @return the state as far as cells have been decided on
    const T* operator->() const
    {
        return &m_state;
    }

    /// @param state after all cells decided on so far @return itself
    AtmLazy& operator=(const T& state)
    {
        m_state = state;
        return *this;
    }

  private:
    T m_state{}; //!< the state
};
} // namespace hsn
} // namespace ns3

#endif // ATM_CHANGE_H
