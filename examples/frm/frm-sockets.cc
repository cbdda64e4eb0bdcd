// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * Paper frm: the star of section 4 by nodes and sockets, over IP, in UDP or over AAL5; all octets
 * are checked.
 */
#include "frm-network.h"
#include "frm-time.h"

#include "ns3/boolean.h"
#include "ns3/config.h"
#include "ns3/double.h"
#include "ns3/frm-host.h"
#include "ns3/frm-socket-factory.h"
#include "ns3/hsn-compat.h"
#include "ns3/json-object.h"
#include "ns3/program-options.h"
#include "ns3/random-variable-stream.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <iostream>
#include <set>
#include <string>
#include <vector>

using namespace ns3;
using namespace ns3::hsn;

namespace
{
/// What is run; times in ms unless their name says s.
struct Options
{
    std::string bearer{"Ip"};      //!< what carries PDUs
    uint32_t receivers{10};        //!< all reliable
    uint32_t packets{1000};        //!< that are sent
    uint32_t buffer{32};           //!< packets, of sender and receivers
    double loss{0};                //!< per packet and receiver, both ways
    std::string mode{"GoBackN"};   //!< of receivers
    std::string repair{"GoBackN"}; //!< of the sender
    uint64_t socketBuffer{0};      //!< octets at each host; 0: no limit
    double interval{10};           //!< between packets
    uint32_t size{2000};           //!< of a packet, bytes
    double unit{0.5};              //!< x
    double user{0.5};              //!< the user's time for a packet
    double warmup{5};              //!< s after the set-up that do not count
    uint32_t tries{3};             //!< of a handshake
    uint32_t invitations{3};       //!< of the set-up
    double limit{100000};          //!< s after which the run ends in any case
    std::string capture;           //!< file, or empty
};

/// @param number of a packet @param place in it @return the octet there
uint8_t
OctetAt(uint64_t number, uint32_t place)
{
    return static_cast<uint8_t>(((number * 1000003 + place) * 2654435761U) >> 16);
}

/// A receiver's application.
class Reader
{
  public:
    /// @param o options
    explicit Reader(const Options& o)
        : m_o(o)
    {
    }

    /// @param socket listens
    void Listen(Ptr<Socket> socket)
    {
        socket->SetAcceptCallback(MakeNullCallback<bool, Ptr<Socket>, const Address&>(),
                                  MakeCallback(&Reader::Accepted, this));
        socket->Listen();
    }

    /// @return whether all octets have come, once and in order
    bool IsComplete() const
    {
        return m_next == m_o.packets && m_wrong == 0;
    }

    Ptr<FrmSocket> socket; //!< of the connection
    double responses{0};   //!< s, sum
    uint64_t counted{0};   //!< of them
    Time opened;           //!< when the sender generates packet 0

  private:
    /// @param s has been accepted
    void Accepted(Ptr<Socket> s, const Address& /* from */)
    {
        socket = DynamicCast<FrmSocket>(s);
        s->SetRecvCallback(MakeCallback(&Reader::Read, this));
    }

    /// @param s has data
    void Read(Ptr<Socket> s)
    {
        while (const auto packet = s->Recv())
        {
            if (packet->GetSize() == 0)
            {
                return;
            }
            std::vector<uint8_t> octets(packet->GetSize());
            packet->CopyData(octets.data(), packet->GetSize());
            bool isRight = octets.size() == m_o.size;
            for (uint32_t i = 0; i < octets.size(); ++i)
            {
                isRight = isRight && octets[i] == OctetAt(m_next, i);
            }
            m_wrong += !isRight;
            const Time generated = opened + Milli(m_o.interval * static_cast<double>(m_next));
            if (generated >= opened + Seconds(m_o.warmup))
            {
                responses += (Simulator::Now() - generated).GetSeconds();
                ++counted;
            }
            ++m_next;
        }
    }

