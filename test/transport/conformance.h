// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * What every transport must do: one suite for all of them, in situations that its traits choose.
 */
#ifndef HSN_CONFORMANCE_H
#define HSN_CONFORMANCE_H

#include "socket-exchange-support.h"

#include "ns3/attribute.h"
#include "ns3/hsn-compat.h"
#include "ns3/transport-protocol.h"

#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace ns3
{
namespace hsn
{
/** @brief Attributes, and their values. */
using ConformanceSettings = std::vector<std::pair<std::string, std::string>>;

/** @brief A transport, and what it promises. */
struct ConformingTransport
{
    /** @brief Promises. A situation names those that it needs. */
    enum Trait : uint32_t
    {
        CONNECTS = 1,      ///< sockets listen, connect, end their stream and are told of the peer's
        RELIABLE = 2,      ///< every octet arrives once and in order, or the sender is told
        MESSAGES = 4,      ///< messages keep their boundaries
        OWN_PROTOCOL = 8,  ///< of a TransportProtocol: in UDP as well, and straight over AAL5
        REFUSES = 16,      ///< a packet says that the application does not want a connection
        TELLS_UNREAD = 32, ///< a peer whose data nobody will read is told, at the latest by ICMP
        NOTICES = 64,      ///< an end that only waits is told that its peer has vanished
        ASKS = 128,        ///< and an end whose peer is only silent is not
        DUPLICATES = 256   ///< a message may come twice
    };

    std::string group;              ///< of its tests
    std::string socket;             ///< TypeId of its sockets; that of the factory adds "Factory"
    uint32_t traits{0};             ///< what it promises
    ConformanceSettings settings{}; ///< so that transfers take many packets and little time
    ConformanceSettings quiet{};    ///< besides, for an hour in which hardly anything happens
    std::function<void(const NodeContainer&)>
        prepare{}; ///< nodes that have HsnInternetHelper's, too

    /** @param needed traits @return whether it has all of them */
    bool Has(uint32_t needed) const
    {
        return (traits & needed) == needed;
    }

    /** @return false, and true if it can be in UDP */
    std::vector<bool> GetUdp() const
    {
        return Has(OWN_PROTOCOL) ? std::vector<bool>{false, true} : std::vector<bool>{false};
    }

    /** @return name of the socket factory */
    std::string GetFactory() const
    {
        return socket + "Factory";
    }
};

/**
 * @brief Registers the tests of a transport, when it is constructed.
 *
 * A transport's test file needs no more than this. All settings have their defaults:
 * @code
 *   static ConformanceRegistration g_mine({"conformance-mine",
 *                                          "ns3::hsn::MySocket",
 *                                          CONFORMING_STREAM | ConformingTransport::NOTICES});
 * @endcode
 */
struct ConformanceRegistration
{
    /** @param transport a transport */
    explicit ConformanceRegistration(const ConformingTransport& transport);
};

/// A reliable byte stream with a protocol of its own ...
constexpr uint32_t CONFORMING_STREAM =
    ConformingTransport::CONNECTS | ConformingTransport::RELIABLE |
    ConformingTransport::OWN_PROTOCOL | ConformingTransport::TELLS_UNREAD;
/// ... and reliable messages on a connection.
constexpr uint32_t CONFORMING_MESSAGES = CONFORMING_STREAM | ConformingTransport::MESSAGES;

/** @brief Other defaults of attributes while it exists. */
class DefaultsScope
{
  public:
    DefaultsScope() = default;
    DefaultsScope(const DefaultsScope&) = delete;
    DefaultsScope& operator=(const DefaultsScope&) = delete;
    ~DefaultsScope();

    /** @param type TypeId of the class that has it, or inherits it @param name attribute
     * @param value its default from now on */
    void Set(const std::string& type, const std::string& name, const std::string& value);

  private:
    std::vector<std::pair<std::string, Ptr<const AttributeValue>>> m_before; //!< by path
};

/** @brief Two hosts on a bad link that have a transport with its settings. */
struct ConformingHosts
{
    /** @param t transport @param c network, which is not impaired yet @param more settings */
    ConformingHosts(const ConformingTransport& t,
                    const NetworkConditions& c = {},
                    const ConformanceSettings& more = {});

    /** @param host 0 or 1 @return a socket */
    Ptr<Socket> Make(uint32_t host) const
    {
        return hosts.Make(host, factory);
    }

    /** @param port of host 1 @return a socket that is bound to it */
    Ptr<Socket> MakeBound(uint16_t port) const;

    /** @brief Begins a client's connection to host 1. @param end gets a socket of host 0
     * @param port of host 1 @param seed of what it sends @param size octets to send */
    void Connect(StreamEnd& end, uint16_t port, uint32_t seed, uint32_t size) const;

    /** @return the sum of the counters of all protocols of a host @param host 0 or 1 */
    TransportProtocol::Counters GetCounters(uint32_t host) const;

    /** @brief Runs on. @param seconds of simulated time, from now */
    static void Run(double seconds);

    const CarrierSetting carrier; ///< of the network
    DefaultsScope defaults;       ///< settings
    const std::string factory;    ///< of the sockets
    const bool v6;                ///< IPv6
    TcpHosts hosts;               ///< two
};

/// @param node a node @return its protocols
std::vector<Ptr<TransportProtocol>> GetProtocols(Ptr<Node> node);

/** @brief A transport in a situation. */
class ConformanceTest : public SocketExchangeTest
{
  protected:
    /** @param t transport @param situation in words */
    ConformanceTest(const ConformingTransport& t, const std::string& situation);
    /** @param t transport @param situation in words @param c network @param more words */
    ConformanceTest(const ConformingTransport& t,
                    const std::string& situation,
                    const NetworkConditions& c,
                    const std::string& more = "");

    static constexpr uint16_t CONFORMANCE_PORT = 9; //!< of servers
    static constexpr uint32_t PIECE = 450;          //!< octets of a Send(): a message, at most

    const ConformingTransport m_t; //!< transport
    const NetworkConditions m_c{}; //!< network
};

/** @brief The tests of one transport, by group. */
using ConformanceCases = std::vector<TestCase*>;

/// @name Situations: each adds the tests that a transport's traits allow
/// @{

/// Exchanges of octets, and ns-3's applications, over networks of any kind.
void AddExchanges(const ConformingTransport& t, ConformanceCases& cases);
/// Datagrams and messages that may be lost.
void AddMessages(const ConformingTransport& t, ConformanceCases& cases);
/// Refusal, a peer that never answers, many connections.
void AddOpenings(const ConformingTransport& t, ConformanceCases& cases);
/// Tiny buffers, closed windows, readers that come late or never.
void AddBuffers(const ConformingTransport& t, ConformanceCases& cases);
/// Close() with unsent data.
void AddEndings(const ConformingTransport& t, ConformanceCases& cases);
/// Peers that are silent, vanish or forget.
void AddVanishing(const ConformingTransport& t, ConformanceCases& cases);
/// Packets of any content.
void AddPackets(const ConformingTransport& t, ConformanceCases& cases);
/// AAL5, without IP or below it. Registers groups of its own, as these use ATM.
void RegisterOverAal5(const ConformingTransport& t);

/// @}
} // namespace hsn
} // namespace ns3

#endif // HSN_CONFORMANCE_H
