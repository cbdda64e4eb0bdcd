// SPDX-License-Identifier: GPL-2.0-only
#ifndef HSN_SSTP_LOSS_H
#define HSN_SSTP_LOSS_H

#include "ns3/error-model.h"
#include "ns3/program-options.h"

#include <string>

/// Losses of packets: independent, or with a good and a bad state (section 5.3 of the paper).
struct SstpLoss
{
    double loss{0};                 //!< p
    double badLoss{0};              //!< p_b
    double badMs{0};                //!< mean duration; 0: random losses
    double goodMs{1620};            //!< mean duration
    std::string law{"exponential"}; //!< of durations

    /// @param options of a program: gets those of the losses
    void AddTo(ns3::hsn::ProgramOptions& options);
    /// @return the loss process; durations and losses have streams of their own, from 1 on
    ns3::Ptr<ns3::ErrorModel> MakeModel() const;
};

#endif // HSN_SSTP_LOSS_H
