// SPDX-License-Identifier: GPL-2.0-only
#include "socket-keeper.h"

namespace ns3
{
namespace hsn
{
NS_OBJECT_ENSURE_REGISTERED(SocketKeeper);

TypeId
SocketKeeper::GetTypeId()
{
    static TypeId tid = TypeId("ns3::hsn::SocketKeeper")
                            .SetParent<Object>()
                            .SetGroupName("Hsn")
                            .AddConstructor<SocketKeeper>()
                            .AddTraceSource("Open",
                                            "A socket is bound, or a connection accepted.",
                                            MakeTraceSourceAccessor(&SocketKeeper::m_added),
                                            "ns3::hsn::SocketKeeper::SocketTracedCallback")
                            .AddTraceSource("Close",
                                            "A socket is closed.",
                                            MakeTraceSourceAccessor(&SocketKeeper::m_removed),
                                            "ns3::hsn::SocketKeeper::SocketTracedCallback");
    return tid;
}

Ptr<SocketKeeper>
SocketKeeper::Get(Ptr<Node> node)
{
    auto keeper = node->GetObject<SocketKeeper>();
    if (!keeper)
    {
        keeper = CreateObject<SocketKeeper>();
        node->AggregateObject(keeper);
    }
    return keeper;
}

void
SocketKeeper::Add(Ptr<Socket> socket, Callback<void> nodeGone)
{
    const bool isNew =
        m_open.insert_or_assign(PeekPointer(socket), std::make_pair(socket, nodeGone)).second;
    if (isNew) // a socket that is bound again, or kept already, is told once
    {
        m_added(socket);
    }
}

void
SocketKeeper::Remove(Socket* socket)
{
    const auto it = m_open.find(socket);
    if (it != m_open.end())
    {
        const Ptr<Socket> last = it->second.first; // its destructor may come back here
        m_open.erase(it);
        m_removed(last);
    }
}

std::size_t
SocketKeeper::GetN() const
{
    return m_open.size();
}

std::vector<Ptr<Socket>>
SocketKeeper::GetSockets() const
{
    std::vector<Ptr<Socket>> sockets;
    for (const auto& entry : m_open)
    {
        sockets.push_back(entry.second.first);
    }
    return sockets;
}

void
SocketKeeper::DoDispose()
{
    const auto open = std::exchange(m_open, {});
    for (const auto& entry : open)
    {
        entry.second.second();
    }
    Object::DoDispose();
}
} // namespace hsn
} // namespace ns3
