// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * The integrated loop of T. Braun and C. Diot, "Automated code generation for integrated layer
 * processing", section 3: words are collected to groups of L octets, the least common multiple of
 * the units of all functions; each group passes all functions in registers, and is read and written
 * once. tools/ilpgen.py makes the functions' part.
 */
#ifndef ILP_LOOP_H
#define ILP_LOOP_H

#include "ilp-words.h"
#include "ilp-xdr.h"

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace ns3
{
namespace hsn
{
/// Words of a group that have not all come, or not all gone. @tparam W words of a group
template <uint32_t W>
struct IlpGroup
{
    uint32_t words[W - 1]; //!< the words
};

/// A group of one word needs no buffer.
template <>
struct IlpGroup<1>
{
};

/**
 * @brief Takes words and writes them manipulated: an output for XdrSend().
 *
 * @tparam Loop has WORDS, the words of a group; RUNS, whether runs of words go through the
 * functions a group at a time without being buffered; State, the functions' variables; and
 * Send(State&, uint32_t (&group)[WORDS]), which applies all functions from top to bottom
 */
template <class Loop>
class IlpSender : public XdrStatus
{
  public:
    /// @param state variables of the functions @param to where is written; there is room for all
    IlpSender(const typename Loop::State& state, uint8_t* to)
        : m_state(state),
          m_to(to)
    {
    }

    /// @param word what is sent
    HSN_ILP_INLINE void Send(uint32_t word)
    {
        IlpCountRead();
        Put(word);
    }

    /// @param from opaque octets @param size how many
    HSN_ILP_INLINE void SendBytes(const uint8_t* from, size_t size)
    {
        SendRun(from, size / 4, [](const uint8_t* at) HSN_ILP_LAMBDA { return IlpReadWord(at); });
        if (size % 4 > 0)
        {
            Put(XdrLastWord(from + size / 4 * 4, size % 4));
        }
    }

    /// @param from numbers of 4 octets @param size how many
    template <class T>
    HSN_ILP_INLINE void SendWords(const T* from, size_t size)
    {
        static_assert(sizeof(T) == 4, "one number is one word");
        SendRun(reinterpret_cast<const uint8_t*>(from), size, [](const uint8_t* at) HSN_ILP_LAMBDA {
            IlpCountRead();
            uint32_t word;
            std::memcpy(&word, at, 4);
            return word;
        });
    }

    /// Fills the last group up with zeros. @return end of what was written
    uint8_t* Pad()
    {
        while (m_counter > 0)
        {
            Put(0);
        }
        return m_to;
    }

    /// @return the functions' variables
    typename Loop::State& GetState()
    {
        return m_state;
    }

  private:
    static constexpr uint32_t W = Loop::WORDS; //!< words of a group

    /// @param word the next of the group
    HSN_ILP_INLINE void Put(uint32_t word)
    {
        if constexpr (W > 1)
        {
            if (m_counter < W - 1)
            {
                m_group.words[m_counter++] = word;
                return;
            }
        }
        PutLast(word);
    }

    /// Sends a group. A function of its own: it is as long as all functions, and called from many
    /// places. @param word its last one
    __attribute__((noinline)) void PutLast(uint32_t word)
    {
        uint32_t v[W];
        if constexpr (W > 1)
        {
            std::memcpy(v, m_group.words, sizeof(m_group.words));
            m_counter = 0;
        }
        v[W - 1] = word;
        Loop::Send(m_state, v);
        Write(v);
    }

    /// @param v a group that has passed all functions
    HSN_ILP_INLINE void Write(const uint32_t (&v)[W])
    {
        for (uint32_t j = 0; j < W; j++)
        {
            IlpWriteWord(m_to + 4 * j, v[j]);
        }
        m_to += 4 * W;
    }

    /// @param from words @param size how many @param read reads one
    template <class Read>
    HSN_ILP_INLINE void SendRun(const uint8_t* from, size_t size, Read read)
    {
        for (; size > 0 && (m_counter > 0 || !Loop::RUNS); size--, from += 4)
        {
            Put(read(from));
        }
        if (size >= W)
        {
            auto state = m_state; // a copy can stay in registers
            for (; size >= W; size -= W, from += 4 * W)
            {
                uint32_t v[W];
                for (uint32_t j = 0; j < W; j++)
                {
                    v[j] = read(from + 4 * j);
                }
                Loop::Send(state, v);
                Write(v);
            }
            m_state = state;
        }
        for (; size > 0; size--, from += 4)
        {
            Put(read(from));
        }
    }

    typename Loop::State m_state; //!< the functions' variables
    uint8_t* m_to;                //!< where the group goes
    uint32_t m_counter{0};        //!< words of the group so far
    IlpGroup<W> m_group;          //!< the words of the group so far
};

/**
 * @brief Reads words and gives them manipulated: an input for XdrReceive().
 *
 * @tparam Loop as of IlpSender, with Receive(State&, uint32_t (&group)[WORDS]), which applies all
 * functions from bottom to top
 */
template <class Loop>
class IlpReceiver : public XdrStatus
{
  public:
    /// @param state variables of the functions @param begin of the data @param end a multiple of
    /// WORDS words later
    IlpReceiver(const typename Loop::State& state, const uint8_t* begin, const uint8_t* end)
        : m_state(state),
          m_from(begin),
          m_end(end)
    {
    }

    /// @return octets not given yet
    HSN_ILP_INLINE size_t GetLeft() const
    {
        return static_cast<size_t>(m_end - m_from) + 4 * (m_counter > 0 ? W - m_counter : 0);
    }

    /// @return the next word; 0 and an error after the end
    HSN_ILP_INLINE uint32_t Receive()
    {
        IlpCountWrite();
        return Get();
    }

    /// @param to where opaque octets are stored @param size how many
    HSN_ILP_INLINE void ReceiveBytes(uint8_t* to, size_t size)
    {
        if (GetLeft() < XdrRoundUp(size))
        {
            Fail(BAD_LENGTH);
            return;
        }
        ReceiveRun(to, size / 4, [](uint8_t* at, uint32_t word) HSN_ILP_LAMBDA {
            IlpWriteWord(at, word);
        });
        if (size % 4 > 0 && !XdrStoreLast(Get(), to + size / 4 * 4, size % 4))
        {
            Fail(BAD_LENGTH);
        }
    }

    /// @param to where numbers of 4 octets are stored @param size how many
    template <class T>
    HSN_ILP_INLINE void ReceiveWords(T* to, size_t size)
    {
        static_assert(sizeof(T) == 4, "one number is one word");
        if (GetLeft() / 4 < size)
        {
            Fail(BAD_LENGTH);
            return;
        }
        ReceiveRun(reinterpret_cast<uint8_t*>(to),
                   size,
                   [](uint8_t* at, uint32_t word) HSN_ILP_LAMBDA {
                       IlpCountWrite();
                       std::memcpy(at, &word, 4);
                   });
    }

    /**
     * @brief Draws what is left through the functions: the rest of the last group, which is filled
     * up with zeros, and after an error whole groups.
     * @param strict whether other than zeros are an error
     */
    void Finish(bool strict)
    {
        while (m_counter > 0)
        {
            if (Get() != 0 && strict)
            {
                Fail(BAD_LENGTH);
            }
        }
        if (GetLeft() > 0)
        {
            Fail(BAD_LENGTH);
        }
        while (GetLeft() > 0)
        {
            Get();
        }
    }

    /// @return the functions' variables
    typename Loop::State& GetState()
    {
        return m_state;
    }

  private:
    static constexpr uint32_t W = Loop::WORDS; //!< words of a group

    /// @param v gets a group that has passed all functions
    HSN_ILP_INLINE void Read(uint32_t (&v)[W], typename Loop::State& state)
    {
        for (uint32_t j = 0; j < W; j++)
        {
            v[j] = IlpReadWord(m_from + 4 * j);
        }
        m_from += 4 * W;
        Loop::Receive(state, v);
    }

    /// @return the next word
    HSN_ILP_INLINE uint32_t Get()
    {
        if constexpr (W > 1)
        {
            if (m_counter > 0)
            {
                const uint32_t word = m_group.words[m_counter - 1];
                m_counter = (m_counter + 1) % W;
                return word;
            }
        }
        return GetFirst();
    }

    /// Receives a group. @return its first word; 0 and an error after the end
    __attribute__((noinline)) uint32_t GetFirst()
    {
        if (m_from == m_end) // whole groups: there is one, or nothing
        {
            Fail(BAD_LENGTH);
            return 0;
        }
        uint32_t v[W];
        Read(v, m_state);
        if constexpr (W > 1)
        {
            std::memcpy(m_group.words, v + 1, sizeof(m_group.words));
            m_counter = 1;
        }
        return v[0];
    }

    /// @param to where words are stored; so many are left @param size how many @param store stores
    template <class Store>
    HSN_ILP_INLINE void ReceiveRun(uint8_t* to, size_t size, Store store)
    {
        for (; size > 0 && (m_counter > 0 || !Loop::RUNS); size--, to += 4)
        {
            store(to, Get());
        }
        if (size >= W)
        {
            auto state = m_state; // a copy can stay in registers
            for (; size >= W; size -= W, to += 4 * W)
            {
                uint32_t v[W];
                Read(v, state);
                for (uint32_t j = 0; j < W; j++)
                {
                    store(to + 4 * j, v[j]);
                }
            }
            m_state = state;
        }
        for (; size > 0; size--, to += 4)
        {
            store(to, Get());
        }
    }

    typename Loop::State m_state; //!< the functions' variables
    const uint8_t* m_from;        //!< next group
    const uint8_t* m_end;         //!< of the data
    uint32_t m_counter{0};        //!< words of the group given so far, 0 if all
    IlpGroup<W> m_group;          //!< the words after the first
};
} // namespace hsn
} // namespace ns3

#endif // ILP_LOOP_H
