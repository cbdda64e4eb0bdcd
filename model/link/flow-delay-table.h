// SPDX-License-Identifier: GPL-2.0-only
#ifndef FLOW_DELAY_TABLE_H
#define FLOW_DELAY_TABLE_H

#include "link-flow.h"
#include "release-clock.h"

#include "ns3/nstime.h"
#include "ns3/object.h"
#include "ns3/packet.h"
#include "ns3/random-variable-stream.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <unordered_map>

namespace ns3
{
namespace hsn
{
/**
 * @ingroup hsn-link
 * @brief Extra delays of flows on a link, as a testbed's delay emulator (Dummynet, say) adds them.
 *
 * Every packet is held for the extra delay of its flow, in both directions the same. The delay is
 * looked up in this order: flow, port, address, Default. Packets of a flow keep their order, also
 * when its delay becomes shorter; packets of different flows overtake each other. A table serves
 * one link. Changes apply to packets that the link accepts from then on.
 */
class FlowDelayTable : public Object
{
  public:
    /// @return the TypeId
    static TypeId GetTypeId();

    FlowDelayTable();
    ~FlowDelayTable() override;

    /// @param flow both directions of it @param delay extra one-way delay, >= 0
    void SetFlowDelay(const LinkFlow& flow, Time delay);
    /// @param port of TCP or UDP, at either end @param delay extra one-way delay, >= 0
    void SetPortDelay(uint16_t port, Time delay);
    /// @param address Ipv4Address or Ipv6Address, at either end @param delay extra delay, >= 0
    void SetAddressDelay(const Address& address, Time delay);

    /**
     * @brief Tells the delay of a flow, as its next packet would have it.
     * @param flow any; if it is new and nothing is set for it, Default is drawn
     * @return the extra one-way delay
     */
    Time GetDelay(const LinkFlow& flow);

    /// @return of how many flows there have been packets
    std::size_t GetNFlows() const;

    /**
     * @brief Gives each flow a stream of its own, which its ends determine: neither other flows nor
     * the order of packets change its delay.
     * @param stream the first
     * @return how many were taken: 2^31
     */
    int64_t AssignStreams(int64_t stream);

    /**
     * @name The link's part
     * @{
     */

    /// Extra delay of a packet for which none was looked up.
    static constexpr int64_t UNKNOWN = -1;

    /// The table is given to a link; a second one is an error.
    void Claim();

    /**
     * @brief Tells when a packet is released.
     * @param flow whose packet it is
     * @param end of the link that sends it, 0 or 1
     * @param arrival when it would arrive without extra delay, time step
     * @param extra delay of the packet, time steps; UNKNOWN becomes that of its flow now
     * @return when it arrives, time step
     */
    int64_t Release(const LinkFlow& flow, uint32_t end, int64_t arrival, int64_t& extra);

    /// Forgets the times of the packets of one direction. @param end that sends them
    void ForgetArrivals(uint32_t end);

    /// @param flow of a packet under way @param end that sent it
    /// @param arrival of it, before which no packet of its flow that is sent later arrives
    void KeepOrder(const LinkFlow& flow, uint32_t end, int64_t arrival);

    /** @} */

  protected:
    void DoDispose() override;

  private:
    /// What is known of a flow.
    struct Entry
    {
        int64_t last[2]{0, 0}; //!< arrival of its latest packet, by end that sent it
        int64_t delay{0};      //!< extra delay, time steps
        int64_t drawn{-1};     //!< the delay that was drawn for it, or -1
        int64_t used{0};       //!< when its latest packet was accepted, or delay drawn, time step
        uint64_t settings{0};  //!< m_settings when delay was looked up; 0: never
        uint32_t draws{0};     //!< how often Default was drawn for it
        bool isSeen{false};    //!< there have been packets
    };

    /// @param flow of a packet @return its entry
    Entry& See(const LinkFlow& flow);
    /// @param flow of the entry @param entry which is brought up to date
    void Update(const LinkFlow& flow, Entry& entry);
    /// @param flow of the entry @param entry of which delay is set
    void LookUp(const LinkFlow& flow, Entry& entry);
    /// @param flow which @param draws for it before @return a delay drawn from Default, time steps
    int64_t Draw(const LinkFlow& flow, uint32_t draws) const;
    /// @param tick period of release times; 0: any time
    void SetTick(Time tick);
    /// @return period of release times
    Time GetTick() const;
    /// @param phase a release time
    void SetTickPhase(Time phase);
    /// @return a release time
    Time GetTickPhase() const;

    Ptr<RandomVariableStream> m_default; //!< delay in seconds of flows for which none is set
    int64_t m_stream{-1};                //!< first of the flows' streams; -1: none assigned
    ReleaseClock m_clock;                //!< of release times
    Time m_timeout;                      //!< a flow silent for longer is drawn anew; 0: never
    bool m_isClaimed{false};             //!< a link has the table
    uint64_t m_settings{1};              //!< counts changes

    std::unordered_map<LinkFlow, int64_t, LinkFlow::Hash> m_flowDelays; //!< set by flow
    std::map<uint16_t, int64_t> m_portDelays;                           //!< set by port
    std::map<LinkFlow::HostAddress, int64_t> m_addressDelays;           //!< set by address
    std::unordered_map<LinkFlow, Entry, LinkFlow::Hash> m_flows;        //!< seen, or asked for
    std::size_t m_seen{0}; //!< those of which there were packets
};
} // namespace hsn
} // namespace ns3

#endif // FLOW_DELAY_TABLE_H
