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
                            .AddConstructor<SocketKeeper>();
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
    m_open[PeekPointer(socket)] = {socket, nodeGone};
}

void
SocketKeeper::Remove(Socket* socket)
{
    const auto it = m_open.find(socket);
    if (it != m_open.end())
    {
        const Ptr<Socket> last = it->second.first; // its destructor may come back here
        m_open.erase(it);
    }
}

std::size_t
SocketKeeper::GetN() const
{
    return m_open.size();
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
