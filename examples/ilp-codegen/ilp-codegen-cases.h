// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * The three configurations of this folder, each in three forms: the loop that ilpgen.py makes, an
 * integrated loop written by hand, and one function after the other.
 */
#ifndef ILP_CODEGEN_CASES_H
#define ILP_CODEGEN_CASES_H

#include "generated/paper-functions.h"
#include "generated/simple-functions.h"
#include "generated/triple-functions.h"
#include "ilp-codegen-library.h"

#include "ns3/ilp-loop.h"
#include "ns3/ilp-xdr.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>

namespace ns3
{
namespace hsn
{
using transfer::Kind;
using transfer::Transfer;

/// @param size octets of data @return a data unit whose content depends on size
inline Transfer
MakeData(size_t size)
{
    Transfer adu;
    adu.kind = Kind::DATA;
    adu.data.type = 1;
    adu.data.seq = static_cast<int32_t>(size) - 100;
    adu.data.octets.resize(size);
    for (size_t i = 0; i < size; i++)
    {
        adu.data.octets[i] = static_cast<uint8_t>(i * 37 + size);
    }
    return adu;
}

/// @param kind a kind @param n how much is in it @return an ADU of that kind
inline Transfer
MakeAdu(Kind kind, uint32_t n)
{
    Transfer adu;
    adu.kind = kind;
    switch (kind)
    {
    case Kind::DATA:
        return MakeData(n);
    case Kind::OPEN:
        adu.open.name = std::string(n % 250, 'x') + "hi!";
        adu.open.size = 0x0102030405060708 + n;
        adu.open.binary = n % 2 == 1;
        adu.open.rate = 1.0 + n;
        break;
    case Kind::MISSING:
        for (uint32_t i = 0; i < n; i++)
        {
            adu.missing.seqs.push_back(i * i);
            auto range = std::make_unique<transfer::Range>();
            range->first = i;
            range->more = std::move(adu.missing.ranges);
            adu.missing.ranges = std::move(range);
        }
        break;
    case Kind::STATUS:
        adu.status.of = Kind::MISSING;
        adu.status.time = -1 - static_cast<int64_t>(n);
        adu.status.load = {1.5F, -2.25F, static_cast<float>(n)};
        adu.status.mark = {1, 2, 3, 4, 5, 6};
        adu.status.text = std::string(n % 100, 'y');
        adu.status.last.assign(n % 5, Kind::OPEN);
        break;
    }
    return adu;
}

/// The words of a data unit: what it is, then its octets.
class DataWords
{
  public:
    static constexpr size_t HEAD = 4; //!< words before the data

    /// @param adu a data unit, which must stay
    explicit DataWords(const Transfer& adu)
        : m_head{static_cast<uint32_t>(adu.kind),
                 static_cast<uint32_t>(adu.data.type),
                 static_cast<uint32_t>(adu.data.seq),
                 static_cast<uint32_t>(adu.data.octets.size())},
          m_data(adu.data.octets.data()),
          m_size(adu.data.octets.size())
    {
    }

    /// @return words
    size_t GetSize() const
    {
        return HEAD + (m_size + 3) / 4;
    }

    /// @return words that are whole
    size_t GetWhole() const
    {
        return HEAD + m_size / 4;
    }

    /// @param i number of a word @return it; zero behind the end
    uint32_t Get(size_t i) const
    {
        if (i < HEAD)
        {
            IlpCountRead();
            return m_head[i];
        }
        i -= HEAD;
        if (i < m_size / 4)
        {
            return IlpReadWord(m_data + 4 * i);
        }
        return i * 4 < m_size ? XdrLastWord(m_data + 4 * i, m_size % 4) : 0;
    }

    /// @return the first octet of whole word i @param i from HEAD on
    const uint8_t* At(size_t i) const
    {
        return m_data + 4 * (i - HEAD);
    }

  private:
    uint32_t m_head[HEAD]; //!< words before the data
    const uint8_t* m_data; //!< octets
    size_t m_size;         //!< how many
};

/// SAFER K-64 and a checksum, by hand.
struct PaperByHand
{
    static constexpr uint32_t WORDS = 2;       //!< of a group
    uint32_t sum{0};                           //!< checksum
    const uint8_t* keys{SAFER_KEYS.data()};    //!< of all rounds
    const uint32_t* log{ILP_SAFER_TABLES.log}; //!< table
    const uint32_t* exp{ILP_SAFER_TABLES.exp}; //!< table

    /// @param v a group
    HSN_ILP_INLINE void Group(uint32_t (&v)[WORDS])
    {
        saferk64_encrypt(v[0], v[1], keys, log, exp);
        tcp_checksum(v[0], sum);
        tcp_checksum(v[1], sum);
    }

