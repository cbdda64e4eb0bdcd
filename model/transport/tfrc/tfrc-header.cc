// SPDX-License-Identifier: GPL-2.0-only
#include "tfrc-header.h"

namespace ns3
{
namespace hsn
{
NS_OBJECT_ENSURE_REGISTERED(TfrcHeader);
NS_OBJECT_ENSURE_REGISTERED(TfrcDataHeader);
NS_OBJECT_ENSURE_REGISTERED(TfrcFeedbackHeader);

uint32_t
TfrcHeader::Deserialize(Buffer::Iterator start)
{
    const uint32_t size = PduHeader::Deserialize(start);
    if (type == DATA || type == FEEDBACK)
    {
        segmentSize = 0; // there is none
        return type == DATA ? TfrcDataHeader().Deserialize(start)
                            : TfrcFeedbackHeader().Deserialize(start);
    }
    const bool opens = type == OPEN || type == ACCEPT;
    return opens == (segmentSize > 0) && start.GetRemainingSize() == SIZE ? size : 0;
}

TfrcDataHeader::TfrcDataHeader()
{
    type = DATA;
}

uint32_t
TfrcDataHeader::Deserialize(Buffer::Iterator start)
{
    const uint32_t size = PduHeader::Deserialize(start);
    return type == DATA ? size : 0;
}

TfrcFeedbackHeader::TfrcFeedbackHeader()
{
    type = FEEDBACK;
}

uint32_t
TfrcFeedbackHeader::Deserialize(Buffer::Iterator start)
{
    const uint32_t size = PduHeader::Deserialize(start);
    return type == FEEDBACK && start.GetRemainingSize() == SIZE ? size : 0;
}
} // namespace hsn
} // namespace ns3
