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
#include "ns3/xtp-socket.h"

#include <algorithm>
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
    static std::string FromOctets(const std::vector<uint8_t>& octets)
    {
        std::size_t at = 0;
        const auto get = [&](int size) {
            uint64_t value = 0;
            for (int i = 0; i < size; ++i)
            {
                value = value << 8 | octets.at(at++);
            }
            return value;
        };
        std::ostringstream out;
        const uint64_t key = get(8);
        const uint64_t command = get(4);
        const uint64_t length = get(4);
        get(4);
        const uint64_t sync = get(4);
        const uint64_t seq = get(8);
        const auto format = static_cast<int>(command & 31);
        out << Formats().at(format) << " key=" << (key & ~(1ULL << 63)) << (key >> 63 ? "r" : "");
        for (const auto& option : Options())
        {
            out << (command >> 8 & option.second ? " " + option.first : "");
        }
        out << " sync=" << sync << " seq=" << seq;
        if (format == 1 || format == 3 || format == 5)
        {
            out << " rseq=" << get(8);
            out << " alloc=" << get(8);
            out << " echo=" << get(4);
        }
        if (format == 3)
        {
            const uint64_t spans = get(4);
            out << " spans=" << spans;
            for (uint64_t i = 0; i < spans; ++i)
            {
                const uint64_t left = get(8);
                out << " span=" << left << "-" << get(8);
            }
        }
        if (format == 5)
        {
            get(4);
            out << " xkey=" << get(8);
        }
        if (format == 2)
        {
            get(12);
            out << " to=" << get(2);
            out << " from=" << get(2);
        }
        if (format == 2 || format == 5)
        {
            get(2);
            out << " service=" << get(1);
            const uint64_t traffic = get(1);
            out << " traffic=" << traffic;
            const char* names[] = {"maxdata", "inrate", "inburst", "outrate", "outburst"};
            for (int i = 0; i < (traffic ? 5 : 1); ++i)
            {
                const uint64_t value = get(4);
                out << (traffic ? " " + std::string(names[i]) + "=" + std::to_string(value) : "");
            }
        }
        if (format == 8)
        {
            out << " code=" << get(4);
            out << " value=" << get(4);
        }
        if ((format == 0 || format == 2) && (command >> 8 & 0x100))
        {
            out << " tag=" << get(8);
        }
        out << " size=" << octets.size() - at;
        out << (length == octets.size() - 32 ? "" : " BADLENGTH");
        return out.str();
    }

    /// @param text words @return the octets of the packet; user data is 0
    static std::vector<uint8_t> ToOctets(const std::string& text)
    {
        std::map<std::string, std::string> value;
        std::vector<std::pair<uint64_t, uint64_t>> spans;
        uint64_t options = 0;
        std::istringstream in(text);
        std::string format;
        in >> format;
        for (std::string word; in >> word;)
        {
            const auto equal = word.find('=');
            if (equal == std::string::npos)
            {
                options |= Options().at(word);
            }
            else if (word.substr(0, equal) == "span")
            {
                const auto dash = word.find('-');
                spans.emplace_back(std::stoull(word.substr(equal + 1)),
                                   std::stoull(word.substr(dash + 1)));
            }
            else
            {
                value[word.substr(0, equal)] = word.substr(equal + 1);
            }
        }
        const auto number = [&](const std::string& name) -> uint64_t {
            return value.count(name) ? std::stoull(value[name]) : 0;
        };
        std::vector<uint8_t> body;
        const auto put = [](std::vector<uint8_t>& to, uint64_t what, int size) {
            for (int shift = 8 * (size - 1); shift >= 0; shift -= 8)
            {
                to.push_back(static_cast<uint8_t>(what >> shift));
            }
        };
        int type = 0;
        while (Formats().at(type) != format)
        {
            ++type;
        }
        if (type == 1 || type == 3 || type == 5 || type == 7)
        {
            put(body, number("rseq"), 8);
            put(body, number("alloc"), 8);
            put(body, number("echo"), 4);
        }
        if (type == 3)
        {
            put(body, spans.size(), 4);
            for (const auto& span : spans)
            {
                put(body, span.first, 8);
                put(body, span.second, 8);
            }
        }
        if (type == 5 || type == 7)
        {
            put(body, 0, 4);
            put(body, number("xkey"), 8);
        }
        if (type == 2 || type == 7)
        {
            put(body, 0x00100001, 4);
            put(body, 0, 8);
            put(body, number("to"), 2);
            put(body, number("from"), 2);
        }
        if (type == 2 || type == 5 || type == 7)
        {
            const uint64_t traffic = number("traffic");
            put(body, traffic ? 24 : 8, 2);
            put(body, number("service"), 1);
            put(body, traffic, 1);
            for (const char* name : {"maxdata", "inrate", "inburst", "outrate", "outburst"})
            {
                put(body, traffic ? number(name) : 0, 4);
                if (!traffic)
                {
                    break;
                }
            }
        }
        if (type == 8)
        {
            put(body, number("code"), 4);
            put(body, number("value"), 4);
        }
        body.resize(body.size() + number("size"));
        std::vector<uint8_t> octets;
        const bool returned = value["key"].back() == 'r';
        put(octets, number("key") | (returned ? 1ULL << 63 : 0), 8);
        put(octets, options << 8 | 1 << 5 | static_cast<uint64_t>(type), 4);
        put(octets, body.size(), 4);
        put(octets, 0, 4);
        put(octets, number("sync"), 4);
        put(octets, number("seq"), 8);
        octets.insert(octets.end(), body.begin(), body.end());
        return octets;
    }

    /// @param text words of a packet @param wanted words @return whether all of these are there,
    /// and none of those after an exclamation mark
    static bool Match(const std::string& text, const std::string& wanted)
    {
        std::istringstream have(text);
        std::istringstream want(wanted);
        std::set<std::string> words;
        for (std::string word; have >> word;)
        {
            words.insert(word);
        }
        for (std::string word; want >> word;)
        {
            const bool no = word[0] == '!';
            if ((words.count(no ? word.substr(1) : word) > 0) == no)
            {
                return false;
            }
        }
        return true;
    }

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
    std::string Next(const std::string& wanted)
    {
        if (wire->sent.empty())
        {
            return "nothing, not " + wanted;
        }
        const auto text = wire->sent.front();
        wire->sent.pop_front();
        return XtpWords::Match(text, wanted) ? "" : text + ", not " + wanted;
    }

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
