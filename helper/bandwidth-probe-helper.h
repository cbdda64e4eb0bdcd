// SPDX-License-Identifier: GPL-2.0-only
#ifndef BANDWIDTH_PROBE_HELPER_H
#define BANDWIDTH_PROBE_HELPER_H

#include "ns3/address.h"
#include "ns3/application-container.h"
#include "ns3/attribute.h"
#include "ns3/node.h"
#include "ns3/object-factory.h"
#include "ns3/probe-client.h"
#include "ns3/probe-receiver.h"
#include "ns3/probe-reflector.h"
#include "ns3/probe-service.h"

#include <cstdint>
#include <string>

namespace ns3
{
namespace hsn
{
/**
 * @ingroup hsn-helper
 * @brief Puts bandwidth probes on paths: one way, or there and back.
 *
 * @code
 *   BandwidthProbeHelper probe(InetSocketAddress(addressOfB, 7000));
 *   probe.SetNoise(0.001);
 *   auto apps = probe.Install(a, b);
 *   apps.Start(Seconds(1));
 *   const auto service = probe.CreateService(apps);
 * @endcode
 */
class BandwidthProbeHelper
{
  public:
    /// @param remote address of the far host and UDP port, IPv4 or IPv6
    explicit BandwidthProbeHelper(const Address& remote);

    /// @param name attribute of the PeriodicProbeClients @param value its value
    void SetClientAttribute(const std::string& name, const AttributeValue& value);
    /// @param name attribute of the ProbeReceivers @param value its value
    void SetReceiverAttribute(const std::string& name, const AttributeValue& value);
    /// @param name attribute of their DispersionEstimators @param value its value
    void SetEstimatorAttribute(const std::string& name, const AttributeValue& value);
    /// @param name attribute of the ProbeServices @param value its value
    void SetServiceAttribute(const std::string& name, const AttributeValue& value);
    /// @param sigma of the timing noise |N(0, sigma)| that every host adds when it sends and when
    /// it receives, s, at least 0; the paper's setting is 0.001, the default is none
    void SetNoise(double sigma);

    /// A probe of the way from one host to another. @param from sends @param to measures, and has
    /// the remote address @return client and receiver
    ApplicationContainer Install(Ptr<Node> from, Ptr<Node> to) const;
    /// A probe of the way there and back. @param from sends and measures @param to returns the
    /// packets, and has the remote address @return client, receiver and reflector
    ApplicationContainer InstallRoundTrip(Ptr<Node> from, Ptr<Node> to) const;

    /// @param apps what Install() or InstallRoundTrip() has returned @return its receiver
    static Ptr<ProbeReceiver> GetReceiver(const ApplicationContainer& apps);
    /// @param apps the same, before their start @return what publishes their results
    Ptr<ProbeService> CreateService(const ApplicationContainer& apps) const;

    /// Fixes the streams of all noise. @param apps of probes @param stream the first one
    /// @return number of streams used
    static int64_t AssignStreams(const ApplicationContainer& apps, int64_t stream);

  private:
    /// @return a client
    Ptr<PeriodicProbeClient> MakeClient() const;
    /// @return a receiver with an estimator
    Ptr<ProbeReceiver> MakeReceiver() const;
    /// @param app gets noise @param attribute that holds it
    void AddNoise(Ptr<Application> app, const std::string& attribute) const;
    /// @return any address of the far host, with the port
    Address GetLocal() const;

    Address m_remote;          //!< of the far host
    double m_noise{0};         //!< s
    ObjectFactory m_client;    //!< makes clients
    ObjectFactory m_receiver;  //!< makes receivers
    ObjectFactory m_estimator; //!< makes estimators
    ObjectFactory m_service;   //!< makes services
};
} // namespace hsn
} // namespace ns3

#endif // BANDWIDTH_PROBE_HELPER_H
