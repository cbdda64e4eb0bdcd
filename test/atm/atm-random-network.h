// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * Random ATM networks with random traffic, as data: a function of a number, the seed.
 */
#ifndef HSN_ATM_RANDOM_NETWORK_H
#define HSN_ATM_RANDOM_NETWORK_H

#include "ns3/atm-output-port.h"
#include "ns3/atm-traffic-contract.h"
#include "ns3/nstime.h"
#include "ns3/usage-parameter-control.h"

#include <array>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <ostream>
#include <random>
#include <string>
#include <vector>

namespace ns3
{
namespace hsn
{
/** @brief Random numbers that are the same with every library. */
class PlanRandom
{
  public:
    /** @param seed any number */
    explicit PlanRandom(uint64_t seed);

    /** @return a number from 0 to below 1 */
    double Unit();
    /** @param p probability @return whether it happens */
    bool Chance(double p);
    /** @param low least @param high greatest @return a whole number */
    int64_t Int(int64_t low, int64_t high);
    /** @param low least @param high greatest @return a number between */
    double Real(double low, double high);
    /** @param low least, above 0 @param high greatest @return a number whose logarithm is uniform
     */
    double Log(double low, double high);
    /** @param low least, above 0 @param high greatest @return the same, whole */
    int64_t LogInt(int64_t low, int64_t high);
    /** @param mean above 0 @return an exponential number */
    double Exponential(double mean);

    /** @param values some @return one of them */
    template <typename T>
    T Pick(std::initializer_list<T> values)
    {
        return values.begin()[Int(0, static_cast<int64_t>(values.size()) - 1)];
    }

  private:
    std::mt19937_64 m_generator; //!< whose output the standard fixes
};

/** @brief The buffer of a category at a switch port. */
struct AtmQueuePlan
{
    /** @brief Discard policies. */
    enum Policy
    {
        NONE,
        TAIL,
        PPD,
        EPD,
        CLP,
        CLP_PUSH_OUT,
        EXCLP_PUSH_OUT,
        EXCLP_THRESHOLD,
        EXCLP_GROUP,
        CLASS_SHARING
    };

    uint32_t maxCells{1000}; //!< capacity
    Policy policy{NONE};     //!< who is refused
    double threshold{0.5};   //!< of EPD and CLP
};

/** @brief A link; nodes are the switches, then the hosts. */
struct AtmLinkPlan
{
    std::array<uint32_t, 2> ends{};            //!< nodes
    uint64_t rate{0};                          //!< bit/s
    int64_t delay{0};                          //!< time steps
    double loss{0};                            //!< of cells
    double lossRun{0};                         //!< mean length of runs of losses, 0: independent
    double bitErrorRate{0};                    //!< of bits
    std::array<bool, 2> watched{{true, true}}; //!< by end: whether cells that arrive are told
    std::array<std::array<AtmQueuePlan, ATM_CATEGORIES>, 2> queues{}; //!< by end, if a switch
};

/** @brief A host. */
struct AtmHostPlan
{
    int64_t interSduTime{0};  //!< time steps
    int interSduFactor{0};    //!< 0: none, 1: uniform, 2: exponential
    int64_t rxServiceTime{0}; //!< time steps
    uint32_t rxQueueSize{20}; //!< packets
    bool txEnd{false};        //!< trace source PhyTxEnd is watched, too
};

/** @brief One end of a connection. */
struct AtmVcPlan
{
    static constexpr uint32_t UNLIMITED = 10000000; //!< SDUs that never fill a queue

