// SPDX-License-Identifier: GPL-2.0-only
#ifndef HSN_FEC_DECODE_RESULT_H
#define HSN_FEC_DECODE_RESULT_H

namespace ns3
{
namespace hsn
{
/**
 * @ingroup hsn-fec
 * @brief Outcome of decoding a block of data and parity packets.
 */
enum FecDecodeResult
{
    FEC_DECODE_COMPLETE,    //!< all data is present or was restored
    FEC_DECODE_INCOMPLETE,  //!< some data is still missing
    FEC_DECODE_INCONSISTENT //!< the packets received contradict each other
};
} // namespace hsn
} // namespace ns3

#endif // HSN_FEC_DECODE_RESULT_H
