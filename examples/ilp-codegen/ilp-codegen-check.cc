// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * What the generated functions of one configuration do to all kinds of ADUs, counted: round trips,
 * accesses to memory, calls of kernels, padding, results, and what is found in damaged ADUs.
 */
#define HSN_ILP_COUNT // before any header

#include "ilp-codegen-cases.h"

#include "ns3/core-module.h"
#include "ns3/json-object.h"
#include "ns3/program-options.h"

#include <algorithm>
#include <cstdio>
#include <iostream>
#include <map>
#include <string>
#include <utility>
#include <vector>

using namespace ns3;
using namespace ns3::hsn;

namespace
{
const std::vector<Kind> KINDS = {Kind::DATA, Kind::OPEN, Kind::MISSING, Kind::STATUS};

/// @param begin of octets @param end of them @return in hexadecimal
std::string
ToHex(const uint8_t* begin, const uint8_t* end)
{
    std::string text;
    for (; begin != end; begin++)
    {
        char digits[3];
        std::snprintf(digits, sizeof(digits), "%02x", *begin);
        text += digits;
    }
    return text;
}

/// Difference of counters.
struct Counts
{
    uint64_t reads{0};    //!< of words
    uint64_t writes{0};   //!< of words
    uint64_t checksum{0}; //!< calls
    uint64_t cipher{0};   //!< calls
    uint64_t crc{0};      //!< calls

    /// @return what they are now
    static Counts Now()
    {
        const auto& memory = IlpGetAccesses();
        const auto& calls = GetKernelCalls();
        return {memory.reads, memory.writes, calls.checksum, calls.cipher, calls.crc};
    }

    /// @param before earlier counters @return what was counted since then
    Counts Since(const Counts& before) const
    {
        return {reads - before.reads,
                writes - before.writes,
                checksum - before.checksum,
                cipher - before.cipher,
                crc - before.crc};
    }

    /// @param o others @return whether all are equal
    bool operator==(const Counts& o) const
    {
        return reads == o.reads && writes == o.writes && checksum == o.checksum &&
               cipher == o.cipher && crc == o.crc;
    }
};

/// Everything about one configuration.
template <class Case>
class Check
{
  public:
    static constexpr size_t UNIT = 4 * Case::Loop::WORDS; //!< octets of a group

    /// @param behind octets of results @param out gets what was measured
    Check(size_t behind, JsonObject& out)
        : m_behind(behind),
          m_out(out)
    {
        m_sender.Init();
        m_receiver.Init();
    }

    /// All of it.
    void Run()
    {
        m_out.Set("unit", static_cast<uint64_t>(UNIT));
        RoundTrips();
        Lengths();
        CountByHand();
        Begins();
        Damage();
        WrongLengths();
    }

    /// @param text of an ADU { int 7; string } that is printed in all stages
    void Oracle(const std::string& text)
    {
        std::vector<uint8_t> octets(text.size() + UNIT + 16);
        m_sender.Begin();
        IlpSender<typename Case::Loop> out(m_sender, octets.data());
        XdrSend(out, int32_t(7));
        XdrSendCount(out, text.size(), 100);
        XdrSendOctets(out, text);
        const uint8_t* end = out.Pad();
        auto state = out.GetState();
        state.FinishSend();
        m_out.Set("manipulated", ToHex(octets.data(), end));
        m_out.Set("trailer", static_cast<uint64_t>(state.checksum_xsum));
    }

    /// Flips two bits of the same position in any two 16-bit words, one up and one down, which the
    /// checksum cannot see.
    void Pairs()
    {
        const auto good = Send(MakeData(50));
        uint64_t pairs = 0;
        std::map<int, uint64_t> verdicts;
        const size_t bits = 8 * (good.size() - m_behind);
        for (size_t first = 0; first < bits; first++)
        {
            for (size_t second = first + 16; second < bits; second += 16)
            {
                auto bad = good;
                bad[first / 8] ^= 1 << first % 8;
                bad[second / 8] ^= 1 << second % 8;
                if (((good[first / 8] ^ good[second / 8]) >> first % 8 & 1) == 0)
                {
                    continue; // the same direction
                }
                Transfer back;
                pairs++;
                verdicts[Receive(bad, back)]++;
            }
        }
        m_out.Set("pairs", pairs);
        m_out.Set("verdict_0", verdicts[0]);
        m_out.Set("verdict_minus_1", verdicts[XdrStatus::BAD_LENGTH]);
        m_out.Set("verdict_minus_2", verdicts[XdrStatus::BAD_VALUE]);
    }

