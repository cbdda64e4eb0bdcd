// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * Scenes of TCP connections: what is sent, called back and left behind.
 */
#ifndef HSN_TCP_CONNECTION_TEST_SUPPORT_H
#define HSN_TCP_CONNECTION_TEST_SUPPORT_H

#include "tcp-interop-support.h"

#include "ns3/application-container.h"
#include "ns3/bulk-send-helper.h"
#include "ns3/hsn-compat.h"
#include "ns3/on-off-helper.h"
#include "ns3/packet-sink-helper.h"
#include "ns3/packet-sink.h"
#include "ns3/tcp-header.h"

namespace ns3
{
namespace hsn
{
/** @brief Records what a socket tells its application. */
struct Witness
{
    /** @brief Takes a socket over. @param s the socket */
    void Use(Ptr<Socket> s)
    {
        socket = s;
        socket->TraceConnectWithoutContext("State", MakeCallback(&Witness::State, this));
        socket->SetConnectCallback(MakeCallback(&Witness::Connected, this),
                                   MakeCallback(&Witness::Refused, this));
        socket->SetCloseCallbacks(MakeCallback(&Witness::Closed, this),
                                  MakeCallback(&Witness::Failed, this));
        socket->SetRecvCallback(MakeCallback(&Witness::Readable, this));
        socket->SetDataSentCallback(MakeCallback(&Witness::DataSent, this));
    }

    /** @brief The State trace source. @param now the new state */
    void State(TcpSocket::TcpStates_t, TcpSocket::TcpStates_t now)
    {
        states += (states.empty() ? "" : " ") + std::string(TcpSocket::TcpStateName[now]);
    }

    /** @brief Notes an event and lets the script act. @param name of the event */
    void Event(const std::string& name)
    {
        events += (events.empty() ? "" : " ") + name;
        if (on)
        {
            on(name);
        }
    }

    void Connected(Ptr<Socket>)
    {
        Event("connected");
    }

    void Refused(Ptr<Socket>)
    {
        Event("refused");
    }

    void Closed(Ptr<Socket>)
    {
        Event("closed");
    }

    void Failed(Ptr<Socket>)
    {
        Event("failed");
    }

    void DataSent(Ptr<Socket>, uint32_t n)
    {
        acknowledged += n;
    }

    void Readable(Ptr<Socket>)
    {
        if (on)
        {
            on("data");
        }
        while (reads)
        {
            const auto packet = socket->Recv();
            if (!packet || packet->GetSize() == 0)
            {
                return;
            }
            const auto before = content.size();
            content.resize(before + packet->GetSize());
            packet->CopyData(reinterpret_cast<uint8_t*>(&content[before]), packet->GetSize());
        }
    }

    /** @brief Writes. @param text what @return what Send() returns */
    int Send(const std::string& text) const
    {
        return socket->Send(
            Create<Packet>(reinterpret_cast<const uint8_t*>(text.data()), text.size()));
    }

    Ptr<Socket> socket;                         //!< watched
    std::string states;                         //!< entered
    std::string events;                         //!< told
    std::string content;                        //!< read
    uint64_t acknowledged{0};                   //!< octets, as told
    bool reads{true};                           //!< at once
    std::function<void(const std::string&)> on; //!< called at each event
};

/// Both factories: of the active host, of the passive one.
using Pair = std::pair<std::string, std::string>;

/// All pairs in which one of ours is.
const std::vector<Pair> OURS = {{HSN_TCP, HSN_TCP}, {HSN_TCP, NS3_TCP}, {NS3_TCP, HSN_TCP}};
/// These and ns-3's TCP with itself.
const std::vector<Pair> ALL = {{HSN_TCP, HSN_TCP},
                               {HSN_TCP, NS3_TCP},
                               {NS3_TCP, HSN_TCP},
                               {NS3_TCP, NS3_TCP}};

/** @brief A listener on port 80 of host 1 and a socket on host 0, 5 ms apart. */
struct Scene
{
    /** @param pair factories @param v6 IPv6 */
    explicit Scene(const Pair& pair, bool v6 = false)
        : server(hosts.At(1, 80, v6))
    {
        listener = hosts.Make(1, pair.second);
        listener->SetAttribute("MaxSegLifetime", DoubleValue(0.5));
        listener->Bind(TcpHosts::Any(80, v6));
        listener->Listen();
        listener->SetAcceptCallback(MakeCallback(&Scene::Request, this),
                                    MakeCallback(&Scene::Accept, this));
        a.Use(hosts.Make(0, pair.first));
        a.socket->SetAttribute("MaxSegLifetime", DoubleValue(0.5));
    }

    /** @brief An attempt to connect. @return whether the application wants it */
    bool Request(Ptr<Socket>, const Address&)
    {
        ++requests;
        return accepts;
    }

    /** @brief A connection. @param socket its end here @param from the other end */
    void Accept(Ptr<Socket> socket, const Address& from)
    {
        peers.push_back(from);
        b.Use(socket);
        b.Event("accepted");
    }

    /** @brief Plans. @param ms when, after two seconds @param code what */
    static void At(double ms, std::function<void()> code)
    {
        ScheduleCall(Seconds(2) + MicroSeconds(static_cast<int64_t>(1000 * ms)),
                     [code] { code(); });
    }

    /** @brief Connects after duplicate address detection and runs. @param until when, in seconds */
    void Run(double until = 500)
    {
        At(0, [this] { a.socket->Connect(server); });
        Simulator::Stop(Seconds(until));
        Simulator::Run();
    }

    Witness a;                  //!< active end; told until the hosts are gone
    Witness b;                  //!< passive end, the last one accepted
    TcpHosts hosts;             //!< the hosts
    Address server;             //!< of the listener
    Ptr<Socket> listener;       //!< on host 1
    bool accepts{true};         //!< the listener wants connections
    int requests{0};            //!< attempts
    std::vector<Address> peers; //!< of accepted connections
};

/** @brief A test of one scene with several pairs. */
class SceneTest : public TestCase
{
  public:
    /** @param name of the test */
    explicit SceneTest(const std::string& name)
        : TestCase(name)
    {
    }

  protected:
    /**
     * @brief Runs a scene for each pair, over IPv4 and IPv6.
     * @param pairs of factories
     * @param prepare sets the scene
     * @param judge looks at it afterwards
     */
    void ForEach(const std::vector<Pair>& pairs,
                 const std::function<void(Scene&)>& prepare,
                 const std::function<void(Scene&)>& judge)
    {
        for (const auto& pair : pairs)
        {
            for (const bool v6 : {false, true})
            {
                m_what = pair.first + " to " + pair.second + (v6 ? ", IPv6" : ", IPv4");
                Scene scene(pair, v6);
                prepare(scene);
                scene.Run();
                judge(scene);
            }
        }
    }

    /** @brief Compares. @param what is compared @param is the text @param expected the text */
    void Equal(const std::string& what, const std::string& is, const std::string& expected)
    {
        NS_TEST_EXPECT_MSG_EQ(is, expected, m_what << ": " << what);
    }

    std::string m_what; //!< pair and protocol of this scene
};
} // namespace hsn
} // namespace ns3

#endif // HSN_TCP_CONNECTION_TEST_SUPPORT_H
