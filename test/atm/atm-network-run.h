// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * Builds a random ATM network, runs it and writes down what is seen.
 */
#ifndef HSN_ATM_NETWORK_RUN_H
#define HSN_ATM_NETWORK_RUN_H

#include "atm-observation.h"
#include "atm-random-network.h"

#include "ns3/application.h"
#include "ns3/atm-channel.h"
#include "ns3/atm-net-device.h"
#include "ns3/atm-port.h"
#include "ns3/atm-switch.h"
#include "ns3/atm-vc.h"
#include "ns3/cell-source-helper.h"
#include "ns3/net-device-container.h"
#include "ns3/node-container.h"
#include "ns3/packet-sink.h"
#include "ns3/socket.h"

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

namespace ns3
{
namespace hsn
{
/** @brief How often something happened, or was drawn, by name. */
using AtmCoverage = std::map<std::string, uint64_t>;

/** @brief One simulation of a planned network. */
class AtmNetworkRun
{
  public:
    /** @brief How a network is simulated. */
    struct Settings
    {
        std::string engine{"PerCell"}; //!< value of hsn::AtmEngine
        std::string scheduler;         //!< TypeId of ns-3's scheduler; empty: the usual one
        bool scout{false};             //!< looks at every cell, see GetTouched
    };

    /** @param plan network @param settings how @param observation filled by Run() */
    AtmNetworkRun(const AtmNetworkPlan& plan,
                  const Settings& settings,
                  AtmObservation& observation);
    ~AtmNetworkRun();

    /** @brief Builds, runs, looks, and destroys the simulation. */
    void Run();

    /**
     * @return times of actions, and the end if it is in there, at which a cell arrived, left, or
     * entered a buffer: what is seen then depends on the order of events at the same time. Known
     * after a run with `scout`
     */
    const std::set<int64_t>& GetTouched() const
    {
        return m_touched;
    }

    /**
     * @return links at both ends of which cells arrived at the same time: which of them meets
     * the next error then depends on the order of events. Known after a run with `scout`
     */
    const std::set<uint32_t>& GetCrossed() const
    {
        return m_crossed;
    }

    /**
     * @return connections and ends at which an SDU met a full queue at the very time another one
     * left it: whether there was room depends on the order of events. Known after a run with
     * `scout`
     */
    const std::set<std::pair<uint32_t, uint32_t>>& GetCrowded() const
    {
        return m_crowded;
    }

    /**
     * @return nodes whose full queue of packets received met another one at the very time at which
     * the host was done with one: whether there was room depends on the order of events. Known
     * after a run with `scout`
     */
    const std::set<uint32_t>& GetCrowdedHosts() const
    {
        return m_crowdedHosts;
    }

    /**
     * @return sources that send at the very time at which their host sends for another reason, such
     * as a packet that arrives: which is first depends on the order of events. Known after a run
     * with `scout`
     */
    const std::set<uint32_t>& GetClashing() const
    {
        return m_clashing;
    }

    /** @return what happened, and how often */
    const AtmCoverage& GetCoverage() const
    {
        return m_coverage;
    }

  private:
    using Stream = AtmObservation::Stream;

    /// Streams of one kind at one port or host, by VC.
    struct Probe
    {
        std::string name;                            //!< begin of the streams' names
        std::string fields;                          //!< of their records
        std::unordered_map<uint32_t, Stream*> byKey; //!< by label
        uint32_t lastKey{0};                         //!< label looked up last
        Stream* last{nullptr};                       //!< what was found
    };

    /// Something with counters.
    struct Reader
    {
        std::string kind;                           //!< of what
        std::string place;                          //!< which one
        std::string fields;                         //!< names of counters
        std::function<std::vector<int64_t>()> read; //!< reads
    };

    class Source;

    /// What a planned connection became.
    struct Connection
    {
        std::array<std::vector<Ptr<AtmVc>>, 2> vcs;    //!< of end 0, and of the others
        std::array<std::vector<uint32_t>, 2> hosts;    //!< where they are
        std::array<Ptr<UsageParameterControl>, 2> upc; //!< or null
        std::vector<AtmVcId> labels;                   //!< by hop, if not multipoint
        std::array<std::function<void(Ptr<UsageParameterControl>)>, 2> setUpc; //!< where `upc` is
        std::function<void(uint32_t)> addLeg; //!< makes it fork, at one of its switches
    };

