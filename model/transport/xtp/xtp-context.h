// SPDX-License-Identifier: GPL-2.0-only
#ifndef HSN_XTP_CONTEXT_H
#define HSN_XTP_CONTEXT_H

#include "xtp-admission.h"
#include "xtp-answers.h"
#include "xtp-closing.h"
#include "xtp-header.h"
#include "xtp-receiver.h"
#include "xtp-requests.h"
#include "xtp-send-buffer.h"
#include "xtp-settings.h"

#include "ns3/deadline-timer.h"
#include "ns3/nstime.h"
#include "ns3/packet.h"

#include <cstddef>
#include <cstdint>
#include <string>

namespace ns3
{
namespace hsn
{
/** @brief User data that a context is given to send. */
struct XtpPiece
{
    Ptr<Packet> data;         //!< its bytes
    bool endOfMessage{false}; //!< its last byte is the last one of a message
    bool tagged{false};       //!< it begins with a tag
    uint64_t tag{0};          //!< the tag
};

/**
 * @brief One end of an XTP association: states, timers, error, flow and rate control.
 *
 * It knows neither sockets nor addresses: its user sends its packets, has the data to send, and
 * takes what was received. Every notification may lead to calls of this class, or end it; the user
 * keeps it alive until the outermost call has returned.
 *
 * States (XtpState): QUIESCENT, ACTIVE after Open() or Accept(), INACTIVE once both directions are
 * closed, and QUIESCENT again after the time Linger, or at once if the peer said END.
 */
class XtpContext
{
  public:
    /** @brief What a context needs from its socket. */
    class User
    {
      public:
        virtual ~User() = default;

        /** @brief Sends a packet to the peer. @param packet user data @param header complete but
         * for addresses and checksum */
        virtual void SendPacket(Ptr<Packet> packet, XtpHeader& header) = 0;
        /** @param max bytes @return size of what TakePiece() would return; 0: nothing is queued */
        virtual uint32_t GetNextPiece(uint32_t max) const = 0;
        /** @brief Takes data to be sent. @param max bytes @return it */
        virtual XtpPiece TakePiece(uint32_t max) = 0;
        /** @return bytes of received data that wait for the application */
        virtual uint32_t GetUnreadBytes() const = 0;
        /** @return bytes of received data that may wait */
        virtual uint32_t GetReceiveLimit() const = 0;
        /** @brief Received data, in order. @param data the data */
        virtual void TakeReceived(Ptr<Packet> data) = 0;
        /** @brief A message ended with what was received last. @param boundary its size and tag */
        virtual void EndMessage(const XtpBoundary& boundary) = 0;
        /** @brief Received data can be read now. */
        virtual void NotifyReceived() = 0;
        /** @brief The peer has answered FIRST. */
        virtual void NotifyOpened() = 0;
        /** @brief Data was acknowledged. @param bytes how many */
        virtual void NotifyAcknowledged(uint32_t bytes) = 0;
        /** @brief All data of the peer was received, and it has no more. */
        virtual void NotifyPeerDone() = 0;
        /** @brief The association is broken; the context is QUIESCENT. @param opened whether it had
         * been opened */
        virtual void NotifyBroken(bool opened) = 0;
        /** @brief The context has become QUIESCENT in good order. */
        virtual void NotifyQuiescent() = 0;
        /** @brief The peer has told its key. @param key the key */
        virtual void NotifyExchangeKey(uint64_t key) = 0;
    };

    /** @param user its socket @param settings the socket's @param boundaries whether messages are
     * kept apart */
    XtpContext(User& user, XtpSettings& settings, bool boundaries);

    XtpContext(const XtpContext&) = delete;
    XtpContext& operator=(const XtpContext&) = delete;

    /// @name What the application does
    /// @{

