// SPDX-License-Identifier: GPL-2.0-only
#include "boston-aal.h"

#include "ns3/aal5.h"
#include "ns3/abort.h"
#include "ns3/atm-vc.h"
#include "ns3/boolean.h"
#include "ns3/log.h"
#include "ns3/network-order.h"
#include "ns3/node.h"
#include "ns3/rfc2684.h"
#include "ns3/simulator.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <array>
#include <limits>

namespace ns3
{
namespace hsn
{
NS_LOG_COMPONENT_DEFINE("HsnBostonAal");
NS_OBJECT_ENSURE_REGISTERED(BostonAal);

namespace
{
/**
 * @brief Finds the end of the IP datagram in an encapsulated packet.
 * @param vc has the encapsulation
 * @param sdu encapsulated packet, of any content
 * @return octets up to the end of the datagram; 0 if it does not carry TCP
 */
uint32_t
GetDatagramEnd(const AtmVc& vc, Ptr<const Packet> sdu)
{
    std::array<uint8_t, Rfc2684::LLC_SNAP_BYTES + 40> bytes{};
    sdu->CopyData(bytes.data(), bytes.size());
    const uint32_t front = Rfc2684::GetOverhead(vc.GetEncapsulation());
    const uint8_t* const ip = bytes.data() + front;
    const uint16_t protocol = front > 0 ? ReadNetwork16(bytes.data() + 6) : vc.GetProtocol();
    constexpr uint8_t TCP = 6;
    uint32_t end = 0;
    if (protocol == Rfc2684::IPV4 && ip[0] >> 4 == 4 && ip[9] == TCP)
    {
        end = front + ReadNetwork16(ip + 2);
    }
    else if (protocol == Rfc2684::IPV6 && ip[0] >> 4 == 6 && ip[6] == TCP)
    {
        end = front + 40 + ReadNetwork16(ip + 4);
    }
    return end <= sdu->GetSize() ? end : 0;
}
} // namespace

TypeId
BostonAal::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::hsn::BostonAal")
            .SetParent<AtmAdaptation>()
            .SetGroupName("Hsn")
            .AddConstructor<BostonAal>()
            .AddAttribute("InterleaveDepth",
                          "Number of segments of a VC whose cells are interleaved; 0: all that "
                          "wait; 1: none.",
                          UintegerValue(1),
                          MakeUintegerAccessor(&BostonAal::SetDepth, &BostonAal::GetDepth),
                          MakeUintegerChecker<uint32_t>())
            .AddAttribute("ChargeFields",
                          "Whether parameters and reports take octets of the frame; false: they "
                          "are metadata of the simulation.",
                          BooleanValue(true),
                          MakeBooleanAccessor(&BostonAal::m_chargeFields),
                          MakeBooleanChecker())
            .AddAttribute("ProcessingDelay",
                          "Time to rebuild a segment.",
                          TimeValue(Seconds(0)),
                          MakeTimeAccessor(&BostonAal::m_processingDelay),
                          MakeTimeChecker(Seconds(0)))
            .AddTraceSource("Transmission",
                            "The first coded cell of a transmission of a segment leaves.",
                            MakeTraceSourceAccessor(&BostonAal::m_transmissionTrace),
                            "ns3::hsn::BostonAal::TransmissionTracedCallback")
            .AddTraceSource("SegmentComplete",
                            "A segment was rebuilt: its number, the time since its first cell "
                            "was sent, and the number of transmissions.",
                            MakeTraceSourceAccessor(&BostonAal::m_completeTrace),
                            "ns3::hsn::BostonAal::CompleteTracedCallback")
            .AddTraceSource("CellDrop",
                            "Coded cells are dropped: unknown connection, or impossible index.",
                            MakeTraceSourceAccessor(&BostonAal::m_dropTrace),
                            "ns3::hsn::BostonAal::DropTracedCallback");
    return tid;
}

BostonAal::BostonAal() = default;

void
BostonAal::SetDevice(Ptr<AtmNetDevice> device)
{
    const auto node = device->GetNode();
    NS_ABORT_MSG_UNLESS(node && node->GetObject<BostonStack>(),
                        "BostonAal: the device's node has no BostonStack");
    m_device = device;
    m_stack = node->GetObject<BostonStack>();
    m_node = node->GetId();
}

void
BostonAal::DoDispose()
{
    m_arriving.clear();
    m_owners.clear();
    m_stack = nullptr;
    m_device = nullptr;
    AtmAdaptation::DoDispose();
}

const BostonAal::Counters&
BostonAal::GetCounters() const
{
    return m_counters.Get();
}

void
BostonAal::SetDepth(uint32_t depth)
{
    m_depth = depth;
}

uint32_t
BostonAal::GetDepth() const
{
    return m_depth;
}

uint32_t
BostonAal::GetInterleaveDepth() const
{
    return m_depth == 0 ? std::numeric_limits<uint32_t>::max() : m_depth.Get();
}

// --- sending ----------------------------------------------------------------------------------

Ptr<AtmPdu>
BostonAal::Segment(AtmVc& vc, Ptr<Packet> sdu)
{
    BostonTag tag;
    if (!sdu->RemovePacketTag(tag) || tag.node != m_node)
    {
        return Create<AtmPdu>(sdu);
    }
    switch (tag.kind)
    {
    case BostonTag::SEGMENT:
        return Disperse(vc, sdu, tag);
    case BostonTag::PARAMETERS:
    case BostonTag::REPORT:
        AddTrailer(sdu, tag);
        break;
    default:
        break; // left from when the packet arrived
    }
    return Create<AtmPdu>(sdu);
}

Ptr<AtmPdu>
BostonAal::Disperse(AtmVc& vc, Ptr<Packet> sdu, const BostonTag& tag)
{
    const auto sender = m_stack->FindSender(tag.connection);
    const auto segment = sender ? sender->FindId(tag.report.segment) : nullptr;
    if (!segment)
    {
        NS_LOG_LOGIC("segment " << tag.report.segment << " is acknowledged already");
        ++m_counters->stale;
        return nullptr;
    }
    auto& context = segment->GetContext();
    const auto& parameters = context.parameters;
    if (parameters.GetIdMode() != BOSTON_ID_OUT_OF_BAND && !context.headerSurvives)
    {
        // the cells name only the segment, so the VC must identify the connection
        auto& owner = m_owners[&vc];
        if (owner != tag.connection && m_stack->FindSender(owner))
        {
            ++m_counters->undispersed;
            return Create<AtmPdu>(sdu);
        }
        owner = tag.connection;
    }
    uint32_t missing = tag.report.pending;
    if (!segment->HasSdu())
    {
        if (Aal5::CellsFor(sdu->GetSize(), parameters.cellBytes) > parameters.needed)
        {
            ++m_counters->undispersed;
            return Create<AtmPdu>(sdu);
        }
        segment->SetSdu(sdu);
        segment->firstCell = Simulator::Now();
        missing = 0;
    }
    const uint32_t count =
        std::min<uint32_t>((missing ? missing : segment->GetNeeded()) + tag.extra,
                           parameters.dispersed);
    const auto pdu = Create<BostonPdu>(segment,
                                       segment->TakeIndices(count),
                                       count,
                                       tag.report.transmission,
                                       m_depth != 1);
    m_transmissionTrace(*pdu);
    return pdu;
}

void
BostonAal::AddTrailer(Ptr<Packet> sdu, BostonTag tag)
{
    if (!m_chargeFields)
    {
        tag.node = BostonTag::IN_FRAME;
        sdu->AddPacketTag(tag);
        return;
    }
    std::array<uint8_t, std::max(BostonParameters::SIZE, BostonReport::SIZE)> bytes{};
    const bool isReport = tag.kind == BostonTag::REPORT;
    const uint32_t size = isReport ? BostonReport::SIZE : BostonParameters::SIZE;
    if (sdu->GetSize() + size > Aal5::MAX_SDU_BYTES)
    {
        ++m_counters->untrailed;
        return;
    }
    if (isReport)
    {
        tag.report.Write(bytes.data());
    }
    else
    {
        tag.parameters.Write(bytes.data());
    }
    sdu->AddAtEnd(Create<Packet>(bytes.data(), size));
}

// --- receiving --------------------------------------------------------------------------------

void
BostonAal::ReceiveSdu(AtmVc& vc, Ptr<Packet> sdu)
{
    BostonTag tag;
    const bool tagged = sdu->RemovePacketTag(tag) && tag.node == BostonTag::IN_FRAME;
    if (!tagged)
    {
        const uint32_t end = GetDatagramEnd(vc, sdu);
        const uint32_t size = end > 0 ? sdu->GetSize() - end : 0;
        if (size == 0)
        {
            return;
        }
        std::array<uint8_t, std::max(BostonParameters::SIZE, BostonReport::SIZE)> bytes{};
        if (size > bytes.size())
        {
            ++m_counters->badTrailers;
            return;
        }
        sdu->CreateFragment(end, size)->CopyData(bytes.data(), size);
        if (size == BostonReport::SIZE)
        {
            tag.kind = BostonTag::REPORT;
            tag.report = BostonReport::Read(bytes.data());
        }
        else if (size == BostonParameters::SIZE)
        {
            tag.kind = BostonTag::PARAMETERS;
            tag.parameters = BostonParameters::Read(bytes.data());
        }
        else
        {
            ++m_counters->badTrailers;
            return;
        }
        sdu->RemoveAtEnd(size);
    }
    tag.node = m_node;
    sdu->AddPacketTag(tag);
}

bool
BostonAal::Receive(AtmVc& vc, const CellBurst& burst, Time arrival)
{
    if (burst.pdu->IsAal5())
    {
        const auto it = m_arriving.find(&vc);
        if (it != m_arriving.end())
        {
            End(it->second);
        }
        return false;
    }
    auto& arriving = m_arriving[&vc];
    if (arriving.last != burst.pdu)
    {
        const auto* pdu = dynamic_cast<const BostonPdu*>(PeekPointer(burst.pdu));
        if (!pdu)
        {
            return false; // not one of ours
        }
        if (!pdu->IsInterleaved())
        {
            End(arriving);
        }
        arriving.last = burst.pdu;
        arriving.pdu = pdu;
        arriving.receiver = FindReceiver(*pdu);
        if (arriving.receiver)
        {
            arriving.receiver->SetDevice(m_device);
        }
    }
    if (!arriving.receiver)
    {
        m_counters->unknownCells += burst.count;
        m_dropTrace(burst, "no such connection");
        return true;
    }
    const auto receiver = arriving.receiver; // a delivery may end the connection
    const auto* const pdu = arriving.pdu;
    for (uint32_t i = 0; i < burst.count; ++i)
    {
        if ((burst.discarded >> i) & 1)
        {
            continue;
        }
        const auto malformed = receiver->GetMalformed();
        const auto complete =
            receiver->Receive(*pdu, burst, i, arrival + i * TimeStep(burst.spacing));
        if (complete.sdu)
        {
            const auto& segment = pdu->GetSegment();
            m_completeTrace(segment.id,
                            Simulator::Now() + m_processingDelay - complete.firstCell,
                            complete.transmissions);
            if (m_processingDelay.IsZero())
            {
                Deliver(&vc, complete);
            }
            else
            {
                Simulator::Schedule(m_processingDelay,
                                    &BostonAal::Deliver,
                                    Ptr<BostonAal>(this),
                                    Ptr<AtmVc>(&vc),
                                    complete);
            }
        }
        else if (receiver->GetMalformed() > malformed)
        {
            m_dropTrace(burst, "no such coded cell");
        }
    }
    return true;
}

void
BostonAal::End(Arriving& arriving)
{
    if (arriving.receiver && !arriving.pdu->IsInterleaved())
    {
        const auto receiver = arriving.receiver;
        receiver->EndTransmission(arriving.pdu->GetSegment().id, arriving.pdu->GetTransmission());
    }
    arriving = Arriving();
}

Ptr<BostonReceiver>
BostonAal::FindReceiver(const BostonPdu& pdu) const
{
    return m_stack->FindReceiver(pdu.GetSegment().GetContext().flow);
}

void
BostonAal::Deliver(Ptr<AtmVc> vc, const BostonReceiver::Complete& complete)
{
    if (!m_device)
    {
        return; // disposed of in the meantime
    }
    BostonTag tag;
    complete.sdu->RemovePacketTag(tag);
    tag.kind = BostonTag::ARRIVAL;
    tag.node = m_node;
    tag.report = complete.report;
    complete.sdu->AddPacketTag(tag);
    m_device->DeliverSdu(*vc, complete.sdu);
}
} // namespace hsn
} // namespace ns3
