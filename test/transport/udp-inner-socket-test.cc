// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * The UDP socket inside of another one: whom it calls as long as it is attached, and that it calls
 * nobody afterwards.
 */
#include "../hsn-test.h"

#include "ns3/hsn-compat.h"
#include "ns3/inet-socket-address.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/node.h"
#include "ns3/simulator.h"
#include "ns3/udp-inner-socket.h"
#include "ns3/udp-socket-factory.h"

#include <cstdint>

namespace ns3
{
namespace hsn
{
namespace
{
/** @brief Datagrams before and after the socket was given up. */
class UdpInnerSocketTest : public TestCase
{
  public:
    UdpInnerSocketTest()
        : TestCase("Inner UDP socket: it tells of datagrams, errors and space, and calls nobody "
                   "after it was given up")
    {
    }

  private:
    /** @param read the inner socket has something to read */
    void NoteRead(Ptr<Socket> read)
    {
        ++m_reads;
    }

    void NoteError(Ipv4Address, uint8_t, uint8_t, uint8_t, uint32_t)
    {
        ++m_errors;
    }

    void NoteError6(Ipv6Address, uint8_t, uint8_t, uint8_t, uint32_t)
    {
        ++m_errors;
    }

    void DoRun() override
    {
        const auto node = CreateObject<Node>();
        InternetStackHelper().Install(node);
        const auto here = [](uint16_t port) {
            return InetSocketAddress(Ipv4Address::GetLoopback(), port);
        };
        UdpInnerSocket inner;
        inner.Open(node,
                   MakeCallback(&UdpInnerSocketTest::NoteRead, this),
                   MakeCallback(&UdpInnerSocketTest::NoteError, this),
                   MakeCallback(&UdpInnerSocketTest::NoteError6, this));
        NS_TEST_EXPECT_MSG_EQ(inner->Bind(here(9)), 0, "a port");
        const Ptr<UdpSocket> udp(&*inner);
        const auto sender = Socket::CreateSocket(node, UdpSocketFactory::GetTypeId());
        const auto exchange = [&] {
            sender->SendTo(Create<Packet>(100), 0, here(9));
            udp->SendTo(Create<Packet>(100), 0, here(10)); // nobody is there
            Simulator::Run();
        };
        inner.BeginCall();
        exchange();
        NS_TEST_EXPECT_MSG_EQ(m_reads, 1, "a datagram");
        NS_TEST_EXPECT_MSG_EQ(m_errors, 1, "port unreachable");
        NS_TEST_EXPECT_MSG_EQ(inner.HasSpace(), true, "the datagram has left");
        // it counts as transmitted, so that there is space only if the socket says so
        inner.BeginCall();
        inner.Transmit(Create<Packet>(100), 0, here(9));
        NS_TEST_EXPECT_MSG_EQ(inner.HasSpace(), true, "the socket says so");
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(m_reads, 2, "to itself");
        NS_TEST_EXPECT_MSG_EQ(udp->GetRxAvailable(), 200, "nobody has read");
        inner.Detach();
        NS_TEST_EXPECT_MSG_EQ(inner.IsOpen(), false, "given up");
        exchange();
        NS_TEST_EXPECT_MSG_EQ(udp->GetRxAvailable(), 300, "a third datagram has arrived");
        NS_TEST_EXPECT_MSG_EQ(m_reads, 2, "of which nobody was told");
        NS_TEST_EXPECT_MSG_EQ(m_errors, 1, "nor of the second error");
        Simulator::Destroy();
    }

    uint32_t m_reads{0};  //!< calls
    uint32_t m_errors{0}; //!< calls
};

HsnTestRegistration g_udpInnerSocketTests("udp-inner-socket", {new UdpInnerSocketTest});
} // namespace
} // namespace hsn
} // namespace ns3