    const Options& m_o;  //!< options
    uint64_t m_next{0};  //!< number of the next packet
    uint64_t m_wrong{0}; //!< packets with other octets
};

/// A run.
class Run
{
  public:
    /// @param o what is run
    explicit Run(const Options& o)
        : m_o(o),
          m_readers(o.receivers, Reader(o))
    {
        const auto delays = CreateObject<UniformRandomVariable>();
        delays->SetStream(1);
        std::vector<double> delaysMs;
        for (uint32_t i = 0; i < o.receivers; ++i)
        {
            delaysMs.push_back(delays->GetValue(10, 15));
        }
        if (o.bearer == "Aal5")
        {
            m_star.BuildAtm(delaysMs);
        }
        else
        {
            m_star.BuildIp(delaysMs, o.loss, 2, o.bearer == "Udp");
            if (!o.capture.empty())
            {
                m_star.Capture(o.capture);
            }
        }
        for (uint32_t i = 0; i <= o.receivers; ++i)
        {
            const auto host = CreateObject<FrmHost>();
            host->SetAttribute("Unit", TimeValue(Milli(o.unit)));
            host->SetAttribute("UserTime", TimeValue(Milli(o.user)));
            host->SetAttribute("BufferOctets", UintegerValue(o.socketBuffer));
            m_star.hosts.Get(i)->AggregateObject(host);
        }
        for (uint32_t i = 0; i < o.receivers; ++i)
        {
            const auto socket = Make(i + 1);
            socket->SetAttribute("BufferPackets", UintegerValue(o.buffer));
            socket->SetAttribute("RcvBufSize", UintegerValue(o.buffer * o.size));
            socket->SetAttribute("ReceiveMode", StringValue(o.mode));
            socket->Bind(m_star.listens[i]);
            m_readers[i].Listen(socket);
        }
        m_socket = DynamicCast<FrmSocket>(Make(0));
        m_socket->SetAttribute("PacketSize", UintegerValue(o.size));
        m_socket->SetAttribute("SndBufSize", UintegerValue(1 << 30)); // the backlog waits there
        const auto sender = m_socket->GetSender();
        sender->SetAttribute("BufferPackets", UintegerValue(o.buffer));
        sender->SetAttribute("Repair", StringValue(o.repair));
        sender->SetAttribute("InitialRtt", TimeValue(MilliSeconds(50)));
        sender->SetAttribute("HandshakeTries", UintegerValue(o.tries));
        // many tries must not wait longer and longer
        sender->SetAttribute("HandshakeGrowth", DoubleValue(o.tries > 10 ? 1 : 2));
        sender->SetAttribute("InitTries", UintegerValue(o.invitations));
        sender->TraceConnectWithoutContext("Release", MakeCallback(&Run::Released, this));
        m_socket->SetConnectCallback(MakeCallback(&Run::Opened, this),
                                     MakeNullCallback<void, Ptr<Socket>>());
        m_socket->SetCloseCallbacks(MakeCallback(&Run::Ended, this),
                                    MakeCallback(&Run::Broken, this));
        m_socket->Bind(m_star.own);
        m_socket->Connect(m_star.group);
    }

    ~Run()
    {
        m_socket = nullptr;
        m_readers.clear();
        Simulator::Destroy();
    }

    /// @return what was measured
    JsonObject Simulate()
    {
        Simulator::Stop(Seconds(m_o.limit));
        Simulator::Run();
        const auto& counters = m_socket->GetSender()->GetCounters();
        double responses = 0;
        uint64_t counted = 0;
        uint32_t complete = 0;
        for (const auto& reader : m_readers)
        {
            responses += reader.responses;
            counted += reader.counted;
            complete += reader.IsComplete();
        }
        JsonObject out;
        out.Set("mrt_ms", counted ? 1000 * responses / static_cast<double>(counted) : 0);
        out.Set("rounds_per_s", static_cast<double>(counters.rounds) / (m_end - m_begin));
        out.Set("listed_at_first", m_listed);
        out.Set("listed", m_socket->GetSender()->GetListed());
        out.Set("complete", complete);
        out.Set("listed_lacking", GetLacking());
        out.Set("retransmissions", counters.retransmissions);
        out.Set("buffer_full", GetDropped());
        out.Set("handshakes", counters.handshakes);
        out.Set("rounds", counters.rounds);
        out.Set("sent", counters.sent);
        out.Set("echoes", counters.echoes);
        out.Set("bad_echoes", counters.badEchoes);
        out.Set("released_early", m_early);
        out.Set("duration_s", m_end - m_begin);
        out.Set("reason", GetFrmReasonText(m_socket->GetReason()));
        out.Set("has_ended", m_hasEnded);
        return out;
    }

  private:
    /// @param node number of a host @return a socket
    Ptr<Socket> Make(uint32_t node)
    {
        return Socket::CreateSocket(m_star.hosts.Get(node), FrmSocketFactory::GetTypeId());
    }

    /// @return receivers on the sender's list, by their id, that have not all octets
    uint64_t GetLacking() const
    {
        std::set<uint64_t> lacking;
        for (const uint64_t id : m_socket->GetSender()->GetMembers())
        {
            lacking.insert(id);
        }
        for (const auto& reader : m_readers)
        {
            if (reader.socket && reader.IsComplete())
            {
                lacking.erase(reader.socket->GetReceiverId());
            }
        }
        return lacking.size();
    }

    /// @return packets that found the socket buffer of a host full
    uint64_t GetDropped() const
    {
        uint64_t dropped = 0;
        for (auto i = m_star.hosts.Begin(); i != m_star.hosts.End(); ++i)
        {
            dropped += (*i)->GetObject<FrmHost>()->GetDropped();
        }
        return dropped;
    }

