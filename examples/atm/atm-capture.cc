// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * Two hosts with a switch between them exchange UDP over IPv4 and IPv6, and everything is captured
 * for Wireshark: whole CPCS-PDUs with trailer and CRC (ERF), SDUs (RFC 1483), and the cells at a
 * switch port (ERF).
 *
 * Prints a JSON object with the PDUs and cells that the simulation counted, so that a test can
 * compare them with what tshark reads from the captures.
 *
 *   hsn-atm-capture --prefix=/tmp/x                 good PDUs only
 *   hsn-atm-capture --prefix=/tmp/x --lose=5,17     the link to the switch loses these cells
 *   hsn-atm-capture --prefix=/tmp/x --loseLast      it loses the last cell of every third PDU
 *   hsn-atm-capture --prefix=/tmp/x --ber=1e-4      and inverts bits
 *   hsn-atm-capture --prefix=/tmp/x --ascii         ascii traces too
 *   hsn-atm-capture --prefix=/tmp/x --tag           the switch sets CLP in cells beyond a contract
 */
#include "ns3/aal5-reassembler.h"
#include "ns3/aal5.h"
#include "ns3/applications-module.h"
#include "ns3/atm-channel.h"
#include "ns3/atm-helper.h"
#include "ns3/atm-net-device.h"
#include "ns3/atm-pdu.h"
#include "ns3/atm-switch-helper.h"
#include "ns3/atm-switch-port.h"
#include "ns3/atm-traffic-contract.h"
#include "ns3/atm-vc-id.h"
#include "ns3/atm-vc.h"
#include "ns3/cell-burst.h"
#include "ns3/core-module.h"
#include "ns3/internet-module.h"
#include "ns3/network-module.h"
#include "ns3/program-options.h"
#include "ns3/usage-parameter-control.h"

#include <iostream>
#include <sstream>
#include <string>
#include <vector>

using namespace ns3;
using namespace ns3::hsn;

namespace
{
/// A JSON array, written element by element.
class JsonList
{
  public:
    /// @param text a JSON value
    void Add(const std::string& text)
    {
        m_text << (m_any ? ", " : "") << text;
        m_any = true;
    }

    /// @return the array
    std::string Get() const
    {
        return "[" + m_text.str() + "]";
    }

  private:
    std::ostringstream m_text; //!< elements so far
    bool m_any{false};         //!< there is one
};

JsonList g_pdus;  //!< every PDU at the second host: direction, time, label, cells, error or ""
JsonList g_cells; //!< every cell at the switch port: time, VPI, VCI, PTI, CLP, direction

/// Has the last cell of every third PDU lost.
class LastCells
{
  public:
    /// @param loss loses cells by number
    explicit LastCells(Ptr<ReceiveListErrorModel> loss)
        : m_loss(loss)
    {
    }

    /// @param cell leaves for the link
    void Leave(const CellBurst& cell)
    {
        if (cell.IsLast() && ++m_pdus % 3 == 0)
        {
            auto numbers = m_loss->GetList();
            numbers.push_back(m_sent);
            m_loss->SetList(numbers);
        }
        ++m_sent;
    }

