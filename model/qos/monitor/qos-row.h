// SPDX-License-Identifier: GPL-2.0-only
#ifndef QOS_ROW_H
#define QOS_ROW_H

#include "qos-measures.h"

#include <array>
#include <cstdint>
#include <deque>
#include <memory>
#include <utility>

namespace ns3
{
namespace hsn
{
/**
 * @ingroup hsn-qos
 * @brief What a monitor knows of one direction of a connection.
 *
 * A protocol that does not tell a parameter leaves it absent: the flags say which are known.
 */
struct QosRow
{
    /// @param alpha window of the throughput, ns
    explicit QosRow(int64_t alpha);

    uint64_t connection{0};          //!< id
    QosDirection direction{QOS_OUT}; //!< of the data
    QosContract contract{};          //!< what was agreed upon
    int64_t opened{0};               //!< ns
    int64_t closed{-1};              //!< ns; -1: open
    int64_t lastChange{0};           //!< of the status, ns
    int64_t unknownUntil{0};         //!< ns: the first window, or one with dropped records
    QosThroughput window;            //!< of the throughput
    uint64_t throughput{0};          //!< bit/s, when it was updated last
    bool hasRtt{false};              //!< a round trip was measured
    int64_t rtt{0};                  //!< the last one, ns
    QosJitter jitter;                //!< of the delay, if the contract has it
    QosQuantiles delays;             //!< rtt / 2, ns
    bool hasErrors{false};           //!< errors were reported
    QosErrors errors;                //!< bytes counted
    uint64_t errorBits{0};           //!< so far
    double bitErrorRate{0};          //!< errors of the last report / bits sent since the one before
    uint64_t packets{0};             //!< with data
    uint64_t bits{0};                //!< of data
    uint64_t bitsAtReport{0};        //!< the same at the last report
    QosStatus status{QOS_UNKNOWN};   //!< worst of the parameters
    std::array<QosStatus, 3> lights{}; //!< throughput, delay, jitter

    /// @return delay estimate, ns
    int64_t GetDelay() const
    {
        return rtt / 2;
    }

    /// @return whether the jitter is known and agreed upon
    bool HasJitter() const
    {
        return contract.jitter > 0 && jitter.IsKnown();
    }
};

/// @ingroup hsn-qos
/// @brief Both directions of a connection, and its requests that are not answered.
struct QosConnection
{
    /// A request for status.
    struct Request
    {
        uint32_t value; //!< number
        int64_t sent;   //!< ns
        uint64_t seq;   //!< the byte after the highest one sent with it
    };

    /// @param alpha window of the throughput, ns
    explicit QosConnection(int64_t alpha);

    QosRow in;                    //!< data received
    QosRow out;                   //!< data sent
    std::deque<Request> requests; //!< in order of their numbers
    Request answered{};           //!< the last one that was
    bool hasAnswered{false};      //!< there was one
};
} // namespace hsn
} // namespace ns3

#endif // QOS_ROW_H