    /// @param to where results go @return their end
    uint8_t* Finish(uint8_t* to)
    {
        TCP_xsum_final(&sum);
        IlpWriteWord(to, sum);
        return to + 4;
    }

    /// One function after the other. @param m message @param n its words, whole groups
    /// @param before is called before each function
    template <class Before>
    void Sequential(uint8_t* m, size_t n, Before before)
    {
        before();
        for (size_t i = 0; i < n; i += 2)
        {
            uint32_t a = IlpReadWord(m + 4 * i);
            uint32_t b = IlpReadWord(m + 4 * i + 4);
            saferk64_encrypt(a, b, keys, log, exp);
            IlpWriteWord(m + 4 * i, a);
            IlpWriteWord(m + 4 * i + 4, b);
        }
        before();
        for (size_t i = 0; i < n; i++)
        {
            uint32_t w = IlpReadWord(m + 4 * i);
            tcp_checksum(w, sum);
        }
    }
};

/// Exclusive or and a checksum, by hand.
struct SimpleByHand
{
    static constexpr uint32_t WORDS = 2; //!< of a group
    uint32_t sum{0};                     //!< checksum
    uint32_t high{0x01234567};           //!< key
    uint32_t low{0x89abcdef};            //!< key

    /// @param v a group
    HSN_ILP_INLINE void Group(uint32_t (&v)[WORDS])
    {
        xor64(v[0], v[1], high, low);
        tcp_checksum(v[0], sum);
        tcp_checksum(v[1], sum);
    }

    /// @param to where results go @return their end
    uint8_t* Finish(uint8_t* to)
    {
        TCP_xsum_final(&sum);
        IlpWriteWord(to, sum);
        return to + 4;
    }

    /// One function after the other. @param m message @param n its words, whole groups
    /// @param before is called before each function
    template <class Before>
    void Sequential(uint8_t* m, size_t n, Before before)
    {
        before();
        for (size_t i = 0; i < n; i += 2)
        {
            uint32_t a = IlpReadWord(m + 4 * i);
            uint32_t b = IlpReadWord(m + 4 * i + 4);
            xor64(a, b, high, low);
            IlpWriteWord(m + 4 * i, a);
            IlpWriteWord(m + 4 * i + 4, b);
        }
        before();
        for (size_t i = 0; i < n; i++)
        {
            uint32_t w = IlpReadWord(m + 4 * i);
            tcp_checksum(w, sum);
        }
    }
};

/// Exclusive or with 12 octets, checksum and CRC, by hand.
struct TripleByHand
{
    static constexpr uint32_t WORDS = 3; //!< of a group
    uint32_t key{0x9e3779b9};            //!< of the cipher
    uint32_t sum{0};                     //!< checksum
    uint32_t crc{ILP_CRC32_FIRST};       //!< CRC

    /// @param v a group
    HSN_ILP_INLINE void Group(uint32_t (&v)[WORDS])
    {
        xor96(v[0], v[1], v[2], key);
        for (auto& w : v)
        {
            tcp_checksum(w, sum);
            crc32(w, crc);
        }
    }

    /// @param to where results go @return their end
    uint8_t* Finish(uint8_t* to)
    {
        TCP_xsum_final(&sum);
        crc32_final(&crc);
        IlpWriteWord(to, crc);
        IlpWriteWord(to + 4, sum);
        return to + 8;
    }

