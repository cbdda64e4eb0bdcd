// SPDX-License-Identifier: GPL-2.0-only
#include "network-client.h"

#include "network-driver.h"

#include "ns3/abort.h"
#include "ns3/enum.h"
#include "ns3/host-cpu.h"
#include "ns3/hsn-compat.h"
#include "ns3/simulator.h"
#include "ns3/uinteger.h"

#include <utility>

namespace ns3
{
namespace hsn
{
NS_OBJECT_ENSURE_REGISTERED(NetworkClient);

TypeId
NetworkClient::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::hsn::NetworkClient")
            .SetParent<Object>()
            .SetGroupName("Hsn")
            .AddAttribute("Policy",
                          "In which buffer a packet comes, and whose the buffer is afterwards",
                          EnumValue(NETWORK_SWAP_OR_RETURN),
                          MakeHsnEnumAccessor(&NetworkClient::m_policy),
                          MakeEnumChecker(NETWORK_SWAP_OR_RETURN,
                                          "SwapOrReturn",
                                          NETWORK_MUST_RETURN,
                                          "MustReturn",
                                          NETWORK_PEEK_ONLY,
                                          "PeekOnly"))
            .AddAttribute("PoolSize",
                          "Buffers for receiving; without effect with PeekOnly",
                          UintegerValue(32),
                          MakeUintegerAccessor(&NetworkClient::m_poolSize),
                          MakeUintegerChecker<uint32_t>(1, 1000000))
            .AddAttribute("BufferLength",
                          "Octets of a buffer, which must be the driver's; 0: as the driver's",
                          UintegerValue(0),
                          MakeUintegerAccessor(&NetworkClient::m_length),
                          MakeUintegerChecker<uint32_t>())
            .AddTraceSource("ClientReceive",
                            "A packet is given to the client in the interrupt",
                            MakeTraceSourceAccessor(&NetworkClient::m_receiveTrace),
                            "ns3::hsn::NetworkClient::ReceiveTracedCallback")
            .AddTraceSource("Delivered",
                            "The protocol work on a packet is done",
                            MakeTraceSourceAccessor(&NetworkClient::m_deliverTrace),
                            "ns3::hsn::NetworkClient::FrameTracedCallback")
            .AddTraceSource("Starved",
                            "A packet is lost, since the client has no empty buffer",
                            MakeTraceSourceAccessor(&NetworkClient::m_starvedTrace),
                            "ns3::hsn::NetworkClient::FrameTracedCallback")
            .AddTraceSource("BufferCount",
                            "The number of the client's buffers at a place has changed",
                            MakeTraceSourceAccessor(&NetworkClient::m_countTrace),
                            "ns3::hsn::NetworkClient::BufferCountTracedCallback");
    return tid;
}

NetworkClient::NetworkClient() = default;
NetworkClient::~NetworkClient() = default;

void
NetworkClient::DoDispose()
{
    m_free.clear();
    m_deliver = nullptr;
    m_driver = nullptr;
    Object::DoDispose();
}

void
NetworkClient::Attach(NetworkDriver& driver)
{
    NS_ABORT_MSG_IF(m_driver, "NetworkClient: a client has one driver");
    const uint32_t length = m_length == 0 ? driver.GetBufferLength() : m_length;
    NS_ABORT_MSG_IF(length != driver.GetBufferLength(),
                    "NetworkClient: BufferLength " << length << " must be the driver's, "
                                                   << driver.GetBufferLength());
    m_driver = &driver;
    if (m_policy == NETWORK_PEEK_ONLY)
    {
        m_poolSize = 0;
    }
    const auto place = driver.IsEarly() ? NetworkBuffer::DRIVER : NetworkBuffer::POOL;
    for (uint32_t i = 0; i < m_poolSize; ++i)
    {
        auto buffer = Create<LinearNetworkBuffer>(length);
        buffer->SetOwner(this);
        buffer->SetPlace(place);
        m_free.push_back(buffer);
    }
    m_counts[place] = m_poolSize;
    DoAttach();
}

void
NetworkClient::DoAttach()
{
}

void
NetworkClient::SetDeliver(Deliver deliver)
{
    m_deliver = std::move(deliver);
}

void
NetworkClient::Receive(Ptr<NetworkBuffer> buffer)
{
    ++m_received;
    if (!m_receiveTrace.IsEmpty())
    {
        const NetworkFrame& frame = buffer->GetFrame();
        m_receiveTrace(frame, Simulator::Now() - frame.arrival);
    }
    DoReceive(std::move(buffer));
}

const HostTask*
NetworkClient::FindWorker() const
{
    // a packet takes a buffer for the time of the call, which no one but a trace can see
    return m_policy == NETWORK_SWAP_OR_RETURN && !m_free.empty() && m_receiveTrace.IsEmpty() &&
                   m_countTrace.IsEmpty()
               ? DoFindWorker()
               : nullptr;
}

void
NetworkClient::Pass(const NetworkFrame& frame)
{
    ++m_received;
    DoPass(frame);
}

const HostTask*
NetworkClient::DoFindWorker() const
{
    return nullptr;
}

void
NetworkClient::DoPass(const NetworkFrame& frame)
{
    GoUp(frame);
}

uint32_t
NetworkClient::GetPoolSize() const
{
    return m_poolSize;
}

uint32_t
NetworkClient::GetNBuffers(NetworkBuffer::Place place) const
{
    return m_counts[place];
}

uint64_t
NetworkClient::GetReceived() const
{
    return m_received;
}

uint64_t
NetworkClient::GetDelivered() const
{
    return m_delivered;
}

uint64_t
NetworkClient::GetStarved() const
{
    return m_starved;
}

NetworkDriver*
NetworkClient::GetDriver() const
{
    return m_driver;
}

Ptr<HostCpu>
NetworkClient::GetCpu() const
{
    return m_driver->GetCpu();
}

const HostCost&
NetworkClient::GetCost() const
{
    return m_driver->GetCost();
}

Time
NetworkClient::GetProtocolCost(const NetworkFrame& frame) const
{
    return GetCost().GetCost(HostOperation::PROTOCOL_DATA,
                             HostOperation::PROTOCOL,
                             frame.packet,
                             frame.protocol);
}

void
NetworkClient::Finish(Ptr<NetworkBuffer> buffer)
{
    const NetworkFrame frame = buffer->Take();
    if (m_policy != NETWORK_PEEK_ONLY)
    {
        Release(std::move(buffer));
    }
    GoUp(frame);
}

void
NetworkClient::GoUp(const NetworkFrame& frame)
{
    ++m_delivered;
    m_deliverTrace(frame);
    if (m_deliver)
    {
        m_deliver(frame);
    }
    else if (m_driver)
    {
        m_driver->Deliver(frame);
    }
}

void
NetworkClient::Release(Ptr<NetworkBuffer> buffer)
{
    NS_ABORT_MSG_UNLESS(m_driver, "NetworkClient: Release() of a client without driver");
    if (m_driver->IsEarly())
    {
        m_driver->GiveReceiveBuffer(*this, std::move(buffer));
        return;
    }
    NS_ABORT_MSG_IF(buffer->GetOwner() != this, "NetworkClient: a buffer of somebody else");
    NS_ABORT_MSG_IF(buffer->GetPlace() == NetworkBuffer::POOL,
                    "NetworkClient: a buffer is released twice");
    buffer->Clear();
    Move(*buffer, NetworkBuffer::POOL);
    m_free.push_back(std::move(buffer));
}

void
NetworkClient::PutFree(Ptr<NetworkBuffer> buffer)
{
    buffer->Clear();
    Move(*buffer, NetworkBuffer::DRIVER);
    m_free.push_back(buffer);
}

void
NetworkClient::NotifyStarved(const NetworkFrame& frame)
{
    ++m_starved;
    m_starvedTrace(frame);
}
} // namespace hsn
} // namespace ns3
