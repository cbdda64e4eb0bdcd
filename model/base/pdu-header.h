// SPDX-License-Identifier: GPL-2.0-only
#ifndef HSN_PDU_HEADER_H
#define HSN_PDU_HEADER_H

#include "pdu-fields.h"

#include "ns3/header.h"
#include "ns3/packet.h"

#include <cstdint>
#include <ostream>
#include <string>
#include <type_traits>
#include <vector>

namespace ns3
{
namespace hsn
{
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
    uint64_t Move(uint64_t bits, uint64_t /* greatest */, const char* /* name */)
    {
        static_assert(N == 1 || N == 2 || N == 4 || N == 8, "a number of 8 to 64 bits");
        if constexpr (N == 1)
        {
            m_i.WriteU8(static_cast<uint8_t>(bits));
        }
        else if constexpr (N == 2)
        {
            m_i.WriteHtonU16(static_cast<uint16_t>(bits));
        }
        else if constexpr (N == 4)
        {
            m_i.WriteHtonU32(static_cast<uint32_t>(bits));
        }
        else
        {
            m_i.WriteHtonU64(bits);
        }
        return bits;
    }

    /** @brief Writes octets. @param octets they @param size how many */
    void MoveOctets(uint8_t* octets, uint32_t size)
    {
        m_i.Write(octets, size);
    }

  private:
    Buffer::Iterator m_i; //!< next field
};

/** @brief Reads and checks. */
class PduReader : public PduFields<PduReader, true>
{
  public:
    /** @param start of the header */
    explicit PduReader(Buffer::Iterator start)
        : m_i(start),
          m_left(start.GetRemainingSize())
    {
    }

    /** @brief Reads a field. @tparam N octets @param greatest value that is valid @param name of
     * it @return value; not above that, and 0 if the packet ends before */
    template <uint32_t N>
    uint64_t Move(uint64_t /* bits */, uint64_t greatest, const char* name)
    {
        if (m_left < N)
        {
            Require(false, "octets that are left", m_left, "at least ", N);
            return 0;
        }
        m_left -= N;
        uint64_t bits;
        if constexpr (N == 1)
        {
            bits = m_i.ReadU8();
        }
        else if constexpr (N == 2)
        {
            bits = m_i.ReadNtohU16();
        }
        else if constexpr (N == 4)
        {
            bits = m_i.ReadNtohU32();
        }
        else
        {
            bits = m_i.ReadNtohU64();
        }
        Require(bits <= greatest, name, bits, "at most ", greatest);
        return bits <= greatest ? bits : greatest;
    }

    /** @brief Reads octets, all of which are there. @param octets they @param size how many */
    void MoveOctets(uint8_t* octets, uint32_t size)
    {
        m_left -= size;
        m_i.Read(octets, size);
    }

    /** @return octets of the packet that were not read */
    uint32_t GetLeft() const
    {
        return m_left;
    }

    /** @brief Checks what was read; the first fault counts. @param valid whether it is right
     * @param what it is @param value it has @param limit what it must be @param bound behind that
     */
    void Require(bool valid,
                 const char* what,
                 uint64_t value,
                 const char* limit,
                 uint64_t bound = PduFault::NO_BOUND)
    {
        if (!valid && !m_fault.what)
        {
            m_fault = {what ? what : "a field", value, limit, bound};
        }
    }

    /** @return what is wrong with the fields */
    const PduFault& GetFault() const
    {
        return m_fault;
    }

  private:
    Buffer::Iterator m_i; //!< next field
    uint32_t m_left;      //!< octets from there to the end
    PduFault m_fault;     //!< the first one
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

    /** @brief Prints a field. @param name of it; null: does not print it @param value of it */
    template <typename T>
    void Show(const char* name, const T& value)
    {
        if (name)
        {
            m_os << m_separator << name << (*name ? " " : "") << value;
            m_separator = " ";
        }
    }

    /** @brief Prints numbers. @param name of them; null: does not print them @param values they */
    template <typename T>
    void Show(const char* name, const std::vector<T>& values)
    {
        Show(name, "{");
        for (std::size_t i = 0; name && i < values.size(); ++i)
        {
            m_os << (i > 0 ? " " : "") << +values[i];
        }
        m_os << (name ? "}" : "");
    }

