// SPDX-License-Identifier: GPL-2.0-only
#ifndef XTP_ATM_EXPERIMENT_H
#define XTP_ATM_EXPERIMENT_H

#include "xtp-atm-background.h"
#include "xtp-atm-flow.h"
#include "xtp-atm-network.h"
#include "xtp-atm-options.h"

#include "ns3/json-object.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace ns3
{
namespace hsn
{
/// A run: connections and background traffic over the bottleneck, and the paper's metrics.
class XtpAtmExperiment
{
  public:
    /// @param options parameters
    explicit XtpAtmExperiment(const XtpAtmOptions& options);

    /// Runs the simulation. @return the metrics
    JsonObject Run();

  private:
    void SetTcpDefaults() const;
    void SetXtpDefaults() const;
    void AddFlows();
    void StartFlows();
    /// The measurement begins.
    void Mark();
    void AddRates(JsonObject& out) const;
    void AddCells(JsonObject& out) const;
    void AddXtp(JsonObject& out) const;

    XtpAtmOptions m_o;
    XtpAtmNetwork m_network;
    std::vector<std::unique_ptr<XtpAtmFlow>> m_flows;
    std::unique_ptr<XtpAtmBackground> m_background;
    uint64_t m_cellsIn{0};   //!< offered to the bottleneck before the measurement
    uint64_t m_discarded{0}; //!< there, before the measurement
};
} // namespace hsn
} // namespace ns3

#endif // XTP_ATM_EXPERIMENT_H
