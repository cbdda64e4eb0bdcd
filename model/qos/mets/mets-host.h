// SPDX-License-Identifier: GPL-2.0-only
#ifndef METS_HOST_H
#define METS_HOST_H

#include "mets-flow-shaper.h"
#include "mets-header.h"
#include "mets-jitter-filter.h"
#include "mets-nic.h"

#include "ns3/callback.h"
#include "ns3/net-device.h"
#include "ns3/node.h"
#include "ns3/object.h"
#include "ns3/packet.h"
#include "ns3/traced-callback.h"

#include <cstdint>
#include <deque>
#include <map>
#include <vector>

namespace ns3
{
namespace hsn
{
class MetsHost;

/**
 * @ingroup hsn-qos
 * @brief The sending end of a METS flow: cuts pictures into packets, each of which is an AAL5
 * frame.
 *
 * Made by MetsHost::CreateSender().
 */
class MetsSender : public Object
{
  public:
    /// Octets of data in a packet, at most: an SDU of 32 KB less the header.
    static constexpr uint32_t MAX_MTU = 32768 - MetsHeader::SIZE;

    /// Told of a packet that the host has made: header, data.
    using Made = Callback<void, const MetsHeader&, Ptr<const Packet>>;

    /// @return the TypeId
    static TypeId GetTypeId();

    MetsSender();
    ~MetsSender() override;

    /**
     * @brief Sends a picture, or a message, in as many packets as it needs.
     * @param data at least an octet
     * @param layer METS_BL to METS_E2
     * @param gopStart whether a group of pictures starts with it
     * @return packets
     */
    uint32_t Send(Ptr<Packet> data, MetsLayer layer, bool gopStart);

    /// @param made told of each packet; it may replace itself. May be null
    void SetMade(Made made);
    /// @param setting by which the flow is shaped from now on; the host's shaper is used
    void SetShaping(FlowShaper::Setting setting);

    /// @return number of the flow
    uint16_t GetFlow() const;
    /// @return the VC
    Ptr<AtmVc> GetVc() const;
    /// @return packets sent of a layer @param layer which
    uint64_t GetPackets(MetsLayer layer) const;
    /// @return packets sent
    uint64_t GetPackets() const;
    /// @return cells of the packets sent of a layer @param layer which
    uint64_t GetCells(MetsLayer layer) const;

    /**
     * @brief TracedCallback signature for packets.
     * @param [in] header of a packet
     * @param [in] data of it
     */
    typedef void (*PacketTracedCallback)(const MetsHeader& header, Ptr<const Packet> data);

  protected:
    void DoDispose() override;

  private:
    friend class MetsHost;

    /// @param packet data @param header of it, without the time: the host has made the packet
    /// @return whether the host waits until it has been sent
    bool Emit(Ptr<Packet> packet, MetsHeader header);

    bool m_synchronous;        //!< the host waits for the adapter
    uint32_t m_mtu;            //!< octets of data in a packet
    MetsHost* m_host{nullptr}; //!< where
    Ptr<AtmVc> m_vc;           //!< connection
    uint16_t m_flow{0};        //!< number
    Made m_made;               //!< told of packets
    bool m_shaped{false};      //!< by the host's shaper
    uint32_t m_shaperFlow{0};  //!< number there
    uint32_t m_sequence{0};    //!< of the next packet
    uint64_t m_packets[4]{};   //!< by layer
    uint64_t m_cells[4]{};     //!< by layer
    TracedCallback<const MetsHeader&, Ptr<const Packet>> m_txTrace; //!< packets emitted
};

/**
 * @ingroup hsn-qos
 * @brief The receiving end of a METS flow: counts, measures delays, and has packets played.
 *
 * Made by MetsHost::CreateReceiver().
 */
class MetsReceiver : public Object
{
  public:
    /// Takes a packet: header, data, and when it is to be played.
    using Deliver = Callback<void, const MetsHeader&, Ptr<Packet>, Time>;

