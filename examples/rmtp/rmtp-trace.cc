// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * Paper rmtp, figures 1 and 3: every PDU between a server and a few receivers, of which one may
 * lose a packet, another's answer may be lost, and a third may be busy.
 */
#include "ns3/double.h"
#include "ns3/hsn-compat.h"
#include "ns3/json-object.h"
#include "ns3/program-options.h"
#include "ns3/rmtp-receiver.h"
#include "ns3/rmtp-server.h"
#include "ns3/simulator.h"

#include <cstdint>
#include <iostream>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

using namespace ns3;
using namespace ns3::hsn;

namespace
{
/// What is run.
struct Options
{
    uint32_t receivers{3};   //!< of the group
    uint32_t packets{5};     //!< of the message
    double turnAround{100};  //!< ms
    uint32_t losesData{0};   //!< receiver, from 1, that loses a packet
    uint32_t lost{3};        //!< number of this packet
    uint32_t losesAnswer{0}; //!< receiver, from 1, whose first ACK or NACK is lost
    uint32_t busy{0};        //!< receiver, from 1, that is busy
    double busyFrom{1};      //!< s
    double busyTo{4};        //!< s
};

class Run;

/// A receiver and its way to the server.
class Peer : public RmtpReceiver::User
{
  public:
    /// @param run to which it belongs @param index of it
    Peer(Run& run, uint32_t index)
        : m_run(run),
          m_index(index)
    {
        receiver->SetUser(*this);
        receiver->AssignStreams(index + 1);
    }

    void Transmit(const RmtpPdu& pdu) override;
    void NotifyComplete() override;

    void NotifyConnected(const RmtpPdu& /* pdu */) override
    {
    }

    void NotifyClosed(bool /* good */) override
    {
    }

    Ptr<RmtpReceiver> receiver{CreateObject<RmtpReceiver>()}; //!< protocol

  private:
    Run& m_run;       //!< network
    uint32_t m_index; //!< of it
};

/// A run.
class Run : public RmtpServer::User
{
  public:
    /// @param o what is run
    explicit Run(const Options& o)
        : m_o(o),
          m_delay(Seconds(o.turnAround / 2000)),
          m_complete(o.receivers, -1)
    {
        for (uint32_t i = 0; i < o.receivers; ++i)
        {
            m_peers.push_back(std::make_unique<Peer>(*this, i));
        }
        m_server->SetAttribute("TurnAround", TimeValue(2 * m_delay));
        m_server->SetUser(*this);
        if (o.busy > 0)
        {
            auto receiver = m_peers[o.busy - 1]->receiver;
            ScheduleCall(Seconds(o.busyFrom), [receiver] { receiver->SetBusy(true); });
            ScheduleCall(Seconds(o.busyTo), [receiver] { receiver->SetBusy(false); });
        }
    }

    ~Run() override
    {
        m_server->Dispose();
        for (const auto& peer : m_peers)
        {
            peer->receiver->Dispose();
        }
        Simulator::Destroy();
    }

    /// @return what happened
    JsonObject Simulate()
    {
        const std::string wrong =
            m_server->Start(m_o.receivers, uint64_t{m_o.packets} * m_server->GetBlockSize());
        ProgramOptions::Require(wrong.empty(), wrong);
        Simulator::Run();
        JsonObject out;
        out.Set("time_s", m_ended);
        out.Set("data_sent", m_server->GetCounters().sent[RMTP_DATA]);
        out.Set("polls", m_server->GetCounters().sent[RMTP_POLL]);
        out.Set("group_data", m_groupData);
        out.Set("complete_s", m_complete);
        out.Set("failed", static_cast<uint64_t>(m_server->GetFailed().size()));
        out.Set("times_s", m_times);
        out.Set("from", m_from);
        out.Set("to", m_to);
        out.Set("lost", m_lost);
        out.Set("pdus", m_texts);
        return out;
    }

    /// @param index of a receiver @param pdu that it sends
    void ToServer(uint32_t index, const RmtpPdu& pdu)
    {
        const bool isAnswer = pdu.type == RMTP_ACK || pdu.type == RMTP_NACK;
        const bool isLost = isAnswer && index + 1 == m_o.losesAnswer && !m_answerLost;
        m_answerLost |= isLost;
        Note(pdu, std::to_string(index + 1), "server", isLost);
        if (!isLost)
        {
            ScheduleCall(m_delay, [this, index, pdu] { m_server->Receive(index, pdu); });
        }
    }

