// SPDX-License-Identifier: GPL-2.0-only
#ifndef PROBE_ADMISSION_H
#define PROBE_ADMISSION_H

#include "probe-service.h"

#include "ns3/admission-control.h"

namespace ns3
{
namespace hsn
{
/**
 * @ingroup hsn-qos
 * @brief Admits calls while a probe sees the wanted quality on their path: the second use of the
 * thresholds of Davoli, Khan and Maryni.
 *
 * What a call declares does not matter, as the probe does not know the rate of the path; a call
 * fails the delay test if the quality is worse than Wanted or not known. Until the next result no
 * more than CallsPerResult calls enter, as their load is not measured yet.
 */
class ProbeAdmission : public AdmissionControl
{
  public:
    /// @return the TypeId
    static TypeId GetTypeId();

    ProbeAdmission();

    /// @param service that knows the path
    void SetService(Ptr<ProbeService> service);

  protected:
    void DoDispose() override;
    uint32_t Decide(const AdmissionRequest& request) override;

  private:
    PathQualityClassifier::Quality m_wanted; //!< attribute
    uint32_t m_perResult{0};                 //!< attribute
    Ptr<ProbeService> m_service;             //!< knows the path
    Time m_result;                           //!< when the last result that was used came
    uint32_t m_admitted{0};                  //!< calls since then
};
} // namespace hsn
} // namespace ns3

#endif // PROBE_ADMISSION_H
