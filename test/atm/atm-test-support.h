// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * What tests of the ATM data plane share: a port that sends and records single cells.
 */
#ifndef HSN_ATM_TEST_SUPPORT_H
#define HSN_ATM_TEST_SUPPORT_H

#include "ns3/atm-channel.h"
#include "ns3/atm-pdu.h"
#include "ns3/atm-port.h"
#include "ns3/atm-switch.h"
#include "ns3/hsn-compat.h"
#include "ns3/node.h"
#include "ns3/simulator.h"
#include "ns3/uinteger.h"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace ns3
{
namespace hsn
{
/** Time steps of a cell on a link of 155.52 Mbit/s: 424 / 155.52e6 s = 2726.34 ns, rounded. */
constexpr int64_t CELL = 2726;

/** @brief An end of a link that sends cells at given times and writes down what arrives. */
class RawPort : public AtmPort
{
  public:
    /** @brief A cell that arrived. */
    struct Arrival
    {
        int64_t time;     //!< when, time steps
        uint32_t context; //!< simulator context of the arrival
        CellBurst cell;   //!< the cell
    };

    /**
     * @brief Schedules a cell.
     * @param time when its first bit leaves
     * @param vc its label
     * @param pdu its PDU
     * @param index its place there
     * @param clp its loss priority
     */
    void SendAt(int64_t time, AtmVcId vc, Ptr<AtmPdu> pdu, uint32_t index = 0, bool clp = false)
    {
        CellBurst cell;
        cell.pdu = pdu;
        cell.vc = vc;
        cell.first = index;
        cell.clp = clp ? 1 : 0;
        cell.start = time;
        Simulator::Schedule(TimeStep(time) - Simulator::Now(), &RawPort::SendNow, this, cell);
    }

    void ReceiveBurst(CellBurst& burst) override
    {
        arrivals.push_back({Simulator::Now().GetTimeStep(), Simulator::GetContext(), burst});
    }

    void NotifyCellLost(const CellBurst&) override
    {
        lost.push_back(Simulator::Now().GetTimeStep());
    }

    /** @return times of all arrivals */
    std::vector<int64_t> GetTimes() const
    {
        std::vector<int64_t> times;
        for (const auto& a : arrivals)
        {
            times.push_back(a.time);
        }
        return times;
    }

    std::vector<Arrival> arrivals; //!< cells that arrived
    std::vector<int64_t> lost;     //!< when a cell was due and lost

  private:
    /** @brief Sends a cell whose time has come. @param cell the cell */
    void SendNow(CellBurst cell)
    {
        GetAtmChannel()->Transmit(GetEnd(), cell);
    }
};

/** @param cells how many @return a PDU of so many cells */
inline Ptr<AtmPdu>
MakePdu(uint32_t cells)
{
    return Create<AtmPdu>(Create<Packet>(48 * cells - 8));
}

/** @param value the line rate or a delay @return a link */
inline Ptr<AtmChannel>
MakeLink(const std::string& rate = "155.52Mbps", Time delay = Time(0))
{
    auto channel = CreateObject<AtmChannel>();
    channel->SetAttribute("DataRate", DataRateValue(DataRate(rate)));
    channel->SetAttribute("Delay", TimeValue(delay));
    return channel;
}

/** @param channel a link @return a recording port on a node of its own, attached to the link */
inline Ptr<RawPort>
MakeRawPort(Ptr<AtmChannel> channel)
{
    auto port = CreateObject<RawPort>();
    CreateObject<Node>()->AddDevice(port);
    port->Attach(channel);
    return port;
}

/** @brief A switch on a node, with a recording port at the far end of each of its links. */
struct RawSwitch
{
    RawSwitch()
        : node(CreateObject<Node>()),
          sw(CreateObject<AtmSwitch>())
    {
        node->AggregateObject(sw);
    }

    /** @brief Adds a link. @param rate its rate @param delay its delay @return its far end */
    Ptr<RawPort> Add(const std::string& rate = "155.52Mbps", Time delay = Time(0))
    {
        auto channel = MakeLink(rate, delay);
        auto near = CreateObject<AtmSwitchPort>();
        node->AddDevice(near);
        sw->AddPort(near);
        near->Attach(channel);
        far.push_back(MakeRawPort(channel));
        return far.back();
    }

    /** @param port number @param category which one @return that buffer */
    Ptr<AtmCellQueue> Queue(uint32_t port, AtmServiceCategory category = ATM_UBR) const
    {
        return sw->GetPort(port)->GetOutput()->GetQueue(category);
    }

    Ptr<Node> node;                //!< the switch's node
    Ptr<AtmSwitch> sw;             //!< the switch
    std::vector<Ptr<RawPort>> far; //!< far ends of its links, by port
};
} // namespace hsn
} // namespace ns3

#endif // HSN_ATM_TEST_SUPPORT_H
