// SPDX-License-Identifier: GPL-2.0-only
#ifndef HOST_CPU_H
#define HOST_CPU_H

#include "host-task.h"

#include "ns3/event-id.h"
#include "ns3/nstime.h"
#include "ns3/object.h"
#include "ns3/simulator.h"
#include "ns3/traced-callback.h"

#include <array>
#include <cstdint>
#include <deque>
#include <set>
#include <tuple>
#include <vector>

namespace ns3
{
namespace hsn
{
/**
 * @ingroup hsn-host
 * @brief When a thread gives way to one of higher priority.
 */
enum HostPreemption
{
    HOST_PREEMPT_SECTION, //!< when its section is done, as in a kernel with coarse locks
    HOST_PREEMPT_FULL,    //!< at once
    HOST_PREEMPT_SLICE    //!< when its section has run for a multiple of SliceLength
};

/**
 * @ingroup hsn-host
 * @brief The processors of a host: they do the work of its tasks, the more urgent first.
 *
 * Work has three levels (HostLevel). An interrupt is done on its processor in front of all else; a
 * software interrupt in front of threads. Threads run by priority on any processor that has
 * nothing above them to do; inside a priority in order of the arrival of their sections or, with
 * Quantum, in turns. A section that is preempted goes on later: its end moves by what comes
 * between, which costs no event of its own, so that a section costs one event, and one more if it
 * was preempted.
 *
 * ContextSwitch is spent when a processor begins a thread's section unless its last section was of
 * the same thread and it has not been without thread since.
 */
class HostCpu : public Object
{
  public:
    /// Greatest number of processors.
    static constexpr uint32_t MAX_CPUS = 64;

    /// @return the TypeId
    static TypeId GetTypeId();

    HostCpu();
    ~HostCpu() override;

    /**
     * @brief Makes a task.
     * @param level where it works
     * @param priority of a thread, 0 to HostTask::MAX_PRIORITY; greater is more urgent
     * @param processor that does it, below Cpus; not for threads
     * @return the task, which lives as long as the host
     */
    Ptr<HostTask> CreateTask(HostLevel level, uint32_t priority = 0, uint32_t processor = 0);

    /**
     * @brief Does two sections without cost at once, if HostTask::Run() would do them inside its
     * call and no trace tells of sections: a short way for what every packet does.
     * @param outer task of the first
     * @param inner task of the second, which the first begins
     * @return whether they count as done, and the caller is to do their work now
     */
    bool RunAtOnce(const HostTask& outer, const HostTask& inner);

    /// @return the number of processors
    uint32_t GetNCpus() const;
    /// @param level of work @return processor time spent on it up to now, by all processors
    Time GetBusyTime(HostLevel level) const;
    /// @return processor time spent up to now, by all processors on all levels
    Time GetBusyTime() const;
    /// @param level of work @return sections that wait or are being done
    uint32_t GetBacklog(HostLevel level) const;
    /// @return sections that have ended
    uint64_t GetSections() const;
    /// @return events of the simulator used
    uint64_t GetEvents() const;

    /**
     * @brief TracedCallback signature for sections.
     * @param [in] processor which
     * @param [in] level of the task
     * @param [in] priority of the task
     * @param [in] cost with a context switch; at the end, since the section was last resumed
     */
    typedef void (*SectionTracedCallback)(uint32_t processor,
                                          HostLevel level,
                                          uint32_t priority,
                                          Time cost);

    /**
     * @brief TracedCallback signature for processors that begin or end to be idle.
     * @param [in] processor which
     * @param [in] idle whether it is
     */
    typedef void (*IdleTracedCallback)(uint32_t processor, bool idle);

  protected:
    void NotifyConstructionCompleted() override;
    void DoDispose() override;

  private:
    friend class HostTask;

    /// The section that a processor does, or has put aside for a higher level.
    struct Slot
    {
        HostTask* task{nullptr}; //!< whose, or null
        int64_t end{0};          //!< when it ends, if nothing else comes
        int64_t stop{0};         //!< when it may be preempted; at the latest its end
        int64_t cost{0};         //!< of the section since it was last resumed
        EventId event;           //!< at stop or before
    };

    /// A processor.
    struct Core
    {
        std::array<Slot, 3> slots;                    //!< by level
        std::array<std::deque<HostTask*>, 2> waiting; //!< interrupts, one entry a section
        std::array<int64_t, 2> drain{};               //!< when a level has nothing more to do
        HostTask* last{nullptr};                      //!< thread that ran last
        bool busy{false};                             //!< interrupts are being begun
        bool idle{true};                              //!< as traced
    };

