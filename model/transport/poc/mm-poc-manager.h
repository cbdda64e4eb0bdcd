// SPDX-License-Identifier: GPL-2.0-only
#ifndef HSN_MM_POC_MANAGER_H
#define HSN_MM_POC_MANAGER_H

#include "mm-poc-partial-order.h"
#include "mm-poc-receiver.h"

#include "ns3/nstime.h"
#include "ns3/packet.h"

#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <set>
#include <utility>
#include <vector>

namespace ns3
{
namespace hsn
{
/** @brief Which losses the delivery of an SDU may declare. */
enum MmPocMode
{
    MM_POC_MEDIA_PER_MEDIA, //!< MPM: only those of its own medium
    MM_POC_GROUP_OF_MEDIA   //!< PGM: those of all media, each within its bound
};

/** @brief What becomes of DATA that arrives. */
enum MmPocArrival
{
    MM_POC_DELIVERED, //!< the user has it
    MM_POC_STORED,    //!< it waits for its predecessors
    MM_POC_DECIDED,   //!< it has arrived before, or was declared lost: dropped
    MM_POC_TOO_FAR    //!< no sender may be as far ahead, or beyond the end: dropped
};

/**
 * @ingroup hsn-mm-poc
 * @brief The partial order manager (POM) at the receiver: which SDU of which medium is delivered,
 * stored or declared lost (sections 2.3, 3.2 and 4.3, figure 6 of the paper), without a network.
 *
 * Delivering an SDU declares all of its predecessors lost that are neither delivered nor lost. So
 * an SDU can be delivered if these losses are permitted: MPM permits only losses of its own medium,
 * within the bound; PGM those of any medium, each within its bound.
 *
 * Costs: if every medium that the order ties an SDU to is a chain, an SDU is looked at once when it
 * arrives, and once whenever one of the SDUs that it waited for is decided; a look costs one search
 * a medium, and one step for each missing predecessor. It does not depend on windows or on how many
 * SDUs are stored. Media that are no chains are searched backwards along immediate predecessors,
 * as far back as there is anything undecided.
 */
class MmPocManager
{
  public:
    /** @brief What the manager tells. It must not be called back out of these functions. */
    class User
    {
      public:
        virtual ~User() = default;
        /** @param pdu ACK_RES or FNACK of its medium */
        virtual void SendAnswer(const MmPocPdu& pdu) = 0;
        /** @param sdu is delivered @param packet the packet */
        virtual void Deliver(const MmPocSdu& sdu, Ptr<Packet> packet) = 0;
        /** @param poc medium @param lost its SDUs that are declared lost, ascending @param cause
         * medium of the SDU whose delivery does it */
        virtual void NotifyLost(uint32_t poc,
                                const std::vector<uint64_t>& lost,
                                uint32_t cause) = 0;
    };

    /** @brief Parameters. */
    struct Settings
    {
        MmPocMode mode{MM_POC_MEDIA_PER_MEDIA};     //!< which losses are declared
        bool holdReceived{true};                    //!< what has arrived is not sacrificed
        bool declareAtAck{false};                   //!< an answer declares acceptable losses
        bool fnackRepeat{true};                     //!< a loss is reported by more than one FNACK
        Time lifetime;                              //!< longest wait for a missing SDU; 0: none
        uint32_t farthest{1024};                    //!< a sender is no farther than this ahead
        uint32_t longestList{MmPocPdu::MAX_LOSSES}; //!< of an answer
    };

    /** @brief What happened so far. */
    struct Counters
    {
        uint64_t looks{0};  //!< whether an SDU can be delivered
        uint64_t checks{0}; //!< predecessors and media that were looked at for it
        uint64_t data{0};   //!< DATA that arrived
    };

    /** @param user who is told, lives longer @param order of the SDUs @param settings parameters */
    MmPocManager(User& user,
                 std::shared_ptr<const MmPocPartialOrder> order,
                 const Settings& settings);

    /** @brief A medium's connection is there. Nothing is delivered before all are. @param poc
     * medium of the order @param bound of its losses */
    void Join(uint32_t poc, const MmPocLossPolicy::Settings& bound);
    /** @brief A medium's connection has ended: what is missing will not come. @param poc medium
     * that has joined @param now time */
    void Leave(uint32_t poc, Time now);

