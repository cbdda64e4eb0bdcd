// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * libFuzzer target for TCP Boston: an attacker on the path changes handshakes, reports and cells.
 *
 * The first octets of the input choose the settings of both ends, the others the fate of one cell
 * after the other, in both directions. In any case nothing crashes, the received data is a prefix
 * of the file, every cell is accounted for, and after the end of the input the whole file arrives.
 */
#include "../transport/boston-test-support.h"
#include "fuzz-support.h"

#include <algorithm>
#include <map>

using namespace ns3;
using namespace ns3::hsn;

namespace
{
/// Octets of the file.
constexpr uint32_t FILE_SIZE = 20000;

/// The attacker on the path.
class Meddler
{
  public:
    explicit Meddler(FuzzInput& in)
        : m_in(in)
    {
    }

    /// @param burst a cell, may be changed @return how many copies go on
    int Meddle(CellBurst& burst)
    {
        m_kept.push_back(burst); // their addresses must not be reused
        if (m_in.IsEmpty())
        {
            return 1;
        }
        const bool coded = !burst.pdu->IsAal5();
        switch (m_in.Byte() % 8)
        {
        case 0:
            return 0;
        case 1:
            return coded ? 2 : 1;
        case 2: // one bit, more often near the front
            burst.damage = Create<CellDamage>();
            burst.damage->flips.push_back(
                {burst.first, m_in.Word() % (m_in.Byte() & 1 ? 384 : 32)});
            return 1;
        case 3: // a coded cell that passed before
            if (coded)
            {
                const auto& other = m_kept[m_in.Word() % m_kept.size()];
                if (!other.pdu->IsAal5())
                {
                    const auto vc = burst.vc;
                    burst = other;
                    burst.vc = vc;
                }
            }
            return 1;
        case 4:
            Forge(burst);
            return 1;
        default:
            return 1;
        }
    }

  private:
    /// @param burst cell of a frame whose last octets, behind the IP datagram, are replaced
    void Forge(CellBurst& burst)
    {
        const auto sdu = burst.pdu->GetSdu();
        if (!burst.pdu->IsAal5() || burst.pdu->GetNCells() > 2 || !burst.IsFirst())
        {
            return;
        }
        std::vector<uint8_t> octets(sdu->GetSize());
        sdu->CopyData(octets.data(), sdu->GetSize());
        const size_t ip = octets.size() > 12 ? 8 + (octets[10] << 8 | octets[11]) : octets.size();
        if (ip > octets.size())
        {
            return;
        }
        octets.resize(ip + m_in.Byte() % 10);
        m_in.Fill(octets.data() + ip, octets.size() - ip);
        const auto pdu = Create<AtmPdu>(Create<Packet>(octets.data(), octets.size()));
        if (pdu->GetNCells() == 1)
        {
            burst.pdu = pdu; // else the second cell would belong to the other frame
        }
    }

    FuzzInput& m_in;               //!< decides
    std::vector<CellBurst> m_kept; //!< cells so far
};
} // namespace

extern "C" int
LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    FuzzInput in(data, size);
    BostonHosts hosts("10Mbps", MilliSeconds(1));
    const uint8_t how = in.Byte();
    hosts.Install(how & 1, true);
    auto from = hosts.Make(0);
    auto to = hosts.Make(1);
    for (const auto& socket : {from, to})
    {
        socket->SetAttribute("SegmentSize", UintegerValue(how & 2 ? 1460 : 300));
        socket->SetAttribute("MinRto", TimeValue(MilliSeconds(200)));
        socket->SetAttribute("MaxRto", TimeValue(Seconds(2)));
        socket->SetAttribute("DataRetries", UintegerValue(100000));
        socket->SetAttribute("ConnCount", UintegerValue(100000));
        socket->SetAttribute("ConnTimeout", TimeValue(MilliSeconds(1)));
        socket->SetAttribute("CellIdMode",
                             EnumValue(static_cast<BostonCellIdMode>((how >> 2) % 3)));
        socket->SetAttribute(
            "HeaderMode",
            EnumValue(how & 16 ? BostonSocket::REPLICATED : BostonSocket::CODED_PDU));
        socket->SetAttribute("MaxPartialSegments", UintegerValue(how & 32 ? 2 : 256));
        if (how & 64)
        {
            socket->SetAttribute("RedundancyPolicy", EnumValue(BostonSocket::ADAPTIVE));
        }
    }
    FileTransfer transfer(hosts, from, to, FILE_SIZE);
    Meddler meddler(in);
    for (const auto& port : hosts.ports)
    {
        port->filter = [&meddler](CellBurst& burst) { return meddler.Meddle(burst); };
    }
    transfer.WatchReceiver(hosts.Aal(1));
    Simulator::Stop(Seconds(300));
    Simulator::Run();
    const auto& got = transfer.received;
    HSN_REQUIRE(got.size() <= transfer.file.size());
    HSN_REQUIRE(std::equal(got.begin(), got.end(), transfer.file.begin()));
    if (transfer.cells)
    {
        const auto& c = transfer.cells->GetCounters();
        HSN_REQUIRE(c.used + c.duplicates + c.late + c.malformed + c.noRoom == c.cells);
    }
    return 0;
}
