// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * Pipelines and the kernels that they are made of, against functions that walk over octets one
 * after the other and share no code with them, against the module's dispersal code, and against
 * published and hand-made vectors.
 */
#include "../hsn-test.h"

#include "ns3/aal5.h"
#include "ns3/dispersal-code.h"
#include "ns3/ilp-pipeline.h"
#include "ns3/test.h"

#include <algorithm>
#include <functional>
#include <random>
#include <vector>

namespace ns3
{
namespace hsn
{
namespace
{
using Octets = std::vector<uint8_t>;

/// @param seed of the generator @param size octets @return random ones
Octets
RandomOctets(uint32_t seed, size_t size)
{
    std::mt19937 random(seed);
    Octets octets(size);
    for (auto& octet : octets)
    {
        octet = static_cast<uint8_t>(random());
    }
    return octets;
}

/// Adds a number to each word. @tparam N it
template <uint32_t N>
struct AddStage
{
    static constexpr uint32_t WORDS = 1;
    static constexpr bool WRITES = true;

    /// @param word of the message
    void operator()(uint32_t& word, uint32_t)
    {
        word += N;
    }
};

/// Remembers the last words of each unit, and adds the former ones. @tparam N words of a unit
template <uint32_t N>
struct HistoryStage
{
    static constexpr uint32_t WORDS = N;
    static constexpr bool WRITES = true;
    uint32_t last[N]; //!< words of the former unit

    /// @param word of the message @param place in the unit
    void operator()(uint32_t& word, uint32_t place)
    {
        word += last[place];
        last[place] = word;
    }
};

/// Sums words by place. @tparam N words of a unit
template <uint32_t N>
struct SumStage
{
    static constexpr uint32_t WORDS = N;
    static constexpr bool WRITES = false;
    uint32_t sum[N]; //!< by place

    /// @param word of the message @param place in the unit
    void operator()(uint32_t& word, uint32_t place)
    {
        sum[place] += word;
    }
};

/// @param octets of a message @param i of a word @return it
uint32_t
WordAt(const Octets& octets, size_t i)
{
    uint32_t word = 0;
    for (size_t j = 0; j < 4; j++)
    {
        word = word << 8 | octets[4 * i + j];
    }
    return word;
}

/// @param octets of a message @param i of a word @param word new
void
SetWord(Octets& octets, size_t i, uint32_t word)
{
    for (size_t j = 0; j < 4; j++)
    {
        octets[4 * i + j] = static_cast<uint8_t>(word >> (24 - 8 * j));
    }
}

/**
 * @brief Runs the integrated and the sequential program, in place and from one buffer to another.
 * @tparam Pipeline of both
 * @param begin state of the functions
 * @param message the octets, of whole groups
 * @param check called after each run with the state and the octets that it left
 */
template <typename Pipeline>
void
ForEachWay(const typename Pipeline::State& begin,
           const Octets& message,
           const std::function<void(const typename Pipeline::State&, const Octets&)>& check)
{
    for (const bool integrated : {true, false})
    {
        for (const bool inPlace : {true, false})
        {
            auto state = begin;
            Octets from = message;
            Octets other(from.size());
            Octets& to = inPlace ? from : other;
            const size_t words = from.size() / 4;
            integrated ? Pipeline::Integrated(state, from.data(), to.data(), words)
                       : IlpSequential<Pipeline>::Run(state, from.data(), to.data(), words);
            check(state, to);
        }
    }
}

/// Both programs against a third one.
class IlpPipelineTest : public TestCase
{
  public:
    IlpPipelineTest()
        : TestCase("integrated and sequential loops")
    {
    }

  private:
    void DoRun() override
    {
        using Pipeline = IlpPipeline<AddStage<7>, HistoryStage<2>, SumStage<3>, AddStage<1>>;
        NS_TEST_ASSERT_MSG_EQ(Pipeline::GetGroup(), 6, "least common multiple of 1, 2, 3, 1");
        NS_TEST_ASSERT_MSG_EQ((IlpPipeline<SumStage<12>, SumStage<8>>::GetGroup()), 24, "12 and 8");

        for (uint32_t units = 0; units < 20; units++)
        {
            const size_t words = 6 * units;
            const Octets message = RandomOctets(units, 4 * words);
            Octets expected = message;
            uint32_t last[2] = {11, 12};
            uint32_t sum[3] = {0, 1, 2};
            for (size_t i = 0; i < words; i++)
            {
                const uint32_t added = WordAt(message, i) + 7 + last[i % 2];
                last[i % 2] = added;
                sum[i % 3] += added;
                SetWord(expected, i, added + 1);
            }

            const Pipeline::State begin{{}, {{11, 12}}, {{0, 1, 2}}, {}};
            ForEachWay<Pipeline>(
                begin,
                message,
                [&](const Pipeline::State& state, const Octets& to) {
                    NS_TEST_ASSERT_MSG_EQ((to == expected), true, units << " units, octets");
                    for (int i = 0; i < 2; i++)
                    {
                        NS_TEST_ASSERT_MSG_EQ(std::get<1>(state).last[i], last[i], "state");
                    }
                    for (int i = 0; i < 3; i++)
                    {
                        NS_TEST_ASSERT_MSG_EQ(std::get<2>(state).sum[i], sum[i], "sum");
                    }
                });
        }

        // functions that only read leave no output
        using Reader = IlpPipeline<SumStage<1>>;
        Reader::State state{};
        const Octets message = RandomOctets(1, 40);
        Octets to(40, 0x55);
        Reader::Integrated(state, message.data(), to.data(), 10);
        NS_TEST_ASSERT_MSG_EQ((to == Octets(40, 0x55)), true, "nothing is written");
    }
};

/// Turns the words of each unit round, and adds a number to the first one. @tparam N words of a
/// unit
template <uint32_t N>
struct ReverseStage
{
    static constexpr uint32_t WORDS = N;
    static constexpr bool WRITES = true;
    uint32_t number; //!< of the next unit

