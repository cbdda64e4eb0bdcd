// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * A server of RMTP, whose receivers the test plays by hand.
 */
#ifndef HSN_RMTP_SCRIPT_H
#define HSN_RMTP_SCRIPT_H

#include "ns3/double.h"
#include "ns3/nstime.h"
#include "ns3/rmtp-server.h"
#include "ns3/simulator.h"
#include "ns3/uinteger.h"

#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

namespace ns3
{
namespace hsn
{
/** @brief A server that sends a packet each 10 ms and waits 100 ms, and what it sends. */
class RmtpScript : public RmtpServer::User
{
  public:
    RmtpScript()
    {
        server->SetAttribute("Rate", DoubleValue(800000));
        server->SetAttribute("BlockSize", UintegerValue(1000));
        server->SetAttribute("TurnAround", TimeValue(MilliSeconds(60)));
        server->SetAttribute("Surplus", TimeValue(MilliSeconds(40)));
        server->SetUser(*this);
    }

    ~RmtpScript() override
    {
        server->Dispose();
        Simulator::Destroy();
    }

    RmtpScript(const RmtpScript&) = delete;
    RmtpScript& operator=(const RmtpScript&) = delete;

    /// @param ms time to run to
    void RunTo(double ms)
    {
        Simulator::Stop(Seconds(ms / 1000) - Simulator::Now());
        Simulator::Run();
    }

    /// Begins. @param receivers all of which answer CONN @param packets of the message
    void Open(uint32_t receivers, uint32_t packets)
    {
        server->Start(receivers, 1000 * packets);
        for (uint32_t i = 0; i < receivers; ++i)
        {
            Answer(i, RMTP_CACK);
        }
    }

    /// @param receiver index @param type of its answer @param list packets @param round of it
    void Answer(uint32_t receiver,
                RmtpPduType type,
                const std::vector<RmtpRange>& list = {},
                uint8_t round = 0)
    {
        RmtpPdu pdu;
        pdu.type = type;
        pdu.connection = 1;
        pdu.list = list;
        pdu.round = round;
        server->Receive(receiver, pdu);
    }

    void Transmit(const RmtpPdu& pdu, uint32_t receiver) override
    {
        text += text.empty() ? "" : " ";
        text += std::to_string(std::llround(1000 * Simulator::Now().GetSeconds())) +
                GetRmtpTypeText(pdu.type);
        if (pdu.type == RMTP_DATA)
        {
            text += std::to_string(pdu.seq) + "r" + std::to_string(pdu.round);
            text += (pdu.flags & RMTP_FLAG_BUSY) != 0 ? "B" : "";
            text += (pdu.flags & RMTP_FLAG_LAST) != 0 ? "L" : "";
        }
        text += receiver == RmtpServer::GROUP ? "" : ">" + std::to_string(receiver);
        last = pdu;
    }

    void NotifyEnded(bool good) override
    {
        text += text.empty() ? "" : " ";
        text += std::to_string(std::llround(1000 * Simulator::Now().GetSeconds())) +
                (good ? "good" : "bad");
    }

    /// @return what was sent since the last call: time in ms, type, number and round, receiver
    std::string Take()
    {
        const std::string taken = text;
        text.clear();
        return taken;
    }

    Ptr<RmtpServer> server{CreateObject<RmtpServer>()}; //!< under test
    std::string text;                                   //!< since Take()
    RmtpPdu last;                                       //!< sent last
};
} // namespace hsn
} // namespace ns3

#endif // HSN_RMTP_SCRIPT_H
