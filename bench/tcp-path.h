// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * A TCP's path from sender to receiver over a router, the transfer whose cost is measured there,
 * and the same packets sent by UDP.
 */
#ifndef HSN_TCP_PATH_H
#define HSN_TCP_PATH_H

#include "ns3/bulk-send-application.h"
#include "ns3/ipv4-address.h"
#include "ns3/node-container.h"
#include "ns3/packet-sink.h"
#include "ns3/point-to-point-net-device.h"
#include "ns3/socket.h"

#include <cstdint>
#include <string>
#include <sys/resource.h>

namespace ns3
{
namespace hsn
{
constexpr uint32_t SEGMENT = 1448;      //!< bytes of data in a segment
constexpr uint32_t DATA_PACKET = 1500;  //!< IP packet: with IP header 20, TCP 20, timestamps 12
constexpr uint32_t ACK_PACKET = 52;     //!< the same without data
constexpr uint32_t PPP_BYTES = 2;       //!< PointToPointNetDevice adds them
constexpr double ACCESS = 10;           //!< times as fast as the bottleneck
const Time BASE_RTT = MilliSeconds(40); //!< without transmission times
constexpr uint32_t INITIAL_WINDOW = 10; //!< segments
constexpr uint32_t BUFFER = 1 << 25;    //!< bytes, at both ends

/// @param usage of a process @return its user CPU time in seconds
double UserSeconds(const rusage& usage);

/// @return user CPU time of this process so far, in seconds
double CpuSeconds();

/// What a run cost.
struct Cost
{
    double cpu{0};       //!< seconds
    double earlyCpu{0};  //!< seconds of CPU time until Scenario::early
    uint64_t events{0};  //!< simulator events
    uint64_t data{0};    //!< packets sent by the sender
    uint64_t acks{0};    //!< packets sent by the receiver
    uint64_t drops{0};   //!< at the bottleneck
    uint64_t bytes{0};   //!< received by the application
    double simulated{0}; //!< seconds
    double memory{0};    //!< bytes, the most the process ever had

    double PerPacket() const
    {
        return cpu / (data + acks);
    }
};

/// What is common to the runs with real congestion control.
struct Scenario
{
    std::string variant{"TcpCubic"};
    bool hyStart{true};
    double beta{0}; //!< of CUBIC; 0: ns-3's
    uint32_t delayedAck{2};
    uint64_t rate{1000000000}; //!< of the bottleneck, bit/s
    uint32_t queue{2000};      //!< packets waiting there
    double seconds{10};        //!< simulated
    double budget{0};          //!< stop when so many seconds of CPU time are spent; 0: do not
    double early{0};           //!< a point of simulated time at which CPU time is read; 0: none
    std::string trace;         //!< file for the congestion window; empty: none
    uint32_t drop{0};          //!< a data packet to lose at the bottleneck, from 1; 0: none
};

/// Sender, router and receiver.
struct Path
{
    NodeContainer nodes;
    Ptr<PointToPointNetDevice> senderDevice;
    Ptr<PointToPointNetDevice> bottleneck; //!< at the router
    Ptr<PointToPointNetDevice> receiverDevice;
    Ipv4Address receiver;

    /**
     * @param rtt without transmission times
     * @param rate of the bottleneck, bit/s
     * @param queue packets that can wait there
     */
    Path(Time rtt, uint64_t rate, uint32_t queue);

    /// @param cost to which what the devices counted is added
    void Count(Cost& cost) const;
};

/// A bulk transfer.
struct Transfer
{
    Ptr<BulkSendApplication> source;
    Ptr<PacketSink> sink;

    Transfer(const Path& path, const std::string& factory);
};

/**
 * @brief Packets of TCP's sizes, sent by UDP.
 *
 * Data packets are sent in a window that advances with the packets that come back. Both directions
 * carry as many packets as a TCP sent on the same path, so that UDP adds no event of its own.
 */
class UdpFlow
{
  public:
    /**
     * @param path to use
     * @param data packets to send
     * @param acks packets to send back
     * @param window data packets on their way at a time
     */
    UdpFlow(const Path& path, uint64_t data, uint64_t acks, uint64_t window);

    /// @return data packets that arrived
    uint64_t GetReceived() const;

  private:
    /// Sends what the window allows.
    void Send();

    void DataArrives(Ptr<Socket> socket);
    void AckArrives(Ptr<Socket> socket);

    const uint64_t m_data;
    const uint64_t m_acks;
    const uint64_t m_window;
    Ptr<Socket> m_sender;
    Ptr<Socket> m_receiver;
    uint64_t m_sent{0};
    uint64_t m_received{0};
    uint64_t m_acksSent{0};
    uint64_t m_acked{0};
};

/**
 * @brief Sets what all TCPs have in common.
 * @param delayedAck segments per ACK
 * @param buffer bytes, at both ends
 * @param initialWindow segments
 */
void ConfigureTcp(uint32_t delayedAck, uint32_t buffer, uint32_t initialWindow);

/**
 * @brief A bulk transfer with real congestion control.
 * @param s what to run
 * @param factory TypeId of the socket factory
 * @return the cost
 */
Cost TcpRun(const Scenario& s, const std::string& factory);

/**
 * @brief The same over lean links.
 * @param s what to run
 * @param factory TypeId of the socket factory
 * @return the cost
 */
Cost LeanRun(const Scenario& s, const std::string& factory);

/**
 * @brief The packets of a TCP run, by UDP.
 * @param s the path
 * @param tcp the run whose packets to send
 * @return the cost
 */
Cost FloorRun(const Scenario& s, const Cost& tcp);
} // namespace hsn
} // namespace ns3

#endif // HSN_TCP_PATH_H
