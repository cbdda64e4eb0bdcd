// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * The ATM network of the paper: hosts ate and dwp, three switches between them.
 */
#ifndef QOS_A_NETWORK_H
#define QOS_A_NETWORK_H

#include "ns3/atm-helper.h"
#include "ns3/atm-output-port.h"
#include "ns3/data-rate.h"
#include "ns3/error-model.h"
#include "ns3/mets-host.h"
#include "ns3/mets-mpeg-source.h"
#include "ns3/mets-nic.h"
#include "ns3/node.h"
#include "ns3/object-factory.h"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace ns3
{
namespace hsn
{
/// A video: sizes of its pictures, and how they are sent.
struct QosAClip
{
    double frameRate{24};      //!< pictures a second
    double meanOctets{2856};   //!< of a picture
    uint32_t gop{9};           //!< pictures of a group
    double shares[3]{4, 4, 6}; //!< of a group's octets: I, P and B pictures together
    double tickPhase{0};       //!< of the clock that dispatches pictures, s
    double spread{0.3};        //!< each picture's size is multiplied by U(1 - spread, 1 + spread)
};

/// Numbers of the chain's parts, from the sending host on.
struct QosAChain
{
    /// @param cells of a picture on average @return octets that fill them, with METS and AAL5
    static double GetOctets(double cells);

    /// Builds ate - chuff - sparrow - rook - dwp.
    void Build();

    /**
     * @brief Connects the hosts by a VC of their own.
     * @param flow number of the flow
     * @param mtu octets of data in a packet
     * @return sending and receiving end
     */
    std::pair<Ptr<MetsSender>, Ptr<MetsReceiver>> Connect(uint16_t flow, uint32_t mtu);

    /// @param flow that is connected @return its VC at the receiver
    Ptr<AtmVc> GetReceivingVc(uint16_t flow) const;

    /// @return buffer of switch rook before the link to dwp
    Ptr<AtmCellQueue> GetLastQueue() const;

    /// @param at number of a switch @return METS of a further host on it
    Ptr<MetsHost> AddHost(uint32_t at);

    /**
     * @brief Makes a video that a sender sends.
     * @param clip the video
     * @param sender sends it
     * @param stream first random stream
     * @return the source
     */
    static Ptr<LayeredMpegSource> MakeSource(const QosAClip& clip,
                                             Ptr<MetsSender> sender,
                                             int64_t stream);

    AtmHelper atm;                   //!< draws links
    double cellLoss{0};              //!< share of the cells lost on the last link
    DataRate lastRate{"100Mbps"};    //!< rate of that link
    Ptr<Node> ate;                   //!< sending host
    Ptr<Node> dwp;                   //!< receiving host
    std::vector<Ptr<Node>> switches; //!< chuff, sparrow, rook
    Ptr<MetsNic> ateNic;             //!< adapter
    Ptr<MetsNic> dwpNic;             //!< adapter
    Ptr<MetsHost> ateMets;           //!< METS there
    Ptr<MetsHost> dwpMets;           //!< METS there

  private:
    std::map<uint16_t, Ptr<AtmVc>> m_receivingVcs; //!< by flow
};

/**
 * @brief Makes a host with METS.
 * @param nic on its node
 * @return METS on it, with a processor
 */
Ptr<MetsHost> MakeQosAHost(Ptr<MetsNic> nic);
} // namespace hsn
} // namespace ns3

#endif // QOS_A_NETWORK_H
