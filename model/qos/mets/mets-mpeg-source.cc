// SPDX-License-Identifier: GPL-2.0-only
#include "mets-mpeg-source.h"

#include "ns3/abort.h"

#include <algorithm>
#include <cmath>

namespace ns3
{
namespace hsn
{
NS_OBJECT_ENSURE_REGISTERED(LayeredMpegSource);

TypeId
LayeredMpegSource::GetTypeId()
{
    static TypeId tid = TypeId("ns3::hsn::LayeredMpegSource")
                            .SetParent<Object>()
                            .SetGroupName("Hsn")
                            .AddConstructor<LayeredMpegSource>();
    return tid;
}

LayeredMpegSource::LayeredMpegSource() = default;

LayeredMpegSource::~LayeredMpegSource() = default;

void
LayeredMpegSource::DoDispose()
{
    Stop();
    m_model = nullptr;
    m_factor = nullptr;
    m_scheduler = nullptr;
    m_send = Send();
    Object::DoDispose();
}

void
LayeredMpegSource::SetModel(Ptr<GopModel> model)
{
    m_model = model;
}

void
LayeredMpegSource::SetSizeFactor(Ptr<RandomVariableStream> factor)
{
    m_factor = factor;
}

void
LayeredMpegSource::SetScheduler(Ptr<FlowScheduler> scheduler)
{
    m_scheduler = scheduler;
    m_scheduler->SetDispatch(MakeCallback(&LayeredMpegSource::Dispatch, this));
}

void
LayeredMpegSource::SetSend(Send send)
{
    m_send = send;
}

void
LayeredMpegSource::SetLevel(MetsLayer level)
{
    NS_ABORT_MSG_IF(level == METS_BL, "level BL of a LayeredMpegSource: must be none, E1 or E2");
    m_next = level;
}

MetsLayer
LayeredMpegSource::GetLevel() const
{
    return m_level;
}

void
LayeredMpegSource::Start(uint32_t skip)
{
    NS_ABORT_MSG_UNLESS((m_model || !m_trace.empty()) && m_scheduler && !m_send.IsNull(),
                        "a LayeredMpegSource starts without pictures (SetModel(), SetTrace()), "
                        "scheduler or SetSend()");
    m_level = m_next;
    for (uint32_t i = 0; i < skip; ++i)
    {
        Next();
    }
    m_scheduler->Start();
}

void
LayeredMpegSource::Stop()
{
    if (m_scheduler)
    {
        m_scheduler->Stop();
    }
}

uint64_t
LayeredMpegSource::GetSent() const
{
    return m_sent;
}

uint64_t
LayeredMpegSource::GetLeftOut() const
{
    return m_leftOut;
}

void
LayeredMpegSource::SetTrace(std::istream& in, const VideoTraceFormat& format)
{
    const std::string problem = ReadVideoTrace(in, format, m_trace);
    NS_ABORT_MSG_UNLESS(problem.empty(), "trace of a LayeredMpegSource: " << problem);
    NS_ABORT_MSG_IF(m_trace.empty(), "trace of a LayeredMpegSource: there is no picture in it");
    m_inTrace = 0;
}

VideoFrame
LayeredMpegSource::Next()
{
    return m_trace.empty() ? m_model->Next() : m_trace[m_inTrace++ % m_trace.size()];
}

void
LayeredMpegSource::Dispatch(uint64_t frame)
{
    const VideoFrame picture = Next();
    const double factor = m_factor ? m_factor->GetValue() : 1;
    if (picture.place == 0)
    {
        m_level = m_next;
    }
    const auto layer = static_cast<MetsLayer>(picture.type); // I, P, B are BL, E1, E2
    if (layer > std::max(m_level, METS_BL))
    {
        ++m_leftOut;
        return;
    }
    ++m_sent;
    const double size = std::max(1.0, std::round((picture.data + picture.system) * factor));
    m_send(Create<Packet>(static_cast<uint32_t>(size)), layer, picture.place == 0);
}
} // namespace hsn
} // namespace ns3
