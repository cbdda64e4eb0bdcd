// SPDX-License-Identifier: GPL-2.0-only
#ifndef SNMP_MANAGER_CLIENT_H
#define SNMP_MANAGER_CLIENT_H

#include "snmp-message.h"

#include "ns3/address.h"
#include "ns3/application.h"
#include "ns3/callback.h"
#include "ns3/event-id.h"
#include "ns3/nstime.h"
#include "ns3/socket.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ns3
{
namespace hsn
{
/**
 * @ingroup hsn-qos
 * @brief Reads an agent by SNMPv2c over UDP: single values, or all below a name (a walk).
 *
 * One question at a time. A request without response is sent again up to Retries times, with the
 * same number.
 */
class SnmpManagerClient : public Application
{
  public:
    /// How the end is told: an error, or empty; what was read.
    using Done = Callback<void, const std::string&, const std::vector<SnmpBinding>&>;

    /// @return the TypeId
    static TypeId GetTypeId();

    SnmpManagerClient();
    ~SnmpManagerClient() override;

    /// @param names of instances @param done called at the end; the client must be running
    void Get(const std::vector<SnmpOid>& names, Done done);
    /// @param root whose instances are read, by GetBulkRequest @param done called at the end
    void Walk(const SnmpOid& root, Done done);

    /// @return requests sent, those sent again included
    uint64_t GetRequests() const;

  protected:
    void DoDispose() override;

  private:
    void StartApplication() override;
    void StopApplication() override;
    /// @param message to be sent as a new request
    void Ask(SnmpMessage message);
    /// Sends the request, again or for the first time.
    void Transmit();
    /// No response has come.
    void Expire();
    /// @param socket that has something to read
    void Read(Ptr<Socket> socket);
    /// @param response to the request
    void Take(const SnmpMessage& response);
    /// @param error that ends it, or empty
    void Finish(const std::string& error);

    Address m_remote;                //!< attribute
    std::string m_community;         //!< attribute
    Time m_timeout;                  //!< attribute
    uint32_t m_retries;              //!< attribute
    uint32_t m_repetitions;          //!< attribute
    Ptr<Socket> m_socket;            //!< while running
    SnmpOid m_root;                  //!< of a walk
    bool m_walks{false};             //!< or gets
    bool m_busy{false};              //!< a request is without response
    SnmpMessage m_request;           //!< the last one
    int32_t m_number{0};             //!< of it
    uint32_t m_tries{0};             //!< of it
    uint64_t m_sent{0};              //!< requests
    EventId m_timer;                 //!< for its response
    std::vector<SnmpBinding> m_read; //!< so far
    Done m_done;                     //!< told of the end
};
} // namespace hsn
} // namespace ns3

#endif // SNMP_MANAGER_CLIENT_H