    /// The set-up is complete.
    void Opened(Ptr<Socket> /* socket */)
    {
        m_begin = Simulator::Now().GetSeconds();
        m_listed = m_socket->GetSender()->GetListed();
        for (auto& reader : m_readers)
        {
            reader.opened = Simulator::Now();
        }
        Generate();
    }

    /// The application's next packet.
    void Generate()
    {
        std::vector<uint8_t> octets(m_o.size);
        for (uint32_t i = 0; i < m_o.size; ++i)
        {
            octets[i] = OctetAt(m_generated, i);
        }
        m_socket->Send(Create<Packet>(octets.data(), m_o.size));
        ++m_generated;
        if (m_generated == m_o.packets)
        {
            m_socket->Close();
            return;
        }
        const double next = m_o.interval * static_cast<double>(m_generated);
        ScheduleCall(Milli(next) + Seconds(m_begin) - Simulator::Now(), [this] { Generate(); });
    }

    /// @param base lowest number that is not released
    void Released(uint32_t base)
    {
        for (const auto& reader : m_readers)
        {
            m_early += reader.socket && reader.socket->GetReason() == FRM_END &&
                       reader.socket->GetDseq() < base;
        }
    }

    /// All is delivered.
    void Ended(Ptr<Socket> /* socket */)
    {
        m_hasEnded = true;
        m_end = Simulator::Now().GetSeconds();
        Simulator::Stop();
    }

    /// The communication has ended early.
    void Broken(Ptr<Socket> /* socket */)
    {
        m_end = Simulator::Now().GetSeconds();
        Simulator::Stop();
    }

    const Options& m_o;            //!< options
    FrmStar m_star;                //!< the network
    std::vector<Reader> m_readers; //!< applications of receivers
    Ptr<FrmSocket> m_socket;       //!< sends
    uint64_t m_generated{0};       //!< packets
    double m_begin{0};             //!< of the data, s
    double m_end{0};               //!< of all, s
    uint32_t m_listed{0};          //!< after the set-up
    uint64_t m_early{0};           //!< releases in front of a user
    bool m_hasEnded{false};        //!< all is delivered
};
} // namespace

int
main(int argc, char* argv[])
{
    Options o;
    ProgramOptions options(__FILE__, "Paper frm: a star of hosts with sockets; octets are checked");
    options.Add("bearer", "What carries PDUs", o.bearer, OneOf({"Ip", "Udp", "Aal5"}));
    options.Add("receivers", "Receivers (N)", o.receivers, Between(1, 1000));
    options.Add("packets", "Packets that are sent", o.packets, Between(1, 1000000));
    options.Add("buffer", "Packets in a buffer (B)", o.buffer, Between(1, 100000));
    options.Add("loss",
                "Share of packets that each receiver loses; not with Aal5",
                o.loss,
                AtLeast(0).Below(1));
    options.Add("mode", "Packets out of order", o.mode, OneOf({"GoBackN", "Buffer"}));
    options.Add("repair", "What is sent again", o.repair, OneOf({"GoBackN", "Selective"}));
    options.Add("socketBuffer",
                "Octets that have arrived at a host and wait for its processor; 0: no limit",
                o.socketBuffer,
                Between(0, 1000000000));
    options.Add("interval", "Time between packets (SData), ms", o.interval, Above(0).AtMost(1e6));
    options.Add("size", "Bytes of a packet (S)", o.size, Between(1, 9000));
    options.Add("unit", "Processor time of a message (x), ms", o.unit, Between(0, 1e6));
    options.Add("user", "User's time for a packet (TSData), ms", o.user, Between(0, 1e6));
    options.Add("warmup", "Time that does not count, s", o.warmup, AtLeast(0).AtMost(1e6));
    options.Add("tries", "Control messages of a handshake", o.tries, Between(1, 100));
    options.Add("invitations", "Invitations of the set-up", o.invitations, Between(1, 1000));
    options.Add("limit", "Simulated time after which it ends, s", o.limit, Above(0).AtMost(1e6));
    options.Add("capture",
                "File for what the sender's link carries, with checksums (pcap); not with Aal5",
                o.capture);
    options.Parse(argc, argv);
    options.Require(o.bearer != "Aal5" || o.capture.empty(),
                    "capture",
                    "must be empty with bearer Aal5");
    options.Require(o.socketBuffer == 0 || o.socketBuffer >= o.size + FrmHeader::DATA_SIZE,
                    "socketBuffer",
                    "must be 0 or hold a packet and its header of 18 octets");
    Config::SetGlobal("ChecksumEnabled", BooleanValue(!o.capture.empty()));
    options.Require(o.bearer != "Aal5" || o.loss == 0, "loss", "must be 0 with bearer Aal5");
    std::cout << Run(o).Simulate() << std::endl;
    return 0;
}
