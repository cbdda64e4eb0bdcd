// SPDX-License-Identifier: GPL-2.0-only
#ifndef HSN_TRANSPORT_HEADER_H
#define HSN_TRANSPORT_HEADER_H

#include "ns3/address.h"
#include "ns3/buffer.h"
#include "ns3/header.h"

#include <cstdint>

namespace ns3
{
namespace hsn
{
/**
 * @brief A header with two ports and the Internet checksum (RFC 1071); the base of the headers of
 * protocols that use TransportProtocol.
 *
 * A derived class lays out its fields, ports and checksum where its protocol has them:
 *
 * - GetSerializedSize() of a new object is the shortest header that exists.
 * - Serialize() writes all fields, the checksum as 0, and calls WriteChecksum() last.
 * - Deserialize() may rely on that many bytes. It returns the size of the header, or 0 if the
 *   packet has no valid header. It calls VerifyChecksum().
 *
 * The checksum covers the header, what follows it, and the pseudo header of IPv4 (RFC 768) or IPv6
 * (RFC 8200, section 8.1). It is 0 and unchecked unless EnableChecksum() was called, as in ns-3.
 */
class TransportHeader : public Header
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    /** @param port source port */
    void SetSourcePort(uint16_t port);
    /** @return source port */
    uint16_t GetSourcePort() const;
    /** @param port destination port */
    void SetDestinationPort(uint16_t port);
    /** @return destination port */
    uint16_t GetDestinationPort() const;

    /**
     * @brief Has the checksum written and checked.
     * @param source address of the sender: an Ipv4Address, Ipv6Address, or any other kind, which
     *               has no pseudo header
     * @param destination address of the receiver
     * @param protocol protocol number
     */
    void EnableChecksum(const Address& source, const Address& destination, uint8_t protocol);
    /** @return false if the checksum was read and is wrong */
    bool IsChecksumOk() const;

  protected:
    /** @brief Writes the checksum, if enabled. @param start first byte of the header, all of which
     * is written @param offset of the checksum, from there */
    void WriteChecksum(Buffer::Iterator start, uint32_t offset) const;
    /** @brief Checks the checksum, if enabled. @param start first byte of the header */
    void VerifyChecksum(Buffer::Iterator start);
    /** @return whether EnableChecksum() was called; for a checksum that covers something else */
    bool IsChecksumEnabled() const;
    /** @brief Sets the result of IsChecksumOk(). @param ok whether such a checksum is right */
    void SetChecksumOk(bool ok);

  private:
    /** @param start first byte of the header @return checksum of pseudo header and packet, in the
     * byte order of Buffer::Iterator::WriteU16() */
    uint16_t ComputeChecksum(Buffer::Iterator start) const;

    uint16_t m_sourcePort{0};      //!< source port
    uint16_t m_destinationPort{0}; //!< destination port
    bool m_checksumEnabled{false}; //!< checksum is used
    uint32_t m_addressSum{0};      //!< sum of the addresses of the pseudo header
    bool m_pseudoHeader{false};    //!< there is one
    uint8_t m_protocol{0};         //!< of the pseudo header
    bool m_checksumOk{true};       //!< it was right
};
} // namespace hsn
} // namespace ns3

#endif // HSN_TRANSPORT_HEADER_H
