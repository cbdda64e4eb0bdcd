// SPDX-License-Identifier: GPL-2.0-only
#include "mets-media-selector.h"

#include "ns3/abort.h"
#include "ns3/boolean.h"
#include "ns3/uinteger.h"

namespace ns3
{
namespace hsn
{
NS_OBJECT_ENSURE_REGISTERED(MediaSelector);
NS_OBJECT_ENSURE_REGISTERED(PictureDropFilter);

namespace
{
/// @param payload of a frame's first cell @return the type in front
uint16_t
GetType(const AtmFrameFilter::Payload& payload)
{
    return static_cast<uint16_t>(payload[0] << 8 | payload[1]);
}
} // namespace

// --- media selector -----------------------------------------------------------------------------

TypeId
MediaSelector::GetTypeId()
{
    static TypeId tid = TypeId("ns3::hsn::MediaSelector")
                            .SetParent<AtmFrameFilter>()
                            .SetGroupName("Hsn")
                            .AddConstructor<MediaSelector>()
                            .AddAttribute("AtGopStart",
                                          "New levels apply where the next group of pictures "
                                          "starts, not with the next frame",
                                          BooleanValue(true),
                                          MakeBooleanAccessor(&MediaSelector::SetAtGopStart,
                                                              &MediaSelector::IsAtGopStart),
                                          MakeBooleanChecker());
    return tid;
}

MediaSelector::MediaSelector()
{
    Levels all;
    all.fill(2);
    m_wanted = all;
    m_levels = all;
}

MediaSelector::~MediaSelector() = default;

void
MediaSelector::SetAtGopStart(bool isAtGopStart)
{
    m_atGopStart = isAtGopStart;
}

bool
MediaSelector::IsAtGopStart() const
{
    return m_atGopStart;
}

void
MediaSelector::CheckPort(uint32_t port)
{
    NS_ABORT_MSG_IF(port >= MAX_SWITCH_PORTS,
                    "port " << port << " of a MediaSelector: a switch of QoS-A has "
                            << MAX_SWITCH_PORTS << " ports, from 0 on");
}

void
MediaSelector::SetLevel(uint32_t port, uint32_t level)
{
    CheckPort(port);
    NS_ABORT_MSG_IF(level > 2, "level " << level << " of port " << port << ": must be 0 to 2");
    Levels levels = m_wanted;
    levels[port] = static_cast<uint8_t>(level);
    m_wanted = levels;
}

uint32_t
MediaSelector::GetLevel(uint32_t port) const
{
    CheckPort(port);
    return m_wanted.Get()[port];
}

uint32_t
MediaSelector::GetLevelInForce(uint32_t port) const
{
    CheckPort(port);
    return m_levels.Get()[port];
}

uint64_t
MediaSelector::GetPorts(const Payload& payload, bool& known)
{
    const uint16_t type = GetType(payload);
    const MetsLayer layer = MetsHeader::GetLayer(type);
    known = layer != METS_NONE;
    if (!m_atGopStart || (known && (type & MetsHeader::GOP_START)))
    {
        m_levels = m_wanted.Get();
    }
    uint64_t ports = ALL_PORTS;
    const Levels& levels = *m_levels.operator->();
    for (uint32_t port = 0; port < MAX_SWITCH_PORTS; ++port)
    {
        if (layer > METS_BL + levels[port])
        {
            ports &= ~(uint64_t{1} << port);
        }
    }
    return ports;
}

// --- picture dropper ----------------------------------------------------------------------------

TypeId
PictureDropFilter::GetTypeId()
{
    static TypeId tid = TypeId("ns3::hsn::PictureDropFilter")
                            .SetParent<AtmFrameFilter>()
                            .SetGroupName("Hsn")
                            .AddConstructor<PictureDropFilter>()
                            .AddAttribute("Level",
                                          "What passes. 0: the base layer; 1: E1, too; 2: all",
                                          UintegerValue(2),
                                          MakeUintegerAccessor(&PictureDropFilter::SetLevel,
                                                               &PictureDropFilter::GetLevel),
                                          MakeUintegerChecker<uint32_t>(0, 2));
    return tid;
}

PictureDropFilter::PictureDropFilter() = default;

PictureDropFilter::~PictureDropFilter() = default;

void
PictureDropFilter::SetLevel(uint32_t level)
{
    m_level = level;
}

uint32_t
PictureDropFilter::GetLevel() const
{
    return m_level;
}

uint64_t
PictureDropFilter::GetPorts(const Payload& payload, bool& known)
{
    const MetsLayer layer = MetsHeader::GetLayer(GetType(payload));
    known = layer != METS_NONE;
    return layer > METS_BL + m_level.Get() ? 0 : ALL_PORTS;
}
} // namespace hsn
} // namespace ns3
