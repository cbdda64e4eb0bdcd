// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * Common interface of the codes that protect blocks of packets.
 */
#ifndef HSN_FEC_CODEC_H
#define HSN_FEC_CODEC_H

#include "erasure-code.h"
#include "fec-decode-result.h"
#include "xor-shift-code.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace ns3
{
namespace hsn
{
/** @brief Codes for packet blocks; the values are used in headers. */
enum FecCodecType : uint32_t
{
    FEC_CODEC_XOR = 0,                 //!< one parity packet, the XOR of the data
    FEC_CODEC_SHIFT_XOR = 1,           //!< XorShiftCode with extended parity packets
    FEC_CODEC_SHIFT_XOR_TRUNCATED = 2, //!< XorShiftCode that drops bits shifted beyond the end
    FEC_CODEC_REED_SOLOMON = 3         //!< ErasureCode
};

/** @brief Parameters of a packet code. */
struct FecCode
{
    FecCodecType codec{FEC_CODEC_SHIFT_XOR}; //!< type of the code
    uint32_t data{7};                        //!< N, at least 1
    uint32_t parity{1};                      //!< M; N + M is at most 255
    uint32_t shiftOrigin{0};                 //!< shift codes: shift of the first packet, 0 or 1
    uint32_t shiftUnit{1};                   //!< shift codes: bits of one shift, 1 or 8

    /** @return an empty string if the parameters are valid, or the invalid value and its limits */
    std::string Check() const;

    /** @param other parameters @return whether they are equal */
    bool operator==(const FecCode& other) const;
};

/**
 * @ingroup hsn-fec
 * @brief Computes parity and restores data of a block of pieces of equal length, with any of the
 *        codes.
 *
 * With M = 0 there is no parity and nothing can be restored.
 */
class FecCodec
{
  public:
    /** @brief Largest number of packets in a block; one byte holds an index. */
    static constexpr uint32_t MOST_PACKETS = 255;

    /** @param code parameters; must be valid */
    explicit FecCodec(const FecCode& code);

    /** @return the parameters */
    const FecCode& GetCode() const;

    /**
     * @brief Computes by how much a parity piece is longer than the data.
     * @param code parameters
     * @param j index of the parity piece, 0 to M - 1
     * @return bytes
     */
    static std::size_t GetExcess(const FecCode& code, uint32_t j);

    /**
     * @brief Computes all parity of a block.
     * @param data N contiguous pieces
     * @param length bytes of a piece, at least 1
     * @return M pieces
     */
    std::vector<std::vector<uint8_t>> Encode(const std::vector<uint8_t>& data, std::size_t length);

    /**
     * @brief Restores missing data.
     * @param present for each of the N + M pieces, whether it is present; set for restored data
     * @param data N contiguous pieces; restored ones are written
     * @param length bytes of a data piece, at least 1
     * @param parity M pieces, including their excess; those not present are ignored
     * @return the outcome; only shift codes detect inconsistent pieces
     */
    FecDecodeResult Repair(std::vector<bool>& present,
                           std::vector<uint8_t>& data,
                           std::size_t length,
                           const std::vector<const uint8_t*>& parity);

  private:
    /** @brief Repair() with the XOR code. @copydetails Repair() */
    FecDecodeResult RepairXor(std::vector<bool>& present,
                              std::vector<uint8_t>& data,
                              std::size_t length,
                              const uint8_t* parity);
    /** @brief Repair() with the Reed-Solomon code. @copydetails Repair() */
    FecDecodeResult RepairReedSolomon(std::vector<bool>& present,
                                      std::vector<uint8_t>& data,
                                      std::size_t length,
                                      const std::vector<const uint8_t*>& parity);

    /** @param length bytes of a data piece @return the shift code for that length */
    XorShiftCode MakeShiftCode(std::size_t length) const;

    FecCode m_code;                             //!< parameters
    std::unique_ptr<ErasureCode> m_reedSolomon; //!< only with this code
    std::vector<uint8_t> m_block;               //!< data and parity, contiguous
};
} // namespace hsn
} // namespace ns3

#endif // HSN_FEC_CODEC_H
