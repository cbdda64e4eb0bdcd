// SPDX-License-Identifier: GPL-2.0-only
#ifndef HSN_SETTING_ACCESSOR_H
#define HSN_SETTING_ACCESSOR_H

#include "ns3/attribute.h"
#include "ns3/boolean.h"
#include "ns3/double.h"
#include "ns3/enum.h"
#include "ns3/nstime.h"
#include "ns3/ptr.h"
#include "ns3/uinteger.h"

#include <type_traits>
#include <utility>

namespace ns3
{
namespace hsn
{
/// The attribute value class of a C++ type: by default an enumeration, in any ns-3 version ...
template <typename T, typename = void>
struct SettingValue
{
    using Type = std::remove_reference_t<decltype(EnumValue(std::declval<T>()))>; //!< the class
};

/// ... or unsigned integers ...
template <typename T>
struct SettingValue<T, std::enable_if_t<std::is_unsigned<T>::value>>
{
    using Type = UintegerValue; //!< the class
};

/// ... or bool ...
template <>
struct SettingValue<bool, void>
{
    using Type = BooleanValue; //!< the class
};

/// ... or double ...
template <>
struct SettingValue<double, void>
{
    using Type = DoubleValue; //!< the class
};

/// ... or Time.
template <>
struct SettingValue<Time, void>
{
    using Type = TimeValue; //!< the class
};

/**
 * @brief Reads and writes an attribute that is kept in a part of an object.
 *
 * ns-3's accessors take a pointer to a member of the object itself. An object that is made of parts
 * keeps the settings of each part in a struct, which it hands to the part; with this accessor the
 * fields of the struct are attributes of the object.
 *
 * @tparam C class of the object
 * @tparam S class of the part
 * @tparam T type of the field
 */
template <typename C, typename S, typename T>
class SettingAccessor : public AttributeAccessor
{
  public:
    /** @param part of the object @param field of the part */
    SettingAccessor(S C::*part, T S::*field)
        : m_part(part),
          m_field(field)
    {
    }

    bool Set(ObjectBase* object, const AttributeValue& value) const override
    {
        const auto* v = dynamic_cast<const Value*>(&value);
        auto* o = dynamic_cast<C*>(object);
        return v && o && v->GetAccessor(o->*m_part.*m_field);
    }

    bool Get(const ObjectBase* object, AttributeValue& value) const override
    {
        auto* v = dynamic_cast<Value*>(&value);
        const auto* o = dynamic_cast<const C*>(object);
        if (!v || !o)
        {
            return false;
        }
        v->Set(o->*m_part.*m_field);
        return true;
    }

    bool HasGetter() const override
    {
        return true;
    }

    bool HasSetter() const override
    {
        return true;
    }

  private:
    using Value = typename SettingValue<T>::Type;

    S C::*m_part;  //!< part of the object
    T S::*m_field; //!< field of the part
};

/**
 * @brief Makes an accessor for an attribute that is kept in a part of an object.
 * @tparam C class of the object
 * @tparam S class of the part
 * @tparam T type of the field: an enumeration, bool, an unsigned integer, double, or Time
 * @param part of the object
 * @param field of the part
 * @return the accessor
 */
template <typename C, typename S, typename T>
Ptr<const AttributeAccessor>
MakeSettingAccessor(S C::*part, T S::*field)
{
    return Ptr<const AttributeAccessor>(new SettingAccessor<C, S, T>(part, field), false);
}
} // namespace hsn
} // namespace ns3

#endif // HSN_SETTING_ACCESSOR_H
