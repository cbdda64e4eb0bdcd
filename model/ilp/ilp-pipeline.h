// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * Functions that manipulate a message, in one loop or in one loop for each function: the two
 * programs that B. Ahlgren, M. Bjorkman, P. Gunningberg, "Integrated layer processing can be
 * hazardous to your performance", compare.
 *
 * A function is a stage: a structure with what it carries from word to word; WORDS, how many words
 * its unit has; WRITES, whether it changes them; and operator()(word, place), which is called for
 * each word with its place in the unit. A function that needs all words of its unit at once has
 * operator()(block) instead, which is called with the first word of each unit.
 */
#ifndef ILP_PIPELINE_H
#define ILP_PIPELINE_H

#include "ilp-kernels.h"

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <numeric>
#include <tuple>
#include <type_traits>
#include <utility>

namespace ns3
{
namespace hsn
{
/// Words are numbers with the most significant octet first, on every host.
struct IlpNetworkWords
{
    /// @param from 4 octets @return the word
    HSN_ILP_INLINE static uint32_t Read(const uint8_t* from)
    {
        return IlpReadWord(from);
    }

    /// @param to where 4 octets go @param word a word
    HSN_ILP_INLINE static void Write(uint8_t* to, uint32_t word)
    {
        IlpWriteWord(to, word);
    }
};

/// Words are numbers as the host has them: for functions that do not mind.
struct IlpHostWords
{
    /// @param from 4 octets @return the word
    HSN_ILP_INLINE static uint32_t Read(const uint8_t* from)
    {
        IlpCountRead();
        uint32_t word;
        std::memcpy(&word, from, 4);
        return word;
    }

    /// @param to where 4 octets go @param word a word
    HSN_ILP_INLINE static void Write(uint8_t* to, uint32_t word)
    {
        IlpCountWrite();
        std::memcpy(to, &word, 4);
    }
};

/**
 * @brief Applies stages to a message.
 * @tparam Words how words are read and written: IlpNetworkWords or IlpHostWords
 * @tparam Stages the functions, the first one first
 */
template <class Words, class... Stages>
class IlpPipelineOf
{
  public:
    /// All stages, with what they carry.
    using State = std::tuple<Stages...>;

    /// Number of functions.
    static constexpr size_t SIZE = sizeof...(Stages);

    /// @return the words of which a message must have a multiple
    static constexpr uint32_t GetGroup()
    {
        uint32_t group = 1;
        ((group = std::lcm(group, Stages::WORDS)), ...);
        return group;
    }

    /**
     * @brief All functions in one loop: each word is read once and written once, or not at all if
     * no function changes it.
     *
     * If a function needs blocks, all functions get GetGroup() words after the other, which the
     * loop holds meanwhile; else one word after the other.
     * @param state of the functions, changed
     * @param from the message @param to where it goes, also the same place
     * @param words a multiple of GetGroup()
     */
    HSN_ILP_INLINE static void Integrated(State& state,
                                          const uint8_t* from,
                                          uint8_t* to,
                                          size_t words)
    {
        State local = state; // a copy can stay in registers
        if constexpr ((TAKES_BLOCKS<Stages> || ...))
        {
            LoopOfBlocks<(Stages::WRITES || ...), GetGroup()>(
                from,
                to,
                words,
                [&local](uint32_t* group) HSN_ILP_LAMBDA {
                    ApplyToGroup(local, group, std::index_sequence_for<Stages...>());
                });
        }
        else
        {
            Loop<(Stages::WRITES || ...), GetGroup()>(
                from,
                to,
                words,
                [&local](uint32_t& word, uint32_t place) HSN_ILP_LAMBDA {
                    Apply(local, word, place, std::index_sequence_for<Stages...>());
                });
        }
        state = local;
    }

    /**
     * @brief The loop of one function.
     * @tparam I which, the first one is 0
     * @param state of the functions, of which this one is changed
     * @param from the message @param to where it goes, if the function writes
     * @param words a multiple of GetGroup()
     */
    template <size_t I>
    HSN_ILP_INLINE static void One(State& state, const uint8_t* from, uint8_t* to, size_t words)
    {
        using Stage = std::tuple_element_t<I, State>;
        Stage local = std::get<I>(state);
        if constexpr (TAKES_BLOCKS<Stage>)
        {
            LoopOfBlocks<Stage::WRITES, Stage::WORDS>(from,
                                                      to,
                                                      words,
                                                      [&local](uint32_t* block)
                                                          HSN_ILP_LAMBDA { local(block); });
        }
        else
        {
            Loop<Stage::WRITES, Stage::WORDS>(
                from,
                to,
                words,
                [&local](uint32_t& word, uint32_t place)
                    HSN_ILP_LAMBDA { local(word, Stage::WORDS > 1 ? place : 0); });
        }
        std::get<I>(state) = local;
    }

