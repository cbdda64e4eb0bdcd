// SPDX-License-Identifier: GPL-2.0-only
#include "frm-header.h"

#include <initializer_list>

namespace ns3
{
namespace hsn
{
NS_OBJECT_ENSURE_REGISTERED(FrmHeader);

namespace
{
/// Flag of JOIN: key member.
constexpr uint16_t MANDATORY = 1;
/// Flag of JOIN: to be listed.
constexpr uint16_t RELIABLE = 2;
/// Flag of INIT and JOIN: the communication is under way.
constexpr uint16_t LATE = 4;
/// Flag of INIT and ECHO: which packets wait for others.
constexpr uint16_t SELECTIVE = 8;
/// Reasons, in words.
constexpr std::initializer_list<const char*> REASONS =
    {"end", "left", "refused: too late", "ejected", "dead", "integrity", "aborted"};
} // namespace

std::string
GetFrmReasonText(FrmReason reason)
{
    return reason < REASONS.size() ? REASONS.begin()[reason] : "unknown";
}

FrmHeader::FrmHeader()
{
    pdu.type = FRM_DATA;
}

FrmHeader::FrmHeader(const FrmPdu& contents)
    : pdu(contents)
{
}

template <typename V>
void
FrmHeader::Fields(V& v)
{
    if constexpr (V::READS)
    {
        pdu = FrmPdu();
    }
    v.Ports(*this);
    v.Checksum();
    v.Constant("version", VERSION);
    v.Kind(pdu.type, {nullptr, "INIT", "JOIN", "DATA", "CNTL", "ECHO", "LEAVE", "WELCOME"});
    const bool init = pdu.type == FRM_INIT;
    const bool join = pdu.type == FRM_JOIN;
    v.template Flags<uint16_t>({{MANDATORY, pdu.mandatory, nullptr, join},
                                {RELIABLE, pdu.reliable, nullptr, join},
                                {LATE, pdu.late, nullptr, init || join},
                                {SELECTIVE, pdu.selective, nullptr, init || pdu.type == FRM_ECHO}});
    v.Number("group", pdu.group);
    Body(v);
    if (pdu.type == FRM_DATA)
    {
        v.Data();
    }
    else
    {
        v.End();
    }
}

template <typename V>
void
FrmHeader::Body(V& v)
{
    switch (pdu.type)
    {
    case FRM_INIT: {
        v.Number(nullptr, pdu.address);
        v.Number(nullptr, pdu.port);
        v.Positive("size", pdu.packetSize);
        v.Number("throughput", pdu.minThroughput);
        auto length = static_cast<uint8_t>(pdu.name.size());
        v.Number(nullptr, length);
        v.Octets("name", pdu.name, length);
        v.Mark(pdu.late, "late");
        v.Mark(pdu.selective, "selective");
        break;
    }
    case FRM_JOIN:
        v.Positive("receiver", pdu.receiver);
        v.Positive("buffer", pdu.buffer, FrmPdu::MAX_ROOM);
        v.Require(pdu.reliable || !pdu.mandatory, "reliable", pdu.reliable, "1 for a key member");
        v.Mark(pdu.mandatory, "mandatory");
        v.Mark(pdu.reliable, "reliable");
        v.Mark(pdu.late, "late");
        break;
    case FRM_DATA:
        v.Number("seq", pdu.seq);
        break;
    case FRM_CNTL:
        v.Number("sync", pdu.sync);
        v.Number("time", pdu.timestamp);
        break;
    case FRM_ECHO:
        v.Positive("receiver", pdu.receiver);
        v.Number("sync", pdu.sync);
        v.Number(nullptr, pdu.timestamp);
        v.Number("rseq", pdu.rseq);
        v.Number("dseq", pdu.dseq);
        v.Require(FrmDistance(pdu.rseq, pdu.dseq) >= 0, "dseq", pdu.dseq, "at most ", pdu.rseq);
        v.Number("alloc", pdu.alloc, FrmPdu::MAX_ROOM);
        if (pdu.selective)
        {
            auto octets = static_cast<uint16_t>(pdu.kept.size());
            v.Number(nullptr, octets, FrmPdu::MAX_KEPT);
            v.Octets(nullptr, pdu.kept, octets);
            v.Show("kept", pdu.kept.size());
            v.Mark(true, "octets");
        }
        break;
    case FRM_LEAVE:
        v.Number("receiver", pdu.receiver);
        v.Mark(true, "reason");
        v.Kind(pdu.reason, REASONS, "reason");
        v.Number(nullptr, pdu.seq);
        break;
    case FRM_WELCOME:
        v.Positive("receiver", pdu.receiver);
        v.Number("seq", pdu.seq);
        break;
    }
}

template class PduHeader<FrmHeader, TransportHeader>;
} // namespace hsn
} // namespace ns3
