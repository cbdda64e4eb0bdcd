// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * Shared by the fuzz targets: reading the input, checking invariants, and inputs to start from.
 *
 * A target defines TryInput() and MakeSeeds(); fuzz-main.cc calls them.
 */
#ifndef HSN_FUZZ_SUPPORT_H
#define HSN_FUZZ_SUPPORT_H

#include "../packet-octets.h"

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <initializer_list>
#include <string>
#include <vector>

/// Aborts, which libFuzzer reports, unless an invariant holds.
#define HSN_REQUIRE(condition)                                                                     \
    do                                                                                             \
    {                                                                                              \
        if (!(condition))                                                                          \
        {                                                                                          \
            std::fprintf(stderr, "%s:%d: not true: %s\n", __FILE__, __LINE__, #condition);         \
            std::abort();                                                                          \
        }                                                                                          \
    } while (false)

namespace ns3
{
namespace hsn
{
/// Reads the input from its beginning; returns zeros after its end.
class FuzzInput
{
  public:
    /// @param data the input @param size its length in bytes
    FuzzInput(const uint8_t* data, size_t size)
        : m_data(data),
          m_left(size)
    {
    }

    /// @return whether the whole input was read
    bool IsEmpty() const
    {
        return m_left == 0;
    }

    /// @return number of unread bytes
    size_t GetLeft() const
    {
        return m_left;
    }

    /// @return the unread bytes
    const uint8_t* GetData() const
    {
        return m_data;
    }

    /// Reads a byte. @return the byte
    uint8_t Byte()
    {
        if (m_left == 0)
        {
            return 0;
        }
        m_left--;
        return *m_data++;
    }

    /// Reads 16 bits. @return the number
    uint32_t Word()
    {
        const uint32_t high = Byte();
        return high << 8 | Byte();
    }

    /// Reads an offset: mostly small, of either sign, sometimes large. @return the offset
    uint32_t Offset()
    {
        const uint8_t how = Byte();
        const auto value = static_cast<uint32_t>(static_cast<int8_t>(Byte()));
        return how < 128 ? value : how < 192 ? value * 257 : value << (how % 32);
    }

    /// Reads bytes. @param to where to write them @param n number of bytes
    void Fill(uint8_t* to, size_t n)
    {
        for (size_t i = 0; i < n; i++)
        {
            to[i] = Byte();
        }
    }

  private:
    const uint8_t* m_data; //!< next byte
    size_t m_left;         //!< unread bytes
};

/// Writes an input that a FuzzInput reads.
class FuzzOutput
{
  public:
    /// @param values bytes to add @return this
    FuzzOutput& Bytes(std::initializer_list<int> values)
    {
        for (const auto value : values)
        {
            m_bytes.push_back(static_cast<uint8_t>(value));
        }
        return *this;
    }

    /// @param value 16 bits to add @return this
    FuzzOutput& Word(uint32_t value)
    {
        return Bytes({static_cast<int>(value >> 8 & 0xff), static_cast<int>(value & 0xff)});
    }

    /// @param data bytes to add @param n how many @return this
    FuzzOutput& Octets(const uint8_t* data, size_t n)
    {
        m_bytes.insert(m_bytes.end(), data, data + n);
        return *this;
    }

    /// @param octets bytes to add @return this
    FuzzOutput& Octets(const std::vector<uint8_t>& octets)
    {
        return Octets(octets.data(), octets.size());
    }

    /// @return all of them
    const std::vector<uint8_t>& Get() const
    {
        return m_bytes;
    }

  private:
    std::vector<uint8_t> m_bytes; //!< so far
};

/// An input from which libFuzzer starts.
struct FuzzSeed
{
    std::string name; //!< of its file in the corpus
    FuzzOutput input; //!< what it is
};

/**
 * @brief Tries an input. Every target defines it. What it does must depend on the input alone.
 * @param in the input
 * @return how many cells, PDUs, segments, datagrams or octets of it were accepted
 */
uint32_t TryInput(FuzzInput in);

/**
 * @brief Makes the corpus of the repository. Every target defines it.
 * @return seeds, made by the module's own encoders; something of each is accepted
 */
std::vector<FuzzSeed> MakeSeeds();
} // namespace hsn
} // namespace ns3

#endif // HSN_FUZZ_SUPPORT_H
