// SPDX-License-Identifier: GPL-2.0-only
#ifndef HSN_PACKET_INJECTION_H
#define HSN_PACKET_INJECTION_H

#include "tcp-interop-support.h"

#include "ns3/ipv4-header.h"
#include "ns3/ipv4-l3-protocol.h"
#include "ns3/packet.h"
#include "ns3/simulator.h"
#include "ns3/transport-header.h"

namespace ns3
{
namespace hsn
{
/**
 * @ingroup hsn-tests
 * @brief Gives a host of two a packet over IPv4 that its peer has not sent.
 * @param hosts both
 * @param to number of the host, 0 or 1
 * @param protocol number
 * @param header of the packet; gets the ports
 * @param client port of host 0
 * @param server port of host 1
 * @param packet what follows the header
 */
inline void
InjectPacket(TcpHosts& hosts,
             uint32_t to,
             uint8_t protocol,
             TransportHeader& header,
             uint16_t client,
             uint16_t server,
             Ptr<Packet> packet)
{
    header.SetSourcePort(to == 0 ? server : client);
    header.SetDestinationPort(to == 0 ? client : server);
    packet->AddHeader(header);
    Ipv4Header ip;
    ip.SetSource(Ipv4Address(0x0a000002 - to));
    ip.SetDestination(Ipv4Address(0x0a000001 + to));
    ip.SetPayloadSize(packet->GetSize());
    ip.SetProtocol(protocol);
    ip.SetTtl(64);
    packet->AddHeader(ip);
    const auto device = hosts.Device(to);
    Simulator::ScheduleWithContext(device->GetNode()->GetId(),
                                   Time(0),
                                   &SimpleNetDevice::Receive,
                                   device,
                                   packet,
                                   Ipv4L3Protocol::PROT_NUMBER,
                                   Mac48Address::ConvertFrom(device->GetAddress()),
                                   Mac48Address("00:00:00:00:00:99"));
}
} // namespace hsn
} // namespace ns3

#endif // HSN_PACKET_INJECTION_H
