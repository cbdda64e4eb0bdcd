// SPDX-License-Identifier: GPL-2.0-only
#ifndef HSN_SSTP_BITMAP_H
#define HSN_SSTP_BITMAP_H

#include <cstdint>
#include <vector>

namespace ns3
{
namespace hsn
{
/** @brief One bit for each packet of a segment; bits are counted and searched by the word. */
class SstpBitmap
{
  public:
    SstpBitmap() = default;

    /** @param size number of bits @param value of all of them */
    explicit SstpBitmap(uint32_t size, bool value = false)
        : m_size(size)
    {
        Fill(value);
    }

    /** @return number of bits */
    uint32_t GetSize() const
    {
        return m_size;
    }

    /** @return number of bits that are set */
    uint32_t GetCount() const
    {
        return m_count;
    }

    /** @param i below the size @return bit i */
    bool Get(uint32_t i) const
    {
        return m_words[i / 64] >> (i % 64) & 1;
    }

    /** @brief Sets a bit. @param i below the size @return whether it was clear */
    bool Set(uint32_t i)
    {
        const uint64_t bit = uint64_t{1} << (i % 64);
        const bool changed = !(m_words[i / 64] & bit);
        m_words[i / 64] |= bit;
        m_count += changed;
        return changed;
    }

    /** @brief Clears a bit. @param i below the size @return whether it was set */
    bool Clear(uint32_t i)
    {
        const bool changed = Get(i);
        m_words[i / 64] &= ~(uint64_t{1} << (i % 64));
        m_count -= changed;
        return changed;
    }

    /** @brief Sets or clears all bits. @param value of them */
    void Fill(bool value)
    {
        m_words.assign((m_size + 63) / 64, value ? ~uint64_t{0} : 0);
        if (value && m_size % 64)
        {
            m_words.back() = (uint64_t{1} << (m_size % 64)) - 1;
        }
        m_count = value ? m_size : 0;
    }

    /** @param from where to begin @return the first bit from there that is set, or the size */
    uint32_t FindSet(uint32_t from) const
    {
        if (from >= m_size)
        {
            return m_size;
        }
        uint32_t word = from / 64;
        uint64_t rest = m_words[word] >> (from % 64) << (from % 64);
        while (rest == 0)
        {
            if (++word == m_words.size())
            {
                return m_size;
            }
            rest = m_words[word];
        }
        return word * 64 + static_cast<uint32_t>(__builtin_ctzll(rest));
    }

    /** @return the last bit that is set, or the size if there is none */
    uint32_t FindLast() const
    {
        for (uint32_t word = static_cast<uint32_t>(m_words.size()); word-- > 0;)
        {
            if (m_words[word])
            {
                return word * 64 + 63 - static_cast<uint32_t>(__builtin_clzll(m_words[word]));
            }
        }
        return m_size;
    }

    /** @param other of the same size @return whether all bits are the same */
    bool operator==(const SstpBitmap& other) const
    {
        return m_size == other.m_size && m_words == other.m_words;
    }

  private:
    std::vector<uint64_t> m_words; //!< the bits; those behind the last one are clear
    uint32_t m_size{0};            //!< number of bits
    uint32_t m_count{0};           //!< of them set
};
} // namespace hsn
} // namespace ns3

#endif // HSN_SSTP_BITMAP_H