    /** @brief Opens an association. @param key of this context @param service wanted
     * @param pathData bytes of user data that the path carries in a DATA packet; 0: unknown
     * @param overhead bytes of an IP header, or 0 */
    void Open(uint64_t key, XtpService service, uint32_t pathData, uint32_t overhead);
    /** @brief Accepts an association; Receive() of the same FIRST follows. @param key of this
     * context @param first header of FIRST @param pathData bytes of user data that the path carries
     * in a DATA packet; 0: unknown @param overhead bytes of an IP header, or 0 */
    void Accept(uint64_t key, const XtpHeader& first, uint32_t pathData, uint32_t overhead);
    /** @brief There is more to send. */
    void Send();
    /** @brief There will be no more to send. */
    void CloseWrite();
    /** @brief The application has read, or the receive limit has grown. */
    void NotifyRead();
    /** @brief Ends the association at once, and tells the peer. The context is QUIESCENT. */
    void Abort();
    /** @brief Stops all timers, and forgets everything. The context is QUIESCENT. */
    void Reset();

    /// @}

    /** @brief A packet of this context arrives. @param packet user data @param header its header */
    void Receive(Ptr<Packet> packet, const XtpHeader& header);
    /** @brief The peer cannot be reached, as the network says. */
    void NotifyUnreachable();

    /** @return key of this context */
    uint64_t GetKey() const
    {
        return m_key;
    }

    /** @return key of the peer's packets: its own key, without RTN; 0: not known */
    uint64_t GetPeerKey() const
    {
        return m_peerKey;
    }

    /** @return kind of association */
    XtpService GetService() const
    {
        return m_service;
    }

    /** @return whether the peer has answered FIRST, or this context has accepted it */
    bool IsConfirmed() const
    {
        return m_requests.IsConfirmed();
    }

    /** @return whether all data of the peer was received, and it has no more */
    bool IsReadClosed() const
    {
        return m_closing.IsReadClosed();
    }

    /** @return bytes that may have to be sent again */
    uint32_t GetUnacknowledged() const
    {
        return m_send.GetSize();
    }

    /** @return whether data waits for the answer to a synchronizing handshake */
    bool IsSynchronizing() const
    {
        return m_requests.IsSynchronizing();
    }

    /** @return round-trip time and WTIMER */
    const XtpRttEstimator& GetRtt() const
    {
        return m_requests.GetRtt();
    }

    /** @return rate control */
    const XtpRateCredit& GetRate() const
    {
        return m_admission.GetRate();
    }

    /** @return what happened so far */
    const XtpCounters& GetCounters() const
    {
        return m_counters;
    }

  private:
    /** @brief Sets up both directions. @param key of this context @param pathData see Open()
     * @param overhead see Open() */
    void Begin(uint64_t key, uint32_t pathData, uint32_t overhead);

    /** @return whether data and requests can leave */
    bool IsActive() const
    {
        return m_settings.state == XTP_ACTIVE;
    }

    // sending

    /** @return header of a packet with data or without @param format of it */
    XtpHeader MakeHeader(XtpFormat format) const;
    /** @brief Sends what may be sent. */
    void Pump();
    /** @brief Sends the frame to be sent again first. @return whether rate control let it */
    bool SendAgain();
    /** @brief Sends new data. @return whether there was any, and it could leave */
    bool SendNew();
    /** @param size of data to be sent @return bytes of it that flow control admits now */
    uint32_t GetAdmitted(uint32_t size) const;
    /** @brief Sends FIRST. @param frame its data, or null */
    void SendFirst(XtpFrame* frame);
    /** @brief Sends a frame as DATA or FIRST. @param frame the frame @param format DATA or FIRST */
    void SendFrame(XtpFrame& frame, XtpFormat format);
    /** @return whether nothing can follow the frame that is being sent */
    bool IsLast() const;
    /** @brief Sends CNTL, or ECNTL if something is missing; it answers whatever is to be answered.
     * @param request with SREQ @param options further ones */
    void SendControl(bool request, uint32_t options = 0);
    /** @brief Answers a FIRST that asks for traffic, by TCNTL. */
    void SendTrafficControl();
    /** @brief Says WCLOSE if there is no more data. @param header of a packet behind all of it */
    void AddWriteClose(XtpHeader& header);
    /** @brief Fills in what the receiver reports. @param header CNTL, ECNTL or TCNTL */
    void FillControl(XtpHeader& header);
    /** @brief Sends a DIAG packet. @param code what it says @param value why */
    void SendDiagnostic(XtpDiagCode code, XtpDiagValue value);
    /** @brief Makes a packet a request: counts it, and starts WTIMER. @param header gets the number
     * @param option SREQ or DREQ */
    void AddRequest(XtpHeader& header, uint32_t option);
    /** @brief Sends a request with WCLOSE if there is no more data, and the peer was not told; that
     * is FIRST if there was none. */
    void SendWriteClose();