    /// @param index of a receiver that has everything
    void NoteComplete(uint32_t index)
    {
        m_complete[index] = Simulator::Now().GetSeconds();
    }

    // inherited from RmtpServer::User
    void Transmit(const RmtpPdu& pdu, uint32_t receiver) override
    {
        const bool isGroup = receiver == RmtpServer::GROUP;
        m_groupData += isGroup && pdu.type == RMTP_DATA;
        bool isLost = false;
        for (uint32_t i = isGroup ? 0 : receiver; i < (isGroup ? m_o.receivers : receiver + 1); ++i)
        {
            if (pdu.type == RMTP_DATA && i + 1 == m_o.losesData && pdu.seq == m_o.lost &&
                pdu.round == 0)
            {
                isLost = true;
                continue;
            }
            ScheduleCall(m_delay, [this, i, pdu] { m_peers[i]->receiver->Receive(pdu); });
        }
        Note(pdu, "server", isGroup ? "all" : std::to_string(receiver + 1), isLost);
    }

    void NotifyEnded(bool /* good */) override
    {
        m_ended = Simulator::Now().GetSeconds();
    }

  private:
    /// @param pdu that leaves @param from whom @param to whom @param isLost whether on its way
    void Note(const RmtpPdu& pdu, const std::string& from, const std::string& to, bool isLost)
    {
        std::ostringstream text;
        RmtpHeader(pdu, RMTP_PAPER).Print(text);
        m_times.push_back(Simulator::Now().GetSeconds());
        m_from.push_back(from);
        m_to.push_back(to);
        m_lost.push_back(isLost ? 1 : 0);
        m_texts.push_back(text.str());
    }

    const Options& m_o;                                   //!< options
    Time m_delay;                                         //!< one way
    Ptr<RmtpServer> m_server{CreateObject<RmtpServer>()}; //!< protocol
    std::vector<std::unique_ptr<Peer>> m_peers;           //!< receivers
    bool m_answerLost{false};                             //!< it was
    uint64_t m_groupData{0};                              //!< DATA to all
    double m_ended{-1};                                   //!< s
    std::vector<double> m_complete;                       //!< when receivers had everything, s
    std::vector<double> m_times;                          //!< of PDUs, s
    std::vector<std::string> m_from;                      //!< of PDUs
    std::vector<std::string> m_to;                        //!< of PDUs
    std::vector<uint32_t> m_lost;                         //!< of PDUs
    std::vector<std::string> m_texts;                     //!< PDUs
};

void
Peer::Transmit(const RmtpPdu& pdu)
{
    m_run.ToServer(m_index, pdu);
}

void
Peer::NotifyComplete()
{
    m_run.NoteComplete(m_index);
}
} // namespace

int
main(int argc, char* argv[])
{
    Options o;
    ProgramOptions options(__FILE__, "Paper rmtp: every PDU of a small group");
    options.Add("receivers", "Receivers", o.receivers, Between(1, 1000));
    options.Add("packets", "Packets of the message", o.packets, Between(1, 65534));
    options.Add("turnAround", "From a packet to its answer, ms", o.turnAround, Between(0, 1e6));
    options.Add("losesData", "Receiver, from 1, that loses a packet; 0: none", o.losesData);
    options.Add("lost", "Number of this packet", o.lost);
    options.Add("losesAnswer",
                "Receiver, from 1, whose first answer is lost; 0: none",
                o.losesAnswer);
    options.Add("busy", "Receiver, from 1, that is busy; 0: none", o.busy);
    options.Add("busyFrom", "When it begins to be, s", o.busyFrom, Between(0, 1e6));
    options.Add("busyTo", "When it ends to be, s", o.busyTo, Between(0, 1e6));
    options.Parse(argc, argv);
    options.Require(o.losesData <= o.receivers, "losesData", "must be at most receivers");
    options.Require(o.losesAnswer <= o.receivers, "losesAnswer", "must be at most receivers");
    options.Require(o.busy <= o.receivers, "busy", "must be at most receivers");
    options.Require(o.busyFrom <= o.busyTo, "busyFrom", "must be at most busyTo");
    std::cout << Run(o).Simulate() << std::endl;
    return 0;
}
