// SPDX-License-Identifier: GPL-2.0-only
#include "fec-codec.h"

#include "ns3/abort.h"

#include <algorithm>
#include <string>

namespace ns3
{
namespace hsn
{
namespace
{
/** @brief Largest number of parity packets of the shift codes. */
constexpr uint32_t MOST_SHIFT_PARITY = 3;

/** @param codec type of code @return whether it is a shift code */
bool
Shifts(FecCodecType codec)
{
    return codec == FEC_CODEC_SHIFT_XOR || codec == FEC_CODEC_SHIFT_XOR_TRUNCATED;
}
} // namespace

std::string
FecCode::Check() const
{
    // called for every packet, hence no string stream
    const auto number = [](uint32_t value) { return std::to_string(value); };
    if (codec > FEC_CODEC_REED_SOLOMON)
    {
        return "FEC codec " + number(codec) + ": 0 to " + number(FEC_CODEC_REED_SOLOMON);
    }
    if (data < 1)
    {
        return "FEC block of 0 data packets: at least 1";
    }
    if (data > FecCodec::MOST_PACKETS || parity > FecCodec::MOST_PACKETS - data)
    {
        return "FEC block of " + number(data) + " + " + number(parity) + " packets: at most " +
               number(FecCodec::MOST_PACKETS);
    }
    if (codec == FEC_CODEC_XOR && parity > 1)
    {
        return number(parity) + " parity packets by exclusive or: at most 1";
    }
    if (Shifts(codec) && parity > MOST_SHIFT_PARITY)
    {
        return number(parity) + " parity packets by shifts: at most " + number(MOST_SHIFT_PARITY);
    }
    if (shiftOrigin > 1)
    {
        return "FEC shift origin " + number(shiftOrigin) + ": 0 or 1";
    }
    if (shiftUnit != 1 && shiftUnit != 8)
    {
        return "FEC shift unit of " + number(shiftUnit) + " bits: 1 or 8";
    }
    return {};
}

bool
FecCode::operator==(const FecCode& other) const
{
    return codec == other.codec && data == other.data && parity == other.parity &&
           shiftOrigin == other.shiftOrigin && shiftUnit == other.shiftUnit;
}

FecCodec::FecCodec(const FecCode& code)
    : m_code(code)
{
    const std::string error = code.Check();
    NS_ABORT_MSG_UNLESS(error.empty(), error);
    if (code.codec == FEC_CODEC_REED_SOLOMON)
    {
        m_reedSolomon = std::make_unique<ErasureCode>(code.data, code.parity);
    }
}

const FecCode&
FecCodec::GetCode() const
{
    return m_code;
}

std::size_t
FecCodec::GetExcess(const FecCode& code, uint32_t j)
{
    const std::size_t bits =
        code.codec == FEC_CODEC_SHIFT_XOR
            ? std::size_t{code.data - 1 + code.shiftOrigin} * j * code.shiftUnit
            : 0;
    return (bits + 7) / 8;
}

XorShiftCode
FecCodec::MakeShiftCode(std::size_t length) const
{
    return XorShiftCode(m_code.data,
                        m_code.parity,
                        length,
                        m_code.codec == FEC_CODEC_SHIFT_XOR_TRUNCATED ? XOR_SHIFT_TRUNCATED
                                                                      : XOR_SHIFT_EXTENDED,
                        m_code.shiftOrigin,
                        m_code.shiftUnit);
}

std::vector<std::vector<uint8_t>>
FecCodec::Encode(const std::vector<uint8_t>& data, std::size_t length)
{
    NS_ABORT_MSG_UNLESS(data.size() == length * m_code.data && length > 0,
                        data.size() << " bytes for " << m_code.data << " pieces of " << length);
    std::vector<std::vector<uint8_t>> parity(m_code.parity);
    for (uint32_t j = 0; j < m_code.parity; j++)
    {
        parity[j].resize(length + GetExcess(m_code, j));
    }
    if (m_code.parity == 0)
    {
        return parity;
    }
    if (m_reedSolomon)
    {
        std::vector<const uint8_t*> in;
        for (uint32_t i = 0; i < m_code.data; i++)
        {
            in.push_back(data.data() + i * length);
        }
        std::vector<uint8_t*> out;
        for (auto& one : parity)
        {
            out.push_back(one.data());
        }
        m_reedSolomon->Encode(in.data(), out.data(), length);
        return parity;
    }
    auto code = MakeShiftCode(length);
    for (uint32_t j = 0; j < m_code.parity; j++)
    {
        code.Encode(j, data.data(), parity[j].data());
    }
    return parity;
}

FecDecodeResult
FecCodec::Repair(std::vector<bool>& present,
                 std::vector<uint8_t>& data,
                 std::size_t length,
                 const std::vector<const uint8_t*>& parity)
{
    NS_ABORT_MSG_UNLESS(
        present.size() == m_code.data + m_code.parity && parity.size() == m_code.parity &&
            data.size() == length * m_code.data && length > 0,
        "block size differs from the code's " << m_code.data << " + " << m_code.parity);
    if (m_code.parity == 0)
    {
        const bool all = std::all_of(present.begin(), present.end(), [](bool one) { return one; });
        return all ? FEC_DECODE_COMPLETE : FEC_DECODE_INCOMPLETE;
    }
    switch (m_code.codec)
    {
    case FEC_CODEC_XOR:
        return RepairXor(present, data, length, parity[0]);
    case FEC_CODEC_REED_SOLOMON:
        return RepairReedSolomon(present, data, length, parity);
    default:
        return MakeShiftCode(length).Repair(present, data.data(), parity);
    }
}

FecDecodeResult
FecCodec::RepairXor(std::vector<bool>& present,
                    std::vector<uint8_t>& data,
                    std::size_t length,
                    const uint8_t* parity)
{
    const auto end = present.begin() + m_code.data;
    const auto first = std::find(present.begin(), end, false);
    if (first == end)
    {
        return FEC_DECODE_COMPLETE;
    }
    if (!present[m_code.data] || std::find(first + 1, end, false) != end)
    {
        return FEC_DECODE_INCOMPLETE;
    }
    uint8_t* missing = data.data() + (first - present.begin()) * length;
    std::fill_n(missing, length, 0);
    std::vector<uint8_t> sum(length);
    MakeShiftCode(length).Encode(0, data.data(), sum.data());
    for (std::size_t k = 0; k < length; k++)
    {
        missing[k] = sum[k] ^ parity[k];
    }
    *first = true;
    return FEC_DECODE_COMPLETE;
}

FecDecodeResult
FecCodec::RepairReedSolomon(std::vector<bool>& present,
                            std::vector<uint8_t>& data,
                            std::size_t length,
                            const std::vector<const uint8_t*>& parity)
{
    m_block.resize(present.size() * length);
    std::copy(data.begin(), data.end(), m_block.begin());
    for (uint32_t j = 0; j < m_code.parity; j++)
    {
        if (present[m_code.data + j])
        {
            std::copy_n(parity[j], length, m_block.begin() + (m_code.data + j) * length);
        }
    }
    if (!m_reedSolomon->Repair(present, m_block.data(), length))
    {
        return FEC_DECODE_INCOMPLETE;
    }
    std::copy_n(m_block.begin(), data.size(), data.begin());
    std::fill_n(present.begin(), m_code.data, true);
    return FEC_DECODE_COMPLETE;
}
} // namespace hsn
} // namespace ns3
