// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * What many connections cost, with any socket factory: segments of many flows, sockets that are not
 * connected, short connections; and one flow over lean links.
 */
#ifndef HSN_TCP_LOAD_H
#define HSN_TCP_LOAD_H

#include <cstdint>
#include <string>

namespace ns3
{
namespace hsn
{
/** @brief Cost of a load. */
struct LoadCost
{
    double cpu{0};   //!< user CPU time of the simulation, s
    double units{0}; //!< what was done in this time: segments or connections
    double bytes{0}; //!< that receivers got
};

/**
 * @brief Bulk transfers from one host to another over 1 Gbit/s, 2 ms there and back.
 * @param factory TypeId name of the socket factory of both ends
 * @param flows how many, started within 0.1 s
 * @param seconds that are simulated
 * @return cost; units are segments with data that came to the receiver's device
 */
LoadCost MeasureFlows(const std::string& factory, uint32_t flows, double seconds);

/**
 * @brief Connections that send 10 kB and are closed, one after the other, each 1 ms, on that path.
 * @param factory TypeId name of the socket factory of both ends
 * @param connections how many
 * @return cost; units are connections all of whose data have arrived
 */
LoadCost MeasureConnections(const std::string& factory, uint32_t connections);

/**
 * @brief Memory of sockets that have been made, and nothing else.
 * @param factory TypeId name of the socket factory
 * @param sockets how many
 * @return heap bytes for each
 */
double MeasureIdle(const std::string& factory, uint32_t sockets);

/** @brief One flow over lean links with LeanForwarder and LeanHost. */
struct LeanFlow
{
    uint64_t rate{0};       //!< of the bottleneck, bit/s
    uint64_t accessRate{0}; //!< of the link before it, bit/s
    int64_t accessDelay{0}; //!< of that link, ns
    int64_t delay{0};       //!< of the bottleneck, ns
    uint32_t queue{0};      //!< packets that can wait there
    uint32_t segment{0};    //!< bytes of data in a segment
    double seconds{0};      //!< that are simulated
    std::string factory;    //!< TypeId name of the socket factory
};

/** @brief Cost of it. */
struct LeanCost
{
    double cpu{0};      //!< user CPU time of the simulation, s
    uint64_t events{0}; //!< of the simulator
    uint64_t data{0};   //!< packets sent by the sender
    uint64_t acks{0};   //!< packets sent by the receiver
    uint64_t drops{0};  //!< at the bottleneck
    uint64_t bytes{0};  //!< received by the application
};

/// @param flow what; attributes of TCP are set by their defaults @return cost, in this process
LeanCost RunLeanFlow(const LeanFlow& flow);
} // namespace hsn
} // namespace ns3

#endif // HSN_TCP_LOAD_H
