// SPDX-License-Identifier: GPL-2.0-only
#include "mm-poc-socket.h"
#include "mm-poc-tag.h"

#include "ns3/simulator.h"

#include <algorithm>
#include <string>

namespace ns3
{
namespace hsn
{
void
MmPocSocket::Receive(Ptr<Packet> packet, const PacketArrival& arrival)
{
    const Ptr<Socket> self(this);
    MmPocHeader header;
    packet->RemoveHeader(header); // the protocol has checked it
    m_rx(packet, header);
    const MmPocPdu& pdu = header.pdu;
    if (m_stage == STREAM_LISTENING && pdu.type == MM_POC_ACK_REQ && pdu.open)
    {
        Accept(packet, pdu, arrival);
        return;
    }
    if (!IsConnected())
    {
        Drop(packet, "no connection");
        return;
    }
    if (pdu.poc != m_poc)
    {
        Drop(packet, "medium " + std::to_string(pdu.poc) + ": must be " + std::to_string(m_poc));
        return;
    }
    HearPeer();
    const bool isAnswer = pdu.type == MM_POC_ACK_RES || pdu.type == MM_POC_FNACK;
    if (m_stage == STREAM_OPENING)
    {
        if (!isAnswer)
        {
            Drop(packet, "the connection is not open yet");
            return;
        }
        Open();
        if (!IsConnected())
        {
            return;
        }
    }
    if (isAnswer)
    {
        const Time rtt = m_sender->GetRtt();
        const std::string wrong = m_sender->Receive(pdu, Simulator::Now());
        if (!wrong.empty())
        {
            Drop(packet, wrong);
        }
        if (m_sender->GetRtt() != rtt)
        {
            m_rttTrace(rtt, m_sender->GetRtt());
        }
        DoSend();
    }
    else if (pdu.type == MM_POC_DATA)
    {
        ReceiveData(pdu, packet);
    }
    else
    {
        m_association->ReceiveRequest(pdu);
    }
    LingerIfDone();
}

void
MmPocSocket::ReceiveData(const MmPocPdu& pdu, Ptr<Packet> packet)
{
    const auto& receiver = *m_association->GetManager().GetReceiver(m_poc);
    if (AbortIfUnread(receiver.IsMissing(pdu.number)) || BreakIfTooLong(packet->GetSize()))
    {
        return;
    }
    const uint64_t bytes = uint64_t{m_receiveQueue.GetSize()} + m_readyBytes +
                           receiver.GetStoredBytes() + packet->GetSize();
    // if the lowest missing one precedes what is stored, it is taken in any case: otherwise that
    // would wait for ever
    const bool isAhead = pdu.number < receiver.GetLowestStored() ||
                         !m_association->GetManager().GetOrder().IsChain(m_poc);
    const bool isFirst = pdu.number == receiver.GetLowestMissing() && isAhead && m_ready.empty() &&
                         HasRoom(packet->GetSize());
    if (!m_shutdownRecv && receiver.IsMissing(pdu.number) && bytes > GetRcvBufSize() && !isFirst)
    {
        Drop(packet, "no room: RcvBufSize " + std::to_string(GetRcvBufSize()));
        if (pdu.ack)
        {
            m_association->Answer(m_poc);
        }
        return;
    }
    const auto association = m_association;
    const uint32_t stored = association->GetManager().GetStored();
    const auto result = association->ReceiveData(pdu, packet);
    if (result == MM_POC_TOO_FAR)
    {
        Drop(packet, "number " + std::to_string(pdu.number) + ": is beyond window or end");
    }
    else if (result == MM_POC_DECIDED)
    {
        Drop(packet, "number " + std::to_string(pdu.number) + ": is decided or stored");
    }
    if (association->GetManager().GetStored() != stored)
    {
        m_storedTrace(association->GetManager().GetStored());
    }
}

void
MmPocSocket::Take(const MmPocEvent& event)
{
    const Ptr<Socket> self(this);
    if (!event.sdu)
    {
        m_missing = true;
        m_lossTrace(m_poc, event.lost, event.cause);
        return;
    }
    MmPocTag tag;
    Time delay;
    if (event.sdu->RemovePacketTag(tag))
    {
        delay = Simulator::Now() - tag.submitted;
    }
    m_association->GetDelays()[m_poc].Add(delay);
    m_deliverTrace(m_poc, event.number, delay);
    if (m_shutdownRecv)
    {
        return;
    }
    MessageInfo info;
    info.number = event.number;
    info.missingBefore = m_missing;
    m_missing = false;
    m_readyBytes += event.sdu->GetSize();
    m_ready.emplace_back(event.sdu, info);
    Fill();
}

void
MmPocSocket::Finish()
{
    const Ptr<Socket> self(this);
    if (m_association && !m_atEnd && m_ready.empty() && m_association->IsDone(m_poc))
    {
        m_atEnd = true;
        NotifyNormalClose();
        LingerIfDone();
    }
}

bool
MmPocSocket::HasHeld() const
{
    return !m_ready.empty();
}

void
MmPocSocket::DeliverHeld()
{
    Fill();
    Finish();
}

void
MmPocSocket::Fill()
{
    const Ptr<Socket> self(this);
    while (!m_ready.empty() && HasRoom(m_ready.front().first->GetSize()))
    {
        const auto [sdu, info] = m_ready.front();
        m_ready.pop_front();
        m_readyBytes -= sdu->GetSize();
        Deliver(sdu, info); // the application may close the connection
    }
}
} // namespace hsn
} // namespace ns3