    /// One function after the other. @param m message @param n its words, whole groups
    /// @param before is called before each function
    template <class Before>
    void Sequential(uint8_t* m, size_t n, Before before)
    {
        before();
        for (size_t i = 0; i < n; i += 3)
        {
            uint32_t a = IlpReadWord(m + 4 * i);
            uint32_t b = IlpReadWord(m + 4 * i + 4);
            uint32_t c = IlpReadWord(m + 4 * i + 8);
            xor96(a, b, c, key);
            IlpWriteWord(m + 4 * i, a);
            IlpWriteWord(m + 4 * i + 4, b);
            IlpWriteWord(m + 4 * i + 8, c);
        }
        before();
        for (size_t i = 0; i < n; i++)
        {
            uint32_t w = IlpReadWord(m + 4 * i);
            tcp_checksum(w, sum);
        }
        before();
        for (size_t i = 0; i < n; i++)
        {
            uint32_t w = IlpReadWord(m + 4 * i);
            crc32(w, crc);
        }
    }
};

/// Sends a data unit by a loop that was written by hand. @param to where it goes @param adu data
/// @param hand functions and their variables, a copy that can stay in registers
/// @return end of what was written
template <class Hand>
uint8_t*
SendByHand(uint8_t* to, const Transfer& adu, Hand hand = Hand())
{
    constexpr uint32_t W = Hand::WORDS;
    const DataWords words(adu);
    uint32_t v[W];
    const auto send = [&]() HSN_ILP_LAMBDA {
        hand.Group(v);
        for (uint32_t j = 0; j < W; j++)
        {
            IlpWriteWord(to + 4 * j, v[j]);
        }
        to += 4 * W;
    };
    size_t i = 0;
    for (; i < DataWords::HEAD; i += W)
    {
        for (uint32_t j = 0; j < W; j++)
        {
            v[j] = words.Get(i + j);
        }
        send();
    }
    for (; i + W <= words.GetWhole(); i += W)
    {
        const uint8_t* from = words.At(i);
        for (uint32_t j = 0; j < W; j++)
        {
            v[j] = IlpReadWord(from + 4 * j);
        }
        send();
    }
    for (; i < words.GetSize(); i += W)
    {
        for (uint32_t j = 0; j < W; j++)
        {
            v[j] = words.Get(i + j);
        }
        send();
    }
    return hand.Finish(to);
}

/// Marshals a data unit, then applies one function after the other. @param to where it goes
/// @param adu data @param before is called before each function @param hand functions and their
/// variables @return end of what was written
template <class Hand, class Before>
uint8_t*
SendInSequence(uint8_t* to, const Transfer& adu, Before before, Hand hand = Hand())
{
    XdrWriter out(to);
    Encode(out, adu);
    size_t n = static_cast<size_t>(out.GetEnd() - to) / 4;
    for (; n % Hand::WORDS > 0; n++)
    {
        IlpWriteWord(to + 4 * n, 0);
    }
    hand.Sequential(to, n, before);
    return hand.Finish(to + 4 * n);
}

/// A loop as `ilpgen.py --word-by-word` makes it. @tparam Loop as it is made without that
template <class Loop>
struct WordByWord : Loop
{
    static constexpr bool RUNS = false; //!< every word goes through the buffer
};

/// A configuration under one set of names. @tparam Title in names @tparam name of the namespace
#define ILP_CODEGEN_CASE(Title, name)                                                              \
    struct Title##Case                                                                             \
    {                                                                                              \
        using State = name::Title##State;                                                          \
        using Results = name::Title##Results;                                                      \
        using Loop = name::Title##Loop;                                                            \
        using Hand = Title##ByHand;                                                                \
        static size_t GetSize(const Transfer& adu)                                                 \
        {                                                                                          \
            return name::Get##Title##Size(adu);                                                    \
        }                                                                                          \
        static uint8_t* Send(State& state, Results& results, uint8_t* to, const Transfer& adu)     \
        {                                                                                          \
            return name::Send##Title(state, results, to, adu);                                     \
        }                                                                                          \
        static Results GetResults(const State& state)                                              \
        {                                                                                          \
            return name::Get##Title##Results(state);                                               \
        }                                                                                          \
        static int Receive(State& state, const uint8_t* begin, const uint8_t* end, Transfer& adu)  \
        {                                                                                          \
            Results computed;                                                                      \
            Results received;                                                                      \
            return name::Receive##Title(state, computed, received, begin, end, adu);               \
        }                                                                                          \
    }

/// What the generated Send function does, with a loop that works word by word. @tparam Case which
/// @param state variables @param results gets what the functions have computed @param to where it
/// goes @param adu data @return end of what was written; nullptr: the ADU cannot be sent
template <class Case>
uint8_t*
SendWordByWord(typename Case::State& state,
               typename Case::Results& results,
               uint8_t* to,
               const Transfer& adu)
{
    if (Case::GetSize(adu) == 0)
    {
        return nullptr;
    }
    state.Begin();
    IlpSender<WordByWord<typename Case::Loop>> out(state, to);
    Encode(out, adu);
    uint8_t* end = out.Pad();
    state = out.GetState();
    state.FinishSend();
    results = Case::GetResults(state);
    XdrWriter behind(end);
    Encode(behind, results);
    return behind.GetEnd();
}

ILP_CODEGEN_CASE(Paper, paper);   //!< SAFER K-64 over a checksum
ILP_CODEGEN_CASE(Simple, simple); //!< exclusive or over a checksum
ILP_CODEGEN_CASE(Triple, triple); //!< exclusive or over a checksum over a CRC
} // namespace hsn
} // namespace ns3

#endif // ILP_CODEGEN_CASES_H
