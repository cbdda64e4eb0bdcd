// SPDX-License-Identifier: GPL-2.0-only
#include "../hsn-test.h"

#include "ns3/ilp-kernels.h"
#include "ns3/ilp-loop.h"
#include "ns3/ilp-xdr.h"
#include "ns3/test.h"

#include <cstddef>
#include <cstring>
#include <memory>
#include <string>
#include <type_traits>
#include <vector>

namespace ns3
{
namespace hsn
{
namespace
{
static_assert(std::is_empty_v<IlpGroup<1>>, "a group of one word has no buffer");

/// Functions that change nothing. @tparam N words of a group @tparam R whether runs are not
/// buffered
template <uint32_t N, bool R = true>
struct Nothing
{
    /// no variables
    struct State
    {
        uint32_t groups{0}; //!< groups that have passed
    };

    static constexpr uint32_t WORDS = N; //!< words of a group
    static constexpr bool RUNS = R;      //!< runs are not buffered

    /// @param s counts
    static void Send(State& s, uint32_t (&)[N])
    {
        s.groups++;
    }

    /// @param s counts
    static void Receive(State& s, uint32_t (&)[N])
    {
        s.groups++;
    }
};

/// A cipher whose units hang together, in groups of three.
template <bool R>
struct Chained
{
    /// variables
    struct State
    {
        uint32_t key{0x12345678}; //!< of the next unit
    };

    static constexpr uint32_t WORDS = 3; //!< words of a group
    static constexpr bool RUNS = R;      //!< runs are not buffered

    /// @param s variables @param v group
    static void Send(State& s, uint32_t (&v)[3])
    {
        for (auto& w : v)
        {
            IlpChainEncrypt(w, s.key);
        }
    }

    /// @param s variables @param v group
    static void Receive(State& s, uint32_t (&v)[3])
    {
        for (auto& w : v)
        {
            IlpChainDecrypt(w, s.key);
        }
    }
};

using Octets = std::vector<uint8_t>; //!< a message

/// @param head words @param body octets @param tail words @return all of it sent
template <class Loop>
Octets
Send(uint32_t head, const Octets& body, uint32_t tail)
{
    Octets to(4 * head + XdrRoundUp(body.size()) + 4 * tail + 4 * Loop::WORDS);
    IlpSender<Loop> out(typename Loop::State(), to.data());
    for (uint32_t i = 0; i < head; i++)
    {
        out.Send(0x80000001 + i);
    }
    out.SendBytes(body.data(), body.size());
    for (uint32_t i = 0; i < tail; i++)
    {
        out.Send(0x90000000 - i);
    }
    to.resize(static_cast<size_t>(out.Pad() - to.data()));
    return to;
}

/// @param from sent by Send() @param head words @param size octets @param tail words @return the
/// octets between the words, or nothing if anything else is wrong
template <class Loop>
Octets
Receive(const Octets& from, uint32_t head, size_t size, uint32_t tail)
{
    IlpReceiver<Loop> in(typename Loop::State(), from.data(), from.data() + from.size());
    bool good = true;
    for (uint32_t i = 0; i < head; i++)
    {
        good &= in.Receive() == 0x80000001 + i;
    }
    Octets body(size);
    in.ReceiveBytes(body.data(), size);
    for (uint32_t i = 0; i < tail; i++)
    {
        good &= in.Receive() == 0x90000000 - i;
    }
    in.Finish(true);
    return good && in.IsGood() ? body : Octets();
}

/// Identity: XDR and zeros behind it.
class IlpIdentityTest : public TestCase
{
  public:
    IlpIdentityTest()
        : TestCase("functions that change nothing give plain XDR, filled up with zeros")
    {
    }

  private:
    template <uint32_t N>
    void Try()
    {
        // RFC 4506: the string "hi!" is 00000003 68692100
        Octets to(64);
        IlpSender<Nothing<N>> out(typename Nothing<N>::State(), to.data());
        const std::string text = "hi!";
        XdrSendCount(out, text.size(), 10);
        XdrSendOctets(out, text);
        XdrSend(out, 1.0);
        XdrSend(out, int32_t(-1));
        to.resize(static_cast<size_t>(out.Pad() - to.data()));
        Octets expected = {0, 0, 0, 3, 'h', 'i', '!',  0,    0x3f, 0xf0,
                           0, 0, 0, 0, 0,   0,   0xff, 0xff, 0xff, 0xff};
        while (expected.size() % (4 * N) > 0)
        {
            expected.push_back(0);
        }
        NS_TEST_ASSERT_MSG_EQ((to == expected), true, N << " words");
        NS_TEST_ASSERT_MSG_EQ(out.GetState().groups, expected.size() / 4 / N, N << " words");
    }

