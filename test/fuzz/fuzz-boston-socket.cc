// SPDX-License-Identifier: GPL-2.0-only
// Covers transport/boston/boston-socket transport/boston/boston-segment
/**
 * @file
 * libFuzzer target for the TCP Boston socket: arbitrary parameters, reports and segments, in any
 * state.
 *
 * Input: that of fuzz-tcp-world.h. Its first octet is followed by one with the settings of TCP
 * Boston (modulo 3: identification of cells; bit 2: the header cell is replicated, bit 3:
 * redundancy by reports, bit 4: partial segments count as duplicates), and each segment that
 * arrives takes octets that say what comes with it, see Mark(). What the socket sends goes through
 * its adaptation layer, whose cells must rebuild it.
 */
#include "fuzz-tcp-world.h"

#include "ns3/atm-net-device.h"
#include "ns3/atm-vc.h"
#include "ns3/boston-aal.h"
#include "ns3/boston-receiver.h"
#include "ns3/boston-socket-factory.h"
#include "ns3/boston-socket.h"
#include "ns3/boston-stack.h"
#include "ns3/boston-tag.h"
#include "ns3/rfc2684.h"

#include <algorithm>
#include <cstdint>
#include <initializer_list>
#include <vector>

using namespace ns3;
using namespace ns3::hsn;

namespace
{
/// A host with a TCP Boston socket.
class BostonWorld : public TcpWorld
{
  public:
    explicit BostonWorld(FuzzInput in)
        : TcpWorld(in),
          m_aal(CreateObject<BostonAal>()),
          m_vc(CreateObject<AtmVc>())
    {
        const auto node = GetNode();
        node->AggregateObject(CreateObject<BostonStack>());
        AddSockets<BostonSocketFactory>(node);
        auto device = CreateObject<AtmNetDevice>();
        node->AddDevice(device);
        m_aal->SetDevice(device);
    }

    ~BostonWorld() override
    {
        if (m_receiver)
        {
            m_receiver->Stop();
        }
    }

  protected:
    Ptr<Socket> CreateSocket() override
    {
        const uint8_t how = GetInput().Byte();
        auto socket = Socket::CreateSocket(GetNode(), BostonSocketFactory::GetTypeId());
        if (how % 3)
        {
            socket->SetAttribute("CellIdMode", EnumValue(static_cast<BostonCellIdMode>(how % 3)));
        }
        if (how & 4)
        {
            socket->SetAttribute("HeaderMode", EnumValue(BostonSocket::REPLICATED));
        }
        if (how & 8)
        {
            socket->SetAttribute("RedundancyPolicy", EnumValue(BostonSocket::ADAPTIVE));
        }
        if (how & 16)
        {
            socket->SetAttribute("PartialAckCountsAsDup", BooleanValue(true));
        }
        return socket;
    }

    /// An octet, modulo 4. With SYN, 1: usable parameters, 2: any parameters. Else 1: a report, 2:
    /// the note of the adaptation layer on a segment that was rebuilt, 3: any other tag.
    void Mark(Ptr<Packet> packet, uint8_t flags) override
    {
        auto& in = GetInput();
        const uint8_t kind = in.Byte() % 4;
        if (kind == 0)
        {
            return;
        }
        BostonTag tag;
        tag.node = GetNode()->GetId();
        if (flags & TcpHeader::SYN)
        {
            tag.kind = BostonTag::PARAMETERS;
            tag.parameters.needed = 12;
            if (kind == 2)
            {
                uint8_t wire[BostonParameters::SIZE];
                in.Fill(wire, sizeof(wire));
                tag.parameters = BostonParameters::Read(wire);
            }
        }
        else
        {
            tag.kind = kind == 1   ? BostonTag::REPORT
                       : kind == 2 ? BostonTag::ARRIVAL
                                   : static_cast<BostonTag::Kind>(in.Byte() % 5);
            tag.report.segment = static_cast<uint16_t>(static_cast<int8_t>(in.Byte()));
            tag.report.pending = in.Byte();
            tag.report.transmission = in.Byte();
            tag.report.successRate = in.Byte();
        }
        packet->AddPacketTag(tag);
    }

