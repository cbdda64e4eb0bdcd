// SPDX-License-Identifier: GPL-2.0-only
#ifndef HSN_STOP_WAIT_HEADER_H
#define HSN_STOP_WAIT_HEADER_H

#include "ns3/pdu-header.h"
#include "ns3/transport-header.h"

#include <cstdint>

namespace ns3
{
namespace hsn
{
// [begin header]
/** @brief Header of the stop-and-wait protocol, 16 octets. */
class StopWaitHeader : public PduHeader<StopWaitHeader, TransportHeader>
{
  public:
    /// @brief What a packet is.
    enum Type : uint8_t
    {
        OPEN,   //!< asks for a connection
        ACCEPT, //!< answers it
        DATA,   //!< a unit of data
        ACK,    //!< answers it
        CLOSE,  //!< no more data comes
        CLOSED, //!< answers it
        RESET   //!< there is no connection (any more)
    };

    static constexpr const char* NAME = "ns3::hsn::StopWaitHeader"; //!< of its TypeId

    /** @brief Names the fields, in the order in which they are sent. @param v what is done to them
     */
    template <typename V>
    void Fields(V& v)
    {
        v.Ports(*this);
        v.Kind(type, {"OPEN", "ACCEPT", "DATA", "ACK", "CLOSE", "CLOSED", "RESET"});
        v.Zero(1);
        v.Checksum();
        v.Number("number", number);
        v.Number("expected", expected);
    }

    Type type{RESET};     //!< what the packet is
    uint32_t number{0};   //!< of the unit, counted from 0
    uint32_t expected{0}; //!< all units of the other end before this one have arrived
};

// [end header]
} // namespace hsn
} // namespace ns3

#endif // HSN_STOP_WAIT_HEADER_H
