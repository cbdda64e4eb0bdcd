// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * Runs a benchmark in a child process, so that memory and settings of one run do not affect the
 * next.
 */
#ifndef HSN_IN_CHILD_H
#define HSN_IN_CHILD_H

#include "ns3/abort.h"

#include <functional>
#include <iostream>
#include <new>
#include <sys/mman.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <type_traits>
#include <unistd.h>

namespace ns3
{
namespace hsn
{
/**
 * @brief Calls a function in a child process.
 * @tparam T type of its result, without pointers
 * @param run what to run
 * @return its result; the program ends if the process failed
 */
template <typename T>
T
InChild(const std::function<T()>& run)
{
    static_assert(std::is_trivially_copyable_v<T>, "the result is copied between processes");
    std::cout.flush();
    void* const shared =
        mmap(nullptr, sizeof(T), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    NS_ABORT_MSG_IF(shared == MAP_FAILED, "no shared memory");
    const pid_t child = fork();
    NS_ABORT_MSG_IF(child < 0, "no process");
    if (child == 0)
    {
        new (shared) T(run());
        _exit(0);
    }
    int status = 0;
    const bool ended = waitpid(child, &status, 0) == child && status == 0;
    const T result = ended ? *static_cast<const T*>(shared) : T();
    munmap(shared, sizeof(T));
    NS_ABORT_MSG_UNLESS(ended, "a run failed");
    return result;
}
} // namespace hsn
} // namespace ns3

#endif // HSN_IN_CHILD_H
