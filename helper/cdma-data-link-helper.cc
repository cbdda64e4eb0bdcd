// SPDX-License-Identifier: GPL-2.0-only
#include "cdma-data-link-helper.h"

#include "ns3/abort.h"
#include "ns3/double.h"
#include "ns3/drop-tail-queue.h"
#include "ns3/jitter-point-to-point-channel.h"
#include "ns3/mac48-address.h"
#include "ns3/packet.h"
#include "ns3/point-to-point-net-device.h"
#include "ns3/pointer.h"
#include "ns3/queue-size.h"
#include "ns3/string.h"

#include <sstream>

namespace ns3
{
namespace hsn
{
namespace
{
constexpr uint32_t LONGEST = 1502; // bytes: the devices' MTU of 1500 and the PPP header
constexpr double EVER = 1e9;       // s, more than any simulation takes

/// What distinguishes the presets. The modulation is the same for all.
struct PresetValues
{
    CdmaDataLinkHelper::Preset preset; //!< which
    uint64_t forward;                  //!< bit/s
    uint64_t reverse;                  //!< bit/s
    uint32_t buffer;                   //!< bytes
    int64_t delay;                     //!< ms
    int64_t jitter;                    //!< ms
    double loss;                       //!< outside of fades
    int64_t good;                      //!< mean, s
    int64_t fade;                      //!< mean, s; 0: none
};

constexpr PresetValues PRESETS[] = {
    {CdmaDataLinkHelper::IS_95B, 54000, 14400, 16000, 180, 200, 0.04, 30, 2},
    {CdmaDataLinkHelper::IS_95C, 70000, 38400, 20000, 210, 250, 0.003, 40, 0},
    {CdmaDataLinkHelper::IS_95C_FADES, 70000, 38400, 20000, 210, 250, 0.003, 40, 3},
    {CdmaDataLinkHelper::IS_95C_BULK_10H, 74000, 38400, 16000, 180, 200, 0.05, 20, 3},
    {CdmaDataLinkHelper::IS_95C_BULK_16H, 74000, 38400, 16000, 180, 200, 0.20, 15, 5},
    {CdmaDataLinkHelper::IS_95C_BULK_19H, 74000, 38400, 16000, 180, 200, 0.12, 10, 4},
};

/// @param law of a random variable @param parameter of it @param seconds its value @return text
StringValue
MakeLaw(const std::string& law, const std::string& parameter, double seconds)
{
    std::ostringstream text;
    text.precision(12);
    text << "ns3::" << law << "RandomVariable[" << parameter << "=" << seconds << "]";
    return StringValue(text.str());
}

/// @param object that gets attributes @param attributes by name
template <typename Map>
void
SetAll(ObjectBase& object, const Map& attributes)
{
    for (const auto& [name, value] : attributes)
    {
        object.SetAttribute(name, *value);
    }
}
} // namespace

CdmaDataLinkHelper::CdmaDataLinkHelper(Preset preset)
{
    SetPreset(preset);
}

void
CdmaDataLinkHelper::SetPreset(Preset preset)
{
    for (const auto& one : PRESETS)
    {
        if (one.preset != preset)
        {
            continue;
        }
        m_channel.clear();
        m_modulator.clear();
        m_errors.clear();
        SetModulation(true);
        SetReverseLosses(false);
        SetRates(DataRate(one.forward), DataRate(one.reverse));
        SetBuffer(one.buffer);
        SetDelay(MilliSeconds(one.delay), MilliSeconds(one.jitter));
        SetLosses(one.loss, Seconds(one.good), Seconds(one.fade));
        SetModulatorAttribute("Levels", StringValue("-0.12,0,0.12"));
        SetModulatorAttribute("Duration", MakeLaw("Exponential", "Mean", 5));
        return;
    }
    NS_ABORT_MSG("preset " << static_cast<int>(preset) << " of a CdmaDataLinkHelper: IS_95B to "
                           << "IS_95C_BULK_19H");
}

CdmaDataLinkHelper::Preset
CdmaDataLinkHelper::GetBulkPreset(uint32_t hour)
{
    switch (hour)
    {
    case 10:
    case 13:
        return IS_95C_BULK_10H;
    case 16:
        return IS_95C_BULK_16H;
    case 19:
        return IS_95C_BULK_19H;
    default:
        NS_ABORT_MSG("bulk transfers at " << hour << " h: 10, 13, 16 or 19 h");
    }
}

void
CdmaDataLinkHelper::SetRates(DataRate forward, DataRate reverse)
{
    NS_ABORT_MSG_IF(forward.GetBitRate() == 0, "a forward rate of 0 bit/s: at least 1 bit/s");
    NS_ABORT_MSG_IF(reverse.GetBitRate() == 0, "a reverse rate of 0 bit/s: at least 1 bit/s");
    m_forward = forward;
    m_reverse = reverse;
}

void
CdmaDataLinkHelper::SetBuffer(uint32_t bytes)
{
    NS_ABORT_MSG_IF(bytes < LONGEST,
                    "a FIFO of " << bytes << " bytes: at least " << LONGEST
                                 << ", a packet of the MTU");
    m_buffer = bytes;
}

void
CdmaDataLinkHelper::SetDelay(Time delay, Time forward, Time reverse)
{
    NS_ABORT_MSG_IF(delay.IsStrictlyNegative(),
                    "a delay of " << delay.As(Time::MS) << ": at least 0");
    SetChannelAttribute("Delay", TimeValue(delay));
    for (const bool isForward : {true, false})
    {
        const Time jitter = isForward ? forward : reverse;
        const char* name = isForward ? "Jitter" : "ReverseJitter";
        NS_ABORT_MSG_IF(jitter.IsStrictlyNegative(),
                        name << " of up to " << jitter.As(Time::MS) << ": at least 0");
        SetChannelAttribute(name, MakeLaw("Uniform", "Max", jitter.GetSeconds()));
    }
}

void
CdmaDataLinkHelper::SetLosses(double loss, Time good, Time fade)
{
    NS_ABORT_MSG_UNLESS(loss >= 0 && loss <= 1, "a loss of " << loss << ": 0 to 1");
    NS_ABORT_MSG_UNLESS(good.IsStrictlyPositive(),
                        "good times of " << good.As(Time::S) << ": above 0");
    NS_ABORT_MSG_IF(fade.IsStrictlyNegative(), "fades of " << fade.As(Time::S) << ": at least 0");
    const bool fades = fade.IsStrictlyPositive();
    SetErrorAttribute("GoodLoss", DoubleValue(loss));
    SetErrorAttribute("BadLoss", DoubleValue(1));
    SetErrorAttribute("InitialState", StringValue(fades ? "Stationary" : "Good"));
    SetErrorAttribute("GoodDuration",
                      fades ? MakeLaw("Exponential", "Mean", good.GetSeconds())
                            : MakeLaw("Constant", "Constant", EVER));
    SetErrorAttribute("BadDuration", MakeLaw("Exponential", "Mean", fade.GetSeconds()));
}

void
CdmaDataLinkHelper::SetModulation(bool isModulated)
{
    m_isModulated = isModulated;
}

void
CdmaDataLinkHelper::SetReverseLosses(bool isLossy)
{
    m_isReverseLossy = isLossy;
}

void
CdmaDataLinkHelper::SetChannelAttribute(const std::string& name, const AttributeValue& value)
{
    m_channel[name] = value.Copy();
}

void
CdmaDataLinkHelper::SetModulatorAttribute(const std::string& name, const AttributeValue& value)
{
    m_modulator[name] = value.Copy();
}

void
CdmaDataLinkHelper::SetErrorAttribute(const std::string& name, const AttributeValue& value)
{
    m_errors[name] = value.Copy();
}

NetDeviceContainer
CdmaDataLinkHelper::Install(Ptr<Node> network, Ptr<Node> terminal) const
{
    NS_ABORT_MSG_IF(network == terminal,
                    "a radio link from node " << network->GetId() << " to itself");
    auto channel = CreateObject<JitterPointToPointChannel>();
    SetAll(*channel, m_channel);
    auto errors = CreateObject<TwoStateErrorModel>();
    SetAll(*errors, m_errors);
    NetDeviceContainer ends;
    for (const auto& node : {network, terminal})
    {
        const bool isForward = node == network;
        auto queue = CreateObject<DropTailQueue<Packet>>();
        queue->SetMaxSize(QueueSize(QueueSizeUnit::BYTES, m_buffer));
        auto device = CreateObject<PointToPointNetDevice>();
        device->SetAttribute("DataRate", DataRateValue(isForward ? m_forward : m_reverse));
        device->SetAddress(Mac48Address::Allocate());
        device->SetQueue(queue);
        // Without a NetDeviceQueueInterface the device gets no queue disc from
        // Ipv4AddressHelper: the FIFO is the only buffer.
        node->AddDevice(device);
        device->Attach(channel);
        ends.Add(device);
        if (!isForward || m_isReverseLossy)
        {
            device->SetReceiveErrorModel(errors);
        }
    }
    if (m_isModulated)
    {
        auto modulator = CreateObject<RateModulator>();
        SetAll(*modulator, m_modulator);
        ends.Get(0)->AggregateObject(modulator);
    }
    return ends;
}

Ptr<TwoStateErrorModel>
CdmaDataLinkHelper::GetErrorModel(const NetDeviceContainer& ends)
{
    PointerValue errors;
    ends.Get(1)->GetAttribute("ReceiveErrorModel", errors);
    return errors.Get<TwoStateErrorModel>();
}

Ptr<RateModulator>
CdmaDataLinkHelper::GetModulator(const NetDeviceContainer& ends)
{
    return ends.Get(0)->GetObject<RateModulator>();
}

int64_t
CdmaDataLinkHelper::AssignStreams(const NetDeviceContainer& ends, int64_t stream)
{
    constexpr int64_t ERRORS = 4;
    constexpr int64_t MODULATOR = 2;
    constexpr int64_t JITTER = 2;
    GetErrorModel(ends)->AssignStreams(stream);
    if (const auto modulator = GetModulator(ends))
    {
        modulator->AssignStreams(stream + ERRORS);
    }
    DynamicCast<JitterPointToPointChannel>(ends.Get(0)->GetChannel())
        ->AssignStreams(stream + ERRORS + MODULATOR);
    return ERRORS + MODULATOR + JITTER;
}
} // namespace hsn
} // namespace ns3
