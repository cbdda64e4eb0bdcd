// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * VideoSource and VideoSink over datagrams and over a stream, with losses that a test chooses.
 */
#include "../hsn-test.h"

#include "ns3/boolean.h"
#include "ns3/double.h"
#include "ns3/error-model.h"
#include "ns3/hsn-compat.h"
#include "ns3/inet-socket-address.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-address-helper.h"
#include "ns3/ipv4-header.h"
#include "ns3/ipv4.h"
#include "ns3/mpeg-ts-sink.h"
#include "ns3/node.h"
#include "ns3/pointer.h"
#include "ns3/simple-net-device-helper.h"
#include "ns3/simple-net-device.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"
#include "ns3/video-header.h"
#include "ns3/video-sink.h"
#include "ns3/video-source.h"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <list>
#include <memory>
#include <set>
#include <string>
#include <unistd.h>
#include <utility>
#include <vector>

namespace ns3
{
namespace hsn
{
namespace
{
/** @brief Two hosts on a link; a video from one to the other. */
struct VideoPath
{
    /** @param protocol socket factory */
    explicit VideoPath(const std::string& protocol)
    {
        NodeContainer nodes;
        nodes.Create(2);
        SimpleNetDeviceHelper link;
        link.SetDeviceAttribute("DataRate", StringValue("20Mbps"));
        link.SetChannelAttribute("Delay", StringValue("2ms"));
        link.SetNetDevicePointToPointMode(true);
        devices = link.Install(nodes);
        InternetStackHelper().Install(nodes);
        Ipv4AddressHelper addresses;
        addresses.SetBase("10.0.0.0", "255.255.255.0");
        const auto to = addresses.Assign(devices).GetAddress(1);
        source = CreateObject<VideoSource>();
        source->SetAttribute("Protocol", TypeIdValue(TypeId::LookupByName(protocol)));
        source->SetAttribute("Remote", AddressValue(InetSocketAddress(to, 9)));
        source->AssignStreams(1);
        nodes.Get(0)->AddApplication(source);
        sink = CreateObject<VideoSink>();
        sink->SetAttribute("Protocol", TypeIdValue(TypeId::LookupByName(protocol)));
        sink->SetAttribute("Local", AddressValue(InetSocketAddress(Ipv4Address::GetAny(), 9)));
        nodes.Get(1)->AddApplication(sink);
    }

    ~VideoPath()
    {
        Simulator::Destroy();
    }

    NetDeviceContainer devices; //!< of the link
    Ptr<VideoSource> source;    //!< sends
    Ptr<VideoSink> sink;        //!< receives
};

/** @brief Headers in octets written by hand. */
class VideoHeaderTest : public TestCase
{
  public:
    VideoHeaderTest()
        : TestCase("Header of a part of a picture, as octets, and what is refused")
    {
    }

  private:
    void DoRun() override
    {
        const std::vector<uint8_t> octets = {0x56, 3, 3, 0, 0, 0, 0,    9,    0,    0,   0x12,
                                             0x34, 0, 0, 0, 4, 0, 0,    0x10, 0x04, 0,   100,
                                             0,    0, 0, 0, 0, 5, 0xff, 0xff, 0xff, 0xff};
        VideoHeader header;
        NS_TEST_ASSERT_MSG_EQ(Read(octets, header), 32, "read");
        NS_TEST_EXPECT_MSG_EQ(+header.cls * 10 + header.type, 33, "class and type");
        NS_TEST_EXPECT_MSG_EQ(header.number, 9, "number");
        NS_TEST_EXPECT_MSG_EQ(header.size, 0x1234, "size");
        NS_TEST_EXPECT_MSG_EQ(header.system, 4, "headers");
        NS_TEST_EXPECT_MSG_EQ(header.offset, 0x1004, "offset");
        NS_TEST_EXPECT_MSG_EQ(header.length, 100, "length");
        NS_TEST_EXPECT_MSG_EQ(header.before, 5, "before");
        NS_TEST_EXPECT_MSG_EQ(header.after, VideoHeader::NONE, "after");
        auto packet = Create<Packet>();
        packet->AddHeader(header);
        std::vector<uint8_t> written(packet->GetSize());
        packet->CopyData(written.data(), packet->GetSize());
        NS_TEST_EXPECT_MSG_EQ((written == octets), true, "written");
        // octet, wrong value: mark, class, type, zeros, a part behind the end, a later reference
        const std::vector<std::pair<std::size_t, uint8_t>> wrong = {{0, 0x57},
                                                                    {1, 2},
                                                                    {2, 4},
                                                                    {2, 0},
                                                                    {3, 1},
                                                                    {18, 0x13},
                                                                    {20, 3},
                                                                    {21, 0},
                                                                    {22, 1},
                                                                    {27, 9}};
        for (const auto& one : wrong)
        {
            auto copy = octets;
            copy[one.first] = one.second;
            NS_TEST_EXPECT_MSG_EQ(Read(copy, header), 0, "octet " << one.first);
        }
        NS_TEST_EXPECT_MSG_EQ(Read({octets.begin(), octets.end() - 1}, header), 0, "too short");
    }

