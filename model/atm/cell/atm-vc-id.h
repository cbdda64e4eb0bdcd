// SPDX-License-Identifier: GPL-2.0-only
#ifndef ATM_VC_ID_H
#define ATM_VC_ID_H

#include <cstdint>
#include <functional>
#include <ostream>

namespace ns3
{
namespace hsn
{
/**
 * @ingroup hsn-atm
 * @brief The label of a virtual channel on one link: VPI and VCI (ITU-T I.361).
 */
struct AtmVcId
{
    uint16_t vpi{0}; //!< virtual path identifier: 8 bits at a UNI, 12 bits at an NNI
    uint16_t vci{0}; //!< virtual channel identifier, 16 bits; 0..31 are reserved (I.361, 2.2.3)

    /// @return both labels as one number, usable as a key
    uint32_t Key() const
    {
        return (static_cast<uint32_t>(vpi) << 16) | vci;
    }
};

/// @param a one label @param b another @return true if they are the same
inline bool
operator==(const AtmVcId& a, const AtmVcId& b)
{
    return a.Key() == b.Key();
}

/// @param a one label @param b another @return true if they differ
inline bool
operator!=(const AtmVcId& a, const AtmVcId& b)
{
    return a.Key() != b.Key();
}

/// @param a one label @param b another @return an order for containers
inline bool
operator<(const AtmVcId& a, const AtmVcId& b)
{
    return a.Key() < b.Key();
}

/// @param os the stream @param vc the label @return the stream; prints "VPI/VCI"
inline std::ostream&
operator<<(std::ostream& os, const AtmVcId& vc)
{
    return os << vc.vpi << '/' << vc.vci;
}
} // namespace hsn
} // namespace ns3

#endif // ATM_VC_ID_H