    void NotifySent(Ptr<const Packet> datagram) override
    {
        auto sdu = datagram->Copy();
        Rfc2684::Encapsulate(sdu, Rfc2684::IPV4, LLC_SNAP);
        const auto pdu = m_aal->Segment(*m_vc, sdu);
        const auto* const coded = dynamic_cast<const BostonPdu*>(PeekPointer(pdu));
        if (!coded)
        {
            return; // not dispersed, or acknowledged already
        }
        const auto& segment = coded->GetSegment();
        HSN_REQUIRE(coded->GetCoded() <= segment.GetContext().parameters.dispersed);
        if (!m_receiver)
        {
            m_receiver = Create<BostonReceiver>(segment.GetContext().parameters,
                                                MilliSeconds(10),
                                                false,
                                                256);
        }
        for (uint32_t i = 0; i < pdu->GetNCells(); i++)
        {
            CellBurst cell;
            cell.pdu = pdu;
            cell.first = i;
            const auto complete = m_receiver->Receive(*coded, cell, 0, Simulator::Now());
            if (complete.sdu)
            {
                HSN_REQUIRE(OctetsOf(complete.sdu) == OctetsOf(segment.GetSdu()));
                HSN_REQUIRE(complete.report.segment == segment.id);
            }
        }
        const auto& c = m_receiver->GetCounters();
        HSN_REQUIRE(c.decodeFails == 0 && c.malformed == 0);
    }

  private:
    Ptr<BostonAal> m_aal;           //!< makes cells of what is sent
    Ptr<AtmVc> m_vc;                //!< on which they would leave
    Ptr<BostonReceiver> m_receiver; //!< takes them, once there are any
};

/// @param boston settings of TCP Boston @param tcp settings of TCP @param rest of a seed @return it
FuzzOutput
MakeSeed(int boston, int tcp, std::initializer_list<int> rest)
{
    return FuzzOutput().Bytes({tcp, boston}).Bytes(rest);
}
} // namespace

uint32_t
ns3::hsn::TryInput(FuzzInput in)
{
    return BostonWorld(in).Run();
}

std::vector<FuzzSeed>
ns3::hsn::MakeSeeds()
{
    // 128 and 192: the handshake is done, passive and active: the first octet belongs to the SYN,
    // the second to an acknowledgement
    return {
        {"passive-writes",
         MakeSeed(0, 128, {1, 0, 3, 3, 0, 6, 0, 0, 1, 0, 0, 0, 255, 6, 0, 0, 1, 1, 0, 0, 255})},
        {"active-writes",
         MakeSeed(0, 192, {1, 0, 3, 4, 0, 6, 0, 0, 1, 0, 0, 0, 255, 3, 2, 0, 6, 0, 0, 0})},
        {"id-2", MakeSeed(1, 192, {1, 0, 3, 4, 0, 6, 0, 0, 1, 0, 0, 0, 255})},
        {"id-4", MakeSeed(2, 192, {1, 0, 3, 4, 0, 6, 0, 0, 1, 0, 0, 0, 255})},
        {"partial",
         MakeSeed(0, 192, {1, 0, 3, 8, 0, 6, 0, 0, 1, 0, 3, 0, 200, 6, 0, 0, 1, 1, 9, 0, 100})},
        {"partial-counts",
         MakeSeed(18, 192, {1, 0, 3, 8, 0, 6, 0, 0, 1, 0, 3, 0, 200, 6, 0, 0, 1, 0, 3, 1, 100})},
        {"replicated", MakeSeed(6, 192, {1, 0, 3, 8, 0, 6, 0, 0, 1, 0, 3, 0, 200})},
        {"adaptive",
         MakeSeed(9, 192, {1, 0, 3, 8, 0, 6, 0, 0, 1, 0, 3, 0, 200, 6, 0, 0, 1, 1, 0, 0, 128})},
        {"arrivals",
         MakeSeed(0, 128, {1, 0, 6, 1, 0, 2, 0, 0, 0, 255, 6, 1, 0, 2, 1, 0, 0, 255, 4, 8, 0})},
        {"refused", MakeSeed(0, 128, {2, 0, 0, 1, 2, 3, 4, 5, 6, 0, 3, 1, 0, 6, 1, 0, 0})},
        {"not-dispersing", MakeSeed(0, 192, {0, 0, 3, 1, 0, 6, 1, 0, 1, 0, 0, 0, 255, 4, 9, 0})},
        {"timeout", MakeSeed(0, 192, {1, 0, 3, 3, 0, 2, 40, 0, 6, 0, 0, 1, 0, 0, 1, 255})},
        {"wide-field", MakeSeed(0, 128, {2, 5, 0x56, 48, 15, 0xa0, 0x90, 0, 0,   0, 3, 1,
                                         0, 6, 1,    0,  2,  0,    0,    0, 255, 4, 8, 0})},
    };
}
