// SPDX-License-Identifier: GPL-2.0-only
#ifndef HOST_COST_H
#define HOST_COST_H

#include "ns3/nstime.h"
#include "ns3/object.h"
#include "ns3/packet.h"

#include <array>
#include <cstdint>

namespace ns3
{
namespace hsn
{
/**
 * @ingroup hsn-host
 * @brief What a host does with packets.
 */
enum class HostOperation
{
    INTERRUPT,     //!< hardware interrupt, demultiplexing, call of the client
    COPY,          //!< from a buffer to another
    ENQUEUE,       //!< into a queue of the kernel
    POST,          //!< of a software interrupt
    POLL,          //!< one look at the adapter
    PROTOCOL,      //!< stack and delivery, of a packet without TCP data; octets of the IP packet
    PROTOCOL_DATA, //!< the same of a TCP segment with data, and its ACK; octets of data
    SEND,          //!< of a packet without TCP data; octets of the IP packet
    SEND_DATA,     //!< of a TCP segment with data; octets of data
    APPLICATION    //!< the receiver's own work on a packet
};

/**
 * @ingroup hsn-host
 * @brief Tells what an operation costs; without a subclass, nothing.
 */
class HostCost : public Object
{
  public:
    /// What a cost depends on, of one IP packet.
    struct Kind
    {
        bool tcpData{false}; //!< a TCP segment with data
        uint32_t octets{0};  //!< of its data, or of the packet
    };

    /// @return the TypeId
    static TypeId GetTypeId();

    /**
     * @param operation what is done
     * @param octets with how many
     * @param packets in how many packets
     * @return processor time, not negative
     */
    virtual Time GetCost(HostOperation operation, uint32_t octets, uint32_t packets = 1) const;

    /// @return whether no operation costs anything, now and later
    virtual bool IsFree() const;

    /**
     * @param packet with its network header in front
     * @param protocol EtherType
     * @return what it is; fragments and malformed packets have no TCP data
     */
    static Kind Classify(Ptr<const Packet> packet, uint16_t protocol);

    /**
     * @param data PROTOCOL_DATA or SEND_DATA
     * @param other PROTOCOL or SEND
     * @param packet with its network header in front
     * @param protocol EtherType
     * @return cost of the one or the other
     */
    Time GetCost(HostOperation data,
                 HostOperation other,
                 Ptr<const Packet> packet,
                 uint16_t protocol) const;
};

/**
 * @ingroup hsn-host
 * @brief Costs from a table: fixed + per packet + per octet, for each operation.
 */
class HostCostTable : public HostCost
{
  public:
    /// @return the TypeId
    static TypeId GetTypeId();

    /**
     * @brief Sets a line of the table. No time may be negative.
     * @param operation what is done
     * @param fixed each time
     * @param perPacket for each packet
     * @param perOctet for each octet, ns
     */
    void SetCost(HostOperation operation, Time fixed, Time perPacket, double perOctet);

    /**
     * @brief Costs of a workstation of 1996: M. Liao, S. Tan, R. Campbell, "A fast, flexible
     * network interface framework", jitter experiments. The stack's times were fitted to its tables
     * 3, 4.
     */
    void UseVirtualChoices();

    Time GetCost(HostOperation operation, uint32_t octets, uint32_t packets = 1) const override;
    bool IsFree() const override;
    using HostCost::GetCost;

  private:
    /// A line.
    struct Line
    {
        int64_t fixed{0};     //!< time steps
        int64_t perPacket{0}; //!< time steps
        double perOctet{0};   //!< time steps
    };

    std::array<Line, 10> m_lines; //!< by operation
};
} // namespace hsn
} // namespace ns3

#endif // HOST_COST_H
