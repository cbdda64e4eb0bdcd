// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * Measures what a code repairs, with real octets: all patterns of losses of one block, the residual
 * loss that follows from them, and blocks with random losses; or the time to compute parity.
 */
#include "packet-fec-options.h"

#include "ns3/core-module.h"
#include "ns3/erasure-code.h"
#include "ns3/fec-codec.h"
#include "ns3/json-object.h"
#include "ns3/program-options.h"
#include "ns3/xor-shift-code.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <functional>
#include <iostream>
#include <memory>
#include <string>
#include <vector>

using namespace ns3;
using namespace ns3::hsn;

namespace
{
const std::string ROTATED = "ShiftXorRotated"; // a variant that FecCodec does not have

/// Command-line options.
struct Options
{
    PacketFecCode code{6, 2};         //!< N + M
    std::string codec{"ShiftXor"};    //!< a codec's name, or ShiftXorRotated
    uint32_t origin{0};               //!< of shifts
    uint32_t unit{1};                 //!< of shifts, bits
    uint32_t size{100};               //!< octets of a packet
    std::vector<double> losses{0.01}; //!< loss rates
    uint32_t blocks{20000};           //!< with random losses, at each of them
    bool time{false};                 //!< measure time instead
};

/// @param name of a codec @return the codec
FecCodecType
FindCodec(const std::string& name)
{
    const auto codecs = GetCodecs();
    return std::find_if(codecs.begin(),
                        codecs.end(),
                        [&name](const auto& codec) { return codec.first == name; })
        ->second;
}

/// A block of random octets that is damaged and repaired.
class Trial
{
  public:
    /// @param o options @param random for the octets
    Trial(const Options& o, Ptr<UniformRandomVariable> random)
        : m_size(o.size)
    {
        m_n = o.code.data;
        m_m = o.code.parity;
        if (o.codec == ROTATED)
        {
            m_rotated = std::make_unique<XorShiftCode>(m_n,
                                                       m_m,
                                                       o.size,
                                                       XOR_SHIFT_ROTATED,
                                                       o.origin,
                                                       o.unit);
        }
        else
        {
            FecCode made = MakeFecCode(FindCodec(o.codec), o.code);
            made.shiftOrigin = o.origin;
            made.shiftUnit = o.unit;
            m_codec = std::make_unique<FecCodec>(made);
        }
        for (uint32_t i = 0; i < m_n * m_size; ++i)
        {
            m_data.push_back(static_cast<uint8_t>(random->GetInteger(0, 255)));
        }
        m_parity.assign(m_m, std::vector<uint8_t>(m_size));
        for (uint32_t j = 0; m_rotated && j < m_m; ++j)
        {
            m_rotated->Encode(j, m_data.data(), m_parity[j].data());
        }
        if (m_codec)
        {
            m_parity = m_codec->Encode(m_data, m_size);
        }
    }

    /// @param lost bit i: packet i is lost @return data packets that cannot be restored
    uint32_t Damage(uint64_t lost)
    {
        std::vector<bool> present;
        std::vector<const uint8_t*> parity;
        auto block = m_data;
        for (uint32_t i = 0; i < m_n + m_m; ++i)
        {
            present.push_back(!(lost >> i & 1));
            if (i < m_n && !present[i])
            {
                std::fill_n(block.begin() + i * m_size, m_size, 0xA5);
            }
        }
        for (const auto& one : m_parity)
        {
            parity.push_back(one.data());
        }
        const auto result = m_rotated ? m_rotated->Repair(present, block.data(), parity)
                                      : m_codec->Repair(present, block, m_size, parity);
        uint32_t missing = 0;
        for (uint32_t i = 0; i < m_n; ++i)
        {
            missing += !present[i];
            wrong += present[i] && !std::equal(m_data.begin() + i * m_size,
                                               m_data.begin() + (i + 1) * m_size,
                                               block.begin() + i * m_size);
        }
        wrong += result == FEC_DECODE_INCONSISTENT;
        return missing;
    }

    uint64_t wrong{0}; //!< packets reported as present but with other octets

