// SPDX-License-Identifier: GPL-2.0-only
#include "tcp-socket-paths.h"

#include "indexed-tcp-sockets.h"

#include "ns3/attribute.h"
#include "ns3/config.h"
#include "ns3/names.h"
#include "ns3/object-map.h"
#include "ns3/object-ptr-container.h"
#include "ns3/pointer.h"
#include "ns3/simulator.h"
#include "ns3/tcp-l4-protocol.h"

#include <cstddef>
#include <iterator>
#include <string>

namespace ns3
{
namespace hsn
{
/** @brief Stands for an object of ns-3's in paths: has its attributes. */
class TcpSocketPathsProxy : public Object
{
  public:
    /** @param object for which this one stands; null: none any more */
    void StandFor(Ptr<Object> object)
    {
        m_object = object;
    }

    /** @return it */
    Ptr<Object> GetObjectBehind() const
    {
        return m_object;
    }

  protected:
    /**
     * @brief Declares the attributes of another class, but for those that lead to other objects.
     * @param own class of the proxy @param other class @return the proxy's
     */
    static TypeId Borrow(TypeId own, TypeId other);

  private:
    Ptr<Object> m_object; //!< for which this one stands
};

namespace
{
/// @brief Sets and reads an attribute of the object that a proxy stands for.
class ProxyAccessor : public AttributeAccessor
{
  public:
    /// @param name of the attribute
    explicit ProxyAccessor(const std::string& name)
        : m_name(name)
    {
    }

    bool Set(ObjectBase* object, const AttributeValue& value) const override
    {
        const auto proxy = dynamic_cast<TcpSocketPathsProxy*>(object);
        return proxy && proxy->GetObjectBehind() &&
               proxy->GetObjectBehind()->SetAttributeFailSafe(m_name, value);
    }

    bool Get(const ObjectBase* object, AttributeValue& value) const override
    {
        const auto proxy = dynamic_cast<const TcpSocketPathsProxy*>(object);
        return proxy && proxy->GetObjectBehind() &&
               proxy->GetObjectBehind()->GetAttributeFailSafe(m_name, value);
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
    std::string m_name; //!< of the attribute
};

/// @brief The sockets of the node whose TCP a proxy stands for.
class SocketListAccessor : public ObjectPtrContainerAccessor
{
  private:
    /// @param object a proxy @return list of the node; null: none
    static Ptr<IndexedTcpSockets> Find(const ObjectBase* object)
    {
        const auto proxy = dynamic_cast<const TcpSocketPathsProxy*>(object);
        return proxy && proxy->GetObjectBehind()
                   ? proxy->GetObjectBehind()->GetObject<IndexedTcpSockets>()
                   : nullptr;
    }

    bool DoGetN(const ObjectBase* object, std::size_t* n) const override
    {
        const auto list = Find(object);
        *n = list ? list->GetAll().size() : 0;
        return true;
    }

    Ptr<Object> DoGet(const ObjectBase* object, std::size_t i, std::size_t* index) const override
    {
        const auto list = Find(object);
        const auto entry = std::next(list->GetAll().begin(), static_cast<std::ptrdiff_t>(i));
        *index = entry->first;
        return entry->second;
    }
};
} // namespace

TypeId
TcpSocketPathsProxy::Borrow(TypeId own, TypeId other)
{
    constexpr uint32_t BOTH = TypeId::ATTR_GET | TypeId::ATTR_SET;
    for (std::size_t i = 0; i < other.GetAttributeN(); ++i)
    {
        const auto attribute = other.GetAttribute(i);
        const auto checker = PeekPointer(attribute.checker);
        if (!dynamic_cast<const ObjectPtrContainerChecker*>(checker) &&
            !dynamic_cast<const PointerChecker*>(checker))
        {
            own.AddAttribute(attribute.name,
                             attribute.help,
                             attribute.flags & BOTH,
                             *attribute.initialValue,
                             Create<ProxyAccessor>(attribute.name),
                             attribute.checker);
        }
    }
    return own;
}

/** @brief Stands for ns-3's TCP of a node. */
class TcpSocketPathsProtocol : public TcpSocketPathsProxy
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId()
    {
        static TypeId tid = Borrow(TypeId("ns3::hsn::TcpSocketPathsProtocol")
                                       .SetParent<Object>()
                                       .SetGroupName("Hsn")
                                       .AddAttribute("SocketList",
                                                     "The IndexedTcpSockets of the node.",
                                                     ObjectMapValue(),
                                                     Create<SocketListAccessor>(),
                                                     MakeObjectMapChecker<Socket>()),
                                   TcpL4Protocol::GetTypeId());
        return tid;
    }
};

/** @brief Stands for a node. */
class TcpSocketPathsNode : public TcpSocketPathsProxy
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId()
    {
        static TypeId tid =
            Borrow(TypeId("ns3::hsn::TcpSocketPathsNode").SetParent<Object>().SetGroupName("Hsn"),
                   Node::GetTypeId());
        return tid;
    }

    /**
     * @param id number of a node @return the proxy for nodes of this number, with one for their
     * TCP under the name by which paths ask for that
     *
     * ns-3 forgets names only all at once, so proxies and their names outlive simulations.
     */
    static Ptr<TcpSocketPathsNode> Get(uint32_t id)
    {
        const std::string name = "hsn-tcp-socket-paths-" + std::to_string(id);
        auto proxy = Names::Find<TcpSocketPathsNode>(name);
        if (!proxy)
        {
            proxy = CreateObject<TcpSocketPathsNode>();
            Names::Add(name, proxy);
            proxy->m_protocol = CreateObject<TcpSocketPathsProtocol>();
            Names::Add(proxy, "$ns3::TcpL4Protocol", proxy->m_protocol);
        }
        return proxy;
    }

    /** @param node it stands for; null: none any more */
    void StandForNode(Ptr<Node> node)
    {
        StandFor(node);
        m_protocol->StandFor(node ? node->GetObject<TcpL4Protocol>() : nullptr);
    }

  private:
    Ptr<TcpSocketPathsProtocol> m_protocol; //!< its TCP
};

NS_OBJECT_ENSURE_REGISTERED(TcpSocketPaths);

TypeId
TcpSocketPaths::GetTypeId()
{
    static TypeId tid = TypeId("ns3::hsn::TcpSocketPaths")
                            .SetParent<Object>()
                            .SetGroupName("Hsn")
                            .AddAttribute("NodeList",
                                          "The nodes with such paths.",
                                          ObjectMapValue(),
                                          MakeObjectMapAccessor(&TcpSocketPaths::m_nodes),
                                          MakeObjectMapChecker<Object>());
    return tid;
}

Ptr<TcpSocketPaths>&
TcpSocketPaths::Current()
{
    static Ptr<TcpSocketPaths> current;
    return current;
}

void
TcpSocketPaths::Add(Ptr<Node> node)
{
    auto& current = Current();
    if (!current)
    {
        current = CreateObject<TcpSocketPaths>();
        Config::RegisterRootNamespaceObject(current);
        Simulator::ScheduleDestroy(&TcpSocketPaths::Delete);
    }
    const auto proxy = TcpSocketPathsNode::Get(node->GetId());
    proxy->StandForNode(node);
    current->m_nodes[node->GetId()] = proxy;
}

void
TcpSocketPaths::Delete()
{
    auto& current = Current();
    Config::UnregisterRootNamespaceObject(current);
    for (const auto& entry : current->m_nodes)
    {
        entry.second->StandForNode(nullptr);
    }
    current = nullptr;
}
} // namespace hsn
} // namespace ns3
