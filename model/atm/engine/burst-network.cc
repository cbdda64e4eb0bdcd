// SPDX-License-Identifier: GPL-2.0-only
#include "burst-network.h"

#include "atm-change.h"
#include "burst-parts.h"

#include "ns3/assert.h"
#include "ns3/atm-pdu.h"
#include "ns3/nstime.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <string>
#include <vector>

namespace ns3
{
namespace hsn
{
namespace
{
/// @return all ports with the burst engine; never destroyed, because the ports of a program that
/// does not call Simulator::Destroy() are disposed of at its very end
std::vector<BurstPort*>&
GetPorts()
{
    static auto* const ports = new std::vector<BurstPort*>;
    return *ports;
}
} // namespace

bool BurstNetwork::m_hasTraffic = false;
bool BurstNetwork::m_hasGenerators = false;
int64_t BurstNetwork::m_settled = -1;

void
BurstNetwork::Add(BurstPort* port)
{
    auto& ports = GetPorts();
    if (ports.empty())
    {
        m_hasTraffic = false; // of an earlier simulation
        m_hasGenerators = false;
        m_settled = -1;
    }
    ports.push_back(port);
}

void
BurstNetwork::Remove(BurstPort* port)
{
    auto& ports = GetPorts();
    const auto it = std::find(ports.begin(), ports.end(), port);
    if (it != ports.end())
    {
        *it = ports.back();
        ports.pop_back();
    }
}

void
BurstNetwork::Settle()
{
    const int64_t before = Simulator::Now().GetTimeStep() - 1;
    if (m_hasTraffic && before > m_settled)
    {
        m_settled = before;
#ifdef NS3_ASSERT_ENABLE
        Audit();
#endif
        const auto ports = GetPorts(); // a trace sink may add or remove some
        for (auto* port : ports)
        {
            port->Settle(before);
        }
    }
}

void
BurstNetwork::Abandon()
{
    m_hasTraffic = false;
}

void
BurstNetwork::MakeNotable(AtmPdu& pdu)
{
    if (pdu.GetNotableFrom() == 0)
    {
        return;
    }
    Settle();
    pdu.MakeNotable();
    for (auto* port : GetPorts())
    {
        port->Await(pdu);
    }
}

void
BurstNetwork::NotifyGenerator()
{
    if (!m_hasGenerators)
    {
        AtmChange change;
        m_hasGenerators = true;
    }
    NotifyTraffic();
}

void
BurstNetwork::Start()
{
    AtmChange change;
    m_hasTraffic = true;
}

void
BurstNetwork::Reconsider()
{
    if (!m_hasTraffic)
    {
        return; // Start() will
    }
    const auto ports = GetPorts();
    for (auto* port : ports)
    {
        port->ReconsiderLink();
    }
    for (auto* port : ports)
    {
        port->Replan();
    }
}

void
BurstNetwork::Audit()
{
    if (AtmChange::IsOpen())
    {
        return;
    }
    for (const auto* port : GetPorts())
    {
        const std::string omission = port->FindOmission();
        NS_ASSERT_MSG(omission.empty(),
                      omission << " without an AtmChange: cells before the change would meet "
                                  "the new setting. Keep it in an AtmSetting, or open an "
                                  "AtmChange around the change");
    }
}
} // namespace hsn
} // namespace ns3
