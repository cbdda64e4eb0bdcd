// SPDX-License-Identifier: GPL-2.0-only
#include "mpeg-cell-source.h"

#include "video-pdus.h"

#include "ns3/abort.h"
#include "ns3/atm-raw-pdu.h"
#include "ns3/cell-burst.h"
#include "ns3/double.h"
#include "ns3/ex-clp.h"
#include "ns3/pointer.h"
#include "ns3/uinteger.h"

#include <cmath>

namespace ns3
{
namespace hsn
{
NS_OBJECT_ENSURE_REGISTERED(MpegCellSource);

TypeId
MpegCellSource::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::hsn::MpegCellSource")
            .SetParent<AtmCellSource>()
            .SetGroupName("Hsn")
            .AddConstructor<MpegCellSource>()
            .AddAttribute("Model",
                          "Draws the pictures; its MeanSize is set at StartTime.",
                          PointerValue(),
                          MakePointerAccessor(&MpegCellSource::m_model),
                          MakePointerChecker<GopModel>())
            .AddAttribute("MeanRate",
                          "Mean rate, 53 octets a cell, at most that of the link; 0: no cells.",
                          DataRateValue(DataRate("1691504bps")),
                          MakeDataRateAccessor(&MpegCellSource::m_rate),
                          MakeDataRateChecker())
            .AddAttribute("FrameRate",
                          "Pictures/s.",
                          DoubleValue(25),
                          MakeDoubleAccessor(&MpegCellSource::m_frameRate),
                          MakeDoubleChecker<double>(0.1, 1000))
            .AddAttribute("PduCells",
                          "Cells of a PDU; two packets of the transport stream have 8.",
                          UintegerValue(8),
                          MakeUintegerAccessor(&MpegCellSource::m_pduCells),
                          MakeUintegerChecker<uint32_t>(1, MAX_UNIT))
            .AddAttribute("SmoothWindow",
                          "Pictures over whose time their cells are spread evenly.",
                          UintegerValue(1),
                          MakeUintegerAccessor(&MpegCellSource::m_window),
                          MakeUintegerChecker<uint32_t>(1, 1000))
            .AddAttribute("Phase",
                          "Times of a picture from StartTime to the first picture.",
                          DoubleValue(0),
                          MakeDoubleAccessor(&MpegCellSource::m_phase),
                          MakeDoubleChecker<double>(0, 1e6))
            .AddAttribute("Groups",
                          "Groups of pictures, whose mean rate is exactly MeanRate but for "
                          "rounding; 0: no end, and no such scaling.",
                          UintegerValue(0),
                          MakeUintegerAccessor(&MpegCellSource::m_groups),
                          MakeUintegerChecker<uint32_t>(0, 1000000));
    return tid;
}

MpegCellSource::MpegCellSource()
    : m_model(CreateObject<GopModel>()),
      m_uniform(CreateObject<UniformRandomVariable>())
{
}

void
MpegCellSource::DoDispose()
{
    m_model = nullptr;
    m_uniform = nullptr;
    m_units.fill(nullptr);
    AtmCellSource::DoDispose();
}

Ptr<GopModel>
MpegCellSource::GetModel() const
{
    return m_model;
}

const std::array<uint64_t, 4>&
MpegCellSource::GetSentByClass() const
{
    return m_sent.Get();
}

int64_t
MpegCellSource::AssignStreams(int64_t stream)
{
    m_uniform->SetStream(stream);
    return 1 + m_model->AssignStreams(stream + 1);
}

bool
MpegCellSource::DoBegin(int64_t now, int64_t, DataRate rate)
{
    NS_ABORT_MSG_UNLESS(m_model, "a MpegCellSource without a Model");
    NS_ABORT_MSG_IF(m_rate > rate,
                    "MeanRate of a MpegCellSource is " << m_rate << ": at most that of its link, "
                                                       << rate);
    if (m_rate.GetBitRate() == 0)
    {
        return false;
    }
    const double cells = static_cast<double>(m_rate.GetBitRate()) / (8 * CellBurst::CELL_BYTES);
    m_model->SetAttribute("MeanSize", DoubleValue(cells / m_frameRate));
    if (m_groups > 0)
    {
        m_frames = m_model->Draw(m_groups, true);
    }
    for (uint32_t cls = 0; cls < m_units.size(); ++cls)
    {
        m_units[cls] = Create<AtmRawPdu>(m_pduCells);
        m_units[cls]->SetMarks(0, m_pduCells, GetExClpMarks(cls));
    }
    const double steps = static_cast<double>(Seconds(1).GetTimeStep()) / m_frameRate;
    m_start = static_cast<double>(now) + m_phase * steps;
    m_length = 0;
    return true;
}

VideoFrame
MpegCellSource::DrawFrame()
{
    if (m_groups == 0)
    {
        return m_model->Next();
    }
    if (m_nextFrame < m_frames.size())
    {
        return m_frames[m_nextFrame++];
    }
    VideoFrame none;
    none.data = -1;
    return none;
}

void
MpegCellSource::DrawWindow()
{
    m_start += m_length;
    m_length = 0;
    m_pdus.clear();
    m_cell = 0;
    const double period = static_cast<double>(Seconds(1).GetTimeStep()) / m_frameRate;
    for (uint32_t i = 0; i < m_window; ++i)
    {
        const VideoFrame frame = DrawFrame();
        if (frame.data < 0)
        {
            return;
        }
        const auto pdus = MakeVideoPdus(frame, m_pduCells, m_uniform);
        m_pdus.insert(m_pdus.end(), pdus.begin(), pdus.end());
        m_length += period;
    }
}

void
MpegCellSource::Draw()
{
    if (m_drawn >= 0)
    {
        ++(*m_sent.operator->())[static_cast<std::size_t>(m_drawn)];
        m_drawn = -1;
    }
    while (m_cell == m_pdus.size() * m_pduCells)
    {
        DrawWindow();
        if (m_length == 0)
        {
            SetNext(ATM_NEVER, nullptr, 0);
            return;
        }
    }
    const auto cells = static_cast<double>(m_pdus.size() * m_pduCells);
    const double time = m_start + static_cast<double>(m_cell) * m_length / cells;
    m_drawn = m_pdus[m_cell / m_pduCells];
    SetNext(std::llround(time),
            PeekPointer(m_units[static_cast<std::size_t>(m_drawn)]),
            static_cast<uint32_t>(m_cell % m_pduCells));
    ++m_cell;
}
} // namespace hsn
} // namespace ns3