    void DoRun() override
    {
        Try<1>();
        Try<2>();
        Try<3>();
        Try<7>();
        Try<12>();
    }
};

/// Runs that begin and end anywhere in a group.
class IlpRunTest : public TestCase
{
  public:
    IlpRunTest()
        : TestCase("runs of words equal words one by one, wherever they begin and end")
    {
    }

  private:
    void DoRun() override
    {
        for (uint32_t head = 0; head < 7; head++)
        {
            for (size_t size = 1; size < 60; size++)
            {
                Octets body(size);
                for (size_t i = 0; i < size; i++)
                {
                    body[i] = static_cast<uint8_t>(i * 7 + head + 1);
                }
                const uint32_t tail = (head + size) % 4;
                const auto runs = Send<Chained<true>>(head, body, tail);
                NS_TEST_ASSERT_MSG_EQ((runs == Send<Chained<false>>(head, body, tail)), true, size);
                // one after the other: all words, then the cipher
                auto plain = Send<Nothing<3>>(head, body, tail);
                uint32_t key = 0x12345678;
                for (size_t i = 0; i < plain.size(); i += 4)
                {
                    uint32_t word = IlpReadWord(plain.data() + i);
                    IlpChainEncrypt(word, key);
                    IlpWriteWord(plain.data() + i, word);
                }
                NS_TEST_ASSERT_MSG_EQ((runs == plain), true, size);
                NS_TEST_ASSERT_MSG_EQ((Receive<Chained<true>>(runs, head, size, tail) == body),
                                      true,
                                      size);
                NS_TEST_ASSERT_MSG_EQ((Receive<Chained<false>>(runs, head, size, tail) == body),
                                      true,
                                      size);
            }
        }
    }
};

/// The form of the paper, in which each word of a run waits in the buffer for its group.
class IlpBufferTest : public TestCase
{
  public:
    IlpBufferTest()
        : TestCase("word by word, the words of a run wait in the buffer; else they pass it by")
    {
    }

  private:
    /// @param holder of a buffer @param word a number @return whether the number is in it
    template <class T>
    static bool Holds(const T& holder, uint32_t word)
    {
        const auto* memory = reinterpret_cast<const uint8_t*>(&holder);
        for (size_t i = 0; i + 4 <= sizeof(T); i += 4)
        {
            uint32_t one;
            std::memcpy(&one, memory + i, 4);
            if (one == word)
            {
                return true;
            }
        }
        return false;
    }

    /// @param first octet of the message, all of which differ
    template <bool R>
    void Try(uint8_t first)
    {
        Octets body(48);
        for (size_t i = 0; i < body.size(); i++)
        {
            body[i] = static_cast<uint8_t>(first + i);
        }
        const auto word = [&body](size_t i) { return IlpReadWord(body.data() + 4 * i); };

        Octets to(body.size());
        const auto out =
            std::make_unique<IlpSender<Chained<R>>>(typename Chained<R>::State(), to.data());
        out->SendBytes(body.data(), body.size());
        for (size_t i = 9; i < 11; i++) // the last group's words but the last one
        {
            NS_TEST_ASSERT_MSG_EQ(Holds(*out, word(i)), !R, "sent, " << i);
        }

        Octets back(body.size());
        const auto in = std::make_unique<IlpReceiver<Chained<R>>>(typename Chained<R>::State(),
                                                                  to.data(),
                                                                  to.data() + to.size());
        in->ReceiveBytes(back.data(), back.size());
        for (size_t i = 10; i < 12; i++) // but the first one
        {
            NS_TEST_ASSERT_MSG_EQ(Holds(*in, word(i)), !R, "received, " << i);
        }
        NS_TEST_ASSERT_MSG_EQ((back == body), true, "received");
    }