    /// Packets.
    struct Counters
    {
        uint64_t received{0}; //!< came whole, or damaged
        uint64_t damaged{0};  //!< of them: with dummy cells
        uint64_t late{0};     //!< of them: too late for the jitter filter
        uint64_t lost{0};     //!< missing in the sequence
        uint64_t bytes{0};    //!< of data received
        uint64_t layers[4]{}; //!< received, by layer
    };

    /// @return the TypeId
    static TypeId GetTypeId();

    MetsReceiver();
    ~MetsReceiver() override;

    /// @param filter that decides when packets are played, or null: at once
    void SetFilter(Ptr<JitterFilter> filter);
    /// @param deliver takes packets that are not late, when they arrive
    void SetDeliver(Deliver deliver);

    /// @return the counters
    const Counters& GetCounters() const;
    /// @return number of the flow
    uint16_t GetFlow() const;
    /// @return address of the adapter that sent the packet received last
    Mac48Address GetSource() const;

    /**
     * @brief TracedCallback signature for packets.
     * @param [in] header of the packet
     * @param [in] delay since its emission, by the clocks of both hosts
     * @param [in] playout when it is played, by the receiver's clock
     * @param [in] late whether it is dropped
     */
    typedef void (*PacketTracedCallback)(const MetsHeader& header,
                                         Time delay,
                                         Time playout,
                                         bool late);

  protected:
    void DoDispose() override;

  private:
    friend class MetsHost;

    /// @param header of a packet @param data of it @param damaged whether cells are missing
    void Take(const MetsHeader& header, Ptr<Packet> data, bool damaged);

    MetsHost* m_host{nullptr};                                     //!< where
    uint16_t m_flow{0};                                            //!< number
    Mac48Address m_source;                                         //!< see GetSource
    Ptr<JitterFilter> m_filter;                                    //!< or null
    Deliver m_deliver;                                             //!< application
    uint32_t m_expected{0};                                        //!< number of the next packet
    Counters m_counters;                                           //!< packets
    TracedCallback<const MetsHeader&, Time, Time, bool> m_rxTrace; //!< packets
};

/**
 * @ingroup hsn-qos
 * @brief METS on a host: what its flows share.
 *
 * The processor of the host spends PacketTime on each packet, one after the other, before it is
 * stamped and its cells go to the shaper, or to the adapter if the flow is not shaped. Cells wait
 * in the shaper while the adapter has TxRing cells to send. Without shaper the host waits until the
 * adapter has sent a packet before it makes the next one (attribute Synchronous of its sender).
 *
 * Packets arrive over VCs that are bound to PROTOCOL (RFC 2684, VC multiplexing).
 */
class MetsHost : public Object
{
  public:
    /// What METS VCs are bound to. The number is local: it is not sent.
    static constexpr uint16_t PROTOCOL = 0x4d45;

    /// Packets that no receiver took.
    struct Counters
    {
        uint64_t malformed{0};   //!< no METS header, or no data
        uint64_t unknownFlow{0}; //!< nobody receives the flow
    };

    /// @return the TypeId
    static TypeId GetTypeId();

    MetsHost();
    ~MetsHost() override;

    /**
     * @brief Connects it with the host's adapter; the processor is that of the adapter.
     * @param nic on its node
     */
    void SetNic(Ptr<MetsNic> nic);
    /// @return the adapter
    Ptr<MetsNic> GetNic() const;
    /// @return the shaper of all flows
    Ptr<FlowShaper> GetShaper() const;

    /// @param flow number of a new flow @param vc where it is sent @return its sending end
    Ptr<MetsSender> CreateSender(uint16_t flow, Ptr<AtmVc> vc);
    /// @param sender made here, which will send no more
    void ReleaseSender(Ptr<MetsSender> sender);
    /// @param flow number, received here once at most @return its receiving end
    Ptr<MetsReceiver> CreateReceiver(uint16_t flow);
    /// @param flow number @return its receiving end, or null
    Ptr<MetsReceiver> FindReceiver(uint16_t flow) const;
    /// @param flow number: is received no more
    void ReleaseReceiver(uint16_t flow);

