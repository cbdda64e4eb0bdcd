// SPDX-License-Identifier: GPL-2.0-only
#ifndef AAL5_PLUS_ADAPTATION_H
#define AAL5_PLUS_ADAPTATION_H

#include "ex-clp-classifier.h"

#include "ns3/aal5-plus.h"
#include "ns3/atm-adaptation.h"
#include "ns3/atm-vc-id.h"
#include "ns3/callback.h"
#include "ns3/event-id.h"
#include "ns3/nstime.h"
#include "ns3/system-parity.h"
#include "ns3/traced-callback.h"

#include <array>
#include <cstdint>
#include <memory>
#include <unordered_map>
#include <vector>

namespace ns3
{
namespace hsn
{
/// Octets of a PDU that did not arrive.
struct Aal5PlusGap
{
    uint32_t first{0}; //!< the first one of them
    uint32_t count{0}; //!< how many
    uint32_t cls{0};   //!< of the cells that carried them, 0 to 3
};

/// An SDU that AAL5+ hands up.
struct Aal5PlusDelivery
{
    AtmVcId vc;                        //!< where it came from
    Aal5PlusType type{AAL5_PLUS_DATA}; //!< what it carries
    uint8_t sequence{0};               //!< number of its PDU, of that type
    Ptr<Packet> sdu;                   //!< its octets; zeros where they are missing
    std::vector<Aal5PlusGap> gaps;     //!< octets of the SDU that are missing, in order
    bool isIntact{true};               //!< the PDU was right
    bool isRepaired{false};            //!< it is, by parity of its group
};

/**
 * @ingroup hsn-atm
 * @brief AAL5+ as the adaptation layer of an AtmNetDevice (Mehaoua, Boutaba and Pujolle, section
 * 3.2): cells get one of four priorities, the user-to-user octet tells headers from pictures, and
 * damaged PDUs may be handed up.
 *
 * A classifier says which octets of an SDU are headers, and which belong to I, P or B pictures.
 * Cells are marked with CLP and the congestion indication (EX_CLP_EFCI): the last-cell bit stays
 * AAL5's, so any AAL5 receiver takes these PDUs. (The literal proposal uses that bit; see
 * ex-clp.h.) DataPduMode tells how the cells of an SDU with octets of several classes are marked:
 *
 *     PerClassPdu  all alike, by the most important octet. The user hands over an SDU for each
 *                  class, see MpegStreamCutter
 *     MarkOnly     each cell by its most important octet; its trailer counts as the last octet
 *     Regroup      headers go ahead of the rest into cells of their own, behind a table that tells
 *                  where they belong: an octet with the number of runs, and for each of them its
 *                  place and length, 16 bits each. With 0 runs, or more than 255, nothing moves
 *
 * PDUs whose octets are all headers are System-oriented, all others Data-oriented, and each type
 * has its own numbers, by VC.
 *
 * SetReceiver() gives a VC a user of its own: good SDUs go there instead of to the network layer,
 * and, with CorruptedDelivery, damaged ones of type Data (I.363.5's option of that name), with a
 * map of what is missing. The map is the simulation's: a real receiver knows how many cells of a
 * PDU it has, and not which. Where a last cell is lost, two PDUs end together, as in AAL5; each is
 * handed up, when the second ends.
 *
 * With SystemParity, System PDUs of such a VC are groups of seven and one of parity, of eight cells
 * each, as MpegStreamCutter makes them. Lost cells of one are repaired by SystemParityDecoder as
 * soon as their group is complete, or given up after GroupTimeout; what is repaired comes later
 * than PDUs that followed it. Parity PDUs are not handed up, nor are those with parity of diagonals
 * (ExClpTag::isDiagonals), with which two losses of a column can be repaired; no receiver needs
 * them.
 */
class Aal5PlusAdaptation : public AtmAdaptation
{
  public:
    /// How cells of several classes are marked.
    enum DataPduMode
    {
        PER_CLASS_PDU, //!< all cells of a PDU alike
        MARK_ONLY,     //!< each cell by what is in it
        REGROUP        //!< headers have cells of their own
    };

    /// What happened so far.
    struct Counters
    {
        std::array<uint64_t, 4> sentCells{{}}; //!< by class
        std::array<uint64_t, 2> sentPdus{{}};  //!< by Aal5PlusType
        std::array<uint64_t, 2> intact{{}};    //!< PDUs received, by type
        std::array<uint64_t, 2> damaged{{}};   //!< PDUs of which some cells came, by type
        std::array<uint64_t, 2> missing{{}};   //!< numbers that were left out between intact PDUs
        uint64_t badTables{0};                 //!< PDUs whose table of runs makes no sense
    };

