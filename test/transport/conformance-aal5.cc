// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * Transports straight over AAL5, without IP; those that cannot, over IP over AAL5. Cells are lost.
 */
#include "atm-hosts.h"
#include "conformance.h"

namespace ns3
{
namespace hsn
{
namespace
{
/** @brief Two connections from one host to one port of the other one. */
class ConformingAal5Test : public ConformanceTest
{
  public:
    /** @param t transport @param content of the permanent connection @param loss share of cells */
    ConformingAal5Test(const ConformingTransport& t, AtmHosts::Content content, double loss)
        : ConformanceTest(t,
                          std::string("octets ") +
                              (content == AtmHosts::IP         ? "over IP over AAL5"
                               : content == AtmHosts::PROTOCOL ? "over AAL5 without IP"
                                                               : "over AAL5 beside IP") +
                              ", cell loss " + std::to_string(loss)),
          m_content(content),
          m_loss(loss)
    {
    }

  private:
    void DoRun() override
    {
        DefaultsScope defaults;
        for (const auto& setting : m_t.settings)
        {
            defaults.Set(m_t.socket, setting.first, setting.second);
        }
        const AtmHosts hosts(m_content, m_loss);
        if (m_t.prepare)
        {
            m_t.prepare(hosts.nodes);
        }
        if (m_t.Has(ConformingTransport::CONNECTS))
        {
            Connections(hosts);
        }
        else
        {
            Datagrams(hosts);
        }
        NS_TEST_EXPECT_MSG_GT(hosts.pvc.a->GetTxCounters().cells, 0, "on the connection");
    }

    /** @param hosts two @param i host @param port or 0 @return a bound socket */
    Ptr<Socket> MakeBound(const AtmHosts& hosts, uint32_t i, uint16_t port) const
    {
        const auto socket = hosts.Make(i, m_t.GetFactory());
        if (m_content == AtmHosts::IP)
        {
            socket->Bind(InetSocketAddress(Ipv4Address::GetAny(), port));
        }
        else
        {
            socket->Bind(LinkSocketAddress(hosts.devices.Get(i), port));
        }
        return socket;
    }

    /** @param hosts two @param port of host 1 @return its address */
    Address GetServer(const AtmHosts& hosts, uint16_t port = CONFORMANCE_PORT) const
    {
        return m_content == AtmHosts::IP ? Address(InetSocketAddress(Ipv4Address("10.0.0.2"), port))
                                         : Address(hosts.At(port));
    }

