// SPDX-License-Identifier: GPL-2.0-only
#ifndef HSN_PDU_FIELDS_H
#define HSN_PDU_FIELDS_H

#include "pdu-fault.h"

#include "ns3/nstime.h"

#include <cstdint>
#include <cstring>
#include <initializer_list>
#include <limits>
#include <vector>

namespace ns3
{
namespace hsn
{
/** @brief A flag of a header. */
struct PduFlag
{
    uint32_t bit;              //!< in the field
    bool& value;               //!< whether it is set
    const char* name{nullptr}; //!< for people; null: it is not shown
    bool exists{true};         //!< in this PDU; otherwise its bit is 0, and the value is left alone
};

/**
 * @brief The fields that a header can have; the base of those that visit them.
 *
 * A header names its fields once, in the order in which they are on the wire, in network byte
 * order. A visitor moves the octets of each: V::Move<N>(bits, greatest, name) of N octets. Which
 * fields there are may depend on those before. A field without a name (null) is not shown.
 *
 * @tparam V class of the visitor
 * @tparam READER whether it changes the fields
 */
template <typename V, bool READER = false>
class PduFields
{
  public:
    static constexpr bool READS = READER; //!< whether it changes the fields

    /** @brief Source port and destination port. @param header that has them, as TransportHeader */
    template <typename H>
    void Ports(H& header)
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
            Exchange<1>(0, 0, "reserved octet");
        }
    }

    /** @brief Octets that are written as 0, and are not looked at. @param octets how many */
    void Reserved(uint32_t octets)
    {
        for (uint32_t octet = 0; octet < octets; ++octet)
        {
            Exchange<1>(0);
        }
    }

    /** @brief A number that is always the same. @param name for people @param value the value */
    template <typename T>
    void Constant(const char* name, T value)
    {
        const uint64_t is = Exchange<sizeof(T)>(value);
        Self().Require(is == value, name, is, "", value);
    }

    /** @brief An unsigned number, in as many octets as its type has. @param name for people
     * @param value the value @param greatest value that is valid */
    template <typename T>
    void Number(const char* name,
                T& value,
                uint64_t greatest = std::numeric_limits<uint64_t>::max())
    {
        const auto number = static_cast<uint64_t>(value);
        Set(value, static_cast<T>(Exchange<sizeof(T)>(number, greatest, name)));
        Self().Show(name, static_cast<uint64_t>(value));
    }

    /** @brief A number that is not 0. @param name for people @param value the value @param greatest
     * value that is valid */
    template <typename T>
    void Positive(const char* name,
                  T& value,
                  uint64_t greatest = std::numeric_limits<uint64_t>::max())
    {
        Number(name, value, greatest);
        Self().Require(value > 0, name, value, "above ", 0);
    }

    /** @brief One of some kinds. @param kind counted from 0 @param names of all; null: there is
     * none of this number @param what it is, for people */
    template <typename T>
    void Kind(T& kind, std::initializer_list<const char*> names, const char* what = "kind")
    {
        const uint64_t last = names.size() - 1;
        Set(kind, static_cast<T>(Exchange<sizeof(T)>(static_cast<uint64_t>(kind), last, what)));
        const auto number = static_cast<uint64_t>(kind);
        const char* const name = number <= last ? names.begin()[number] : nullptr;
        Self().Require(name != nullptr, what, number, "a known one");
        Self().Show("", name ? name : "?");
    }

    /** @brief Flags. @tparam T number of as many octets as they have @param flags all that there
     * are @param what they are, for people @param limit what they must be, for people */
    template <typename T>
    void Flags(std::initializer_list<PduFlag> flags,
               const char* what = "flags",
               const char* limit = "known ones")
    {
        uint64_t known = 0;
        uint64_t bits = 0;
        for (const PduFlag& flag : flags)
        {
            known |= flag.exists ? flag.bit : 0;
            bits |= flag.exists && flag.value ? flag.bit : 0;
        }
        bits = Exchange<sizeof(T)>(bits);
        Self().Require((bits & ~known) == 0, what, bits, limit);
        for (const PduFlag& flag : flags)
        {
            if (flag.exists)
            {
                Set(flag.value, (bits & flag.bit) != 0);
                Mark(flag.value, flag.name);
            }
        }
    }

    /** @brief Numbers. @param name for people @param numbers they @param count how many are to be
     * read */
    template <typename T>
    void List(const char* name, std::vector<T>& numbers, uint32_t count)
    {
        Resize(numbers, name, count);
        for (T& number : numbers)
        {
            Set(number, static_cast<T>(Exchange<sizeof(T)>(number)));
        }
        Self().Show(name, numbers);
    }

