// SPDX-License-Identifier: GPL-2.0-only
#ifndef RFC2684_H
#define RFC2684_H

#include "ns3/packet.h"
#include "ns3/ptr.h"

#include <cstdint>
#include <ostream>

namespace ns3
{
namespace hsn
{
/**
 * @ingroup hsn-atm
 * @brief How a VC tells protocols apart (RFC 2684, 4).
 */
enum AtmEncapsulation
{
    LLC_SNAP, //!< routed PDUs behind LLC and SNAP (5.1): AA-AA-03, 00-00-00, EtherType
    VC_MUX    //!< routed PDUs without header (6.1): the VC carries one protocol
};

/// What is wrong with an encapsulated packet.
enum class Rfc2684Error : uint8_t
{
    NONE,       //!< nothing
    TOO_SHORT,  //!< no room for the header, or empty
    WRONG_LLC,  //!< LLC is not AA-AA-03 (SNAP)
    UNKNOWN_OUI //!< OUI is not 00-00-00 (EtherType follows); 00-80-C2 would be a bridged PDU
};

/// @param error what is wrong @return its name
const char* ToString(Rfc2684Error error);
/// @param os the stream @param error what is wrong @return the stream
std::ostream& operator<<(std::ostream& os, Rfc2684Error error);

/**
 * @ingroup hsn-atm
 * @brief Routed protocols over AAL5 (RFC 2684).
 *
 * Uses ns-3's LlcSnapHeader, which has the wire format of section 5.1, so that ns-3 tools that
 * print packets know it.
 */
class Rfc2684
{
  public:
    /// Octets of LLC, OUI and EtherType.
    static constexpr uint32_t LLC_SNAP_BYTES = 8;

    static constexpr uint16_t IPV4 = 0x0800; //!< EtherType of IPv4
    static constexpr uint16_t ARP = 0x0806;  //!< EtherType of ARP
    static constexpr uint16_t IPV6 = 0x86dd; //!< EtherType of IPv6

    /// @param encapsulation which one @return octets it adds to a packet
    static constexpr uint32_t GetOverhead(AtmEncapsulation encapsulation)
    {
        return encapsulation == LLC_SNAP ? LLC_SNAP_BYTES : 0;
    }

    /**
     * @param packet a packet, becomes the AAL5 SDU
     * @param protocol its EtherType. With VC_MUX it is not sent: the caller sees to it that the VC
     *                 is bound to this protocol
     * @param encapsulation which one
     */
    static void Encapsulate(Ptr<Packet> packet, uint16_t protocol, AtmEncapsulation encapsulation);

    /**
     * @param packet an AAL5 SDU of any content; loses its header, or is left alone if it is wrong
     * @param encapsulation which one
     * @param bound EtherType the VC is bound to, for VC_MUX
     * @param protocol set to the EtherType, or left alone if the packet is wrong
     * @return NONE or what is wrong
     */
    static Rfc2684Error Decapsulate(Ptr<Packet> packet,
                                    AtmEncapsulation encapsulation,
                                    uint16_t bound,
                                    uint16_t& protocol);
};
} // namespace hsn
} // namespace ns3

#endif // RFC2684_H
