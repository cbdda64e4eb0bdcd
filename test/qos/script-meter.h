// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * A meter whose link carries what a test says.
 */
#ifndef HSN_SCRIPT_METER_H
#define HSN_SCRIPT_METER_H

#include "ns3/admission-control.h"
#include "ns3/admission-meter.h"
#include "ns3/simulator.h"

namespace ns3
{
namespace hsn
{
/// A meter that says what the test wants.
class ScriptMeter : public AdmissionMeter
{
  public:
    void Update() override
    {
        load.sent = base + rate * (Simulator::Now().GetSeconds() - since);
        load.arrived = load.sent;
    }

    /// @param bits per second from now on
    void SetRate(double bits)
    {
        Update();
        base = load.sent;
        since = Simulator::Now().GetSeconds();
        rate = bits;
    }

    AdmissionLoad GetLoad() const override
    {
        return load;
    }

    void SetDelayCallback(const DelayCallback& callback) override
    {
        told = callback;
    }

    double rate{0};     //!< of the link, bit/s
    double since{0};    //!< when it was set, s
    double base{0};     //!< bits sent until then
    AdmissionLoad load; //!< measured
    DelayCallback told; //!< of delays
};

/// @param rate of a call, bit/s @param bits of its bucket @return its request
inline AdmissionRequest
MakeCall(double rate, double bits)
{
    AdmissionRequest request;
    request.peakRate = rate;
    request.tokenRate = rate;
    request.bucket = bits;
    return request;
}
} // namespace hsn
} // namespace ns3

#endif // HSN_SCRIPT_METER_H
