// SPDX-License-Identifier: GPL-2.0-only
#ifndef TEAR_CBR_NETWORK_H
#define TEAR_CBR_NETWORK_H

#include "tear-cbr-record.h"

#include "ns3/cdma-data-link-helper.h"
#include "ns3/json-object.h"
#include "ns3/net-device-container.h"
#include "ns3/node-container.h"
#include "ns3/packet.h"
#include "ns3/program-options.h"
#include "ns3/random-variable-stream.h"
#include "ns3/socket.h"

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

namespace ns3
{
namespace hsn
{
/// Options of the program.
struct TearCbrOptions
{
    CdmaDataLinkHelper::Preset network{CdmaDataLinkHelper::IS_95C}; //!< radio link
    uint32_t sources{1};                                            //!< how many
    double rate{30};         //!< of each source, kb/s of IP packets
    uint32_t packet{540};    //!< IP packets, bytes
    uint32_t reply{40};      //!< IP packets of replies, bytes
    double seconds{200};     //!< that sources send
    double sendJitter{0.05}; //!< greatest relative change of an interval
    uint32_t buffer{0};      //!< FIFO, bytes; 0: that of the network
    double reverseJitter{0}; //!< greatest, ms
    bool modulation{true};   //!< of the forward rate
    uint32_t burst{10};      //!< least number of packets lost in a row that is reported
    uint32_t neighbours{10}; //!< packets beside a burst
    uint32_t points{500};    //!< of the series; 0: all

    /// @param options get these
    void AddTo(ProgramOptions& options);
};

/**
 * @brief Sources of constant bit rate over a CDMA data link. The terminal answers each packet with
 * a short one; the time in between is the round-trip time.
 */
class TearCbrNetwork
{
  public:
    /// @param options of the program
    explicit TearCbrNetwork(const TearCbrOptions& options);
    TearCbrNetwork(const TearCbrNetwork&) = delete;
    TearCbrNetwork& operator=(const TearCbrNetwork&) = delete;

    /// Runs it. @return the metrics
    JsonObject Run();

  private:
    /// Which packet a number of ns-3 stands for; a packet and its reply are the same one.
    struct Key
    {
        uint32_t source; //!< whose
        uint32_t number; //!< in the order of sending
    };

    /// Makes nodes and link.
    void Build();
    /// Makes a source. @param source its number
    void AddSource(uint32_t source);
    /// Connects the traces of losses.
    void WatchLosses();
    /// A packet is sent. @param source whose @param packet the packet
    void NoteSent(uint32_t source, const Packet& packet);
    /// A packet is lost. @param packet it, with headers @param fate of it if it is no reply
    void NoteLost(const Packet& packet, TearCbrRecord::Fate fate);
    /// Answers what has arrived at the terminal. @param socket of a source's port
    void Answer(Ptr<Socket> socket);
    /// Takes replies. @param socket of a source
    void TakeReplies(Ptr<Socket> socket);
    /// @return time to the next packet of a source
    Time DrawInterval();

    /// @param out gets counts, losses and throughput
    void ReportPackets(JsonObject& out) const;
    /// @param out gets round-trip times
    void ReportTimes(JsonObject& out) const;
    /// @param out gets losses in a row, of all sources
    void ReportRuns(JsonObject& out) const;
    /// @param out gets packets of the first source one by one, and the fades
    void ReportSeries(JsonObject& out) const;

    TearCbrOptions m_o;                          //!< options
    NodeContainer m_nodes;                       //!< network and terminal
    NetDeviceContainer m_ends;                   //!< of the link
    Ptr<UniformRandomVariable> m_draw;           //!< intervals and starts
    std::vector<TearCbrRecord> m_records;        //!< by source
    std::unordered_map<uint64_t, Key> m_packets; //!< under way, by ns-3's unique number
    std::unordered_map<uint64_t, Key> m_replies; //!< the same of replies
    uint64_t m_arrived{0};                       //!< bytes at the terminal in time
    std::vector<double> m_fadeStarts;            //!< s
    std::vector<double> m_fadeEnds;              //!< s
};
} // namespace hsn
} // namespace ns3

#endif // TEAR_CBR_NETWORK_H
