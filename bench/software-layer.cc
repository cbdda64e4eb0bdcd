// SPDX-License-Identifier: GPL-2.0-only
#include "software-layer.h"

#include <array>
#include <utility>

namespace ns3
{
namespace hsn
{
namespace
{
using Rule = std::pair<const char*, SoftwareLayer>;

/// Prefixes of names; the first match counts.
constexpr std::array<Rule, 59> RULES{{
    {"ns3::hsn::Aal5", SoftwareLayer::ATM},
    {"ns3::hsn::Atm", SoftwareLayer::ATM},
    {"ns3::hsn::Burst", SoftwareLayer::ATM},
    {"ns3::hsn::Cell", SoftwareLayer::ATM},
    {"ns3::hsn::ClpThresholdDiscard", SoftwareLayer::ATM},
    {"ns3::hsn::EarlyPacketDiscard", SoftwareLayer::ATM},
    {"ns3::hsn::Gcra", SoftwareLayer::ATM},
    {"ns3::hsn::PartialPacketDiscard", SoftwareLayer::ATM},
    {"ns3::hsn::PreventiveTagger", SoftwareLayer::ATM},
    {"ns3::hsn::Rfc2684", SoftwareLayer::ATM},
    {"ns3::hsn::RingBuffer", SoftwareLayer::ATM},
    {"ns3::hsn::TailCellDiscard", SoftwareLayer::ATM},
    {"ns3::hsn::UsageParameterControl", SoftwareLayer::ATM},
    {"ns3::hsn::Upc", SoftwareLayer::ATM},
    {"ns3::hsn::GeometricRandomVariable", SoftwareLayer::SOURCE},
    {"ns3::hsn::PacedSource", SoftwareLayer::SOURCE},
    {"ns3::hsn::PacketSource", SoftwareLayer::SOURCE},
    {"ns3::hsn::PoissonMessageSource", SoftwareLayer::SOURCE},
    {"ns3::hsn::SduSource", SoftwareLayer::SOURCE},
    {"ns3::hsn::BostonSocket", SoftwareLayer::TRANSPORT},
    {"ns3::hsn::Boston", SoftwareLayer::BOSTON},
    {"ns3::hsn::Dispersal", SoftwareLayer::BOSTON},
    {"ns3::hsn::Erasure", SoftwareLayer::BOSTON},
    {"ns3::hsn::FecCodec", SoftwareLayer::BOSTON},
    {"ns3::hsn::Galois", SoftwareLayer::BOSTON},
    {"ns3::hsn::Gf", SoftwareLayer::BOSTON},
    {"ns3::hsn::ParityMatrix", SoftwareLayer::BOSTON},
    {"ns3::hsn::", SoftwareLayer::TRANSPORT},
    {"ns3::Application", SoftwareLayer::TRANSPORT},
    {"ns3::BulkSend", SoftwareLayer::TRANSPORT},
    {"ns3::PacketSink", SoftwareLayer::TRANSPORT},
    {"ns3::Socket", SoftwareLayer::TRANSPORT},
    {"ns3::Tcp", SoftwareLayer::TRANSPORT},
    {"ns3::Arp", SoftwareLayer::INTERNET},
    {"ns3::Icmp", SoftwareLayer::INTERNET},
    {"ns3::InternetStack", SoftwareLayer::INTERNET},
    {"ns3::Ipv", SoftwareLayer::INTERNET},
    {"ns3::NetDevice", SoftwareLayer::INTERNET},
    {"ns3::Node", SoftwareLayer::INTERNET},
    {"ns3::QueueDisc", SoftwareLayer::INTERNET},
    {"ns3::TrafficControl", SoftwareLayer::INTERNET},
    {"ns3::Buffer", SoftwareLayer::PACKETS},
    {"ns3::ByteTagList", SoftwareLayer::PACKETS},
    {"ns3::Header", SoftwareLayer::PACKETS},
    {"ns3::NixVector", SoftwareLayer::PACKETS},
    {"ns3::Packet", SoftwareLayer::PACKETS},
    {"ns3::Tag", SoftwareLayer::PACKETS},
    {"ns3::Trailer", SoftwareLayer::PACKETS},
    {"ns3::DefaultSimulatorImpl", SoftwareLayer::SCHEDULER},
    {"ns3::Event", SoftwareLayer::SCHEDULER},
    {"ns3::HeapScheduler", SoftwareLayer::SCHEDULER},
    {"ns3::MakeEvent", SoftwareLayer::SCHEDULER},
    {"ns3::MapScheduler", SoftwareLayer::SCHEDULER},
    {"ns3::Scheduler", SoftwareLayer::SCHEDULER},
    {"ns3::Simulator", SoftwareLayer::SCHEDULER},
    {"ns3::Timer", SoftwareLayer::SCHEDULER},
    {"ns3::Watchdog", SoftwareLayer::SCHEDULER},
    {"ns3::", SoftwareLayer::CORE},
    {"", SoftwareLayer::OTHER},
}};

/// Removes what is between brackets, nested ones too. @param text where @param open @param close
void
RemoveBracketed(std::string& text, char open, char close)
{
    std::string rest;
    int depth = 0;
    for (const char c : text)
    {
        depth += c == open ? 1 : 0;
        if (depth == 0)
        {
            rest += c;
        }
        depth -= c == close && depth > 0 ? 1 : 0;
    }
    text = rest;
}

/// @param text where @param what is replaced everywhere @param with what
void
Replace(std::string& text, const std::string& what, const std::string& with)
{
    for (auto at = text.find(what); at != std::string::npos; at = text.find(what, at))
    {
        text.replace(at, what.size(), with);
    }
}
} // namespace

std::string
GetName(SoftwareLayer layer)
{
    constexpr std::array<const char*, SOFTWARE_LAYERS> names{"atm",
                                                             "boston",
                                                             "transport",
                                                             "internet",
                                                             "source",
                                                             "packets",
                                                             "scheduler",
                                                             "core",
                                                             "other"};
    return names[static_cast<std::size_t>(layer)];
}

bool
IsEventLoop(const std::string& plainName)
{
    return plainName == "ns3::DefaultSimulatorImpl::ProcessOneEvent" ||
           plainName == "ns3::DefaultSimulatorImpl::Run";
}

std::string
GetPlainName(const std::string& function)
{
    std::string text = function;
    Replace(text, "(anonymous namespace)::", "");
    Replace(text, "non-virtual thunk to ", "");
    Replace(text, "virtual thunk to ", "");
    for (const std::string op : {"<<", "<", "->", ">", "()"})
    {
        Replace(text, "operator" + op, "operator_");
    }
    Replace(text, "operator ", "operator_"); // new, delete, conversions
    RemoveBracketed(text, '<', '>');
    RemoveBracketed(text, '(', ')');
    RemoveBracketed(text, '[', ']'); // of clones and ABI tags
    Replace(text, " const", "");
    const auto end = text.find_last_not_of(' ');
    text.erase(end == std::string::npos ? 0 : end + 1);
    const auto space = text.rfind(' ');
    return space == std::string::npos ? text : text.substr(space + 1);
}

SoftwareLayer
FindLayer(const std::string& plainName)
{
    const std::string own = "ns3::hsn::";
    if (plainName.rfind(own, 0) == 0 && plainName.find("::", own.size()) == std::string::npos)
    {
        return SoftwareLayer::OTHER; // a free function: it works for its caller
    }
    for (const auto& [prefix, layer] : RULES)
    {
        if (plainName.rfind(prefix, 0) == 0)
        {
            return layer;
        }
    }
    return SoftwareLayer::OTHER;
}
} // namespace hsn
} // namespace ns3
