// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * Packet-level tests of XTP: the test is the peer of a socket on a link without IP. It reads and
 * writes octets itself, not by XtpHeader, in words such as
 *
 *   CNTL key=1r SREQ sync=2 seq=1000 rseq=0 alloc=5000 echo=1
 *   ECNTL key=1r rseq=0 alloc=5000 echo=3 span=500-1000
 *   DATA key=7 SREQ EOM sync=1 seq=0 size=500
 *
 * A key ends in r if it has the bit RTN. What is expected names some of the words only; a word
 * after an exclamation mark must not be there. at= is the time in microseconds since the script
 * began.
 */
#ifndef HSN_XTP_SCRIPT_H
#define HSN_XTP_SCRIPT_H

#include "ns3/callback.h"
#include "ns3/hsn-internet-helper.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/link-socket-address.h"
#include "ns3/simple-channel.h"
#include "ns3/simple-net-device.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/xtp-message-socket.h"
#include "ns3/xtp-socket.h"

#include <cstdint>
#include <deque>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

/// The next packet of the socket has these words.
#define NEXT(s, words)                                                                             \
    do                                                                                             \
    {                                                                                              \
        const std::string differs = s.Next(words);                                                 \
        NS_TEST_EXPECT_MSG_EQ(differs.empty(), true, "line " << __LINE__ << ": " << differs);      \
    } while (false)
/// The socket has sent nothing else.
#define NOTHING(s)                                                                                 \
    do                                                                                             \
    {                                                                                              \
        const std::string more = s.Nothing();                                                      \
        NS_TEST_EXPECT_MSG_EQ(more.empty(), true, "line " << __LINE__ << ": " << more);            \
    } while (false)
/// Two values are the same.
#define SAME(a, b) NS_TEST_EXPECT_MSG_EQ(a, b, "line " << __LINE__)

namespace ns3
{
namespace hsn
{
/** @brief Words of a packet, and the octets that they stand for. */
class XtpWords
{
  public:
    /// @param octets of a packet @return its words
    static std::string FromOctets(const std::vector<uint8_t>& octets);

    /// @param text words @return the octets of the packet; user data is 0
    static std::vector<uint8_t> ToOctets(const std::string& text);

    /// @param text words of a packet @param wanted words @return whether all of these are there,
    /// and none of those after an exclamation mark
    static bool Match(const std::string& text, const std::string& wanted);

  private:
    /// @return names of formats by number
    static const std::vector<std::string>& Formats()
    {
        static const std::vector<std::string> names =
            {"DATA", "CNTL", "FIRST", "ECNTL", "-", "TCNTL", "-", "JCNTL", "DIAG"};
        return names;
    }

    /// @return bits of options by name
    static const std::map<std::string, uint64_t>& Options()
    {
        static const std::map<std::string, uint64_t> bits = {{"NOCHECK", 0x400000},
                                                             {"NOERR", 0x100000},
                                                             {"MULTI", 0x80000},
                                                             {"SORT", 0x20000},
                                                             {"NOFLOW", 0x10000},
                                                             {"FASTNAK", 0x8000},
                                                             {"SREQ", 0x4000},
                                                             {"DREQ", 0x2000},
                                                             {"RCLOSE", 0x1000},
                                                             {"WCLOSE", 0x800},
                                                             {"EOM", 0x400},
                                                             {"END", 0x200},
                                                             {"BTAG", 0x100}};
        return bits;
    }
};

/** @brief A link whose other end is the script. */
class XtpScriptWire : public SimpleChannel
{
  public:
    void Send(Ptr<Packet> packet,
              uint16_t,
              Mac48Address,
              Mac48Address,
              Ptr<SimpleNetDevice>) override
    {
        std::vector<uint8_t> octets(packet->GetSize());
        packet->CopyData(octets.data(), packet->GetSize());
        const auto now = (Simulator::Now() - start).GetMicroSeconds();
        sent.push_back(XtpWords::FromOctets(octets) + " at=" + std::to_string(now));
    }

    Time start;                   ///< of the script
    std::deque<std::string> sent; ///< by the socket, not yet taken
};

/** @brief A socket on a link to the script. */
class XtpScript
{
  public:
    static constexpr uint16_t PORT = 9; ///< of the server

    /// @param attributes of the socket, as name=value @param factory of it
    explicit XtpScript(const std::string& attributes,
                       const std::string& factory = "ns3::hsn::XtpSocketFactory")
        : wire(CreateObject<XtpScriptWire>()),
          node(CreateObject<Node>()),
          device(CreateObject<SimpleNetDevice>())
    {
        device->SetAddress(Mac48Address("00:00:00:00:00:01"));
        node->AddDevice(device);
        device->SetChannel(wire);
        InternetStackHelper().Install(node);
        HsnInternetHelper().Install(node);
        socket = Socket::CreateSocket(node, TypeId::LookupByName(factory));
        socket->SetAttribute("SegmentSize", StringValue("500"));
        std::istringstream in(attributes);
        for (std::string word; in >> word;)
        {
            const auto equal = word.find('=');
            socket->SetAttribute(word.substr(0, equal), StringValue(word.substr(equal + 1)));
        }
        socket->SetAcceptCallback(MakeNullCallback<bool, Ptr<Socket>, const Address&>(),
                                  MakeCallback(&XtpScript::Accepted, this));
        Use(socket);
        wire->start = Simulator::Now();
    }

