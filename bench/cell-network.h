// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * Networks of links, switches and always busy sources, described once and built of ATM or of ns-3's
 * point-to-point devices: same topology, rates, delays and queue sizes.
 */
#ifndef HSN_CELL_NETWORK_H
#define HSN_CELL_NETWORK_H

#include "bench-run.h"

#include "ns3/nstime.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ns3
{
namespace hsn
{
constexpr double LINE_RATE = 155.52e6; //!< bit/s, of links with load 1
constexpr uint32_t CELL_BYTES = 53;    //!< on the wire, cells and packets

/// How a flow's cells leave.
enum class CellTraffic
{
    GREEDY,  //!< as fast as its first link takes them
    PACED,   //!< evenly, at a share of LINE_RATE
    POISSON, //!< singly, as a Poisson process, at a share of LINE_RATE in the mean
    BURSTS   //!< an SDU at line rate, then a pause, so that it is a share of LINE_RATE
};

/// What is simulated; hosts are the nodes from `switches` on.
struct CellNetwork
{
    /// One link, in the direction the traffic takes.
    struct Link
    {
        uint32_t from; //!< node
        uint32_t to;   //!< node
        double load;   //!< its rate as a share of LINE_RATE
    };

    /// Cells from a host to another.
    struct Flow
    {
        std::vector<uint32_t> links;              //!< that it takes, at least one
        CellTraffic traffic{CellTraffic::GREEDY}; //!< how
        double load{1};                           //!< its share of LINE_RATE, unless it is greedy
        double phase{0};                          //!< of its bursts, as a share of their period
    };

    std::string name;             //!< of the scenario
    uint32_t switches;            //!< nodes 0 to switches - 1 forward
    uint32_t nodes;               //!< all
    Time delay{MicroSeconds(10)}; //!< of each link
    std::vector<Link> links;      //!< numbered from 0
    std::vector<Flow> flows;      //!< all at once
    double hopsPerCellTime{0};    //!< cell-hops in a cell time at LINE_RATE, about

    /// @param n name of the scenario @param s switches
    CellNetwork(const std::string& n, uint32_t s)
        : name(n),
          switches(s),
          nodes(s)
    {
    }

    /// @return a new host
    uint32_t AddHost();
    /// @param from node @param to node @param load share of LINE_RATE @return the new link
    uint32_t AddLink(uint32_t from, uint32_t to, double load = 1);
    /// @param hops a number of them @return the time that they take
    Time GetTimeOf(double hops) const;
};

/// @return one saturated link
CellNetwork MakeLinkNetwork();

/// @param inputs hosts at line rate into one switch port @return that
CellNetwork MakeCongestedNetwork(uint32_t inputs);

/// @return a flow through five switches that shares each link between them with another flow
CellNetwork MakeChainNetwork();

/**
 * @brief A switch on which each host sends to two others, so that each output merges two inputs.
 * @param ports hosts, at least 2; of two, each sends twice to the other
 * @param traffic PACED or BURSTS
 * @return the network; each of a host's two flows is 45 % of the line rate
 */
CellNetwork MakeMergingNetwork(uint32_t ports, CellTraffic traffic);

/**
 * @param network what
 * @return its plan; ns-3's point-to-point devices carry two greedy flows on a link at most
 */
BenchPlan MakeCellPlan(const CellNetwork& network);

/// @return link, congested (four inputs) and chain
std::vector<CellNetwork> MakeCellNetworks();

/// @param inputs sources of Poisson cells into one switch port, which has a load of 0.8 @return
/// that
CellNetwork MakePoissonNetwork(uint32_t inputs);
} // namespace hsn
} // namespace ns3

#endif // HSN_CELL_NETWORK_H
