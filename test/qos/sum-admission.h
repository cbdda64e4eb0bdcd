// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * A control whose decisions tests know.
 */
#ifndef HSN_SUM_ADMISSION_H
#define HSN_SUM_ADMISSION_H

#include "ns3/admission-control.h"

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
} // namespace hsn
} // namespace ns3

#endif // HSN_SUM_ADMISSION_H
