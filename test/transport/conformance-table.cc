// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * The transports of this module, a line for each; those that need more to be built than others
 * register themselves in their own tests: TFRC (GSL), TCP Boston (ATM), and the example transport.
 */
#include "conformance.h"

namespace ns3
{
namespace hsn
{
namespace
{
using Trait = ConformingTransport;

/// Promises of TCP.
constexpr uint32_t TCP = Trait::CONNECTS | Trait::RELIABLE | Trait::TELLS_UNREAD;
/// Of ends that are told of what has become of a silent peer.
constexpr uint32_t WATCHFUL = Trait::NOTICES | Trait::ASKS;

/** @brief Blocks of 800 octets at 10 Mbit/s. */
const ConformanceSettings SMALL_BLOCKS = {{"PacketSize", "100"},
                                          {"BlockSize", "8"},
                                          {"WindowPackets", "128"},
                                          {"DataRate", "10Mb/s"},
                                          {"Rtd", "10ms"}};
/** @brief Hardly any states. */
const ConformanceSettings RARE_STATES = {{"Rtd", "5s"}, {"ReportInterval", "5s"}};
/** @brief Segments of 800 octets at 10 Mbit/s. */
const ConformanceSettings SMALL_SEGMENTS = {{"PacketSize", "100"},
                                            {"PacketsPerSegment", "8"},
                                            {"WindowSegments", "16"},
                                            {"DataRate", "10Mb/s"},
                                            {"Rtd", "10ms"}};
/** @brief Hardly any keep-alives. */
const ConformanceSettings RARE_REQUESTS = {{"Rtd", "60ms"}};
/** @brief Media of 400 SDUs a second. */
const ConformanceSettings FAST_MEDIUM = {{"InitialRtt", "20ms"}, {"ProductionFrequency", "400"}};
const ConformanceSettings GO_BACK_N = {{"ErrorControl", "GoBackN"}}; ///< of XTP
const ConformanceSettings CONFIRMED = {{"Acknowledged", "true"}};    ///< XTP's datagrams
const ConformanceSettings NONE = {};                                 ///< defaults

// clang-format off
const ConformanceRegistration g_conformance[] = {
    ConformanceRegistration({"conformance-tcp", "ns3::hsn::IndexedTcpSocket", TCP}),
    ConformanceRegistration({"conformance-xtp", "ns3::hsn::XtpSocket", CONFORMING_STREAM | Trait::REFUSES | WATCHFUL}),
    ConformanceRegistration({"conformance-xtp", "ns3::hsn::XtpSocket", CONFORMING_STREAM | Trait::REFUSES | WATCHFUL, GO_BACK_N}),
    ConformanceRegistration({"conformance-xtp", "ns3::hsn::XtpMessageSocket", CONFORMING_MESSAGES | Trait::REFUSES | WATCHFUL}),
    ConformanceRegistration({"conformance-xtp", "ns3::hsn::XtpDatagramSocket", Trait::MESSAGES | Trait::OWN_PROTOCOL | Trait::DUPLICATES}),
    ConformanceRegistration({"conformance-xtp", "ns3::hsn::XtpDatagramSocket", Trait::MESSAGES | Trait::OWN_PROTOCOL | Trait::RELIABLE, CONFIRMED}),
    ConformanceRegistration({"conformance-sstp", "ns3::hsn::SstpSocket", CONFORMING_MESSAGES | WATCHFUL, SMALL_SEGMENTS, RARE_REQUESTS}),
    ConformanceRegistration({"conformance-snr", "ns3::hsn::SnrSocket", CONFORMING_STREAM | WATCHFUL, SMALL_BLOCKS, RARE_STATES}),
    ConformanceRegistration({"conformance-tear", "ns3::hsn::TearStreamSocket", CONFORMING_STREAM | Trait::REFUSES | WATCHFUL}),
    ConformanceRegistration({"conformance-tear", "ns3::hsn::TearSocket", Trait::CONNECTS | Trait::MESSAGES | Trait::OWN_PROTOCOL | Trait::REFUSES | Trait::TELLS_UNREAD | WATCHFUL}),
    ConformanceRegistration({"conformance-mm-poc", "ns3::hsn::MmPocSocket", CONFORMING_MESSAGES, FAST_MEDIUM}),
    ConformanceRegistration({"conformance-fec-udp", "ns3::hsn::FecUdpSocket", Trait::MESSAGES | Trait::DUPLICATES}),
};
// clang-format on
} // namespace
} // namespace hsn
} // namespace ns3
