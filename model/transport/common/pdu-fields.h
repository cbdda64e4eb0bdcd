// SPDX-License-Identifier: GPL-2.0-only
#ifndef HSN_PDU_FIELDS_H
#define HSN_PDU_FIELDS_H

#include "transport-header.h"

#include "ns3/nstime.h"

#include <cstdint>
#include <cstring>
#include <initializer_list>
#include <limits>
#include <ostream>

namespace ns3
{
namespace hsn
{
/**
 * @brief The fields that a header can have; the base of those that visit them.
 *
 * A header names its fields once, in the order in which they are on the wire, in network byte
 * order. A visitor moves the octets of each: V::Move<N>(bits, greatest) of N octets.
 *
 * @tparam V class of the visitor
 * @tparam READS whether it changes the fields
 */
template <typename V, bool READS = false>
class PduFields
{
  public:
    /** @brief Source port and destination port. @param header that has them */
    void Ports(TransportHeader& header)
    {
        const auto source = static_cast<uint16_t>(Exchange<2>(header.GetSourcePort()));
        const auto destination = static_cast<uint16_t>(Exchange<2>(header.GetDestinationPort()));
        if constexpr (READS)
        {
            header.SetSourcePort(source);
            header.SetDestinationPort(destination);
        }
        Self().Show("", source);
        Self().Show(">", destination);
    }

    /** @brief The checksum. */
    void Checksum()
    {
        m_checksum = m_size;
        Exchange<2>(0);
    }

    /** @brief Octets that must be 0. @param octets how many */
    void Zero(uint32_t octets)
    {
        for (uint32_t octet = 0; octet < octets; ++octet)
        {
            Exchange<1>(0, 0);
        }
    }

    /** @brief An unsigned number, in as many octets as its type has. @param name for people
     * @param value it @param greatest value that is valid */
    template <typename T>
    void Number(const char* name,
                T& value,
                uint64_t greatest = std::numeric_limits<uint64_t>::max())
    {
        Set(value, static_cast<T>(Exchange<sizeof(T)>(value, greatest)));
        Self().Show(name, +value);
    }

    /** @brief One of some kinds, in one octet. @param kind counted from 0 @param names of all */
    template <typename T>
    void Kind(T& kind, std::initializer_list<const char*> names)
    {
        static_assert(sizeof(T) == 1, "a kind is an octet");
        Set(kind, static_cast<T>(Exchange<1>(kind, names.size() - 1)));
        Self().Show("", names.begin()[kind]);
    }

    /** @brief A time that is not negative, in ns, in 8 octets, of which it uses 62 bits.
     * @param name for people @param time it */
    void Nanoseconds(const char* name, Time& time)
    {
        Set(time, NanoSeconds(Exchange<8>(time.GetNanoSeconds(), ~uint64_t{0} >> 2)));
        Self().Show(name, time);
    }

    /** @brief A time that is not negative, in us, rounded up, in 4 octets. @param name for people
     * @param time it @param longest time; what is longer is written as this */
    void Microseconds(const char* name, Time& time, uint32_t longest)
    {
        const int64_t us = (time.GetNanoSeconds() + 999) / 1000;
        Set(time, MicroSeconds(Exchange<4>(us < longest ? us : longest, longest)));
        Self().Show(name, time);
    }

    /** @brief A number of IEEE 754 in double precision, as in RFC 4506, 4.7. @param name for people
     * @param value it @param greatest value that is valid; the least one is 0 */
    void Real(const char* name, double& value, double greatest = std::numeric_limits<double>::max())
    {
        uint64_t bits;
        std::memcpy(&bits, &value, sizeof(bits));
        bits = Exchange<8>(bits);
        if constexpr (READS)
        {
            std::memcpy(&value, &bits, sizeof(value));
            Self().Require(value >= 0 && value <= greatest);
        }
        Self().Show(name, value);
    }

    /** @return octets so far */
    uint32_t GetSize() const
    {
        return m_size;
    }

    /** @return place of the checksum */
    uint32_t GetChecksumPlace() const
    {
        return m_checksum;
    }

    /** @brief Shows a field to people. By default, nobody looks. */
    template <typename T>
    void Show(const char* /* name */, const T& /* value */)
    {
    }

    /** @brief Moves octets of a field. By default, they are only counted. */
    template <uint32_t N>
    uint64_t Move(uint64_t bits, uint64_t /* greatest */)
    {
        return bits;
    }

  private:
    /** @return the visitor */
    V& Self()
    {
        return static_cast<V&>(*this);
    }

    /** @tparam N octets of a field @param bits its value @param greatest value that is valid
     * @return its value, of a reader what was read */
    template <uint32_t N>
    uint64_t Exchange(uint64_t bits, uint64_t greatest = std::numeric_limits<uint64_t>::max())
    {
        m_size += N;
        return Self().template Move<N>(bits, greatest);
    }

