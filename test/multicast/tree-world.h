// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * A sender to a group and its receivers by sockets, on a tree of nodes and links, and what the
 * links lose.
 */
#ifndef HSN_TREE_WORLD_H
#define HSN_TREE_WORLD_H

#include "../transport/socket-exchange-support.h"

#include "ns3/inet-socket-address.h"
#include "ns3/ipv4.h"
#include "ns3/multicast-tree-helper.h"

#include <cstdint>
#include <map>
#include <memory>
#include <utility>
#include <vector>

namespace ns3
{
namespace hsn
{
/** @brief Which packets a link has lost, in the order in which they came to its end. */
using LossSequence = std::vector<bool>;

/** @brief Listens to what reaches the ends of a tree's links. */
struct TreeWatch
{
    /** @param t the tree @param nodes of InstallLinks() */
    TreeWatch(const MulticastTree& t, const NodeContainer& nodes)
        : tree(t),
          groups(t.GetNodes())
    {
        for (uint32_t node = 1; node < tree.GetNodes(); ++node)
        {
            const auto lower = nodes.Get(node)->GetDevice(1); // behind the loopback
            const auto channel = lower->GetChannel();
            const auto upper = channel->GetDevice(channel->GetDevice(0) == lower ? 1 : 0);
            for (const bool isLost : {false, true})
            {
                const char* const trace = isLost ? "PhyRxDrop" : "PhyRxEnd";
                lower->TraceConnectWithoutContext(
                    trace,
                    Sink<Ptr<const Packet>>::Make([this, node, isLost](Ptr<const Packet> packet) {
                        if (AddressAt(packet, 16).IsMulticast())
                        {
                            groups[node].push_back(isLost);
                        }
                        else
                        {
                            singles[{node, AddressAt(packet, 16)}].push_back(isLost);
                        }
                    }));
                upper->TraceConnectWithoutContext(
                    trace,
                    Sink<Ptr<const Packet>>::Make([this, node, isLost](Ptr<const Packet> packet) {
                        answers[{node, AddressAt(packet, 12)}].push_back(isLost);
                    }));
            }
        }
    }

    /// @param packet of IPv4 behind PPP @param place of an address in IPv4 @return the address
    static Ipv4Address AddressAt(Ptr<const Packet> packet, uint32_t place)
    {
        uint8_t octets[22] = {};
        packet->CopyData(octets, sizeof(octets));
        return Ipv4Address::Deserialize(octets + 2 + place);
    }

    /// @param node of the tree @return numbers of the source's packets to the group that reach it
    std::vector<uint32_t> GetNumbers(uint32_t node) const
    {
        std::vector<uint32_t> above;
        const uint32_t parent = tree.GetLink(node).parent;
        if (parent != 0)
        {
            above = GetNumbers(parent);
        }
        std::vector<uint32_t> numbers;
        for (uint32_t i = 0; i < groups[node].size(); ++i)
        {
            if (!groups[node][i])
            {
                numbers.push_back(parent == 0 ? i : above[i]);
            }
        }
        return numbers;
    }

    /// By link, and by the address of a receiver on it.
    using Singles = std::map<std::pair<uint32_t, Ipv4Address>, LossSequence>;

    const MulticastTree tree;         //!< under test
    std::vector<LossSequence> groups; //!< packets to groups, by link
    Singles singles;                  //!< packets to one receiver
    Singles answers;                  //!< packets from one receiver
};

/** @brief The host of a tree sends, its leaves receive; every octet is checked.
 * @tparam S the protocol's socket @tparam Helper of the protocol */
template <typename S, typename Helper>
struct TreeWorld
{
    static constexpr uint16_t PORT = 9; //!< of the group

    /** @param tree a tree @param links makes it @param factory name of the sockets' */
    TreeWorld(const MulticastTree& tree,
              const MulticastTreeHelper& links,
              const std::string& factory)
        : group(Ipv4Address("225.1.2.3"), PORT),
          nodes(links.InstallLinks(tree, group.GetIpv4())),
          receivers(MulticastTreeHelper::GetReceivers(tree, nodes)),
          watch(tree, nodes)
    {
        const auto source = MulticastTreeHelper::GetSource(tree, nodes);
        Helper(group).Install(source, receivers);
        const auto type = TypeId::LookupByName(factory);
        for (uint32_t i = 0; i < receivers.GetN(); ++i)
        {
            listeners.push_back(DynamicCast<S>(Socket::CreateSocket(receivers.Get(i), type)));
            listeners.back()->Bind(InetSocketAddress(Ipv4Address::GetAny(), PORT));
            servers.push_back(std::make_unique<StreamServer>(listeners.back(), 0));
        }
        socket = DynamicCast<S>(Socket::CreateSocket(source, type));
    }

    TreeWorld(const TreeWorld&) = delete;
    TreeWorld& operator=(const TreeWorld&) = delete;

    ~TreeWorld()
    {
        Simulator::Destroy();
    }

    /// Sends a stream, to the end. @param octets of it
    void Run(uint32_t octets)
    {
        client.piece = 1000;
        client.Use(socket, 0, 0, octets);
        socket->Connect(group);
        Simulator::Stop(Seconds(600));
        Simulator::Run();
    }

    /// @param octets of the stream @return receivers that have all of them, once and in order
    uint32_t GetComplete(uint32_t octets) const
    {
        uint32_t complete = 0;
        for (const auto& server : servers)
        {
            complete += server->ends.size() == 1 && server->ends[0]->received == octets &&
                        server->ends[0]->wrong == 0 && server->ends[0]->closed == 1;
        }
        return complete;
    }

    InetSocketAddress group;                            //!< of the stream
    NodeContainer nodes;                                //!< of the tree, then the host
    NodeContainer receivers;                            //!< leaves
    TreeWatch watch;                                    //!< of the links
    Ptr<S> socket;                                      //!< sends
    StreamEnd client;                                   //!< its application
    std::vector<Ptr<S>> listeners;                      //!< receivers
    std::vector<std::unique_ptr<StreamServer>> servers; //!< their applications
};
} // namespace hsn
} // namespace ns3

#endif // HSN_TREE_WORLD_H
