// SPDX-License-Identifier: GPL-2.0-only
#ifndef AAL5_REASSEMBLER_H
#define AAL5_REASSEMBLER_H

#include "ns3/aal5.h"
#include "ns3/atm-cell.h"
#include "ns3/atm-pdu.h"
#include "ns3/callback.h"
#include "ns3/cell-burst.h"
#include "ns3/event-id.h"
#include "ns3/nstime.h"
#include "ns3/packet.h"
#include "ns3/ptr.h"

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace ns3
{
namespace hsn
{
/**
 * @ingroup hsn-atm
 * @brief What the reassembler took for one CPCS-PDU: some cells, in the order they came.
 *
 * It is handed to callbacks and valid during the call only; its bytes are made if asked for.
 */
class Aal5ReceivedPdu
{
  public:
    /// Consecutive cells of one PDU as it was sent.
    struct Piece
    {
        Ptr<AtmPdu> pdu;        //!< that PDU
        Ptr<CellDamage> damage; //!< inverted bits, null if these cells have none
        uint32_t first;         //!< index of the first cell
        uint32_t count;         //!< cells
    };

    Aal5ReceivedPdu() = default;
    Aal5ReceivedPdu(const Aal5ReceivedPdu&) = delete;
    Aal5ReceivedPdu& operator=(const Aal5ReceivedPdu&) = delete;

    /// @return its cells. Of an over-long PDU, those up to the one that was too much
    uint32_t GetNCells() const
    {
        return m_nCells;
    }

    /// @return true if any cell had loss priority 1
    bool IsAnyClp() const
    {
        return m_anyClp;
    }

    /// @return true if any cell had met congestion
    bool IsAnyEfci() const
    {
        return m_anyEfci;
    }

    /**
     * @return the header of the last cell in it, as received. It has no last-cell bit if the
     *         cause is TIMEOUT, and perhaps none if it is OVERSIZE
     */
    const AtmCellHeader& GetLastHeader() const
    {
        return m_lastHeader;
    }

    /// @return the user-to-user octet of the trailer, 0 without trailer (TIMEOUT, OVERSIZE)
    uint8_t GetUu() const
    {
        return m_uu;
    }

    /**
     * @return the PDU that was sent, if these are exactly its cells and no bit of them is inverted;
     *         else null
     */
    Ptr<AtmPdu> GetSentPdu() const;

    /// @return the PDU that the last cell was sent in (there always is one)
    Ptr<AtmPdu> GetLastCellPdu() const
    {
        return m_pieces.back().pdu;
    }

    /**
     * @return which cells of which PDUs these are, in the order received: what the simulation knows
     * and a receiver does not, which counts cells and checks the CRC
     */
    const std::vector<Piece>& GetPieces() const
    {
        return m_pieces;
    }

    /// @return the bytes received, 48 * GetNCells(), inverted bits and all
    const std::vector<uint8_t>& GetBytes() const;

    /// @return GetBytes() as a packet of its own, for captures and traces
    Ptr<Packet> MakePacket() const;

  private:
    friend class Aal5Reassembler;

    /// Forgets all cells; keeps the storage.
    void Clear();

    std::vector<Piece> m_pieces;          //!< in the order received; neighbours are merged
    uint32_t m_nCells{0};                 //!< sum of the counts
    bool m_anyClp{false};                 //!< see IsAnyClp
    bool m_anyEfci{false};                //!< see IsAnyEfci
    uint8_t m_uu{0};                      //!< see GetUu
    AtmCellHeader m_lastHeader;           //!< see GetLastHeader
    mutable std::vector<uint8_t> m_bytes; //!< bytes, once they were asked for
};

/**
 * @ingroup hsn-atm
 * @brief The receiving side of AAL5 on one VC (ITU-T I.363.5, 9 and 10).
 *
 * Cells are appended until one has the last-cell bit; then the CPCS-PDU is checked. Nothing but
 * that bit separates PDUs: where a last cell was lost, the next PDU is appended to the rest of the
 * broken one and both fail together, as in real reassemblers.
 *
 * While the cells are those of one PDU as it was sent, that is known without looking at bytes and
 * the SDU's own packet is delivered. In all other cases the bytes are made from the cells that
 * came and go through Aal5::ParseCpcsPdu.
 *
 * Of a PDU with more cells than the longest SDU needs, those up to the first one too many are
 * kept; what follows is discarded up to and including the next last cell. It fails (OVERSIZE) once,
 * when it ends: at that last cell, or when the reassembly timer expires, because only the last cell
 * of a PDU has consequences at its time.
 *
 * The optional reassembly timer starts with the first cell of a PDU (RFC 2515: a PDU has to be
 * "fully re-assembled within the required time period"). When it expires, the cells there are
 * given up (TIMEOUT, or OVERSIZE if they were too many already), and the next cell is taken for a
 * first one. A cell that arrives exactly at the time of expiry is too late.
 *
 * The time of a cell is Simulator::Now() at Receive(), for all cells of a burst.
 *
 * Every cell received is in a PDU delivered or in one that failed, is pending, or was discarded
 * from an over-long PDU, which counts as failed at once: cells = deliveredCells + failedCells +
 * GetPendingCells().
 */
class Aal5Reassembler
{
  public:
    /**
     * @brief Takes a good SDU.
     *
     * The packet belongs to the receiver. Neither callback may call Receive() of, or destroy, the
     * reassembler it is called by.
     */
    typedef Callback<void, Ptr<Packet>, const Aal5ReceivedPdu&> DeliverCallback;
    /// Called when a PDU fails.
    typedef Callback<void, Aal5Error, const Aal5ReceivedPdu&> ErrorCallback;

    /// What happened so far.
    struct Counters
    {
        uint64_t cells{0};          //!< cells received (those marked discarded do not count)
        uint64_t pdus{0};           //!< PDUs delivered
        uint64_t sduBytes{0};       //!< octets of their SDUs
        uint64_t deliveredCells{0}; //!< their cells
        uint64_t failedCells{0};    //!< cells of PDUs that failed, and those discarded
        std::array<uint64_t, AAL5_N_ERRORS> errors{}; //!< PDUs that failed, by cause

        /// @param cause a cause @return PDUs that failed for it
        uint64_t GetErrors(Aal5Error cause) const
        {
            return errors[static_cast<size_t>(cause)];
        }

        /// @return PDUs that failed
        uint64_t GetTotalErrors() const;
    };

    Aal5Reassembler() = default;
    ~Aal5Reassembler();
    Aal5Reassembler(const Aal5Reassembler&) = delete;
    Aal5Reassembler& operator=(const Aal5Reassembler&) = delete;

    /// @param cb takes good SDUs
    void SetDeliverCallback(DeliverCallback cb);
    /// @param cb called when a PDU fails
    void SetErrorCallback(ErrorCallback cb);

    /**
     * @param maxSdu longest SDU to deliver, in octets
     * @param timeout reassembly time
     * @return nothing if they can be set, else what is wrong, with the value and the limit
     */
    static std::string Check(uint32_t maxSdu, Time timeout);

    /**
     * Aborts with Check()'s text outside the range.
     *
     * @param maxSdu longest SDU to deliver, 1..65535 octets; 65535 at the start
     */
    void SetMaxSdu(uint32_t maxSdu);

    /// @return longest SDU to deliver
    uint32_t GetMaxSdu() const
    {
        return m_maxSdu;
    }

    /**
     * Aborts with Check()'s text if it is negative.
     *
     * @param timeout time a PDU has from its first cell to its last; 0, as at the start, for no
     *                limit. It holds for PDUs that begin later
     */
    void SetTimeout(Time timeout);

    /// @return reassembly time, 0 for no limit
    Time GetTimeout() const
    {
        return m_timeout;
    }

    /**
     * Takes the cells of a burst that are not marked discarded.
     *
     * @param burst 1..64 cells, all of them inside its PDU
     */
    void Receive(const CellBurst& burst);

    /// @return cells kept of the PDU that is not complete yet (none in a callback)
    uint32_t GetPendingCells() const
    {
        return m_inCallback ? 0 : m_partial.m_nCells;
    }

    /// @return whether it is calling one of its callbacks, after which it goes on
    bool IsInCallback() const
    {
        return m_inCallback;
    }

    /// @return true while the rest of an over-long PDU is discarded
    bool IsDiscarding() const
    {
        return m_discarding;
    }

    /// @return the counters
    const Counters& GetCounters() const
    {
        return m_counters;
    }

  private:
    /**
     * @param burst a burst
     * @param i first cell to take
     * @param n how many, none of them marked discarded
     */
    void ReceiveRun(const CellBurst& burst, uint32_t i, uint32_t n);

    /**
     * @param burst a burst
     * @param i first cell to append to the partial PDU
     * @param n how many, at least 1
     */
    void Append(const CellBurst& burst, uint32_t i, uint32_t n);

    /// The partial PDU's last cell came.
    void Complete();
    /// @param cause why the partial PDU fails
    void Fail(Aal5Error cause);
    /// The time of the partial PDU is over.
    void Expire();
    /// The timer's event.
    void OnTimer();

    Aal5ReceivedPdu m_partial;              //!< what is not complete yet
    DeliverCallback m_deliver;              //!< takes good SDUs
    ErrorCallback m_error;                  //!< called when a PDU fails
    Time m_timeout;                         //!< reassembly time, 0: none
    Time m_deadline;                        //!< of the partial PDU, if m_timed
    bool m_timed{false};                    //!< the partial PDU has a deadline
    EventId m_timer;                        //!< at m_deadline or earlier, see OnTimer
    uint32_t m_maxSdu{Aal5::MAX_SDU_BYTES}; //!< longest SDU to deliver
    uint32_t m_maxCells{Aal5::CellsFor(Aal5::MAX_SDU_BYTES)}; //!< its cells
    bool m_discarding{false}; //!< the partial PDU is over-long: no more is appended
    bool m_inCallback{false}; //!< to catch misuse
    Counters m_counters;      //!< see GetCounters
};
} // namespace hsn
} // namespace ns3

#endif // AAL5_REASSEMBLER_H
