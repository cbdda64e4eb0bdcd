// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * Prints what the equations of the paper rmtp say, for lists of groups, losses and intervals.
 */
#include "ns3/rmtp-model.h"

#include "ns3/json-object.h"
#include "ns3/packet.h"
#include "ns3/program-options.h"
#include "ns3/rmtp-header.h"

#include <algorithm>
#include <cstdint>
#include <iostream>
#include <string>
#include <vector>

using namespace ns3;
using namespace ns3::hsn;

namespace
{
/// What is computed; times in ms.
struct Options
{
    std::string what{"Transfers"};      //!< what is printed
    std::vector<double> receivers{100}; //!< N
    double lossy{1e9};                  //!< of them: the others lose nothing
    std::vector<double> losses{0.01};   //!< e
    std::vector<double> packets{2000};  //!< M
    std::vector<double> intervals{-1};  //!< delta; negative: 3 from 1000 receivers on
    double rate{97.65625};              //!< packets/s
    double turnAround{100};             //!< TAT
    double surplus{0};                  //!< alpha
    uint32_t buffer{8533};              //!< answers
};

/// Lists of numbers by name.
class Table
{
  public:
    /// @param name of a column @param value the next one
    void Add(const std::string& name, double value)
    {
        for (auto& column : m_columns)
        {
            if (column.first == name)
            {
                column.second.push_back(value);
                return;
            }
        }
        m_columns.push_back({name, {value}});
    }

    /// @return the table
    JsonObject Get() const
    {
        JsonObject out;
        for (const auto& column : m_columns)
        {
            out.Set(column.first, column.second);
        }
        return out;
    }

