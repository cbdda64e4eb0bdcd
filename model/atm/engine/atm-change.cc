// SPDX-License-Identifier: GPL-2.0-only
#include "atm-change.h"

#include "burst-parts.h"

namespace ns3
{
namespace hsn
{
namespace
{
/// Accessor of a trace source to which sinks are connected, and from which they are disconnected,
/// in the scope of an AtmChange: a sink is told of the cells of its time.
class WatchedAccessor : public TraceSourceAccessor
{
  public:
    /// @param source does the work
    explicit WatchedAccessor(Ptr<const TraceSourceAccessor> source)
        : m_source(source)
    {
    }

    bool ConnectWithoutContext(ObjectBase* obj, const CallbackBase& cb) const override
    {
        AtmChange change;
        return m_source->ConnectWithoutContext(obj, cb);
    }

    bool Connect(ObjectBase* obj, std::string context, const CallbackBase& cb) const override
    {
        AtmChange change;
        return m_source->Connect(obj, context, cb);
    }

    bool DisconnectWithoutContext(ObjectBase* obj, const CallbackBase& cb) const override
    {
        AtmChange change;
        return m_source->DisconnectWithoutContext(obj, cb);
    }

    bool Disconnect(ObjectBase* obj, std::string context, const CallbackBase& cb) const override
    {
        AtmChange change;
        return m_source->Disconnect(obj, context, cb);
    }

  private:
    Ptr<const TraceSourceAccessor> m_source; //!< does the work
};
} // namespace

uint32_t AtmChange::m_depth = 0;

AtmChange::AtmChange()
    : m_link(nullptr)
{
    BurstNetwork::Settle();
    ++m_depth;
}

AtmChange::AtmChange(BurstLink& link)
    : m_link(&link)
{
    BurstNetwork::Settle();
    ++m_depth;
    link.BeginChange();
}

AtmChange::~AtmChange()
{
    if (m_link)
    {
        m_link->EndChange();
    }
    if (m_depth <= 1) // 0: abandoned
    {
        BurstNetwork::Reconsider();
    }
    m_depth -= m_depth > 0 ? 1 : 0;
}

void
AtmChange::Abandon()
{
    m_depth = 0;
}

Ptr<const TraceSourceAccessor>
AtmChange::Watch(Ptr<const TraceSourceAccessor> source)
{
    return Create<WatchedAccessor>(source);
}
} // namespace hsn
} // namespace ns3