  private:
    Ptr<ReceiveListErrorModel> m_loss; //!< of the link
    uint32_t m_sent{0};                //!< cells that left so far
    uint32_t m_pdus{0};                //!< last cells among them
};

/// @param way "tx" or "rx" @param vc label @param cells of the PDU @param cause what is wrong
void
AddPdu(const std::string& way, AtmVcId vc, uint32_t cells, const std::string& cause)
{
    std::ostringstream text;
    text << "{\"way\": \"" << way << "\", \"time\": " << Simulator::Now().GetNanoSeconds()
         << ", \"vpi\": " << vc.vpi << ", \"vci\": " << vc.vci << ", \"cells\": " << cells
         << ", \"error\": \"" << cause << "\"}";
    g_pdus.Add(text.str());
}

void
PduTx(AtmVcId vc, Ptr<const AtmPdu> pdu)
{
    AddPdu("tx", vc, pdu->GetNCells(), "");
}

void
PduRx(AtmVcId vc, const Aal5ReceivedPdu& pdu)
{
    AddPdu("rx", vc, pdu.GetNCells(), "");
}

void
PduRxError(AtmVcId vc, Aal5Error cause, const Aal5ReceivedPdu& pdu)
{
    AddPdu("rx", vc, pdu.GetNCells(), ToString(cause));
}

/// @param way "tx" or "rx" @param cell at the switch port
void
AddCell(const std::string& way, const CellBurst& cell)
{
    std::ostringstream text;
    text << "[" << Simulator::Now().GetNanoSeconds() << ", " << cell.vc.vpi << ", " << cell.vc.vci
         << ", " << static_cast<int>(cell.GetPti()) << ", " << static_cast<int>(cell.IsClp())
         << ", \"" << way << "\"]";
    g_cells.Add(text.str());
}

void
CellTx(const CellBurst& cell)
{
    AddCell("tx", cell);
}

void
CellRx(const CellBurst& cell)
{
    AddCell("rx", cell);
}
} // namespace

