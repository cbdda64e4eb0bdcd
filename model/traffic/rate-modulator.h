// SPDX-License-Identifier: GPL-2.0-only
#ifndef RATE_MODULATOR_H
#define RATE_MODULATOR_H

#include "ns3/data-rate.h"
#include "ns3/event-id.h"
#include "ns3/net-device.h"
#include "ns3/nstime.h"
#include "ns3/object.h"
#include "ns3/random-variable-stream.h"
#include "ns3/traced-callback.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ns3
{
namespace hsn
{
/**
 * @ingroup hsn-traffic
 * @brief Changes the rate of a network device at random times, as radio links do.
 *
 * It is part of a device that has an attribute DataRate, such as PointToPointNetDevice and
 * LeanLinkNetDevice, and starts with the simulation:
 * @code
 *   auto modulator = CreateObject<RateModulator>();
 *   device->AggregateObject(modulator);
 * @endcode
 * The rate that the device has at StartTime is its nominal one. From then on the rate is that one
 * times 1 + level, where the level is drawn for each period, all levels with the same probability
 * and whatever the level before was. Packets whose transmission has started keep their rate.
 *
 * Each period takes an event. They end at StopTime, when the device has its nominal rate again;
 * without StopTime they go on until Simulator::Stop(), which the simulation then needs to end.
 */
class RateModulator : public Object
{
  public:
    /**
     * @brief TracedCallback signature for Rate.
     * @param before rate of the device up to now
     * @param now rate from now on, perhaps the same
     */
    typedef void (*RateTracedCallback)(DataRate before, DataRate now);

    /// @return the TypeId
    static TypeId GetTypeId();

    RateModulator();
    ~RateModulator() override;

    /// @param levels changes of the rate, relative to the nominal one, at least one, all above -1
    void SetLevels(const std::vector<double>& levels);
    /// @return changes of the rate, relative to the nominal one
    const std::vector<double>& GetLevels() const;

    /// Starts now; does nothing if it runs already.
    void Start();
    /// Stops now, and gives the device its nominal rate.
    void Stop();
    /// @return whether the rate is modulated now
    bool IsRunning() const;

    /**
     * @brief Fixes the streams of levels and durations.
     * @param stream the first one
     * @return streams used: 2
     */
    int64_t AssignStreams(int64_t stream);

  protected:
    void DoInitialize() override;
    void DoDispose() override;

  private:
    /// @param text numbers separated by spaces or commas
    void SetLevelText(std::string text);
    /// @return numbers separated by commas
    std::string GetLevelText() const;
    /// @return rate of the device
    DataRate GetDeviceRate() const;
    /// Sets the rate of the device. @param rate from now on
    void SetDeviceRate(DataRate rate);
    /// A period starts.
    void ChangeRate();

    std::vector<double> m_levels;                //!< relative changes
    Ptr<RandomVariableStream> m_durations;       //!< of periods, s
    Time m_startTime;                            //!< when to start
    Time m_stopTime;                             //!< when to stop, or 0
    Ptr<UniformRandomVariable> m_draw;           //!< draws levels
    bool m_isRunning{false};                     //!< whether the rate is modulated
    DataRate m_nominal;                          //!< rate of level 0
    EventId m_next;                              //!< next period, or the start
    EventId m_stop;                              //!< stop
    TracedCallback<DataRate, DataRate> m_change; //!< trace
};
} // namespace hsn
} // namespace ns3

#endif // RATE_MODULATOR_H
