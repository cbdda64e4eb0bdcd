// SPDX-License-Identifier: GPL-2.0-only
#ifndef METS_ADAPTER_H
#define METS_ADAPTER_H

#include "mets-header.h"

#include "ns3/callback.h"
#include "ns3/event-id.h"
#include "ns3/nstime.h"
#include "ns3/object.h"
#include "ns3/packet.h"
#include "ns3/traced-callback.h"

#include <cstdint>
#include <map>
#include <vector>

namespace ns3
{
namespace hsn
{
/**
 * @ingroup hsn-qos
 * @brief Rates of a flow, in whole units a second, e.g. cells.
 */
struct MetsFlowRates
{
    uint64_t base{0}; //!< base layer
    uint64_t e1{0};   //!< first enhancement
    uint64_t e2{0};   //!< both enhancements, not below e1
};

/**
 * @ingroup hsn-qos
 * @brief Decides which enhancement layers flows have, along the tree of a multicast, once an era
 * (QoS-A, 2.2.2.1).
 *
 * A receiver asks for a level more in each era, or one less if it saw congestion, within its policy
 * and what its own resources grant; it sends a RES to the core. A switch runs the fair share for
 * each outgoing link, lowers what is asked for to what is granted, merges branches and forwards one
 * RES an era. The source does the same for its link, and answers with an ADAPT to all.
 *
 * The base layer is reserved when a flow joins: Join() refuses a flow if base layers would exceed
 * the capacity of the link.
 *
 * Messages leave by callbacks; what carries them is the user's choice.
 */
class MetsAdapter : public Object
{
  public:
    /// Where it stands in the tree.
    enum Role
    {
        RECEIVER, //!< leaf; its link 0 stands for its own resources
        SWITCH,   //!< between
        SOURCE    //!< root
    };

    /// Sends a message towards the core.
    using SendUp = Callback<void, uint16_t, Ptr<Packet>>;
    /// Sends a message over a link, away from the core.
    using SendDown = Callback<void, uint32_t, Ptr<Packet>>;
    /// Called with flow, link and level when the level of a flow on a link changes.
    using LevelCallback = Callback<void, uint16_t, uint32_t, uint32_t>;

    /// Messages.
    struct Counters
    {
        uint64_t resSent{0};       //!< RES sent
        uint64_t resReceived{0};   //!< RES taken
        uint64_t adaptSent{0};     //!< ADAPT sent, one a link
        uint64_t adaptReceived{0}; //!< ADAPT taken
        uint64_t malformed{0};     //!< dropped: no message
        uint64_t unknownFlow{0};   //!< dropped: flow is not here, or not on that link
    };

    /// @return the TypeId
    static TypeId GetTypeId();

    MetsAdapter();
    ~MetsAdapter() override;

    /// @param send towards the core; not of a source
    void SetSendUp(SendUp send);
    /// @param send away from the core; not of a receiver
    void SetSendDown(SendDown send);
    /// @param level told new levels
    void SetLevelCallback(LevelCallback level);

    /// @param capacity units a second @return number of the new outgoing link, from 0
    uint32_t AddLink(uint64_t capacity);

    /**
     * @brief Adds a flow to a link.
     * @param flow number
     * @param link that it leaves by
     * @param rates of it; e1 above e2 ends the program with an error
     * @param policy highest level that is wanted, 0 to 2: of a receiver
     * @return false, and nothing is changed, if base layers would exceed the link's capacity
     */
    bool Join(uint16_t flow, uint32_t link, const MetsFlowRates& rates, uint32_t policy = 2);
    /**
     * @brief Changes what a flow is, from the next era on.
     * @param flow number
     * @param link that it leaves by
     * @param rates of it from now on, as those of Join()
     * @return false, and nothing is changed, if the flow is not there, or base layers would exceed
     * the link's capacity
     */
    bool SetRates(uint16_t flow, uint32_t link, const MetsFlowRates& rates);
    /// @param flow number @param link that it leaves by @param policy highest level that is wanted
    /// from the next era on, 0 to 2 @return whether the flow is there
    bool SetPolicy(uint16_t flow, uint32_t link, uint32_t policy);
    /// @param flow number @param link that it leaves
    void Leave(uint16_t flow, uint32_t link);

    /// Starts its eras: the first begins at the next multiple of Era, plus Offset.
    void Start();

    /// @param flow of which a cell has met congestion in this era: of a receiver
    void NotifyCongestion(uint16_t flow);

