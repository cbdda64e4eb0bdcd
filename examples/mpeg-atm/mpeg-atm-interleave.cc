// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * Raw blocks over cells that are lost, and the picture that is left (mpeg-atm).
 */
#include "ns3/block-interleaver.h"
#include "ns3/core-module.h"
#include "ns3/json-object.h"
#include "ns3/program-options.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <iostream>
#include <set>
#include <string>
#include <vector>

using namespace ns3;
using namespace ns3::hsn;

namespace
{
constexpr uint32_t SIDE = 512; //!< pixels of the image's side
constexpr uint32_t BLOCKS = SIDE / BlockInterleaver::SIDE;
/// Four bits in the reverse order.
constexpr uint32_t REVERSED[] = {0, 8, 4, 12, 2, 10, 6, 14, 1, 9, 5, 13, 3, 11, 7, 15};

/// One component of an image, row by row.
using Plane = std::vector<double>;

/// @param normal standard @return a separable autoregressive field of correlation 0.95, in octets
Plane
DrawPlane(Ptr<NormalRandomVariable> normal)
{
    const double rho = 0.95;
    const double step = std::sqrt(1 - rho * rho);
    Plane noise(SIDE * SIDE);
    for (auto& value : noise)
    {
        value = normal->GetValue();
    }
    // along rows, then along columns; the first one of each is stationary
    for (uint32_t y = 0; y < SIDE; ++y)
    {
        for (uint32_t x = 1; x < SIDE; ++x)
        {
            noise[y * SIDE + x] = rho * noise[y * SIDE + x - 1] + step * noise[y * SIDE + x];
        }
    }
    for (uint32_t y = 1; y < SIDE; ++y)
    {
        for (uint32_t x = 0; x < SIDE; ++x)
        {
            noise[y * SIDE + x] = rho * noise[(y - 1) * SIDE + x] + step * noise[y * SIDE + x];
        }
    }
    for (auto& value : noise)
    {
        value = std::round(std::min(255.0, std::max(0.0, 128 + 40 * value)));
    }
    return noise;
}

/**
 * @param known an octet
 * @param missing its bits that are not known
 * @param guess what it is about
 * @return the octet with these known bits that is nearest to the guess
 */
double
FindNearest(uint32_t known, uint32_t missing, double guess)
{
    double best = 256;
    for (uint32_t value = 0; value < 256; ++value)
    {
        if (((value ^ known) & ~missing) == 0 && std::abs(value - guess) < std::abs(best - guess))
        {
            best = value;
        }
    }
    return best;
}

/// @param plane pixels @param isLost by pixel; lost ones become means of those around them
void
Conceal(Plane& plane, std::vector<bool> isLost)
{
    for (bool isDone = false; !isDone;)
    {
        isDone = true;
        const auto before = isLost;
        bool isHelped = false;
        for (uint32_t i = 0; i < SIDE * SIDE; ++i)
        {
            if (!before[i])
            {
                continue;
            }
            isDone = false;
            double sum = 0;
            uint32_t n = 0;
            const auto add = [&](bool isInside, int64_t j) {
                if (isInside && !before[static_cast<std::size_t>(j)])
                {
                    sum += plane[static_cast<std::size_t>(j)];
                    ++n;
                }
            };
            add(i % SIDE > 0, int64_t{i} - 1);
            add(i % SIDE + 1 < SIDE, int64_t{i} + 1);
            add(i >= SIDE, int64_t{i} - SIDE);
            add(i + SIDE < SIDE * SIDE, int64_t{i} + SIDE);
            if (n > 0)
            {
                plane[i] = sum / n;
                isLost[i] = false;
                isHelped = true;
            }
        }
        if (!isHelped && !isDone)
        {
            std::fill(plane.begin(), plane.end(), 128); // nothing has arrived
            return;
        }
    }
}
} // namespace