    /** @param octets some @param header read @return octets read */
    static uint32_t Read(const std::vector<uint8_t>& octets, VideoHeader& header)
    {
        return Create<Packet>(octets.data(), static_cast<uint32_t>(octets.size()))
            ->PeekHeader(header);
    }
};

/** @brief A trace of five pictures, of which parts are lost. */
class VideoLossTest : public TestCase
{
  public:
    VideoLossTest()
        : TestCase("A video over UDP: parts, types of service, damage by losses of chosen packets")
    {
    }

  private:
    void DoRun() override
    {
        // I BB P B: of 3000, 900, 900, 1500 and 900 octets, in parts of 1000: 3, 1, 1, 2, 1
        const std::string path = CreateTempDirFilename(std::to_string(getpid()) + "-trace.txt");
        std::ofstream(path) << "0 I 0 3000\n1 B 1 900\n2 B 2 900\n3 P 3 1500\n4 B 4 900\n";
        // nothing lost; the P picture's second part: it and the B after it; the first B picture
        // alone, of which nothing arrives; the last part of I: everything that refers to it
        Check(path, {}, 1);
        Check(path, {6}, 0.6);
        Check(path, {3}, 0.8);
        Check(path, {2}, 0);
        CheckRepeated(path);
        CheckModel();
    }

    /** @brief Over and over: a picture of the second and third round refers to pictures of its own
     * round, or to none, as in the first. @param path of the trace */
    void CheckRepeated(const std::string& path)
    {
        VideoPath video("ns3::UdpSocketFactory");
        video.source->SetAttribute("TraceFile", StringValue(path));
        video.source->SetAttribute("TraceRepeat", BooleanValue(true));
        video.source->SetAttribute("MaxPictures", UintegerValue(13));
        std::vector<VideoFrame> frames;
        video.source->TraceConnectWithoutContext(
            "Picture",
            Sink<const VideoFrame&>::Make(
                [&frames](const VideoFrame& frame) { frames.push_back(frame); }));
        Simulator::Stop(Seconds(2));
        Simulator::Run();
        NS_TEST_ASSERT_MSG_EQ(frames.size(), 13, "pictures");
        NS_TEST_EXPECT_MSG_EQ(frames[0].before, VideoFrame::NONE, "I picture");
        NS_TEST_EXPECT_MSG_EQ(frames[3].before, 0, "P picture, of the I picture");
        for (std::size_t i = 5; i < frames.size(); ++i)
        {
            const auto shifted = [](int64_t reference) {
                return reference == VideoFrame::NONE ? reference : reference + 5;
            };
            NS_TEST_EXPECT_MSG_EQ(frames[i].number, i, "number");
            NS_TEST_EXPECT_MSG_EQ(frames[i].before, shifted(frames[i - 5].before), "before " << i);
            NS_TEST_EXPECT_MSG_EQ(frames[i].after, shifted(frames[i - 5].after), "after " << i);
        }
        NS_TEST_EXPECT_MSG_EQ_TOL(video.sink->GetDecodable(), 1, 1e-9, "decodable");
    }

    /**
     * @param path of the trace
     * @param lost packets that the link loses, from 0
     * @param decodable share of pictures
     */
    void Check(const std::string& path, const std::list<uint32_t>& lost, double decodable)
    {
        VideoPath video("ns3::UdpSocketFactory");
        video.source->SetAttribute("TraceFile", StringValue(path));
        video.source->SetAttribute("PartSize", UintegerValue(1000));
        auto counter = std::make_shared<uint32_t>(0);
        auto errors = CreateObject<ReceiveListErrorModel>();
        errors->SetList(lost);
        video.devices.Get(1)->SetAttribute("ReceiveErrorModel", PointerValue(errors));
        video.source->TraceConnectWithoutContext(
            "Picture",
            Sink<const VideoFrame&>::Make([counter](const VideoFrame&) { ++*counter; }));
        Simulator::Stop(Seconds(1));
        Simulator::Run();
        const auto pictures = video.sink->GetPictures();
        NS_TEST_EXPECT_MSG_EQ(*counter, 5, "pictures sent");
        NS_TEST_EXPECT_MSG_EQ(video.source->GetCounters().parts, 8, "parts sent");
        NS_TEST_EXPECT_MSG_EQ(video.sink->GetCounters().parts, 8 - lost.size(), "parts received");
        NS_TEST_ASSERT_MSG_EQ(pictures.size(), 5, "pictures");
        NS_TEST_EXPECT_MSG_EQ_TOL(video.sink->GetDecodable(), decodable, 1e-9, "decodable");
        NS_TEST_EXPECT_MSG_EQ(video.sink->GetCounters().malformed, 0, "malformed");
        if (lost.size() == 1 && lost.front() == 6)
        {
            NS_TEST_EXPECT_MSG_EQ(pictures[3].loss.lostData, 500, "octets lost of P");
            NS_TEST_EXPECT_MSG_EQ_TOL(video.sink->GetDecodable(0.4), 1, 1e-9, "with tolerance");
        }
    }

