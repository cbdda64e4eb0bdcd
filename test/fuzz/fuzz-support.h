// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * What the fuzz targets share: reading the input, and what must hold.
 */
#ifndef HSN_FUZZ_SUPPORT_H
#define HSN_FUZZ_SUPPORT_H

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>

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
/// The input, read from its beginning; zeros after its end.
class FuzzInput
{
  public:
    /// @param data octets @param size how many
    FuzzInput(const uint8_t* data, size_t size)
        : m_data(data),
          m_left(size)
    {
    }

    /// @return whether all has been read
    bool IsEmpty() const
    {
        return m_left == 0;
    }

    /// @return octets left
    size_t GetLeft() const
    {
        return m_left;
    }

    /// @return the next octet
    const uint8_t* GetData() const
    {
        return m_data;
    }

    /// @return the next octet, read
    uint8_t Byte()
    {
        if (m_left == 0)
        {
            return 0;
        }
        m_left--;
        return *m_data++;
    }

    /// @return 16 bits
    uint32_t Word()
    {
        const uint32_t high = Byte();
        return high << 8 | Byte();
    }

    /// @return a small number of either sign, now and then a large one
    uint32_t Offset()
    {
        const uint8_t how = Byte();
        const auto value = static_cast<uint32_t>(static_cast<int8_t>(Byte()));
        return how < 128 ? value : how < 192 ? value * 257 : value << (how % 32);
    }

    /// @param to is written @param n octets, zeros where there are no more
    void Fill(uint8_t* to, size_t n)
    {
        for (size_t i = 0; i < n; i++)
        {
            to[i] = Byte();
        }
    }

  private:
    const uint8_t* m_data; //!< next octet
    size_t m_left;         //!< octets left
};
} // namespace hsn
} // namespace ns3

#endif // HSN_FUZZ_SUPPORT_H
