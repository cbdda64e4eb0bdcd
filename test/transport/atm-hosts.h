// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * Two hosts with a permanent connection of AAL5 that may lose cells.
 */
#ifndef HSN_ATM_HOSTS_H
#define HSN_ATM_HOSTS_H

#include "ns3/atm-channel.h"
#include "ns3/atm-helper.h"
#include "ns3/error-model.h"
#include "ns3/hsn-internet-helper.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-address-helper.h"
#include "ns3/link-socket-address.h"
#include "ns3/node-container.h"
#include "ns3/pointer.h"
#include "ns3/simulator.h"
#include "ns3/socket.h"
#include "ns3/string.h"
#include "ns3/type-id.h"
#include "ns3/uinteger.h"

#include <cstdint>
#include <string>

namespace ns3
{
namespace hsn
{
/** @brief Two hosts on AAL5. */
struct AtmHosts
{
    /** @brief What the connection carries. */
    enum Content
    {
        PROTOCOL, ///< a protocol without IP, and nothing else
        ANYTHING, ///< by LLC/SNAP, without IP addresses
        IP        ///< by LLC/SNAP, with IP addresses
    };

    /** @param content of the connection @param loss share of cells @param stream of random
     * variables */
    explicit AtmHosts(Content content, double loss = 0, int64_t stream = 5)
        : nodes(2)
    {
        AtmHelper atm;
        if (content == PROTOCOL)
        {
            atm.SetVcAttribute("Encapsulation", StringValue("VcMux"));
            atm.SetVcAttribute("Protocol", UintegerValue(0x88b5));
        }
        devices = atm.Install(nodes);
        pvc = atm.ConnectPvc(devices.Get(0), devices.Get(1));
        if (loss > 0)
        {
            const auto errors = CreateObject<RateErrorModel>();
            errors->SetUnit(RateErrorModel::ERROR_UNIT_PACKET);
            errors->SetRate(loss);
            errors->AssignStreams(stream);
            devices.Get(0)->GetChannel()->SetAttribute("CellLossModel", PointerValue(errors));
        }
        InternetStackHelper internet;
        internet.Install(nodes);
        internet.AssignStreams(nodes, 2000); // the same whatever ran before
        HsnInternetHelper().Install(nodes);
        if (content == IP)
        {
            Ipv4AddressHelper("10.0.0.0", "255.255.255.0").Assign(devices);
        }
    }

    ~AtmHosts()
    {
        Simulator::Destroy();
    }

    AtmHosts(const AtmHosts&) = delete;
    AtmHosts& operator=(const AtmHosts&) = delete;

    /** @param port of host 1 @return its address, for host 0, without IP */
    LinkSocketAddress At(uint16_t port) const
    {
        return LinkSocketAddress(devices.Get(0)->GetIfIndex(), pvc.a->GetPeerAddress(), port);
    }

    /** @param i host @param factory of the socket @return a socket */
    Ptr<Socket> Make(uint32_t i, const std::string& factory) const
    {
        return Socket::CreateSocket(nodes.Get(i), TypeId::LookupByName(factory));
    }

    /** @param i host @param factory of the socket @param port or 0 @return a bound socket, without
     * IP */
    Ptr<Socket> Make(uint32_t i, const std::string& factory, uint16_t port) const
    {
        const auto socket = Make(i, factory);
        socket->Bind(LinkSocketAddress(devices.Get(i), port));
        return socket;
    }

    NodeContainer nodes;        ///< two
    NetDeviceContainer devices; ///< their ATM interfaces
    AtmPvc pvc;                 ///< between them
};
} // namespace hsn
} // namespace ns3

#endif // HSN_ATM_HOSTS_H
