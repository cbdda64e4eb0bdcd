// SPDX-License-Identifier: GPL-2.0-only
#ifndef HSN_TFRC_HEADER_H
#define HSN_TFRC_HEADER_H

#include "ns3/nstime.h"
#include "ns3/pdu-header.h"
#include "ns3/transport-header.h"

#include <cstdint>

namespace ns3
{
namespace hsn
{
/**
 * @ingroup hsn-transport
 * @brief Header of a TFRC packet that opens or closes a connection, 12 octets: source port,
 * destination port, type, a zero octet, checksum, segment size of the sender.
 *
 * The other packets begin with the same 8 octets; reading a TfrcHeader checks the header of any
 * packet. Numbers are in network byte order.
 */
class TfrcHeader : public PduHeader<TfrcHeader, TransportHeader>
{
  public:
    /// @brief What a packet is.
    enum Type : uint8_t
    {
        OPEN,     //!< asks for a connection
        ACCEPT,   //!< answers it
        DATA,     //!< TfrcDataHeader and a message
        FEEDBACK, //!< TfrcFeedbackHeader
        CLOSE,    //!< no more data comes
        CLOSED,   //!< answers it
        RESET     //!< there is no connection (any more)
    };

    static constexpr const char* NAME = "ns3::hsn::TfrcHeader"; //!< of its TypeId
    static constexpr uint32_t SIZE = 12;                        //!< octets
    static constexpr uint32_t MAX_RTT = 64000000;               //!< longest round-trip time, us

    /** @brief Names the fields. @param v what is done to them */
    template <typename V>
    void Fields(V& v)
    {
        Common(v);
        v.Number("segment size", segmentSize);
    }

    // inherited from Header
    uint32_t Deserialize(Buffer::Iterator start) override;

    Type type{RESET};        //!< what the packet is
    uint32_t segmentSize{0}; //!< OPEN, ACCEPT: bytes of the sender's segments, above 0; otherwise 0

  protected:
    /** @brief Names the fields of all packets. @param v what is done to them */
    template <typename V>
    void Common(V& v)
    {
        v.Ports(*this);
        v.Kind(type, {"OPEN", "ACCEPT", "DATA", "FEEDBACK", "CLOSE", "CLOSED", "RESET"});
        v.Zero(1);
        v.Checksum();
    }
};

/**
 * @ingroup hsn-transport
 * @brief Header of TFRC data (RFC 5348, 3.2.1), 24 octets: those of all packets, sequence number,
 * round-trip time in us, time of sending in ns.
 */
class TfrcDataHeader : public PduHeader<TfrcDataHeader, TfrcHeader>
{
  public:
    static constexpr const char* NAME = "ns3::hsn::TfrcDataHeader"; //!< of its TypeId
    static constexpr uint32_t SIZE = 24;                            //!< octets

    TfrcDataHeader();

    /** @brief Names the fields. @param v what is done to them */
    template <typename V>
    void Fields(V& v)
    {
        Common(v);
        v.Number("seq", seq);
        v.Microseconds("rtt", rtt, MAX_RTT);
        v.Nanoseconds("sent", time);
    }

    // inherited from Header
    uint32_t Deserialize(Buffer::Iterator start) override;

    uint32_t seq{0}; //!< number of the packet, from 0, modulo 2^32
    Time rtt;        //!< round-trip time that the sender has estimated, 0 to MAX_RTT; 0: none yet.
                     //!< Written in us, rounded up
    Time time;       //!< when it was sent, by the sender's clock, not negative
};

/**
 * @ingroup hsn-transport
 * @brief Header of TFRC feedback (RFC 5348, 3.2.2), 48 octets: those of all packets, number of the
 * data packet that it answers, 4 zero octets, its time of sending, time since its arrival, rate at
 * which data arrive, loss event rate.
 *
 * Times are in ns; rates are numbers of IEEE 754 in double precision, as in RFC 4506, 4.7.
 */
class TfrcFeedbackHeader : public PduHeader<TfrcFeedbackHeader, TfrcHeader>
{
  public:
    static constexpr const char* NAME = "ns3::hsn::TfrcFeedbackHeader"; //!< of its TypeId
    static constexpr uint32_t SIZE = 48;                                //!< octets

    TfrcFeedbackHeader();

    /** @brief Names the fields. @param v what is done to them */
    template <typename V>
    void Fields(V& v)
    {
        Common(v);
        v.Number("seq", seq);
        v.Zero(4);
        v.Nanoseconds("echo", echo);
        v.Nanoseconds("delay", delay);
        v.Real("X_recv", receiveRate);
        v.Real("p", lossEventRate, 1);
    }

    // inherited from Header
    uint32_t Deserialize(Buffer::Iterator start) override;

    uint32_t seq{0};         //!< greatest number of a data packet that has arrived
    Time echo;               //!< when it was sent, by the sender's clock: t_recvdata
    Time delay;              //!< time since it arrived, not negative: t_delay
    double receiveRate{0};   //!< X_recv, bytes per second, finite and not negative
    double lossEventRate{0}; //!< p, 0 to 1
};
} // namespace hsn
} // namespace ns3

#endif // HSN_TFRC_HEADER_H