    /// Takes SDUs.
    using Receiver = Callback<void, const Aal5PlusDelivery&>;

    /// @return the TypeId
    static TypeId GetTypeId();

    Aal5PlusAdaptation();

    /// @param vc of this device @param receiver takes its SDUs; null: they go up as usual
    void SetReceiver(const AtmVc& vc, const Receiver& receiver);

    /// @return the counters
    const Counters& GetCounters() const;

    /// @param vc of this device, with a receiver and SystemParity @return what was repaired of it
    SystemParityDecoder::Counters GetParityCounters(const AtmVc& vc) const;

    Ptr<AtmPdu> Segment(AtmVc& vc, Ptr<Packet> sdu) override;
    uint32_t GetInterleaveDepth() const override;
    bool Receive(AtmVc& vc, const CellBurst& burst, Time arrival) override;
    void ReceiveSdu(AtmVc& vc, Ptr<Packet> sdu) override;
    bool TakeSdu(AtmVc& vc, Ptr<Packet> sdu, const Aal5ReceivedPdu& pdu) override;
    void TakeDamaged(AtmVc& vc, Aal5Error cause, const Aal5ReceivedPdu& pdu) override;

    /**
     * @brief TracedCallback signature for what is received.
     * @param [in] delivery intact or damaged
     */
    typedef void (*RxTracedCallback)(const Aal5PlusDelivery& delivery);

  protected:
    void DoDispose() override;

  private:
    /// State of a VC.
    struct Connection
    {
        std::array<uint64_t, 2> next{{}};            //!< number of the next PDU sent, by type
        std::array<int32_t, 2> expected{{-1, -1}};   //!< number of the next one received; -1: any
        Receiver receiver;                           //!< or null
        AtmVcId vc;                                  //!< label
        std::unique_ptr<SystemParityDecoder> parity; //!< with SystemParity, once there are PDUs
        Time damaged;                                //!< when the group that is held was damaged
        EventId timeout;                             //!< of it
    };

    /// @param pdu sent @param runs of its SDU; the cells are marked
    void MarkCells(AtmPdu& pdu, const std::vector<ExClpRun>& runs);
    /// @param delivery intact or damaged; is traced and handed up @param connection of its VC
    /// @return whether it was handed up
    bool Deliver(const Aal5PlusDelivery& delivery, Connection& connection);
    /// @param vc of a System PDU @param connection of it @param cells payload @param isWhole
    /// whether the last one of these ends the PDU
    void TakeSystemCells(const AtmVc& vc,
                         Connection& connection,
                         const std::vector<uint8_t>& cells,
                         bool isWhole);
    /// @param connection whose group is given up
    void EndGroup(Connection* connection);
    /// @param connection of a PDU @param delivery from its parity
    void DeliverSystem(Connection* connection, const SystemParityDelivery& delivery);

    Ptr<ExClpClassifier> m_classifier;                          //!< or null: all are headers
    DataPduMode m_mode;                                         //!< see DataPduMode
    bool m_deliversCorrupted;                                   //!< CorruptedDelivery
    bool m_hasParity;                                           //!< SystemParity
    Time m_groupTimeout;                                        //!< GroupTimeout
    std::unordered_map<const AtmVc*, Connection> m_connections; //!< by VC
    Lazy<Counters> m_counters;                                  //!< so far
    TracedCallback<const Aal5PlusDelivery&> m_rxTrace;          //!< Rx
    TracedCallback<Time> m_delayTrace;                          //!< RecoveryDelay
};

/**
 * @ingroup hsn-atm
 * @brief The order of octets of Aal5PlusAdaptation::REGROUP.
 */
class Aal5PlusRegrouping
{
  public:
    /**
     * @param octets an SDU
     * @param runs its octets by class
     * @param grouped gets the octets that are sent
     * @return the classes of those; nothing but an octet in front is new if there are too many
     * runs, or octets
     */
    static std::vector<ExClpRun> Make(const std::vector<uint8_t>& octets,
                                      const std::vector<ExClpRun>& runs,
                                      std::vector<uint8_t>& grouped);

    /**
     * @param grouped what was sent, of any content
     * @param octets gets the SDU
     * @param places gets for each of its octets the place it was sent at
     * @return whether the table makes sense
     */
    static bool Undo(const std::vector<uint8_t>& grouped,
                     std::vector<uint8_t>& octets,
                     std::vector<uint32_t>& places);
};
} // namespace hsn
} // namespace ns3

#endif // AAL5_PLUS_ADAPTATION_H
