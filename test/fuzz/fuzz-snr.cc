// SPDX-License-Identifier: GPL-2.0-only
// Covers transport/snr/snr-header transport/snr/snr-logic transport/snr/snr-socket
/**
 * @file
 * libFuzzer target for SNR: a socket that connects or is accepted, sends and receives, and whose
 * peer sends anything.
 *
 * Input: an octet of settings (bit 0: the socket listens; bit 1: only packets of one transmission
 * make a block), then operations, an octet each; modulo 8: 0: arbitrary octets arrive; 1: a
 * sender's state arrives, which may open, end or leave; 2, 3: data arrives; 4, 5: a receiver's
 * state arrives; 6: time passes; 7: the application does something.
 *
 * What the socket sends is well formed. Its reports are numbered upwards, and neither what they
 * acknowledge nor their window goes back. It sends no block beyond the window that it was told, and
 * in a block no packet beyond its size.
 */
#include "fuzz-connection.h"

#include "ns3/boolean.h"
#include "ns3/data-rate.h"
#include "ns3/nstime.h"
#include "ns3/packet.h"
#include "ns3/simulator.h"
#include "ns3/snr-socket-factory.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <cstdint>
#include <vector>

using namespace ns3;
using namespace ns3::hsn;

namespace
{
constexpr uint32_t PACKET = 100; //!< octets of data
constexpr uint32_t BLOCK = 4;    //!< packets
constexpr uint32_t WINDOW = 8;   //!< blocks

/// A host with a socket, and its peer.
class World final : private FuzzConnection
{
  public:
    explicit World(FuzzInput in)
        : FuzzConnection(in, SnrProtocol::PROT_NUMBER)
    {
        const uint8_t how = m_in.Byte();
        AddSockets<SnrSocketFactory>(m_node);
        const auto socket = Socket::CreateSocket(m_node, SnrSocketFactory::GetTypeId());
        socket->SetAttribute("PacketSize", UintegerValue(PACKET));
        socket->SetAttribute("BlockSize", UintegerValue(BLOCK));
        socket->SetAttribute("WindowPackets", UintegerValue(WINDOW * BLOCK));
        socket->SetAttribute("KeepPartial", BooleanValue((how & 2) == 0));
        socket->SetAttribute("DataRate", DataRateValue(DataRate("1Mb/s")));
        socket->SetAttribute("GiveUpTime", TimeValue(Seconds(1)));
        socket->SetAttribute("SndBufSize", UintegerValue(20 * PACKET));
        socket->SetAttribute("RcvBufSize", UintegerValue(6 * PACKET));
        Start(socket, how & 1);
    }

    /// Tries the input. @return what was taken
    uint32_t Run()
    {
        OperateAll();
        return m_taken;
    }

  private:
    void Use(Ptr<Socket> socket) override
    {
        m_reports = 0;
        m_lowest = 0;
        m_limit = WINDOW;
        m_told = WINDOW;
    }

    void TakePacket(Ptr<Packet> packet) override
    {
        SnrHeader header;
        HSN_REQUIRE(packet->RemoveHeader(header) > 0);
        if (header.GetDestinationPort() != PEER_PORT)
        {
            return; // of another connection that arbitrary octets have opened
        }
        switch (header.type)
        {
        case SNR_DATA:
            HSN_REQUIRE(header.packet < header.packets && header.packets <= BLOCK);
            HSN_REQUIRE(packet->GetSize() <= PACKET);
            HSN_REQUIRE(header.number < m_told);
            break;
        case SNR_RECEIVER_STATE:
            if (header.number == 1)
            {
                m_reports = 0; // of a new connection, before it is known
                m_lowest = 0;
                m_limit = 0;
            }
            HSN_REQUIRE(header.number > m_reports);
            HSN_REQUIRE(header.block >= m_lowest && header.value >= m_limit);
            HSN_REQUIRE(header.bitmap.size() <= 1);
            m_reports = header.number;
            m_lowest = header.block;
            m_limit = header.value;
            break;
        default:
            HSN_REQUIRE(packet->GetSize() == 0);
            m_next = header.block;
        }
    }

