// SPDX-License-Identifier: GPL-2.0-only
#ifndef ADMISSION_QUEUE_DISC_H
#define ADMISSION_QUEUE_DISC_H

#include "admission-control.h"

#include "ns3/callback.h"
#include "ns3/data-rate.h"
#include "ns3/nstime.h"
#include "ns3/ptr.h"
#include "ns3/queue-disc.h"
#include "ns3/traced-callback.h"

#include <cstdint>
#include <list>
#include <unordered_map>

namespace ns3
{
namespace hsn
{
/**
 * @ingroup hsn-qos
 * @brief A queue disc that asks an admission control for every flow, in front of any other queue
 * disc, which is its one child (FifoQueueDisc unless one is added).
 *
 * Nothing about applications and hosts changes: the first packet of a flow asks for it. Packets of
 * a refused flow are dropped; after RetryTime its next packet asks again. A flow of which no packet
 * has come for IdleTime has ended, which the control is told before the next flow asks. A flow is
 * what has the same addresses, protocol and ports (QueueDiscItem::Hash()). With packet filters,
 * only packets that one of them knows ask; all others pass. What keeps the network going never
 * asks: packets that are not IP (ARP), ICMP, IGMP, ICMPv6 with its neighbour discovery, and packets
 * to link-local groups (224.0.0.0/24, ff02::/16), as routing protocols send.
 *
 * A flow declares PeakRate, TokenRate and Bucket, or what a function says (SetDescriptor()).
 */
class AdmissionQueueDisc : public QueueDisc
{
  public:
    /// Says what the flow of a packet declares.
    using Descriptor = Callback<AdmissionRequest, Ptr<const QueueDiscItem>>;
    /**
     * @brief Signature of Flow.
     * @param item first packet of a flow, or of a refused one that asks again
     * @param isAdmitted whether the flow is admitted
     */
    typedef void (*FlowTracedCallback)(Ptr<const QueueDiscItem> item, bool isAdmitted);

    /// Reasons for drops
    static constexpr const char* REFUSED = "Flow is not admitted";
    static constexpr const char* TOO_MANY = "Too many flows";

    /// @return the TypeId
    static TypeId GetTypeId();

    AdmissionQueueDisc();
    ~AdmissionQueueDisc() override;

    /// @param control asked for every flow
    void SetControl(Ptr<AdmissionControl> control);
    /// @param descriptor of flows; null: the attributes
    void SetDescriptor(const Descriptor& descriptor);

    /// @return flows that are there, as of the last packet
    uint32_t GetFlows() const;

  protected:
    void DoDispose() override;

  private:
    bool DoEnqueue(Ptr<QueueDiscItem> item) override;
    Ptr<QueueDiscItem> DoDequeue() override;
    Ptr<const QueueDiscItem> DoPeek() override;
    bool CheckConfig() override;
    void InitializeParams() override;

    /// A flow that is known.
    struct Flow
    {
        uint64_t key;             //!< of its packets
        bool isAdmitted;          //!< or refused
        Time time;                //!< of its last packet; refused: when it asked
        AdmissionRequest request; //!< what it has declared
    };

    using Flows = std::list<Flow>;

    /// @param item a packet, whose flow asks if it is not known @return why it is dropped, or null
    const char* Ask(Ptr<QueueDiscItem> item);
    /// Forgets flows that have ended, and refused ones that may ask again.
    void Forget();
    /// @param flows in order of time @param age beyond which they are forgotten
    void ForgetOlder(Flows& flows, Time age);

    Ptr<AdmissionControl> m_control;                        //!< asked
    DataRate m_peakRate;                                    //!< attribute
    DataRate m_tokenRate;                                   //!< attribute
    double m_bucket{0};                                     //!< attribute, bits
    Time m_idle;                                            //!< attribute
    Time m_retry;                                           //!< attribute
    uint32_t m_maxFlows{0};                                 //!< attribute
    Descriptor m_descriptor;                                //!< or null
    Flows m_admitted;                                       //!< by their last packet
    Flows m_refused;                                        //!< by the time at which they asked
    std::unordered_map<uint64_t, Flows::iterator> m_flows;  //!< both, by key
    TracedCallback<Ptr<const QueueDiscItem>, bool> m_asked; //!< trace
};
} // namespace hsn
} // namespace ns3

#endif // ADMISSION_QUEUE_DISC_H
