// SPDX-License-Identifier: GPL-2.0-only
#ifndef ATM_FRAME_FILTER_H
#define ATM_FRAME_FILTER_H

#include "ns3/atm-change.h"
#include "ns3/atm-pdu.h"
#include "ns3/cell-burst.h"
#include "ns3/object.h"

#include <array>
#include <cstdint>

namespace ns3
{
namespace hsn
{
/**
 * @ingroup hsn-atm
 * @brief Decides for each frame of a connection by which outputs of a switch it leaves.
 *
 * Nothing is buffered: the first cell of a frame is looked at, and the other cells go where it
 * went. Like a real switch the filter knows frames from the user-to-user bit of cells only. In AAL5
 * that bit marks the last cell of a frame (I.363.5), so that the cell after a marked one is a first
 * one; a frame that has lost its last cell is continued by the next frame. Where the bit marks
 * first cells, set UserBitMarks to First: frames of AAL5 are then misread.
 *
 * Cells that belong to no adaptation layer (AtmRawPdu; as OAM cells) pass and change nothing.
 *
 * A filter of your own derives from this class and overrides GetPorts(). It serves one connection
 * (AtmSwitch::SetFrameFilter()), and may change its mind inside an AtmChange, since cells are
 * decided on late in the burst engine; a Setting is enough for a single value.
 */
class AtmFrameFilter : public Object
{
  public:
    /// Every port of a switch.
    static constexpr uint64_t ALL_PORTS = ~uint64_t{0};
    /// Ports that a filter can tell apart; those above always get everything.
    static constexpr uint32_t MAX_PORTS = 64;
    /// Octets of a cell that GetPorts() sees.
    using Payload = std::array<uint8_t, CellBurst::PAYLOAD_BYTES>;

    /// What the user-to-user bit of a cell marks.
    enum Marks
    {
        LAST, //!< the last cell of a frame (AAL5)
        FIRST //!< the first cell of a frame
    };

    /// Cells and frames.
    struct Counters
    {
        uint64_t cells{0};   //!< decided on
        uint64_t frames{0};  //!< cells taken for the first one of a frame
        uint64_t unknown{0}; //!< of them: the filter did not know what they are; all ports get them
        uint64_t misread{0}; //!< of them: not the first cell of its PDU
        uint64_t merged{0};  //!< first cells of PDUs that went where the frame before them went
        uint64_t others{0};  //!< cells of no adaptation layer, which pass
    };

    /// What becomes of some cells.
    struct Fate
    {
        uint64_t ports{ALL_PORTS}; //!< by which they leave: bit i for port i
        uint32_t cells{0};         //!< leading cells that this is true of
    };

    /// @return the TypeId
    static TypeId GetTypeId();

    AtmFrameFilter();
    ~AtmFrameFilter() override;

    /// @param ports of a Fate @param port number @return whether cells leave by that port
    static bool Has(uint64_t ports, uint32_t port)
    {
        return port >= MAX_PORTS || ((ports >> port) & 1);
    }

    /**
     * @brief Decides on consecutive cells of a PDU; called by the switch, in order.
     * @param pdu the PDU
     * @param damage inverted bits of the first cell, or null
     * @param first index of the first cell
     * @param count cells, at least 1
     * @return what becomes of them, or of the first ones
     */
    Fate Decide(const AtmPdu& pdu, const CellDamage* damage, uint32_t first, uint32_t count);

    /// @return the counters
    const Counters& GetCounters() const;

  protected:
    /// A parameter that GetPorts() depends on. @tparam T its type
    template <typename T>
    using Setting = AtmSetting<T>;
    /// State that follows from cells. @tparam T its type
    template <typename T>
    using Lazy = AtmLazy<T>;

    /**
     * @brief Tells where a frame goes.
     * @param payload of its first cell
     * @param known set to false if the filter does not know what it is
     * @return ports by which it leaves, bit i for port i
     */
    virtual uint64_t GetPorts(const Payload& payload, bool& known) = 0;

  private:
    /// @param pdu a PDU @param damage inverted bits or null @param cell of it, taken for a first
    /// one
    void Read(const AtmPdu& pdu, const CellDamage* damage, uint32_t cell);

    /// State.
    struct State
    {
        bool expectsFirst{true};   //!< the next cell is the first one of a frame
        uint64_t ports{ALL_PORTS}; //!< of the present frame
        Counters counters;         //!< what happened
    };

    /// @param marks attribute UserBitMarks
    void SetMarks(Marks marks);
    /// @return attribute UserBitMarks
    Marks GetMarks() const;

    AtmSetting<Marks> m_marks; //!< attribute UserBitMarks
    AtmLazy<State> m_state;    //!< follows from cells
};
} // namespace hsn
} // namespace ns3

#endif // ATM_FRAME_FILTER_H