    uint64_t cellRate{0};                      //!< bit/s, 0: line rate
    std::optional<AtmTrafficContract> shaper;  //!< shapes to it
    std::optional<AtmTrafficContract> tagging; //!< tags itself by it
    int64_t reassemblyTimeout{0};              //!< time steps
    uint32_t maxSdu{65535};                    //!< bytes
    uint32_t queue{100};                       //!< SDUs
};

/** @brief Usage parameter control. */
struct AtmUpcPlan
{
    AtmTrafficContract contract;                                               //!< what is agreed
    UsageParameterControl::PacketDiscard discard{UsageParameterControl::NONE}; //!< attribute
    bool oracle{false};      //!< early packet discard knows lengths
    uint32_t maxSdu{65535};  //!< attribute
    bool leakyBucket{false}; //!< form
};

/** @brief A connection. */
struct AtmConnectionPlan
{
    bool enabled{true};         //!< else as if it were not there
    bool multipoint{false};     //!< set up by AtmHelper from `from` to all of `to`
    uint32_t from{0};           //!< host (node number) of end 0
    std::vector<uint32_t> to;   //!< hosts of the other ends
    std::vector<uint32_t> path; //!< links, from end 0 on, if not multipoint
    uint32_t unknownAt{0};      //!< hop after which nobody knows the label; 0: it is known
    uint16_t vpi{0};            //!< of its labels, if not multipoint; 0: labels are allocated
    int64_t setUpAt{0};         //!< when switches learn of it, time steps; 0: before the start
    uint32_t twinAt{0};         //!< hop after which its cells leave twice by the same port; 0: none
    bool merges{false};         //!< has the label of connection `into` on the last link
    uint32_t into{0};           //!< if it merges
    AtmServiceCategory category{ATM_UBR};         //!< buffers
    std::array<std::optional<AtmUpcPlan>, 2> upc; //!< at the first switch from either end
    std::array<AtmVcPlan, 2> ends;                //!< of either end
};

/** @brief A source of SDUs. */
struct AtmSourcePlan
{
    /** @brief How SDUs come. */
    enum Kind
    {
        PERIODIC, //!< one every `interval`
        POISSON,  //!< exponential intervals
        ON_OFF,   //!< `burst` at once, exponential intervals
        GREEDY,   //!< `burst` always wait: each that starts is followed by a new one
        ECHO      //!< one for each good PDU that arrives at the same end
    };

    bool enabled{true};     //!< else as if it were not there
    uint32_t connection{0}; //!< which
    uint32_t end{0};        //!< of it
    Kind kind{PERIODIC};    //!< see there
    uint32_t minSize{1};    //!< bytes
    uint32_t maxSize{1};    //!< bytes
    bool log{false};        //!< small sizes are as frequent as large ones
    double interval{0};     //!< mean, time steps
    uint32_t burst{1};      //!< SDUs
    int64_t start{0};       //!< time steps
    int64_t stop{0};        //!< time steps
    uint32_t maxSdus{0};    //!< at most
    bool aborts{false};     //!< some SDUs are empty
    uint64_t seed{0};       //!< of its random numbers
};

/** @brief A generator of cells, with a link of its own to a switch. */
struct AtmCellSourcePlan
{
    /** @brief What says when cells leave. */
    enum Kind
    {
        CBR,     //!< CbrCellSource
        ON_OFF,  //!< OnOffCellSource
        POISSON, //!< PoissonCellSource
        MESSAGES //!< PoissonMessageCellSource
    };

    bool enabled{true};                   //!< else as if it were not there
    Kind kind{CBR};                       //!< see there
    uint32_t at{0};                       //!< switch
    uint32_t to{0};                       //!< host (node number) that counts the cells
    uint64_t linkRate{0};                 //!< bit/s
    int64_t delay{0};                     //!< of its link, time steps
    uint64_t rate{0};                     //!< bit/s; of an on-off source that of ON periods
    uint64_t peak{0};                     //!< of messages, bit/s; 0: that of the link
    double mean{1};                       //!< length of messages, cells, or of periods, slots
    AtmServiceCategory category{ATM_UBR}; //!< buffers
    std::optional<AtmUpcPlan> upc;        //!< at its switch
    bool watched{false};                  //!< trace source CellTx of its port has a sink
    int64_t start{0};                     //!< time steps
    int64_t stop{0};                      //!< time steps; 0: none
};

/** @brief A transfer over IP. */
struct AtmFlowPlan
{
    /** @brief By what. */
    enum Kind
    {
        INDEXED_TCP,
        NS3_TCP,
        BOSTON,
        TCP_ON_OFF,
        UDP_ON_OFF
    };