    /** @param hosts two */
    void Connections(const AtmHosts& hosts)
    {
        StreamServer server(MakeBound(hosts, 1, CONFORMANCE_PORT), 4000);
        server.prototype.answersLast = true;
        server.prototype.piece = PIECE;
        const auto second = hosts.Make(1, m_t.GetFactory());
        Address bound;
        server.socket->GetSockName(bound);
        NS_TEST_EXPECT_MSG_EQ(second->Bind(bound), -1, "in use");
        NS_TEST_EXPECT_MSG_EQ(second->GetErrno(), Socket::ERROR_ADDRINUSE, "in use");
        if (m_content != AtmHosts::IP)
        {
            const auto ip = hosts.Make(0, m_t.GetFactory());
            ip->Bind(InetSocketAddress(Ipv4Address::GetAny(), 0));
            NS_TEST_EXPECT_MSG_EQ(ip->Connect(GetServer(hosts)), -1, "bound to IP by its address");
            NS_TEST_EXPECT_MSG_EQ(ip->GetErrno(), Socket::ERROR_AFNOSUPPORT, "bound to IP");
        }
        StreamEnd nobody;
        ScheduleCall(MilliSeconds(300), [&] {
            nobody.Use(hosts.Make(0, m_t.GetFactory()), 0, 0, 1);
            nobody.socket->Connect(GetServer(hosts, CONFORMANCE_PORT + 1));
        });
        std::vector<StreamEnd> clients(2);
        for (uint32_t i = 0; i < 2; ++i)
        {
            clients[i].piece = PIECE;
            ScheduleCall(MilliSeconds(1 + 100 * i), [&, i] {
                clients[i].Use(hosts.Make(0, m_t.GetFactory()), i, 1000 + i, 30000);
                if (i == 1) // as ns-3's applications do, whatever the address of the peer
                {
                    NS_TEST_EXPECT_MSG_EQ(clients[i].socket->Bind(), 0, "to any address");
                    NS_TEST_EXPECT_MSG_EQ(clients[i].socket->Bind(), -1, "once");
                }
                const int connected = clients[i].socket->Connect(GetServer(hosts));
                NS_TEST_EXPECT_MSG_EQ(connected, 0, "connect");
            });
        }
        ConformingHosts::Run(1000);
        NS_TEST_EXPECT_MSG_EQ(nobody.failed, 1, "no answer, by ICMP or at all");
        NS_TEST_ASSERT_MSG_EQ(server.ends.size(), 2, "connections");
        for (uint32_t i = 0; i < 2; ++i)
        {
            const auto& end = *server.ends[i];
            NS_TEST_EXPECT_MSG_EQ(end.received, 30000, "to the server");
            NS_TEST_EXPECT_MSG_EQ(clients[i].received, 4000, "to the client");
            NS_TEST_EXPECT_MSG_EQ(end.wrong + clients[i].wrong, 0, "octets");
            NS_TEST_EXPECT_MSG_EQ(end.broken + clients[i].broken, 0, "errors");
            NS_TEST_EXPECT_MSG_EQ(end.closed + clients[i].closed, 2, "told of the end");
            if (m_content != AtmHosts::IP)
            {
                const auto peer = LinkSocketAddress::ConvertFrom(server.peers[i]);
                const auto own = hosts.devices.Get(0)->GetAddress();
                NS_TEST_EXPECT_MSG_EQ(peer.GetAddress(), Mac48Address::ConvertFrom(own), "peer");
            }
        }
    }

    /** @param hosts two */
    void Datagrams(const AtmHosts& hosts)
    {
        const auto server = MakeBound(hosts, 1, CONFORMANCE_PORT);
        const auto client = hosts.Make(0, m_t.GetFactory());
        client->Bind(); // as ns-3's applications do, whatever the address of the peer
        NS_TEST_EXPECT_MSG_EQ(client->Connect(GetServer(hosts)), 0, "connect");
        for (uint32_t i = 0; i < 10; ++i)
        {
            ScheduleCall(MilliSeconds(100 * i), [=] { client->Send(MakeOctets(i, 0, 1000)); });
        }
        ConformingHosts::Run(20);
        for (uint32_t i = 0; i < 10; ++i)
        {
            const auto packet = server->Recv();
            NS_TEST_ASSERT_MSG_EQ((packet != nullptr), true, "message " << i);
            NS_TEST_EXPECT_MSG_EQ((OctetsOf(packet) == OctetsOf(MakeOctets(i, 0, 1000))),
                                  true,
                                  "message " << i);
        }
    }

    const AtmHosts::Content m_content; //!< of the permanent connection
    const double m_loss;               //!< of cells
};
} // namespace

void
RegisterOverAal5(const ConformingTransport& t)
{
    ConformanceCases cases;
    const uint32_t repairs = ConformingTransport::CONNECTS | ConformingTransport::RELIABLE;
    if (t.Has(ConformingTransport::OWN_PROTOCOL))
    {
        cases.push_back(new ConformingAal5Test(t, AtmHosts::ANYTHING, 0));
        cases.push_back(new ConformingAal5Test(t, AtmHosts::PROTOCOL, t.Has(repairs) ? 0.005 : 0));
    }
    else
    {
        cases.push_back(new ConformingAal5Test(t, AtmHosts::IP, t.Has(repairs) ? 0.005 : 0));
    }
    const HsnTestRegistration overAal5("conformance-aal5", cases);
}
} // namespace hsn
} // namespace ns3
