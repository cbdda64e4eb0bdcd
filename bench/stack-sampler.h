// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * Where does a process spend its CPU time? Stacks are noted at regular intervals of CPU time
 * (setitimer, SIGPROF) and given names afterwards (nm).
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
/// Notes the stacks of this process; one at a time.
class StackSampler
{
  public:
    StackSampler();
    ~StackSampler();
    StackSampler(const StackSampler&) = delete;
    StackSampler& operator=(const StackSampler&) = delete;

    /// Begins to take samples; the kernel's tick limits how many: 100 to 1000 a second.
    void Start();

    /// Ends it.
    void Stop();

    /// @return samples taken
    std::size_t GetN() const;

    /// @param i sample @return return addresses, innermost first; the first is what was executed
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

    std::map<std::string, Symbols> m_files;     //!< those that were looked at
    std::map<const void*, std::string> m_known; //!< what was found
};
} // namespace hsn
} // namespace ns3

#endif // HSN_STACK_SAMPLER_H