  private:
    /// @param adu an ADU @return what is sent
    std::vector<uint8_t> Send(const Transfer& adu)
    {
        std::vector<uint8_t> octets(Case::GetSize(adu) + 8, 0xa5);
        uint8_t* end = Case::Send(m_sender, m_results, octets.data(), adu);
        octets.resize(end == nullptr ? 0 : static_cast<size_t>(end - octets.data()));
        return octets;
    }

    /// @param octets sent @param adu gets what they are @return the verdict
    int Receive(const std::vector<uint8_t>& octets, Transfer& adu)
    {
        return Case::Receive(m_receiver, octets.data(), octets.data() + octets.size(), adu);
    }

    /// ADUs of all kinds there and back.
    void RoundTrips()
    {
        uint64_t all = 0;
        uint64_t equal = 0;
        for (const auto kind : KINDS)
        {
            for (uint32_t n = 0; n <= 100; n++)
            {
                const auto adu = MakeAdu(kind, n);
                Transfer back;
                const int level = Receive(Send(adu), back);
                all++;
                equal += level == 0 && back == adu;
            }
        }
        m_out.Set("round_trips", all);
        m_out.Set("round_trips_equal", equal);
        m_out.Set("kinds", static_cast<uint64_t>(KINDS.size()));
    }

    /// Data of all lengths up to four groups: accesses, padding, results.
    void Lengths()
    {
        const uint64_t calls = GetKernelCalls().cipher;
        const uint64_t sums = GetKernelCalls().checksum;
        std::map<std::string, std::pair<double, double>> range;
        uint64_t lengths = 0;
        uint64_t padded = 0;
        uint64_t behind = 0;
        for (size_t size = 0; size <= 4 * UNIT; size++)
        {
            const auto adu = MakeData(size);
            const double marshalled = 4.0 * DataWords(adu).GetSize();
            const auto before = Counts::Now();
            const auto octets = Send(adu);
            const auto sent = Counts::Now().Since(before);
            Transfer back;
            const auto middle = Counts::Now();
            Receive(octets, back);
            const auto received = Counts::Now().Since(middle);
            lengths++;
            const size_t body = octets.size() - m_behind;
            padded += body % UNIT == 0 && body >= marshalled && body < marshalled + UNIT;
            // the results in XDR, as they are
            std::vector<uint8_t> results(m_behind);
            XdrWriter writer(results.data());
            Encode(writer, m_results);
            behind += std::equal(results.begin(), results.end(), octets.end() - m_behind);
            // words of the manipulated part; those of results are left out
            const double trailer = m_behind / 4.0;
            const double words = body / 4.0;
            const double own = marshalled / 4;
            Widen(range["send_reads"], (sent.reads - trailer) / own);
            Widen(range["send_writes"], (sent.writes - trailer) / words);
            Widen(range["receive_reads"], (received.reads - trailer) / words);
            Widen(range["receive_writes"], (received.writes - trailer) / own);
        }
        m_out.Set("lengths", lengths);
        m_out.Set("padded_right", padded);
        m_out.Set("results_behind", behind);
        for (const auto& [name, bounds] : range)
        {
            m_out.Set(name + "_min", bounds.first);
            m_out.Set(name + "_max", bounds.second);
        }
        m_out.Set("checksum_calls", GetKernelCalls().checksum - sums);
        m_out.Set("cipher_calls", GetKernelCalls().cipher - calls);
    }

    /// @param bounds widened @param value by this
    static void Widen(std::pair<double, double>& bounds, double value)
    {
        const bool first = bounds == std::pair<double, double>();
        bounds.first = first ? value : std::min(bounds.first, value);
        bounds.second = std::max(bounds.second, value);
    }

    /// The same accesses, calls and octets as code that was written by hand.
    void CountByHand()
    {
        uint64_t same = 0;
        uint64_t equal = 0;
        uint64_t sequential = 0;
        uint64_t buffered = 0;
        uint64_t lengths = 0;
        for (size_t size = 0; size <= 4 * UNIT; size++)
        {
            const auto adu = MakeData(size);
            const auto before = Counts::Now();
            const auto octets = Send(adu);
            const auto generated = Counts::Now().Since(before);
            std::vector<uint8_t> hand(octets.size());
            const auto middle = Counts::Now();
            SendByHand<typename Case::Hand>(hand.data(), adu);
            auto manual = Counts::Now().Since(middle);
            manual.reads += m_behind / 4; // the generated code marshals the results
            std::vector<uint8_t> after(octets.size());
            SendInSequence<typename Case::Hand>(after.data(), adu, [] {});
            std::vector<uint8_t> words(octets.size());
            SendWordByWord<Case>(m_sender, m_results, words.data(), adu);
            lengths++;
            same += manual == generated;
            equal += hand == octets;
            sequential += after == octets;
            buffered += words == octets;
        }
        m_out.Set("hand_lengths", lengths);
        m_out.Set("hand_same_counts", same);
        m_out.Set("hand_same_octets", equal);
        m_out.Set("sequential_same_octets", sequential);
        m_out.Set("word_by_word_same_octets", buffered);
    }

