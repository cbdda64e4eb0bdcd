// SPDX-License-Identifier: GPL-2.0-only
#ifndef BACKGROUND_TRAFFIC_HELPER_H
#define BACKGROUND_TRAFFIC_HELPER_H

#include "ns3/address.h"
#include "ns3/application-container.h"
#include "ns3/data-rate.h"
#include "ns3/node-container.h"
#include "ns3/nstime.h"
#include "ns3/object-factory.h"
#include "ns3/random-variable-stream.h"

#include <cstdint>
#include <string>

namespace ns3
{
namespace hsn
{
/// Applications of background traffic in one direction.
struct BackgroundApplications
{
    ApplicationContainer generators; //!< SurgeFlowGenerator, at the sources
    ApplicationContainer sinks;      //!< SurgeSink, one at each sink
    ApplicationContainer longFlows;  //!< BulkSendApplication, at the sources
    ApplicationContainer longSinks;  //!< PacketSink, one at each sink, if there are long flows

    /// @return flows that have started
    uint64_t GetStarted() const;
    /// @return bytes of flows that have arrived, without those of long flows
    uint64_t GetReceived() const;
};

/// Applications of background traffic in both directions.
struct BackgroundTraffic
{
    BackgroundApplications forward; //!< from the sources to the sinks
    BackgroundApplications reverse; //!< from the sinks to the sources
};

/**
 * @ingroup hsn-helper
 * @brief Puts background traffic between hosts: Types I to V of Ha, Le, Rhee and Xu (Computer
 * Networks, 2007), Table 1.
 *
 * Types I to IV are Web flows with sizes of SurgeSizeVariable; Type V is Type II and 12 long flows
 * in the forward direction, whose windows have no limit.
 *
 * The table states an "intensity", and does not say what it is. Its readings:
 *
 * - CALIBRATED (default): the flows per second that carry 70 Mbit/s, or SetLoad(), over paths with
 *   exponential round-trip times of 109 ms in the mean, in 600 s: 103, 5.2, 6.0, 5.83, and 5.2 for
 *   Type V. They come from a fluid model of slow start and a window of 65535 bytes;
 * - MEAN_GAP: seconds from one flow of a generator to its next;
 * - RATE: flows of a generator per second.
 *
 * Of SetLoad(), SetIntensity() and SetArrivalRate() the last call counts.
 *
 * Long flows use the defaults of their sockets (SegmentSize, SndBufSize, RcvBufSize), which should
 * be set to values that do not limit them. The hosts' ns3::TcpL4Protocol::SocketType chooses the
 * congestion control of all flows.
 * @code
 *   BackgroundTrafficHelper background(BackgroundTrafficHelper::TYPE_II);
 *   BackgroundTraffic traffic = background.Install(leftHosts, rightHosts);
 *   background.AssignStreams(traffic, 1);
 * @endcode
 */
class BackgroundTrafficHelper
{
  public:
    /// Row of the table.
    enum Type
    {
        TYPE_I,
        TYPE_II,
        TYPE_III,
        TYPE_IV,
        TYPE_V
    };

    /// What "intensity" means.
    enum IntensityReading
    {
        CALIBRATED,
        MEAN_GAP,
        RATE
    };

    /// @param type row of the table
    explicit BackgroundTrafficHelper(Type type);

    /// @param name "I" to "V" @return the type; aborts with any other name
    static Type ParseType(const std::string& name);
    /// @param name "Calibrated", "MeanGap" or "Rate" @return the reading; aborts with any other
    /// name
    static IntensityReading ParseReading(const std::string& name);

    /// @brief Reading CALIBRATED for another load than 70 Mbit/s. @param load carried in one
    /// direction, before division by the scale factor, above 0
    void SetLoad(DataRate load);
    /**
     * @brief Chooses a reading of the table's intensities.
     * @param reading MEAN_GAP, RATE, or CALIBRATED for 70 Mbit/s, which takes no further numbers
     * @param generators how many there are in each direction, at least 1
     * @param intensity in place of the table's; 0: the table's, which has none for Type IV
     */
    void SetIntensity(IntensityReading reading, uint32_t generators = 1, double intensity = 0);
    /// @param rate flows per second in each direction, above 0
    void SetArrivalRate(double rate);
    /// @return flows per second in each direction
    double GetArrivalRate() const;

