// SPDX-License-Identifier: GPL-2.0-only
#ifndef HOST_HELPER_H
#define HOST_HELPER_H

#include "ns3/host-cost.h"
#include "ns3/net-device-container.h"
#include "ns3/nif-net-device.h"
#include "ns3/object-factory.h"

#include <string>
#include <utility>
#include <vector>

namespace ns3
{
namespace hsn
{
/**
 * @ingroup hsn-host
 * @brief Puts hosts in front of devices of any kind: point-to-point, CSMA, lean links, ATM.
 *
 * To be used after the devices were made and before they get addresses, which belong to the
 * devices that Install() returns. Stack and applications stay as they are.
 * @code
 *   HostHelper host;
 *   host.SetCost(costs);
 *   address.Assign(host.Install(devices));
 * @endcode
 */
class HostHelper
{
  public:
    HostHelper();

    /// @param name attribute of the HostCpu that a node gets @param value its value
    void SetCpuAttribute(const std::string& name, const AttributeValue& value);
    /// @param name attribute of the NifNetDevices @param value its value
    void SetDeviceAttribute(const std::string& name, const AttributeValue& value);
    /// @param type of the drivers, which has all attributes that were set and will be; without a
    /// call, AtmDriver for AtmNetDevice, EthernetDriver else
    void SetDriver(const std::string& type);
    /// @param name attribute of the drivers @param value its value
    void SetDriverAttribute(const std::string& name, const AttributeValue& value);
    /// @param type of the clients that get what no other has registered for; LateDemuxClient
    void SetClient(const std::string& type);
    /// @param name attribute of these clients @param value its value
    void SetClientAttribute(const std::string& name, const AttributeValue& value);
    /// @param cost of all hosts that are installed from now on; without a call, nothing
    void SetCost(Ptr<const HostCost> cost);

    /// @param port a device of a node @return the device in front of it
    Ptr<NifNetDevice> Install(Ptr<NetDevice> port) const;
    /// @param ports devices of nodes @return the devices in front of them
    NetDeviceContainer Install(const NetDeviceContainer& ports) const;

  private:
    /// What was set, in that order, for a type that may be chosen later.
    using Attributes = std::vector<std::pair<std::string, Ptr<const AttributeValue>>>;

    /// @param type of objects @param attributes of them @return what makes them
    static ObjectFactory MakeFactory(const std::string& type, const Attributes& attributes);

    ObjectFactory m_cpu;           //!< makes processors
    ObjectFactory m_device;        //!< makes devices
    ObjectFactory m_driver;        //!< makes drivers, if m_chosen
    ObjectFactory m_ethernet;      //!< makes drivers
    ObjectFactory m_atm;           //!< makes drivers
    Attributes m_driverAttributes; //!< of drivers
    bool m_chosen{false};          //!< the type of drivers
    ObjectFactory m_client;        //!< makes default clients
    Attributes m_clientAttributes; //!< of these
    Ptr<const HostCost> m_cost;    //!< of hosts
};
} // namespace hsn
} // namespace ns3

#endif // HOST_HELPER_H
