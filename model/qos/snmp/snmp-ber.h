// SPDX-License-Identifier: GPL-2.0-only
#ifndef SNMP_BER_H
#define SNMP_BER_H

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace ns3
{
namespace hsn
{
/// @ingroup hsn-qos
/// @brief An object identifier, arc by arc.
using SnmpOid = std::vector<uint32_t>;

/// @param text arcs with points between them, e.g. "1.3.6.1" @return them; empty if it is no OID
SnmpOid ReadSnmpOid(const std::string& text);
/// @param oid an object identifier @return its arcs with points between them
std::string WriteSnmpOid(const SnmpOid& oid);
/// @param oid an object identifier @param prefix of it @return whether @p oid begins with @p prefix
bool IsSnmpPrefix(const SnmpOid& oid, const SnmpOid& prefix);

/// @ingroup hsn-qos
/// @brief Types of values by their BER tags (RFC 3416, section 3, and RFC 2578).
enum SnmpType : uint8_t
{
    SNMP_INTEGER = 0x02,          //!< 32 bits with sign
    SNMP_OCTETS = 0x04,           //!< octet string
    SNMP_NULL = 0x05,             //!< unSpecified
    SNMP_OID = 0x06,              //!< object identifier
    SNMP_IP_ADDRESS = 0x40,       //!< four octets
    SNMP_COUNTER32 = 0x41,        //!< 32 bits
    SNMP_GAUGE32 = 0x42,          //!< 32 bits, stops at the largest; Unsigned32 as well
    SNMP_TIME_TICKS = 0x43,       //!< hundredths of a second, 32 bits
    SNMP_OPAQUE = 0x44,           //!< octet string
    SNMP_COUNTER64 = 0x46,        //!< 64 bits
    SNMP_NO_SUCH_OBJECT = 0x80,   //!< exception
    SNMP_NO_SUCH_INSTANCE = 0x81, //!< exception
    SNMP_END_OF_MIB_VIEW = 0x82   //!< exception
};

/// @ingroup hsn-qos
/// @brief A value with its type.
struct SnmpValue
{
    SnmpType type{SNMP_NULL}; //!< tells which member holds the value
    int64_t number{0};        //!< of numeric types; COUNTER64 as its 64 bits
    std::string octets;       //!< of OCTETS, OPAQUE and IP_ADDRESS
    SnmpOid oid;              //!< of OID

    /// @return whether it is an exception, or empty
    bool IsAbsent() const;
    /// @return text of the value alone; "" if it is absent
    std::string ToString() const;
    /// @param other value @return whether both are the same
    bool operator==(const SnmpValue& other) const;

    /// @param type numeric @param number value; GAUGE32 stops at 2^32 - 1, COUNTER32 and TIME_TICKS
    /// wrap @return it
    static SnmpValue Number(SnmpType type, uint64_t number);
    /// @param octets of a string @return it
    static SnmpValue Octets(const std::string& octets);
    /// @param oid identifier @return it
    static SnmpValue Oid(const SnmpOid& oid);
    /// @param type an exception, or NULL @return it
    static SnmpValue Exception(SnmpType type);
};

/**
 * @ingroup hsn-qos
 * @brief Writes the Basic Encoding Rules (ITU-T X.690) from the last octet to the first, so that
 * each length is known when it is written.
 */
class BerWriter
{
  public:
    /// @return octets written
    size_t GetSize() const;
    /// @return the octets, in order
    std::string Get() const;

    /// @param tag of the value @param number with sign, in as few octets as it needs
    void Integer(uint8_t tag, int64_t number);
    /// @param tag of the value @param number without sign
    void Unsigned(uint8_t tag, uint64_t number);
    /// @param tag of the value @param octets its
    void Octets(uint8_t tag, const std::string& octets);
    /// @param oid with two arcs or more, the first at most 2, the second below 40
    void Oid(const SnmpOid& oid);
    /// @param value a value
    void Value(const SnmpValue& value);
    /// Ends a constructed value. @param tag of it @param before GetSize() when it was begun
    void Wrap(uint8_t tag, size_t before);

  private:
    /// @param octet in front of all
    void Put(uint8_t octet);
    /// @param length and @param tag in front of all
    void Head(size_t length, uint8_t tag);

    std::string m_reversed; //!< last octet first
};

/**
 * @ingroup hsn-qos
 * @brief Reads the Basic Encoding Rules, definite lengths only (RFC 3417, section 8).
 *
 * The first contradiction ends it: all later calls fail, too, and GetError() tells which it was.
 */
class BerReader
{
  public:
    /// @param data octets, which must stay @param size number of them
    BerReader(const uint8_t* data, size_t size);

    /// @return whether all was read, or reading has failed
    bool IsAtEnd() const;
    /// @return empty, or what is wrong
    const std::string& GetError() const;

    /// @param tag expected; 0: any @param tagRead gets it @return reader of what is inside
    BerReader Enter(uint8_t tag, uint8_t* tagRead = nullptr);
    /// @param least allowed @param most allowed @return an INTEGER
    int64_t Integer(int64_t least, int64_t most);
    /// @return an OCTET STRING
    std::string Octets();
    /// @return an OBJECT IDENTIFIER
    SnmpOid Oid();
    /// @return a value of a type that SNMP has
    SnmpValue Value();
    /// @param error that ends reading, unless one has
    void Fail(const std::string& error);

  private:
    /// @param tag gets it @param length gets that of the contents @return whether there are as many
    bool Head(uint8_t& tag, size_t& length);
    /// @param length of an integer @param sign whether its first bit is one @return it
    uint64_t Bits(size_t length, bool sign);
    /// @param length of an identifier @return it
    SnmpOid Arcs(size_t length);

    const uint8_t* m_next; //!< octet
    size_t m_left;         //!< octets
    std::string m_error;   //!< or empty
};
} // namespace hsn
} // namespace ns3

#endif // SNMP_BER_H
