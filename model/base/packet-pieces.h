// SPDX-License-Identifier: GPL-2.0-only
#ifndef HSN_PACKET_PIECES_H
#define HSN_PACKET_PIECES_H

#include "ns3/packet.h"
#include "ns3/trailer.h"

#include <algorithm>
#include <cstdint>
#include <ostream>
#include <vector>

namespace ns3
{
namespace hsn
{
/**
 * @ingroup hsn
 * @brief Octets at the end of a packet, all of them 0 at first, that a protocol fills up or checks
 * by itself.
 */
class ZeroTrailer : public Trailer
{
  public:
    static TypeId GetTypeId();
    TypeId GetInstanceTypeId() const override;

    /** @param size octets, at least 1 */
    explicit ZeroTrailer(uint32_t size = 1);

    void Print(std::ostream& os) const override;
    uint32_t GetSerializedSize() const override;
    void Serialize(Buffer::Iterator end) const override;
    uint32_t Deserialize(Buffer::Iterator end) override;
    uint32_t Deserialize(Buffer::Iterator start, Buffer::Iterator end) override;

  private:
    uint32_t m_size; //!< octets
};

/**
 * @ingroup hsn
 * @brief Adds octets at the end of a packet, all of them 0.
 *
 * A packet's list of headers (Packet::EnablePrinting) has them as a ZeroTrailer. It knows nothing
 * of those of Packet::AddPaddingAtEnd(), which ns-3 therefore cannot remove when there are such
 * lists.
 * @param packet the packet
 * @param size octets, maybe none
 */
inline void
AddZeros(const Ptr<Packet>& packet, uint32_t size)
{
    if (size > 0)
    {
        packet->AddTrailer(ZeroTrailer(size));
    }
}

/**
 * @ingroup hsn
 * @brief Cuts a packet into pieces to which headers can be added.
 *
 * The lists of headers (Packet::EnablePrinting) of a packet and of what is cut from it share
 * memory. A header in front of one piece spoils the whole packet's list there, so that earlier
 * pieces can no longer be cut. Hence all are cut at once.
 * @param packet the packet, not used any more
 * @param size octets of each piece but the last one, above 0
 * @return the pieces in order; none of an empty packet
 */
inline std::vector<Ptr<Packet>>
CutPacket(const Ptr<Packet>& packet, uint32_t size)
{
    const uint32_t all = packet->GetSize();
    std::vector<Ptr<Packet>> pieces;
    pieces.reserve((all + size - 1) / size);
    for (uint32_t from = 0; from < all; from += size)
    {
        pieces.push_back(packet->CreateFragment(from, std::min(size, all - from)));
    }
    return pieces;
}
} // namespace hsn
} // namespace ns3

#endif // HSN_PACKET_PIECES_H
