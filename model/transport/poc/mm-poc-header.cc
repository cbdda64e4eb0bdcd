// SPDX-License-Identifier: GPL-2.0-only
#include "mm-poc-header.h"

#include <algorithm>
#include <functional>

namespace ns3
{
namespace hsn
{
NS_OBJECT_ENSURE_REGISTERED(MmPocHeader);

namespace
{
/// Flag of DATA: an ACK_RES is wanted.
constexpr uint8_t ACK = 1;
/// Flag of ACK_REQ: the stream ends.
constexpr uint8_t END = 1;
/// Flag of ACK_REQ: a connection is wanted.
constexpr uint8_t OPEN = 2;
/// In the list size: the end is known.
constexpr uint16_t END_KNOWN = 0x8000;
} // namespace

MmPocHeader::MmPocHeader()
{
    pdu.type = MM_POC_ACK_REQ;
}

MmPocHeader::MmPocHeader(const MmPocPdu& contents)
    : pdu(contents)
{
}

template <typename V>
void
MmPocHeader::Fields(V& v)
{
    if constexpr (V::READS)
    {
        pdu = MmPocPdu();
    }
    v.Ports(*this);
    v.Checksum();
    v.Reserved(2);
    v.Kind(pdu.type, {nullptr, "DATA", "ACK_REQ", "ACK_RES", "FNACK"});
    v.Number("medium", pdu.poc);
    if (pdu.type == MM_POC_DATA)
    {
        v.template Flags<uint8_t>({{ACK, pdu.ack}});
        v.Zero(1);
        v.Number("number", pdu.number, MmPocPdu::MAX_NUMBER - 1);
        v.Mark(pdu.ack, "Ack");
        v.Data();
    }
    else if (pdu.type == MM_POC_ACK_REQ)
    {
        v.template Flags<uint8_t>({{OPEN, pdu.open, "open"}, {END, pdu.end, "end"}});
        v.Zero(1);
        if (pdu.open)
        {
            v.Number(nullptr, pdu.association);
            v.Number(nullptr, pdu.digest);
        }
        if (pdu.end)
        {
            v.Number(nullptr, pdu.total, MmPocPdu::MAX_NUMBER);
        }
        v.End();
    }
    else
    {
        ListLosses(v);
    }
}

template <typename V>
void
MmPocHeader::ListLosses(V& v)
{
    auto length = static_cast<uint16_t>(pdu.losses.size() | (pdu.end ? END_KNOWN : 0));
    v.Number(nullptr, length);
    const uint16_t losses = length & ~END_KNOWN;
    v.Require(losses <= MmPocPdu::MAX_LOSSES, "losses", losses, "at most ", MmPocPdu::MAX_LOSSES);
    if constexpr (V::READS)
    {
        pdu.end = (length & END_KNOWN) != 0;
    }
    v.Number(nullptr, pdu.lastReceived);
    const uint32_t last = pdu.lastReceived;
    const bool none = last == MmPocPdu::NO_NUMBER;
    v.Mark(none, "last none");
    v.Show(none ? nullptr : "last", last);
    v.List("losses", pdu.losses, losses);
    v.Mark(pdu.end, "end");
    v.End();
    v.Require((none && losses == 0) || last < MmPocPdu::MAX_NUMBER,
              "last",
              last,
              "a number, or none");
    if constexpr (V::READS)
    {
        // the list ascends, up to the number received last
        const auto& list = pdu.losses;
        const bool valid = list.empty() || list.back() <= last;
        v.Require(valid && std::adjacent_find(list.begin(), list.end(), std::greater_equal<>()) ==
                               list.end(),
                  "losses",
                  losses,
                  "ascending numbers up to the last one");
    }
}

template class PduHeader<MmPocHeader, TransportHeader>;
} // namespace hsn
} // namespace ns3
