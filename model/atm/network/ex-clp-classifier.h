// SPDX-License-Identifier: GPL-2.0-only
#ifndef EX_CLP_CLASSIFIER_H
#define EX_CLP_CLASSIFIER_H

#include "ns3/object.h"
#include "ns3/packet.h"
#include "ns3/tag.h"

#include <array>
#include <cstdint>
#include <ostream>
#include <vector>

namespace ns3
{
namespace hsn
{
class AtmVc;

/// Successive octets of an SDU of one class.
struct ExClpRun
{
    uint32_t cls{0};    //!< 0 to 3: headers, I, P, B
    uint32_t octets{0}; //!< how many
};

/**
 * @ingroup hsn-atm
 * @brief Names the class of a whole SDU, for senders that know it; no classifier is asked then.
 */
class ExClpTag : public Tag
{
  public:
    /// @return the TypeId
    static TypeId GetTypeId();
    TypeId GetInstanceTypeId() const override;
    uint32_t GetSerializedSize() const override;
    void Serialize(TagBuffer i) const override;
    void Deserialize(TagBuffer i) override;
    void Print(std::ostream& os) const override;

    uint8_t cls{0};          //!< 0 to 3: headers, I, P, B
    bool isDiagonals{false}; //!< the parity of diagonals that follows a parity PDU, of headers
};

/**
 * @ingroup hsn-atm
 * @brief Tells of which of four classes the octets of an SDU are, for Aal5PlusAdaptation.
 */
class ExClpClassifier : public Object
{
  public:
    /// @return the TypeId
    static TypeId GetTypeId();

    /**
     * @param vc where the SDU is sent
     * @param sdu encapsulated packet
     * @return its octets by class, in order; neighbours differ, and the sum is its size
     */
    virtual std::vector<ExClpRun> Classify(const AtmVc& vc, Ptr<const Packet> sdu) = 0;
};

/**
 * @ingroup hsn-atm
 * @brief Class of a whole IP packet, by the upper three bits of its octet of type of service
 * (RFC 791: precedence; RFC 2474: class selector) or IPv6 traffic class.
 *
 * So applications that know nothing of ATM get classes. Packets of no such protocol are of the
 * class Other. Both encapsulations of RFC 2684 are known.
 */
class TosExClpClassifier : public ExClpClassifier
{
  public:
    /// @return the TypeId
    static TypeId GetTypeId();

    std::vector<ExClpRun> Classify(const AtmVc& vc, Ptr<const Packet> sdu) override;

    /**
     * @brief Sets the class of a precedence. At the start 6 and 7 are headers, 4 and 5 I, 2 and 3
     * P, and 0 and 1, best effort among them, B.
     * @param precedence 0 to 7
     * @param cls 0 to 3
     */
    void SetClass(uint32_t precedence, uint32_t cls);

    /// @param precedence 0 to 7 @return its class
    uint32_t GetClass(uint32_t precedence) const;

  private:
    std::array<uint8_t, 8> m_classes{{3, 3, 2, 2, 1, 1, 0, 0}}; //!< by precedence
    uint32_t m_other{0};                                        //!< of other packets
};
} // namespace hsn
} // namespace ns3

#endif // EX_CLP_CLASSIFIER_H
