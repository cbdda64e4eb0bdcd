// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * How much data IndexedTcpSocket carries where packets are lost, reordered or marked, compared with
 * ns-3's TCP on the same path with the same random numbers.
 */
#ifndef HSN_TCP_GOODPUT_H
#define HSN_TCP_GOODPUT_H

#include "ns3/nstime.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ns3
{
namespace hsn
{
/** @brief A path, and what happens to the packets on it. */
struct GoodputCase
{
    std::string name;                 //!< variant and path
    std::string variant;              //!< congestion control, TypeId name
    uint64_t rate{10000000};          //!< of the bottleneck, bit/s
    Time rtt{MilliSeconds(40)};       //!< without transmission times
    uint32_t queue{40};               //!< packets of the drop-tail queue, without a queue disc
    std::string queueDisc;            //!< TypeId name of the bottleneck's; empty: none
    bool ecn{false};                  //!< ends and queue disc use ECN
    bool pacing{false};               //!< sockets pace
    double loss{0};                   //!< probability that a first transmission is lost
    double lossAgain{0};              //!< the same of later ones
    double ackLoss{0};                //!< the same of acknowledgements
    double reorder{0};                //!< probability that a data packet is overtaken ...
    uint32_t behind{0};               //!< ... by so many others
    uint32_t receiveBuffer{16777216}; //!< bytes
    uint32_t transfer{0};             //!< bytes of each of many short transfers; 0: one long one
    double seconds{20};               //!< that are simulated
};

/** @return all cases */
std::vector<GoodputCase> MakeGoodputCases();

/**
 * @brief Runs a case in a process of its own.
 * @param c what to run
 * @param factory TypeId name of the socket factory of both ends
 * @param seed number of the run
 * @return goodput, bit/s; of short transfers their size by their mean duration
 */
double MeasureGoodput(const GoodputCase& c, const std::string& factory, uint32_t seed);
} // namespace hsn
} // namespace ns3

#endif // HSN_TCP_GOODPUT_H