    /// @param block words of a unit
    void operator()(uint32_t* block)
    {
        std::reverse(block, block + N);
        block[0] += number++;
    }
};

/// Remembers the last unit. @tparam N words of a unit
template <uint32_t N>
struct LastStage
{
    static constexpr uint32_t WORDS = N;
    static constexpr bool WRITES = false;
    uint32_t last[N]; //!< words

    /// @param block words of a unit
    void operator()(uint32_t* block)
    {
        std::copy(block, block + N, last);
    }
};

/// Functions that need several words at once, among others.
class IlpBlockTest : public TestCase
{
  public:
    IlpBlockTest()
        : TestCase("functions on blocks of words, integrated and one after the other")
    {
    }

  private:
    void DoRun() override
    {
        using Pipeline = IlpPipeline<AddStage<7>,
                                     ReverseStage<4>,
                                     HistoryStage<2>,
                                     LastStage<3>,
                                     ReverseStage<3>>;
        NS_TEST_ASSERT_MSG_EQ(Pipeline::GetGroup(), 12, "least common multiple of 1, 4, 2, 3, 3");
        for (uint32_t groups = 0; groups < 10; groups++)
        {
            const size_t words = 12 * groups;
            const Octets message = RandomOctets(groups, 4 * words);
            // one function after the other, over the whole message
            std::vector<uint32_t> data(words);
            for (size_t i = 0; i < words; i++)
            {
                data[i] = WordAt(message, i) + 7;
            }
            for (size_t i = 0; i < words; i += 4)
            {
                data = Turned(data, i, 4);
                data[i] += static_cast<uint32_t>(i / 4 + 100);
            }
            for (size_t i = 2; i < words; i++)
            {
                data[i] += data[i - 2]; // what was remembered had the former one added as well
            }
            const std::vector<uint32_t> seen = data;
            for (size_t i = 0; i < words; i += 3)
            {
                data = Turned(data, i, 3);
                data[i] += static_cast<uint32_t>(i / 3 + 200);
            }

            const Pipeline::State begin{{}, {100}, {{0, 0}}, {{1, 2, 3}}, {200}};
            ForEachWay<Pipeline>(
                begin,
                message,
                [&](const Pipeline::State& state, const Octets& to) {
                    for (size_t i = 0; i < words; i++)
                    {
                        NS_TEST_ASSERT_MSG_EQ(WordAt(to, i), data[i], groups << " groups, " << i);
                    }
                    for (size_t i = 0; i < 3; i++)
                    {
                        NS_TEST_ASSERT_MSG_EQ(std::get<3>(state).last[i],
                                              groups ? seen[words - 3 + i] : i + 1,
                                              "last unit, " << i);
                    }
                    NS_TEST_ASSERT_MSG_EQ(std::get<1>(state).number, 100 + words / 4, "units of 4");
                    NS_TEST_ASSERT_MSG_EQ(std::get<4>(state).number, 200 + words / 3, "units of 3");
                });
        }
    }

    /// @param data words @param at first word of a unit @param size of it @return all words, these
    /// in reverse order
    static std::vector<uint32_t> Turned(const std::vector<uint32_t>& data, size_t at, size_t size)
    {
        std::vector<uint32_t> turned = data;
        for (size_t i = 0; i < size; i++)
        {
            turned[at + i] = data[at + size - 1 - i];
        }
        return turned;
    }
};

/// Kernels of the experiment.
class IlpExperimentKernelTest : public TestCase
{
  public:
    IlpExperimentKernelTest()
        : TestCase("kernels of the experiment")
    {
    }

