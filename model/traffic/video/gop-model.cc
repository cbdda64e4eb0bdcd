// SPDX-License-Identifier: GPL-2.0-only
#include "gop-model.h"

#include "ns3/abort.h"
#include "ns3/double.h"
#include "ns3/hsn-compat.h"
#include "ns3/uinteger.h"

#include <cmath>

namespace ns3
{
namespace hsn
{
NS_OBJECT_ENSURE_REGISTERED(GopModel);

const char*
ToString(VideoFrameType type)
{
    return type == VIDEO_I ? "I" : type == VIDEO_P ? "P" : "B";
}

TypeId
GopModel::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::hsn::GopModel")
            .SetParent<Object>()
            .SetGroupName("Hsn")
            .AddConstructor<GopModel>()
            .AddAttribute("Preset",
                          "Shares of I, P, B pictures and headers: 53, 29, 13, 5 % (PaperA), 50, "
                          "30, 15, 5 % (PaperB), or pictures of 5 : 3 : 1 (Typical).",
                          EnumValue(PAPER_A),
                          MakeHsnEnumAccessor<Preset>(&GopModel::SetPreset, &GopModel::GetPreset),
                          MakeEnumChecker(PAPER_A, "PaperA", PAPER_B, "PaperB", TYPICAL, "Typical"))
            .AddAttribute("GopSize",
                          "Pictures of a group, a multiple of AnchorDistance.",
                          UintegerValue(12),
                          MakeUintegerAccessor(&GopModel::m_gopSize),
                          MakeUintegerChecker<uint32_t>(1, 1000))
            .AddAttribute("AnchorDistance",
                          "Pictures from one anchor (I or P) to the next; 1: no B pictures.",
                          UintegerValue(3),
                          MakeUintegerAccessor(&GopModel::m_anchorDistance),
                          MakeUintegerChecker<uint32_t>(1, 1000))
            .AddAttribute("MeanSize",
                          "Mean size of a picture with its headers, in any unit, above 0.",
                          DoubleValue(1),
                          MakeDoubleAccessor(&GopModel::m_meanSize),
                          MakeDoubleChecker<double>(1e-9))
            .AddAttribute("GopCov",
                          "Coefficient of variation of the factor of a group.",
                          DoubleValue(0.3),
                          MakeDoubleAccessor(&GopModel::m_gopCov),
                          MakeDoubleChecker<double>(0, 10))
            .AddAttribute("GopCorrelation",
                          "Correlation of the logarithms of successive groups' factors, 0 to 1.",
                          DoubleValue(0.8),
                          MakeDoubleAccessor(&GopModel::m_gopCorrelation),
                          MakeDoubleChecker<double>(0, 1))
            .AddAttribute("FrameCov",
                          "Coefficient of variation of the factor of a picture.",
                          DoubleValue(0.15),
                          MakeDoubleAccessor(&GopModel::m_frameCov),
                          MakeDoubleChecker<double>(0, 10));
    return tid;
}

GopModel::GopModel()
    : m_random(CreateObject<NormalRandomVariable>())
{
    SetPreset(PAPER_A);
}

GopModel::~GopModel() = default;

void
GopModel::DoDispose()
{
    m_random = nullptr;
    Object::DoDispose();
}

void
GopModel::NotifyConstructionCompleted()
{
    Object::NotifyConstructionCompleted();
    Check();
}

void
GopModel::Check() const
{
    NS_ABORT_MSG_UNLESS(m_gopSize % m_anchorDistance == 0,
                        "GopSize of a GopModel is " << m_gopSize
                                                    << ": a multiple of its AnchorDistance, "
                                                    << m_anchorDistance);
    const VideoFrameType types[] = {VIDEO_I, VIDEO_P, VIDEO_B};
    for (const auto type : types)
    {
        NS_ABORT_MSG_IF(GetCount(type) == 0 && GetShare(type) > 0,
                        "a GopModel whose groups have no " << ToString(type)
                                                           << " pictures gives them a share of "
                                                           << GetShare(type) << ": 0");
    }
}

void
GopModel::SetPreset(Preset preset)
{
    m_preset = preset;
    switch (preset)
    {
    case PAPER_A:
        SetShares(0.53, 0.29, 0.13, 0.05);
        break;
    case PAPER_B:
        SetShares(0.50, 0.30, 0.15, 0.05);
        break;
    case TYPICAL: // one I of 5, three P of 3, eight B of 1
        SetShares(0.95 * 5 / 22, 0.95 * 9 / 22, 0.95 * 8 / 22, 0.05);
        break;
    }
}

GopModel::Preset
GopModel::GetPreset() const
{
    return m_preset;
}

void
GopModel::SetShares(double i, double p, double b, double system)
{
    NS_ABORT_MSG_UNLESS(i >= 0 && p >= 0 && b >= 0 && system >= 0 &&
                            std::abs(i + p + b + system - 1) < 1e-9,
                        "shares of a GopModel are " << i << ", " << p << ", " << b << ", " << system
                                                    << ": none below 0, and their sum 1");
    m_shares[0] = system;
    m_shares[VIDEO_I] = i;
    m_shares[VIDEO_P] = p;
    m_shares[VIDEO_B] = b;
}

double
GopModel::GetShare(VideoFrameType type) const
{
    return m_shares[type];
}

double
GopModel::GetSystemShare() const
{
    return m_shares[0];
}

uint32_t
GopModel::GetGopSize() const
{
    return m_gopSize;
}

uint32_t
GopModel::GetAnchorDistance() const
{
    return m_anchorDistance;
}

VideoFrameType
GopModel::GetType(uint32_t place) const
{
    return place == 0 ? VIDEO_I : place % m_anchorDistance == 0 ? VIDEO_P : VIDEO_B;
}

uint32_t
GopModel::GetCount(VideoFrameType type) const
{
    const uint32_t anchors = m_gopSize / m_anchorDistance;
    return type == VIDEO_I ? 1 : type == VIDEO_P ? anchors - 1 : m_gopSize - anchors;
}

double
GopModel::GetMean(VideoFrameType type) const
{
    const uint32_t n = GetCount(type);
    return n == 0 ? 0 : m_meanSize * m_gopSize * m_shares[type] / n;
}

double
GopModel::DrawFactor(double cov)
{
    const double variance = std::log1p(cov * cov);
    return std::exp(std::sqrt(variance) * m_random->GetValue() - variance / 2);
}

VideoFrame
GopModel::Next()
{
    VideoFrame frame;
    frame.number = m_number;
    frame.gop = m_number / m_gopSize;
    frame.place = static_cast<uint32_t>(m_number % m_gopSize);
    frame.type = GetType(frame.place);
    if (m_number == 0)
    {
        Check(); // attributes may have been set since
    }
    if (frame.place == 0)
    {
        const double variance = std::log1p(m_gopCov * m_gopCov);
        const double news = m_random->GetValue();
        m_level = m_number == 0 ? news
                                : m_gopCorrelation * m_level +
                                      std::sqrt(1 - m_gopCorrelation * m_gopCorrelation) * news;
        m_gopFactor = std::exp(std::sqrt(variance) * m_level - variance / 2);
    }
    // the anchor of this picture's place, and the one before it, perhaps of the group before
    const auto number = static_cast<int64_t>(m_number);
    const int64_t anchor = number - frame.place % m_anchorDistance;
    const int64_t earlier = anchor - m_anchorDistance;
    if (frame.type == VIDEO_P)
    {
        frame.before = earlier;
    }
    else if (frame.type == VIDEO_B)
    {
        frame.before = earlier < 0 ? VideoFrame::NONE : earlier;
        frame.after = anchor;
    }
    frame.data = GetMean(frame.type) * m_gopFactor * DrawFactor(m_frameCov);
    frame.system = m_meanSize * m_shares[0];
    ++m_number;
    return frame;
}

std::vector<VideoFrame>
GopModel::Draw(uint32_t gops, bool normalise)
{
    std::vector<VideoFrame> frames;
    frames.reserve(static_cast<std::size_t>(gops) * m_gopSize);
    double sum = 0;
    for (std::size_t i = 0; i < static_cast<std::size_t>(gops) * m_gopSize; ++i)
    {
        frames.push_back(Next());
        sum += frames.back().data + frames.back().system;
    }
    const double factor = normalise ? m_meanSize * static_cast<double>(frames.size()) / sum : 1;
    for (auto& frame : frames)
    {
        frame.data *= factor;
        frame.system *= factor;
    }
    return frames;
}

int64_t
GopModel::AssignStreams(int64_t stream)
{
    m_random->SetStream(stream);
    return 1;
}
} // namespace hsn
} // namespace ns3