    /** @brief Prints text. @param name of it; null: does not print it @param text the text */
    void Show(const char* name, const std::string& text)
    {
        Show<std::string>(name, '"' + text + '"');
    }

  private:
    std::ostream& m_os;          //!< where to print
    const char* m_separator{""}; //!< in front of the next field
};

/** @brief Whether a header has a checksum. @tparam H class of the header */
template <typename H, typename = void>
struct HasPduChecksum : std::false_type
{
};

/** @brief Those with IsChecksumOk() have: WriteChecksum() and VerifyChecksum(), as TransportHeader.
 */
template <typename H>
struct HasPduChecksum<H, std::void_t<decltype(&H::IsChecksumOk)>> : std::true_type
{
};

/**
 * @brief A header that names its fields once, from which it gets its size, and how it is written,
 * read, checked and printed.
 *
 * H has NAME, the name of its TypeId, and `template <typename V> void Fields(V& v)` that calls the
 * functions of PduFields for one field after the other. If that is in a source file, the header
 * file says `extern template class PduHeader<H>;`, and the source file, behind it, the same
 * without `extern`. What does not go from front to back is written in Serialize(), and read in
 * Deserialize(), which H overrides then.
 *
 * @tparam H class of the header
 * @tparam Base the class that it derives from besides; a TransportHeader has a checksum
 */
template <typename H, typename Base = Header>
class PduHeader : public Base
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    /** @param packet as it came @return what is malformed in it, with value and limit; empty:
     * nothing is */
    static std::string FindFault(Ptr<const Packet> packet);

    // inherited from Header
    TypeId GetInstanceTypeId() const override;
    uint32_t GetSerializedSize() const override;
    void Serialize(Buffer::Iterator start) const override;
    uint32_t Deserialize(Buffer::Iterator start) override;
    void Print(std::ostream& os) const override;

  protected:
    /** @brief Reads the fields. @param start of the header @return octets; 0: malformed */
    uint32_t ReadFields(Buffer::Iterator start);

  private:
    /** @brief Has the fields visited. @param visitor one that changes nothing */
    template <typename V>
    void Visit(V& visitor) const
    {
        // so that Fields() is there once, and not once more for constant headers
        const_cast<H&>(static_cast<const H&>(*this)).Fields(visitor);
    }

    PduFault m_fault; //!< of what was read last
};

template <typename H, typename Base>
TypeId
PduHeader<H, Base>::GetTypeId()
{
    static TypeId tid =
        TypeId(H::NAME).template SetParent<Base>().SetGroupName("Hsn").template AddConstructor<H>();
    return tid;
}

template <typename H, typename Base>
std::string
PduHeader<H, Base>::FindFault(Ptr<const Packet> packet)
{
    H header;
    packet->PeekHeader(header);
    return static_cast<const PduHeader&>(header).m_fault.GetText();
}

template <typename H, typename Base>
TypeId
PduHeader<H, Base>::GetInstanceTypeId() const
{
    return GetTypeId();
}

template <typename H, typename Base>
uint32_t
PduHeader<H, Base>::GetSerializedSize() const
{
    PduSize size;
    Visit(size);
    return size.GetSize();
}

template <typename H, typename Base>
void
PduHeader<H, Base>::Serialize(Buffer::Iterator start) const
{
    PduWriter writer(start);
    Visit(writer);
    if constexpr (HasPduChecksum<Base>::value)
    {
        if (writer.GetChecksumPlace() > 0)
        {
            this->WriteChecksum(start, writer.GetChecksumPlace());
        }
    }
}

template <typename H, typename Base>
uint32_t
PduHeader<H, Base>::Deserialize(Buffer::Iterator start)
{
    if constexpr (HasPduChecksum<Base>::value)
    {
        this->VerifyChecksum(start);
    }
    return ReadFields(start);
}

template <typename H, typename Base>
uint32_t
PduHeader<H, Base>::ReadFields(Buffer::Iterator start)
{
    PduReader reader(start);
    static_cast<H&>(*this).Fields(reader);
    m_fault = reader.GetFault();
    return m_fault.what ? 0 : reader.GetSize();
}

template <typename H, typename Base>
void
PduHeader<H, Base>::Print(std::ostream& os) const
{
    PduPrinter printer(os);
    Visit(printer);
}
} // namespace hsn
} // namespace ns3

#endif // HSN_PDU_HEADER_H
