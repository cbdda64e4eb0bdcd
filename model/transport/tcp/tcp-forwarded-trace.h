// SPDX-License-Identifier: GPL-2.0-only
#ifndef HSN_TCP_FORWARDED_TRACE_H
#define HSN_TCP_FORWARDED_TRACE_H

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
/**
 * @brief A trace source of an object that is one of a part of it.
 *
 * Costs the object nothing: who connects is connected with the part.
 *
 * @tparam T class of the object
 * @tparam F type of a function from T to a pointer to the part
 */
template <typename T, typename F>
class ForwardedTrace : public TraceSourceAccessor
{
  public:
    /** @param part finds the part @param source name of the trace source there */
    ForwardedTrace(F part, const std::string& source)
        : m_part(std::move(part)),
          m_source(source)
    {
    }

    bool ConnectWithoutContext(ObjectBase* object, const CallbackBase& callback) const override
    {
        const auto owner = dynamic_cast<T*>(object);
        return owner && m_part(*owner)->TraceConnectWithoutContext(m_source, callback);
    }

    bool Connect(ObjectBase* object,
                 std::string context,
                 const CallbackBase& callback) const override
    {
        const auto owner = dynamic_cast<T*>(object);
        return owner && m_part(*owner)->TraceConnect(m_source, context, callback);
    }

    bool DisconnectWithoutContext(ObjectBase* object, const CallbackBase& callback) const override
    {
        const auto owner = dynamic_cast<T*>(object);
        return owner && m_part(*owner)->TraceDisconnectWithoutContext(m_source, callback);
    }

    bool Disconnect(ObjectBase* object,
                    std::string context,
                    const CallbackBase& callback) const override
    {
        const auto owner = dynamic_cast<T*>(object);
        return owner && m_part(*owner)->TraceDisconnect(m_source, context, callback);
    }

  private:
    F m_part;             //!< finds the part
    std::string m_source; //!< name there
};
} // namespace hsn
} // namespace ns3

#endif // HSN_TCP_FORWARDED_TRACE_H
