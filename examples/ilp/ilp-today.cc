// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * Times an integrated loop of copy, CRC-32 and information dispersal beside what this module
 * computes with: memcpy(), Aal5Crc32 and DispersalCode, one after the other.
 */
#include "ilp-real-stages.h"
#include "ilp-timer.h"

#include "ns3/aal5.h"
#include "ns3/core-module.h"
#include "ns3/dispersal-code.h"
#include "ns3/json-object.h"
#include "ns3/program-options.h"

#include <cstring>
#include <iostream>
#include <memory>
#include <string>
#include <vector>

using namespace ns3;
using namespace ns3::hsn;

namespace
{
constexpr size_t CELL = 48; // octets

/// Both ways.
class Comparison
{
  public:
    /// @param cells of the message @param disperse whether parity cells are made
    Comparison(size_t cells, bool disperse)
        : m_octets(CELL * cells),
          m_disperse(disperse),
          m_overhead(IlpTurn::GetOverhead()),
          m_buffers(2, m_octets),
          m_parity(2 * CELL),
          m_code(static_cast<uint32_t>(cells), static_cast<uint32_t>(cells + 1))
    {
        const uint8_t* from = m_buffers.Get(0);
        uint8_t* to = m_buffers.Get(1);
        m_integrated = std::make_unique<IlpTimedLoop>([this, from, to] { Integrate(from, to); },
                                                      from,
                                                      to,
                                                      m_octets);
        m_today.emplace_back([this, from, to] { std::memcpy(to, from, m_octets); },
                             from,
                             to,
                             m_octets);
        m_today.emplace_back([this, to] { m_crc = Aal5Crc32::Compute(to, m_octets); },
                             to,
                             nullptr,
                             m_octets);
        if (disperse)
        {
            m_today.emplace_back([this, to] { m_code.Disperse(to, CELL, 0, 2, m_parity.data()); },
                                 to,
                                 nullptr,
                                 m_octets);
        }
    }

    /// @param samples of each time @param out gets ns/octet: warm, cold, and cold but for what
    /// earlier functions of the message fetched
    void Time(uint32_t samples, JsonObject& out)
    {
        IlpTimes times[6];
        for (uint32_t i = 0; i < samples; i++)
        {
            times[0].Add(m_integrated->SampleWarm(m_overhead));
            times[1].Add(Sum([this](auto& loop) { return loop.SampleWarm(m_overhead); }));
            times[2].Add(m_integrated->SampleCold(m_overhead));
            times[3].Add(Sum([this](auto& loop) { return loop.SampleCold(m_overhead); }));
            times[4].Add(m_integrated->SampleCold(m_overhead));
            m_today.front().Flush();
            times[5].Add(Sum([this](auto& loop) { return loop.SampleOnce(m_overhead); }));
        }
        const char* names[] =
            {"ilp_warm", "today_warm", "ilp_cold", "today_cold", "", "today_once"};
        for (size_t i = 0; i < 6; i++)
        {
            if (i != 4)
            {
                times[i].Print(out, names[i], 1 / static_cast<double>(m_octets));
            }
        }
        out.Set("octets", static_cast<uint64_t>(m_octets));
    }

    /// @return whether both ways have the same results
    bool IsEqual()
    {
        m_integrated->Pass();
        const std::vector<uint8_t> copy(m_buffers.Get(1), m_buffers.Get(1) + m_octets);
        const uint32_t crc = m_crc;
        const std::vector<uint8_t> parity = m_parity;
        m_crc = 0;
        std::fill(m_parity.begin(), m_parity.end(), 0);
        for (const auto& loop : m_today)
        {
            loop.Pass();
        }
        // DispersalCode begins with the last cell: the same sum, another weighted one
        return crc == m_crc && std::equal(copy.begin(), copy.end(), m_buffers.Get(1)) &&
               std::equal(parity.begin(), parity.begin() + CELL, m_parity.begin());
    }

  private:
    /// @param from input @param to output
    __attribute__((noinline)) void Integrate(const uint8_t* from, uint8_t* to)
    {
        using Copy = IlpPlainStage<IlpCopy>;
        if (m_disperse)
        {
            using Pipeline = IlpPipelineOf<IlpHostWords, Copy, IlpCrc32Stage, IlpDisperseStage>;
            Pipeline::State state{{}, {ILP_CRC32_FIRST}, {}};
            Pipeline::Integrated(state, from, to, m_octets / 4);
            m_crc = std::get<1>(state).Digest();
            const auto& cells = std::get<2>(state);
            std::memcpy(m_parity.data(), cells.p, CELL);
            std::memcpy(m_parity.data() + CELL, cells.q, CELL);
        }
        else
        {
            using Pipeline = IlpPipelineOf<IlpHostWords, Copy, IlpCrc32Stage>;
            Pipeline::State state{{}, {ILP_CRC32_FIRST}};
            Pipeline::Integrated(state, from, to, m_octets / 4);
            m_crc = std::get<1>(state).Digest();
        }
    }

    /// @param sample of a loop @return ns of all loops of today
    template <class Sample>
    double Sum(Sample sample)
    {
        double sum = 0;
        for (auto& loop : m_today)
        {
            sum += sample(loop);
        }
        return sum;
    }

    size_t m_octets;                            //!< of the message
    bool m_disperse;                            //!< parity cells, too
    double m_overhead;                          //!< of the clock, ns
    IlpBuffers m_buffers;                       //!< message and copy
    std::vector<uint8_t> m_parity;              //!< two cells
    uint32_t m_crc{0};                          //!< of the message
    DispersalCode m_code;                       //!< of the module
    std::unique_ptr<IlpTimedLoop> m_integrated; //!< one loop
    std::vector<IlpTimedLoop> m_today;          //!< one for each function
};
} // namespace

int
main(int argc, char* argv[])
{
    bool disperse = false;
    uint32_t cells = 64;
    uint32_t samples = 1000;
    std::string host;

    ProgramOptions options(__FILE__,
                           "Paper ilp: an integrated loop beside memcpy, Aal5Crc32, DispersalCode");
    options.Add("disperse", "Two parity cells as well", disperse);
    options.Add("cells", "Cells of 48 octets of the message", cells, Between(1, 254));
    options.Add("samples", "Samples of each time", samples, Between(1, 1000000));
    options.Add("host", "Name of this machine, for the record only", host);
    options.Parse(argc, argv);

    const IlpTurn turn;
    Comparison comparison(cells, disperse);
    JsonObject out;
    out.Set("equal", comparison.IsEqual());
    comparison.Time(samples, out);
    turn.Print(out);
    std::cout << out << std::endl;
    return 0;
}