    bool enabled{true};     //!< else as if it were not there
    Kind kind{INDEXED_TCP}; //!< see there
    uint32_t connection{0}; //!< which leads there
    uint32_t end{0};        //!< that sends
    uint32_t bytes{0};      //!< at most
    uint64_t rate{0};       //!< of on/off sources, bit/s
    int64_t start{0};       //!< time steps
};

/** @brief Something done from outside at a time. */
struct AtmActionPlan
{
    /** @brief What. */
    enum Kind
    {
        READ,          //!< reads counters
        TRACE_PORT,    //!< connects CellTx, CellRx
        TRACE_QUEUE,   //!< connects Enqueue, Dequeue, Discard, CellsInQueue
        TRACE_UPC,     //!< connects Conforming, Tagged, Discarded
        TRACE_SWITCH,  //!< connects UnknownVc
        TRACE_LOSS,    //!< connects CellLoss
        TRACE_HOST,    //!< connects CellRxDrop
        SET_MAX_CELLS, //!< of a queue
        SET_THRESHOLD, //!< of a queue's policy
        SET_POLICY,    //!< of a queue
        SET_RATE,      //!< of a link
        SET_DELAY,     //!< of a link
        SET_LOSS,      //!< bit errors of a link
        SET_CELL_RATE, //!< of a VC
        SET_TIMEOUT,   //!< reassembly of a VC
        SET_INTER_SDU, //!< of a host
        SET_SLOT,      //!< of a switch
        SET_FORMAT,    //!< headers of a link
        SET_LOSSES,    //!< loss model of a link
        SET_FACTOR,    //!< random factor of inter-SDU times of a host
        SET_SERVICE,   //!< time that a host takes for a packet
        SET_RX_QUEUE,  //!< of a host
        SET_MAX_SDU,   //!< of a VC
        SET_SHAPER,    //!< of a VC, or a parameter of it
        SET_TAGGING,   //!< of a VC
        SET_UPC,       //!< of a connection, or a parameter of it
        SET_DEPTH,     //!< segments that a host interleaves
        SET_DELIVERY,  //!< time that a host takes to rebuild a segment
        ADD_LEG,       //!< to a connection
        TRACE_TX_END,  //!< connects PhyTxEnd
        TRACE_RUNS,    //!< connects RunRx, RunDiscard
        KINDS          //!< number of kinds
    };

    /// @return what is to be set, a time
    Time GetTime() const
    {
        return TimeStep(GetWhole());
    }

    /// @return what is to be set, a whole number
    uint64_t GetWhole() const
    {
        return static_cast<uint64_t>(value);
    }

    /// @return whether it connects sinks
    bool IsTrace() const
    {
        return (kind >= TRACE_PORT && kind <= TRACE_HOST) || kind >= TRACE_TX_END;
    }

    /// @return whether it is about the buffers of an output
    bool IsOfQueue() const
    {
        return kind == TRACE_QUEUE || kind == TRACE_RUNS || kind == SET_MAX_CELLS ||
               kind == SET_THRESHOLD || kind == SET_POLICY;
    }

    /// @return whether it is about a switch
    bool IsOfSwitch() const
    {
        return kind == TRACE_SWITCH || kind == SET_SLOT;
    }

