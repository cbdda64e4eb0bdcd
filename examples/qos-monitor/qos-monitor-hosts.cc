// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * Two hosts with a monitor each, which finds the connection of an application by itself, whatever
 * its transport; and a third host that reads the sender's MIB by SNMP.
 */
#include "ns3/applications-module.h"
#include "ns3/core-module.h"
#include "ns3/error-model.h"
#include "ns3/hsn-compat.h"
#include "ns3/hsn-internet-helper.h"
#include "ns3/indexed-tcp-socket-factory.h"
#include "ns3/internet-module.h"
#include "ns3/json-object.h"
#include "ns3/mm-poc-socket-factory.h"
#include "ns3/network-module.h"
#include "ns3/point-to-point-module.h"
#include "ns3/program-options.h"
#include "ns3/qos-mib.h"
#include "ns3/qos-monitor-helper.h"
#include "ns3/qos-snmp-view.h"
#include "ns3/snmp-manager-client.h"
#include "ns3/snr-socket-factory.h"
#include "ns3/sstp-socket-factory.h"
#include "ns3/tear-stream-socket.h"
#include "ns3/tfrc-socket-factory.h"
#include "ns3/xtp-socket.h"

#include <cmath>
#include <fstream>
#include <iostream>
#include <map>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

using namespace ns3;
using namespace ns3::hsn;

namespace
{
/// What can be chosen.
struct Options
{
    std::string protocol{"xtp"};
    double rate{400};
    double time{10};
    double delay{5};
    double loss{0};
    double cross{0};
    double walk{8.5};
    double jitter{0};
    std::string csv;
    std::string json;
    std::string pcap;
};

const std::map<std::string, std::string> FACTORIES{
    {"xtp", "ns3::hsn::XtpSocketFactory"},
    {"tcp", "ns3::TcpSocketFactory"},
    {"indexed-tcp", "ns3::hsn::IndexedTcpSocketFactory"},
    {"udp", "ns3::UdpSocketFactory"},
    {"sstp", "ns3::hsn::SstpSocketFactory"},
    {"snr", "ns3::hsn::SnrSocketFactory"},
    {"tear", "ns3::hsn::TearStreamSocketFactory"},
    {"tfrc", "ns3::hsn::TfrcSocketFactory"},
    {"poc", "ns3::hsn::MmPocSocketFactory"}};

/// The run.
class Run
{
  public:
    /// @param options of it
    explicit Run(const Options& options)
        : m_o(options)
    {
    }

    /// @return metrics
    JsonObject Simulate()
    {
        Build();
        InstallMonitors();
        InstallApplications();
        InstallManager();
        Simulator::Stop(Seconds(m_o.time));
        Simulator::Run();
        return Report();
    }

  private:
    /// Client, server, manager.
    void Build()
    {
        m_nodes.Create(3);
        InternetStackHelper internet;
        internet.Install(m_nodes);
        internet.AssignStreams(m_nodes, 100);
        HsnInternetHelper().Install(m_nodes);
        HsnInternetHelper().AssignStreams(m_nodes, 1000);
        PointToPointHelper link;
        link.SetDeviceAttribute("DataRate", StringValue("10Mbps"));
        link.SetChannelAttribute("Delay", TimeValue(NanoSeconds(std::llround(m_o.delay * 1e6))));
        Ipv4AddressHelper addresses("10.0.1.0", "255.255.255.0");
        const auto devices = link.Install(m_nodes.Get(0), m_nodes.Get(1));
        m_server = addresses.Assign(devices).GetAddress(1);
        if (m_o.loss > 0)
        {
            auto errors = CreateObject<RateErrorModel>();
            errors->SetUnit(RateErrorModel::ERROR_UNIT_PACKET);
            errors->SetRate(m_o.loss);
            errors->AssignStreams(1);
            devices.Get(1)->SetAttribute("ReceiveErrorModel", PointerValue(errors));
        }
        addresses.NewNetwork();
        const auto management = link.Install(m_nodes.Get(0), m_nodes.Get(2));
        m_agent = addresses.Assign(management).GetAddress(0);
        if (!m_o.pcap.empty())
        {
            link.EnablePcap(m_o.pcap, management.Get(1), true, true);
        }
    }

    /// On client and server; contracts of the client's connections.
    void InstallMonitors()
    {
        QosMonitorHelper helper;
        helper.SetMonitorAttribute("HoldTime", TimeValue(Seconds(1e5)));
        helper.SetMonitorAttribute("Sided", StringValue("Bad"));
        QosContract contract{};
        contract.direction = QOS_OUT;
        contract.throughput = static_cast<uint64_t>(std::llround(m_o.rate * 1000));
        contract.delay = std::llround(m_o.delay * 1.5e6);
        contract.jitter = std::llround(m_o.jitter * 1e6);
        helper.AddContract(contract);
        m_mib = helper.Install(m_nodes.Get(0));
        helper.Install(m_nodes.Get(1));
        helper.InstallAgent(m_nodes.Get(0));
        QosMibExporter::Connect(m_mib, m_table, QosMibExporter::CSV);
        m_mib->TraceConnectWithoutContext("Update",
                                          Sink<Ptr<const QosMib>>::Make([this](Ptr<const QosMib>) {
                                              if (Simulator::Now().GetSeconds() < m_o.walk)
                                              {
                                                  m_snapshot = m_table.str();
                                              }
                                          }));
        Export(m_o.csv, QosMibExporter::CSV);
        Export(m_o.json, QosMibExporter::JSON);
    }

