// SPDX-License-Identifier: GPL-2.0-only
#ifndef ILP_COST_MODEL_H
#define ILP_COST_MODEL_H

#include "host-cost.h"

#include <cstdint>

namespace ns3
{
namespace hsn
{
/**
 * @ingroup hsn-host
 * @brief What data manipulations cost on a scalar in-order processor, in one integrated loop or in
 * one loop for each function.
 *
 * For the machines of B. Ahlgren, M. Bjorkman, P. Gunningberg, "Integrated layer processing can be
 * hazardous to your performance". Each of Functions functions executes Instructions instructions,
 * one per cycle, on each block of Block words of 4 octets, and Overhead more on each word, and
 * carries State words from block to block. A loop reads and writes a word once; state that finds no
 * register is loaded and stored once a block, and so is one more word per SpillScratch, because
 * memory can be worked on in a register only. With cold caches, the first loop and each further one
 * pay a penalty for each octet.
 *
 * The paper's machines and figures have blocks of one word, for whose register Registers has room
 * beside the state. Each further word of a block, which a loop holds until it writes the block,
 * takes one of Registers; a loop's own cost is paid once a block.
 *
 * As a HostCost it charges protocol processing and sending of each octet; a host that does nothing
 * else handles 8000 / GetNsPerOctet() Mbit/s.
 */
class IlpCostModel : public HostCost
{
  public:
    /// The machines of the paper.
    enum Preset
    {
        SS2,   //!< SPARCstation 2, 40 MHz
        HP735, //!< HP 9000-735, 99 MHz
    };

    /// @return the TypeId
    static TypeId GetTypeId();

    /**
     * @brief Sets what the machine determines; functions stay as they are.
     *
     * Fitted to the paper's gains, penalties and thresholds; the paper prints clock rates alone.
     * @param preset which machine
     */
    void UsePreset(Preset preset);

    /// @param words of state of one loop @return loads, and as many stores, for each block of data
    uint32_t GetSpill(uint32_t words) const;
    /// @return accesses by GetSpill() of the integrated loop
    uint32_t GetIntegratedSpill() const;
    /// @return accesses by GetSpill() of all sequential loops
    uint32_t GetSequentialSpill() const;
    /// @param integrated whether one loop does all @return largest State that finds registers; 0
    /// also if the block leaves none
    uint32_t GetLargestState(bool integrated) const;
    /// @param integrated whether one loop does all @param cold whether no cache holds the data
    /// @return ns for each octet of data
    double GetNsPerOctet(bool integrated, bool cold) const;
    /// @return ns for each octet, by the attributes Integrated and Cold
    double GetNsPerOctet() const;

    /// @param operation PROTOCOL, PROTOCOL_DATA, SEND or SEND_DATA; others are free
    /// @param octets that are manipulated @param packets does not matter @return processor time
    Time GetCost(HostOperation operation, uint32_t octets, uint32_t packets = 1) const override;
    bool IsFree() const override;
    using HostCost::GetCost;

  private:
    double m_cycle;          //!< ns
    double m_load;           //!< cycles
    double m_store;          //!< cycles
    double m_loop;           //!< cycles
    double m_overhead;       //!< instructions
    double m_first;          //!< ns/octet
    double m_further;        //!< ns/octet
    uint32_t m_registers;    //!< for state
    uint32_t m_scratch;      //!< words
    uint32_t m_functions;    //!< number
    uint32_t m_state;        //!< words of a function
    uint32_t m_instructions; //!< of a function and block
    uint32_t m_block;        //!< words
    bool m_integrated;       //!< one loop
    bool m_cold;             //!< no cache holds the data
};
} // namespace hsn
} // namespace ns3

#endif // ILP_COST_MODEL_H
