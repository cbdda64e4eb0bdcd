// SPDX-License-Identifier: GPL-2.0-only
#ifndef HSN_XTP_SOCKET_H
#define HSN_XTP_SOCKET_H

#include "xtp-socket-base.h"

#include "ns3/protocol-socket-factory.h"

#include <cstdint>

namespace ns3
{
namespace hsn
{
/** @brief A byte stream by XTP. */
class XtpSocket : public BasicXtpSocket<StreamSocket>
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    XtpSocket();

  protected:
    Ptr<BasicXtpSocket> Fork() const override;
    XtpService GetService() const override;
    bool Serves(XtpService service) const override;
    uint32_t GetNextPiece(uint32_t max) const override;
    XtpPiece TakePiece(uint32_t max) override;
    uint32_t GetUnreadBytes() const override;
    void TakeReceived(Ptr<Packet> data) override;
    void EndMessage(const XtpBoundary& boundary) override;
};

/** @brief Makes such sockets; HsnInternetHelper finds it by itself. */
using XtpSocketFactory = ProtocolSocketFactory<XtpSocket, XtpProtocol>;
} // namespace hsn
} // namespace ns3

#endif // HSN_XTP_SOCKET_H
