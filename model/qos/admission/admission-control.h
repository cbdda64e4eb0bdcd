// SPDX-License-Identifier: GPL-2.0-only
#ifndef ADMISSION_CONTROL_H
#define ADMISSION_CONTROL_H

#include "ns3/object.h"
#include "ns3/traced-callback.h"

#include <cstdint>

namespace ns3
{
namespace hsn
{
/** @brief What a call declares. A control uses the part that it needs. */
struct AdmissionRequest
{
    double peakRate{0};  //!< bit/s, above 0
    double tokenRate{0}; //!< rho of its token bucket, bit/s, above 0
    double bucket{0};    //!< sigma of its token bucket, bits, at least 0
};

/** @brief Tests that a call may fail; it may fail both. */
enum AdmissionFailure : uint32_t
{
    ADMISSION_DELAY_TEST = 1, //!< the delay bound might be exceeded
    ADMISSION_RATE_TEST = 2   //!< the link might be overloaded
};

/** @brief Calls so far. */
struct AdmissionCounters
{
    uint64_t offered{0};       //!< calls that asked
    uint64_t admitted{0};      //!< of them
    uint64_t delayRejected{0}; //!< rejected and failed the delay test
    uint64_t rateRejected{0};  //!< rejected and failed the rate test; may have failed both
};

/**
 * @ingroup hsn-qos
 * @brief Decides whether a new call may use a link.
 *
 * Whoever sets up something asks Request(): a call generator, a socket factory, the set-up of a
 * PVC. A control knows neither packets nor networks; one that measures is told what happens by an
 * AdmissionMeter. A derived class implements Decide() and, if it keeps account of calls, Release().
 */
class AdmissionControl : public Object
{
  public:
    /**
     * @brief TracedCallback signature for Decision.
     * @param request what was asked
     * @param failed sum of the AdmissionFailure tests that failed; 0: admitted
     */
    typedef void (*DecisionTracedCallback)(const AdmissionRequest& request, uint32_t failed);

    /// @return the TypeId
    static TypeId GetTypeId();

    /**
     * @brief Asks for a call. Ends the program with a message if what it declares is impossible.
     * @param request what the call declares
     * @return whether it may begin now
     */
    bool Request(const AdmissionRequest& request);

    /// A call that was admitted has ended. Controls that measure need not know; the default does
    /// nothing. @param request what it had declared
    virtual void Release(const AdmissionRequest& request);

    /// @return calls so far
    const AdmissionCounters& GetCounters() const;

  protected:
    /// @param request what a call declares @return sum of the tests that failed; 0: it is admitted
    virtual uint32_t Decide(const AdmissionRequest& request) = 0;

  private:
    AdmissionCounters m_counters;                                 //!< calls so far
    TracedCallback<const AdmissionRequest&, uint32_t> m_decision; //!< trace
};

/**
 * @ingroup hsn-qos
 * @brief Admits every call: what a link without admission control does.
 */
class AdmitAll : public AdmissionControl
{
  public:
    /// @return the TypeId
    static TypeId GetTypeId();

  protected:
    uint32_t Decide(const AdmissionRequest& request) override;
};
} // namespace hsn
} // namespace ns3

#endif // ADMISSION_CONTROL_H
