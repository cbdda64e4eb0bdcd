// SPDX-License-Identifier: GPL-2.0-only
#include "tcp-ns2.h"

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <utility>

namespace ns3
{
namespace hsn
{
namespace
{
/// ns-2's name of a congestion control. @param variant ns-3's name @return empty if it has none
std::string
Ns2Variant(const std::string& variant)
{
    for (const auto& [ns3, ns2] : {std::pair{"TcpCubic", "cubic"},
                                   std::pair{"TcpLinuxReno", "reno"},
                                   std::pair{"TcpNewReno", "sack1"},
                                   std::pair{"TcpBic", "bic"},
                                   std::pair{"TcpHtcp", "htcp"},
                                   std::pair{"TcpScalable", "scalable"},
                                   std::pair{"TcpHighSpeed", "highspeed"}})
    {
        if (variant == ns3)
        {
            return ns2;
        }
    }
    return "";
}

/// @param text JSON @param name of a number @return the number; 0 if it is not there
double
NumberIn(const std::string& text, const std::string& name)
{
    const auto at = text.find("\"" + name + "\": ");
    return at == std::string::npos ? 0 : std::atof(text.c_str() + at + name.size() + 4);
}
} // namespace

std::string
FindScript()
{
    const std::string source = __FILE__;
    const std::string here = "bench/tcp.tcl";
    return std::ifstream(here) ? here : source.substr(0, source.rfind('/') + 1) + "tcp.tcl";
}

std::string
Ns2Run(const Scenario& s, const std::string& script, Cost& cost)
{
    if (std::system("command -v ns >/dev/null 2>&1") != 0)
    {
        return "not installed (Debian package ns2)";
    }
    if (!std::ifstream(script))
    {
        return "no file " + script + "; say --ns2Script=.../bench/tcp.tcl";
    }
    if (Ns2Variant(s.variant).empty())
    {
        return "ns-2 has no " + s.variant;
    }
    std::ostringstream parameters;
    parameters << " variant " << Ns2Variant(s.variant) << " seconds " << s.seconds << " rate "
               << s.rate << " accessRate " << ACCESS * s.rate << " queue " << s.queue
               << " delayedAck " << (s.delayedAck > 1 ? 0.2 : 0) << " drop " << s.drop;
    if (s.variant == "TcpCubic" && s.beta > 0)
    {
        parameters << " parameters 'beta " << std::lround(s.beta * 1024) << "'";
    }
    if (!s.trace.empty())
    {
        parameters << " trace '" << s.trace << "'";
    }
    const std::string command = "ns '" + script + "'" + parameters.str() + " 2>/dev/null";
    rusage before;
    getrusage(RUSAGE_CHILDREN, &before);
    std::string line;
    FILE* output = popen(command.c_str(), "r");
    char buffer[512];
    while (output && std::fgets(buffer, sizeof(buffer), output))
    {
        if (buffer[0] == '{')
        {
            line = buffer;
        }
    }
    const int status = output ? pclose(output) : -1;
    rusage after;
    getrusage(RUSAGE_CHILDREN, &after);
    if (status != 0 || line.empty())
    {
        return "`" + command + "` failed";
    }
    cost.cpu = UserSeconds(after) - UserSeconds(before);
    cost.data = NumberIn(line, "data_packets");
    cost.acks = NumberIn(line, "ack_packets");
    cost.drops = NumberIn(line, "queue_drops");
    cost.bytes = NumberIn(line, "bytes");
    cost.simulated = s.seconds;
    return "";
}
} // namespace hsn
} // namespace ns3
