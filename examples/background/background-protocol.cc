// SPDX-License-Identifier: GPL-2.0-only
#include "background-protocol.h"

#include "ns3/abort.h"
#include "ns3/tcp-bic-era.h"
#include "ns3/tcp-cubic-era.h"
#include "ns3/tcp-fast.h"
#include "ns3/tcp-hstcp.h"
#include "ns3/tcp-htcp-era.h"
#include "ns3/tcp-l4-protocol.h"
#include "ns3/tcp-rate-halving-recovery.h"
#include "ns3/tcp-sack-era.h"
#include "ns3/tcp-stcp.h"

#include <algorithm>
#include <utility>

namespace ns3
{
namespace hsn
{
namespace
{
/// A name, and the TypeId that it stands for.
const std::vector<std::pair<std::string, std::string>> VARIANTS = {
    {"sack", "ns3::hsn::TcpSackEra"},
    {"bic", "ns3::hsn::TcpBicEra"},
    {"cubic", "ns3::hsn::TcpCubicEra"},
    {"hstcp", "ns3::hsn::TcpHstcp"},
    {"htcp", "ns3::hsn::TcpHtcpEra"},
    {"stcp", "ns3::hsn::TcpStcp"},
    {"fast", "ns3::hsn::TcpFast"},
    {"ns3-linux-reno", "ns3::TcpLinuxReno"},
    {"ns3-bic", "ns3::TcpBic"},
    {"ns3-cubic", "ns3::TcpCubic"},
    {"ns3-highspeed", "ns3::TcpHighSpeed"},
    {"ns3-htcp", "ns3::TcpHtcp"},
    {"ns3-scalable", "ns3::TcpScalable"},
    {"ns3-bbr", "ns3::TcpBbr"},
};

/// Variants that gave Linux no bound of their own for recoveries; FAST is of Linux 2.4, which had
/// none.
const std::vector<std::string> RENO = {"sack", "hstcp", "stcp", "fast"};
} // namespace

std::vector<std::string>
BackgroundProtocol::GetNames()
{
    std::vector<std::string> names;
    for (const auto& [name, type] : VARIANTS)
    {
        names.push_back(name);
    }
    return names;
}

const std::string&
BackgroundProtocol::GetType(const std::string& name)
{
    const auto found = std::find_if(VARIANTS.begin(), VARIANTS.end(), [&name](const auto& one) {
        return one.first == name;
    });
    NS_ABORT_MSG_IF(found == VARIANTS.end(), "no congestion control \"" << name << "\"");
    return found->second;
}

void
BackgroundProtocol::Use(Ptr<Node> node, const std::string& name, bool isLinux)
{
    const auto tcp = node->GetObject<TcpL4Protocol>();
    tcp->SetAttribute("SocketType", TypeIdValue(TypeId::LookupByName(GetType(name))));
    const bool isReno = isLinux && std::find(RENO.begin(), RENO.end(), name) != RENO.end();
    tcp->SetAttribute("RecoveryType",
                      TypeIdValue(isReno ? TcpRenoRateHalvingRecovery::GetTypeId()
                                         : TcpRateHalvingRecovery::GetTypeId()));
}
} // namespace hsn
} // namespace ns3
