// SPDX-License-Identifier: GPL-2.0-only
#ifndef ADMISSION_SOCKET_H
#define ADMISSION_SOCKET_H

#include "admission-control.h"

#include "ns3/data-rate.h"
#include "ns3/ptr.h"
#include "ns3/transport-socket-factory.h"
#include "ns3/udp-overlay-socket.h"

#include <string>

namespace ns3
{
namespace hsn
{
/** @brief What a refused AdmissionSocket fails. */
enum AdmissionRefusal
{
    ADMISSION_REFUSE_CONNECT, //!< Connect()
    ADMISSION_REFUSE_SEND     //!< Send()
};

/**
 * @ingroup hsn-qos
 * @brief A UDP socket that asks an admission control before it sends.
 *
 * Connect() asks. If the control refuses, the trace Refused fires, and Connect() returns -1 with
 * the error ERROR_AGAIN (another try may succeed later) after the application's callback for failed
 * connections. Some applications, such as ns-3's OnOffApplication, end the simulation then; with
 * Refusal Send, Connect() succeeds and each Send() fails with ERROR_AGAIN. Datagrams of a socket
 * that has not asked are refused with ERROR_NOTCONN, whatever their address. Close() and the end of
 * the socket tell the control that the call has ended; so does Connect() to another address, which
 * asks anew. Receiving needs no admission.
 */
class AdmissionSocket : public UdpOverlaySocket
{
  public:
    /// @brief Signature of Refused. @param request what was asked
    typedef void (*RefusedTracedCallback)(const AdmissionRequest& request);

    /// @return the TypeId
    static TypeId GetTypeId();

    AdmissionSocket();

    /// @param control asked by Connect()
    void SetControl(Ptr<AdmissionControl> control);
    /// @return whether the control has admitted this socket
    bool IsAdmitted() const;

    // inherited from Socket
    int Connect(const Address& address) override;
    int Close() override;

  protected:
    int HandleOutgoing(Ptr<Packet> packet, uint32_t flags, const Address& to) override;
    void HandleIncoming(Ptr<Packet> packet, const Address& from) override;
    void DoDispose() override;

  private:
    /// The call ends, if there is one.
    void EndCall();

    DataRate m_peakRate;                                   //!< attribute
    DataRate m_tokenRate;                                  //!< attribute
    double m_bucket{0};                                    //!< attribute, bits
    AdmissionRefusal m_refusal;                            //!< attribute
    Ptr<AdmissionControl> m_control;                       //!< asked
    bool m_admitted{false};                                //!< it has admitted a call
    bool m_refused{false};                                 //!< it has refused the last one
    AdmissionRequest m_request;                            //!< what that declared
    TracedCallback<const AdmissionRequest&> m_refuseTrace; //!< trace
};

/**
 * @ingroup hsn-qos
 * @brief Makes AdmissionSockets for a node whose calls an admission control guards.
 *
 * Nodes whose calls share a link share the control. Sockets get what calls declare from the
 * attributes of the factory.
 */
class AdmissionSocketFactory : public TransportSocketFactory
{
  public:
    /// @return the TypeId
    static TypeId GetTypeId();

    AdmissionSocketFactory();

    // inherited from TransportSocketFactory
    std::string FindObstacle(Ptr<Node> node) const override;

  protected:
    Ptr<Socket> MakeSocket(Ptr<Node> node) override;
    void DoDispose() override;

  private:
    Ptr<AdmissionControl> m_control; //!< attribute
    DataRate m_peakRate;             //!< attribute
    DataRate m_tokenRate;            //!< attribute
    double m_bucket{0};              //!< attribute, bits
    AdmissionRefusal m_refusal;      //!< attribute
};
} // namespace hsn
} // namespace ns3

#endif // ADMISSION_SOCKET_H
