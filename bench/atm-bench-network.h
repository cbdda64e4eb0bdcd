// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * An ATM network whose cells are counted.
 */
#ifndef HSN_ATM_BENCH_NETWORK_H
#define HSN_ATM_BENCH_NETWORK_H

#include "bench-run.h"

#include "ns3/atm-helper.h"
#include "ns3/atm-switch-helper.h"

#include <cstdint>
#include <vector>

namespace ns3
{
namespace hsn
{
/// An ATM network whose cells are counted; classes derived from it draw it.
class AtmBenchNetwork : public BenchNetwork
{
  public:
    uint64_t CountHops() const override;
    uint64_t CountInFlight() const override;
    std::size_t GetRunStorage() const override;

  protected:
    /// @param a node @param b node @return the new link's ends; attributes are those of m_atm
    NetDeviceContainer Connect(Ptr<Node> a, Ptr<Node> b);

    AtmHelper m_atm; //!< makes links and connections

  private:
    std::vector<NetDeviceContainer> m_links; //!< ends of each
};
} // namespace hsn
} // namespace ns3

#endif // HSN_ATM_BENCH_NETWORK_H
