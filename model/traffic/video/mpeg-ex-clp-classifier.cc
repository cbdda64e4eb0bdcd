// SPDX-License-Identifier: GPL-2.0-only
#include "mpeg-ex-clp-classifier.h"

#include "ns3/enum.h"
#include "ns3/hsn-compat.h"
#include "ns3/uinteger.h"

#include <algorithm>

namespace ns3
{
namespace hsn
{
NS_OBJECT_ENSURE_REGISTERED(MpegExClpClassifier);

namespace
{
/// @param runs some @param cls of octets that are appended @param octets how many
void
AppendRun(std::vector<ExClpRun>& runs, uint32_t cls, uint64_t octets)
{
    if (octets == 0)
    {
        return;
    }
    if (runs.empty() || runs.back().cls != cls)
    {
        runs.push_back({cls, 0});
    }
    runs.back().octets += static_cast<uint32_t>(octets);
}
} // namespace

TypeId
MpegExClpClassifier::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::hsn::MpegExClpClassifier")
            .SetParent<ExClpClassifier>()
            .SetGroupName("Hsn")
            .AddConstructor<MpegExClpClassifier>()
            .AddAttribute("FrontOctets",
                          "Octets of other protocols in front of each SDU's part "
                          "of the stream.",
                          UintegerValue(0),
                          MakeUintegerAccessor(&MpegExClpClassifier::m_front),
                          MakeUintegerChecker<uint32_t>(0, 65535))
            .AddAttribute("Format",
                          "What the SDUs are parts of.",
                          EnumValue(ELEMENTARY),
                          MakeHsnEnumAccessor(&MpegExClpClassifier::m_format),
                          MakeEnumChecker(ELEMENTARY, "Elementary", TRANSPORT, "Transport"));
    return tid;
}

void
MpegExClpClassifier::DoDispose()
{
    m_streams.clear();
    m_packets.clear();
    ExClpClassifier::DoDispose();
}

std::vector<ExClpRun>
MpegExClpClassifier::Classify(const AtmVc& vc, Ptr<const Packet> sdu)
{
    std::vector<uint8_t> octets(sdu->GetSize());
    sdu->CopyData(octets.data(), sdu->GetSize());
    const uint32_t front = std::min(m_front, sdu->GetSize());
    std::vector<ExClpRun> runs;
    AppendRun(runs, 0, front);
    std::vector<MpegRun> found;
    const uint8_t* data = octets.data() + front;
    const std::size_t size = octets.size() - front;
    if (m_format == ELEMENTARY)
    {
        auto& stream = m_streams[&vc];
        stream.Take(data, size, found);
        stream.GetParser().TakePictures(); // nobody asks for them
    }
    else
    {
        auto& packets = m_packets[&vc];
        packets.Take(data, size, found);
        packets.Realign(found);
        packets.TakeUnits();
        packets.GetVideo().TakePictures();
    }
    for (const auto& run : found)
    {
        AppendRun(runs, run.cls, run.octets);
    }
    return runs;
}
} // namespace hsn
} // namespace ns3
