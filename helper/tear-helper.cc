// SPDX-License-Identifier: GPL-2.0-only
#include "tear-helper.h"

#include "ns3/boolean.h"
#include "ns3/config.h"
#include "ns3/double.h"
#include "ns3/nstime.h"
#include "ns3/string.h"
#include "ns3/tear-receiver.h"
#include "ns3/tear-sender.h"
#include "ns3/uinteger.h"

namespace ns3
{
namespace hsn
{
void
TearHelper::SetPreset(Preset preset)
{
    const bool internet = preset == INTERNET;
    const auto settings =
        internet ? TearReceiver::GetInternetSettings() : TearReceiver::GetWirelessSettings();
    const double ssthresh = preset == WIRELESS_BULK ? 16 : settings.initialSsthresh;
    SetAttribute("Epochs", UintegerValue(settings.filter.epochs));
    SetAttribute("Weights", StringValue(TearRateFilter::ToText(settings.filter.weights)));
    SetAttribute("NormalizeWeights", BooleanValue(settings.filter.normalizeWeights));
    SetAttribute("EpochMaxRounds", UintegerValue(settings.filter.epochMaxRounds));
    SetAttribute("LossResponse", BooleanValue(settings.lossResponse));
    SetAttribute("DelayResponse", BooleanValue(settings.delayResponse));
    SetAttribute("R1", TimeValue(settings.r1));
    SetAttribute("R2", TimeValue(settings.r2));
    SetAttribute("MinWindow", DoubleValue(settings.minWindow));
    SetAttribute("InitialSsthresh", DoubleValue(ssthresh));
    SetAttribute("MinRto", TimeValue(settings.minRto));
    SetAttribute("InitialRtt", TimeValue(settings.initialRtt));
    SetAttribute("RttSource", StringValue(internet ? "Sender" : "Receiver"));
    // a fade must not cut the rate
    const double patience = internet ? TearSender::Settings().noFeedbackTimeout : 0;
    SetAttribute("NoFeedbackTimeout", DoubleValue(patience));
}

void
TearHelper::SetAttribute(const std::string& name, const AttributeValue& value)
{
    Config::SetDefault("ns3::hsn::TearSocket::" + name, value);
    Config::SetDefault("ns3::hsn::TearStreamSocket::" + name, value);
}
} // namespace hsn
} // namespace ns3
