// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * External data representation (RFC 4506): what code made by tools/adugen.py calls, and the two
 * classes with which it reads and writes XDR without further functions.
 *
 * An output has Send(word), SendBytes() for opaque octets, SendWords() for arrays of 4-octet
 * numbers; an input has their counterparts and GetLeft(). IlpSender and IlpReceiver of ilp-loop.h
 * are outputs and inputs as well.
 */
#ifndef ILP_XDR_H
#define ILP_XDR_H

#include "ilp-words.h"

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <string>
#include <type_traits>
#include <vector>

namespace ns3
{
namespace hsn
{
/// The first error of a coding, and how deep pointers are nested in it.
class XdrStatus
{
  public:
    /// What can be wrong with data or a value.
    enum Error
    {
        GOOD = 0,
        BAD_LENGTH = -1, //!< shorter or longer than what it says, or filled with other than zeros
        BAD_VALUE = -2,  //!< no member of the enumeration, or more than the maximum
    };

    static constexpr uint32_t MAX_DEPTH = 1000; //!< pointers behind each other

    /// @return whether nothing failed yet
    bool IsGood() const
    {
        return m_error == GOOD;
    }

    /// @return what failed first
    Error GetError() const
    {
        return m_error;
    }

    /// @param error noted unless there was one before
    void Fail(Error error)
    {
        m_error = m_error == GOOD ? error : m_error;
    }

    /// Follows a pointer. @return whether it may; if so, Leave() must follow
    bool Enter()
    {
        if (!IsGood() || m_depth == MAX_DEPTH)
        {
            Fail(BAD_VALUE);
            return false;
        }
        m_depth++;
        return true;
    }

    /// Returns from a pointer.
    void Leave()
    {
        m_depth--;
    }

  private:
    Error m_error{GOOD}; //!< the first
    uint32_t m_depth{0}; //!< pointers that are being followed
};

/// @param size octets @return the octets that they are filled up to: a multiple of 4
constexpr size_t
XdrRoundUp(size_t size)
{
    return (size + 3) / 4 * 4;
}

/// @param from octets @param size how many, 1 to 3 @return a word that begins with them
inline uint32_t
XdrLastWord(const uint8_t* from, size_t size)
{
    uint8_t last[4] = {};
    std::memcpy(last, from, size);
    return IlpReadWord(last);
}

/// @param word the last of an opaque @param to where it is stored @param size octets, 1 to 3
/// @return whether the rest is zero
inline bool
XdrStoreLast(uint32_t word, uint8_t* to, size_t size)
{
    IlpCountWrite();
    const uint32_t ordered = IlpBigEndian(word);
    std::memcpy(to, &ordered, size);
    return word << (8 * size) == 0;
}

/// Adds up the octets of a value, and finds out whether it can be sent.
class XdrSizer : public XdrStatus
{
  public:
    /// Takes a word.
    void Send(uint32_t)
    {
        m_size += 4;
    }

    /// Takes opaque octets. @param size how many
    void SendBytes(const uint8_t*, size_t size)
    {
        m_size += XdrRoundUp(size);
    }

    /// Takes numbers. @param size how many
    template <class T>
    void SendWords(const T*, size_t size)
    {
        m_size += 4 * size;
    }

    /// @return octets so far
    size_t GetSize() const
    {
        return m_size;
    }

  private:
    size_t m_size{0}; //!< octets
};

/// Writes XDR and nothing else.
class XdrWriter : public XdrStatus
{
  public:
    /// @param to where it is written; the caller knows from XdrSizer that there is room
    explicit XdrWriter(uint8_t* to)
        : m_to(to)
    {
    }

    /// @param word what is sent
    void Send(uint32_t word)
    {
        IlpCountRead();
        IlpWriteWord(m_to, word);
        m_to += 4;
    }

    /// @param from opaque octets @param size how many
    void SendBytes(const uint8_t* from, size_t size)
    {
        for (; size >= 4; size -= 4, from += 4, m_to += 4)
        {
            IlpWriteWord(m_to, IlpReadWord(from));
        }
        if (size > 0)
        {
            IlpWriteWord(m_to, XdrLastWord(from, size));
            m_to += 4;
        }
    }

    /// @param from numbers of 4 octets @param size how many
    template <class T>
    void SendWords(const T* from, size_t size)
    {
        static_assert(sizeof(T) == 4, "one number is one word");
        for (size_t i = 0; i < size; i++)
        {
            uint32_t word;
            std::memcpy(&word, from + i, 4);
            Send(word);
        }
    }

    /// @return end of what was written
    uint8_t* GetEnd() const
    {
        return m_to;
    }

  private:
    uint8_t* m_to; //!< where the next word goes
};

/// Reads XDR and nothing else.
class XdrReader : public XdrStatus
{
  public:
    /// @param begin of the data @param end of the data, a multiple of 4 octets later
    XdrReader(const uint8_t* begin, const uint8_t* end)
        : m_from(begin),
          m_end(end)
    {
    }

    /// @return octets not read yet
    size_t GetLeft() const
    {
        return static_cast<size_t>(m_end - m_from);
    }

