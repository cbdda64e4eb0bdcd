// SPDX-License-Identifier: GPL-2.0-only
#ifndef HSN_HYBRID_ARQ_SENDER_H
#define HSN_HYBRID_ARQ_SENDER_H

#include "hybrid-arq-receiver.h"

#include "ns3/application.h"
#include "ns3/event-id.h"
#include "ns3/net-device.h"
#include "ns3/nstime.h"
#include "ns3/traced-callback.h"

#include <cstdint>
#include <deque>
#include <memory>
#include <utility>
#include <vector>

namespace ns3
{
namespace hsn
{
/** @brief Counters of a HybridArqSender. */
struct HybridArqTxCounters
{
    uint64_t data{0};     //!< data packets sent for the first time
    uint64_t parity{0};   //!< parity packets sent for the first time
    uint64_t repeated{0}; //!< packets sent again, because a group has no more parity
    uint64_t complete{0}; //!< groups that all receivers have
};

/**
 * @brief Multicasts groups of N data packets, and parity packets on demand, until every receiver
 * has every group: hybrid ARQ as in NP (J. Nonnenmacher, E. W. Biersack, D. Towsley, "Parity-based
 * loss recovery for reliable multicast transmission", SIGCOMM 1997).
 *
 * It sends one packet per interval. FeedbackDelay after the last packet of a group, it learns how
 * many packets the receiver that misses most still needs, without loss and outside this network,
 * and sends so many parity packets before anything else. One parity packet makes good different
 * losses of different receivers. When a group's M parity packets are used up, its packets are sent
 * again.
 *
 * FeedbackDelay must be longer than packets are on their way; else more are sent than necessary.
 */
class HybridArqSender : public Application
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    /** @brief Signature of trace GroupTransmissions. @param group number of a group that all
     * receivers have @param packets sent for it */
    typedef void (*TransmissionsCallback)(uint32_t group, uint32_t packets);

    HybridArqSender();
    ~HybridArqSender() override;

    /** @param device device to send on */
    void SetDevice(Ptr<NetDevice> device);

    /** @brief Adds a receiver; call before the start. @param receiver the receiver
     * @param device device that it receives on */
    void AddReceiver(Ptr<HybridArqReceiver> receiver, Ptr<NetDevice> device);

    /** @return counters */
    const HybridArqTxCounters& GetCounters() const;

    /** @brief Computes a byte of a payload. @param number of the packet @param i index of the byte
     * @return the byte */
    static uint8_t GetPayloadOctet(uint32_t number, uint32_t i);

  protected:
    void DoDispose() override;

  private:
    /** @brief A group that is not known to be complete. */
    struct Group
    {
        std::vector<uint8_t> data;   //!< N payloads side by side
        std::vector<uint8_t> parity; //!< M, once one is needed
        uint32_t sent{0};            //!< packets of it
        bool complete{false};        //!< all receivers have it
    };

    void StartApplication() override;
    void StopApplication() override;

    /** @brief Sends the next packet and sets the timer for the following one. */
    void SendNext();
    /** @brief Sends the next packet of a group. @param number the group's */
    void SendPiece(uint32_t number);
    /** @brief Finds what receivers need. @param number the group's */
    void Ask(uint32_t number);

    uint32_t m_data{0};                                  //!< attribute
    uint32_t m_parity{0};                                //!< attribute
    uint32_t m_packetSize{0};                            //!< attribute
    uint32_t m_maxGroups{0};                             //!< attribute
    Time m_interval;                                     //!< attribute
    Time m_feedbackDelay;                                //!< attribute
    Ptr<NetDevice> m_device;                             //!< device to send on
    std::shared_ptr<HybridArqCoder> m_coder;             //!< the code
    uint32_t m_first{0};                                 //!< number of the first group in m_groups
    std::deque<Group> m_groups;                          //!< groups that are not complete
    std::deque<std::pair<uint32_t, uint32_t>> m_demands; //!< groups, and packets to send of each
    uint32_t m_left{0};                                  //!< data packets of the newest group
    bool m_isRunning{false};                             //!< between start and stop
    EventId m_timer;                                     //!< sends the next packet
    HybridArqTxCounters m_counters;                      //!< counters
    std::vector<Ptr<HybridArqReceiver>> m_receivers;     //!< the group
    TracedCallback<uint32_t, uint32_t> m_transmissions;  //!< trace
    TracedCallback<Ptr<const Packet>> m_tx;              //!< trace
};
} // namespace hsn
} // namespace ns3

#endif // HSN_HYBRID_ARQ_SENDER_H