    /// A thread that waits: the negative priority, its deadline and its turn.
    struct Ready
    {
        int64_t urgency;  //!< smaller is first
        int64_t deadline; //!< inside a priority
        uint64_t order;   //!< of the same deadline
        HostTask* task;   //!< which

        /// @param o another @return whether this one is first
        bool operator<(const Ready& o) const
        {
            return std::tie(urgency, deadline, order) < std::tie(o.urgency, o.deadline, o.order);
        }
    };

    static constexpr auto THREAD =
        static_cast<uint32_t>(HostLevel::THREAD); //!< the last level's index

    /// @return the present time step
    static int64_t GetNow()
    {
        return Simulator::Now().GetTimeStep();
    }

    /// Forgets all work, since tasks and host hold each other.
    void Release();
    /// Releases a host that nobody disposes, as it has no node.
    void EndOfSimulation();
    /// @param task whose @param cost time steps @param done called at the end
    void Run(HostTask& task, int64_t cost, HostTask::Done&& done);
    /// @param task of which a section without cost is added @return the processor that does it
    /// inside the call, or MAX_CPUS
    uint32_t FindFree(const HostTask& task) const;
    /// Does a section without cost inside the call. @param core where @param task whose @param done
    /// called
    void RunFree(uint32_t core, const HostTask& task, const HostTask::Done& done);
    /// @param task whose @param priority new @param deadline new, time step
    void SetPriority(HostTask& task, uint32_t priority, int64_t deadline);
    /// @param task of which nothing is wanted any more
    void Cancel(HostTask& task);
    /// @param task that is running @return time steps until its section is done
    int64_t GetRemaining(const HostTask& task) const;

    /// @param core which @param level of a slot @return time steps that are left of its section
    int64_t GetRemaining(const Core& core, HostLevel level) const;
    /// @param core which @param level not a thread's @return whether it and those above are idle
    bool IsFree(const Core& core, HostLevel level) const;
    /// @param task thread with a section that waits @return its place
    Ready MakeReady(HostTask& task) const;
    /// @param task that may have a section that waits @param on whether, else it is taken out
    void SetReady(HostTask& task, bool on);
    /// @param core which @param level whose work grew @param cost by these time steps
    void Delay(Core& core, HostLevel level, int64_t cost);
    /// @param core which @param level that begins a section @param task whose @param extra cost
    void Begin(uint32_t core, HostLevel level, HostTask& task, int64_t extra);
    /// @param core which @param level whose section is done
    void End(uint32_t core, HostLevel level);
    /// @param core which @param level of the event
    void Expire(uint32_t core, HostLevel level);
    /// @param slot that gets an event at its stop @param core where @param level of it
    void Await(Slot& slot, uint32_t core, HostLevel level);
    /// @param core that begins what waits on it
    void BeginInterrupts(uint32_t core);
    /// Gives threads to processors.
    void BeginThreads();
    /// @return whether a thread was begun on an idle processor or in place of another
    bool BeginThread();
    /// @param core whose thread waits again @param rotate whether behind those of its priority
    void Preempt(uint32_t core, bool rotate);
    /// @param core which @param task on it @return whether it gives way at any time
    bool IsPreemptible(const HostTask& task) const;
    /// @param core whose thread is to give way at the end of its slice
    void StopAtSlice(uint32_t core);
    /// @param core of which the trace is kept up
    void TraceIdle(uint32_t core);

    uint32_t m_nCpus;                   //!< processors
    HostPreemption m_preemption;        //!< of threads
    Time m_slice;                       //!< between points of preemption
    Time m_quantum;                     //!< of a turn, or 0
    Time m_contextSwitch;               //!< cost
    std::vector<Core> m_cores;          //!< processors
    std::vector<Ptr<HostTask>> m_tasks; //!< all
    std::set<Ready> m_ready;            //!< threads that wait
    bool m_beginning{false};            //!< threads are being begun
    EventId m_atEnd;                    //!< of the simulation
    uint64_t m_order{0};                //!< of sections and turns
    uint64_t m_sections{0};             //!< ended
    uint64_t m_events{0};               //!< scheduled
    std::array<int64_t, 3> m_busy{};    //!< by level; of those that run all of it

    TracedCallback<uint32_t, HostLevel, uint32_t, Time> m_startTrace; //!< sections
    TracedCallback<uint32_t, HostLevel, uint32_t, Time> m_endTrace;   //!< sections
    TracedCallback<uint32_t, bool> m_idleTrace;                       //!< processors
};
} // namespace hsn
} // namespace ns3

#endif // HOST_CPU_H
