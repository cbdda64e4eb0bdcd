// SPDX-License-Identifier: GPL-2.0-only
#ifndef TEAR_FLOWS_H
#define TEAR_FLOWS_H

#include "tear-network.h"
#include "tear-options.h"

#include "ns3/json-object.h"
#include "ns3/nstime.h"
#include "ns3/socket.h"
#include "ns3/tear-header.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace ns3
{
namespace hsn
{
/// Names of socket factories, and the settings that the options ask for.
class TearProtocols
{
  public:
    /// Sets attributes of all three protocols. @param o options
    static void Configure(const TearOptions& o);
    /// @param protocol tcp, tear or tfrc @param isReliable a byte stream @return factory
    static std::string GetFactory(const std::string& protocol, bool isReliable);

    TearProtocols() = delete;
};

/// What both ends of a flow of TEAR do, from the fifth second on, or when they are connected.
class TearWatch
{
  public:
    /// @param receiver socket that sends feedback @param sender socket that sends data
    void Connect(Ptr<Socket> receiver, Ptr<Socket> sender);

    double rate{0};         //!< of the sender, kb/s of IP packets; 0: not yet known
    uint32_t turns{0};      //!< changes of direction
    uint32_t feedback{0};   //!< packets
    uint32_t lossEvents{0}; //!< fast recoveries and timeouts
    Time since;             //!< start of watching

    /// @return mean over time of the sender's round-trip time, s, until now; 0 if there is none
    double GetMeanRtt() const;

  private:
    /// The direction has changed.
    void CountTurn(int before, int now);
    /// Feedback is sent. @param header of it
    void CountFeedback(const TearFeedbackHeader& header);
    /// The rate of the sender has changed. @param now bit/s
    void NoteRate(double before, double now);
    /// The round-trip time of the sender has changed. @param now value from now on
    void NoteRtt(Time before, Time now);

    Time m_rtt;                  //!< of the sender
    Time m_rttFrom;              //!< when there was one for the first time
    Time m_rttAt;                //!< when it changed
    double m_rttArea{0};         //!< integral over time until then, s^2
    bool m_hasBegun{false};      //!< there was feedback
    uint32_t m_earlierLosses{0}; //!< before the first one
};

/// Flows that always have something to send: what each has brought to the client, second by second.
class TearFlows
{
  public:
    /// @param o options @param network where
    TearFlows(const TearOptions& o, TearNetwork& network);
    TearFlows(const TearFlows&) = delete;
    TearFlows& operator=(const TearFlows&) = delete;

    /// Runs them. @return for each flow the rates of its bins
    JsonObject Run();

  private:
    /// A flow.
    struct Flow
    {
        std::string protocol;             //!< tcp, tear or tfrc
        uint16_t port{0};                 //!< at the client
        uint64_t bytes{0};                //!< IP packets that have arrived
        std::vector<uint64_t> bins;       //!< the same in each bin
        std::unique_ptr<TearWatch> watch; //!< of TEAR
        std::vector<double> rates;        //!< of TEAR's sender at the end of each bin, kb/s
    };

    /// Adds a flow. @param protocol of it @param start when @param stop when
    void Add(const std::string& protocol, Time start, Time stop);
    /// A packet has arrived. @param port of the client @param bytes IP packet
    void Receive(uint16_t port, uint32_t bytes);
    /// Connects the watch of a flow. @param flow number @param sink and @param source applications
    void Watch(std::size_t flow, Ptr<Application> sink, Ptr<Application> source);
    /// A bin ends.
    void Sample();

    const TearOptions m_o;     //!< options
    TearNetwork& m_network;    //!< where
    std::vector<Flow> m_flows; //!< by port
};

/// Transfers, one after the other: how long each takes.
class TearTransfers
{
  public:
    /// @param o options @param network where
    TearTransfers(const TearOptions& o, TearNetwork& network);
    TearTransfers(const TearTransfers&) = delete;
    TearTransfers& operator=(const TearTransfers&) = delete;

    /// Runs them. @return times in seconds, negative where a transfer was given up
    JsonObject Run();

  private:
    /// Starts a transfer.
    void Start();
    /// Data has arrived. @param packet of it
    void Receive(Ptr<const Packet> packet, const Address&);
    /// The transfer is over. @param seconds it took
    void Finish(double seconds);
    /// The transfer has taken too long. @param number of it
    void GiveUp(uint32_t number);

    const TearOptions m_o;       //!< options
    TearNetwork& m_network;      //!< where
    std::string m_factory;       //!< of sockets
    uint32_t m_received{0};      //!< bytes of this transfer
    Time m_startedAt;            //!< this transfer
    bool m_isRunning{false};     //!< this transfer
    std::vector<double> m_times; //!< of transfers so far
};
} // namespace hsn
} // namespace ns3

#endif // TEAR_FLOWS_H
