// SPDX-License-Identifier: GPL-2.0-only
#ifndef CELL_SOURCE_HELPER_H
#define CELL_SOURCE_HELPER_H

#include "atm-helper.h"

#include "ns3/atm-cell-source.h"
#include "ns3/atm-vc.h"
#include "ns3/attribute.h"
#include "ns3/net-device.h"
#include "ns3/node.h"
#include "ns3/object-factory.h"
#include "ns3/usage-parameter-control.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ns3
{
namespace hsn
{
/**
 * @ingroup hsn-helper
 * @brief A source of cells and the connection that it has.
 */
struct CellSourceConnection
{
    Ptr<AtmCellSource> source;      //!< sends
    Ptr<NetDevice> port;            //!< its AtmSourcePort
    Ptr<AtmVc> sink;                //!< counts the cells that arrive: AtmVc::GetRawRxCells()
    Ptr<UsageParameterControl> upc; //!< polices the connection, or null
};

/**
 * @ingroup hsn-helper
 * @brief Puts background traffic of cells into an ATM network.
 *
 * Each source has a link of its own, of the kind that an AtmHelper makes, and a connection.
 * @code
 *   CellSourceHelper background("ns3::hsn::PoissonMessageCellSource");
 *   background.Set("MeanRate", StringValue("40Mbps"));
 *   background.Set("PeakRate", StringValue("48Mbps"));
 *   auto cells = background.Install(atm, host, switchNode, sinkDevice);
 *   CellSourceHelper::AssignStreams({cells}, 1);
 * @endcode
 */
class CellSourceHelper
{
  public:
    /// @param type TypeId of the sources: CbrCellSource, OnOffCellSource, PoissonCellSource,
    /// PoissonMessageCellSource, or another one derived from AtmCellSource
    explicit CellSourceHelper(const std::string& type);

    /// @param name attribute of the sources @param value its value
    void Set(const std::string& name, const AttributeValue& value);

    /**
     * @brief Makes a source with a link and a connection.
     * @param atm draws the link, and the connection
     * @param host node that gets the source's end of the link; not a switch
     * @param b node at the other end, a switch as a rule
     * @param sink AtmNetDevice at which the connection ends
     * @param options what the connection asks for
     * @return source and connection
     */
    CellSourceConnection Install(const AtmHelper& atm,
                                 Ptr<Node> host,
                                 Ptr<Node> b,
                                 Ptr<NetDevice> sink,
                                 const AtmPvcOptions& options = AtmPvcOptions()) const;

    /**
     * @brief Gives the random variables of sources fixed streams.
     * @param connections of the sources
     * @param stream the first stream
     * @return how many were taken
     */
    static int64_t AssignStreams(const std::vector<CellSourceConnection>& connections,
                                 int64_t stream);

  private:
    ObjectFactory m_factory; //!< sources
};
} // namespace hsn
} // namespace ns3

#endif // CELL_SOURCE_HELPER_H