    /**
     * @brief Gives a group an address, by which senders find its point-to-multipoint connection.
     * @param group any group address
     * @param vc root of the connection at this host's adapter
     */
    void AddGroup(Mac48Address group, Ptr<AtmVc> vc);
    /// @param to address of an adapter or a group @return a VC of METS that leads there, or null
    Ptr<AtmVc> FindVc(Mac48Address to) const;

    /// @return the host's clock: simulation time with ClockDrift and ClockOffset
    Time GetClock() const;
    /// @return packets that no receiver took
    const Counters& GetCounters() const;

    /**
     * @brief Takes a packet as if it had arrived in a frame.
     * @param packet with its header
     * @param damaged whether cells are missing
     * @param source address of the adapter that sent it, if it is known
     */
    void Receive(Ptr<Packet> packet, bool damaged, Mac48Address source = Mac48Address());

    /**
     * @brief TracedCallback signature for packets that nobody takes.
     * @param [in] packet as it arrived
     */
    typedef void (*DropTracedCallback)(Ptr<const Packet> packet);

  protected:
    void DoDispose() override;

  private:
    friend class MetsSender;
    friend class MetsReceiver;

    /// A packet that is to be made.
    struct Job
    {
        Ptr<MetsSender> sender; //!< whose
        Ptr<Packet> data;       //!< of it
        MetsHeader header;      //!< of it, without the time
    };

    /// Cells of a PDU that wait for the shaper.
    struct Waiting
    {
        Ptr<AtmPdu> pdu;  //!< whose
        uint32_t cell{0}; //!< next one
    };

    /// A flow of the shaper.
    struct Shaped
    {
        Ptr<AtmVc> vc;             //!< where it goes
        std::deque<Waiting> queue; //!< its cells
    };

    /// @param job a packet that is to be made
    void Submit(const Job& job);
    /// Begins to make the next packet, if the host is free.
    void BeginJob();
    /// The next packet has been made.
    void FinishJob();
    /// The adapter has sent all cells.
    void NotifyTxIdle();
    /// @param flow of the shaper @return whether its next cell went to the adapter
    bool SendShaped(uint32_t flow);
    /// @param flow of the shaper @param pdu all cells of which wait from now on
    void Queue(uint32_t flow, Ptr<AtmPdu> pdu);
    /// @param device adapter @param packet that arrived @param protocol of its VC
    /// @param source adapter that sent it
    void ReceiveFrame(Ptr<NetDevice> device,
                      Ptr<const Packet> packet,
                      uint16_t protocol,
                      const Address& source,
                      const Address&,
                      NetDevice::PacketType);
    /// @param packet arrived with dummy cells
    void ReceiveDamaged(Ptr<Packet> packet);

    Time m_packetTime;                                 //!< processor time to make a packet
    uint32_t m_txRing;                                 //!< cells
    Time m_clockOffset;                                //!< at time 0
    double m_clockDrift;                               //!< s a second
    Ptr<MetsNic> m_nic;                                //!< adapter
    Ptr<HostTask> m_task;                              //!< makes packets
    std::deque<Job> m_jobs;                            //!< packets, the first is being made
    bool m_making{false};                              //!< the first is being made
    bool m_writing{false};                             //!< waits for the adapter
    Ptr<FlowShaper> m_shaper;                          //!< of all flows
    std::vector<Shaped> m_shaped;                      //!< by number in the shaper
    std::map<uint16_t, Ptr<MetsReceiver>> m_receivers; //!< by flow
    std::map<Mac48Address, Ptr<AtmVc>> m_groups;       //!< see AddGroup
    std::vector<Ptr<MetsSender>> m_senders;            //!< all
    Node::ProtocolHandler m_handler;                   //!< takes frames
    Counters m_counters;                               //!< what nobody took
    TracedCallback<Ptr<const Packet>> m_dropTrace;     //!< what nobody took
};
} // namespace hsn
} // namespace ns3

#endif // METS_HOST_H
