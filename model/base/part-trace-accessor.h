// SPDX-License-Identifier: GPL-2.0-only
#ifndef HSN_PART_TRACE_ACCESSOR_H
#define HSN_PART_TRACE_ACCESSOR_H

#include "ns3/callback.h"
#include "ns3/object-base.h"
#include "ns3/ptr.h"
#include "ns3/trace-source-accessor.h"

#include <string>
#include <utility>

namespace ns3
{
namespace hsn
{
/** @brief A trace source of an object that is a part of another. */
class NamedTraceSource
{
  public:
    /// @param part the object @param name of its trace source
    NamedTraceSource(ObjectBase& part, const char* name)
        : m_part(part),
          m_name(name)
    {
    }

    /// @param sink to be connected
    void ConnectWithoutContext(const CallbackBase& sink)
    {
        m_part.TraceConnectWithoutContext(m_name, sink);
    }

    /// @param sink to be connected @param context its first argument
    void Connect(const CallbackBase& sink, const std::string& context)
    {
        m_part.TraceConnect(m_name, context, sink);
    }

    /// @param sink to be disconnected
    void DisconnectWithoutContext(const CallbackBase& sink)
    {
        m_part.TraceDisconnectWithoutContext(m_name, sink);
    }

    /// @param sink to be disconnected @param context its first argument
    void Disconnect(const CallbackBase& sink, const std::string& context)
    {
        m_part.TraceDisconnect(m_name, context, sink);
    }

  private:
    ObjectBase& m_part; //!< the object
    const char* m_name; //!< of its trace source
};

/**
 * @brief Connects sinks of an object's trace source to a traced value of one of its parts.
 *
 * ns-3's accessors take a pointer to a member of the object itself. Without this one, each object
 * would have a trace source of its own, and a sink in the part that passes values on: 300 bytes and
 * a call for every change, although few are ever traced.
 *
 * @tparam T the object's class
 * @tparam F function object that takes a T& and returns a reference to a TracedValue or
 * TracedCallback, or a NamedTraceSource
 */
template <typename T, typename F>
class PartTraceAccessor : public TraceSourceAccessor
{
  public:
    /// @param find the traced value
    explicit PartTraceAccessor(F find)
        : m_find(std::move(find))
    {
    }

    // inherited from TraceSourceAccessor
    bool ConnectWithoutContext(ObjectBase* object, const CallbackBase& sink) const override
    {
        return Call(object, [&sink](auto& traced) { traced.ConnectWithoutContext(sink); });
    }

    bool Connect(ObjectBase* object, std::string context, const CallbackBase& sink) const override
    {
        return Call(object, [&](auto& traced) { traced.Connect(sink, context); });
    }

    bool DisconnectWithoutContext(ObjectBase* object, const CallbackBase& sink) const override
    {
        return Call(object, [&sink](auto& traced) { traced.DisconnectWithoutContext(sink); });
    }

    bool Disconnect(ObjectBase* object,
                    std::string context,
                    const CallbackBase& sink) const override
    {
        return Call(object, [&](auto& traced) { traced.Disconnect(sink, context); });
    }

  private:
    /// @param object whose trace source it is @param function called with the traced value
    /// @return whether the object is a T
    template <typename C>
    bool Call(ObjectBase* object, C function) const
    {
        const auto owner = dynamic_cast<T*>(object);
        if (owner)
        {
            auto&& traced = m_find(*owner);
            function(traced);
        }
        return owner != nullptr;
    }

    F m_find; //!< the traced value
};

/// @tparam T the object's class @param find see PartTraceAccessor @return an accessor
template <typename T, typename F>
Ptr<const TraceSourceAccessor>
MakePartTraceAccessor(F find)
{
    return Create<PartTraceAccessor<T, F>>(find);
}
} // namespace hsn
} // namespace ns3

#endif // HSN_PART_TRACE_ACCESSOR_H
