// SPDX-License-Identifier: GPL-2.0-only
#ifndef HSN_MM_POC_ASSOCIATION_H
#define HSN_MM_POC_ASSOCIATION_H

#include "mm-poc-delay-variation.h"
#include "mm-poc-manager.h"

#include "ns3/address.h"
#include "ns3/deadline-timer.h"
#include "ns3/simple-ref-count.h"

#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace ns3
{
namespace hsn
{
/** @brief Something for the application of a medium. */
struct MmPocEvent
{
    uint32_t poc{0};            //!< medium
    Ptr<Packet> sdu;            //!< delivered; null: losses
    uint64_t number{0};         //!< of it
    std::vector<uint64_t> lost; //!< declared lost
    uint32_t cause{0};          //!< medium whose delivery declared them
};

/**
 * @ingroup hsn-mm-poc
 * @brief What the connections of all media have in common, at one end: the manager of what arrives,
 * and the order in which the application submits.
 */
class MmPocAssociation : public SimpleRefCount<MmPocAssociation>, private MmPocManager::User
{
  public:
    /** @brief The socket of one medium. */
    class Member
    {
      public:
        virtual ~Member() = default;
        /** @param pdu ACK_RES or FNACK to be sent */
        virtual void SendAnswer(const MmPocPdu& pdu) = 0;
        /** @param event for the application: an SDU or losses */
        virtual void Take(const MmPocEvent& event) = 0;
        /** @brief There are no more events for now. */
        virtual void Finish() = 0;
    };

    /** @brief What identifies an association. */
    struct Key
    {
        Address peer;         //!< without port
        uint32_t id{0};       //!< chosen by the end that connects
        bool accepted{false}; //!< this end has accepted the connections
    };

    /** @param key identity @param order of the SDUs @param settings of the manager */
    MmPocAssociation(const Key& key,
                     std::shared_ptr<const MmPocPartialOrder> order,
                     const MmPocManager::Settings& settings);
    ~MmPocAssociation() override;

    /** @return identity */
    const Key& GetKey() const
    {
        return m_key;
    }

    /** @return what decides on arriving SDUs */
    const MmPocManager& GetManager() const
    {
        return m_manager;
    }

    /** @param poc medium @return whether it has never had a connection */
    bool IsFree(uint32_t poc) const
    {
        return !m_known[poc];
    }

    /** @return whether no medium has a connection */
    bool IsEmpty() const;

    /** @brief Reserves the place of a medium. @param poc free medium @param member its socket */
    void Enter(uint32_t poc, Member& member);
    /** @brief The medium's connection is open. @param poc medium @param bound of its losses */
    void Join(uint32_t poc, const MmPocLossPolicy::Settings& bound);
    /** @brief The medium's connection has ended. @param poc medium */
    void Leave(uint32_t poc);

    /** @brief DATA arrives. @param pdu the PDU @param packet its SDU @return what becomes of it */
    MmPocArrival ReceiveData(const MmPocPdu& pdu, Ptr<Packet> packet);
    /** @brief An ACK_REQ arrives. @param pdu the PDU */
    void ReceiveRequest(const MmPocPdu& pdu);
    /** @brief Has a medium's state sent. @param poc medium */
    void Answer(uint32_t poc);
    /** @param poc medium @return whether all of its SDUs are decided, and the end is known */
    bool IsDone(uint32_t poc) const;

    /** @param poc medium @return empty if its next SDU may be submitted, or which one has to be
     * before */
    std::string FindMissingSubmission(uint32_t poc) const;

    /** @brief The next SDU is submitted. @param poc medium */
    void NoteSubmitted(uint32_t poc)
    {
        ++m_submitted[poc];
    }

    /** @return delays of what was delivered, by medium */
    std::vector<MmPocDelayVariation>& GetDelays()
    {
        return m_delays;
    }

  private:
    // inherited from MmPocManager::User
    void SendAnswer(const MmPocPdu& pdu) override;
    void Deliver(const MmPocSdu& sdu, Ptr<Packet> packet) override;
    void NotifyLost(uint32_t poc, const std::vector<uint64_t>& lost, uint32_t cause) override;

    /** @brief Hands events to the sockets in their order, and has the timer follow the manager. */
    void Flush();
    /** @brief Something has been missing for too long. */
    void HandleTime();

    Key m_key;                                 //!< identity
    MmPocManager m_manager;                    //!< decides
    std::vector<Member*> m_members;            //!< sockets by medium, or null
    std::vector<bool> m_known;                 //!< by medium: there was one
    std::vector<bool> m_joined;                //!< by medium: the manager knows it
    std::vector<uint64_t> m_submitted;         //!< SDUs by medium
    std::deque<MmPocEvent> m_events;           //!< in the order in which they happened
    std::vector<MmPocDelayVariation> m_delays; //!< by medium
    DeadlineTimer m_timer;                     //!< the manager's
    DeadlineTimer m_flushTimer;                //!< a medium has left
};
} // namespace hsn
} // namespace ns3

#endif // HSN_MM_POC_ASSOCIATION_H