    /** Pictures of the model, over UDP, and types of service on the wire. */
    void CheckModel()
    {
        VideoPath video("ns3::UdpSocketFactory");
        video.source->SetAttribute("MaxPictures", UintegerValue(24));
        std::set<int> seen;
        bool isRight = true;
        video.sink->GetNode()->GetObject<Ipv4>()->TraceConnectWithoutContext(
            "LocalDeliver",
            Sink<const Ipv4Header&, Ptr<const Packet>, uint32_t>::Make(
                [&](const Ipv4Header& ip, Ptr<const Packet> packet, uint32_t) {
                    auto copy = packet->Copy();
                    copy->RemoveAtStart(8);
                    VideoHeader header;
                    isRight = isRight && copy->RemoveHeader(header) > 0 &&
                              ip.GetTos() == (6 - 2 * header.cls) << 5;
                    seen.insert(ip.GetTos());
                }));
        Simulator::Stop(Seconds(2));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(isRight, true, "type of service of each part");
        NS_TEST_EXPECT_MSG_EQ(seen.size(), 4, "types of service");
        NS_TEST_EXPECT_MSG_EQ_TOL(video.sink->GetDecodable(), 1, 1e-9, "decodable");
        NS_TEST_EXPECT_MSG_EQ(video.sink->GetPictures().size(), 24, "pictures");
        uint64_t octets = 0;
        for (uint32_t cls = 0; cls < 4; ++cls)
        {
            NS_TEST_EXPECT_MSG_EQ(video.sink->GetCounters().octets[cls],
                                  video.source->GetCounters().octets[cls],
                                  "octets of class " << cls);
            octets += video.sink->GetCounters().octets[cls];
        }
        // 1.5 Mbit/s for 0.96 s; groups vary by 0.3, and there are two
        NS_TEST_EXPECT_MSG_EQ_TOL(static_cast<double>(octets), 180000, 120000, "octets");
    }
};

/** @brief A video over TCP. */
class VideoStreamTest : public TestCase
{
  public:
    VideoStreamTest()
        : TestCase("A video over TCP: all pictures arrive, or whole ones are left out")
    {
    }

  private:
    void DoRun() override
    {
        {
            VideoPath video("ns3::TcpSocketFactory");
            video.source->SetAttribute("MaxPictures", UintegerValue(50));
            video.source->SetAttribute("MaxWaiting", UintegerValue(50));
            auto errors = CreateObject<RateErrorModel>();
            errors->SetAttribute("ErrorRate", DoubleValue(0.02));
            errors->SetAttribute("ErrorUnit", StringValue("ERROR_UNIT_PACKET"));
            errors->AssignStreams(1);
            video.devices.Get(1)->SetAttribute("ReceiveErrorModel", PointerValue(errors));
            Simulator::Stop(Seconds(60));
            Simulator::Run();
            NS_TEST_EXPECT_MSG_EQ(video.sink->GetPictures().size(), 50, "pictures");
            NS_TEST_EXPECT_MSG_EQ_TOL(video.sink->GetDecodable(), 1, 1e-9, "decodable");
            NS_TEST_EXPECT_MSG_EQ(video.source->GetCounters().leftOut, 0, "left out");
        }
        {
            // 40 Mbit/s do not fit into 20
            VideoPath video("ns3::TcpSocketFactory");
            video.source->SetAttribute("MeanRate", DoubleValue(40e6));
            video.source->SetAttribute("MaxPictures", UintegerValue(120));
            video.source->SetAttribute("MaxWaiting", UintegerValue(5));
            Simulator::Stop(Seconds(60));
            Simulator::Run();
            const auto& c = video.source->GetCounters();
            uint64_t whole = 0;
            for (const auto& picture : video.sink->GetPictures())
            {
                whole += picture.loss.lostData + picture.loss.lostSystem == 0 ? 1 : 0;
            }
            NS_TEST_EXPECT_MSG_EQ(whole + c.leftOut, 120, "whole, or left out");
            NS_TEST_EXPECT_MSG_GT(c.leftOut, 10, "left out");
            NS_TEST_EXPECT_MSG_EQ(video.sink->GetCounters().malformed, 0, "in step");
        }
    }
};

/** @brief A video in packets of the transport stream. */
class VideoTransportTest : public TestCase
{
  public:
    VideoTransportTest()
        : TestCase("A video in packets of the transport stream: over UDP, with losses, over TCP")
    {
    }