int
main(int argc, char* argv[])
{
    std::string pattern = "Polyphase";
    uint32_t depth = 64;
    double loss = 0.01;
    uint32_t burst = 1;
    ProgramOptions options(__FILE__,
                           "Paper mpeg-atm: interleaved blocks of an image over lost cells");
    options.Add("pattern",
                "Which pixels share a cell",
                pattern,
                OneOf({"Rows", "Polyphase", "BitLiteral"}));
    options.Add("depth", "Blocks that are sent together", depth, Between(1, BLOCKS * BLOCKS));
    options.Add("loss", "Share of cells lost", loss, Above(0).AtMost(0.5));
    options.Add("burst", "Cells lost in a row", burst, Between(1, 1000));
    options.Parse(argc, argv);
    if (BLOCKS * BLOCKS % depth != 0)
    {
        std::cerr << "error: depth=" << depth << ": must divide the " << BLOCKS * BLOCKS
                  << " blocks of the image" << std::endl;
        return 2;
    }
    const bool isBits = pattern == "BitLiteral";
    const BlockInterleaver coder(pattern == "Rows" ? BlockInterleaver::ROWS
                                 : isBits          ? BlockInterleaver::BIT_LITERAL
                                                   : BlockInterleaver::POLYPHASE,
                                 depth);
    auto normal = CreateObject<NormalRandomVariable>();
    normal->SetStream(1);
    std::vector<Plane> planes;
    std::vector<BlockInterleaver::Block> blocks(BLOCKS * BLOCKS);
    for (uint32_t p = 0; p < BlockInterleaver::COMPONENTS; ++p)
    {
        planes.push_back(DrawPlane(normal));
        for (uint32_t i = 0; i < SIDE * SIDE; ++i)
        {
            const uint32_t y = i / SIDE;
            const uint32_t x = i % SIDE;
            blocks[y / 8 * BLOCKS + x / 8][(y % 8 * 8 + x % 8) * 3 + p] =
                static_cast<uint8_t>(planes[p][i]);
        }
    }
    auto cells = coder.Interleave(blocks);
    const auto number = cells.size();
    auto uniform = CreateObject<UniformRandomVariable>();
    uniform->SetStream(2);
    std::vector<bool> isLost(number);
    for (std::size_t i = 0; i < number; ++i)
    {
        if (uniform->GetValue() < loss / burst)
        {
            std::fill_n(isLost.begin() + static_cast<std::ptrdiff_t>(i),
                        std::min<std::size_t>(burst, number - i),
                        true);
        }
    }
    for (std::size_t i = 0; i < number; ++i)
    {
        if (isLost[i])
        {
            cells[i].fill(0);
        }
    }
    const auto restored = coder.Restore(cells);
    std::vector<bool> isPixelLost(SIDE * SIDE);
    std::vector<uint32_t> phases(blocks.size());
    std::vector<uint32_t> lostPhases(blocks.size()); // bit k: the k-th cell
    for (std::size_t b = 0; b < blocks.size(); ++b)
    {
        for (uint32_t k = 0; k < BlockInterleaver::CELLS; ++k)
        {
            const uint32_t gone = isLost[coder.FindCell(b, k)] ? 1 : 0;
            phases[b] += gone;
            lostPhases[b] += gone << k;
        }
    }
    for (uint32_t i = 0; i < SIDE * SIDE; ++i)
    {
        const uint32_t y = i / SIDE;
        const uint32_t x = i % SIDE;
        const uint32_t b = y / 8 * BLOCKS + x / 8;
        isPixelLost[i] =
            isBits ? lostPhases[b] != 0 : isLost[coder.FindCell(b, coder.FindPhase(y % 8, x % 8))];
    }
    double error = 0;
    // of blocks that have lost the k-th cell only
    std::array<double, BlockInterleaver::CELLS> errorOf{{}};
    std::array<uint64_t, BlockInterleaver::CELLS> octetsOf{{}};
    for (uint32_t p = 0; p < BlockInterleaver::COMPONENTS; ++p)
    {
        Plane plane(SIDE * SIDE);
        for (uint32_t i = 0; i < SIDE * SIDE; ++i)
        {
            const uint32_t y = i / SIDE;
            const uint32_t x = i % SIDE;
            plane[i] = restored[y / 8 * BLOCKS + x / 8][(y % 8 * 8 + x % 8) * 3 + p];
        }
        const Plane received = plane;
        Conceal(plane, isPixelLost);
        for (uint32_t i = 0; i < SIDE * SIDE; ++i)
        {
            const uint32_t gone = lostPhases[i / SIDE / 8 * BLOCKS + i % SIDE / 8];
            if (isBits && gone != 0)
            {
                // the k-th cell has bits k and k + 4 of each octet, from the most significant one
                const auto known = static_cast<uint32_t>(received[i]);
                const uint32_t missing = REVERSED[gone] << 4 | REVERSED[gone];
                plane[i] = FindNearest(known, missing, plane[i]);
            }
            const double square = (plane[i] - planes[p][i]) * (plane[i] - planes[p][i]);
            error += square;
            for (uint32_t k = 0; k < BlockInterleaver::CELLS; ++k)
            {
                errorOf[k] += gone == 1u << k ? square : 0;
                octetsOf[k] += gone == 1u << k ? 1 : 0;
            }
        }
    }
    error /= BlockInterleaver::COMPONENTS * SIDE * SIDE;
    const auto lostCells = static_cast<uint64_t>(std::count(isLost.begin(), isLost.end(), true));
    JsonObject out;
    out.Set("cells", static_cast<uint64_t>(number));
    out.Set("cells_of_a_block", static_cast<uint64_t>(number / blocks.size()));
    out.Set("blocks_exact",
            static_cast<uint64_t>(coder.Restore(coder.Interleave(blocks)) == blocks ? blocks.size()
                                                                                    : 0));
    out.Set("cells_lost", lostCells);
    out.Set("blocks_hit",
            static_cast<uint64_t>(phases.size()) -
                static_cast<uint64_t>(std::count(phases.begin(), phases.end(), 0)));
    out.Set("most_cells_of_a_block_lost", *std::max_element(phases.begin(), phases.end()));
    out.Set("mse", error);
    out.Set("mse_of_a_lost_pixel",
            error * static_cast<double>(number) /
                static_cast<double>(std::max<uint64_t>(1, lostCells)));
    if (isBits)
    {
        std::vector<double> byCell;
        for (uint32_t k = 0; k < BlockInterleaver::CELLS; ++k)
        {
            byCell.push_back(errorOf[k] / static_cast<double>(std::max<uint64_t>(1, octetsOf[k])));
        }
        out.Set("mse_by_lost_cell", byCell);
    }
    out.Set("psnr_db", error > 0 ? 10 * std::log10(255.0 * 255.0 / error) : 100.0);
    std::cout << out << std::endl;
    return 0;
}
