// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * SSTP with segments that a test can count.
 */
#ifndef HSN_TEST_SSTP_SMALL_SEGMENTS_H
#define HSN_TEST_SSTP_SMALL_SEGMENTS_H

#include "ns3/config.h"
#include "ns3/sstp-socket-factory.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <cstdint>
#include <sstream>
#include <string>

namespace ns3
{
namespace hsn
{
static const std::string SSTP = "ns3::hsn::SstpSocketFactory"; ///< the factory
constexpr uint16_t PORT = 9;                                   ///< of the server

/** @brief Attributes of a small, slow connection while it exists. */
struct SmallSegments
{
    SmallSegments()
    {
        Set("PacketSize", "100");
        Set("PacketsPerSegment", "8");
        Set("WindowSegments", "16");
        Set("DataRate", "10Mb/s");
        Set("Rtd", "10ms");
    }

    ~SmallSegments()
    {
        Set("PacketSize", "1024");
        Set("PacketsPerSegment", "256");
        Set("WindowSegments", "40");
        Set("DataRate", "500Mb/s");
        Set("Rtd", "60ms");
        Set("ResequencingDistance", "0");
        Set("MaxLoss", "0");
        Set("MaxBurst", "0");
        Set("GiveUpTime", "30s");
        Set("MeasureRtd", "false");
        Config::SetDefault("ns3::hsn::ConnectionSocket::RcvBufSize", UintegerValue(131072));
    }

    /** @param name attribute @param value its default from now on */
    static void Set(const std::string& name, const std::string& value)
    {
        std::ostringstream path;
        path << "ns3::hsn::SstpSocket::" << name;
        Config::SetDefault(path.str(), StringValue(value));
    }
};

} // namespace hsn
} // namespace ns3

#endif // HSN_TEST_SSTP_SMALL_SEGMENTS_H