  private:
    /// Whether a function needs all words of its unit at once. @tparam Stage it
    template <class Stage>
    static constexpr bool TAKES_BLOCKS = std::is_invocable_v<Stage&, uint32_t*>;

    /// @param state of the functions @param word for all, in order @param place in the group
    template <size_t... I>
    HSN_ILP_INLINE static void Apply(State& state,
                                     uint32_t& word,
                                     uint32_t place,
                                     std::index_sequence<I...>)
    {
        (std::get<I>(state)(word, Stages::WORDS > 1 ? place % Stages::WORDS : 0), ...);
    }

    /// @param state of the functions @param group for all, in order
    template <size_t... I>
    HSN_ILP_INLINE static void ApplyToGroup(State& state,
                                            uint32_t* group,
                                            std::index_sequence<I...>)
    {
        (ApplyOne(std::get<I>(state),
                  group,
                  std::make_index_sequence < TAKES_BLOCKS<Stages> ? GetGroup() / Stages::WORDS
                                                                  : GetGroup() > ()),
         ...);
    }

    /// @tparam N units of the function in a group, or words @param stage one function
    /// @param group what it works on
    template <class Stage, size_t... N>
    HSN_ILP_INLINE static void ApplyOne(Stage& stage, uint32_t* group, std::index_sequence<N...>)
    {
        if constexpr (TAKES_BLOCKS<Stage>)
        {
            (stage(group + N * Stage::WORDS), ...);
        }
        else
        {
            (stage(group[N], static_cast<uint32_t>(N % Stage::WORDS)), ...);
        }
    }

    /// @tparam WRITES whether words are written @tparam GROUP words that are held at once
    /// @param from the message @param to where it goes @param words in it @param body of the loop
    template <bool WRITES, uint32_t GROUP, class Body>
    HSN_ILP_INLINE static void LoopOfBlocks(const uint8_t* from,
                                            uint8_t* to,
                                            size_t words,
                                            Body body)
    {
        for (const uint8_t* end = from + 4 * words; from != end; from += 4 * GROUP)
        {
            uint32_t group[GROUP];
            ReadAll(group, from, std::make_index_sequence<GROUP>());
            body(group);
            if constexpr (WRITES)
            {
                WriteAll(to, group, std::make_index_sequence<GROUP>());
                to += 4 * GROUP;
            }
        }
    }

    // written out and not as loops, so that the words of a group can stay in registers

    /// @tparam N places @param group gets words @param from of the message
    template <size_t... N>
    HSN_ILP_INLINE static void ReadAll(uint32_t* group,
                                       const uint8_t* from,
                                       std::index_sequence<N...>)
    {
        ((group[N] = Words::Read(from + 4 * N)), ...);
    }

    /// @tparam N places @param to where they go @param group words
    template <size_t... N>
    HSN_ILP_INLINE static void WriteAll(uint8_t* to,
                                        const uint32_t* group,
                                        std::index_sequence<N...>)
    {
        (Words::Write(to + 4 * N, group[N]), ...);
    }

    /// @tparam WRITES whether words are written @tparam GROUP words of a unit
    /// @param from the message @param to where it goes @param words in it @param body of the loop
    template <bool WRITES, uint32_t GROUP, class Body>
    HSN_ILP_INLINE static void Loop(const uint8_t* from, uint8_t* to, size_t words, Body body)
    {
        for (const uint8_t* end = from + 4 * words; from != end;)
        {
            for (uint32_t place = 0; place < GROUP; place++)
            {
                uint32_t word = Words::Read(from);
                from += 4;
                body(word, place);
                if constexpr (WRITES)
                {
                    Words::Write(to, word);
                    to += 4;
                }
            }
        }
    }
};

/// Stages on words with the most significant octet first.
template <class... Stages>
using IlpPipeline = IlpPipelineOf<IlpNetworkWords, Stages...>;

/**
 * @brief One loop for each function; functions that change words do so in the message's place.
 * @tparam Pipeline an IlpPipelineOf
 */
template <class Pipeline>
class IlpSequential
{
  public:
    /// @param state of the functions, changed @param from the message @param to where it goes, also
    /// the same place @param words a multiple of Pipeline::GetGroup()
    static void Run(typename Pipeline::State& state, const uint8_t* from, uint8_t* to, size_t words)
    {
        From<0>(state, from, to, words);
    }

  private:
    /// @tparam I function whose turn it is @param state of all @param from what it reads
    /// @param to what it writes @param words of both
    template <size_t I>
    static void From(typename Pipeline::State& state,
                     const uint8_t* from,
                     uint8_t* to,
                     size_t words)
    {
        if constexpr (I < Pipeline::SIZE)
        {
            Pipeline::template One<I>(state, from, to, words);
            From<I + 1>(state,
                        std::tuple_element_t<I, typename Pipeline::State>::WRITES ? to : from,
                        to,
                        words);
        }
    }
};
} // namespace hsn
} // namespace ns3

#endif // ILP_PIPELINE_H
