// SPDX-License-Identifier: GPL-2.0-only
#include "background-traffic-helper.h"

#include "ns3/abort.h"
#include "ns3/bulk-send-application.h"
#include "ns3/double.h"
#include "ns3/enum.h"
#include "ns3/inet-socket-address.h"
#include "ns3/inet6-socket-address.h"
#include "ns3/ipv4.h"
#include "ns3/ipv6.h"
#include "ns3/packet-sink.h"
#include "ns3/pointer.h"
#include "ns3/string.h"
#include "ns3/surge-flow-generator.h"
#include "ns3/surge-sink.h"
#include "ns3/surge-size-variable.h"
#include "ns3/surge-socket.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace ns3
{
namespace hsn
{
namespace
{
/// A row of the table.
struct Row
{
    const char* name;                  //!< in the paper
    SurgeSizeVariable::SizeModel size; //!< law of the sizes
    double calibratedRate;             //!< flows per second that carry 70 Mbit/s
    double intensity;                  //!< as stated; 0: not
};

/// The table, in the order of BackgroundTrafficHelper::Type.
const std::vector<Row> TABLE{{"I", SurgeSizeVariable::TYPE_I, 103, 0.2},
                             {"II", SurgeSizeVariable::TYPE_II, 5.2, 0.6},
                             {"III", SurgeSizeVariable::TYPE_III, 6.0, 0.2},
                             {"IV", SurgeSizeVariable::TYPE_IV, 5.83, 0},
                             {"V", SurgeSizeVariable::TYPE_II, 5.2, 0.6}};

/// Load of the calibrated rates, bit/s.
constexpr double CALIBRATED_LOAD = 70e6;

/// Long flows of Type V.
constexpr uint32_t LONG_FLOWS = 12;

/// Bytes of data in a segment of the paper's network, and of one that is smaller by 4 or more.
constexpr uint32_t FULL_SEGMENT = 1448;
constexpr uint32_t SMALL_SEGMENT = 536;

/// @param value must be above 0 @param name of it @param unit of it
void
CheckPositive(double value, const std::string& name, const std::string& unit)
{
    NS_ABORT_MSG_UNLESS(value > 0 && std::isfinite(value),
                        "BackgroundTrafficHelper: " << name << " " << value << unit
                                                    << " is not above 0");
}

/// @param nodes must be some @param name of them
void
CheckNodes(const NodeContainer& nodes, const std::string& name)
{
    NS_ABORT_MSG_IF(nodes.GetN() == 0, "BackgroundTrafficHelper: there are no " << name);
}

/// @param type of the application @param node where it runs @return it
Ptr<Application>
AddApplication(TypeId type, Ptr<Node> node)
{
    ObjectFactory factory;
    factory.SetTypeId(type);
    const auto application = factory.Create<Application>();
    node->AddApplication(application);
    return application;
}
} // namespace

uint64_t
BackgroundApplications::GetStarted() const
{
    uint64_t sum = 0;
    for (auto app = generators.Begin(); app != generators.End(); ++app)
    {
        sum += DynamicCast<SurgeFlowGenerator>(*app)->GetCounters().started;
    }
    return sum;
}

uint64_t
BackgroundApplications::GetReceived() const
{
    uint64_t sum = 0;
    for (auto app = sinks.Begin(); app != sinks.End(); ++app)
    {
        sum += DynamicCast<SurgeSink>(*app)->GetReceived();
    }
    return sum;
}

BackgroundTrafficHelper::BackgroundTrafficHelper(Type type)
    : m_type(type)
{
    NS_ABORT_MSG_UNLESS(type >= TYPE_I && type <= TYPE_V,
                        "BackgroundTrafficHelper: type " << type << " is not in 0..4");
    m_sizes.SetTypeId(SurgeSizeVariable::GetTypeId());
    m_sizes.Set("SizeModel", EnumValue(TABLE[type].size));
    SetIntensity(CALIBRATED);
    SetScaleFactor(1);
    SetLongFlows(type == TYPE_V ? LONG_FLOWS : 0);
}

BackgroundTrafficHelper::Type
BackgroundTrafficHelper::ParseType(const std::string& name)
{
    const auto row =
        std::find_if(TABLE.begin(), TABLE.end(), [&](const Row& r) { return r.name == name; });
    NS_ABORT_MSG_IF(row == TABLE.end(),
                    "BackgroundTrafficHelper: type \"" << name << "\" is not in I..V");
    return static_cast<Type>(row - TABLE.begin());
}

BackgroundTrafficHelper::IntensityReading
BackgroundTrafficHelper::ParseReading(const std::string& name)
{
    const std::vector<std::string> names{"Calibrated", "MeanGap", "Rate"};
    const auto found = std::find(names.begin(), names.end(), name);
    NS_ABORT_MSG_IF(found == names.end(),
                    "BackgroundTrafficHelper: reading \""
                        << name << "\" is none of Calibrated, MeanGap, Rate");
    return static_cast<IntensityReading>(found - names.begin());
}

void
BackgroundTrafficHelper::SetLoad(DataRate load)
{
    const auto rate = static_cast<double>(load.GetBitRate());
    CheckPositive(rate, "load", " bit/s");
    SetArrivalRate(TABLE[m_type].calibratedRate * rate / CALIBRATED_LOAD);
}

void
BackgroundTrafficHelper::SetIntensity(IntensityReading reading,
                                      uint32_t generators,
                                      double intensity)
{
    const Row& row = TABLE[m_type];
    if (reading == CALIBRATED)
    {
        SetArrivalRate(row.calibratedRate);
        return;
    }
    const double x = intensity == 0 ? row.intensity : intensity;
    NS_ABORT_MSG_IF(x == 0,
                    "BackgroundTrafficHelper: Type " << row.name
                                                     << " has no intensity in Table 1; give one");
    CheckPositive(x, "intensity", "");
    CheckPositive(generators, "number of generators", "");
    SetArrivalRate(generators * (reading == RATE ? x : 1 / x));
}

void
BackgroundTrafficHelper::SetArrivalRate(double rate)
{
    CheckPositive(rate, "arrival rate", " flows per second");
    m_arrivalRate = rate;
}

double
BackgroundTrafficHelper::GetArrivalRate() const
{
    return m_arrivalRate;
}

void
BackgroundTrafficHelper::SetScaleFactor(double factor)
{
    NS_ABORT_MSG_UNLESS(factor >= 1 && std::isfinite(factor),
                        "BackgroundTrafficHelper: scale factor " << factor << " is below 1");
    m_sizes.Set("ScaleFactor", DoubleValue(factor));
    SetWindow(static_cast<uint32_t>(MAX_UNSCALED_WINDOW / factor),
              factor >= 4 ? SMALL_SEGMENT : FULL_SEGMENT);
}

void
BackgroundTrafficHelper::SetWindow(uint32_t maxWindow, uint32_t segmentSize)
{
    CheckPositive(segmentSize, "SegmentSize", " bytes");
    CheckSurgeWindow("BackgroundTrafficHelper", maxWindow, segmentSize);
    m_maxWindow = maxWindow;
    m_segmentSize = segmentSize;
}

void
BackgroundTrafficHelper::SetSizeAttribute(const std::string& name, const AttributeValue& value)
{
    m_sizes.Set(name, value);
}

void
BackgroundTrafficHelper::SetLongFlows(uint32_t forward, uint32_t reverse, Time latestStart)
{
    NS_ABORT_MSG_IF(latestStart.IsStrictlyNegative(),
                    "BackgroundTrafficHelper: latest start of long flows "
                        << latestStart.As(Time::S) << " is below 0");
    m_longForward = forward;
    m_longReverse = reverse;
    m_latestStart = latestStart;
}

void
BackgroundTrafficHelper::SetProtocol(const std::string& factory)
{
    m_protocol = factory;
}

void
BackgroundTrafficHelper::SetPort(uint16_t port)
{
    NS_ABORT_MSG_IF(port == 0 || port == UINT16_MAX,
                    "BackgroundTrafficHelper: port " << port << " is not in 1..65534");
    m_port = port;
}

void
BackgroundTrafficHelper::SetIpv6(bool ipv6)
{
    m_ipv6 = ipv6;
}

Address
BackgroundTrafficHelper::GetLocal(uint16_t port) const
{
    return m_ipv6 ? Address(Inet6SocketAddress(port)) : Address(InetSocketAddress(port));
}

Address
BackgroundTrafficHelper::GetRemote(Ptr<Node> node, uint16_t port) const
{
    const auto four = node->GetObject<Ipv4>();
    for (uint32_t i = 0; !m_ipv6 && four && i < four->GetNInterfaces(); ++i)
    {
        for (uint32_t j = 0; j < four->GetNAddresses(i); ++j)
        {
            const auto address = four->GetAddress(i, j).GetLocal();
            if (address != Ipv4Address::GetLoopback())
            {
                return InetSocketAddress(address, port);
            }
        }
    }
    const auto six = node->GetObject<Ipv6>();
    for (uint32_t i = 0; m_ipv6 && six && i < six->GetNInterfaces(); ++i)
    {
        for (uint32_t j = 0; j < six->GetNAddresses(i); ++j)
        {
            const auto address = six->GetAddress(i, j).GetAddress();
            if (!address.IsLocalhost() && !address.IsLinkLocal())
            {
                return Inet6SocketAddress(address, port);
            }
        }
    }
    NS_ABORT_MSG("BackgroundTrafficHelper: node " << node->GetId() << " has no address of "
                                                  << (m_ipv6 ? "IPv6" : "IPv4"));
    return Address();
}

Ptr<Application>
BackgroundTrafficHelper::InstallGenerator(Ptr<Node> source, Ptr<Node> sink, double rate) const
{
    const auto generator = AddApplication(SurgeFlowGenerator::GetTypeId(), source);
    generator->SetAttribute("Protocol", StringValue(m_protocol));
    generator->SetAttribute("Remote", AddressValue(GetRemote(sink, m_port)));
    generator->SetAttribute("ArrivalRate", DoubleValue(rate));
    generator->SetAttribute("FlowSize", PointerValue(m_sizes.Create<RandomVariableStream>()));
    generator->SetAttribute("MaxWindow", UintegerValue(m_maxWindow));
    generator->SetAttribute("SegmentSize", UintegerValue(m_segmentSize));
    return generator;
}

Ptr<Application>
BackgroundTrafficHelper::InstallLongFlow(Ptr<Node> source, Ptr<Node> sink) const
{
    const auto sender = AddApplication(BulkSendApplication::GetTypeId(), source);
    sender->SetAttribute("Protocol", StringValue(m_protocol));
    sender->SetAttribute("Remote", AddressValue(GetRemote(sink, m_port + 1)));
    sender->SetAttribute("SendSize", UintegerValue(m_segmentSize));
    sender->SetAttribute("MaxBytes", UintegerValue(0));
    return sender;
}

BackgroundApplications
BackgroundTrafficHelper::InstallOneWay(const NodeContainer& sources,
                                       const NodeContainer& sinks,
                                       uint32_t longFlows) const
{
    BackgroundApplications apps;
    for (auto node = sinks.Begin(); node != sinks.End(); ++node)
    {
        const auto sink = AddApplication(SurgeSink::GetTypeId(), *node);
        sink->SetAttribute("Protocol", StringValue(m_protocol));
        sink->SetAttribute("Local", AddressValue(GetLocal(m_port)));
        sink->SetAttribute("MaxWindow", UintegerValue(m_maxWindow));
        sink->SetAttribute("SegmentSize", UintegerValue(m_segmentSize));
        apps.sinks.Add(sink);
        if (longFlows > 0)
        {
            const auto longSink = AddApplication(PacketSink::GetTypeId(), *node);
            longSink->SetAttribute("Protocol", StringValue(m_protocol));
            longSink->SetAttribute("Local", AddressValue(GetLocal(m_port + 1)));
            apps.longSinks.Add(longSink);
        }
    }
    const uint32_t pairs = std::max(sources.GetN(), sinks.GetN());
    for (uint32_t i = 0; i < pairs; ++i)
    {
        apps.generators.Add(InstallGenerator(sources.Get(i % sources.GetN()),
                                             sinks.Get(i % sinks.GetN()),
                                             m_arrivalRate / pairs));
    }
    for (uint32_t i = 0; i < longFlows; ++i)
    {
        apps.longFlows.Add(
            InstallLongFlow(sources.Get(i % sources.GetN()), sinks.Get(i % sinks.GetN())));
    }
    return apps;
}

BackgroundTraffic
BackgroundTrafficHelper::Install(const NodeContainer& sources, const NodeContainer& sinks) const
{
    CheckNodes(sources, "sources");
    CheckNodes(sinks, "sinks");
    BackgroundTraffic traffic{InstallOneWay(sources, sinks, m_longForward),
                              InstallOneWay(sinks, sources, m_longReverse)};
    const auto starts = MakeStarts();
    DrawStarts(traffic.forward, starts);
    DrawStarts(traffic.reverse, starts);
    return traffic;
}

Ptr<UniformRandomVariable>
BackgroundTrafficHelper::MakeStarts() const
{
    auto starts = CreateObject<UniformRandomVariable>();
    starts->SetAttribute("Max", DoubleValue(m_latestStart.GetSeconds()));
    return starts;
}

void
BackgroundTrafficHelper::DrawStarts(const BackgroundApplications& apps,
                                    Ptr<RandomVariableStream> starts)
{
    for (auto app = apps.longFlows.Begin(); app != apps.longFlows.End(); ++app)
    {
        (*app)->SetStartTime(Seconds(starts->GetValue()));
    }
}

int64_t
BackgroundTrafficHelper::AssignStreams(const BackgroundTraffic& traffic, int64_t stream) const
{
    const int64_t first = stream;
    for (const auto* apps : {&traffic.forward, &traffic.reverse})
    {
        for (auto app = apps->generators.Begin(); app != apps->generators.End(); ++app)
        {
            stream += DynamicCast<SurgeFlowGenerator>(*app)->AssignStreams(stream);
        }
        const auto starts = MakeStarts();
        starts->SetStream(stream++);
        DrawStarts(*apps, starts);
    }
    return stream - first;
}
} // namespace hsn
} // namespace ns3
