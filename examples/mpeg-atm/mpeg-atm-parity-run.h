// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * System PDUs with random contents on their way to a receiver that repairs them.
 */
#ifndef MPEG_ATM_PARITY_RUN_H
#define MPEG_ATM_PARITY_RUN_H

#include "ns3/system-parity.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <random>
#include <set>
#include <vector>

namespace ns3
{
namespace hsn
{
/// Sends groups of seven System PDUs of eight cells, and compares what arrives.
class MpegAtmParityRun
{
  public:
    /// @param seed of the contents @param isSecond whether diagonals have parity, too
    explicit MpegAtmParityRun(uint32_t seed, bool isSecond = false)
        : m_random(seed)
    {
        m_encoder.SetSecondMode(isSecond);
        m_decoder.SetDeliver(MakeCallback(&MpegAtmParityRun::Take, this));
    }

    /// @param lost cells of the next group, row by row, then those of diagonals
    void Send(const std::set<uint32_t>& lost)
    {
        m_number = 0;
        m_lost.resize((m_count + 7) * 8, false);
        m_isExact.resize(m_count + 7, false);
        for (const uint32_t cell : lost)
        {
            if (cell < 56)
            {
                m_lost[m_count * 8 + cell] = true;
            }
        }
        for (uint32_t row = 0; row < 7; ++row)
        {
            std::vector<uint8_t> sdu(m_encoder.GetSduSize());
            std::generate(sdu.begin(), sdu.end(), [this] {
                return static_cast<uint8_t>(m_random());
            });
            const auto pdu = m_encoder.MakePdu(sdu.data());
            m_sent[pdu[pdu.size() - Aal5::TRAILER_BYTES]] = {m_count, pdu};
            ++m_count;
            SendCells(pdu, lost);
            m_late += m_exact < m_count ? 1 : 0;
        }
        for (const auto& pdu : m_encoder.TakeParity())
        {
            SendCells(pdu, lost);
        }
    }

    /// @return PDUs that arrived, every bit as they were sent
    uint64_t GetExact() const
    {
        return m_exact;
    }

    /// @param pdu number of one that was sent, from 0 @return whether it arrived so
    bool IsExact(uint64_t pdu) const
    {
        return m_isExact[pdu];
    }

    /// @return cells that were lost and not repaired, parity not included
    uint64_t GetResidual() const
    {
        return static_cast<uint64_t>(std::count(m_lost.begin(), m_lost.end(), true));
    }

    /// @return how often PDUs were missing after one had been sent
    uint64_t GetLate() const
    {
        return m_late;
    }

    /// No more cells of the group come.
    void Flush()
    {
        m_decoder.Flush();
    }

    /// @return the receiver's counters
    const SystemParityDecoder::Counters& GetCounters() const
    {
        return m_decoder.GetCounters();
    }

  private:
    /// @param pdu octets @param lost cells of the group
    void SendCells(const std::vector<uint8_t>& pdu, const std::set<uint32_t>& lost)
    {
        for (std::size_t at = 0; at < pdu.size(); at += Aal5::PAYLOAD_BYTES, ++m_number)
        {
            if (lost.count(m_number) == 0)
            {
                m_decoder.Receive(&pdu[at], at + Aal5::PAYLOAD_BYTES == pdu.size());
            }
        }
    }

    /// @param delivery a PDU
    void Take(const SystemParityDelivery& delivery)
    {
        const auto& pdu = m_sent[delivery.sequence];
        if (std::equal(pdu.second.begin(), pdu.second.end(), delivery.pdu))
        {
            ++m_exact;
            m_isExact[pdu.first] = true;
            std::fill_n(m_lost.begin() + static_cast<std::ptrdiff_t>(pdu.first * 8), 8, false);
        }
    }

    std::mt19937 m_random;         //!< contents
    SystemParityEncoder m_encoder; //!< sender
    SystemParityDecoder m_decoder; //!< receiver
    /// Latest PDUs by sequence number: how many were sent before, and their octets.
    std::map<uint32_t, std::pair<uint64_t, std::vector<uint8_t>>> m_sent;
    std::vector<bool> m_lost;    //!< of all cells sent, parity not included
    std::vector<bool> m_isExact; //!< see IsExact
    uint64_t m_count{0};         //!< PDUs sent
    uint64_t m_exact{0};         //!< see GetExact
    uint64_t m_late{0};          //!< see GetLate
    uint32_t m_number{0};        //!< of the next cell of the group
};
} // namespace hsn
} // namespace ns3

#endif // MPEG_ATM_PARITY_RUN_H
