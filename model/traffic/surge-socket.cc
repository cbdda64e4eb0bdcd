// SPDX-License-Identifier: GPL-2.0-only
#include "surge-socket.h"

#include "ns3/abort.h"
#include "ns3/boolean.h"
#include "ns3/callback.h"
#include "ns3/uinteger.h"

namespace ns3
{
namespace hsn
{
void
SetSurgeWindow(Ptr<Socket> socket,
               const std::string& buffer,
               uint32_t maxWindow,
               uint32_t segmentSize)
{
    NS_ABORT_MSG_UNLESS(socket->SetAttributeFailSafe(buffer, UintegerValue(maxWindow)),
                        socket->GetInstanceTypeId().GetName()
                            << " has no attribute " << buffer << " of at least " << maxWindow
                            << ": MaxWindow needs it");
    // a transport without segments or scaling has none of these
    socket->SetAttributeFailSafe("SegmentSize", UintegerValue(segmentSize));
    if (maxWindow <= MAX_UNSCALED_WINDOW)
    {
        socket->SetAttributeFailSafe("WindowScaling", BooleanValue(false));
    }
}

void
CheckSurgeWindow(const std::string& user, uint32_t maxWindow, uint32_t segmentSize)
{
    NS_ABORT_MSG_UNLESS(maxWindow >= segmentSize,
                        user << ": MaxWindow " << maxWindow << " bytes is below SegmentSize "
                             << segmentSize << " bytes");
}

void
ReleaseCallbacks(Ptr<Socket> socket)
{
    const Callback<void, Ptr<Socket>> none;
    const Callback<void, Ptr<Socket>, uint32_t> noneSized;
    socket->SetConnectCallback(none, none);
    socket->SetCloseCallbacks(none, none);
    socket->SetSendCallback(noneSized);
    socket->SetRecvCallback(none);
    socket->SetAcceptCallback(Callback<bool, Ptr<Socket>, const Address&>(),
                              Callback<void, Ptr<Socket>, const Address&>());
}
} // namespace hsn
} // namespace ns3