    /// @return the next word; 0 and an error after the end
    uint32_t Receive()
    {
        if (GetLeft() < 4)
        {
            Fail(BAD_LENGTH);
            return 0;
        }
        IlpCountWrite();
        const uint32_t word = IlpReadWord(m_from);
        m_from += 4;
        return word;
    }

    /// @param to where opaque octets are stored @param size how many
    void ReceiveBytes(uint8_t* to, size_t size)
    {
        if (GetLeft() < XdrRoundUp(size))
        {
            Fail(BAD_LENGTH);
            return;
        }
        for (; size >= 4; size -= 4, to += 4, m_from += 4)
        {
            IlpWriteWord(to, IlpReadWord(m_from));
        }
        if (size > 0)
        {
            if (!XdrStoreLast(IlpReadWord(m_from), to, size))
            {
                Fail(BAD_LENGTH);
            }
            m_from += 4;
        }
    }

    /// @param to where numbers of 4 octets are stored @param size how many
    template <class T>
    void ReceiveWords(T* to, size_t size)
    {
        static_assert(sizeof(T) == 4, "one number is one word");
        for (size_t i = 0; i < size && IsGood(); i++)
        {
            const uint32_t word = Receive();
            std::memcpy(to + i, &word, 4);
        }
    }

  private:
    const uint8_t* m_from; //!< next word
    const uint8_t* m_end;  //!< of the data
};

/// @param out an output @param value sent as int, unsigned, hyper, unsigned hyper, float, double or
/// bool
template <class Out, class T>
void
XdrSend(Out& out, T value)
{
    static_assert(std::is_arithmetic_v<T>, "a number or a truth value");
    if constexpr (std::is_same_v<T, bool>)
    {
        out.Send(value ? 1 : 0);
    }
    else if constexpr (sizeof(T) == 8)
    {
        uint64_t bits;
        std::memcpy(&bits, &value, 8);
        out.Send(static_cast<uint32_t>(bits >> 32));
        out.Send(static_cast<uint32_t>(bits));
    }
    else if constexpr (std::is_same_v<T, float>)
    {
        uint32_t bits;
        std::memcpy(&bits, &value, 4);
        out.Send(bits);
    }
    else
    {
        out.Send(static_cast<uint32_t>(value));
    }
}

/// @param in an input @return a truth value; other words than 0 and 1 are an error
template <class In>
bool
XdrReceiveFlag(In& in)
{
    const uint32_t word = in.Receive();
    if (word > 1)
    {
        in.Fail(XdrStatus::BAD_VALUE);
    }
    return word == 1 && in.IsGood();
}

/// @param in an input @param value receives what XdrSend() sent
template <class In, class T>
void
XdrReceive(In& in, T&& value)
{
    using Value = std::decay_t<T>;
    if constexpr (std::is_same_v<Value, bool> ||
                  std::is_same_v<Value, std::vector<bool>::reference>)
    {
        value = XdrReceiveFlag(in);
    }
    else if constexpr (sizeof(Value) == 8)
    {
        const uint64_t high = in.Receive();
        const uint64_t bits = high << 32 | in.Receive();
        std::memcpy(&value, &bits, 8);
    }
    else if constexpr (std::is_same_v<Value, float>)
    {
        const uint32_t bits = in.Receive();
        std::memcpy(&value, &bits, 4);
    }
    else
    {
        value = static_cast<Value>(in.Receive());
    }
}

/// @param out an output @param size elements that follow @param max how many are allowed
template <class Out>
void
XdrSendCount(Out& out, size_t size, uint32_t max)
{
    if (size > max)
    {
        out.Fail(XdrStatus::BAD_VALUE);
    }
    out.Send(static_cast<uint32_t>(size));
}

/**
 * @brief Receives a number of elements, and makes room for them if so many can follow.
 * @param in an input
 * @param to gets that size, 0 after an error
 * @param max elements allowed
 * @param each octets that an element has at least
 */
template <class In, class T>
void
XdrReceiveCount(In& in, T& to, uint32_t max, size_t each)
{
    const size_t size = in.Receive();
    if (size > max)
    {
        in.Fail(XdrStatus::BAD_VALUE);
    }
    else if (size > in.GetLeft() / each)
    {
        in.Fail(XdrStatus::BAD_LENGTH);
    }
    to.resize(in.IsGood() ? size : 0);
}

/// @param out an output @param value octets of a string or an opaque
template <class Out, class T>
void
XdrSendOctets(Out& out, const T& value)
{
    out.SendBytes(reinterpret_cast<const uint8_t*>(value.data()), value.size());
}

/// @param in an input @param value a string or an opaque that has its size already
template <class In, class T>
void
XdrReceiveOctets(In& in, T& value)
{
    in.ReceiveBytes(reinterpret_cast<uint8_t*>(value.data()), value.size());
}

/// @param a one or none @param b one or none @return whether both are nothing, or equal
template <class T>
bool
XdrSame(const std::unique_ptr<T>& a, const std::unique_ptr<T>& b)
{
    return a && b ? *a == *b : !a && !b;
}
} // namespace hsn
} // namespace ns3

#endif // ILP_XDR_H
