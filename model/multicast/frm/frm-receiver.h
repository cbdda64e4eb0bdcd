// SPDX-License-Identifier: GPL-2.0-only
#ifndef FRM_RECEIVER_H
#define FRM_RECEIVER_H

#include "frm-header.h"

#include "ns3/packet.h"

#include <cstdint>
#include <map>
#include <vector>

namespace ns3
{
namespace hsn
{
/** @ingroup hsn-frm
 * @brief What a receiver does with a packet that is not the next one. */
enum FrmReceiveMode
{
    FRM_GO_BACK_N, //!< discards it
    FRM_BUFFER,    //!< keeps it until the others are there (selective repeat)
};

/** @ingroup hsn-frm
 * @brief What became of a packet. */
enum class FrmArrival
{
    TAKEN,        //!< it is the next one; perhaps others follow it
    STORED,       //!< it waits for others
    DUPLICATE,    //!< it has been here before
    OUT_OF_ORDER, //!< go-back-n discards it
    NO_ROOM,      //!< the receive buffer is full
};

/**
 * @ingroup hsn-frm
 * @brief A receiver of FRM without network and clock: which packets are taken, and in which order
 * (section 3.1).
 *
 * A receiver that is not reliable takes what reaches it, in order, without what it missed.
 */
class FrmReceiver
{
  public:
    /** @brief Settings. */
    struct Settings
    {
        FrmReceiveMode mode{FRM_GO_BACK_N}; //!< what is done with packets out of order
        uint32_t buffer{32};                //!< packets that are not handed over, at least 1
        bool reliable{true};                //!< it is listed
    };

    /** @param settings of it @param first number of the first packet */
    explicit FrmReceiver(const Settings& settings, uint32_t first = 0);

    /**
     * @brief Takes a packet.
     * @param seq its number
     * @param packet it; null where only numbers count
     * @param handed numbers handed to the user so far: one more than the last one
     * @return what became of it; GetTaken() has the packets for the user
     */
    FrmArrival Receive(uint32_t seq, Ptr<Packet> packet, uint32_t handed);

    /** @return packets for the user after Receive() returned TAKEN, in order */
    const std::vector<Ptr<Packet>>& GetTaken() const
    {
        return m_taken;
    }

    /** @return one more than the highest number that is contiguous; not reliable: that was taken */
    uint32_t GetRseq() const
    {
        return m_rseq;
    }

    /** @return packets that wait for others */
    uint32_t GetStored() const
    {
        return static_cast<uint32_t>(m_stored.size());
    }

    /** @return which packets wait for others, as FrmPdu::kept has it */
    std::vector<uint8_t> GetKept() const;

    /** @return what is done with packets out of order */
    FrmReceiveMode GetMode() const
    {
        return m_settings.mode;
    }

    /** @return whether it is listed */
    bool IsReliable() const
    {
        return m_settings.reliable;
    }

    /** @return packets for which there is room */
    uint32_t GetBuffer() const
    {
        return m_settings.buffer;
    }

  private:
    const Settings m_settings;                //!< of it
    uint32_t m_rseq;                          //!< next number
    std::map<uint32_t, Ptr<Packet>> m_stored; //!< by number
    std::vector<Ptr<Packet>> m_taken;         //!< for the user
};
} // namespace hsn
} // namespace ns3

#endif // FRM_RECEIVER_H
