// SPDX-License-Identifier: GPL-2.0-only
#include "indexed-tcp-sockets.h"

#include "ns3/object-map.h"

#include <utility>

namespace ns3
{
namespace hsn
{
NS_OBJECT_ENSURE_REGISTERED(IndexedTcpSockets);

TypeId
IndexedTcpSockets::GetTypeId()
{
    static TypeId tid = TypeId("ns3::hsn::IndexedTcpSockets")
                            .SetParent<Object>()
                            .SetGroupName("Hsn")
                            .AddConstructor<IndexedTcpSockets>()
                            .AddAttribute("SocketList",
                                          "The sockets of the node that are not closed.",
                                          ObjectMapValue(),
                                          MakeObjectMapAccessor(&IndexedTcpSockets::m_sockets),
                                          MakeObjectMapChecker<Socket>());
    return tid;
}

Ptr<IndexedTcpSockets>
IndexedTcpSockets::Get(Ptr<Node> node)
{
    auto list = node->GetObject<IndexedTcpSockets>();
    if (!list)
    {
        list = CreateObject<IndexedTcpSockets>();
        node->AggregateObject(list);
    }
    return list;
}

uint32_t
IndexedTcpSockets::Add(Socket& socket)
{
    m_sockets.emplace_hint(m_sockets.end(), m_next, &socket);
    return m_next++;
}

void
IndexedTcpSockets::Remove(uint32_t index)
{
    m_sockets.erase(index);
}

void
IndexedTcpSockets::DoDispose()
{
    m_sockets.clear();
    Object::DoDispose();
}

IndexedTcpSocketsEntry::~IndexedTcpSocketsEntry()
{
    Leave();
}

void
IndexedTcpSocketsEntry::Join(Ptr<IndexedTcpSockets> list, Socket& socket)
{
    Leave();
    if (list)
    {
        m_index = list->Add(socket);
        m_list = list;
    }
}

void
IndexedTcpSocketsEntry::Leave()
{
    if (const auto list = std::exchange(m_list, nullptr))
    {
        list->Remove(m_index);
    }
}
} // namespace hsn
} // namespace ns3