  private:
    void DoRun() override
    {
        Check("ns3::UdpSocketFactory", 7, {});
        Check("ns3::UdpSocketFactory", 2, {});
        // the third message of the first picture
        Check("ns3::UdpSocketFactory", 7, {2});
        Check("ns3::TcpSocketFactory", 7, {});
        const std::string text = HsnAbortText([] {
            VideoPath video("ns3::UdpSocketFactory");
            video.source->SetAttribute("Format", StringValue("Transport"));
            video.source->SetAttribute("FrameRate", DoubleValue(12.5));
            Simulator::Stop(Seconds(1));
            Simulator::Run();
        });
        NS_TEST_EXPECT_MSG_NE(text.find("12.5: 24, 25"), std::string::npos, text);
        Simulator::Destroy();
    }

    /**
     * @param protocol socket factory
     * @param packets of a message
     * @param lost messages that the link loses, from 0
     */
    void Check(const std::string& protocol, uint32_t packets, const std::list<uint32_t>& lost)
    {
        VideoPath video(protocol);
        video.source->SetAttribute("Format", StringValue("Transport"));
        video.source->SetAttribute("MessagePackets", UintegerValue(packets));
        video.source->SetAttribute("MaxPictures", UintegerValue(24));
        video.source->SetAttribute("Remote",
                                   AddressValue(InetSocketAddress(Ipv4Address("10.0.0.2"), 10)));
        auto errors = CreateObject<ReceiveListErrorModel>();
        errors->SetList(lost);
        video.devices.Get(1)->SetAttribute("ReceiveErrorModel", PointerValue(errors));
        const std::string path = CreateTempDirFilename(std::to_string(getpid()) + "-video.ts");
        auto sink = CreateObject<MpegTsSink>();
        sink->SetAttribute("Protocol", TypeIdValue(TypeId::LookupByName(protocol)));
        sink->SetAttribute("Local", AddressValue(InetSocketAddress(Ipv4Address::GetAny(), 10)));
        sink->SetAttribute("File", StringValue(path));
        video.sink->GetNode()->AddApplication(sink);
        std::vector<std::string> sent;
        video.source->TraceConnectWithoutContext(
            "Tx",
            Sink<Ptr<const Packet>>::Make([&sent](Ptr<const Packet> packet) {
                std::string octets(packet->GetSize(), 0);
                packet->CopyData(reinterpret_cast<uint8_t*>(&octets[0]), packet->GetSize());
                sent.push_back(octets);
            }));
        std::vector<int> tos;
        video.sink->GetNode()->GetObject<Ipv4>()->TraceConnectWithoutContext(
            "LocalDeliver",
            Sink<const Ipv4Header&, Ptr<const Packet>, uint32_t>::Make(
                [&tos](const Ipv4Header& ip, Ptr<const Packet>, uint32_t) {
                    tos.push_back(ip.GetTos());
                }));
        Simulator::Stop(Seconds(5));
        Simulator::Run();
        std::string expected;
        uint32_t missing = 0;
        for (uint32_t i = 0; i < sent.size(); ++i)
        {
            NS_TEST_EXPECT_MSG_EQ((sent[i].size() % 188 == 0 && sent[i].size() <= packets * 188),
                                  true,
                                  "size of message " << i);
            const bool isLost = std::find(lost.begin(), lost.end(), i) != lost.end();
            expected += isLost ? "" : sent[i];
            missing += isLost ? static_cast<uint32_t>(sent[i].size() / 188) : 0;
        }
        const auto& units = sink->GetUnits();
        NS_TEST_EXPECT_MSG_EQ(units.size(), 23, "pictures; the last one has no end");
        NS_TEST_EXPECT_MSG_EQ(sink->GetParser().GetCounters().lostPackets, missing, "lost");
        NS_TEST_EXPECT_MSG_EQ(units.at(0).lostPackets, missing, "of the first picture");
        NS_TEST_EXPECT_MSG_EQ(sink->GetTotalRx(), expected.size(), "octets");
        const bool isUdp = protocol == "ns3::UdpSocketFactory";
        if (isUdp && lost.empty())
        {
            // tables and the beginning of I, then I, B and so on
            NS_TEST_EXPECT_MSG_EQ(tos.at(0), 6 << 5, "headers");
            NS_TEST_EXPECT_MSG_EQ(tos.at(packets == 7 ? 1 : 2), 4 << 5, "I");
            for (const int one : {6, 4, 2, 0})
            {
                NS_TEST_EXPECT_MSG_GT(std::count(tos.begin(), tos.end(), one << 5), 3, one);
            }
        }
        Simulator::Destroy(); // closes the file
        sink = nullptr;
        std::ifstream in(path, std::ios::binary);
        const std::string arrived(std::istreambuf_iterator<char>(in), {});
        NS_TEST_EXPECT_MSG_EQ((arrived == expected), true, "octets in the file");
    }
};

/** @brief Numbers that forged parts make up. */
class VideoForgedTest : public TestCase
{
  public:
    VideoForgedTest()
        : TestCase("Parts of pictures far behind the last one are dropped")
    {
    }