  private:
    uint32_t m_n;                               //!< N
    uint32_t m_m;                               //!< M
    uint32_t m_size;                            //!< octets of a packet
    std::unique_ptr<FecCodec> m_codec;          //!< unless it rotates
    std::unique_ptr<XorShiftCode> m_rotated;    //!< if it rotates
    std::vector<uint8_t> m_data;                //!< of the block
    std::vector<std::vector<uint8_t>> m_parity; //!< of the block
};

/// @param o options @return what the code repairs
JsonObject
Repair(const Options& o)
{
    const PacketFecCode code = o.code;
    const uint32_t all = code.data + code.parity;
    auto random = CreateObject<UniformRandomVariable>();
    random->SetStream(0);
    Trial trial(o, random);
    std::vector<uint64_t> missing(all + 1); // data packets, by number of losses
    uint32_t patterns = 0;
    uint32_t repaired = 0;
    uint32_t fewer = 0; // in patterns with M + 1 losses: data packets that arrived or were restored
    for (uint64_t lost = 0; lost < uint64_t{1} << all; ++lost)
    {
        const auto count = static_cast<uint32_t>(__builtin_popcountll(lost));
        const uint32_t gone = trial.Damage(lost);
        missing[count] += gone;
        patterns += count == code.parity;
        repaired += count == code.parity && gone == 0;
        fewer += count == code.parity + 1 ? code.data - gone : 0;
    }
    std::vector<double> exact;
    std::vector<double> measured;
    for (const double loss : o.losses)
    {
        double sum = 0;
        for (uint32_t k = 0; k <= all; ++k)
        {
            sum += missing[k] * std::pow(loss, k) * std::pow(1 - loss, all - k) / code.data;
        }
        exact.push_back(sum);
        uint64_t gone = 0;
        for (uint32_t b = 0; b < o.blocks; ++b)
        {
            uint64_t lost = 0;
            for (uint32_t i = 0; i < all; ++i)
            {
                lost |= uint64_t{random->GetValue(0, 1) < loss} << i;
            }
            gone += lost != 0 ? trial.Damage(lost) : 0;
        }
        measured.push_back(static_cast<double>(gone) / std::max(1U, o.blocks) / code.data);
    }
    JsonObject out;
    out.Set("patterns", patterns);
    out.Set("repaired", repaired);
    out.Set("usable_of_short", fewer);
    out.Set("wrong", trial.wrong);
    out.Set("losses", o.losses);
    out.Set("residual", exact);
    out.Set("measured", measured);
    return out;
}

/// @param in octets @param out to which they are added by exclusive or @param size number of them
void
AddOctets(const uint8_t* in, uint8_t* out, std::size_t size)
{
    for (std::size_t k = 0; k < size; ++k)
    {
        out[k] ^= in[k];
    }
}

/// @param work to measure @return its time in ns, the best of several tries
double
MeasureTime(const std::function<void()>& work)
{
    using Clock = std::chrono::steady_clock;
    double best = 1e30;
    for (int i = 0; i < 20; ++i)
    {
        const int times = 2000;
        const auto begin = Clock::now();
        for (int k = 0; k < times; ++k)
        {
            work();
        }
        const std::chrono::duration<double, std::nano> took = Clock::now() - begin;
        best = std::min(best, took.count() / times);
    }
    return best;
}

/// @param o options @return times for each data packet and parity packet, relative to a copy
JsonObject
MeasureCosts(const Options& o)
{
    const PacketFecCode code = o.code;
    const std::size_t size = o.size;
    std::vector<uint8_t> data(code.data * size, 0x5A);
    std::vector<uint8_t> copy(code.data * size);
    std::vector<uint8_t> parity(size + 1000);
    const auto keep = [](const std::vector<uint8_t>& octets) {
        // keeps the compiler from removing stores that are never read
        asm volatile("" : : "r"(octets.data()) : "memory");
    };
    const double move = MeasureTime([&] {
        for (uint32_t i = 0; i < code.data; ++i)
        {
            std::memcpy(copy.data() + i * size, data.data() + i * size, size);
        }
        keep(copy);
    });
    const double plain = MeasureTime([&] {
        std::copy_n(data.begin(), size, parity.begin());
        for (uint32_t i = 1; i < code.data; ++i)
        {
            AddOctets(data.data() + i * size, parity.data(), size);
        }
        keep(parity);
    });
    XorShiftCode shift(code.data, 2, size);
    ErasureCode reedSolomon(code.data, 1);
    JsonObject out;
    out.Set("copy_ns", move / code.data);
    out.Set("xor", plain / move);
    out.Set("shift_first", MeasureTime([&] {
                               shift.Encode(0, data.data(), parity.data());
                               keep(parity);
                           }) / move);
    out.Set("shift_second", MeasureTime([&] {
                                shift.Encode(1, data.data(), parity.data());
                                keep(parity);
                            }) / move);
    out.Set("reed_solomon", MeasureTime([&] {
                                reedSolomon.Encode(data.data(), parity.data(), size);
                                keep(parity);
                            }) / move);
    return out;
}
} // namespace

int
main(int argc, char* argv[])
{
    Options o;
    NamedValues<std::string> codecs;
    for (const auto& codec : GetCodecs())
    {
        codecs.emplace_back(codec.first, codec.first);
    }
    codecs.emplace_back(ROTATED, ROTATED);
    ProgramOptions options(__FILE__,
                           "Paper packet-fec: what a code repairs of real octets, or its speed");
    AddCode(options, "code", "The code", o.code, "6+2");
    options.Add("codec", "Which code", o.codec, codecs);
    options.Add("origin", "Shift of the first packet", o.origin, OneOf({0, 1}));
    options.Add("unit", "Bits of a shift", o.unit, OneOf({1, 8}));
    options.Add("size", "Octets of a packet", o.size, Between(1, 60000));
    options.Add("losses", "Packet loss rates", o.losses, AtLeast(0).Below(1));
    options.Add("blocks", "Blocks with random losses at each of them", o.blocks);
    options.Add("time", "Measure the time that parity takes, in units of a copy", o.time);
    options.Parse(argc, argv);
    options.Require(o.code.parity >= 1 && o.code.parity <= 3, "code", "M must be 1 to 3");
    options.Require(o.time || o.code.data + o.code.parity <= 20,
                    "code",
                    "must be at most 20 packets, because all patterns of losses are tried");
    std::cout << (o.time ? MeasureCosts(o) : Repair(o)) << std::endl;
    return 0;
}