    /// @name Building
    /// @{
    /** @brief Nodes, links, buffers. */
    void BuildLinks();
    /** @param plan of a queue @return its policy, or null */
    static Ptr<CellDiscardPolicy> MakePolicy(const AtmQueuePlan& plan);
    /** @brief Connections. */
    void BuildConnections();
    /** @param plan of a queue @return its policy, perhaps another queue's too, or null */
    Ptr<CellDiscardPolicy> GetPolicy(const AtmQueuePlan& plan);
    /** @param number of the connection @return what it became */
    Connection BuildAlongPath(uint32_t number);
    /** @param number of the connection @param hop of its path @return its label there */
    AtmVcId MakeLabel(uint32_t number, std::size_t hop);
    /**
     * @brief Adds a leg, with a label of its own, to a connection.
     * @param from port of a switch where the connection comes in @param label of it there
     * @param to port where the leg leaves
     * @param category buffer
     * @param isKnown whether a host at the other end has a VC for it
     */
    static void AddLeg(Ptr<AtmPort> from,
                       AtmVcId label,
                       Ptr<AtmPort> to,
                       AtmServiceCategory category,
                       bool isKnown);
    /** @param plan of it @return what it became */
    Connection BuildMultipoint(const AtmConnectionPlan& plan);
    /** @param plan of it @return a new object */
    static Ptr<UsageParameterControl> MakeUpc(const AtmUpcPlan& plan);
    /** @param vc new @param plan of it */
    static void SetUp(Ptr<AtmVc> vc, const AtmVcPlan& plan);
    /** @brief Generators of cells. */
    void BuildCellSources();
    /** @brief Internet stacks, transfers. */
    void BuildFlows();
    /** @param i which */
    void BuildFlow(uint32_t i);
    /// @}

    /// @name Looking
    /// @{
    /** @brief Connects what is looked at in every run. */
    void ConnectProbes();
    /** @param host node */
    void ConnectHost(uint32_t host);
    /** @param i which transfer @param socket its sender's */
    void ConnectSocket(uint32_t i, Ptr<Socket> socket);
    /** @brief Looks at every cell, for GetTouched and coverage. */
    void ConnectScout();
    /** @param connection which @param end of it: SDUs that come and go at the same time */
    void ConnectQueueScout(uint32_t connection, uint32_t end);
    /** @param host node: packets that come and that it is done with at the same time */
    void ConnectHostScout(uint32_t host);
    /** @brief Lists what can be read. */
    void ListReaders();
    /** @param link number @param end of it */
    void ListPort(uint32_t link, uint32_t end);
    /** @param i connection @param end of it */
    void ListConnection(uint32_t i, uint32_t end);
    /** @param c a generator of cells @param name of it */
    void ListCellSource(const CellSourceConnection& c, const std::string& name);
    /** @param i transfer */
    void ListFlow(uint32_t i);
    /** @param r a reader */
    void Read(const Reader& r);
    /** @param a to be done now */
    void Act(const AtmActionPlan& a);
    /// @param a carried out
    void DoAct(const AtmActionPlan& a);
    /** @param a to be done now, one of TRACE_... */
    void Trace(const AtmActionPlan& a);
    /** @param a to be done now, TRACE_QUEUE @param name end of the streams' names */
    void TraceQueue(const AtmActionPlan& a, const std::string& name);
    /** @param a to be done now, TRACE_UPC @param name begin of the end of the streams' names */
    void TraceUpc(const AtmActionPlan& a, const std::string& name);
    /** @param a to be done now, one of SET_... and ADD_... */
    void Set(const AtmActionPlan& a);
    /** @param a to be done now: sets something of a buffer */
    void SetQueue(const AtmActionPlan& a);
    /** @param a to be done now @param vc of which it sets something */
    static void SetVc(const AtmActionPlan& a, Ptr<AtmVc> vc);
    /** @param a to be done now, SET_SHAPER @param vc of which it sets the shaper or changes it */
    static void SetShaper(const AtmActionPlan& a, Ptr<AtmVc> vc);
    /** @param a to be done now: sets something of a connection in switches */
    void SetConnection(const AtmActionPlan& a);
    /** @param a to be done now @param device of which it sets something */
    static void SetHost(const AtmActionPlan& a, Ptr<AtmNetDevice> device);
    /** @param name of a stream @return takes cells, with the time they are told at */
    std::function<void(const CellBurst&)> MakeCellSink(const std::string& name);
    /** @param name begin of streams' names, by VC @return takes cells and their time */
    Callback<void, const CellBurst&, Time> MakeRunSink(const std::string& name);
    /** @param name begin of streams' names, by VC @return takes discarded cells and their time */
    Callback<void, const CellBurst&, CellDiscardReason, Time> MakeRunDiscardSink(
        const std::string& name);
    /** @param cell of a burst @param i which @return its inverted bits, as one number */
    static int64_t GetDamage(const CellBurst& cell, uint32_t i);
    /** @brief Notes what the run has met. */
    void Cover();
    /// @}

