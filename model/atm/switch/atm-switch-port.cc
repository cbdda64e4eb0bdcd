// SPDX-License-Identifier: GPL-2.0-only
#include "atm-switch-port.h"

#include "atm-switch.h"

#include "ns3/atm-channel.h"
#include "ns3/pointer.h"

namespace ns3
{
namespace hsn
{
NS_OBJECT_ENSURE_REGISTERED(AtmSwitchPort);

TypeId
AtmSwitchPort::GetTypeId()
{
    static TypeId tid = TypeId("ns3::hsn::AtmSwitchPort")
                            .SetParent<AtmPort>()
                            .SetGroupName("Hsn")
                            .AddConstructor<AtmSwitchPort>()
                            .AddAttribute("Output",
                                          "The output side with its buffers.",
                                          TypeId::ATTR_GET,
                                          PointerValue(),
                                          MakePointerAccessor(&AtmSwitchPort::m_output),
                                          MakePointerChecker<AtmOutputPort>());
    return tid;
}

AtmSwitchPort::AtmSwitchPort()
    : m_output(CreateObject<AtmOutputPort>())
{
}

AtmSwitchPort::~AtmSwitchPort()
{
}

void
AtmSwitchPort::DoDispose()
{
    Close();
    m_switch = nullptr;
    m_output->Dispose();
    if (m_burst)
    {
        m_burst->GetOutput().Close();
    }
    AtmPort::DoDispose();
}

void
AtmSwitchPort::NotifyAttached()
{
    m_output->SetPort(this);
}

void
AtmSwitchPort::Join(AtmSwitch& owner, uint32_t number)
{
    m_switch = &owner;
    m_number = number;
    if (IsBurst())
    {
        m_burst = std::make_unique<BurstSwitchPort>(owner, *this);
    }
}

void
AtmSwitchPort::Leave()
{
    Close();
    m_switch = nullptr;
    m_output->Dispose();
}

void
AtmSwitchPort::Release()
{
    m_burst = nullptr;
}

Ptr<AtmOutputPort>
AtmSwitchPort::GetOutput() const
{
    return m_output;
}

uint32_t
AtmSwitchPort::GetPortNumber() const
{
    return m_number;
}

void
AtmSwitchPort::ReceiveBurst(CellBurst& burst)
{
    if (!m_switch)
    {
        return; // disposed
    }
    if (m_burst && !m_switch->HasProcessor())
    {
        TraceCellRx(burst);
        m_burst->Receive(burst);
    }
    else
    {
        NotifyCellRx(burst);
        m_switch->Receive(m_number, burst);
    }
}

void
AtmSwitchPort::NotifyCellLost(const CellBurst& cell)
{
    if (!m_switch)
    {
        return; // disposed
    }
    if (m_burst && !m_switch->HasProcessor())
    {
        m_burst->NotifyCellLost(cell);
    }
    else
    {
        m_switch->NotifyCellLost();
    }
}

CellSink*
AtmSwitchPort::FindSink(CellLane& lane)
{
    if (!m_switch)
    {
        return nullptr;
    }
    CellSink* const sink = m_switch->FindSink(m_number, lane.GetLabel());
    return sink ? sink : m_burst->GetStraySink();
}

bool
AtmSwitchPort::CanSendAhead() const
{
    return m_burst && !IsCellTxWatched() && !(m_switch && m_switch->HasProcessor()) &&
           m_burst->GetOutput().IsSingleCategory() && m_output->CanDecideAhead();
}

bool
AtmSwitchPort::CanTakeRuns() const
{
    return m_burst && !IsCellRxWatched() && m_switch && !m_switch->HasProcessor() &&
           !m_burst->IsStrayWatched();
}

void
AtmSwitchPort::Advance(int64_t t)
{
    if (m_switch) // else disposed
    {
        m_burst->GetOutput().SendUpTo(t);
    }
}

void
AtmSwitchPort::Settle(int64_t t)
{
    if (m_switch) // else not part of one yet
    {
        m_burst->Settle(t);
    }
}

void
AtmSwitchPort::DoReplan()
{
    if (m_burst)
    {
        m_burst->GetOutput().Configure();
        m_switch->NotifyInput(m_number);
    }
}

void
AtmSwitchPort::SwitchWaiting(int64_t now)
{
    if (m_burst)
    {
        m_burst->GetOutput().Advance(now);
    }
}

void
AtmSwitchPort::DoAwait()
{
    if (m_burst)
    {
        m_burst->GetOutput().AwaitSlot();
    }
}

void
AtmSwitchPort::DoWithdraw()
{
    if (m_burst)
    {
        m_burst->GetOutput().Withdraw();
    }
}

void
AtmSwitchPort::DoRestore(bool isLive)
{
    if (!m_burst)
    {
        return;
    }
    if (isLive)
    {
        m_burst->GetOutput().HandOver();
    }
    else
    {
        m_burst->GetOutput().Restore();
    }
}

std::string
AtmSwitchPort::FindOmission() const
{
    const std::string omission = AtmPort::FindOmission();
    return omission.empty() && m_burst ? m_burst->GetOutput().FindOmission() : omission;
}
} // namespace hsn
} // namespace ns3
