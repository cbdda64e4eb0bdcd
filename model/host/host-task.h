// SPDX-License-Identifier: GPL-2.0-only
#ifndef HOST_TASK_H
#define HOST_TASK_H

#include "ns3/nstime.h"
#include "ns3/object.h"

#include <cstdint>
#include <deque>
#include <functional>
#include <limits>

namespace ns3
{
namespace hsn
{
class HostCpu;

/**
 * @ingroup hsn-host
 * @brief Where a task works; each level preempts those after it.
 */
enum class HostLevel
{
    INTERRUPT,      //!< hardware interrupts: in order of arrival, never preempted
    SOFT_INTERRUPT, //!< software interrupts: one at a time, in order of arrival
    THREAD          //!< threads, by priority
};

/**
 * @ingroup hsn-host
 * @brief Work of a host: a queue of sections, each with a cost, that the host's processors do one
 * after the other.
 *
 * Made by HostCpu::CreateTask(). Sections of one task are done in order and never at the same time.
 * A section without cost is done inside Run() if a processor could begin it at once, also in the
 * middle of another section's @c done.
 */
class HostTask : public Object
{
  public:
    /// Greatest priority of a thread.
    static constexpr uint32_t MAX_PRIORITY = 255;

    /// Called when a section is done.
    using Done = std::function<void()>;

    /// @return the TypeId
    static TypeId GetTypeId();

    HostTask();
    ~HostTask() override;

    /**
     * @brief Adds a section.
     * @param cost processor time, not negative
     * @param done called when the processor has spent it; may add sections, to this task too
     */
    void Run(Time cost, Done done);

    /**
     * @brief Changes a thread's priority, at once for what waits.
     *
     * Of the section being done the new priority decides whether it is preempted from now on. When
     * the host has ended, nothing happens.
     *
     * @param priority 0 to MAX_PRIORITY; greater is more urgent
     * @param deadline of threads of the same priority that wait, the earliest is first
     */
    void SetPriority(uint32_t priority, Time deadline = Time::Max());

    /// Drops all sections that wait or are preempted. The one being done goes on, but its @c done
    /// is not called.
    void Cancel();

    /// @return the level
    HostLevel GetLevel() const;
    /// @return the priority
    uint32_t GetPriority() const;
    /// @return sections that wait or are being done
    uint32_t GetBacklog() const;
    /// @return processor time that waiting sections will take, without context switches
    Time GetWaitingCost() const;
    /// @return processor time spent so far, with context switches
    Time GetBusyTime() const;
    /// @return the host
    Ptr<HostCpu> GetCpu() const;

  protected:
    void DoDispose() override;

  private:
    friend class HostCpu;

    /// Work without interruption.
    struct Section
    {
        int64_t cost;   //!< time steps that are left
        Done done;      //!< called at the end
        uint64_t order; //!< of arrival at the host
    };

    Ptr<HostCpu> m_cpu;                                      //!< where it works
    HostLevel m_level{HostLevel::THREAD};                    //!< when it works
    uint32_t m_priority{0};                                  //!< of a thread
    int64_t m_deadline{std::numeric_limits<int64_t>::max()}; //!< time step
    bool m_user{false};                                      //!< always preemptible
    uint32_t m_processor{0};                                 //!< of an interrupt
    std::deque<Section> m_sections; //!< waiting; the first may have been preempted
    Done m_done;                    //!< of the section being done
    bool m_running{false};          //!< a section is being done
    uint64_t m_current{0};          //!< order of the section being done
    uint64_t m_stamp{0};            //!< turn, for round robin
    int64_t m_turn{0};              //!< time steps used of the turn
    int64_t m_busy{0};              //!< time steps, of a running section all of them
    int64_t m_waiting{0};           //!< sum of cost of m_sections
    bool m_isOver{false};           //!< disposed
};
} // namespace hsn
} // namespace ns3

#endif // HOST_TASK_H
