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
 * @brief A synthetic function: K additions and exclusive ors in turn on each word, S words of
 * state.
 *
 * FEED_FORWARD: K - S - min(S, K - S) operations with constants, then for each word of state t,
 * while operations last: x op= t; t op= x. SERIAL: x op= t and t op= x in turn. Each output depends
 * on all inputs and on all operations but the last updates of the state.
 * @tparam I tells functions of a pipeline apart
 */
template <uint32_t I, IlpMode MODE, uint32_t S, uint32_t K>
struct IlpSynthetic
{
    static_assert(K >= (MODE == IlpMode::SERIAL ? 2 * S : S + 1), "state must reach the word");
    static_assert(S >= (MODE == IlpMode::SERIAL ? 1 : 0), "a chain needs state");

    static constexpr uint32_t WORDS = 1;
    static constexpr bool WRITES = true;
    static constexpr uint32_t READ = S < K - S ? S : K - S; //!< words of state that reach the word
    static constexpr uint32_t CONSTANTS = MODE == IlpMode::SERIAL ? 0 : K - S - READ;

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

    /// @param x word of the message
    HSN_ILP_INLINE void operator()(uint32_t& x, uint32_t)
    {
        if constexpr (MODE == IlpMode::SERIAL)
        {
            Chain(x, std::make_integer_sequence<uint32_t, K>());
        }
        else
        {
            Constants(x, std::make_integer_sequence<uint32_t, CONSTANTS>());
            States(x, std::make_integer_sequence<uint32_t, S>());
        }
    }

    /// @param x word of the message
    template <uint32_t... N>
    HSN_ILP_INLINE static void Constants(uint32_t& x, std::integer_sequence<uint32_t, N...>)
    {
        (Operate<N>(x, IlpScramble(I, N) | 1), ...);
        static_cast<void>(x);
    }

    /// @param x word of the message
    template <uint32_t... N>
    HSN_ILP_INLINE void States(uint32_t& x, std::integer_sequence<uint32_t, N...>)
    {
        (Update<N>(x), ...);
        static_cast<void>(x);
    }

    /// @tparam N word of state @param x word of the message
    template <uint32_t N>
    HSN_ILP_INLINE void Update(uint32_t& x)
    {
        if constexpr (N < READ)
        {
            Operate<CONSTANTS + 2 * N>(x, t[N]);
            Operate<CONSTANTS + 2 * N + 1>(t[N], x);
        }
        else
        {
            Operate<CONSTANTS + READ + N>(t[N], x);
        }
    }

    /// @param x word of the message
    template <uint32_t... N>
    HSN_ILP_INLINE void Chain(uint32_t& x, std::integer_sequence<uint32_t, N...>)
    {
        (Link<N>(x), ...);
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
template <uint32_t SETTING, IlpMode MODE, uint32_t F, uint32_t S, uint32_t K>
struct Synth
{
    /// Adds the point.
    template <uint32_t... I>
    static void Add(std::integer_sequence<uint32_t, I...> all)
    {
        using Pipeline = IlpPipelineOf<IlpHostWords, IlpSynthetic<I, MODE, S, K>...>;
        IlpPoint point{};
        point.setting = SETTING;
        point.mode = MODE;
        point.functions = F;
        point.s = S;
        point.k = K;
        IlpLoops<Synth, Pipeline>::Fill(point, all);
    }
};

/// Adds a point. @tparam SETTING how it is compiled
template <uint32_t SETTING, IlpMode MODE, uint32_t F, uint32_t S, uint32_t K>
void
AddSynthetic()
{
    Synth<SETTING, MODE, F, S, K>::Add(std::make_integer_sequence<uint32_t, F>());
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
