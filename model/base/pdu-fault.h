// SPDX-License-Identifier: GPL-2.0-only
#ifndef HSN_PDU_FAULT_H
#define HSN_PDU_FAULT_H

#include <cstdint>
#include <limits>
#include <string>

namespace ns3
{
namespace hsn
{
/** @brief What is malformed in a packet. It becomes a text only where someone looks at it. */
struct PduFault
{
    /// No bound.
    static constexpr uint64_t NO_BOUND = std::numeric_limits<uint64_t>::max();

    const char* what{nullptr}; //!< a field; null: nothing is malformed
    uint64_t value{0};         //!< of the field
    const char* limit{""};     //!< what it must be
    uint64_t bound{NO_BOUND};  //!< a number behind that

    /** @return a sentence with value and limit; empty: nothing is malformed */
    std::string GetText() const
    {
        return what ? std::string(what) + " " + std::to_string(value) + ": must be " + limit +
                          (bound == NO_BOUND ? "" : std::to_string(bound))
                    : "";
    }
};
} // namespace hsn
} // namespace ns3

#endif // HSN_PDU_FAULT_H
