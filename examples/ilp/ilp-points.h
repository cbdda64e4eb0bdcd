// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * The loops that hsn-ilp-bench times: each point is compiled into functions of its own, whose names
 * tell what they are, so that ilp-loopstat.py finds them in the program.
 */
#ifndef ILP_POINTS_H
#define ILP_POINTS_H

#include "ilp-block.h"

#include <cstddef>
#include <cstdint>
#include <vector>

/// Functions that are called as they are compiled, and not made for one caller.
#if defined(__GNUC__) && !defined(__clang__)
#define HSN_ILP_APART __attribute__((noipa))
#else
#define HSN_ILP_APART __attribute__((noinline))
#endif

/// Points are compiled for vectors of 256 bits as well.
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__)
#define HSN_ILP_AVX2
#endif

namespace ns3
{
namespace hsn
{
/// How loops are compiled; from 1 to 7: scalar, with so many registers taken away.
constexpr uint32_t ILP_SCALAR = 0;
constexpr uint32_t ILP_VECTOR = 100; //!< -O3, with vector instructions

/// Functions of a point.
struct IlpPoint
{
    /// A loop. Parameters: states of all functions, input, output, words.
    using Loop = void (*)(void*, const uint8_t*, uint8_t*, size_t);

    uint32_t setting;                //!< ILP_SCALAR, ILP_VECTOR or registers taken away
    bool real;                       //!< kernels of protocols, else synthetic
    IlpMode mode;                    //!< of synthetic functions
    uint32_t functions;              //!< number of functions; of real ones, which set
    uint32_t s;                      //!< words of state
    uint32_t k;                      //!< instructions for each block
    uint32_t block;                  //!< words of a block, of synthetic functions
    uint32_t group;                  //!< words of which the message must have a multiple
    size_t stateSize;                //!< octets of all states
    void (*init)(void*);             //!< sets them to what they begin with
    uint32_t (*digest)(const void*); //!< sums up what they end with
    Loop integrated;                 //!< one loop
    std::vector<Loop> loops;         //!< one for each function
    std::vector<bool> writes;        //!< by function
};

/// @return whether points with vectors of 256 bits can run here
inline bool
IlpHasAvx2()
{
#ifdef HSN_ILP_AVX2
    return __builtin_cpu_supports("avx2");
#else
    return false;
#endif
}

/// @return all points; filled before main()
inline std::vector<IlpPoint>&
IlpGetPoints()
{
    static std::vector<IlpPoint> points;
    return points;
}
} // namespace hsn
} // namespace ns3

#endif // ILP_POINTS_H
