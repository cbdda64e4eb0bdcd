// SPDX-License-Identifier: GPL-2.0-only
#ifndef HSN_MM_POC_PDU_H
#define HSN_MM_POC_PDU_H

#include <cstdint>
#include <vector>

namespace ns3
{
namespace hsn
{
/** @brief Types of PDUs (figure 4 of the paper; their numbers are ours). */
enum MmPocPduType : uint8_t
{
    MM_POC_DATA = 1,    //!< an SDU
    MM_POC_ACK_REQ = 2, //!< asks for an ACK_RES
    MM_POC_ACK_RES = 3, //!< what has arrived and what is missing
    MM_POC_FNACK = 4    //!< the same, because of a loss that is not acceptable
};

/** @brief What a PDU says. */
struct MmPocPdu
{
    /// Last received number: none.
    static constexpr uint32_t NO_NUMBER = 0xffffffff;
    /// Numbers of SDUs are below this.
    static constexpr uint32_t MAX_NUMBER = 0xfffffff0;
    /// Most losses of a list: its length has 15 bits.
    static constexpr uint32_t MAX_LOSSES = 0x3fff;

    MmPocPduType type{MM_POC_DATA};   //!< of the PDU
    uint8_t poc{0};                   //!< medium
    bool ack{false};                  //!< DATA: an ACK_RES is wanted
    uint32_t number{0};               //!< DATA: of the SDU
    bool open{false};                 //!< ACK_REQ: asks for a connection
    bool end{false};                  //!< ACK_REQ: no SDU from total on; others: that is known
    uint32_t association{0};          //!< ACK_REQ that asks for a connection: which association
    uint32_t digest{0};               //!< the same: of the partial order
    uint32_t total{0};                //!< ACK_REQ with end: number of SDUs
    uint32_t lastReceived{NO_NUMBER}; //!< ACK_RES, FNACK: highest number arrived or declared lost
    std::vector<uint32_t> losses;     //!< ACK_RES, FNACK: missing numbers up to it, ascending
};
} // namespace hsn
} // namespace ns3

#endif // HSN_MM_POC_PDU_H