    /// A hundred ADUs of an application.
    void Begins()
    {
        const auto before = GetKernelCalls();
        m_sender = typename Case::State();
        m_sender.Init();
        for (int i = 0; i < 100; i++)
        {
            Send(MakeData(i));
        }
        m_out.Set("inits_of_100", GetKernelCalls().init - before.init);
        m_out.Set("begins_of_100", GetKernelCalls().begin - before.begin);
    }

    /// Each result damaged alone, all of them, and every bit of an ADU.
    void Damage()
    {
        const auto good = Send(MakeData(50));
        Transfer back;
        std::vector<int> levels; // of results from the first, the bottom's, on; then of all
        for (size_t at = good.size() - m_behind; at < good.size(); at += 4)
        {
            auto bad = good;
            bad[at + 3] ^= 1;
            levels.push_back(Receive(bad, back));
        }
        auto all = good;
        for (size_t at = good.size() - m_behind; at < good.size(); at += 4)
        {
            all[at + 3] ^= 1;
        }
        levels.push_back(Receive(all, back));
        m_out.Set("levels", levels);
        uint64_t bits = 0;
        uint64_t found = 0;
        for (size_t bit = 0; bit < 8 * (good.size() - m_behind); bit++)
        {
            auto bad = good;
            bad[bit / 8] ^= 1 << bit % 8;
            bits++;
            found += Receive(bad, back) > 0;
        }
        m_out.Set("bits", bits);
        m_out.Set("bits_found", found);
    }

    /// @param octets of an ADU @param sign -1 or 1 @param by how many octets
    /// @return with so many octets less or more
    static std::vector<uint8_t> Changed(std::vector<uint8_t> octets, int sign, size_t by)
    {
        if (sign > 0)
        {
            octets.insert(octets.end(), by, 0);
        }
        else
        {
            octets.erase(octets.end() - std::min(by, octets.size()), octets.end());
        }
        return octets;
    }

    /// ADUs that are too short or too long.
    void WrongLengths()
    {
        uint64_t tried = 0;
        uint64_t word = 0;
        uint64_t group = 0;
        for (size_t size = 0; size <= 4 * UNIT; size++)
        {
            const auto good = Send(MakeData(size));
            for (const int sign : {-1, 1})
            {
                Transfer back;
                tried++;
                word += Receive(Changed(good, sign, 4), back) == XdrStatus::BAD_LENGTH;
                group += Receive(Changed(good, sign, UNIT), back) != 0;
            }
        }
        m_out.Set("wrong_lengths", tried);
        m_out.Set("wrong_by_word_found", word);
        m_out.Set("wrong_by_group_found", group);
    }

    size_t m_behind;                  //!< octets of results
    JsonObject& m_out;                //!< what was measured
    typename Case::State m_sender;    //!< variables
    typename Case::State m_receiver;  //!< variables
    typename Case::Results m_results; //!< of the last ADU sent
};

/// @param behind octets of results @param text of an oracle, or empty @param pairs whether only
/// Pairs() is done @param out gets what was measured
template <class Case>
void
RunCheck(size_t behind, const std::string& text, bool pairs, JsonObject& out)
{
    Check<Case> check(behind, out);
    if (pairs)
    {
        check.Pairs();
    }
    else if (text.empty())
    {
        check.Run();
    }
    else
    {
        check.Oracle(text);
    }
}
} // namespace

int
main(int argc, char* argv[])
{
    std::string variant = "paper";
    std::string text;
    bool pairs = false;

    ProgramOptions options(__FILE__, "Paper ilp-codegen: what the generated functions do");
    options.Add("variant", "Configuration", variant, OneOf({"paper", "simple", "triple"}));
    options.Add("text", "Print the ADU { int 7; string } with this text instead", text);
    options.Add("pairs", "Flip pairs of bits that the checksum cannot see instead", pairs);
    options.Parse(argc, argv);
    options.Require(text.size() <= 100, "text", "must not be longer than 100 octets");

    JsonObject out;
    if (variant == "paper")
    {
        RunCheck<PaperCase>(paper::PAPER_BEHIND, text, pairs, out);
    }
    else if (variant == "simple")
    {
        RunCheck<SimpleCase>(simple::SIMPLE_BEHIND, text, pairs, out);
    }
    else
    {
        RunCheck<TripleCase>(triple::TRIPLE_BEHIND, text, pairs, out);
    }
    std::cout << out << std::endl;
    return 0;
}
