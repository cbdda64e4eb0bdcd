// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * Synthetic functions, and how points are made of them and of real ones. Each source that includes
 * this compiles its points in its own way, so everything here is its own (unnamed namespace).
 */
#ifndef ILP_STAGES_H
#define ILP_STAGES_H

#include "ilp-points.h"
#include "ilp-real-stages.h"

#include <cstdint>
#include <tuple>
#include <utility>

namespace ns3
{
namespace hsn
{
namespace
{
/**
 * @brief A synthetic function: K additions and exclusive ors in turn on each block of B words, S
 * words of state.
 *
 * FEED_FORWARD: operations with constants on the words in turn; IlpMixing(B) additions, after which
 * each word depends on all; then for each word of state t, while operations last: x op= t for each
 * word x; and t op= x for one. SERIAL: the same additions; then, word by word, x op= t and t op= x
 * in turn for all words of state. Each output depends on all inputs of its block and on all
 * operations but the last updates of the state.
 * @tparam I tells functions of a pipeline apart
 */
template <uint32_t I, IlpMode MODE, uint32_t S, uint32_t K, uint32_t B>
struct IlpSyntheticBody
{
    static_assert(K >= IlpLeastInstructions(MODE, S, B), "state must reach the words");
    static_assert(S >= (MODE == IlpMode::SERIAL ? 1 : 0), "a chain needs state");
    static_assert(B == 1 || B % 2 == 0, "operators of a word alternate");

    static constexpr uint32_t WORDS = B;
    static constexpr bool WRITES = true;
    static constexpr uint32_t FREE = K - IlpMixing(B); //!< operations that do not mix
    /// Times that a word of state reaches a word.
    static constexpr uint32_t READ = B * S < FREE - S ? B * S : FREE - S;
    static constexpr uint32_t CONSTANTS = MODE == IlpMode::SERIAL ? 0 : FREE - S - READ;

    uint32_t t[S > 0 ? S : 1]; //!< state

    /// Sets the state.
    void Init()
    {
        for (uint32_t i = 0; i < (S > 0 ? S : 1); i++)
        {
            t[i] = IlpScramble(1000 + I, i);
        }
    }

    /// @return the state in short
    uint32_t Digest() const
    {
        uint32_t digest = 0;
        for (uint32_t i = 0; i < S; i++)
        {
            digest = IlpScramble(digest, t[i]);
        }
        return digest;
    }

    /// @tparam N number of the operation @param x is changed @param y other operand
    template <uint32_t N>
    HSN_ILP_INLINE static void Operate(uint32_t& x, uint32_t y)
    {
        if constexpr (N % 2 == 0)
        {
            x += y;
        }
        else
        {
            x ^= y;
        }
    }

    /// @param x words of a block
    HSN_ILP_INLINE void Work(uint32_t* x)
    {
        Constants(x, std::make_integer_sequence<uint32_t, CONSTANTS>());
        Mix(x, std::make_integer_sequence<uint32_t, IlpMixing(B)>());
        if constexpr (MODE == IlpMode::SERIAL)
        {
            Chain(x, std::make_integer_sequence<uint32_t, FREE>());
        }
        else
        {
            States(x, std::make_integer_sequence<uint32_t, S>());
        }
    }

    /// @param x words of a block
    template <uint32_t... N>
    HSN_ILP_INLINE static void Constants(uint32_t* x, std::integer_sequence<uint32_t, N...>)
    {
        (Operate<N / B>(x[N % B], IlpScramble(I, N) | 1), ...);
        static_cast<void>(x);
    }

    /// @param x words of a block
    template <uint32_t... N>
    HSN_ILP_INLINE static void Mix(uint32_t* x, std::integer_sequence<uint32_t, N...>)
    {
        ((x[(N + 1) % B] += x[N % B]), ...);
        static_cast<void>(x);
    }

    /// @param x words of a block
    template <uint32_t... N>
    HSN_ILP_INLINE void States(uint32_t* x, std::integer_sequence<uint32_t, N...>)
    {
        (Use<N>(x, std::make_integer_sequence<uint32_t, B>()), ...);
        static_cast<void>(x);
    }

    /// @tparam N word of state @tparam J words @param x words of a block
    template <uint32_t N, uint32_t... J>
    HSN_ILP_INLINE void Use(uint32_t* x, std::integer_sequence<uint32_t, J...>)
    {
        (UseIn<N, J>(x[J]), ...);
        constexpr uint32_t read = B * (N + 1) < READ ? B * (N + 1) : READ; // so far
        Operate<CONSTANTS + read + N>(t[N], x[N % B]);
    }

    /// @tparam N word of state @tparam J word @param x the value
    template <uint32_t N, uint32_t J>
    HSN_ILP_INLINE void UseIn(uint32_t& x)
    {
        if constexpr (B * N + J < READ)
        {
            Operate<CONSTANTS + B * N + J + N>(x, t[N]);
        }
        static_cast<void>(x);
    }

    /// @param x words of a block
    template <uint32_t... N>
    HSN_ILP_INLINE void Chain(uint32_t* x, std::integer_sequence<uint32_t, N...>)
    {
        (Link<N>(x[N / 2 / S % B]), ...);
    }

