// SPDX-License-Identifier: GPL-2.0-only
#ifndef PROBE_SERVICE_H
#define PROBE_SERVICE_H

#include "path-quality-classifier.h"
#include "probe-receiver.h"

#include "ns3/callback.h"
#include "ns3/event-id.h"
#include "ns3/nstime.h"
#include "ns3/object.h"
#include "ns3/traced-callback.h"

#include <cstdint>

namespace ns3
{
namespace hsn
{
/** @brief What a probe tells about its path. */
struct PathReport
{
    bool isKnown{false};                                                 //!< there is a result
    double xi{0};                                                        //!< dispersion, ms^2
    PathQualityClassifier::Quality quality{PathQualityClassifier::NONE}; //!< of xi
    Time age;                                                            //!< of xi

    /// @param wanted quality @return whether the path is known to carry it
    bool Carries(PathQualityClassifier::Quality wanted) const;
};

/**
 * @ingroup hsn-qos
 * @brief Publishes what a probe tells about its path: periodically, or when somebody asks
 * (Davoli, Khan and Maryni, section 2).
 *
 * A result that is older than MaxAge, as when no packet of the probe arrives any more, is not
 * known.
 */
class ProbeService : public Object
{
  public:
    /// @brief Signature of Report. @param report published
    typedef void (*ReportTracedCallback)(const PathReport& report);

    /// @return the TypeId
    static TypeId GetTypeId();

    ProbeService();

    /// @param receiver of the probe, with an estimator; set once, before the first result. Begins
    /// to publish
    void SetReceiver(Ptr<ProbeReceiver> receiver);
    /// @return what is known now
    PathReport GetReport() const;
    /// Publishes no more.
    void Stop();

  protected:
    void DoDispose() override;

  private:
    /// @param index of the result @param xi result
    void NoteXi(uint64_t index, double xi);
    /// Publishes what is known.
    void Publish();

    Time m_interval;                            //!< of publications
    Time m_maxAge;                              //!< of a result
    Ptr<PathQualityClassifier> m_classifier;    //!< attribute
    Ptr<ProbeReceiver> m_receiver;              //!< of the probe
    bool m_hasXi{false};                        //!< there was a result
    double m_xi{0};                             //!< last result, ms^2
    Time m_time;                                //!< of it
    EventId m_next;                             //!< publication
    TracedCallback<const PathReport&> m_report; //!< trace
};

/**
 * @ingroup hsn-qos
 * @brief Adapts the rate of a source to what a ProbeService publishes: the paper's first use of its
 * thresholds.
 *
 * With each report: a quality below Wanted, or none that is known, multiplies the rate by Down;
 * else the rate is multiplied by Up. It stays from MinRate to MaxRate. All sources of a path that
 * do so share what it carries.
 */
class ProbeRateControl : public Object
{
  public:
    /// Sets the rate of a source, bit/s.
    using RateFunction = Callback<void, double>;

    /// @return the TypeId
    static TypeId GetTypeId();

    ProbeRateControl();

    /// @param service whose reports count @param set sets the rate, now and after each report
    void Start(Ptr<ProbeService> service, const RateFunction& set);
    /// @return rate, bit/s
    double GetRate() const;

  protected:
    void DoDispose() override;

  private:
    /// @param report published
    void React(const PathReport& report);

    PathQualityClassifier::Quality m_wanted; //!< attribute
    double m_down{0};                        //!< factor
    double m_up{0};                          //!< factor
    double m_min{0};                         //!< bit/s
    double m_max{0};                         //!< bit/s
    double m_rate{0};                        //!< bit/s
    Ptr<ProbeService> m_service;             //!< whose reports count
    RateFunction m_set;                      //!< sets the rate
};
} // namespace hsn
} // namespace ns3

#endif // PROBE_SERVICE_H