    /**
     * @brief DATA arrives.
     * @param pdu it, of a medium that has joined
     * @param packet its SDU
     * @param now time
     * @return what becomes of it
     */
    MmPocArrival ReceiveData(const MmPocPdu& pdu, Ptr<Packet> packet, Time now);
    /** @brief An ACK_REQ arrives. @param pdu it, of a medium that has joined @param now time */
    void ReceiveRequest(const MmPocPdu& pdu, Time now);
    /** @brief Answers, without having received anything. @param poc medium @param now time */
    void Answer(uint32_t poc, Time now);

    /** @return when HandleTime() is due; Time::Max(): never */
    Time GetDeadline() const;
    /** @brief Gives up on what has been missing for too long. @param now time */
    void HandleTime(Time now);

    /** @param poc medium @return its receiver, or null before it has joined */
    const MmPocReceiver* GetReceiver(uint32_t poc) const
    {
        return m_receivers[poc].get();
    }

    /** @return whether all media have joined */
    bool IsComplete() const
    {
        return m_joined == m_receivers.size();
    }

    /** @return number of stored SDUs of all media */
    uint32_t GetStored() const;

    /** @return counters */
    const Counters& GetCounters() const
    {
        return m_counters;
    }

    /** @return the order */
    const MmPocPartialOrder& GetOrder() const
    {
        return *m_order;
    }

  private:
    /** @brief Undecided predecessors of an SDU. */
    struct Undecided
    {
        std::vector<std::vector<uint64_t>> missing; //!< by medium, ascending
        std::vector<std::vector<uint64_t>> stored;  //!< by medium, ascending
    };

    /** @param sdu an SDU @return whether all media that precede it are chains */
    bool IsSimple(const MmPocSdu& sdu) const;
    /** @param sdu an SDU @param stored whether those that are stored matter @return what precedes
     * it and is not decided */
    Undecided Gather(const MmPocSdu& sdu, bool stored);
    /** @brief Gather() by search along immediate predecessors. @param sdu an SDU @param found
     * result
     */
    void Search(const MmPocSdu& sdu, Undecided& found);
    /** @param sdu just stored @return its missing predecessors in its own medium */
    std::vector<uint64_t> GetOwnMissing(const MmPocSdu& sdu);
    /** @brief Delivers a stored SDU if its undecided predecessors may be declared lost; else notes
     * for which of them it waits. @param sdu stored @return whether it is delivered */
    bool TryDeliver(const MmPocSdu& sdu);
    /** @brief Has an SDU looked at again when another one is decided. @param sdu stored @param
     * other undecided */
    void Watch(const MmPocSdu& sdu, const MmPocSdu& other);
    /** @brief Declares SDUs lost. @param poc medium @param lost numbers @param cause medium */
    void Declare(uint32_t poc, const std::vector<uint64_t>& lost, uint32_t cause);
    /** @brief An SDU is decided: those that wait for it are looked at. @param sdu the SDU */
    void Wake(const MmPocSdu& sdu);
    /** @brief Looks at SDUs until nothing changes, lowest number first. */
    void Rescan();
    /** @brief Everything that is stored is looked at. */
    void LookAtAll();

    User& m_user;                                            //!< is told
    std::shared_ptr<const MmPocPartialOrder> m_order;        //!< of the SDUs
    Settings m_settings;                                     //!< parameters
    std::vector<std::unique_ptr<MmPocReceiver>> m_receivers; //!< by medium
    uint32_t m_joined{0};                                    //!< media
    std::vector<bool> m_simple;                              //!< by medium: it is a chain
    std::map<MmPocSdu, std::set<MmPocSdu>> m_watched;        //!< undecided, and who waits for it
    std::set<MmPocSdu> m_awake;                              //!< to be looked at
    std::set<MmPocSdu> m_reported;                           //!< by an FNACK
    std::deque<std::pair<Time, MmPocSdu>> m_waiting;         //!< deadlines of stored SDUs
    Counters m_counters;                                     //!< so far
};
} // namespace hsn
} // namespace ns3

#endif // HSN_MM_POC_MANAGER_H
