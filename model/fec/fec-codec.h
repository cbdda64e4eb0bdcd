// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * One interface for the codes that protect blocks of packets.
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
/** @brief Codes of packet blocks; the numbers are those on the wire. */
enum FecCodecType : uint32_t
{
    FEC_CODEC_XOR = 0,                 //!< one parity packet, the exclusive or
    FEC_CODEC_SHIFT_XOR = 1,           //!< XorShiftCode with longer parity packets
    FEC_CODEC_SHIFT_XOR_TRUNCATED = 2, //!< XorShiftCode that drops what is shifted out
    FEC_CODEC_REED_SOLOMON = 3         //!< ErasureCode
};

/** @brief A code and its size. */
struct FecCode
{
    FecCodecType codec{FEC_CODEC_SHIFT_XOR}; //!< which code
    uint32_t data{7};                        //!< N, at least 1
    uint32_t parity{1};                      //!< M; N + M is at most 255
    uint32_t shiftOrigin{0};                 //!< of the shift codes: shift of the first packet
    uint32_t shiftUnit{1};                   //!< of the shift codes: bits of a shift, 1 or 8

    /** @return an empty string, or what is wrong: the value and its limit */
    std::string Check() const;

    /** @param other code @return whether it is the same */
    bool operator==(const FecCode& other) const;
};

/**
 * @ingroup hsn-fec
 * @brief Computes parity and restores data of a block of equally long pieces, by any of the codes.
 *
 * With M = 0 there is no parity, and nothing is ever restored.
 */
class FecCodec
{
  public:
    /** @brief Most packets of a block, so that an octet numbers them. */
    static constexpr uint32_t MOST_PACKETS = 255;

    /** @param code must be valid */
    explicit FecCodec(const FecCode& code);

    /** @return the code */
    const FecCode& GetCode() const;

    /**
     * @brief Length by which a parity piece exceeds the data.
     * @param code of it
     * @param j which parity, 0 to M - 1
     * @return octets
     */
    static std::size_t GetExcess(const FecCode& code, uint32_t j);

    /**
     * @brief Computes all parity of a block.
     * @param data N pieces one after the other
     * @param length octets of a piece, at least 1
     * @return M pieces
     */
    std::vector<std::vector<uint8_t>> Encode(const std::vector<uint8_t>& data, std::size_t length);

    /**
     * @brief Restores data.
     * @param present of each of the N + M pieces, whether it is there; restored data becomes
     *        present
     * @param data N pieces one after the other; missing ones are written if they are restored
     * @param length octets of a piece, at least 1
     * @param parity M pieces with their excess; those that are not present are not looked at
     * @return FEC_DECODE_COMPLETE if all data is there, FEC_DECODE_INCOMPLETE if some is missing,
     *         FEC_DECODE_INCONSISTENT if the pieces contradict each other (only shift codes notice)
     */
    FecDecodeResult Repair(std::vector<bool>& present,
                           std::vector<uint8_t>& data,
                           std::size_t length,
                           const std::vector<const uint8_t*>& parity);

  private:
    /** @brief Repair() by exclusive or. @copydetails Repair() */
    FecDecodeResult RepairXor(std::vector<bool>& present,
                              std::vector<uint8_t>& data,
                              std::size_t length,
                              const uint8_t* parity);
    /** @brief Repair() by Reed and Solomon. @copydetails Repair() */
    FecDecodeResult RepairReedSolomon(std::vector<bool>& present,
                                      std::vector<uint8_t>& data,
                                      std::size_t length,
                                      const std::vector<const uint8_t*>& parity);

    /** @param length octets of a data piece @return the shift code for it */
    XorShiftCode MakeShiftCode(std::size_t length) const;

    FecCode m_code;                             //!< the code
    std::unique_ptr<ErasureCode> m_reedSolomon; //!< if it is this one
    std::vector<uint8_t> m_block;               //!< data and parity one after the other
};
} // namespace hsn
} // namespace ns3

#endif // HSN_FEC_CODEC_H
