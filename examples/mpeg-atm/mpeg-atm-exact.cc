// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * What follows from the definitions of mpeg-atm: headers, AAL5+, parity, what one cell matters.
 */
#include "mpeg-atm-maps.h"
#include "mpeg-atm-parity-run.h"

#include "ns3/aal5-plus.h"
#include "ns3/core-module.h"
#include "ns3/ex-clp.h"
#include "ns3/fixed-length-delineator.h"
#include "ns3/json-object.h"
#include "ns3/mpeg-es-parser.h"
#include "ns3/parity-matrix.h"
#include "ns3/picture-quality.h"
#include "ns3/program-options.h"

#include <algorithm>
#include <array>
#include <iostream>
#include <random>
#include <string>
#include <vector>

using namespace ns3;
using namespace ns3::hsn;

namespace
{
constexpr uint32_t CELL = 48; //!< octets of a payload

/// @param cls class @param bit that extends CLP @param isLast last cell of a PDU @return its header
AtmCellHeader
MakeHeader(uint32_t cls, ExClpBit bit, bool isLast)
{
    AtmCellHeader header;
    header.vpi = 1;
    header.vci = 32;
    MarkExClp(header, cls, bit, isLast);
    return header;
}

/// @return low nibbles of the fourth octet by class @param bit that extends CLP
std::vector<int>
FindNibbles(ExClpBit bit)
{
    std::vector<int> nibbles;
    for (uint32_t cls = 0; cls < 4; ++cls)
    {
        uint8_t octets[5];
        MakeHeader(cls, bit, false).Serialize(AtmCellHeader::UNI, octets);
        nibbles.push_back(octets[3] & 15);
    }
    return nibbles;
}

/// A receiver that knows nothing but AAL5, and takes cells of 53 octets.
class StandardReceiver
{
  public:
    /// @param pdu octets @param cls class of its cells @param bit that extends CLP
    void Send(const std::vector<uint8_t>& pdu, uint32_t cls, ExClpBit bit)
    {
        for (std::size_t at = 0; at < pdu.size(); at += CELL)
        {
            AtmCell cell;
            cell.header = MakeHeader(cls, bit, at + CELL == pdu.size());
            std::copy_n(&pdu[at], CELL, cell.payload.begin());
            uint8_t octets[CellBurst::CELL_BYTES];
            cell.Serialize(AtmCellHeader::UNI, octets);
            Take(octets);
        }
    }

    uint64_t accepted{0}; //!< PDUs

  private:
    /// @param octets of a cell
    void Take(const uint8_t* octets)
    {
        AtmCell cell;
        if (!AtmCell::Parse(AtmCellHeader::UNI, octets, cell))
        {
            return;
        }
        m_pdu.insert(m_pdu.end(), cell.payload.begin(), cell.payload.end());
        if (cell.header.IsLast())
        {
            const auto check = Aal5::ParseCpcsPdu(m_pdu.data(), m_pdu.size());
            accepted += check.cause == Aal5Error::NONE ? 1 : 0;
            m_pdu.clear();
        }
    }