  private:
    std::vector<std::pair<std::string, std::vector<double>>> m_columns; //!< in order
};

/// @param t what is sent @param table gets a row
void
AddTransfer(const RmtpTransfer& t, Table& table)
{
    const auto totals = RmtpModel::GetTotals(t);
    const double losses = t.packets * t.receivers;
    double data = 0;
    for (uint32_t k = 0; k <= totals.retransmissions; ++k)
    {
        data += RmtpModel::GetRound(t, k).packets;
    }
    table.Add("rule", totals.retransmissions);
    table.Add("mean", RmtpModel::GetMeanRetransmissions(t.loss, losses));
    table.Add("at_most_1", RmtpModel::GetRetransmissionsAtMost(t.loss, losses, 1));
    table.Add("at_most_0", RmtpModel::GetRetransmissionsAtMost(t.loss, losses, 0));
    table.Add("at_most_2", RmtpModel::GetRetransmissionsAtMost(t.loss, losses, 2));
    table.Add("at_most_4", RmtpModel::GetRetransmissionsAtMost(t.loss, losses, 4));
    table.Add("connection_s", totals.connection);
    table.Add("time_s", totals.duration);
    table.Add("sent", totals.sent);
    table.Add("received", totals.received);
    table.Add("timers", totals.timers);
    table.Add("cpu_s", totals.cpu);
    table.Add("backoff_share", (totals.duration - data / t.rate) / totals.duration);
    table.Add("nack_octets", RmtpModel::GetNackBytes(static_cast<uint32_t>(t.packets), t.loss));
}

/// @param t what is sent @param table gets a row for each round until less than 0.1 losses are left
void
AddRounds(const RmtpTransfer& t, Table& table)
{
    uint32_t k = 0;
    do
    {
        ++k;
        const auto exact = RmtpModel::GetLosses(t, k);
        const auto recursion = RmtpModel::GetLossesByRecursion(t, k);
        table.Add("e", t.loss);
        table.Add("k", k);
        table.Add("S", exact.lost);
        table.Add("M", exact.packets);
        table.Add("N", exact.receivers);
        table.Add("M_recursion", recursion.packets);
        table.Add("N_recursion", recursion.receivers);
    } while (RmtpModel::GetLosses(t, k).lost >= 0.5);
}

/// @param pdu a PDU @param format of the wire @return octets
double
GetOctets(const RmtpPdu& pdu, RmtpWireFormat format)
{
    Packet packet;
    packet.AddHeader(RmtpHeader(pdu, format));
    return packet.GetSize();
}

/// @return octets of serialised PDUs in both formats
JsonObject
GetSizes()
{
    Table table;
    for (const auto format : {RMTP_PAPER, RMTP_DRAFT01})
    {
        RmtpPdu pdu;
        pdu.type = RMTP_ACK;
        table.Add("ack", GetOctets(pdu, format));
        pdu.type = RMTP_CACK;
        table.Add("cack", GetOctets(pdu, format));
        pdu.type = RMTP_RACK;
        table.Add("rack", GetOctets(pdu, format));
        pdu.type = RMTP_NACK;
        for (uint16_t m = 1; m <= 20; ++m)
        {
            pdu.list.push_back({static_cast<uint16_t>(2 * m), static_cast<uint16_t>(2 * m)});
            if (m == 1 || m == 20)
            {
                table.Add("nack_" + std::to_string(m), GetOctets(pdu, format));
            }
        }
        pdu.list = {{10, 15}};
        table.Add("nack_run", GetOctets(pdu, format));
        pdu.list = {{1, 2000}};
        table.Add("nack_all", GetOctets(pdu, format));
    }
    return table.Get();
}

/// @param o what is computed @return the metrics
JsonObject
Run(const Options& o)
{
    if (o.what == "Sizes")
    {
        return GetSizes();
    }
    Table table;
    for (const double n : o.receivers)
    {
        for (const double loss : o.losses)
        {
            for (const double m : o.packets)
            {
                for (const double interval : o.intervals)
                {
                    RmtpTransfer t;
                    t.packets = m;
                    t.receivers = std::min(n, o.lossy);
                    t.clean = n - t.receivers;
                    t.loss = loss;
                    t.rate = o.rate;
                    t.turnAround = o.turnAround / 1000;
                    t.surplus = o.surplus / 1000;
                    t.interval = (interval >= 0 ? interval : (n >= 1000 ? 3 : 0)) / 1000;
                    t.serviceRate = 1 / 2.3e-4;
                    t.buffer = o.buffer;
                    if (o.what == "Rounds")
                    {
                        AddRounds(t, table);
                        continue;
                    }
                    table.Add("N", n);
                    table.Add("e", loss);
                    table.Add("M", m);
                    table.Add("delta_ms", 1000 * t.interval);
                    AddTransfer(t, table);
                }
            }
        }
    }
    return table.Get();
}
} // namespace

int
main(int argc, char* argv[])
{
    Options o;
    ProgramOptions options(__FILE__, "Paper rmtp: what the equations say");
    options.Add("what", "What is printed", o.what, OneOf({"Transfers", "Rounds", "Sizes"}));
    options.Add("receivers", "Groups (N)", o.receivers, Between(1, 1e6));
    options.Add("lossy", "Receivers of them that lose packets", o.lossy, Between(1, 1e9));
    options.Add("losses", "Losses (e)", o.losses, AtLeast(0).Below(1));
    options.Add("packets", "Packets of the message (M)", o.packets, Between(1, 1e6));
    options.Add("intervals",
                "Mean times between answers (delta), ms; -1: 3 from 1000 receivers on",
                o.intervals,
                Between(-1, 1e5));
    options.Add("rate", "Packets/s (v)", o.rate, Above(0));
    options.Add("turnAround",
                "From a packet to its answer (TAT), ms",
                o.turnAround,
                Between(0, 1e6));
    options.Add("surplus", "Surplus of timers (alpha), ms", o.surplus, Between(0, 1e6));
    options.Add("buffer", "Answers in the server's buffer (b)", o.buffer, Between(2, 1e9));
    options.Parse(argc, argv);
    std::cout << Run(o) << std::endl;
    return 0;
}
