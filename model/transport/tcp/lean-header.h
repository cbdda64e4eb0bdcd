// SPDX-License-Identifier: GPL-2.0-only
#ifndef HSN_LEAN_HEADER_H
#define HSN_LEAN_HEADER_H

#include "lean-segment.h"

#include "ns3/buffer.h"
#include "ns3/header.h"
#include "ns3/type-id.h"

#include <array>
#include <cstdint>
#include <ostream>

namespace ns3
{
namespace hsn
{
/**
 * @brief The IPv4 and TCP headers of a LeanSegment, written in one piece.
 */
class LeanHeader : public Header
{
  public:
    /// @param segment whose headers these are
    explicit LeanHeader(const LeanSegment& segment);

    /// @return the TypeId
    static TypeId GetTypeId();

    // Inherited from Header
    TypeId GetInstanceTypeId() const override;
    uint32_t GetSerializedSize() const override;
    void Serialize(Buffer::Iterator start) const override;
    uint32_t Deserialize(Buffer::Iterator start) override;
    void Print(std::ostream& os) const override;

  private:
    static constexpr uint32_t MAX_BYTES = 20 + 20 + 12; //!< IP, TCP, timestamps with padding

    std::array<uint8_t, MAX_BYTES> m_bytes; //!< on the wire
    uint32_t m_size;                        //!< how many of them
};
} // namespace hsn
} // namespace ns3

#endif // HSN_LEAN_HEADER_H
