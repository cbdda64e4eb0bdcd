// SPDX-License-Identifier: GPL-2.0-only
#ifndef HSN_XTP_PROTOCOL_H
#define HSN_XTP_PROTOCOL_H

#include "xtp-header.h"

#include "ns3/transport-protocol.h"

#include <cstdint>
#include <map>
#include <utility>

namespace ns3
{
namespace hsn
{
/**
 * @brief XTP 4.0 on one node: over IP with protocol number 36, or straight over a device such as an
 * AtmNetDevice (see TransportProtocol).
 *
 * Only FIRST has ports. Other packets are found by their key: with RTN, it is that of a context of
 * this node; without, that of the peer's.
 *
 * What finds no context is answered by DIAG, never by ICMP; DIAG and END are not answered. A DIAG
 * of this class bears the sync of the packet that it answers.
 */
class XtpProtocol : public TransportProtocol
{
  public:
    static constexpr uint8_t PROT_NUMBER = 36; //!< protocol number (IANA)

    /** @return the TypeId */
    static TypeId GetTypeId();

    int GetProtocolNumber() const override;

    /** @return a key that no context of this node has had */
    uint64_t MakeKey();

    /** @brief Has packets with a key of this node find its end point. @param key the key
     * @param endPoint of the context; both ports are set */
    void AddKey(uint64_t key, const SocketEndPoint& endPoint);
    /** @brief Has packets with a key of this node find an end point. @param key the key @param path
     * of the packets that bear it, as this node sends them */
    void AddKey(uint64_t key, const TransportPath& path);
    /** @brief Has packets with a key of the peer find an end point. @param key the peer's
     * @param endPoint of the context, with its peer */
    void AddPeerKey(uint64_t key, const SocketEndPoint& endPoint);
    /** @brief Forgets a key of this node. @param key the key */
    void RemoveKey(uint64_t key);
    /** @brief Forgets a key of a peer. @param key the key @param endPoint of the context, with its
     * peer
     */
    void RemovePeerKey(uint64_t key, const SocketEndPoint& endPoint);

    /** @brief Answers a packet by DIAG. @param path of the answer @param header of the packet
     * @param code what it says @param value why */
    void SendDiagnostic(const TransportPath& path,
                        const XtpHeader& header,
                        XtpDiagCode code,
                        XtpDiagValue value);

  protected:
    Problem ReadHeader(Ptr<const Packet> packet, PacketArrival& arrival) const override;
    void ReadReportedPorts(const uint8_t payload[8], PacketArrival& arrival) const override;
    bool AnswerDropped(Problem problem,
                       Ptr<const Packet> packet,
                       const PacketArrival& arrival) override;

  private:
    /** @brief Ports of an end point. */
    struct Ports
    {
        uint16_t local; //!< of this node
        uint16_t peer;  //!< of the peer
    };

    using PeerKey = std::pair<Address, uint64_t>; //!< address and key of a peer

    uint64_t m_lastKey{0};            //!< of this node
    std::map<uint64_t, Ports> m_own;  //!< by key of this node
    std::map<PeerKey, Ports> m_peers; //!< by address and key of the peer
};
} // namespace hsn
} // namespace ns3

#endif // HSN_XTP_PROTOCOL_H