  private:
    void DoRun() override
    {
        std::mt19937 random(5);
        for (int i = 0; i < 1000; i++)
        {
            const auto before = static_cast<uint32_t>(random());
            uint32_t word = before;
            IlpSwap(word);
            IlpSwap(word);
            NS_TEST_ASSERT_MSG_EQ(word, before, "swapped twice");
            IlpPes(word, 0, 0);
            NS_TEST_ASSERT_MSG_EQ(word, before, "a cipher without key");
        }
        uint32_t word = 0x0000ffff;
        IlpPes(word, 0x000000f0, 0x10); // 0000ff0f + 10
        NS_TEST_ASSERT_MSG_EQ(word, 0x0000ff1f, "cipher by hand");

        // the sum is that of words in any order; swapped octets give the swapped sum
        const Octets message = RandomOctets(6, 400);
        uint32_t sums[3] = {0, 0, 0};
        for (size_t i = 0; i < 100; i++)
        {
            uint32_t forward = WordAt(message, i);
            uint32_t backward = WordAt(message, 99 - i);
            uint32_t swapped = forward;
            IlpSwap(swapped);
            IlpChecksum(forward, sums[0]);
            IlpChecksum(backward, sums[1]);
            IlpChecksum(swapped, sums[2]);
        }
        const uint16_t sum = IlpChecksumFold(sums[0]);
        NS_TEST_ASSERT_MSG_EQ(IlpChecksumFold(sums[1]), sum, "another order");
        NS_TEST_ASSERT_MSG_EQ(IlpChecksumFold(sums[2]),
                              static_cast<uint16_t>(sum << 8 | sum >> 8),
                              "swapped octets");

        // RFC 1071, section 3: 00 01 f2 03 f4 f5 f6 f7 have the sum ddf2, also if the sum is wide
        uint64_t wide = 0;
        for (uint32_t part : {0x0001f203U, 0xf4f5f6f7U})
        {
            IlpChecksum(part, wide);
        }
        NS_TEST_ASSERT_MSG_EQ(IlpChecksumFold(wide), 0xddf2, "RFC 1071");
        NS_TEST_ASSERT_MSG_EQ(IlpChecksumFold(uint64_t(0xfffffffffffffffe)), 0xfffe, "carries");
        wide = 0xfffffffe00000001; // 2^32 - 1 words of ones: a zero of one's complement
        NS_TEST_ASSERT_MSG_EQ(IlpChecksumFold(wide), 0xffff, "as many words as there is room for");

        // ITU-T I.363.5, 40 octets of zeros with UU = CPI = 0 and length 40
        uint32_t crc = ILP_CRC32_FIRST;
        for (int i = 0; i < 11; i++)
        {
            uint32_t part = i < 10 ? 0 : 40;
            IlpCrc32(part, crc);
        }
        NS_TEST_ASSERT_MSG_EQ(~crc, 0x864d7f99, "CRC of a PDU of zeros");

        // x^8 = x^4 + x^3 + x^2 + 1
        NS_TEST_ASSERT_MSG_EQ(IlpGfDouble(0x80400180), 0x1d80021d, "doubled in GF(2^8)");
    }
};

/// Parity cells.
class IlpDisperseTest : public TestCase
{
  public:
    IlpDisperseTest()
        : TestCase("parity cells of a dispersed message")
    {
    }

  private:
    /// Cells are the units of this stage.
    struct Stage
    {
        static constexpr uint32_t WORDS = 12;
        static constexpr bool WRITES = false;
        uint32_t p[12]; //!< sum
        uint32_t q[12]; //!< weighted sum

        /// @param word of a cell @param place in it
        void operator()(uint32_t& word, uint32_t place)
        {
            IlpDisperse(word, p[place], q[place]);
        }
    };

    /// @param message cells @param p gets one parity cell @param q gets the other
    static void Disperse(const Octets& message, Octets& p, Octets& q)
    {
        using Pipeline = IlpPipeline<Stage>;
        Pipeline::State state{};
        Pipeline::Integrated(state, message.data(), nullptr, message.size() / 4);
        p.resize(48);
        q.resize(48);
        for (size_t i = 0; i < 12; i++)
        {
            SetWord(p, i, std::get<0>(state).p[i]);
            SetWord(q, i, std::get<0>(state).q[i]);
        }
    }

    void DoRun() override
    {
        Octets p;
        Octets q;
        const Octets one = RandomOctets(1, 48);
        Disperse(one, p, q);
        NS_TEST_ASSERT_MSG_EQ((p == one && q == one), true, "one cell is its own parity");
        Octets two = one;
        two.insert(two.end(), one.begin(), one.end());
        Disperse(two, p, q);
        NS_TEST_ASSERT_MSG_EQ((p == Octets(48, 0)), true, "two equal cells have no sum");

        for (const uint32_t cells : {2U, 3U, 17U, 64U})
        {
            const Octets message = RandomOctets(cells, 48 * cells);
            Disperse(message, p, q);
            Octets reversed;
            for (uint32_t i = cells; i-- > 0;)
            {
                reversed.insert(reversed.end(),
                                message.begin() + 48 * i,
                                message.begin() + 48 * (i + 1));
            }
            DispersalCode code(cells, cells + 1);
            Octets coded(96);
            code.Disperse(reversed.data(), 48, 0, 2, coded.data());
            p.insert(p.end(), q.begin(), q.end());
            NS_TEST_ASSERT_MSG_EQ((coded == p), true, cells << " cells");
        }
    }
};

HsnTestRegistration g_ilpPipelineTests(
    "ilp-pipeline",
    {new IlpPipelineTest, new IlpBlockTest, new IlpExperimentKernelTest, new IlpDisperseTest});
} // namespace
} // namespace hsn
} // namespace ns3
