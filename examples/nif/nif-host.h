// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * The receiving host of the programs of nif: its costs, driver and clients.
 */
#ifndef NIF_HOST_H
#define NIF_HOST_H

#include "ns3/bsd-client.h"
#include "ns3/callback.h"
#include "ns3/deadline-client.h"
#include "ns3/demux-clients.h"
#include "ns3/host-cost.h"
#include "ns3/host-cpu.h"
#include "ns3/host-helper.h"
#include "ns3/nif-net-device.h"
#include "ns3/polling-client.h"
#include "ns3/program-options.h"

#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

/// A function that returns a time, as ns-3's callbacks take it.
class NifTimeFunction : public ns3::SimpleRefCount<NifTimeFunction>
{
  public:
    /// @param function called @return the callback
    static ns3::Callback<ns3::Time> Make(std::function<ns3::Time()> function);
    /// @param function called
    explicit NifTimeFunction(std::function<ns3::Time()> function);

  private:
    ns3::Time Call();

    std::function<ns3::Time()> m_function; //!< called
};

/// What the receiver is like.
class NifHost
{
  public:
    /// @param options get those of the host
    void AddTo(ns3::hsn::ProgramOptions& options);
    /// @param options that are refused if they do not fit
    void Check(const ns3::hsn::ProgramOptions& options) const;

    /// @return a table of the costs
    ns3::Ptr<ns3::hsn::HostCostTable> MakeCost() const;
    /// @param port of the host, without client @return the device in front of it
    ns3::Ptr<ns3::hsn::NifNetDevice> Install(ns3::Ptr<ns3::NetDevice> port) const;
    /**
     * @brief Registers clients for types 0, 1, ... and a default client.
     * @param device of Install()
     * @param video which types are videos, of higher priority
     * @param deadlines 1/r and D of videos
     * @return the clients
     */
    std::vector<ns3::Ptr<ns3::hsn::NetworkClient>> Register(
        const ns3::hsn::NifNetDevice& device,
        const std::vector<bool>& video,
        const std::vector<std::pair<ns3::Time, ns3::Time>>& deadlines) const;

    std::string client{"late"};        //!< which clients
    std::string preemption{"Section"}; //!< of threads
    uint32_t cpus{1};                  //!< processors
    uint32_t threads{4};               //!< of a pool
    uint32_t pool{32};                 //!< buffers of a client
    double fixedMs{0};                 //!< of an interrupt, whatever it serves
    double hwMs{0.15};                 //!< C_hw
    double contextMs{0.05};            //!< C_ctx
    double dataMs{4.5};                //!< C_proto of TCP segments with data
    double otherMs{3.0};               //!< C_proto of others
    double enqueueUs{10};              //!< C_enq
    double postUs{10};                 //!< C_post
    double copyUs{10};                 //!< C_copy for 1024 octets
    double pollUs{10};                 //!< a poll
};

#endif // NIF_HOST_H