    /** @param field of the header @param value what a reader sets it to */
    template <typename T>
    static void Set([[maybe_unused]] T& field, [[maybe_unused]] const T& value)
    {
        if constexpr (READS)
        {
            field = value;
        }
    }

    uint32_t m_size{0};     //!< octets so far
    uint32_t m_checksum{0}; //!< place of the checksum
};

/** @brief Counts octets. */
class PduSize : public PduFields<PduSize>
{
};

/** @brief Writes. */
class PduWriter : public PduFields<PduWriter>
{
  public:
    /** @param start where to write */
    explicit PduWriter(Buffer::Iterator start)
        : m_i(start)
    {
    }

    /** @brief Writes a field. @tparam N octets @param bits of it @return the same */
    template <uint32_t N>
    uint64_t Move(uint64_t bits, uint64_t /* greatest */)
    {
        for (uint32_t octet = N; octet > 0; --octet)
        {
            m_i.WriteU8(static_cast<uint8_t>(bits >> 8 * (octet - 1)));
        }
        return bits;
    }

  private:
    Buffer::Iterator m_i; //!< next field
};

/** @brief Reads and checks. */
class PduReader : public PduFields<PduReader, true>
{
  public:
    /** @param start of the header, all of which is there */
    explicit PduReader(Buffer::Iterator start)
        : m_i(start)
    {
    }

    /** @brief Reads a field. @tparam N octets @param greatest value that is valid @return value;
     * not above that */
    template <uint32_t N>
    uint64_t Move(uint64_t /* bits */, uint64_t greatest)
    {
        uint64_t bits = 0;
        for (uint32_t octet = 0; octet < N; ++octet)
        {
            bits = bits << 8 | m_i.ReadU8();
        }
        Require(bits <= greatest);
        return bits <= greatest ? bits : greatest;
    }

    /** @param valid whether a field is */
    void Require(bool valid)
    {
        m_valid = m_valid && valid;
    }

    /** @return whether all fields are valid */
    bool IsValid() const
    {
        return m_valid;
    }

  private:
    Buffer::Iterator m_i; //!< next field
    bool m_valid{true};   //!< all fields are
};

/** @brief Prints. */
class PduPrinter : public PduFields<PduPrinter>
{
  public:
    /** @param os where to print */
    explicit PduPrinter(std::ostream& os)
        : m_os(os)
    {
    }

    /** @brief Prints a field. @param name of it @param value of it */
    template <typename T>
    void Show(const char* name, const T& value)
    {
        m_os << m_separator << name << (*name ? " " : "") << value;
        m_separator = " ";
    }

  private:
    std::ostream& m_os;          //!< where to print
    const char* m_separator{""}; //!< in front of the next field
};

/**
 * @brief A header that names its fields once, from which it gets its size, and how it is written,
 * read, checked and printed.
 *
 * H has NAME, the name of its TypeId, and `template <typename V> void Fields(V& v)` that calls the
 * functions of PduFields for one field after the other. A header of which one field depends on
 * another overrides what depends on it: Deserialize() to check more.
 *
 * @tparam H class of the header
 * @tparam Base the class that it derives from besides
 */
template <typename H, typename Base = TransportHeader>
class PduHeader : public Base
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    // inherited from Header
    TypeId GetInstanceTypeId() const override
    {
        return GetTypeId();
    }

    uint32_t GetSerializedSize() const override
    {
        PduSize size;
        Visit(size);
        return size.GetSize();
    }

    void Serialize(Buffer::Iterator start) const override
    {
        PduWriter writer(start);
        Visit(writer);
        this->WriteChecksum(start, writer.GetChecksumPlace());
    }

    uint32_t Deserialize(Buffer::Iterator start) override
    {
        this->VerifyChecksum(start);
        if (start.GetRemainingSize() < PduHeader::GetSerializedSize())
        {
            return 0;
        }
        PduReader reader(start);
        static_cast<H&>(*this).Fields(reader);
        return reader.IsValid() ? reader.GetSize() : 0;
    }

    void Print(std::ostream& os) const override
    {
        PduPrinter printer(os);
        Visit(printer);
    }

  private:
    /** @brief Has the fields visited. @param visitor one that changes nothing */
    template <typename V>
    void Visit(V& visitor) const
    {
        // so that Fields() is there once, and not once more for constant headers
        const_cast<H&>(static_cast<const H&>(*this)).Fields(visitor);
    }
};

template <typename H, typename Base>
TypeId
PduHeader<H, Base>::GetTypeId()
{
    static TypeId tid =
        TypeId(H::NAME).template SetParent<Base>().SetGroupName("Hsn").template AddConstructor<H>();
    return tid;
}
} // namespace hsn
} // namespace ns3

#endif // HSN_PDU_FIELDS_H