    void DoRun() override
    {
        Try<true>(1);
        Try<false>(101);
    }
};

/// Data that are too short, too long, or filled up wrongly.
class IlpReceiverErrorTest : public TestCase
{
  public:
    IlpReceiverErrorTest()
        : TestCase("wrong lengths, padding, flags and counts")
    {
    }

  private:
    void DoRun() override
    {
        using Loop = Nothing<2>;
        const Octets data = {0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0, 3, 0, 0, 0, 9};
        const auto* end = data.data() + data.size();
        {
            IlpReceiver<Loop> in({}, data.data(), end);
            NS_TEST_ASSERT_MSG_EQ(in.GetLeft(), 16, "nothing was given");
            NS_TEST_ASSERT_MSG_EQ(in.Receive(), 1, "first");
            NS_TEST_ASSERT_MSG_EQ(in.GetLeft(), 12, "half a group is left");
            in.Receive();
            in.Receive();
            in.Finish(true);
            NS_TEST_ASSERT_MSG_EQ(in.GetError(), XdrStatus::BAD_LENGTH, "padding of 9");
        }
        {
            IlpReceiver<Loop> in({}, data.data(), end);
            in.Receive();
            in.Receive();
            in.Receive();
            in.Finish(false);
            NS_TEST_ASSERT_MSG_EQ(in.IsGood(), true, "padding is not looked at");
        }
        {
            IlpReceiver<Loop> in({}, data.data(), end);
            in.Receive();
            in.Receive();
            in.Finish(true);
            NS_TEST_ASSERT_MSG_EQ(in.GetError(), XdrStatus::BAD_LENGTH, "a group is left");
            NS_TEST_ASSERT_MSG_EQ(in.GetState().groups, 2, "which has passed all functions");
        }
        {
            IlpReceiver<Loop> in({}, data.data(), end);
            for (int i = 0; i < 4; i++)
            {
                in.Receive();
            }
            NS_TEST_ASSERT_MSG_EQ(in.IsGood(), true, "all was read");
            NS_TEST_ASSERT_MSG_EQ(in.Receive(), 0, "nothing follows");
            NS_TEST_ASSERT_MSG_EQ(in.GetError(), XdrStatus::BAD_LENGTH, "nothing follows");
        }
        XdrReader flag(data.data() + 4, end);
        NS_TEST_ASSERT_MSG_EQ(XdrReceiveFlag(flag), false, "2 is no truth value");
        NS_TEST_ASSERT_MSG_EQ(flag.GetError(), XdrStatus::BAD_VALUE, "2 is no truth value");
        std::vector<uint32_t> numbers;
        XdrReader many(data.data() + 8, end);
        XdrReceiveCount(many, numbers, 100, 4);
        NS_TEST_ASSERT_MSG_EQ(many.GetError(), XdrStatus::BAD_LENGTH, "three words cannot follow");
        XdrReader above(data.data() + 8, end);
        XdrReceiveCount(above, numbers, 2, 4);
        NS_TEST_ASSERT_MSG_EQ(above.GetError(), XdrStatus::BAD_VALUE, "two are allowed");
        NS_TEST_ASSERT_MSG_EQ(numbers.size(), 0, "there is nothing in it");
        XdrSizer sizer;
        XdrSendCount(sizer, 3, 2);
        NS_TEST_ASSERT_MSG_EQ(sizer.GetError(), XdrStatus::BAD_VALUE, "two are allowed");
        XdrStatus deep;
        for (uint32_t i = 0; i < XdrStatus::MAX_DEPTH; i++)
        {
            NS_TEST_ASSERT_MSG_EQ(deep.Enter(), true, i);
        }
        NS_TEST_ASSERT_MSG_EQ(deep.Enter(), false, "too many pointers");
        NS_TEST_ASSERT_MSG_EQ(deep.GetError(), XdrStatus::BAD_VALUE, "too many pointers");
    }
};

HsnTestRegistration g_ilpLoopTests(
    "ilp-loop",
    {new IlpIdentityTest, new IlpRunTest, new IlpBufferTest, new IlpReceiverErrorTest});
} // namespace
} // namespace hsn
} // namespace ns3
