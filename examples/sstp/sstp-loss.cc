// SPDX-License-Identifier: GPL-2.0-only
#include "sstp-loss.h"

#include "ns3/double.h"
#include "ns3/pointer.h"
#include "ns3/random-variable-stream.h"
#include "ns3/two-state-error-model.h"

using namespace ns3;
using namespace ns3::hsn;

void
SstpLoss::AddTo(ProgramOptions& options)
{
    options.Add("loss", "Random losses p; only without bad states", loss, AtLeast(0).Below(1));
    options.Add("badLoss", "Loss in the bad state p_b", badLoss, Between(0, 1));
    options.Add("badMs",
                "Mean duration of the bad state, ms; 0: none",
                badMs,
                AtLeast(0).AtMost(1e6));
    options.Add("goodMs", "Mean duration of the good state, ms", goodMs, Above(0).AtMost(1e6));
    options.Add("law", "Durations of the states", law, OneOf({"exponential", "deterministic"}));
}

Ptr<ErrorModel>
SstpLoss::MakeModel() const
{
    if (badMs == 0)
    {
        auto model = CreateObject<RateErrorModel>();
        model->SetUnit(RateErrorModel::ERROR_UNIT_PACKET);
        model->SetRate(loss);
        model->AssignStreams(1);
        return model;
    }
    const auto duration = [this](double ms) -> Ptr<RandomVariableStream> {
        if (law == "exponential")
        {
            auto variable = CreateObject<ExponentialRandomVariable>();
            variable->SetAttribute("Mean", DoubleValue(ms / 1e3));
            return variable;
        }
        auto variable = CreateObject<ConstantRandomVariable>();
        variable->SetAttribute("Constant", DoubleValue(ms / 1e3));
        return variable;
    };
    auto model = CreateObject<TwoStateErrorModel>();
    model->SetAttribute("GoodDuration", PointerValue(duration(goodMs)));
    model->SetAttribute("BadDuration", PointerValue(duration(badMs)));
    model->SetAttribute("BadLoss", DoubleValue(badLoss));
    model->AssignStreams(1);
    return model;
}
