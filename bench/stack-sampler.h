// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * Finds where a process spends its CPU time: samples stacks at regular intervals of CPU time
 * (setitimer, SIGPROF) and looks up the names of the functions afterwards (nm).
 */
#ifndef HSN_STACK_SAMPLER_H
#define HSN_STACK_SAMPLER_H

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace ns3
{
namespace hsn
{
/// Samples the stacks of this process; only one object may exist at a time.
class StackSampler
{
  public:
    StackSampler();
    ~StackSampler();
    StackSampler(const StackSampler&) = delete;
    StackSampler& operator=(const StackSampler&) = delete;

    /// Begins to take samples; the kernel's tick limits their rate to 100 to 1000 a second.
    void Start();

    /// Ends it; samples stay.
    void Stop();

    /// @return samples taken
    std::size_t GetN() const;

    /// @param i sample @return addresses, innermost first: the instruction executed, then return
    /// addresses
    std::vector<const void*> GetStack(std::size_t i) const;
};

/// Names of functions by their addresses in this process.
class SymbolNames
{
  public:
    /**
     * @param address within a function
     * @return its name with parameters, demangled; the file's name in brackets if it has none
     */
    const std::string& Find(const void* address);

  private:
    /// A function of an executable file.
    struct Symbol
    {
        uint64_t size;    //!< bytes
        std::string name; //!< demangled
    };

    using Symbols = std::map<uint64_t, Symbol>; //!< by offset in the file's image

    /// @param file executable or library @return its functions
    const Symbols& GetSymbols(const std::string& file);

    std::map<std::string, Symbols> m_files;     //!< of the files read so far
    std::map<const void*, std::string> m_known; //!< names found so far
};
} // namespace hsn
} // namespace ns3

#endif // HSN_STACK_SAMPLER_H