    /// @tparam N number of the operation @param x word of the message
    template <uint32_t N>
    HSN_ILP_INLINE void Link(uint32_t& x)
    {
        if constexpr (N % 2 == 0)
        {
            Operate<N>(x, t[N / 2 % S]);
        }
        else
        {
            Operate<N>(t[N / 2 % S], x);
        }
    }
};

/// A synthetic function that needs all words of its block at once.
template <uint32_t I, IlpMode MODE, uint32_t S, uint32_t K, uint32_t B>
struct IlpSynthetic : IlpSyntheticBody<I, MODE, S, K, B>
{
    /// @param block words
    HSN_ILP_INLINE void operator()(uint32_t* block)
    {
        this->Work(block);
    }
};

/// The same with a block of one word.
template <uint32_t I, IlpMode MODE, uint32_t S, uint32_t K>
struct IlpSynthetic<I, MODE, S, K, 1> : IlpSyntheticBody<I, MODE, S, K, 1>
{
    /// @param x word of the message
    HSN_ILP_INLINE void operator()(uint32_t& x, uint32_t)
    {
        this->Work(&x);
    }
};

/// Loops of a pipeline. @tparam Name tells them apart @tparam Pipeline an IlpPipelineOf
template <class Name, class Pipeline>
struct IlpLoops
{
    using State = typename Pipeline::State; //!< of all functions

    /// @param state of all @param from input @param to output @param words of both
    HSN_ILP_APART static void Integrated(void* state,
                                         const uint8_t* __restrict__ from,
                                         uint8_t* __restrict__ to,
                                         size_t words)
    {
        Pipeline::Integrated(*static_cast<State*>(state), from, to, words);
    }

    /// @tparam I which @param state of all @param from input @param to output @param words of both
    template <uint32_t I>
    HSN_ILP_APART static void One(void* state,
                                  const uint8_t* __restrict__ from,
                                  uint8_t* __restrict__ to,
                                  size_t words)
    {
        Pipeline::template One<I>(*static_cast<State*>(state), from, to, words);
    }

    /// @param point gets the loops
    template <uint32_t... I>
    static void Fill(IlpPoint& point, std::integer_sequence<uint32_t, I...>)
    {
        point.integrated = &Integrated;
        point.loops = {&One<I>...};
        point.writes = {std::tuple_element_t<I, State>::WRITES...};
        point.group = Pipeline::GetGroup();
        point.stateSize = sizeof(State);
        point.init = [](void* state) { (std::get<I>(*static_cast<State*>(state)).Init(), ...); };
        point.digest = [](const void* state) {
            uint32_t digest = 0;
            ((digest =
                  IlpScramble(digest, std::get<I>(*static_cast<const State*>(state)).Digest())),
             ...);
            return digest;
        };
        IlpGetPoints().push_back(point);
    }
};

/// Name of a point. @tparam SETTING how it is compiled
template <uint32_t SETTING, IlpMode MODE, uint32_t F, uint32_t S, uint32_t K, uint32_t B>
struct Synth
{
    /// Adds the point.
    template <uint32_t... I>
    static void Add(std::integer_sequence<uint32_t, I...> all)
    {
        using Pipeline = IlpPipelineOf<IlpHostWords, IlpSynthetic<I, MODE, S, K, B>...>;
        IlpPoint point{};
        point.setting = SETTING;
        point.mode = MODE;
        point.functions = F;
        point.s = S;
        point.k = K;
        point.block = B;
        IlpLoops<Synth, Pipeline>::Fill(point, all);
    }
};

/// Adds a point. @tparam SETTING how it is compiled
template <uint32_t SETTING, IlpMode MODE, uint32_t F, uint32_t S, uint32_t K, uint32_t B = 1>
void
AddSynthetic()
{
    Synth<SETTING, MODE, F, S, K, B>::Add(std::make_integer_sequence<uint32_t, F>());
}

/// Name of a set of real functions. @tparam SETTING how it is compiled @tparam SET which
template <uint32_t SETTING, uint32_t SET>
struct Real
{
    /// Adds the point. @tparam Stages functions
    template <class... Stages>
    static void Add()
    {
        IlpPoint point{};
        point.setting = SETTING;
        point.real = true;
        point.functions = SET;
        IlpLoops<Real, IlpPipelineOf<IlpHostWords, Stages...>>::Fill(
            point,
            std::make_integer_sequence<uint32_t, sizeof...(Stages)>());
    }
};

/// Adds the three sets of real functions. @tparam SETTING how they are compiled
template <uint32_t SETTING>
void
AddReal()
{
    using Copy = IlpPlainStage<IlpCopy>;
    using Swap = IlpPlainStage<IlpSwap>;
    Real<SETTING, 0>::template Add<Swap, IlpPesStage, IlpChecksumStage>();
    Real<SETTING, 1>::template Add<Copy, Swap, IlpChecksumStage, IlpCrc32Stage>();
    Real<SETTING, 2>::template Add<Copy, Swap, IlpChecksumStage, IlpCrc32Stage, IlpDisperseStage>();
}
} // namespace
} // namespace hsn
} // namespace ns3

#endif // ILP_STAGES_H
