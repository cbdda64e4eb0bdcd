// SPDX-License-Identifier: GPL-2.0-only
// Covers ilp/ilp-loop ilp/ilp-xdr ilp/ilp-safer
/**
 * @file
 * libFuzzer target for generated decoders: the functions of the paper ilp-codegen's configuration
 * "paper", and XDR alone.
 *
 * The first octet of the input, modulo 3, chooses: 0: the rest is an ADU as received; 1: the rest
 * is what the cipher gives, so that wild values reach the decoder; it is encrypted and gets its
 * checksum first; 2: the rest is XDR.
 *
 * Invariants: no crash, no read outside of the input, a known verdict. What is accepted can be sent
 * again, and is the same octets.
 */
#include "../../examples/ilp-codegen/generated/paper-functions.h"
#include "fuzz-support.h"

#include "ns3/ilp-xdr.h"

#include <algorithm>
#include <cstdint>
#include <vector>

using namespace ns3;
using namespace ns3::hsn;
using transfer::Kind;
using transfer::Transfer;

namespace
{
using Octets = std::vector<uint8_t>; //!< of an ADU

/// @return variables with key and tables
paper::PaperState
MakeState()
{
    paper::PaperState state;
    state.Init();
    return state;
}

/// @param adu any that can be sent @return what is sent
Octets
Send(const Transfer& adu)
{
    auto state = MakeState();
    paper::PaperResults results;
    Octets octets(paper::GetPaperSize(adu));
    HSN_REQUIRE(!octets.empty());
    const uint8_t* end = paper::SendPaper(state, results, octets.data(), adu);
    HSN_REQUIRE(end == octets.data() + octets.size());
    return octets;
}

/// @param adu any that can be sent @return it in XDR
Octets
Marshal(const Transfer& adu)
{
    XdrSizer sizer;
    Encode(sizer, adu);
    HSN_REQUIRE(sizer.IsGood());
    Octets octets(sizer.GetSize());
    XdrWriter out(octets.data());
    Encode(out, adu);
    HSN_REQUIRE(out.IsGood() && out.GetEnd() == octets.data() + octets.size());
    return octets;
}

/// @param xdr any octets @return they, filled up, encrypted, and with the right checksum
Octets
Seal(Octets xdr)
{
    xdr.resize(std::max<size_t>((xdr.size() + 7) / 8 * 8, 8));
    auto state = MakeState();
    state.Begin();
    Octets octets(xdr.size() + paper::PAPER_BEHIND);
    IlpSender<paper::PaperLoop> out(state, octets.data());
    out.SendBytes(xdr.data(), xdr.size());
    XdrWriter behind(out.Pad());
    state = out.GetState();
    state.FinishSend();
    Encode(behind, paper::GetPaperResults(state));
    return octets;
}

/// @param octets as received @param sealed whether the checksum is right @return 1 if accepted
uint32_t
Receive(const Octets& octets, bool sealed)
{
    auto state = MakeState();
    paper::PaperResults computed;
    paper::PaperResults received;
    Transfer adu;
    const auto* begin = octets.data();
    const int level =
        paper::ReceivePaper(state, computed, received, begin, begin + octets.size(), adu);
    HSN_REQUIRE(level >= XdrStatus::BAD_VALUE && level <= (sealed ? 0 : 1));
    if (level == 0)
    {
        HSN_REQUIRE(Send(adu) == octets);
    }
    return level == 0;
}

/// @param octets XDR @return 1 if accepted
uint32_t
Unmarshal(const Octets& octets)
{
    XdrReader in(octets.data(), octets.data() + octets.size());
    Transfer adu;
    Decode(in, adu);
    if (!in.IsGood())
    {
        return 0;
    }
    const auto again = Marshal(adu);
    HSN_REQUIRE(again.size() + in.GetLeft() == octets.size());
    HSN_REQUIRE(std::equal(again.begin(), again.end(), octets.begin()));
    return 1;
}

/// @param kind a kind @return an ADU of that kind
Transfer
MakeAdu(Kind kind)
{
    Transfer adu;
    adu.kind = kind;
    adu.data.octets = {1, 2, 3, 4, 5};
    adu.open.name = "file";
    adu.missing.seqs = {7, 9};
    adu.missing.ranges = std::make_unique<transfer::Range>();
    adu.missing.ranges->more = std::make_unique<transfer::Range>();
    adu.status.text = "text";
    adu.status.last = {Kind::OPEN, Kind::STATUS};
    return adu;
}
} // namespace

uint32_t
ns3::hsn::TryInput(FuzzInput in)
{
    const uint8_t how = in.Byte() % 3;
    const Octets rest(in.GetData(), in.GetData() + in.GetLeft());
    switch (how)
    {
    case 0:
        return Receive(rest, false);
    case 1:
        return Receive(Seal(rest), true);
    default:
        return Unmarshal(rest);
    }
}

std::vector<FuzzSeed>
ns3::hsn::MakeSeeds()
{
    std::vector<FuzzSeed> seeds;
    const std::pair<const char*, Kind> kinds[] = {{"data", Kind::DATA},
                                                  {"open", Kind::OPEN},
                                                  {"missing", Kind::MISSING},
                                                  {"status", Kind::STATUS}};
    for (const auto& [name, kind] : kinds)
    {
        const auto adu = MakeAdu(kind);
        const std::string text = name;
        seeds.push_back({"sent-" + text, FuzzOutput().Bytes({0}).Octets(Send(adu))});
        seeds.push_back({"sealed-" + text, FuzzOutput().Bytes({1}).Octets(Marshal(adu))});
        seeds.push_back({"xdr-" + text, FuzzOutput().Bytes({2}).Octets(Marshal(adu))});
    }
    seeds.push_back({"sealed-empty", FuzzOutput().Bytes({1}).Octets(Octets(13))}); // no data
    return seeds;
}