    bool enabled{true};     //!< else as if it were not there
    Kind kind{READ};        //!< see there
    int64_t time{0};        //!< time steps; 0: before the start
    int64_t until{0};       //!< when a sink is disconnected, time steps; 0: never
    bool outside{false};    //!< the simulation stops for it
    uint64_t seed{0};       //!< of what is read
    uint32_t link{0};       //!< where
    uint32_t end{0};        //!< of it, or of the connection
    uint32_t category{0};   //!< of the queue
    uint32_t connection{0}; //!< where
    uint32_t node{0};       //!< where
    uint32_t what{0};       //!< trace source, or policy
    double value{0};        //!< to be set
    std::optional<AtmTrafficContract> contract; //!< to be set
};

/** @brief A network and what happens in it. */
struct AtmNetworkPlan
{
    uint64_t seed{0};                           //!< what it was made from
    int64_t duration{0};                        //!< time steps
    std::vector<int64_t> slotTimes;             //!< of each switch, time steps
    std::vector<AtmHostPlan> hosts;             //!< hosts
    std::vector<AtmLinkPlan> links;             //!< links
    std::vector<AtmConnectionPlan> connections; //!< connections
    std::vector<AtmSourcePlan> sources;         //!< of SDUs
    std::vector<AtmCellSourcePlan> cellSources; //!< of cells
    std::vector<AtmFlowPlan> flows;             //!< over IP
    std::vector<AtmActionPlan> actions;         //!< in no order
    bool ipv6{false};                           //!< with neighbour discovery
    uint16_t mtu{9180};                         //!< bytes
    uint32_t segment{1460};                     //!< bytes of TCP
    uint32_t delayedAck{2};                     //!< segments
    int64_t minRto{0};                          //!< time steps
    std::string congestionControl;              //!< TypeId
    uint32_t interleave{1};                     //!< of TCP Boston
    bool adaptiveRedundancy{false};             //!< of TCP Boston
    double gamma{0};                            //!< of TCP Boston
    std::string cellIdMode{"OutOfBand"};        //!< of TCP Boston
    std::string headerMode{"CodedPdu"};         //!< of TCP Boston
    bool systematic{false};                     //!< of TCP Boston
    int64_t partialTimeout{0};                  //!< of TCP Boston, time steps; 0: as it is
    bool sharedPolicies{false};                 //!< buffers have the same objects
    bool loop{false};                           //!< switches are connected in a loop

    /** @param node number @return whether it is a switch */
    bool IsSwitch(uint32_t node) const
    {
        return node < slotTimes.size();
    }

    /** @param node number @return its name */
    std::string GetNodeName(uint32_t node) const;
    /** @param link number @param end of it @return name of the port there */
    std::string GetPortName(uint32_t link, uint32_t end) const;
    /** @param host node number @return number of its link */
    uint32_t GetHostLink(uint32_t host) const;
    /** @return whether there is traffic over IP */
    bool HasFlows() const;
};

/** @param rate bit/s @return time steps of a cell */
int64_t GetCellSteps(uint64_t rate);

/** @brief What random networks may have. What is new to the generator comes with a new value, so
 * that the networks of earlier ones, some of which failed once, remain what they were. */
enum AtmNetworkFeatures
{
    ATM_BASIC_FEATURES,  //!< no generators of cells
    ATM_WITH_GENERATORS, //!< these, too; all else is the same
    ATM_WITH_CLASSES,    //!< discard policies by classes of cells; more often TCP Boston with
                         //!< adaptive codes across several switches that lose cells between them,
                         //!< links whose cells nobody watches, and reading when SDUs come
    ATM_ALL_FEATURES     //!< more often interleaved codes whose cells are damaged, or go astray,
                         //!< between switches with small buffers
};

/**
 * @param seed any number
 * @param features that the network may have
 * @return the network of that seed
 */
AtmNetworkPlan DrawAtmNetwork(uint64_t seed, AtmNetworkFeatures features = ATM_ALL_FEATURES);

/** @param os the stream @param plan a network @return the stream; prints all of it */
std::ostream& operator<<(std::ostream& os, const AtmNetworkPlan& plan);
} // namespace hsn
} // namespace ns3

#endif // HSN_ATM_RANDOM_NETWORK_H
