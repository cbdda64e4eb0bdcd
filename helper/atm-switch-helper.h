// SPDX-License-Identifier: GPL-2.0-only
#ifndef ATM_SWITCH_HELPER_H
#define ATM_SWITCH_HELPER_H

#include "ns3/atm-output-port.h"
#include "ns3/atm-switch.h"
#include "ns3/node-container.h"
#include "ns3/object-factory.h"

#include <array>
#include <string>
#include <vector>

namespace ns3
{
namespace hsn
{
/**
 * @ingroup hsn-helper
 * @brief Some ATM switches.
 */
class AtmSwitchContainer
{
  public:
    /// @param s a switch, added at the end
    void Add(Ptr<AtmSwitch> s);
    /// @return how many there are
    uint32_t GetN() const;
    /// @param i index, below GetN() @return that switch
    Ptr<AtmSwitch> Get(uint32_t i) const;
    /// @return the first
    std::vector<Ptr<AtmSwitch>>::const_iterator begin() const;
    /// @return behind the last
    std::vector<Ptr<AtmSwitch>>::const_iterator end() const;

  private:
    std::vector<Ptr<AtmSwitch>> m_switches; //!< the switches
};

/**
 * @ingroup hsn-helper
 * @brief Makes ATM switches of nodes.
 *
 * Ports come with the links that AtmHelper draws to the node; their buffers are as set here.
 * @code
 *   AtmSwitchHelper sw;
 *   sw.SetQueueAttribute("MaxCells", UintegerValue(1000));
 *   sw.SetDiscardPolicy(ATM_UBR, "ns3::hsn::EarlyPacketDiscard", "Threshold", DoubleValue(0.8));
 *   AtmSwitchContainer switches = sw.Install(nodes);
 * @endcode
 */
class AtmSwitchHelper
{
  public:
    AtmSwitchHelper();

    /**
     * @brief Sets an attribute of the AtmCellQueue of every category.
     * @param name attribute
     * @param value its value
     */
    void SetQueueAttribute(const std::string& name, const AttributeValue& value);

    /**
     * @brief Sets an attribute of the AtmCellQueue of one category.
     * @param category the category
     * @param name attribute
     * @param value its value
     */
    void SetQueueAttribute(AtmServiceCategory category,
                           const std::string& name,
                           const AttributeValue& value);

    /**
     * @brief Sets the discard policy of every category.
     * @param type TypeId of a CellDiscardPolicy
     * @param name attribute of it, or nothing
     * @param value its value
     */
    void SetDiscardPolicy(const std::string& type,
                          const std::string& name = "",
                          const AttributeValue& value = EmptyAttributeValue());

    /**
     * @brief Sets the discard policy of one category.
     * @param category the category
     * @param type TypeId of a CellDiscardPolicy
     * @param name attribute of it, or nothing
     * @param value its value
     */
    void SetDiscardPolicy(AtmServiceCategory category,
                          const std::string& type,
                          const std::string& name = "",
                          const AttributeValue& value = EmptyAttributeValue());

    /// @param node made a switch; must not be one yet @return it
    AtmSwitchContainer Install(Ptr<Node> node) const;
    /// @param nodes made switches @return them
    AtmSwitchContainer Install(const NodeContainer& nodes) const;

  private:
    std::array<ObjectFactory, ATM_CATEGORIES> m_queues; //!< buffers of the ports
};
} // namespace hsn
} // namespace ns3

#endif // ATM_SWITCH_HELPER_H