    /** @param name begin of streams' names, by VC @param fields of their records @return new */
    Probe* MakeProbe(const std::string& name, const std::string& fields);
    /** @param p probe @param vc label @return the stream of that VC */
    Stream& Find(Probe& p, AtmVcId vc);
    /** @param pdu a PDU @return connection and number, as one number; -1: unknown; below: raw cells
     */
    int64_t GetPduNumber(const AtmPdu* pdu) const;
    /** @param node number @return its port, if it is a host */
    Ptr<AtmNetDevice> GetDevice(uint32_t node) const;
    /** @brief A cell moves now, or an SDU comes. */
    void Touch();
    /** @param source that sends now of its own accord */
    void NotifyTick(const Source& source);
    /** @param host that sends now for another reason */
    void NotifyReply(uint32_t host);

    const AtmNetworkPlan& m_plan;                                        //!< what is built
    const Settings m_settings;                                           //!< how
    AtmObservation& m_observation;                                       //!< filled
    NodeContainer m_nodes;                                               //!< switches, then hosts
    NetDeviceContainer m_allPorts;                                       //!< of all links
    std::vector<std::array<Ptr<AtmPort>, 2>> m_ports;                    //!< of links, by end
    std::map<std::pair<int, double>, Ptr<CellDiscardPolicy>> m_policies; //!< shared ones
    std::vector<Connection> m_connections;                               //!< as planned
    std::vector<std::unique_ptr<Source>> m_sources;                      //!< of SDUs
    std::vector<CellSourceConnection> m_cellSources;                     //!< of those enabled
    std::vector<Ptr<Application>> m_senders;                             //!< of transfers, or null
    std::vector<Ptr<Socket>> m_sockets;                //!< of transfers, once connected
    std::vector<Ptr<PacketSink>> m_sinks;              //!< of transfers, or null
    std::vector<std::unique_ptr<Probe>> m_probes;      //!< streams
    std::vector<Reader> m_readers;                     //!< counters
    std::vector<int64_t> m_instants;                   //!< of actions and of the end, in order
    std::size_t m_nextInstant{0};                      //!< first that is not over
    std::map<uint32_t, int64_t> m_latestAtSwitch;      //!< arrival, by switch
    std::map<uint32_t, int64_t> m_latestOnLink;        //!< arrival or loss, by link
    std::set<std::pair<uint32_t, uint32_t>> m_crowded; //!< see GetCrowded
    std::set<uint32_t> m_crowdedHosts;                 //!< see GetCrowdedHosts
    std::set<uint32_t> m_crossed;                      //!< see GetCrossed
    std::set<uint32_t> m_clashing;                     //!< see GetClashing
    std::map<uint32_t, int64_t> m_replies;             //!< latest NotifyReply, by host
    bool m_isTicking{false};                           //!< a source sends of its own accord
    uint64_t m_ties{0};                                //!< cells that arrived with another one
    bool m_isActing{false};                            //!< an action is carried out
    std::set<int64_t> m_touched;                       //!< see GetTouched
    std::unordered_map<const AtmPdu*, int64_t> m_pduNumbers; //!< of PDUs that have been sent
    std::map<std::pair<uint32_t, uint32_t>, std::pair<int64_t, int64_t>>
        m_pdus;             //!< by host and label: number of the VC, PDUs so far
    AtmCoverage m_coverage; //!< see GetCoverage
};
} // namespace hsn
} // namespace ns3

#endif // HSN_ATM_NETWORK_RUN_H
