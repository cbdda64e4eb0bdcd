// SPDX-License-Identifier: GPL-2.0-only
#include "indexed-tcp-socket-factory.h"

#include "tcp-rate-reduction.h"

#include "ns3/abort.h"
#include "ns3/boolean.h"
#include "ns3/node.h"
#include "ns3/object-factory.h"
#include "ns3/tcp-l4-protocol.h"
#include "ns3/tcp-prr-recovery.h"
#include "ns3/tcp-socket-base.h"
#include "ns3/type-id.h"

#include <string>
#include <vector>

namespace ns3
{
namespace hsn
{
NS_OBJECT_ENSURE_REGISTERED(IndexedTcpSocketFactory);

namespace
{
/**
 * @brief Makes an object of the class that an attribute names.
 * @tparam T its base class
 * @param tcp has the attribute
 * @param attribute name
 * @return the object
 */
template <typename T>
Ptr<T>
Make(Ptr<TcpL4Protocol> tcp, const std::string& attribute)
{
    TypeIdValue value;
    tcp->GetAttribute(attribute, value);
    ObjectFactory factory;
    factory.SetTypeId(value.Get());
    return factory.Create<T>();
}

/// Numbers of an attribute of IndexedTcpSocket, and of that of TcpSocketBase with the same name.
struct SharedAttribute
{
    std::size_t ours;   //!< in IndexedTcpSocket
    std::size_t theirs; //!< in TcpSocketBase
};

/// @return attributes of IndexedTcpSocket that can be set and that TcpSocketBase has, too
std::vector<SharedAttribute>
FindShared()
{
    std::vector<SharedAttribute> shared;
    const TypeId ours = IndexedTcpSocket::GetTypeId();
    const TypeId theirs = TcpSocketBase::GetTypeId();
    for (std::size_t i = 0; i < ours.GetAttributeN(); ++i)
    {
        const auto mine = ours.GetAttribute(i);
        for (std::size_t j = 0; j < theirs.GetAttributeN(); ++j)
        {
            if (theirs.GetAttribute(j).name == mine.name && (mine.flags & TypeId::ATTR_SET) &&
                mine.accessor->HasSetter())
            {
                shared.push_back({i, j});
            }
        }
    }
    return shared;
}
} // namespace

TypeId
IndexedTcpSocketFactory::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::hsn::IndexedTcpSocketFactory")
            .SetParent<TransportSocketFactory>()
            .SetGroupName("Hsn")
            .AddConstructor<IndexedTcpSocketFactory>()
            .AddAttribute(
                "ReplacePrr",
                "Use ns3::hsn::TcpRateReduction where ns3::TcpL4Protocol's RecoveryType is "
                "ns3::TcpPrrRecovery, which overflows with large windows.",
                BooleanValue(true),
                MakeBooleanAccessor(&IndexedTcpSocketFactory::m_replacePrr),
                MakeBooleanChecker());
    return tid;
}

Ptr<TcpRecoveryOps>
IndexedTcpSocketFactory::MakeRecovery(Ptr<TcpL4Protocol> tcp) const
{
    auto recovery = Make<TcpRecoveryOps>(tcp, "RecoveryType");
    if (m_replacePrr && DynamicCast<TcpPrrRecovery>(recovery))
    {
        return CreateObject<TcpRateReduction>();
    }
    return recovery;
}

std::string
IndexedTcpSocketFactory::FindObstacle(Ptr<Node> node) const
{
    return node->GetObject<TcpL4Protocol>() ? "" : "has no TCP; install an Internet stack first";
}

Ptr<Socket>
IndexedTcpSocketFactory::MakeSocket(Ptr<Node> /* node */)
{
    auto socket = CreateObject<IndexedTcpSocket>();
    Equip(socket);
    return socket;
}

void
IndexedTcpSocketFactory::Equip(Ptr<IndexedTcpSocket> socket) const
{
    const auto node = GetObject<Node>();
    const auto tcp = GetObject<TcpL4Protocol>();
    NS_ABORT_MSG_UNLESS(node && tcp,
                        "IndexedTcpSocketFactory: the node has no Internet stack with TCP");
    TakeDefaults(socket);
    socket->SetNode(node);
    socket->SetTcp(tcp);
    socket->SetList(IndexedTcpSockets::Get(node));
    socket->SetRtt(Make<RttEstimator>(tcp, "RttEstimatorType"));
    socket->SetRecoveryAlgorithm(MakeRecovery(tcp));
    socket->SetCongestionControlAlgorithm(Make<TcpCongestionOps>(tcp, "SocketType"));
}

void
IndexedTcpSocketFactory::TakeDefaults(Ptr<IndexedTcpSocket> socket)
{
    // looking an attribute up by its name takes longer than all the rest of a socket
    static const std::vector<SharedAttribute> shared = FindShared();
    const auto text = [](const auto& value, const auto& checker) {
        return value->SerializeToString(checker);
    };
    for (const auto& [ours, theirs] : shared)
    {
        const auto other = TcpSocketBase::GetTypeId().GetAttribute(theirs);
        if (other.initialValue == other.originalInitialValue)
        {
            continue; // the same object
        }
        const auto mine = IndexedTcpSocket::GetTypeId().GetAttribute(ours);
        const bool changed = text(other.initialValue, other.checker) !=
                             text(other.originalInitialValue, other.checker);
        const bool ownChange =
            text(mine.initialValue, mine.checker) != text(mine.originalInitialValue, mine.checker);
        if (changed && !ownChange)
        {
            socket->SetAttribute(mine.name, *other.initialValue);
        }
    }
}
} // namespace hsn
} // namespace ns3