    // timers

    /** @brief WTIMER has expired. */
    void HandleWtimer();
    /** @brief CTIMEOUT has expired, or there were too many retries. */
    void Abandon();
    /** @brief CTIMER has expired. */
    void HandleCtimer();
    /** @brief Begins a synchronizing handshake. */
    void Synchronize();
    /** @brief Runs WTIMER if an answer is due and nothing else would notice that it is missing. */
    void WatchAnswers();

    // arrival

    /** @brief The peer has answered FIRST. */
    void Confirm();
    /** @brief Takes the acceptor's key, and what it grants. @param header the first TCNTL */
    void TakeTraffic(const XtpHeader& header);
    /** @brief Takes a report that fits. @param header CNTL, ECNTL or TCNTL */
    void ReceiveControl(const XtpHeader& header);
    /** @param header a report @return whether it fits the state of this context; if not, it is
     * counted and answered */
    bool CheckControl(const XtpHeader& header);
    /** @brief Takes data. @param packet the packet @param header DATA or FIRST */
    void ReceiveData(Ptr<Packet> packet, const XtpHeader& header);
    /** @brief Hands what is in order to the user. */
    void Deliver();
    /** @brief Takes WCLOSE, RCLOSE and END. @param header of a packet */
    void ReceiveClose(const XtpHeader& header);
    /** @brief Takes the end of the peer's data. @param header of a packet with WCLOSE */
    void ReceiveWriteClose(const XtpHeader& header);
    /** @brief Notes that all data of the peer has come, if so. */
    void CheckReadClosed();
    /** @brief Takes a DIAG packet. @param header the header */
    void ReceiveDiagnostic(const XtpHeader& header);
    /** @brief Sends the answer that is due, if no other packet has brought it. */
    void Answer();
    /** @return whether DREQ is to be answered, and everything before it was read */
    bool IsDelivered() const;
    /** @brief Answers DREQ if everything was read. */
    void AnswerDelivery();
    /** @brief Counts and traces a packet that is dropped. @param counter which @param header its
     * header @param reason why */
    void Drop(uint64_t& counter, const XtpHeader& header, const std::string& reason);
    /** @return room for received data */
    StreamOffset GetRoom() const;

    // the end

    /** @brief Goes on to INACTIVE if both directions are closed. */
    void CheckBothClosed();
    /** @brief Ends the association by an error. */
    void Break();
    /** @brief Ends the association in good order. */
    void Finish();

    User& m_user;                             //!< socket
    XtpSettings& m_settings;                  //!< of the socket
    XtpCounters m_counters;                   //!< so far
    uint64_t m_key{0};                        //!< of this context
    uint64_t m_peerKey{0};                    //!< of the peer's
    bool m_usesPeerKey{false};                //!< packets bear the peer's key, returned
    XtpService m_service{XtpService::STREAM}; //!< kind of association
    uint32_t m_maxData{0};                    //!< bytes of user data in DATA
    uint32_t m_maxFirst{0};                   //!< bytes of user data in FIRST
    std::size_t m_maxSpans{0};                //!< spans in ECNTL
    bool m_firstSent{false};                  //!< FIRST has left
    bool m_firstHasData{false};               //!< and carried the first frame
    uint32_t m_sinceRequest{0};               //!< frames since the last one with a request
    XtpSendBuffer m_send;                     //!< output
    XtpRequests m_requests;                   //!< what the peer is asked
    XtpAdmission m_admission;                 //!< what may leave
    XtpReceiver m_receiver;                   //!< input
    XtpAnswers m_answers;                     //!< what the peer has asked
    XtpClosing m_closing;                     //!< of both directions
    DeadlineTimer m_ctimer;                   //!< CTIMER; Linger in state INACTIVE
};
} // namespace hsn
} // namespace ns3

#endif // HSN_XTP_CONTEXT_H