    /// @param link it came by @param message RES
    void ReceiveRes(uint32_t link, Ptr<const Packet> message);
    /// @param message ADAPT
    void ReceiveAdapt(Ptr<const Packet> message);

    /// @param flow number @param link it leaves by @return its level there, 0 to 2
    uint32_t GetLevel(uint16_t flow, uint32_t link = 0) const;
    /// @param link number @return rate of all layers that flows have there
    uint64_t GetUsed(uint32_t link = 0) const;
    /// @return the counters
    const Counters& GetCounters() const;

    /**
     * @brief TracedCallback signature for messages.
     * @param [in] message sent
     */
    typedef void (*MessageTracedCallback)(const QosMessageHeader& message);
    /**
     * @brief TracedCallback signature for levels.
     * @param [in] flow number
     * @param [in] link it leaves by
     * @param [in] level from now on
     */
    typedef void (*LevelTracedCallback)(uint16_t flow, uint32_t link, uint32_t level);
    /**
     * @brief TracedCallback signature for messages that are dropped.
     * @param [in] message as it arrived
     */
    typedef void (*DropTracedCallback)(Ptr<const Packet> message);

  protected:
    void DoDispose() override;

  private:
    /// A flow on a link.
    struct Branch
    {
        MetsFlowRates rates;   //!< of the flow
        uint32_t policy{2};    //!< of a receiver
        QosLevelPair asked;    //!< by the last RES, or by the receiver itself
        bool fresh{false};     //!< a RES came in this era
        uint32_t granted{0};   //!< level, by the fair share
        uint32_t wanted{0};    //!< by a receiver: level asked for
        uint32_t level{0};     //!< in force
        bool congested{false}; //!< in this era
    };

    /// An outgoing link.
    struct Link
    {
        uint64_t capacity{0};             //!< units a second
        std::map<uint16_t, Branch> flows; //!< by number
    };

    /// Ends the program if rates are out of range. @param flow number @param rates of it
    static void CheckRates(uint16_t flow, const MetsFlowRates& rates);
    /// The same for a policy. @param flow number @param policy of it
    static void CheckPolicy(uint16_t flow, uint32_t policy);
    /// @param link to carry a flow @param flow number @param base rate of its base layer
    /// @return whether all base layers fit
    static bool HasRoom(const Link& link, uint16_t flow, uint64_t base);
    /// @param link number @return it; ends the program if there is none
    Link& GetLink(uint32_t link);
    /// @param rates of a flow @param level 0 to 2 @return rate above the base layer
    static uint64_t GetRate(const MetsFlowRates& rates, uint32_t level);
    /// @param link gets granted levels of its flows by the fair share
    static void Grant(Link& link);
    /// An era begins.
    void BeginEra();
    /// An era of a receiver begins.
    void AskReceiver();
    /// An era of a switch ends.
    void ForwardMerged();
    /// @param flow of a source, for which a RES came
    void Answer(uint16_t flow);
    /// @param flow number @param pair asked for
    void SendRes(uint16_t flow, QosLevelPair pair);
    /// @param flow number @param era of the answer @param level granted
    void SendAdapt(uint16_t flow, uint32_t era, uint32_t level);
    /// @param flow number @param link it leaves by @param branch gets the level @param level new
    void SetLevel(uint16_t flow, uint32_t link, Branch& branch, uint32_t level);
    /// @param message is of no use @param counter counts it
    void Drop(Ptr<const Packet> message, uint64_t& counter);
    /// @param message a packet @param type wanted @param header gets it @return whether it is one
    bool Read(Ptr<const Packet> message, uint16_t type, QosMessageHeader& header);

    Role m_role;                                               //!< attribute
    Time m_era;                                                //!< attribute
    Time m_offset;                                             //!< attribute
    bool m_ownResources;                                       //!< attribute
    uint32_t m_eraNumber{0};                                   //!< of the present era
    std::vector<Link> m_links;                                 //!< outgoing
    SendUp m_sendUp;                                           //!< towards the core
    SendDown m_sendDown;                                       //!< away from the core
    LevelCallback m_levelCallback;                             //!< told new levels
    EventId m_next;                                            //!< next era
    Counters m_counters;                                       //!< messages
    TracedCallback<const QosMessageHeader&> m_messageTrace;    //!< sent
    TracedCallback<uint16_t, uint32_t, uint32_t> m_levelTrace; //!< new levels
    TracedCallback<Ptr<const Packet>> m_dropTrace;             //!< dropped
};
} // namespace hsn
} // namespace ns3

#endif // METS_ADAPTER_H