int
main(int argc, char* argv[])
{
    std::string prefix = "atm-capture";
    std::vector<uint64_t> lose;
    bool loseLast = false;
    double ber = 0;
    bool tag = false;
    bool ascii = false;
    uint32_t packets = 12;
    ProgramOptions options(__FILE__,
                           "UDP between two hosts over an ATM switch, captured for Wireshark");
    options.Add("prefix", "Start of the names of the captures", prefix);
    options.Add("lose", "Cells lost on the second link, numbered from 0", lose);
    options.Add("loseLast", "Lose the last cell of every third PDU on the second link", loseLast);
    options.Add("ber", "Bit error rate of the second link", ber, Between(0, 0.5));
    options.Add("tag", "Police with contract B, which sets CLP", tag);
    options.Add("ascii", "Write ascii traces, too, and send to an address nobody has", ascii);
    options.Add("packets", "Datagrams of each IP version", packets, AtMost(100000));
    options.Parse(argc, argv);

    NodeContainer hosts;
    hosts.Create(2);
    NodeContainer nodes;
    nodes.Create(1);
    const auto switches = AtmSwitchHelper().Install(nodes);
    AtmHelper atm;
    atm.SetChannelAttribute("Delay", StringValue("50us"));
    const auto left = atm.Install(hosts.Get(0), nodes.Get(0));
    const auto right = atm.Install(nodes.Get(0), hosts.Get(1));
    const NetDeviceContainer ends(left.Get(0), right.Get(1));
    atm.ConnectPvc(ends.Get(0), ends.Get(1));
    InternetStackHelper().Install(hosts);
    Ipv4InterfaceContainer v4 = Ipv4AddressHelper("10.1.1.0", "255.255.255.0").Assign(ends);
    Ipv6InterfaceContainer v6 = Ipv6AddressHelper("2001:db8::", 64).Assign(ends);

    // a second connection, with long labels, for the IPv4 address of the second host
    const AtmVcId firstLabel{0xab, 0xcdef};
    const AtmVcId secondLabel{0x12, 0x3456};
    const auto sw = switches.Get(0);
    sw->AddConnection(0, firstLabel, 1, secondLabel);
    auto vcA = CreateObject<AtmVc>();
    vcA->SetId(firstLabel);
    vcA->SetPeer(ends.Get(1));
    auto vcB = CreateObject<AtmVc>();
    vcB->SetId(secondLabel);
    vcB->SetPeer(ends.Get(0));
    vcB->SetCanSend(false);
    auto deviceA = DynamicCast<AtmNetDevice>(ends.Get(0));
    auto deviceB = DynamicCast<AtmNetDevice>(ends.Get(1));
    deviceA->AddVc(vcA);
    deviceB->AddVc(vcB);
    deviceA->AddNextHop(v4.GetAddress(1), vcA);
    if (tag)
    {
        auto upc = CreateObject<UsageParameterControl>();
        upc->SetContract(AtmTrafficContract::Vbr(AtmTrafficContract::VBR_B,
                                                 NanoSeconds(2726),
                                                 MicroSeconds(100),
                                                 5));
        sw->SetUpc(0, firstLabel, upc);
    }

    auto link = DynamicCast<AtmChannel>(right.Get(0)->GetChannel());
    const auto loss = CreateObject<ReceiveListErrorModel>();
    loss->SetList({lose.begin(), lose.end()});
    LastCells last(loss);
    auto port = DynamicCast<AtmSwitchPort>(right.Get(0));
    if (loseLast)
    {
        port->TraceConnectWithoutContext("CellTx", MakeCallback(&LastCells::Leave, &last));
    }
    link->SetAttribute("CellLossModel", PointerValue(loss));
    link->SetAttribute("BitErrorRate", DoubleValue(ber));
    link->AssignStreams(1);

    // IPv4 and IPv6, short and long
    ApplicationContainer apps;
    for (const bool six : {false, true})
    {
        const Address to = six ? Address(Inet6SocketAddress(v6.GetAddress(1, 1), 9))
                               : Address(InetSocketAddress(v4.GetAddress(1), 9));
        UdpServerHelper server(9);
        if (!six)
        {
            apps.Add(server.Install(hosts.Get(1)));
        }
        for (const uint32_t size : {40, 4000})
        {
            UdpClientHelper client(to);
            client.SetAttribute("PacketSize", UintegerValue(size));
            client.SetAttribute("MaxPackets", UintegerValue(packets / 2));
            client.SetAttribute("Interval", TimeValue(MilliSeconds(10)));
            auto app = client.Install(hosts.Get(0));
            app.Start(Seconds(2) + MilliSeconds((six ? 3 : 0) + size / 1000));
            apps.Add(app);
        }
    }

    deviceB->TraceConnectWithoutContext("PduTx", MakeCallback(&PduTx));
    deviceB->TraceConnectWithoutContext("PduRx", MakeCallback(&PduRx));
    deviceB->TraceConnectWithoutContext("PduRxError", MakeCallback(&PduRxError));
    port->TraceConnectWithoutContext("CellTx", MakeCallback(&CellTx));
    port->TraceConnectWithoutContext("CellRx", MakeCallback(&CellRx));

    atm.SetPcapFormat(AtmHelper::PCAP_ERF);
    atm.EnablePcap(prefix + "-a.erf.pcap", ends.Get(0), false, true);
    atm.EnablePcap(prefix + "-b.erf.pcap", ends.Get(1), false, true);
    atm.EnablePcap(prefix + "-port.erf.pcap", port, false, true);
    atm.SetPcapFormat(AtmHelper::PCAP_RFC1483);
    atm.EnablePcap(prefix + "-b.1483.pcap", ends.Get(1), false, true);

    if (ascii)
    {
        atm.EnableAscii(prefix + "-a.tr", ends.Get(0), true);
        atm.EnableAscii(AsciiTraceHelper().CreateFileStream(prefix + "-all.tr"), ends);
        UdpClientHelper client(InetSocketAddress("10.1.1.50", 9));
        client.SetAttribute("MaxPackets", UintegerValue(1));
        client.Install(hosts.Get(0)).Start(Seconds(2));
    }

    Simulator::Stop(Seconds(4));
    Simulator::Run();
    std::cout << "{\"pdus\": " << g_pdus.Get() << ", \"cells\": " << g_cells.Get()
              << ", \"lost\": " << link->GetCounters(0).lost
              << ", \"damaged\": " << link->GetCounters(0).damaged << "}" << std::endl;
    Simulator::Destroy();
    return 0;
}