  private:
    /** @brief Takes messages from a test. */
    class OpenSink : public VideoSink
    {
      public:
        /** @param number of a picture of one part, which is taken */
        void Take(uint32_t number)
        {
            VideoHeader header;
            header.cls = header.type;
            header.number = number;
            header.size = header.length = 10;
            auto packet = Create<Packet>(10);
            packet->AddHeader(header);
            TakeMessage(packet, Address());
        }
    };

    void DoRun() override
    {
        const auto sink = CreateObject<OpenSink>();
        sink->SetAttribute("MaxGap", UintegerValue(5));
        sink->Take(6);
        NS_TEST_EXPECT_MSG_EQ(sink->GetCounters().malformed, 1, "six are missing at the beginning");
        sink->Take(5);
        sink->Take(11);
        sink->Take(3);
        NS_TEST_EXPECT_MSG_EQ(sink->GetCounters().parts, 3, "five are, twice, and a late one");
        sink->Take(18);
        sink->Take(0xfffffffe);
        NS_TEST_EXPECT_MSG_EQ(sink->GetCounters().malformed, 3, "too far");
        NS_TEST_EXPECT_MSG_EQ(sink->GetPictures().size(), 12, "pictures");
    }
};

/** @brief What a VideoSource cannot send. */
class VideoRefusalTest : public TestCase
{
  public:
    VideoRefusalTest()
        : TestCase("A VideoSource without a model, with a trace that is missing or wrong")
    {
    }

  private:
    void DoRun() override
    {
        const std::string missing = CreateTempDirFilename("missing.txt");
        ExpectRefused("TraceFile", missing, missing + ": cannot be read");
        const std::string path = CreateTempDirFilename(std::to_string(getpid()) + "-wrong.txt");
        // a type that is none of I, P and B, and a size of 0, each in the second line
        std::ofstream(path) << "0 I 0 3000\n1 D 1 900\n";
        ExpectRefused("TraceFile", path, path + ": line 2");
        std::ofstream(path) << "0 I 0 3000\n1 B 1 0\n";
        ExpectRefused("TraceFile", path, path + ": line 2");
        std::ofstream(path) << "0 I 0 3000\n1 B 1 900\n";
        ExpectRefused("TraceFile", path, "");
        ExpectRefused("Model", "0", "name=Model could not be set");
    }

    /**
     * @param name of an attribute
     * @param value of it; of Model: none
     * @param words of the message that ends the program; empty: nothing does
     */
    void ExpectRefused(const std::string& name, const std::string& value, const std::string& words)
    {
        const std::string text = HsnAbortText([&] {
            VideoPath video("ns3::UdpSocketFactory");
            if (name == "Model")
            {
                video.source->SetAttribute(name, PointerValue());
            }
            else
            {
                video.source->SetAttribute(name, StringValue(value));
            }
            Simulator::Stop(Seconds(1));
            Simulator::Run();
        });
        NS_TEST_EXPECT_MSG_EQ(text.empty(), words.empty(), text);
        NS_TEST_EXPECT_MSG_NE(text.find(words), std::string::npos, words << " in: " << text);
    }
};

HsnTestRegistration g_videoAppTests("video-app",
                                    {new VideoHeaderTest,
                                     new VideoLossTest,
                                     new VideoStreamTest,
                                     new VideoTransportTest,
                                     new VideoForgedTest,
                                     new VideoRefusalTest});
} // namespace
} // namespace hsn
} // namespace ns3
