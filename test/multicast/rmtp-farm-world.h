// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * A server of RMTP and its receivers in a farm.
 */
#ifndef HSN_RMTP_FARM_WORLD_H
#define HSN_RMTP_FARM_WORLD_H

#include "outcome-samples.h"

#include "ns3/double.h"
#include "ns3/hsn-compat.h"
#include "ns3/nstime.h"
#include "ns3/rmtp-farm.h"
#include "ns3/rmtp-server.h"
#include "ns3/simulator.h"

#include <cmath>
#include <cstdint>
#include <functional>
#include <vector>

namespace ns3
{
namespace hsn
{
/// @param server after its transfer @param ended when @return what it came to; the time in whole
/// ms, so that what packets take on fast links does not count
inline Outcome
GetRmtpOutcome(const RmtpServer& server, Time ended)
{
    const auto& counters = server.GetCounters();
    return {{"time", std::floor(1000 * ended.GetSeconds() + 0.1)},
            {"rounds", counters.rounds},
            {"DATA", static_cast<double>(counters.sent[RMTP_DATA])},
            {"POLL", static_cast<double>(counters.sent[RMTP_POLL])},
            {"CACK", static_cast<double>(counters.received[RMTP_CACK])},
            {"NACK", static_cast<double>(counters.received[RMTP_NACK])},
            {"ACK", static_cast<double>(counters.received[RMTP_ACK])},
            {"RACK", static_cast<double>(counters.received[RMTP_RACK])},
            {"complete", server.GetComplete()}};
}

/** @brief A server and a farm, on a fast link. */
class RmtpFarmWorld : public RmtpServer::User
{
  public:
    RmtpFarmWorld()
    {
        server->SetUser(*this);
        farm->SetAttribute("LinkRate", DoubleValue(1e12));
        farm->SetAttribute("Delay", TimeValue(Time(0)));
        farm->SetUser([this](uint32_t i, const RmtpPdu& pdu) { server->Receive(i, pdu); },
                      RMTP_PAPER);
    }

    RmtpFarmWorld(const RmtpFarmWorld&) = delete;
    RmtpFarmWorld& operator=(const RmtpFarmWorld&) = delete;

    ~RmtpFarmWorld() override
    {
        farm->Dispose();
        server->Dispose();
        Simulator::Destroy();
    }

    /// Sends a message, to the end. @param bytes of it
    void Go(uint32_t bytes)
    {
        server->Start(farm->GetSize(), bytes);
        Simulator::Run();
    }

    Ptr<RmtpServer> server{CreateObject<RmtpServer>()}; //!< protocol
    Ptr<RmtpFarm> farm{CreateObject<RmtpFarm>()};       //!< receivers
    Time ended;                                         //!< end

  private:
    void Transmit(const RmtpPdu& pdu, uint32_t receiver) override
    {
        farm->Send(pdu, receiver);
    }

    void NotifyEnded(bool /* good */) override
    {
        ended = Simulator::Now();
    }
};
} // namespace hsn
} // namespace ns3

#endif // HSN_RMTP_FARM_WORLD_H
