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
#include "ns3/cell-source-helper.h"

#include <cstdint>
#include <vector>

namespace ns3
{
namespace hsn
{
/// An ATM network whose cells are counted; derived classes build it.
class AtmBenchNetwork : public BenchNetwork
{
  public:
    uint64_t CountHops() const override;
    uint64_t CountInFlight() const override;
    std::size_t GetRunStorage() const override;

  protected:
    /// Makes a link with the attributes of m_atm. @param a node @param b node @return its ends
    NetDeviceContainer Connect(Ptr<Node> a, Ptr<Node> b);

    /**
     * @brief Makes a source of cells, with a link and a connection with the attributes of m_atm.
     * @param helper makes the source
     * @param host of the source
     * @param b node at the other end of the link
     * @param sink where the connection ends
     * @param stream of the source's random variables
     */
    void AddSource(const CellSourceHelper& helper,
                   Ptr<Node> host,
                   Ptr<Node> b,
                   Ptr<NetDevice> sink,
                   int64_t stream);

    AtmHelper m_atm; //!< makes links and connections

  private:
    std::vector<NetDeviceContainer> m_links; //!< ends of each
};
} // namespace hsn
} // namespace ns3

#endif // HSN_ATM_BENCH_NETWORK_H
