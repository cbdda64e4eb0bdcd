// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * A sender of FRM, whose receivers the test plays by hand.
 */
#ifndef HSN_FRM_SCRIPT_H
#define HSN_FRM_SCRIPT_H

#include "ns3/frm-sender.h"
#include "ns3/hsn-compat.h"
#include "ns3/simulator.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ns3
{
namespace hsn
{
/** @brief A sender without host, and what it sends. */
class FrmScript : public FrmSender::User
{
  public:
    /// What left the sender.
    struct Sent
    {
        double ms;  //!< when
        FrmPdu pdu; //!< what
    };

    FrmScript()
    {
        sender->SetAttribute("InitialRtt", TimeValue(MilliSeconds(100)));
        sender->SetAttribute("InitWait", TimeValue(MilliSeconds(50)));
        sender->SetUser(*this, nullptr, 7);
    }

    ~FrmScript() override
    {
        sender->Dispose();
        Simulator::Destroy();
    }

    FrmScript(const FrmScript&) = delete;
    FrmScript& operator=(const FrmScript&) = delete;

    /// @param ms time to run to
    void RunTo(double ms)
    {
        Simulator::Stop(Seconds(ms / 1000) - Simulator::Now());
        Simulator::Run();
    }

    /// Answers the last control message. @param id who @param rseq what it has @param dseq what its
    /// user has @param kept packets ahead of a gap, or null: it keeps none
    void Echo(uint64_t id, uint32_t rseq, uint32_t dseq, const std::vector<uint8_t>* kept = nullptr)
    {
        FrmPdu pdu;
        pdu.type = FRM_ECHO;
        pdu.group = 7;
        pdu.receiver = id;
        pdu.sync = control.sync;
        pdu.timestamp = control.timestamp;
        pdu.rseq = rseq;
        pdu.dseq = dseq;
        pdu.alloc = alloc;
        if (kept)
        {
            pdu.selective = true;
            pdu.kept = *kept;
        }
        sender->Receive(pdu);
    }

    /// Says that a receiver leaves. @param id who
    void Leave(uint64_t id)
    {
        FrmPdu pdu;
        pdu.type = FRM_LEAVE;
        pdu.group = 7;
        pdu.receiver = id;
        pdu.reason = FRM_LEFT;
        sender->Receive(pdu);
    }

    /// Submits packets of 100 bytes as far as there is room. @param packets how many
    void Submit(uint32_t packets)
    {
        waiting += packets;
        Fill();
    }

    void Transmit(const FrmPdu& pdu, Ptr<const Packet> /* packet */) override
    {
        sent.push_back({1000 * Simulator::Now().GetSeconds(), pdu});
        control = pdu.type == FRM_CNTL ? pdu : control;
    }

    void Fill() override
    {
        while (waiting > 0 && sender->CanSubmit())
        {
            --waiting;
            sender->Submit(nullptr, 100);
        }
    }

    bool IsWaiting() const override
    {
        return waiting > 0;
    }

    void NotifyOpened() override
    {
        opened = true;
    }

    void NotifyReleased(uint32_t bytes) override
    {
        released += bytes;
    }

    void NotifyEnded(FrmReason reason) override
    {
        ended = GetFrmReasonText(reason);
    }

    /// @return what was sent since the last call: C and sync, D and number, I, L and receiver, W
    /// and receiver
    std::string Take()
    {
        std::string text;
        for (const auto& one : sent)
        {
            text += text.empty() ? "" : " ";
            switch (one.pdu.type)
            {
            case FRM_CNTL:
                text += "C" + std::to_string(one.pdu.sync);
                break;
            case FRM_DATA:
                text += "D" + std::to_string(one.pdu.seq);
                break;
            case FRM_INIT:
                text += "I";
                break;
            case FRM_WELCOME:
                text += "W" + std::to_string(one.pdu.receiver);
                break;
            default:
                text +=
                    "L" + std::to_string(one.pdu.receiver) + ":" + GetFrmReasonText(one.pdu.reason);
            }
        }
        sent.clear();
        return text;
    }

    Ptr<FrmSender> sender{CreateObject<FrmSender>()}; //!< under test
    std::vector<Sent> sent;                           //!< since Take()
    FrmPdu control;                                   //!< the last control message
    uint32_t alloc{32};                               //!< packets that a receiver has room for
    uint32_t waiting{0};                              //!< packets that the application holds
    uint32_t released{0};                             //!< bytes
    bool opened{false};                               //!< the set-up is complete
    std::string ended;                                //!< why all is over
};
} // namespace hsn
} // namespace ns3

#endif // HSN_FRM_SCRIPT_H
