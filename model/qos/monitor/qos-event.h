// SPDX-License-Identifier: GPL-2.0-only
#ifndef QOS_EVENT_H
#define QOS_EVENT_H

#include <cstdint>

namespace ns3
{
namespace hsn
{
/**
 * @ingroup hsn-qos
 * @brief What a protocol tells its monitor: the code in a QosEvent.
 */
enum QosAction : char
{
    QOS_OPEN = 'O',    //!< a connection opens
    QOS_CLOSE = 'C',   //!< it closes
    QOS_SENT = 'S',    //!< data is sent
    QOS_ARRIVED = 'R', //!< data arrives
    QOS_REQUEST = 'Q', //!< a request for status is sent
    QOS_CONTROL = 'A', //!< a control packet that answers requests arrives
    QOS_ERRORS = 'E',  //!< an error control packet arrives, which answers requests as well
    QOS_DELAY = 'D',   //!< the protocol itself has measured a round trip
    QOS_AGAIN = 'X'    //!< the protocol sends data again that it takes for lost
};

/// What the information of a QosEvent is.
enum QosInfo : char
{
    QOS_INFO_NONE = 0,     //!< a time alone
    QOS_INFO_PACKET = 1,   //!< QosPacketInfo
    QOS_INFO_SYNC = 2,     //!< QosSyncInfo
    QOS_INFO_ERROR = 3,    //!< QosErrorInfo
    QOS_INFO_CONTRACT = 4, //!< QosContract
    QOS_INFO_DELAY = 5     //!< QosDelayInfo
};

/// The way of data, seen from the monitor's host.
enum QosDirection : uint8_t
{
    QOS_IN = 1, //!< received
    QOS_OUT = 2 //!< sent
};

/// Bytes [left, right) that a receiver has beyond the first missing one.
struct QosSpan
{
    uint64_t left;  //!< first byte
    uint64_t right; //!< the byte after the last one
};

/// Data in a packet, or in several that are told as a sum.
struct QosPacketInfo
{
    uint64_t bits;    //!< of user data
    uint32_t packets; //!< that had it; 0: one
};

/// A request for status, or what a report answers.
struct QosSyncInfo
{
    uint32_t value; //!< number of the request
    uint64_t seq;   //!< request: the byte after the highest one sent
};

/// What an error control packet reports.
struct QosErrorInfo
{
    uint32_t echo;   //!< greatest number of a request that it answers
    uint32_t nSpans; //!< spans beyond rseq; they are in the FIFO
    uint64_t seq;    //!< the byte after the highest one sent
    uint64_t rseq;   //!< first byte that is missing
};

/// A round trip that the protocol has measured.
struct QosDelayInfo
{
    int64_t rtt; //!< ns
};

/// What was agreed upon for one direction; 0: nothing.
struct QosContract
{
    uint64_t throughput;    //!< bit/s
    int64_t delay;          //!< ns
    int64_t jitter;         //!< ns
    QosDirection direction; //!< to which it applies
};

/**
 * @ingroup hsn-qos
 * @brief A record of the FIFO between protocol and monitor (paper, interface of the monitor). It
 * carries the time at which the protocol acted, so that delays of the monitor change no measure.
 */
struct QosEvent
{
    uint64_t connection; //!< id, unique on the host
    int64_t time;        //!< of the action, ns
    char action;         //!< a QosAction
    char info;           //!< a QosInfo

    /// The information.
    union {
        QosPacketInfo packet;
        QosSyncInfo sync;
        QosErrorInfo error;
        QosContract contract;
        QosDelayInfo delay;
    };
};
} // namespace hsn
} // namespace ns3

#endif // QOS_EVENT_H
