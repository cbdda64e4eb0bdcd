// SPDX-License-Identifier: GPL-2.0-only
#include "mpeg-atm-arrivals.h"

#include "ns3/double.h"
#include "ns3/random-variable-stream.h"
#include "ns3/string.h"
#include "ns3/video-pdus.h"

#include <algorithm>
#include <cmath>

namespace ns3
{
namespace hsn
{
namespace
{
/// @param cell of a PDU, whose other cells are like it @param cells get the PDU @param pdus so far
void
AddPdu(MpegAtmCell cell, std::vector<MpegAtmCell>& cells, uint32_t& pdus)
{
    cell.pdu = pdus++;
    for (uint32_t k = 0; k < MPEG_ATM_PDU; ++k)
    {
        cell.index = static_cast<uint8_t>(k);
        cells.push_back(cell);
    }
}
} // namespace

MpegAtmArrivals
MakeMpegAtmArrivals(const MpegAtmTraffic& traffic)
{
    MpegAtmArrivals all;
    const int64_t period = MPEG_ATM_SECOND / MPEG_ATM_FRAME_RATE;
    auto uniform = CreateObject<UniformRandomVariable>();
    uniform->SetStream(1);
    for (uint32_t s = 0; s < traffic.sources; ++s)
    {
        auto model = CreateObject<GopModel>();
        model->SetAttribute("Preset", StringValue(traffic.preset));
        model->SetAttribute("MeanSize", DoubleValue(traffic.mean / MPEG_ATM_FRAME_RATE));
        if (traffic.constant)
        {
            model->SetAttribute("GopCov", DoubleValue(0));
            model->SetAttribute("FrameCov", DoubleValue(0));
        }
        model->AssignStreams(2 + s);
        const uint32_t size = model->GetGopSize();
        const auto gops =
            static_cast<uint32_t>(std::ceil(traffic.time * MPEG_ATM_FRAME_RATE / size));
        // a group to warm up, and one in which the others end
        const auto frames = model->Draw(gops + 2, true);
        all.firstFrame = size;
        all.endFrame = (gops + 1) * size;
        const double phase = traffic.aligned ? 0 : uniform->GetValue(0, size);
        uint32_t headers = 0; // PDUs
        int64_t start = std::llround(phase * static_cast<double>(period));
        for (std::size_t i = 0; i < frames.size(); i += traffic.smooth)
        {
            std::vector<MpegAtmCell> cells;
            const std::size_t end = std::min<std::size_t>(i + traffic.smooth, frames.size());
            for (std::size_t f = i; f < end; ++f)
            {
                for (const uint8_t cls : MakeVideoPdus(frames[f], MPEG_ATM_PDU, uniform))
                {
                    MpegAtmCell cell;
                    cell.frame = static_cast<uint32_t>(f);
                    cell.source = static_cast<uint16_t>(s);
                    cell.cls = cls;
                    AddPdu(cell, cells, all.pdus);
                    headers += cls == 0 ? 1 : 0;
                    if (traffic.parity && cls == 0 && headers % MPEG_ATM_PARITY_PDUS == 0)
                    {
                        cell.frame = MPEG_ATM_NO_FRAME;
                        AddPdu(cell, cells, all.pdus);
                    }
                }
            }
            const auto length = static_cast<int64_t>(end - i) * period;
            for (std::size_t k = 0; k < cells.size(); ++k)
            {
                cells[k].time =
                    start + static_cast<int64_t>(k) * length / static_cast<int64_t>(cells.size());
            }
            all.cells.insert(all.cells.end(), cells.begin(), cells.end());
            start += length;
        }
        all.frames.push_back(frames);
    }
    std::sort(all.cells.begin(), all.cells.end(), [](const auto& a, const auto& b) {
        return a.time != b.time ? a.time < b.time : a.source < b.source;
    });
    return all;
}
} // namespace hsn
} // namespace ns3
