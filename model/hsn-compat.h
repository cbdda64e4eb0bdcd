// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * Everything in which the supported ns-3 versions (3.35 to 3.48) differ, in one place.
 */
#ifndef HSN_COMPAT_H
#define HSN_COMPAT_H

#include "ns3/enum.h"
#include "ns3/trace-helper.h"

#include <cstdint>
#include <type_traits>
#include <utility>

namespace ns3
{
namespace hsn
{
/// False where MakeEnumAccessor deduces the enumeration (ns-3 up to 3.40) ...
template <typename T, typename M, typename = void>
struct EnumAccessorTakesType : std::false_type
{
};

/// ... and true where it has to be told (ns-3 3.41 and later).
template <typename T, typename M>
struct EnumAccessorTakesType<T, M, std::void_t<decltype(MakeEnumAccessor<T>(std::declval<M>()))>>
    : std::true_type
{
};

/**
 * @brief Makes an accessor for an enumeration attribute, in any ns-3 version.
 *
 * @tparam T the enumeration
 * @tparam C the class that has the attribute
 * @param member pointer to the data member
 * @return the accessor
 */
template <typename T, typename C>
auto
MakeHsnEnumAccessor(T C::*member)
{
    if constexpr (EnumAccessorTakesType<T, T C::*>::value)
    {
        return MakeEnumAccessor<T>(member);
    }
    else
    {
        return MakeEnumAccessor(member);
    }
}

/**
 * @brief Tells the third parameter of a member function.
 * @tparam R result
 * @tparam C class
 * @tparam A first parameter
 * @tparam B second parameter
 * @tparam L third parameter
 * @tparam T the others
 */
template <typename R, typename C, typename A, typename B, typename L, typename... T>
L HsnThirdParameter(R (C::*)(A, B, L, T...));

/// What PcapHelper takes a link type as: its own enumeration up to ns-3.48, later one for all.
using HsnPcapLinkType = decltype(HsnThirdParameter(&PcapHelper::CreateFile));

/**
 * @brief Turns a link type number into the enumeration that PcapHelper wants.
 *
 * ns-3 has no names for the ATM link types.
 *
 * @param linkType the number the capture file header takes
 * @return the same, typed
 */
inline HsnPcapLinkType
PcapLinkType(uint32_t linkType)
{
    return static_cast<HsnPcapLinkType>(linkType);
}
} // namespace hsn
} // namespace ns3

#endif // HSN_COMPAT_H