    std::vector<uint8_t> m_pdu; //!< cells so far
};

/// @return PDUs of eight cells with the literal bit that a receiver which counts cells finds, of
/// 500 of each class @param loss share of cells
std::vector<uint64_t>
FindByLength(double loss)
{
    std::mt19937 random(2);
    std::bernoulli_distribution isLost(loss);
    std::vector<uint64_t> found;
    for (uint32_t cls = 0; cls < 4; ++cls)
    {
        FixedLengthDelineator receiver(8);
        const auto type = cls == EX_CLP_SYSTEM ? AAL5_PLUS_SYSTEM : AAL5_PLUS_DATA;
        for (uint32_t i = 0; i < 500; ++i)
        {
            const std::vector<uint8_t> sdu(376, static_cast<uint8_t>(random()));
            const auto pdu = Aal5::BuildCpcsPdu(sdu.data(), 376, Aal5Plus::MakeUu(type, i));
            for (std::size_t at = 0; at < pdu.size(); at += CELL)
            {
                if (!isLost(random))
                {
                    receiver.Receive(&pdu[at]);
                }
            }
        }
        found.push_back(receiver.GetCounters().found[type]);
    }
    return found;
}

/// @param out gets what a standard receiver accepts
void
ReportAdaptation(JsonObject& out)
{
    std::mt19937 random(1);
    const auto makeSdu = [&random](uint32_t n) {
        std::vector<uint8_t> sdu(n);
        std::generate(sdu.begin(), sdu.end(), [&random] { return static_cast<uint8_t>(random()); });
        return sdu;
    };
    const uint32_t pdus = 500;
    StandardReceiver mixed;
    for (uint32_t i = 0; i < pdus; ++i)
    {
        const uint32_t cls = random() % 4;
        const auto sdu = makeSdu(1 + random() % 2000);
        const auto type = cls == EX_CLP_SYSTEM ? AAL5_PLUS_SYSTEM : AAL5_PLUS_DATA;
        const auto size = static_cast<uint32_t>(sdu.size());
        mixed.Send(Aal5::BuildCpcsPdu(sdu.data(), size, Aal5Plus::MakeUu(type, i)),
                   cls,
                   EX_CLP_EFCI);
    }
    out.Set("pdus_sent", pdus);
    out.Set("pdus_accepted_efci", mixed.accepted);
    std::vector<uint64_t> longer;
    std::vector<uint64_t> single;
    for (uint32_t cls = 0; cls < 4; ++cls)
    {
        StandardReceiver ofLonger;
        StandardReceiver ofSingle;
        for (uint32_t i = 0; i < pdus; ++i)
        {
            const auto sdu = makeSdu(41 + random() % 2000);
            const auto size = static_cast<uint32_t>(sdu.size());
            ofLonger.Send(Aal5::BuildCpcsPdu(sdu.data(), size), cls, EX_CLP_AUU);
            ofSingle.Send(Aal5::BuildCpcsPdu(sdu.data(), 40), cls, EX_CLP_AUU);
        }
        longer.push_back(ofLonger.accepted);
        single.push_back(ofSingle.accepted);
    }
    out.Set("pdus_accepted_auu", longer);
    out.Set("single_cell_pdus_accepted_auu", single);
    out.Set("pdus_found_by_length", FindByLength(0));
    out.Set("pdus_found_by_length_lossy", FindByLength(0.01));

    uint32_t wrong = 0;
    for (uint32_t sequence = 0; sequence < 300; ++sequence)
    {
        for (const auto type : {AAL5_PLUS_SYSTEM, AAL5_PLUS_DATA})
        {
            const uint8_t uu = Aal5Plus::MakeUu(type, sequence);
            const uint32_t expected = (type == AAL5_PLUS_DATA ? 128 : 0) + sequence % 128;
            wrong += uu == expected && Aal5Plus::GetType(uu) == type &&
                             Aal5Plus::GetSequence(uu) == sequence % 128
                         ? 0
                         : 1;
        }
    }
    out.Set("wrong_uu", wrong);
    out.Set("cells_of_two_ts_packets", Aal5Plus::CellsFor(2 * 188, false));
    out.Set("cells_of_two_ts_packets_and_octet", Aal5Plus::CellsFor(2 * 188, true));
}

/// @param first cell @param length of a burst @return its cells
std::set<uint32_t>
MakeBurst(uint32_t first, uint32_t length)
{
    std::set<uint32_t> cells;
    for (uint32_t k = 0; k < length; ++k)
    {
        cells.insert(first + k);
    }
    return cells;
}

/// @param out gets what the parity of System PDUs repairs
void
ReportParity(JsonObject& out)
{
    std::vector<uint32_t> bursts;
    uint64_t mostHeld = 0;
    for (const uint32_t length : {1, 8, 9})
    {
        uint32_t repaired = 0;
        for (uint32_t i = 0; i + length <= 64; ++i)
        {
            MpegAtmParityRun run(1);
            run.Send(MakeBurst(i, length));
            // what the parity PDU loses hurts nobody
            repaired += run.GetExact() == 7 ? 1 : 0;
            if (i + length == 64 || length == 9)
            {
                run.Send({}); // the end is not known before, or diagonals might still come
            }
            mostHeld = std::max<uint64_t>(mostHeld, run.GetCounters().held);
        }
        bursts.push_back(repaired);
    }
    out.Set("bursts_1_8_9_repaired", bursts);
    out.Set("cells_kept_behind_a_group", mostHeld);
    MpegAtmParityRun quiet(1);
    for (int g = 0; g < 20; ++g)
    {
        quiet.Send({});
    }
    out.Set("cells_kept_without_loss", quiet.GetCounters().mostHeld);
    out.Set("pdus_late_without_loss", quiet.GetLate());
    // with a loss, kept until the end of the group
    MpegAtmParityRun lossy(1);
    lossy.Send({3});
    out.Set("cells_kept_with_a_loss", lossy.GetCounters().mostHeld);
    const SystemParityEncoder few({7, 8});
    const SystemParityEncoder many({127, 8});
    out.Set("cells_kept_by_sender_per_row",
            static_cast<double>(many.GetKeptCells() - few.GetKeptCells()) / 120);

    // a stream of which every 20th PDU is a System PDU
    SystemParityEncoder encoder;
    const std::vector<uint8_t> sdu(encoder.GetSduSize(), 1);
    uint64_t parity = 0;
    const uint32_t stream = 14000;
    for (uint32_t i = 0; i < stream; i += 20)
    {
        encoder.MakePdu(sdu.data());
        parity += encoder.TakeParity().size();
    }
    out.Set("parity_percent", 100.0 * static_cast<double>(parity) / stream);

    SystemParityEncoder second;
    std::vector<std::size_t> parities;
    for (uint32_t i = 0; i < 21; ++i)
    {
        second.MakePdu(sdu.data());
        if (i == 9) // in the second group
        {
            second.SetSecondMode(true);
        }
        const auto pdus = second.TakeParity();
        if (!pdus.empty())
        {
            parities.push_back(pdus.size());
        }
    }
    out.Set("parity_pdus_by_group", std::vector<uint64_t>(parities.begin(), parities.end()));
}

/// @param matrix of 8 x 8 cells @param lost cells @return whether all are restored
bool
IsRepaired(const ParityMatrix& matrix, const std::vector<uint32_t>& lost)
{
    std::vector<bool> present(matrix.GetCells(), true);
    for (const uint32_t cell : lost)
    {
        present[cell] = false;
    }
    std::vector<uint8_t> cells(matrix.GetCells());
    return matrix.Repair(present, cells.data()) == lost.size();
}

/// @param out gets the patterns that each kind of diagonals repairs
void
ReportDiagonals(JsonObject& out)
{
    const std::pair<const char*, ParityDiagonals> kinds[] = {
        {"none", PARITY_DIAGONALS_NONE},
        {"corner2", PARITY_DIAGONALS_CORNERS},
        {"wrapped", PARITY_DIAGONALS_WRAPPED},
        {"extended", PARITY_DIAGONALS_EXTENDED},
        {"wrapped_both", PARITY_DIAGONALS_WRAPPED_BOTH},
        {"extended_both", PARITY_DIAGONALS_EXTENDED_BOTH}};
    for (const auto& kind : kinds)
    {
        const ParityMatrix matrix(7, 8, 1, kind.second);
        std::vector<uint32_t> counts(6); // extra cells, pairs, rows, bursts of 9, 12, 16
        counts[0] = matrix.GetCells() - 64;
        for (uint32_t a = 0; a < 8; ++a)
        {
            for (uint32_t b = a + 1; b < 8; ++b)
            {
                std::vector<uint32_t> rows;
                for (uint32_t column = 0; column < 8; ++column)
                {
                    rows.push_back(8 * a + column);
                    rows.push_back(8 * b + column);
                    counts[1] += IsRepaired(matrix, {8 * a + column, 8 * b + column}) ? 1 : 0;
                }
                counts[2] += IsRepaired(matrix, rows) ? 1 : 0;
            }
        }
        const uint32_t lengths[] = {9, 12, 16};
        for (uint32_t k = 0; k < 3; ++k)
        {
            for (uint32_t i = 0; i + lengths[k] <= 64; ++i)
            {
                const auto burst = MakeBurst(i, lengths[k]);
                counts[3 + k] += IsRepaired(matrix, {burst.begin(), burst.end()}) ? 1 : 0;
            }
        }
        out.Set(std::string("patterns_") + kind.first, counts);
        std::mt19937 random(7);
        const uint32_t samples = 2000;
        uint32_t repaired = 0;
        for (uint32_t i = 0; i < samples; ++i)
        {
            std::vector<uint32_t> lost;
            for (uint32_t column = 0; column < 8; ++column)
            {
                const uint32_t a = random() % 8;
                const uint32_t b = (a + 1 + random() % 7) % 8;
                lost.push_back(8 * a + column);
                lost.push_back(8 * b + column);
            }
            repaired += IsRepaired(matrix, lost) ? 1 : 0;
        }
        out.Set(std::string("two_in_every_column_") + kind.first,
                static_cast<double>(repaired) / samples);
    }
}

/// @param out gets what the loss of one cell does, by class
void
ReportDamage(JsonObject& out)
{
    // cells of a picture of 1.5 Mbit/s: headers, I, P, B
    const double cells[] = {8, 1015, 185, 31};
    std::array<double, 4> undecodable{{}};
    std::array<double, 4> error{{}};
    std::array<uint32_t, 4> count{{}};
    std::vector<double> byPlace;
    for (uint32_t place = 0; place < 12; ++place)
    {
        for (const bool isHeader : {false, true})
        {
            GopModel model;
            PictureQuality quality(0);
            double damaged = 0;
            double distortion = 0;
            uint32_t cls = 0;
            for (uint32_t i = 0; i < 48; ++i)
            {
                const auto frame = model.Next();
                PictureQuality::Loss loss;
                loss.data = cells[frame.type];
                loss.system = cells[0];
                if (i == 12 + place)
                {
                    (isHeader ? loss.lostSystem : loss.lostData) = 1;
                    cls = isHeader ? 0 : frame.type;
                }
                quality.Add(frame, loss);
                damaged += quality.IsDecodable(i) ? 0 : 1;
                distortion += quality.GetDistortion(i) / PictureQuality::CONCEALED;
            }
            undecodable[cls] += damaged;
            error[cls] += distortion;
            ++count[cls];
            if (!isHeader)
            {
                byPlace.push_back(damaged);
            }
        }
    }
    const char* const names[] = {"s", "i", "p", "b"};
    for (uint32_t cls = 0; cls < 4; ++cls)
    {
        out.Set(std::string("undecodable_") + names[cls], undecodable[cls] / count[cls]);
        out.Set(std::string("area_") + names[cls], error[cls] / count[cls]);
        out.Set(std::string("lost_share_") + names[cls], 1 / cells[cls]);
    }
    out.Set("undecodable_by_place", byPlace);
}

/// @param out gets classes by picture_coding_type 0 to 7, of streams written by hand
void
ReportTypes(JsonObject& out)
{
    std::string classes;
    for (uint32_t type = 0; type < 8; ++type)
    {
        const uint8_t stream[] = {0,
                                  0,
                                  1,
                                  0,
                                  0,
                                  static_cast<uint8_t>(0x87 | type << 3),
                                  0xff,
                                  0xf8,
                                  0,
                                  0,
                                  1,
                                  1,
                                  0x42,
                                  0x55};
        MpegEsParser parser;
        std::vector<MpegRun> runs;
        parser.Take(stream, sizeof(stream), runs);
        classes += "SIPB"[runs.back().cls];
    }
    out.Set("classes_by_type", classes);
}

/// @param out gets what the header check does
void
ReportHec(JsonObject& out)
{
    uint8_t right[5];
    MakeHeader(1, EX_CLP_EFCI, false).Serialize(AtmCellHeader::UNI, right);
    uint32_t corrected = 0;
    uint32_t detected = 0;
    uint32_t pairs = 0;
    for (uint32_t a = 0; a < 40; ++a)
    {
        std::array<uint8_t, 5> one;
        std::copy_n(right, 5, one.begin());
        one[a / 8] ^= 128 >> a % 8;
        auto header = one;
        AtmHecReceiver receiver;
        corrected += receiver.Receive(header.data()) == AtmHecReceiver::CORRECTED &&
                             std::equal(right, right + 5, header.begin())
                         ? 1
                         : 0;
        for (uint32_t b = a + 1; b < 40; ++b)
        {
            auto two = one;
            two[b / 8] ^= 128 >> b % 8;
            // in detection mode, to which the corrected header has led
            AtmHecReceiver detecting = receiver;
            detected += detecting.Receive(two.data()) == AtmHecReceiver::DISCARDED ? 1 : 0;
            ++pairs;
        }
    }
    out.Set("single_errors_corrected", corrected);
    out.Set("double_errors", pairs);
    out.Set("double_errors_detected", detected);
}
} // namespace

int
main(int argc, char* argv[])
{
    ProgramOptions options(__FILE__, "Paper mpeg-atm: what follows from its definitions");
    bool maps = false;
    options.Add("maps", "Tell only what each octet of some PDUs is, and a matrix of cells", maps);
    options.Parse(argc, argv);
    JsonObject out;
    if (maps)
    {
        ReportOctets(out);
        ReportMatrix(out);
        std::cout << out << std::endl;
        return 0;
    }
    out.Set("nibbles_efci", FindNibbles(EX_CLP_EFCI));
    out.Set("nibbles_auu", FindNibbles(EX_CLP_AUU));
    ReportAdaptation(out);
    ReportParity(out);
    ReportDiagonals(out);
    ReportDamage(out);
    ReportTypes(out);
    ReportHec(out);
    std::cout << out << std::endl;
    return 0;
}
