// SPDX-License-Identifier: GPL-2.0-only
#include "mpeg-atm-maps.h"

#include "mpeg-atm-parity-run.h"

#include "ns3/aal5-plus-adaptation.h"
#include "ns3/aal5.h"
#include "ns3/atm-vc.h"
#include "ns3/core-module.h"
#include "ns3/ex-clp.h"
#include "ns3/gop-model.h"
#include "ns3/mpeg-es-writer.h"
#include "ns3/mpeg-ex-clp-classifier.h"
#include "ns3/mpeg-stream-cutter.h"
#include "ns3/mpeg-ts-writer.h"
#include "ns3/packet.h"

#include <algorithm>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace ns3
{
namespace hsn
{
namespace
{
constexpr uint32_t PDU = 2 * MpegTs::PACKET; //!< octets of two packets

/// What each octet of some PDUs is, and the classes of their cells.
class OctetMap
{
  public:
    /// @param mode how cells are marked @param classifier of the SDUs, or null: they have tags
    explicit OctetMap(Aal5PlusAdaptation::DataPduMode mode, Ptr<ExClpClassifier> classifier)
        : m_layer(CreateObject<Aal5PlusAdaptation>()),
          m_vc(CreateObject<AtmVc>())
    {
        m_layer->SetAttribute("DataPduMode", EnumValue(mode));
        if (classifier)
        {
            m_layer->SetAttribute("Classifier", PointerValue(classifier));
        }
    }

    /**
     * @param sdu is sent
     * @param letters what each of its octets is
     * @param isShown whether it becomes part of the map
     */
    void Send(Ptr<Packet> sdu, const std::string& letters, bool isShown)
    {
        const auto pdu = m_layer->Segment(*m_vc, sdu);
        if (!isShown)
        {
            return;
        }
        const auto& octets = pdu->GetBytes();
        const auto check = Aal5::ParseCpcsPdu(octets.data(), octets.size());
        NS_ABORT_MSG_UNLESS(check.cause == Aal5Error::NONE && check.length == letters.size(),
                            "a PDU of " << check.length << " octets that is not right");
        m_pdus.push_back(letters + std::string(octets.size() - letters.size() - 8, '.') + "ut" +
                         std::string(6, 't'));
        std::string cells;
        for (uint32_t i = 0; i < pdu->GetNCells(); ++i)
        {
            cells += "SIPB"[GetExClpClass(pdu->GetMarks(i))];
        }
        m_cells.push_back(cells);
        m_uu.push_back(check.uu);
    }

    /// @param name of the map @param out gets it
    void Report(const std::string& name, JsonObject& out) const
    {
        out.Set(name + "_pdus", m_pdus);
        out.Set(name + "_cells", m_cells);
        out.Set(name + "_uu", m_uu);
    }

    /// @return the VC
    const AtmVc& GetVc() const
    {
        return *m_vc;
    }

    /// @return PDUs of the map
    std::size_t GetSize() const
    {
        return m_pdus.size();
    }

  private:
    Ptr<Aal5PlusAdaptation> m_layer;  //!< makes PDUs
    Ptr<AtmVc> m_vc;                  //!< on which they are sent
    std::vector<std::string> m_pdus;  //!< letters of octets
    std::vector<std::string> m_cells; //!< letters of cells
    std::vector<uint32_t> m_uu;       //!< user-to-user octets
};

/// @param octets an SDU of headers that MpegStreamCutter has made @return a letter for each octet
std::string
FindRecords(const std::vector<uint8_t>& octets)
{
    std::string letters(8, 'l');
    // the last record of a picture has no octets, and no other one of the SDU has none
    for (std::size_t at = 8; at + 4 <= octets.size() && letters.size() == at;)
    {
        const std::size_t length = octets[at + 3];
        letters += std::string(4, 'r') + std::string(length, 'S');
        at += length > 0 ? 4 + length : 0;
    }
    return letters + std::string(octets.size() - letters.size(), '0');
}

/// @param frames of a group @param out gets the map of PDUs of two packets
void
ReportPackets(const std::vector<VideoFrame>& frames, JsonObject& out)
{
    const MpegEsWriter writer(352, 288, 25);
    MpegTsWriter packets;
    std::vector<uint8_t> stream;
    for (const auto& frame : frames)
    {
        std::vector<uint8_t> picture;
        writer.Write(frame, 3, picture);
        const bool isEntry = frame.type == VIDEO_I;
        if (isEntry)
        {
            packets.WriteTables(stream);
        }
        const auto times = FindMpegTsTimes(frame, 3, 25);
        packets.Write(picture.data(), picture.size(), times, isEntry, stream);
    }
    const auto make = [] {
        return CreateObjectWithAttributes<MpegExClpClassifier>(
            "Format",
            EnumValue(MpegExClpClassifier::TRANSPORT));
    };
    const auto tell = make(); // for the map; it knows what was before as the other one does
    OctetMap map(Aal5PlusAdaptation::MARK_ONLY, make());
    bool hasB = false;
    for (std::size_t at = 0; at + PDU <= stream.size(); at += PDU)
    {
        const auto sdu = Create<Packet>(&stream[at], PDU);
        std::string letters;
        for (const auto& run : tell->Classify(map.GetVc(), sdu))
        {
            letters += std::string(run.octets, "SIPB"[run.cls]);
        }
        const bool isFirstB = !hasB && letters.find('B') != std::string::npos;
        hasB = hasB || isFirstB;
        map.Send(sdu, letters, at == PDU || isFirstB); // the tables are in front of the picture
    }
    map.Report("ts", out);
}

/// @param frames of a group @param out gets the map of PDUs of one class each
void
ReportClasses(const std::vector<VideoFrame>& frames, JsonObject& out)
{
    const MpegEsWriter writer(352, 288, 25);
    MpegStreamCutter cutter;
    OctetMap map(Aal5PlusAdaptation::PER_CLASS_PDU, nullptr);
    for (const auto& frame : frames)
    {
        std::vector<uint8_t> picture;
        writer.Write(frame, 3, picture);
        std::vector<MpegSdu> sdus;
        cutter.Take(picture.data(), picture.size(), sdus);
        cutter.Flush(sdus);
        for (const auto& one : sdus)
        {
            const bool isSystem = one.cls == EX_CLP_SYSTEM;
            ExClpTag tag;
            tag.cls = static_cast<uint8_t>(one.cls);
            auto sdu = Create<Packet>(one.octets.data(), static_cast<uint32_t>(one.octets.size()));
            sdu->AddPacketTag(tag);
            const bool isB = frame.type == VIDEO_B && map.GetSize() < 2;
            map.Send(sdu,
                     isSystem ? FindRecords(one.octets)
                              : std::string(one.octets.size(), "SIPB"[one.cls]),
                     isB && (isSystem ? map.GetSize() == 0 : &one == &sdus.back()));
        }
    }
    map.Report("plus", out);
}
} // namespace

void
ReportOctets(JsonObject& out)
{
    auto model = CreateObject<GopModel>();
    model->SetAttribute("MeanSize", DoubleValue(1.5e6 / 8 / 25));
    model->AssignStreams(1);
    const auto frames = model->Draw(1, true);
    ReportPackets(frames, out);
    ReportClasses(frames, out);
}

void
ReportMatrix(JsonObject& out)
{
    const std::pair<bool, uint32_t> runs[] = {{false, 8}, {false, 9}, {true, 9}};
    std::vector<std::string> names;
    std::vector<std::string> before;
    std::vector<std::string> after;
    for (const auto& [isSecond, length] : runs)
    {
        std::set<uint32_t> lost;
        for (uint32_t cell = 20; cell < 20 + length; ++cell)
        {
            lost.insert(cell);
        }
        MpegAtmParityRun run(1, isSecond);
        run.Send(lost);
        run.Flush();
        std::string arrived;
        std::string left;
        for (uint32_t cell = 0; cell < 64; ++cell)
        {
            const bool isLost = lost.count(cell) > 0;
            arrived += isLost ? 'x' : '.';
            left += cell >= 56              ? 'p'
                    : run.IsExact(cell / 8) ? (isLost ? 'r' : '.')
                                            : (isLost ? 'x' : 'd');
        }
        names.push_back("burst of " + std::to_string(length) +
                        (isSecond ? ", diagonals" : ", columns"));
        before.push_back(arrived);
        after.push_back(left);
    }
    out.Set("matrix_names", names);
    out.Set("matrix_before", before);
    out.Set("matrix_after", after);
}
} // namespace hsn
} // namespace ns3