    ~XtpScript()
    {
        Simulator::Destroy();
    }

    /// Opens an association, key 1, from port FROM to PORT.
    void Connect()
    {
        socket->Bind(LinkSocketAddress(device, FROM));
        socket->Connect(
            LinkSocketAddress(device->GetIfIndex(), Mac48Address("00:00:00:00:00:02"), PORT));
        Run(0);
    }

    /// Opens an association, which the peer accepts after 10 ms. @param alloc of the peer
    void Open(uint64_t alloc = 1000000)
    {
        Connect();
        wire->sent.clear();
        Run(0.010);
        Inject("CNTL key=1r alloc=" + std::to_string(alloc) + " echo=1");
    }

    /// Waits for associations at PORT.
    void Listen()
    {
        socket->Bind(LinkSocketAddress(device, PORT));
        socket->Listen();
    }

    /// Sends. @param size octets @return what Send() returns
    int Send(uint32_t size)
    {
        const int sent = socket->Send(Create<Packet>(size));
        Run(0);
        return sent;
    }

    /// Lets a packet arrive. @param text its words
    void Inject(const std::string& text)
    {
        const auto octets = XtpWords::ToOctets(text);
        Simulator::ScheduleWithContext(
            node->GetId(),
            Time(0),
            &SimpleNetDevice::Receive,
            device,
            Create<Packet>(octets.data(), static_cast<uint32_t>(octets.size())),
            uint16_t{0x88b5},
            Mac48Address("00:00:00:00:00:01"),
            Mac48Address("00:00:00:00:00:02"));
        Run(0);
    }

    /// Lets time pass. @param seconds how much
    void Run(double seconds)
    {
        // one time step after what happens then
        Simulator::Stop(Seconds(seconds) + NanoSeconds(1));
        Simulator::Run();
    }

    /// @param wanted words @return empty if the socket's next packet has them, else what it is
    std::string Next(const std::string& wanted);

    /// @return empty if the socket has sent nothing more, else its next packet
    std::string Nothing() const
    {
        return wire->sent.empty() ? "" : wire->sent.front();
    }

    /// @return the association
    const XtpContext& Context() const
    {
        return DynamicCast<XtpSocket>(socket)->GetContext();
    }

    /// @return its state
    XtpState State() const
    {
        return DynamicCast<XtpSocket>(socket)->state.Get();
    }

    static constexpr uint16_t FROM = 7; ///< port of the client

    Ptr<XtpScriptWire> wire;     ///< to the script
    Ptr<Node> node;              ///< of the socket
    Ptr<SimpleNetDevice> device; ///< of it
    Ptr<Socket> socket;          ///< under test; the accepted one once there is one
    bool reads{true};            ///< the application does
    uint32_t received{0};        ///< octets
    uint32_t connected{0};       ///< told
    uint32_t failed{0};          ///< told
    uint32_t closed{0};          ///< told
    uint32_t broken{0};          ///< told

  private:
    /// @param s socket of the script
    void Use(Ptr<Socket> s)
    {
        s->SetConnectCallback(MakeCallback(&XtpScript::Connected, this),
                              MakeCallback(&XtpScript::Failed, this));
        s->SetCloseCallbacks(MakeCallback(&XtpScript::Closed, this),
                             MakeCallback(&XtpScript::Broken, this));
        s->SetRecvCallback(MakeCallback(&XtpScript::Read, this));
    }

    /// An association was accepted.
    void Accepted(Ptr<Socket> s, const Address&)
    {
        socket = s;
        ++connected;
        Use(s);
    }

    /// The association is open.
    void Connected(Ptr<Socket>)
    {
        ++connected;
    }

    /// It is not.
    void Failed(Ptr<Socket>)
    {
        ++failed;
    }

    /// The peer is done.
    void Closed(Ptr<Socket>)
    {
        ++closed;
    }

    /// The association is broken.
    void Broken(Ptr<Socket>)
    {
        ++broken;
    }

    /// There is something to read.
    void Read(Ptr<Socket> s)
    {
        while (reads)
        {
            const auto packet = s->Recv();
            if (!packet || packet->GetSize() == 0)
            {
                return;
            }
            received += packet->GetSize();
        }
    }
};
} // namespace hsn
} // namespace ns3

#endif // HSN_XTP_SCRIPT_H