    /**
     * @brief Makes a network smaller: sizes and windows are divided, rates of flows stay.
     *
     * The window becomes 65535 bytes / factor, and a segment 536 bytes if the factor is 4 or more.
     *
     * @param factor at least 1
     */
    void SetScaleFactor(double factor);
    /// @param maxWindow of a Web flow, bytes @param segmentSize of its segments, bytes, up to that
    void SetWindow(uint32_t maxWindow, uint32_t segmentSize);
    /// @param name attribute of the SurgeSizeVariables @param value its value
    void SetSizeAttribute(const std::string& name, const AttributeValue& value);

    /**
     * @param forward long flows from the sources to the sinks @param reverse long flows from the
     * sinks to the sources @param latestStart they start at uniform random times up to this one
     */
    void SetLongFlows(uint32_t forward, uint32_t reverse = 0, Time latestStart = Seconds(1));

    /// @param factory name of a TypeId of socket factories; default "ns3::TcpSocketFactory"
    void SetProtocol(const std::string& factory);
    /// @param port where Web flows go, default 80; long flows go to the next one
    void SetPort(uint16_t port);
    /// @param ipv6 whether flows go to IPv6 addresses; default false
    void SetIpv6(bool ipv6);

    /**
     * @brief Installs the same type of traffic in both directions.
     *
     * With more sources than sinks, sinks serve several in turn, and the other way round; the
     * arrival rate is that of all together.
     *
     * @param sources with an Internet stack and addresses
     * @param sinks likewise
     * @return the applications; all start at 0, except long flows
     */
    BackgroundTraffic Install(const NodeContainer& sources, const NodeContainer& sinks) const;

    /**
     * @brief Fixes the random variables, and draws the starts of long flows anew.
     * @param traffic what Install() has returned, before the simulation starts
     * @param stream first stream number
     * @return number of streams used
     */
    int64_t AssignStreams(const BackgroundTraffic& traffic, int64_t stream) const;

  private:
    /// @param sources where flows start @param sinks where they end @param longFlows how many
    /// @return the applications of one direction
    BackgroundApplications InstallOneWay(const NodeContainer& sources,
                                         const NodeContainer& sinks,
                                         uint32_t longFlows) const;
    /// @param source of flows @param sink of flows @param rate flows per second @return the
    /// generator
    Ptr<Application> InstallGenerator(Ptr<Node> source, Ptr<Node> sink, double rate) const;
    /// @param source of a long flow @param sink of it @return the sender
    Ptr<Application> InstallLongFlow(Ptr<Node> source, Ptr<Node> sink) const;
    /// @param port where it listens @return any address with that port
    Address GetLocal(uint16_t port) const;
    /// @param node of the sink @param port where it listens @return its address
    Address GetRemote(Ptr<Node> node, uint16_t port) const;
    /// @param apps of one direction @param starts draws them, seconds
    static void DrawStarts(const BackgroundApplications& apps, Ptr<RandomVariableStream> starts);
    /// @return draws the starts of long flows
    Ptr<UniformRandomVariable> MakeStarts() const;

    Type m_type;                                     //!< row of the table
    double m_arrivalRate{0};                         //!< flows per second in each direction
    ObjectFactory m_sizes;                           //!< makes variables
    uint32_t m_maxWindow;                            //!< bytes
    uint32_t m_segmentSize;                          //!< bytes
    uint32_t m_longForward{0};                       //!< long flows
    uint32_t m_longReverse{0};                       //!< long flows
    Time m_latestStart;                              //!< of long flows
    std::string m_protocol{"ns3::TcpSocketFactory"}; //!< factory of sockets
    uint16_t m_port{80};                             //!< of Web flows
    bool m_ipv6{false};                              //!< whether flows go to IPv6 addresses
};
} // namespace hsn
} // namespace ns3

#endif // BACKGROUND_TRAFFIC_HELPER_H
