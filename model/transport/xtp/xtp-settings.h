// SPDX-License-Identifier: GPL-2.0-only
#ifndef HSN_XTP_SETTINGS_H
#define HSN_XTP_SETTINGS_H

#include "xtp-header.h"
#include "xtp-rate-credit.h"
#include "xtp-send-buffer.h"

#include "ns3/data-rate.h"
#include "ns3/nstime.h"
#include "ns3/packet-traces.h"
#include "ns3/packet.h"
#include "ns3/traced-callback.h"
#include "ns3/traced-value.h"
#include "ns3/type-id.h"

#include <cstdint>
#include <string>

namespace ns3
{
namespace hsn
{
/** @brief Where a context is in its life. */
enum XtpState
{
    XTP_QUIESCENT, //!< no association
    XTP_LISTENING, //!< waits for FIRST
    XTP_ACTIVE,    //!< after FIRST
    XTP_INACTIVE   //!< both directions are closed; answers late packets
};

/** @brief What a context counts. */
struct XtpCounters
{
    uint64_t frames{0};        //!< packets with user data that were sent
    uint64_t resent{0};        //!< of them: not for the first time
    uint64_t bytes{0};         //!< of user data in all of them
    uint64_t requests{0};      //!< requests for status
    uint64_t controls{0};      //!< CNTL, ECNTL and TCNTL that were sent
    uint64_t errorControls{0}; //!< of them: ECNTL
    uint64_t handshakes{0};    //!< synchronizing handshakes that began
    uint64_t duplicates{0};    //!< arrived data that was known
    uint64_t outOfOrder{0};    //!< arrived data beyond missing bytes
    uint64_t refused{0};       //!< arrived data for which there was no room
    uint64_t stale{0};         //!< arrived reports that later ones had overtaken
    uint64_t badRseq{0};       //!< arrived reports of bytes that were never sent
    uint64_t badSpans{0};      //!< arrived spans that are not in order or beyond what was sent
    uint64_t badEcho{0};       //!< arrived answers to requests that were never sent
    uint64_t badSeq{0};        //!< arrived data or ends of data that contradict earlier ones
    uint64_t diagnostics{0};   //!< DIAG packets that arrived
};

/**
 * @brief Attributes of all XTP sockets with a context, and the traces that its context fires.
 *
 * A socket derives from it. What the public record of XTP leaves open is an attribute here.
 */
struct XtpSettings : public PacketTraces
{
    /** @brief Adds the attributes and traces. @param tid TypeId of a socket that derives from this
     * @return the same */
    static TypeId AddAttributes(TypeId tid);

    /** @brief Signature of HandshakeEnd. @param duration since its first request */
    typedef void (*TimeTracedCallback)(Time duration);
    /** @brief Signature of State. @param before state so far @param now new state */
    typedef void (*StateTracedCallback)(XtpState before, XtpState now);

    uint32_t segmentSize{0};                     //!< attribute
    XtpErrorControl errorControl{XTP_SELECTIVE}; //!< attribute
    bool keepsOutOfOrder{false};                 //!< attribute
    bool suppressRepeats{true};                  //!< attribute
    uint32_t outputBuffer{0};                    //!< attribute
    DataRate rate{0};                            //!< attribute
    uint64_t burst{0};                           //!< attribute
    XtpRateCounts rateCounts{XTP_CELL_BYTES};    //!< attribute
    DataRate maxInRate{0};                       //!< attribute
    bool flowControl{true};                      //!< attribute
    bool fastNak{true};                          //!< attribute
    uint32_t requestInterval{1};                 //!< attribute
    bool deliveryRequests{false};                //!< attribute
    bool noCheck{false};                         //!< attribute
    uint16_t sort{0};                            //!< attribute
    bool earlyData{false};                       //!< attribute
    uint32_t initialAlloc{0};                    //!< attribute
    Time initialWtimer;                          //!< attribute
    Time granularity;                            //!< attribute
    double varianceMultiplier{4};                //!< attribute
    uint32_t retryCount{0};                      //!< attribute
    Time ctimeout;                               //!< attribute
    Time ctimer;                                 //!< attribute
    Time linger;                                 //!< attribute

    TracedValue<XtpState> state{XTP_QUIESCENT}; //!< trace
    using PacketTraces::m_rx;                   //!< trace
    using PacketTraces::m_rxDrop;               //!< trace
    using PacketTraces::m_tx;                   //!< trace
    using PacketTraces::TraceSent;
    TracedCallback<> wtimerExpired;      //!< trace
    TracedCallback<> handshakeStart;     //!< trace
    TracedCallback<Time> handshakeEnd;   //!< trace
    TracedCallback<Time, Time> rtt;      //!< trace: of every sample, even if it equals the last one
    TracedValue<Time> wtimer;            //!< trace
    TracedValue<bool> bufferFull{false}; //!< trace
};
} // namespace hsn
} // namespace ns3

#endif // HSN_XTP_SETTINGS_H
