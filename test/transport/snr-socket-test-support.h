// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * What the tests of SNR's sockets share: the factory's name, and small blocks.
 */
#ifndef HSN_SNR_SOCKET_TEST_SUPPORT_H
#define HSN_SNR_SOCKET_TEST_SUPPORT_H

#include "socket-exchange-support.h"

#include "ns3/error-model.h"
#include "ns3/point-to-point-helper.h"
#include "ns3/pointer.h"
#include "ns3/snr-socket-factory.h"

#include <cstdint>
#include <string>

namespace ns3
{
namespace hsn
{
inline const std::string SNR = "ns3::hsn::SnrSocketFactory"; ///< the factory
constexpr uint16_t PORT = 9;                                 ///< of the server

/** @brief Attributes of a small, slow connection while it exists. */
struct SmallBlocks
{
    SmallBlocks()
    {
        Set("PacketSize", "100");
        Set("BlockSize", "8");
        Set("WindowPackets", "128");
        Set("DataRate", "10Mb/s");
        Set("Rtd", "10ms");
    }

    ~SmallBlocks()
    {
        Set("PacketSize", "1024");
        Set("BlockSize", "256");
        Set("WindowPackets", "10240");
        Set("DataRate", "500Mb/s");
        Set("Rtd", "60ms");
        Set("ReportInterval", "5ms");
        Set("KeepPartial", "true");
        Set("IdealControl", "false");
        Set("GiveUpTime", "30s");
        Config::SetDefault("ns3::hsn::ConnectionSocket::RcvBufSize", UintegerValue(131072));
        Config::SetDefault("ns3::hsn::TransportProtocol::Carrier", StringValue("Ip"));
        Config::SetGlobal("ChecksumEnabled", BooleanValue(false));
    }

    /** @param name attribute @param value its default from now on */
    static void Set(const std::string& name, const std::string& value)
    {
        Config::SetDefault("ns3::hsn::SnrSocket::" + name, StringValue(value));
    }
};
} // namespace hsn
} // namespace ns3

#endif // HSN_SNR_SOCKET_TEST_SUPPORT_H
