// SPDX-License-Identifier: GPL-2.0-only
#ifndef HSN_HYBRID_ARQ_RECEIVER_H
#define HSN_HYBRID_ARQ_RECEIVER_H

#include "ns3/application.h"
#include "ns3/erasure-code.h"
#include "ns3/fec-header.h"
#include "ns3/net-device.h"
#include "ns3/traced-callback.h"

#include <cstdint>
#include <deque>
#include <memory>
#include <vector>

namespace ns3
{
namespace hsn
{
/** @brief EtherType of hybrid ARQ: the second local experimental EtherType of IEEE 802. */
constexpr uint16_t HYBRID_ARQ_PROTOCOL = 0x88B6;

/** @brief The code of a HybridArqSender, with a buffer that its receivers share. */
struct HybridArqCoder
{
    /** @param n data packets @param m parity packets @param bytes of a payload */
    HybridArqCoder(uint32_t n, uint32_t m, uint32_t bytes);

    FecCode code;               //!< N and M
    uint32_t size;              //!< bytes of a payload
    ErasureCode eraser;         //!< computes
    std::vector<uint8_t> block; //!< N + M payloads side by side
};

/** @brief Counters of a HybridArqReceiver. */
struct HybridArqRxCounters
{
    uint64_t received{0};   //!< packets received that were needed
    uint64_t unneeded{0};   //!< packets of groups that are complete, and packets received again
    uint64_t delivered{0};  //!< data packets received or restored
    uint64_t restored{0};   //!< data packets restored
    uint64_t malformed{0};  //!< packets with an invalid header, another code or another size
    uint64_t outOfRange{0}; //!< packets of groups that are too far ahead
};

/**
 * @brief Receives what a HybridArqSender sends.
 *
 * A group of N data packets is complete when any N different packets of it have been received, data
 * or parity; missing data packets are then restored by ErasureCode. Data packets are delivered on
 * arrival.
 */
class HybridArqReceiver : public Application
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    /** @brief Signature of trace Rx. @param payload of a data packet @param number its number: N
     * times the group's, and its index @param restored whether it was restored */
    typedef void (*RxCallback)(Ptr<const Packet> payload, uint32_t number, bool restored);

    /** @param device device to receive from, which the receiver uses alone */
    void SetDevice(Ptr<NetDevice> device);

    /** @brief Prepares for a sender's groups; without that, all packets are malformed.
     * @param coder what receivers of one sender share */
    void Expect(std::shared_ptr<HybridArqCoder> coder);

    /** @brief The feedback. @param group number of a group @return packets of it that are needed */
    uint32_t GetMissing(uint32_t group) const;

    /** @return counters */
    const HybridArqRxCounters& GetCounters() const;

    /** @brief Largest accepted distance of a group from the first one that is incomplete. */
    static constexpr uint32_t MOST_AHEAD = 1 << 16;

  protected:
    void DoDispose() override;

  private:
    /** @brief A group that is incomplete, or that comes after one. */
    struct Group
    {
        uint32_t count{0};                     //!< different packets received
        std::vector<Ptr<const Packet>> pieces; //!< payloads, until it is complete
    };

    void StartApplication() override;
    void StopApplication() override;

    /** @brief Receive callback of the device. */
    bool Receive(Ptr<NetDevice> device,
                 Ptr<const Packet> packet,
                 uint16_t protocol,
                 const Address& from);
    /** @brief Restores the data of a group that has N packets. @param group its number
     * @param pieces its packets */
    void Restore(uint32_t group, const std::vector<Ptr<const Packet>>& pieces);

    Ptr<NetDevice> m_device;                 //!< device to receive from
    std::shared_ptr<HybridArqCoder> m_coder; //!< the code
    uint32_t m_first{0};                     //!< number of the first group in m_groups
    std::deque<Group> m_groups;              //!< groups from there on
    HybridArqRxCounters m_counters;          //!< counters
    TracedCallback<Ptr<const Packet>, uint32_t, bool> m_rx; //!< trace
    TracedCallback<Ptr<const Packet>> m_malformed;          //!< trace
};
} // namespace hsn
} // namespace ns3

#endif // HSN_HYBRID_ARQ_RECEIVER_H
