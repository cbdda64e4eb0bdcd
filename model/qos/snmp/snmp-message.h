// SPDX-License-Identifier: GPL-2.0-only
#ifndef SNMP_MESSAGE_H
#define SNMP_MESSAGE_H

#include "snmp-ber.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ns3
{
namespace hsn
{
/// @ingroup hsn-qos
/// @brief Kinds of PDUs by their tags (RFC 3416, section 3).
enum SnmpPduType : uint8_t
{
    SNMP_GET = 0xa0,      //!< GetRequest
    SNMP_GET_NEXT = 0xa1, //!< GetNextRequest
    SNMP_RESPONSE = 0xa2, //!< Response
    SNMP_SET = 0xa3,      //!< SetRequest
    SNMP_GET_BULK = 0xa5, //!< GetBulkRequest
    SNMP_INFORM = 0xa6,   //!< InformRequest
    SNMP_TRAP = 0xa7,     //!< SNMPv2-Trap
    SNMP_REPORT = 0xa8    //!< Report
};

/// @ingroup hsn-qos
/// @brief Errors of a response (RFC 3416, section 3), those that a reader can meet.
enum SnmpError : uint8_t
{
    SNMP_NO_ERROR = 0,      //!< none
    SNMP_TOO_BIG = 1,       //!< the response does not fit
    SNMP_GENERAL_ERROR = 5, //!< genErr
    SNMP_NOT_WRITABLE = 17  //!< nothing can be set
};

/// @ingroup hsn-qos
/// @brief A name with its value.
struct SnmpBinding
{
    SnmpOid name;    //!< of an instance
    SnmpValue value; //!< its
};

/// @ingroup hsn-qos
/// @brief A message of SNMPv2c (RFC 1901 with the PDUs of RFC 3416).
struct SnmpMessage
{
    static constexpr int64_t VERSION = 1; //!< SNMPv2c

    std::string community;             //!< what opens the agent
    SnmpPduType type{SNMP_GET};        //!< of the PDU
    int32_t request{0};                //!< number of the request
    int32_t error{0};                  //!< SnmpError; of GET_BULK: non-repeaters
    int32_t index{0};                  //!< of the binding in error; of GET_BULK: max-repetitions
    std::vector<SnmpBinding> bindings; //!< names and values

    /// @return the message as octets
    std::string Write() const;

    /**
     * @brief Reads a message.
     * @param data octets
     * @param size number of them
     * @return empty, or what is wrong
     */
    std::string Read(const uint8_t* data, size_t size);
};
} // namespace hsn
} // namespace ns3

#endif // SNMP_MESSAGE_H