    void Operate(uint8_t what) override
    {
        SnrHeader header;
        switch (what % 8)
        {
        case 0:
            m_told = ~0U; // they may tell a window
            ArriveOctets(what / 8 * 2);
            break;
        case 1:
            header.type = SNR_SENDER_STATE;
            header.number = ++m_peerReports;
            header.block = m_peerBlock + (what & 64 ? m_in.Offset() : 0);
            header.value = what;
            header.opening = what & 8;
            header.end = what & 16;
            header.leaving = what & 32;
            Arrive(header, Create<Packet>());
            break;
        case 2:
        case 3: {
            header.number = m_peerBlock + (what & 8 ? m_in.Offset() : 0);
            header.packets = what & 16 ? m_in.Byte() % 8 : BLOCK;
            header.packet = what & 32 ? m_in.Byte() % 8 : m_peerPacket++;
            header.attempt = what & 64 ? m_in.Byte() : 0;
            if (m_peerPacket == BLOCK)
            {
                m_peerPacket = 0;
                m_peerBlock++;
            }
            Arrive(header, Create<Packet>(what & 128 ? 1 + m_in.Byte() : PACKET));
            break;
        }
        case 4:
        case 5: {
            header.type = SNR_RECEIVER_STATE;
            header.number = m_peerReports += what & 8 ? m_in.Offset() : 1;
            header.block = what & 16 ? m_next + m_in.Offset() : m_next;
            header.value = header.block + (what & 32 ? m_in.Offset() : WINDOW);
            header.end = what & 64;
            if (what & 128)
            {
                header.bitmap.assign(m_in.Byte() % 3, m_in.Word() << 16);
            }
            m_told = std::max({m_told, header.value, header.block + WINDOW});
            Arrive(header, Create<Packet>());
            break;
        }
        case 6:
            Advance(MilliSeconds(1) * int64_t{1 + m_in.Byte()} * int64_t{what & 8 ? 20 : 1});
            break;
        default:
            if (what / 8 == 28)
            {
                m_reads = !m_reads;
                if (m_socket)
                {
                    Read(m_socket);
                }
                break;
            }
            Call(what / 8, 1 + what / 8 * 20);
        }
    }

    uint32_t m_peerBlock{0};   //!< the peer's block
    uint16_t m_peerPacket{0};  //!< its next packet
    uint32_t m_peerReports{0}; //!< number of the peer's last state
    uint32_t m_next{0};        //!< the host's next block, as far as told
    uint32_t m_told{WINDOW};   //!< blocks below may have been allowed
    uint32_t m_reports{0};     //!< number of the host's last report
    uint32_t m_lowest{0};      //!< what it acknowledged
    uint32_t m_limit{0};       //!< its window limit
};

/// Reads octets as a header; what is accepted has a right size. @param in octets
void
TryHeader(FuzzInput in)
{
    std::vector<uint8_t> octets(in.GetLeft());
    in.Fill(octets.data(), octets.size());
    SnrHeader header;
    if (octets.size() < header.GetSerializedSize())
    {
        return; // the protocol counts these as malformed
    }
    const auto packet = Create<Packet>(octets.data(), static_cast<uint32_t>(octets.size()));
    const auto again = packet->Copy();
    if (again->RemoveHeader(header) > 0)
    {
        again->AddHeader(header);
        HSN_REQUIRE(again->GetSize() == packet->GetSize());
    }
}
} // namespace

namespace ns3
{
namespace hsn
{
uint32_t
TryInput(FuzzInput in)
{
    TryHeader(in);
    return World(in).Run();
}

std::vector<FuzzSeed>
MakeSeeds()
{
    // 1: sender's state, 9: which opens; 2: data; 4: receiver's state; 6: time; 7: Send()
    const auto connected = [] { return FuzzOutput().Bytes({0, 4, 1}); };
    const auto accepted = [] { return FuzzOutput().Bytes({1, 9}); };
    return {
        {"connect", connected().Bytes({39, 6, 20, 4, 6, 20})},
        {"transfer", connected().Bytes({39, 87, 14, 1, 4, 6, 50, 4, 39, 14, 2, 68})},
        {"countdown",
         connected().Bytes({39, 6, 20, 20, 255, 6, 5, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 6, 9})},
        {"bitmap", connected().Bytes({39, 39, 39, 6, 20, 148, 0, 251, 1, 64, 0, 6, 100, 4})},
        {"end", connected().Bytes({39, 247, 14, 2, 68, 17, 6, 20, 49, 14, 40})},
        {"data", accepted().Bytes({2, 2, 2, 2, 6, 10, 2, 2, 2, 2, 17, 6, 20})},
        {"lost", accepted().Bytes({2, 34, 2, 2, 98, 1, 0, 6, 10, 66, 1, 2, 2})},
        {"one-transmission", FuzzOutput().Bytes({3, 9, 2, 2, 98, 0, 1, 98, 1, 1, 6, 9})},
        {"late-reader", accepted().Bytes({231, 2, 2, 2, 2, 2, 2, 2, 2, 6, 20, 231, 2, 17})},
        {"forged",
         connected().Bytes({39, 20, 200, 9, 36, 0, 99, 10, 5, 90, 26, 250, 9, 156, 2, 1, 1})},
        {"silence", connected().Bytes({39, 14, 255, 14, 255, 14, 255, 14, 255})},
        {"arbitrary",
         accepted().Bytes({80, 19, 136, 15, 160, 1, 1, 0, 0, 0, 0, 0, 9, 0, 0, 0, 0, 0, 0, 0, 0})},
    };
}
} // namespace hsn
} // namespace ns3
