// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * A control whose decisions tests know.
 */
#ifndef HSN_SUM_ADMISSION_H
#define HSN_SUM_ADMISSION_H

#include "ns3/admission-control.h"
#include "ns3/application-container.h"
#include "ns3/data-rate.h"
#include "ns3/node.h"
#include "ns3/nstime.h"
#include "ns3/on-off-helper.h"
#include "ns3/packet-sink-helper.h"
#include "ns3/packet-sink.h"

namespace ns3
{
namespace hsn
{
/// Admits calls up to a sum of rates.
class SumAdmission : public AdmissionControl
{
  public:
    /// @param limit bit/s
    explicit SumAdmission(double limit)
        : m_limit(limit)
    {
    }

    void Release(const AdmissionRequest& request) override
    {
        used -= request.tokenRate;
        buckets -= request.bucket;
    }

    double used{0};    //!< bit/s
    double buckets{0}; //!< bits

  protected:
    uint32_t Decide(const AdmissionRequest& request) override
    {
        if (used + request.tokenRate > m_limit)
        {
            return ADMISSION_RATE_TEST;
        }
        used += request.tokenRate;
        buckets += request.bucket;
        return 0;
    }

  private:
    double m_limit; //!< bit/s
};

/**
 * @brief Has three flows of 40 kb/s sent, a packet of 500 octets in 0.1 s each.
 * @param from sender
 * @param to receiver
 * @param target its address and port
 * @param begin of the first flow, s
 * @param apart from one flow's begin to the next one's, s
 * @param end of all, s
 * @return what receives
 */
inline Ptr<PacketSink>
SendThreeFlows(Ptr<Node> from,
               Ptr<Node> to,
               const Address& target,
               double begin,
               double apart,
               double end)
{
    OnOffHelper source("ns3::UdpSocketFactory", target);
    source.SetConstantRate(DataRate("40kbps"), 500);
    for (int i = 0; i < 3; ++i)
    {
        auto apps = source.Install(from);
        apps.Start(Seconds(begin + i * apart));
        apps.Stop(Seconds(end));
    }
    return DynamicCast<PacketSink>(
        PacketSinkHelper("ns3::UdpSocketFactory", target).Install(to).Get(0));
}
} // namespace hsn
} // namespace ns3

#endif // HSN_SUM_ADMISSION_H