    /** @brief Octets. @param name for people @param octets they @param count how many are to be
     * read */
    template <typename T>
    void Octets(const char* name, T& octets, uint32_t count)
    {
        Resize(octets, name, count);
        const auto size = static_cast<uint32_t>(octets.size());
        m_size += size;
        Self().MoveOctets(reinterpret_cast<uint8_t*>(octets.data()), size);
        Self().Show(name, octets);
    }

    /** @brief A time that is not negative, in ns, in 8 octets, of which it uses 62 bits.
     * @param name for people @param time the time */
    void Nanoseconds(const char* name, Time& time)
    {
        Set(time, NanoSeconds(Exchange<8>(time.GetNanoSeconds(), ~uint64_t{0} >> 2, name)));
        Self().Show(name, time);
    }

    /** @brief A time that is not negative, in us, rounded up, in 4 octets. @param name for people
     * @param time the time @param longest time; what is longer is written as this */
    void Microseconds(const char* name, Time& time, uint32_t longest)
    {
        const int64_t us = (time.GetNanoSeconds() + 999) / 1000;
        Set(time, MicroSeconds(Exchange<4>(us < longest ? us : longest, longest, name)));
        Self().Show(name, time);
    }

    /** @brief A number of IEEE 754 in double precision, as in RFC 4506, 4.7. @param name for people
     * @param value the value @param greatest value that is valid; the least one is 0 */
    void Real(const char* name, double& value, double greatest = std::numeric_limits<double>::max())
    {
        uint64_t bits;
        std::memcpy(&bits, &value, sizeof(bits));
        bits = Exchange<8>(bits);
        if constexpr (READS)
        {
            std::memcpy(&value, &bits, sizeof(value));
        }
        Self().Require(value >= 0 && value <= greatest, name, bits, "that of a number in range");
        Self().Show(name, value);
    }

    /** @brief Data follows, an octet at least. */
    void Data()
    {
        Self().Require(Self().GetLeft() > 0, "octets of data", 0, "above ", 0);
    }

    /** @brief Nothing follows. */
    void End()
    {
        Self().Require(Self().GetLeft() == 0, "octets behind the end", Self().GetLeft(), "", 0);
    }

    /** @brief Shows a word to people. @param is whether to @param word it; null: nothing */
    void Mark(bool is, const char* word)
    {
        Self().Show(is && word ? "" : nullptr, word);
    }

    /** @return octets so far */
    uint32_t GetSize() const
    {
        return m_size;
    }

    /** @return place of the checksum; 0: there is none */
    uint32_t GetChecksumPlace() const
    {
        return m_checksum;
    }

    /** @return octets of the packet that a reader has not read; of others, 0 */
    uint32_t GetLeft() const
    {
        return 0;
    }

    /** @brief Checks what was read. By default, nothing is. @param valid whether it is right
     * @param what it is @param value it has @param limit what it must be @param bound behind that
     */
    void Require([[maybe_unused]] bool valid,
                 [[maybe_unused]] const char* what,
                 [[maybe_unused]] uint64_t value,
                 [[maybe_unused]] const char* limit,
                 [[maybe_unused]] uint64_t bound = PduFault::NO_BOUND)
    {
    }

    /** @brief Shows a field to people. By default, nobody looks. */
    template <typename T>
    void Show(const char* /* name */, const T& /* value */)
    {
    }

    /** @brief Moves octets of a field. By default, they are only counted. */
    template <uint32_t N>
    uint64_t Move(uint64_t bits, uint64_t /* greatest */, const char* /* name */)
    {
        return bits;
    }

    /** @brief Moves octets as they are. By default, they are only counted. */
    void MoveOctets(uint8_t* /* octets */, uint32_t /* size */)
    {
    }

  private:
    /** @return the visitor */
    V& Self()
    {
        return static_cast<V&>(*this);
    }

    /** @tparam N octets of a field @param bits its value @param greatest value that is valid
     * @param name of it @return its value, of a reader what was read */
    template <uint32_t N>
    uint64_t Exchange(uint64_t bits,
                      uint64_t greatest = std::numeric_limits<uint64_t>::max(),
                      const char* name = "")
    {
        m_size += N;
        return Self().template Move<N>(bits, greatest, name);
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

    /** @brief Makes room in what a reader reads. @param list of it @param name for people
     * @param count wanted elements; none if they are not there */
    template <typename T>
    void Resize([[maybe_unused]] T& list,
                [[maybe_unused]] const char* name,
                [[maybe_unused]] uint32_t count)
    {
        if constexpr (READS)
        {
            const uint32_t most = Self().GetLeft() / sizeof(list[0]);
            Self().Require(count <= most, name, count, "at most ", most);
            list.resize(count <= most ? count : 0);
        }
    }

    uint32_t m_size{0};     //!< octets so far
    uint32_t m_checksum{0}; //!< place of the checksum
};
} // namespace hsn
} // namespace ns3

#endif // HSN_PDU_FIELDS_H
