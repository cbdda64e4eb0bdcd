// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * A host with a socket that connects or is accepted, sends and receives, and a peer that the target
 * plays: what the targets of transport protocols over IP have in common.
 */
#ifndef HSN_FUZZ_CONNECTION_H
#define HSN_FUZZ_CONNECTION_H

#include "fuzz-host.h"
#include "fuzz-support.h"

#include "ns3/inet-socket-address.h"
#include "ns3/ipv4-header.h"
#include "ns3/simulator.h"
#include "ns3/socket.h"

#include <cstdint>
#include <vector>

namespace ns3
{
namespace hsn
{
/// A host with a socket, and its peer.
class FuzzConnection
{
  public:
    FuzzConnection(const FuzzConnection&) = delete;
    FuzzConnection& operator=(const FuzzConnection&) = delete;

  protected:
    static constexpr uint16_t OWN_PORT = 4000;  //!< of the socket
    static constexpr uint16_t PEER_PORT = 5000; //!< of the peer

    /// @param in the input @param protocol number in IP
    FuzzConnection(FuzzInput in, uint8_t protocol)
        : m_in(in),
          m_node(CreateObject<Node>()),
          m_protocol(protocol)
    {
        AddFuzzWire(m_node, [this](Ptr<Packet> packet, uint16_t) {
            Ipv4Header ip;
            packet->RemoveHeader(ip);
            if (ip.GetProtocol() == m_protocol) // else ICMP
            {
                TakePacket(packet);
            }
        });
    }

    ~FuzzConnection()
    {
        for (const auto& socket : {m_socket, m_listener})
        {
            if (socket)
            {
                socket->SetAcceptCallback(MakeNullCallback<bool, Ptr<Socket>, const Address&>(),
                                          MakeNullCallback<void, Ptr<Socket>, const Address&>());
                socket->SetConnectCallback(MakeNullCallback<void, Ptr<Socket>>(),
                                           MakeNullCallback<void, Ptr<Socket>>());
                socket->SetRecvCallback(MakeNullCallback<void, Ptr<Socket>>());
            }
        }
        m_socket = nullptr;
        m_listener = nullptr;
        Simulator::Destroy();
    }

    /// Listens or connects. @param socket of the node @param listens which of both
    void Start(Ptr<Socket> socket, bool listens)
    {
        socket->Bind(InetSocketAddress(OWN_PORT));
        if (listens)
        {
            socket->SetAcceptCallback(MakeNullCallback<bool, Ptr<Socket>, const Address&>(),
                                      MakeCallback(&FuzzConnection::Accepted, this));
            socket->Listen();
            m_listener = socket;
        }
        else
        {
            TakeSocket(socket);
            socket->Connect(InetSocketAddress("10.0.0.2", PEER_PORT));
        }
    }

    /// Does what the input says.
    void OperateAll()
    {
        Advance(MilliSeconds(1));
        for (int i = 0; i < 200 && !m_in.IsEmpty(); i++)
        {
            Operate(m_in.Byte());
        }
        Settle();
    }

    /// Does one thing. @param what octet of the input
    virtual void Operate(uint8_t what) = 0;

    /// The host sends. @param packet without IP
    virtual void TakePacket(Ptr<Packet> packet) = 0;

    /// There is a connection. @param socket of it
    virtual void Use(Ptr<Socket> socket) = 0;

    /// @param time to pass
    virtual void Advance(Time time)
    {
        Simulator::Stop(time);
        Simulator::Run();
    }

    /// The host gets a packet. @param packet without IP
    void Arrive(Ptr<Packet> packet)
    {
        m_arrived++;
        Ipv4Header ip;
        ip.SetSource("10.0.0.2");
        ip.SetDestination("10.0.0.1");
        ip.SetProtocol(m_protocol);
        ip.SetPayloadSize(packet->GetSize());
        ip.SetTtl(64);
        packet->AddHeader(ip);
        auto device = DynamicCast<SimpleNetDevice>(m_node->GetDevice(0));
        Simulator::ScheduleWithContext(m_node->GetId(),
                                       Time(0),
                                       &SimpleNetDevice::Receive,
                                       device,
                                       packet,
                                       Ipv4L3Protocol::PROT_NUMBER,
                                       Mac48Address("00:00:00:00:00:01"),
                                       Mac48Address("00:00:00:00:00:02"));
        Advance(MicroSeconds(10));
    }

    /// The host gets a packet of the peer. @param header of it @param packet what follows
    template <typename H>
    void Arrive(H& header, Ptr<Packet> packet)
    {
        header.SetSourcePort(PEER_PORT);
        header.SetDestinationPort(OWN_PORT);
        packet->AddHeader(header);
        Arrive(packet);
    }

    /// The host gets octets of the input. @param size number of them
    void ArriveOctets(uint32_t size)
    {
        std::vector<uint8_t> octets(size);
        m_in.Fill(octets.data(), octets.size());
        Arrive(Create<Packet>(octets.data(), size));
    }

    /// The application does something. @param what from 29 on an end, below something to send
    /// @param bytes that it sends @return how many of them were taken
    uint32_t Call(uint8_t what, uint32_t bytes)
    {
        int taken = 0;
        if (!m_socket)
        {
            return 0;
        }
        switch (what)
        {
        case 31:
            m_socket->Close();
            break;
        case 30:
            m_socket->ShutdownSend();
            break;
        case 29:
            m_socket->ShutdownRecv();
            break;
        default:
            taken = m_socket->Send(Create<Packet>(bytes));
        }
        Advance(MicroSeconds(1));
        return taken > 0 ? taken : 0;
    }

    /// The socket has something to read.
    void Read(Ptr<Socket> socket)
    {
        while (m_reads)
        {
            const auto packet = socket->Recv();
            if (!packet || packet->GetSize() == 0)
            {
                return;
            }
            m_taken++;
        }
    }

    FuzzInput m_in;        //!< the input
    Ptr<Node> m_node;      //!< with the socket
    Ptr<Socket> m_socket;  //!< of the connection
    bool m_reads{true};    //!< the application does
    uint64_t m_arrived{0}; //!< packets that the host got
    uint32_t m_taken{0};   //!< what reached the application

  private:
    /**
     * Lets no time pass, but everything happen that is due now: a timer may fall on the end of the
     * last operation, and what it sends is only on its way to the peer then.
     */
    void Settle()
    {
        const uint64_t alone = 1; // the event that stops
        uint64_t events = 0;
        do
        {
            events = Simulator::GetEventCount();
            Advance(Time(0));
        } while (Simulator::GetEventCount() - events > alone);
    }

    /// @param socket of the connection
    void TakeSocket(Ptr<Socket> socket)
    {
        m_socket = socket;
        socket->SetConnectCallback(MakeCallback(&FuzzConnection::Connected, this),
                                   MakeNullCallback<void, Ptr<Socket>>());
        socket->SetRecvCallback(MakeCallback(&FuzzConnection::Read, this));
        Use(socket);
    }

    /// The first packet was answered.
    void Connected(Ptr<Socket>)
    {
        m_taken++;
    }

    /// The listening socket has a connection; the latest one to the peer's port counts.
    void Accepted(Ptr<Socket> socket, const Address& from)
    {
        m_taken++;
        if (InetSocketAddress::ConvertFrom(from).GetPort() == PEER_PORT)
        {
            TakeSocket(socket);
        }
    }

    const uint8_t m_protocol; //!< number in IP
    Ptr<Socket> m_listener;   //!< if it listens
};
} // namespace hsn
} // namespace ns3

#endif // HSN_FUZZ_CONNECTION_H
