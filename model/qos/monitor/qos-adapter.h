// SPDX-License-Identifier: GPL-2.0-only
#ifndef QOS_ADAPTER_H
#define QOS_ADAPTER_H

#include "qos-event-fifo.h"

#include "ns3/ptr.h"
#include "ns3/simple-ref-count.h"

#include <cstdint>
#include <vector>

namespace ns3
{
namespace hsn
{
/**
 * @ingroup hsn-qos
 * @brief Turns what a transport traces into records for a monitor. Socket and application stay as
 * they are; the socket's traces own the adapter.
 */
class QosAdapter : public SimpleRefCount<QosAdapter>
{
  public:
    /// @param fifo gets the records @param connection id on this host
    QosAdapter(Ptr<QosEventFifo> fifo, uint64_t connection);
    virtual ~QosAdapter();

    QosAdapter(const QosAdapter&) = delete;
    QosAdapter& operator=(const QosAdapter&) = delete;

    /// @return id of the connection
    uint64_t GetConnection() const;

    /// @param contracts told when the connection opens
    void SetContracts(const std::vector<QosContract>& contracts);
    /// @param sums data is told as sums, by Collect(), instead of packet by packet
    void SetSums(bool sums);
    /// Tells the sums since the last time, if there are any.
    void Collect();
    /// Tells that the connection is open, unless it was told before.
    void Open();
    /// @param contract for a direction; opens the connection, also one that was closed
    void Agree(const QosContract& contract);
    /// Tells that the connection is closed, if it is open. What the protocol still does with what
    /// is late is not told.
    void Close();
    /// @param octets of data that are sent; without data nothing is told
    void Sent(uint32_t octets);
    /// @param octets of data that have arrived; without data nothing is told
    void Arrived(uint32_t octets);
    /// @param octets of data that are sent again as they are taken for lost
    void Again(uint32_t octets);
    /// @param value number of a request for status @param seq the byte after the highest one sent
    void Request(uint32_t value, uint64_t seq);
    /// @param echo number of the request that a report answers
    void Control(uint32_t echo);
    /// @param echo number of the request that a report answers @param seq the byte after the
    /// highest one sent @param rseq first missing byte @param spans received beyond
    void Errors(uint32_t echo, uint64_t seq, uint64_t rseq, const std::vector<QosSpan>& spans);
    /// @param rtt that the protocol has measured, ns
    void Delay(int64_t rtt);

  protected:
    /// Data of several packets.
    struct Sum
    {
        uint64_t octets{0};  //!< of data
        uint32_t packets{0}; //!< with data
    };

    /// What is told of data.
    struct Sums
    {
        Sum sent;    //!< QOS_SENT
        Sum again;   //!< QOS_AGAIN
        Sum arrived; //!< QOS_ARRIVED
    };

    /// @param sums gets what the protocol itself has counted since the last time
    virtual void Count(Sums& sums);

  private:
    /// @param action of a record about data @param sum of it
    void PutSum(QosAction action, const Sum& sum);
    /// @return whether the connection is open, or has just been opened
    bool Tells();
    /// @param action of a record about data, if the connection is open @param octets of the data
    /// @param sum the record is a part of, if data is told as sums
    void PutPacket(QosAction action, uint32_t octets, Sum& sum);
    /// @param action of a record @param info of it @return it, with connection and time
    QosEvent Make(QosAction action, QosInfo info) const;

    Ptr<QosEventFifo> m_fifo;             //!< gets the records
    uint64_t m_connection;                //!< id
    std::vector<QosContract> m_contracts; //!< told when it opens
    Sums m_sums;                          //!< since the last Collect()
    bool m_collects{false};               //!< data is told as sums
    bool m_told{false};                   //!< that it was opened
    bool m_open{false};                   //!< and not closed since
};
} // namespace hsn
} // namespace ns3

#endif // QOS_ADAPTER_H
