// SPDX-License-Identifier: GPL-2.0-only
#include "tcp-rate-adapter.h"

#include "ns3/fatal-error.h"

namespace ns3
{
namespace hsn
{
NS_OBJECT_ENSURE_REGISTERED(TcpRateAdapter);

namespace
{
/// @brief Ends the program. @param function that was called
[[noreturn]] void
Refuse(const char* function)
{
    NS_FATAL_ERROR("ns3::hsn::TcpRateAdapter::"
                   << function << "(): the connection notes its segments in TcpRateSampler");
}
} // namespace

TypeId
TcpRateAdapter::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::hsn::TcpRateAdapter").SetParent<TcpRateOps>().SetGroupName("Hsn");
    return tid;
}

TcpRateSampler&
TcpRateAdapter::GetSampler()
{
    return m_sampler;
}

const TcpRateOps::TcpRateConnection&
TcpRateAdapter::GetConnectionRate()
{
    return m_sampler.GetConnection();
}

void
TcpRateAdapter::SetAppLimited(uint32_t inFlight)
{
    m_sampler.OnAppLimited(inFlight);
}

void
TcpRateAdapter::SkbSent(TcpTxItem* /* item */, bool /* isStartOfTransmission */)
{
    Refuse("SkbSent");
}

void
TcpRateAdapter::SkbDelivered(TcpTxItem* /* item */)
{
    Refuse("SkbDelivered");
}

void
TcpRateAdapter::CalculateAppLimited(uint32_t /* cWnd */,
                                    uint32_t /* inFlight */,
                                    uint32_t /* segmentSize */,
                                    const SequenceNumber32& /* tailSeq */,
                                    const SequenceNumber32& /* nextTx */,
                                    const uint32_t /* lostOut */,
                                    const uint32_t /* retransOut */)
{
    Refuse("CalculateAppLimited");
}

const TcpRateOps::TcpRateSample&
TcpRateAdapter::GenerateSample(uint32_t /* delivered */,
                               uint32_t /* lost */,
                               bool /* isSackReneg */,
                               uint32_t /* priorInFlight */,
                               const Time& /* minRtt */)
{
    Refuse("GenerateSample");
}
} // namespace hsn
} // namespace ns3
