// SPDX-License-Identifier: GPL-2.0-only
#ifndef QOS_NODE_WATCH_H
#define QOS_NODE_WATCH_H

#include "qos-udp-watch.h"

#include "ns3/ipv4-header.h"
#include "ns3/ipv4.h"
#include "ns3/ipv6-header.h"
#include "ns3/ipv6.h"
#include "ns3/node.h"
#include "ns3/nstime.h"
#include "ns3/object.h"
#include "ns3/qos-adapter.h"
#include "ns3/qos-monitor.h"
#include "ns3/socket-keeper.h"
#include "ns3/socket.h"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace ns3
{
namespace hsn
{
/**
 * @ingroup hsn-qos
 * @brief Tells a monitor of all sockets of a node, also of those that open later: this module's
 * transports by their trace sources, ns-3's TCP likewise, UDP by its datagrams.
 *
 * Sockets and applications stay as they are. QosMonitorHelper makes it; it is a part of its node.
 */
class QosNodeWatch : public Object
{
  public:
    /// @return the TypeId
    static TypeId GetTypeId();

    QosNodeWatch();
    ~QosNodeWatch() override;

    /// @param node watched from now on @param monitor is told
    void Watch(Ptr<Node> node, Ptr<QosMonitor> monitor);
    /// @param contracts of each connection that opens from now on
    void SetContracts(const std::vector<QosContract>& contracts);
    /// @return the monitor that is told
    Ptr<QosMonitor> GetMonitor() const;
    /// @param connection id @return its transport and, as long as it is open, its ports and
    /// addresses, for people; empty for others' connections
    std::string GetName(uint64_t connection) const;

    /**
     * @brief Connects an adapter that fits to a socket.
     * @param socket of a transport of this module, or of ns-3's TCP
     * @param fifo gets the records
     * @param connection id
     * @param sums the adapter will tell data as sums
     * @return the adapter, or null if none fits
     */
    static Ptr<QosAdapter> Attach(Ptr<Socket> socket,
                                  Ptr<QosEventFifo> fifo,
                                  uint64_t connection,
                                  bool sums = false);

  protected:
    void DoDispose() override;

  private:
    /// What a connection is called.
    struct Name
    {
        std::string transport; //!< of it
        Ptr<Socket> socket;    //!< while it is open; of UDP null
    };

    /// @param socket that was bound or accepted
    void Open(Ptr<Socket> socket);
    /// @param socket that was closed
    void Close(Ptr<Socket> socket);
    /// @return the sockets that ns-3's TCP has, which it tells nobody of
    std::vector<Ptr<Socket>> GetTcpSockets() const;
    /// Closes all of ns-3's TCP but some. @param sockets that it has
    void CloseTcpBut(const std::vector<Ptr<Socket>>& sockets);
    /// @param header of IP @param packet sent: a SYN of ns-3's TCP shows a new socket
    void LookForTcp(const Ipv4Header& header, Ptr<const Packet> packet, uint32_t);
    /// @param header of IP @param packet sent
    void LookForTcp6(const Ipv6Header& header, Ptr<const Packet> packet, uint32_t);
    /// @param protocol of IP @param packet sent
    void LookFor(uint8_t protocol, Ptr<const Packet> packet);
    /// @param adapter of a new connection: gets contracts, and tells sums if the monitor wants them
    void Prepare(QosAdapter& adapter) const;
    /// @param row of a connection that is forgotten
    void Forget(const QosRow& row);
    /// The monitor is about to bring rows up to date.
    void Collect();
    /// @return adapter of a new UDP connection
    Ptr<QosAdapter> MakeUdp();
    /// A DisplayInterval is over.
    void Expire();
    /// @return id that no connection of the node has had
    uint64_t MakeId();

    bool m_udp;                                     //!< attribute
    bool m_tcp;                                     //!< attribute
    bool m_sums;                                    //!< attribute
    bool m_collects{false};                         //!< data is told as sums
    Time m_idle;                                    //!< attribute
    Ptr<Node> m_node;                               //!< watched
    Ptr<Ipv4> m_ipv4;                               //!< of the node, if ns-3's TCP is watched
    Ptr<Ipv6> m_ipv6;                               //!< the same
    Ptr<SocketKeeper> m_keeper;                     //!< of the node
    Ptr<QosMonitor> m_monitor;                      //!< told
    Ptr<QosUdpWatch> m_udpWatch;                    //!< of its datagrams
    std::map<Ptr<Socket>, Ptr<QosAdapter>> m_known; //!< open sockets, null if none fits
    std::map<uint64_t, Name> m_names;               //!< by connection
    std::vector<QosContract> m_contracts;           //!< of new connections
    uint32_t m_count{0};                            //!< ids so far
};
} // namespace hsn
} // namespace ns3

#endif // QOS_NODE_WATCH_H