    /// @param name of a file; empty: none @param format of it
    void Export(const std::string& name, QosMibExporter::Format format)
    {
        if (!name.empty())
        {
            m_files.push_back(std::make_unique<std::ofstream>(name));
            NS_ABORT_MSG_UNLESS(*m_files.back(), "File " << name << " cannot be written");
            QosMibExporter::Connect(m_mib, *m_files.back(), format);
        }
    }

    /// An application at a constant rate, after the monitors, and cross traffic.
    void InstallApplications()
    {
        const auto& factory = FACTORIES.at(m_o.protocol);
        PacketSinkHelper sink(factory, InetSocketAddress(Ipv4Address::GetAny(), 5000));
        m_sink = DynamicCast<PacketSink>(sink.Install(m_nodes.Get(1)).Get(0));
        OnOffHelper source(factory, InetSocketAddress(m_server, 5000));
        source.SetConstantRate(DataRate(static_cast<uint64_t>(m_o.rate * 1000)), 500);
        source.Install(m_nodes.Get(0)).Start(Seconds(1.003));
        if (m_o.cross > 0)
        {
            OnOffHelper cross("ns3::UdpSocketFactory", InetSocketAddress(m_server, 9));
            cross.SetConstantRate(DataRate(static_cast<uint64_t>(m_o.cross * 1e6)), 1250);
            auto application = cross.Install(m_nodes.Get(0));
            application.Start(Seconds(m_o.time / 3));
            application.Stop(Seconds(m_o.time / 2));
        }
    }

    /// Reads all that the agent has.
    void InstallManager()
    {
        m_client = CreateObject<SnmpManagerClient>();
        m_client->SetAttribute("Remote", AddressValue(InetSocketAddress(m_agent, 161)));
        m_nodes.Get(2)->AddApplication(m_client);
        ScheduleCall(Seconds(m_o.walk), [this] {
            m_client->Walk(
                {1, 3, 6, 1},
                Sink<const std::string&, const std::vector<SnmpBinding>&>::Make(
                    [this](const std::string& error, const std::vector<SnmpBinding>& read) {
                        m_error = error;
                        m_walk = read;
                    }));
        });
    }

    /// @return metrics
    JsonObject Report() const
    {
        JsonObject out;
        out.Set("complete", m_error.empty());
        out.Set("received_bytes", m_sink->GetTotalRx());
        std::vector<std::string> names;
        std::vector<std::string> values;
        for (const auto& one : m_walk)
        {
            names.push_back(WriteSnmpOid(one.name));
            values.push_back(one.value.ToString());
        }
        out.Set("walk_names", names);
        out.Set("walk_values", values);
        out.Set("walk_requests", m_client->GetRequests());
        std::vector<std::string> lines;
        std::istringstream table(m_snapshot);
        for (std::string line; std::getline(table, line);)
        {
            lines.push_back(line);
        }
        out.Set("table", lines);
        std::vector<std::string> present;
        for (const auto& row : m_mib->GetRows())
        {
            // the application's connection has the data
            if (row.direction == QOS_OUT && row.values[10] > 10000)
            {
                for (size_t column = 0; column < QosMib::COLUMNS; ++column)
                {
                    if (row.Has(column))
                    {
                        present.emplace_back(QosMib::GetColumns()[column].name);
                    }
                }
            }
        }
        out.Set("present", present);
        std::vector<std::string> columns;
        for (const auto& column : QosMib::GetColumns())
        {
            columns.emplace_back(column.name);
        }
        out.Set("columns", columns);
        return out;
    }

    const Options& m_o;              //!< options
    NodeContainer m_nodes;           //!< client, server, manager
    Ipv4Address m_server;            //!< its address
    Ipv4Address m_agent;             //!< address of the client at the manager's link
    Ptr<QosMib> m_mib;               //!< of the client
    Ptr<PacketSink> m_sink;          //!< at the server
    Ptr<SnmpManagerClient> m_client; //!< of the manager
    std::ostringstream m_table;      //!< all updates
    std::string m_snapshot;          //!< those before the walk
    std::vector<std::unique_ptr<std::ofstream>> m_files; //!< exports
    std::string m_error{"there was no walk"};            //!< of the walk
    std::vector<SnmpBinding> m_walk;                     //!< read
};
} // namespace

int
main(int argc, char* argv[])
{
    Options o;
    ProgramOptions options(
        __FILE__,
        "Paper qos-monitor: any transport's connection in the MIB, read by SNMP");
    options.Add("protocol",
                "Transport of the application",
                o.protocol,
                OneOf({"xtp", "tcp", "indexed-tcp", "udp", "sstp", "snr", "tear", "tfrc", "poc"}));
    options.Add("rate", "Of the application, kb/s", o.rate, Above(0).AtMost(1e4));
    options.Add("time", "Length of the run, s", o.time, Between(2, 1e5));
    options.Add("delay", "Propagation, ms", o.delay, Between(0, 1e4));
    options.Add("loss", "Share of packets lost to the server", o.loss, AtLeast(0).Below(1));
    options.Add("cross",
                "UDP of the same host from a third to the half of the time, Mb/s",
                o.cross,
                Between(0, 1000));
    options.Add("walk", "When the MIB is read, s", o.walk, AtLeast(0));
    options.Add("jitter", "Agreed upon, ms; 0: none", o.jitter, Between(0, 1e4));
    options.Add("csv", "File that gets the MIB at each update as CSV; empty: none", o.csv);
    options.Add("json", "The same as JSON, an object a line", o.json);
    options.Add("pcap", "File that gets the packets of the manager; empty: none", o.pcap);
    options.Parse(argc, argv);
    Run run(o); // outlives what the simulation still tells at its end
    std::cout << run.Simulate() << std::endl;
    Simulator::Destroy();
    return 0;
}
