// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * AAL5+ as the adaptation layer of devices: marks, numbers, gaps, classes of IP packets.
 */
#include "../hsn-test.h"

#include "ns3/aal5-plus-adaptation.h"
#include "ns3/atm-helper.h"
#include "ns3/atm-raw-pdu.h"
#include "ns3/atm-switch-helper.h"
#include "ns3/boolean.h"
#include "ns3/enum.h"
#include "ns3/error-model.h"
#include "ns3/ex-clp.h"
#include "ns3/hsn-compat.h"
#include "ns3/inet-socket-address.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-address-helper.h"
#include "ns3/mpeg-ex-clp-classifier.h"
#include "ns3/on-off-helper.h"
#include "ns3/onoff-application.h"
#include "ns3/packet-sink-helper.h"
#include "ns3/packet-sink.h"
#include "ns3/pointer.h"
#include "ns3/simulator.h"
#include "ns3/socket.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <list>
#include <string>
#include <vector>

namespace ns3
{
namespace hsn
{
namespace
{
/** @brief Octets of classes that a test names. */
class ListedClassifier : public ExClpClassifier
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId()
    {
        static TypeId tid =
            TypeId("ns3::hsn::ListedClassifier").SetParent<ExClpClassifier>().SetGroupName("Hsn");
        return tid;
    }

    std::vector<ExClpRun> Classify(const AtmVc&, Ptr<const Packet>) override
    {
        return runs;
    }

    std::vector<ExClpRun> runs; //!< of every SDU
};

/** @brief Two hosts with AAL5+ on one link that loses listed cells, and what arrives. */
struct Pair
{
    /**
     * @param mode of both
     * @param lost numbers of cells that the link loses
     */
    Pair(Aal5PlusAdaptation::DataPduMode mode, const std::list<uint32_t>& lost)
    {
        if (!lost.empty())
        {
            auto errors = CreateObject<ReceiveListErrorModel>();
            errors->SetList(lost);
            atm.SetChannelAttribute("CellLossModel", PointerValue(errors));
        }
        NodeContainer nodes;
        nodes.Create(2);
        const auto link = atm.Install(nodes);
        a = DynamicCast<AtmNetDevice>(link.Get(0));
        b = DynamicCast<AtmNetDevice>(link.Get(1));
        pvc = atm.ConnectPvc(a, b);
        for (const auto& end : {a, b})
        {
            auto layer = CreateObject<Aal5PlusAdaptation>();
            layer->SetAttribute("DataPduMode", EnumValue(mode));
            layer->SetAttribute("Classifier", PointerValue(classes));
            end->SetAdaptation(layer);
            layers.push_back(layer);
        }
        layers[1]->SetReceiver(*pvc.leaves[0],
                               Sink<const Aal5PlusDelivery&>::Make(
                                   [this](const Aal5PlusDelivery& d) { deliveries.push_back(d); }));
        a->TraceConnectWithoutContext("CellTx",
                                      Sink<const CellBurst&>::Make([this](const CellBurst& cell) {
                                          sent += "SIPB"[2 * cell.IsClp() + cell.IsEfci()];
                                      }));
    }

    ~Pair()
    {
        Simulator::Destroy();
    }

    /** @param runs classes of an SDU, whose octets count from 0, which is sent */
    void Send(const std::vector<ExClpRun>& runs)
    {
        std::vector<uint8_t> octets;
        for (const auto& run : runs)
        {
            for (uint32_t i = 0; i < run.octets; ++i)
            {
                octets.push_back(static_cast<uint8_t>(octets.size()));
            }
        }
        classes->runs = runs;
        a->SendSdu(pvc.a, Create<Packet>(octets.data(), static_cast<uint32_t>(octets.size())));
        Simulator::Run();
    }

    /** @param d delivered @return whether its octets count from 0, zeros in gaps */
    static bool IsRight(const Aal5PlusDelivery& d)
    {
        std::vector<uint8_t> octets(d.sdu->GetSize());
        d.sdu->CopyData(octets.data(), d.sdu->GetSize());
        std::vector<bool> isMissing(octets.size());
        for (const auto& gap : d.gaps)
        {
            std::fill_n(isMissing.begin() + gap.first, gap.count, true);
        }
        for (std::size_t i = 0; i < octets.size(); ++i)
        {
            if (octets[i] != (isMissing[i] ? 0 : static_cast<uint8_t>(i)))
            {
                return false;
            }
        }
        return true;
    }

    AtmHelper atm;                                                    //!< draws
    Ptr<AtmNetDevice> a;                                              //!< sends
    Ptr<AtmNetDevice> b;                                              //!< receives
    AtmPvc pvc;                                                       //!< connection
    Ptr<ListedClassifier> classes = CreateObject<ListedClassifier>(); //!< of both
    std::vector<Ptr<Aal5PlusAdaptation>> layers;                      //!< of a and b
    std::vector<Aal5PlusDelivery> deliveries;                         //!< at b
    std::string sent;                                                 //!< classes of cells
};

/** @brief Marks of a PDU by themselves. */
class PduMarksTest : public TestCase
{
  public:
    PduMarksTest()
        : TestCase("Marks of the cells of a PDU: one for all, one for each")
    {
    }

  private:
    void DoRun() override
    {
        AtmRawPdu pdu(6);
        NS_TEST_EXPECT_MSG_EQ(pdu.CountAlike(1, 5), 5, "no marks");
        pdu.SetMarks(0, 6, ATM_MARK_CLP);
        NS_TEST_EXPECT_MSG_EQ(+pdu.GetMarks(5), 1, "all");
        pdu.SetMarks(2, 2, ATM_MARK_EFCI);
        const std::string marks = "112211";
        for (uint32_t i = 0; i < 6; ++i)
        {
            NS_TEST_EXPECT_MSG_EQ(+pdu.GetMarks(i), marks[i] - '0', "cell " << i);
        }
        NS_TEST_EXPECT_MSG_EQ(pdu.CountAlike(0, 6), 2, "up to the others");
        NS_TEST_EXPECT_MSG_EQ(pdu.CountAlike(3, 3), 1, "from the middle");
        NS_TEST_EXPECT_MSG_EQ(pdu.CountAlike(4, 1), 1, "at most");
        AtmRawPdu copy(6);
        copy.CopyMarks(pdu);
        NS_TEST_EXPECT_MSG_EQ(+copy.GetMarks(3), 2, "copied");
        pdu.SetMarks(0, 6, 0);
        NS_TEST_EXPECT_MSG_EQ(+pdu.GetMarks(3) + pdu.CountAlike(0, 6), 6, "all again");
        for (uint32_t cls = 0; cls < 4; ++cls)
        {
            NS_TEST_EXPECT_MSG_EQ(GetExClpClass(GetExClpMarks(cls)), cls, "class " << cls);
        }
        // CLP is the upper bit of the class (table 1 of the paper)
        NS_TEST_EXPECT_MSG_EQ(+GetExClpMarks(2), ATM_MARK_CLP, "P");
        NS_TEST_EXPECT_MSG_EQ(+GetExClpMarks(1), ATM_MARK_EFCI, "I");
    }
};

/** @brief Cells of SDUs, worked out by hand. */
class Aal5PlusMarkTest : public TestCase
{
  public:
    Aal5PlusMarkTest()
        : TestCase("AAL5+ in a device: marks of cells in three modes, numbers, whole SDUs")
    {
    }

  private:
    void DoRun() override
    {
        // 20 + 100 + 30 octets and a trailer: 158 octets, 4 cells; octets 20 to 119 are of P
        const std::vector<ExClpRun> mixed = {{0, 20}, {2, 100}, {0, 30}};
        // S in octets 0-19 and 120-149: cells 0, 2 and 3
        Check(Aal5PlusAdaptation::PER_CLASS_PDU, mixed, "SSSS", 1);
        Check(Aal5PlusAdaptation::MARK_ONLY, mixed, "SPSS", 1);
        // a table of 9 octets, 50 of headers, zeros to 96: 2 cells; 100 of P and a trailer: 3
        Check(Aal5PlusAdaptation::REGROUP, mixed, "SSPPP", 1);
        // headers alone: a System PDU; regrouped, an octet in front of 40 makes two cells
        Check(Aal5PlusAdaptation::MARK_ONLY, {{0, 40}}, "S", 0);
        Check(Aal5PlusAdaptation::REGROUP, {{0, 40}}, "SS", 0);
        // 95 octets fill two cells; the third has the trailer only, of the last octet's class
        Check(Aal5PlusAdaptation::MARK_ONLY, {{1, 45}, {3, 50}}, "IBB", 1);
        Check(Aal5PlusAdaptation::PER_CLASS_PDU, {{3, 376}}, "BBBBBBBB", 1);

        Pair pair(Aal5PlusAdaptation::PER_CLASS_PDU, {});
        for (int i = 0; i < 130; ++i)
        {
            pair.Send({{0, 10}});
            pair.Send({{1, 10}});
        }
        NS_TEST_ASSERT_MSG_EQ(pair.deliveries.size(), 260, "PDUs");
        NS_TEST_EXPECT_MSG_EQ(+pair.deliveries[256].sequence, 0, "numbers of System PDUs");
        NS_TEST_EXPECT_MSG_EQ(+pair.deliveries[259].sequence, 1, "numbers of Data PDUs");
        NS_TEST_EXPECT_MSG_EQ(pair.layers[1]->GetCounters().missing[0], 0, "missing");
    }

    /**
     * @param mode of the device
     * @param runs of an SDU
     * @param cells classes that leave
     * @param type of the PDU
     */
    void Check(Aal5PlusAdaptation::DataPduMode mode,
               const std::vector<ExClpRun>& runs,
               const std::string& cells,
               uint32_t type)
    {
        Pair pair(mode, {});
        pair.Send(runs);
        NS_TEST_EXPECT_MSG_EQ(pair.sent, cells, "cells, mode " << mode);
        NS_TEST_ASSERT_MSG_EQ(pair.deliveries.size(), 1, "SDUs, mode " << mode);
        const auto& d = pair.deliveries[0];
        NS_TEST_EXPECT_MSG_EQ(d.type, type, "type, mode " << mode);
        uint32_t octets = 0;
        for (const auto& run : runs)
        {
            octets += run.octets;
        }
        NS_TEST_EXPECT_MSG_EQ(d.sdu->GetSize(), octets, "octets, mode " << mode);
        NS_TEST_EXPECT_MSG_EQ(Pair::IsRight(d) && d.isIntact && d.gaps.empty(), true, "content");
    }
};

/** @brief Cells that are lost, by hand. */
class Aal5PlusGapTest : public TestCase
{
  public:
    Aal5PlusGapTest()
        : TestCase("AAL5+ in a device: damaged PDUs are handed up with what is missing")
    {
    }

  private:
    void DoRun() override
    {
        {
            // 200 octets in five cells: the third one has octets 96 to 143
            Pair pair(Aal5PlusAdaptation::PER_CLASS_PDU, {2});
            pair.Send({{3, 200}});
            NS_TEST_ASSERT_MSG_EQ(pair.deliveries.size(), 1, "one PDU");
            CheckGaps(pair.deliveries[0], {{96, 48, 3}});
        }
        {
            // the last cell of the first PDU and the first of the second: they end together
            Pair pair(Aal5PlusAdaptation::PER_CLASS_PDU, {4, 5});
            pair.Send({{2, 200}});
            NS_TEST_EXPECT_MSG_EQ(pair.deliveries.size(), 0, "nothing has ended");
            pair.Send({{3, 100}});
            NS_TEST_ASSERT_MSG_EQ(pair.deliveries.size(), 2, "two PDUs");
            CheckGaps(pair.deliveries[0], {{192, 8, 2}});
            CheckGaps(pair.deliveries[1], {{0, 48, 3}});
            pair.Send({{3, 10}});
            NS_TEST_EXPECT_MSG_EQ(pair.layers[1]->GetCounters().damaged[1], 2, "damaged");
        }
        {
            // a whole PDU: the next number tells
            Pair pair(Aal5PlusAdaptation::PER_CLASS_PDU, {1});
            for (int i = 0; i < 3; ++i)
            {
                pair.Send({{1, 40}});
            }
            NS_TEST_EXPECT_MSG_EQ(pair.deliveries.size(), 2, "PDUs");
            NS_TEST_EXPECT_MSG_EQ(pair.layers[1]->GetCounters().missing[1], 1, "left out");
        }
        {
            // headers are not handed up in part, nor data if that is switched off
            Pair pair(Aal5PlusAdaptation::PER_CLASS_PDU, {0, 3});
            pair.Send({{0, 100}});
            pair.layers[1]->SetAttribute("CorruptedDelivery", BooleanValue(false));
            pair.Send({{1, 100}});
            NS_TEST_EXPECT_MSG_EQ(pair.deliveries.size(), 0, "nothing");
            NS_TEST_EXPECT_MSG_EQ(pair.layers[1]->GetCounters().damaged[0], 1, "headers");
        }
        {
            // regrouped: the cell of the last headers; then that of the table
            const std::vector<ExClpRun> mixed = {{0, 20}, {2, 100}, {0, 30}};
            Pair pair(Aal5PlusAdaptation::REGROUP, {1, 5});
            pair.Send(mixed);
            pair.Send(mixed);
            NS_TEST_ASSERT_MSG_EQ(pair.deliveries.size(), 2, "two PDUs");
            // 9 octets of table, 20 and 19 of headers in the first cell; 11 in the second
            CheckGaps(pair.deliveries[0], {{139, 11, 0}});
            CheckGaps(pair.deliveries[1], {{0, 20, 0}, {20, 100, 2}, {120, 30, 0}});
        }
        {
            // a receiver that expects a table of 255 runs in an SDU that has none, damaged and
            // whole
            Pair pair(Aal5PlusAdaptation::PER_CLASS_PDU, {1});
            pair.layers[1]->SetAttribute("DataPduMode", EnumValue(Aal5PlusAdaptation::REGROUP));
            pair.classes->runs = {{3, 200}};
            const std::vector<uint8_t> octets(200, 255);
            for (int i = 0; i < 2; ++i)
            {
                pair.a->SendSdu(pair.pvc.a, Create<Packet>(octets.data(), 200));
                Simulator::Run();
            }
            NS_TEST_EXPECT_MSG_EQ(pair.deliveries.size(), 0, "nothing");
            NS_TEST_EXPECT_MSG_EQ(pair.layers[1]->GetCounters().badTables, 2, "tables");
        }
        const std::string text = HsnAbortText([] {
            Pair pair(Aal5PlusAdaptation::REGROUP, {});
            pair.Send({{3, 65535}});
        });
        NS_TEST_EXPECT_MSG_NE(text.find("65535 octets with DataPduMode=Regroup: up to 65534"),
                              std::string::npos,
                              text);
        CheckTagging();
    }

    /** @param d damaged @param gaps that it must have */
    void CheckGaps(const Aal5PlusDelivery& d, const std::vector<Aal5PlusGap>& gaps)
    {
        NS_TEST_ASSERT_MSG_EQ(d.gaps.size(), gaps.size(), "gaps");
        for (std::size_t i = 0; i < gaps.size(); ++i)
        {
            NS_TEST_EXPECT_MSG_EQ(d.gaps[i].first, gaps[i].first, "first octet");
            NS_TEST_EXPECT_MSG_EQ(d.gaps[i].count, gaps[i].count, "octets");
            NS_TEST_EXPECT_MSG_EQ(d.gaps[i].cls, gaps[i].cls, "class");
        }
        NS_TEST_EXPECT_MSG_EQ(d.isIntact, false, "damaged");
        NS_TEST_EXPECT_MSG_EQ(Pair::IsRight(d), true, "octets");
    }

    /** UPC that tags makes P of headers and B of I: the network's use of CLP and the service's
     * conflict. */
    void CheckTagging()
    {
        NodeContainer nodes;
        nodes.Create(3);
        AtmSwitchHelper().Install(nodes.Get(1));
        AtmHelper atm;
        const auto a = atm.Install(nodes.Get(0), nodes.Get(1)).Get(0);
        const auto b = atm.Install(nodes.Get(1), nodes.Get(2)).Get(1);
        AtmPvcOptions options;
        // no burst at all: of cells that follow each other every second one is tagged
        options.forward = AtmTrafficContract::Vbr(AtmTrafficContract::VBR_B,
                                                  NanoSeconds(2726),
                                                  NanoSeconds(2 * 2726),
                                                  1);
        const auto pvc = atm.ConnectPvc(a, b, options);
        auto layer = CreateObject<Aal5PlusAdaptation>();
        DynamicCast<AtmNetDevice>(a)->SetAdaptation(layer);
        std::string seen;
        b->TraceConnectWithoutContext("CellRx",
                                      Sink<const CellBurst&>::Make([&seen](const CellBurst& cell) {
                                          seen += "SIPB"[2 * cell.IsClp() + cell.IsEfci()];
                                      }));
        for (const uint8_t cls : {0, 1})
        {
            const auto sdu = Create<Packet>(4 * 48 - 8);
            ExClpTag tag;
            tag.cls = cls;
            sdu->AddPacketTag(tag);
            DynamicCast<AtmNetDevice>(a)->SendSdu(pvc.a, sdu);
        }
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(seen, "SPSPIBIB", "classes after tagging");
        Simulator::Destroy();
    }
};

/** @brief Applications that know nothing of ATM. */
class TosClassTest : public TestCase
{
  public:
    TosClassTest()
        : TestCase("Unmodified UDP applications get classes by TOS, and the network respects them")
    {
    }

  private:
    void DoRun() override
    {
        // four hosts send 8.1 Mbit/s in cells, of one class each, over 25.6 Mbit/s
        NodeContainer senders;
        senders.Create(4);
        NodeContainer others;
        others.Create(2);
        AtmSwitchHelper sw;
        // three packets of three hosts, which wait for ARP, fit
        sw.SetQueueAttribute("MaxCells", UintegerValue(200));
        sw.SetDiscardPolicy("ns3::hsn::ExClpPushOutDiscard");
        sw.Install(others.Get(0));
        AtmHelper atm;
        atm.SetChannelAttribute("DataRate", StringValue("25.6Mbps"));
        const auto sink = atm.Install(others.Get(0), others.Get(1)).Get(1);
        NetDeviceContainer devices(sink);
        std::vector<Ptr<Aal5PlusAdaptation>> layers;
        for (uint32_t cls = 0; cls < 4; ++cls)
        {
            const auto device = atm.Install(senders.Get(cls), others.Get(0)).Get(0);
            atm.ConnectPvc(device, sink);
            devices.Add(device);
            layers.push_back(CreateObject<Aal5PlusAdaptation>());
            layers.back()->SetAttribute("Classifier",
                                        PointerValue(CreateObject<TosExClpClassifier>()));
            DynamicCast<AtmNetDevice>(device)->SetAdaptation(layers.back());
        }
        InternetStackHelper().Install(NodeContainer(others.Get(1), senders));
        Ipv4AddressHelper addresses;
        addresses.SetBase("10.0.0.0", "255.255.255.0");
        const auto to = addresses.Assign(devices).GetAddress(0);
        // precedence 6, 4, 2, 0: headers, I, P, B
        std::vector<Ptr<PacketSink>> sinks;
        for (uint32_t cls = 0; cls < 4; ++cls)
        {
            const auto port = static_cast<uint16_t>(5000 + cls);
            OnOffHelper source("ns3::UdpSocketFactory", InetSocketAddress(to, port));
            source.SetConstantRate(DataRate("7Mbps"), 964); // 21 cells with all headers
            auto apps = source.Install(senders.Get(cls));
            apps.Start(MicroSeconds(10 * cls));
            apps.Stop(MilliSeconds(500));
            const auto tos = static_cast<uint8_t>((6 - 2 * cls) << 5);
            if (!apps.Get(0)->SetAttributeFailSafe("Tos", UintegerValue(tos)))
            {
                // older applications have no such attribute: as a socket option
                const auto app = DynamicCast<OnOffApplication>(apps.Get(0));
                ScheduleCall(MicroSeconds(10 * cls + 1),
                             [app, tos] { app->GetSocket()->SetIpTos(tos); });
            }
            PacketSinkHelper helper("ns3::UdpSocketFactory",
                                    InetSocketAddress(Ipv4Address::GetAny(), port));
            sinks.push_back(DynamicCast<PacketSink>(helper.Install(others.Get(1)).Get(0)));
        }
        Simulator::Run();
        // 7 Mbit/s for 0.5 s in packets of 964 octets: 453 of each, with 21 cells. Those of the
        // first 10 ms, before ARP has an answer, are lost
        for (uint32_t cls = 0; cls < 4; ++cls)
        {
            const auto& sent = layers[cls]->GetCounters().sentCells;
            NS_TEST_EXPECT_MSG_EQ_TOL(static_cast<double>(sent[cls]), 21 * 449.0, 21 * 5, cls);
            for (uint32_t other = 0; other < 4; ++other)
            {
                NS_TEST_EXPECT_MSG_EQ((other == cls || sent[other] == 0), true, cls);
            }
            // three classes fit, with 24.3 Mbit/s; of the fourth a sixth at most
            const auto got = static_cast<double>(sinks[cls]->GetTotalRx()) / 964;
            if (cls < 3)
            {
                NS_TEST_EXPECT_MSG_EQ(got * 21, static_cast<double>(sent[cls]), "class " << cls);
            }
            else
            {
                NS_TEST_EXPECT_MSG_LT(got, 449 / 6, "B");
            }
        }
        Simulator::Destroy();
        CheckClassifier();
    }

    /** Classes of packets, by their octets. */
    void CheckClassifier()
    {
        auto vc = CreateObject<AtmVc>();
        TosExClpClassifier classifier;
        const auto find = [&](const std::vector<uint8_t>& octets) {
            const auto runs = classifier.Classify(
                *vc,
                Create<Packet>(octets.data(), static_cast<uint32_t>(octets.size())));
            return runs.at(0).octets == octets.size() ? runs.at(0).cls : 99;
        };
        // LLC/SNAP as of RFC 2684, then version and type of service
        const std::vector<uint8_t> snap = {0xaa, 0xaa, 3, 0, 0, 0};
        const auto with = [&snap](const std::vector<uint8_t>& more) {
            auto octets = snap;
            octets.insert(octets.end(), more.begin(), more.end());
            return octets;
        };
        NS_TEST_EXPECT_MSG_EQ(find(with({8, 0, 0x45, 0xc0})), 0, "precedence 6");
        NS_TEST_EXPECT_MSG_EQ(find(with({8, 0, 0x45, 0xb8})), 1, "EF, precedence 5");
        NS_TEST_EXPECT_MSG_EQ(find(with({8, 0, 0x45, 0x40})), 2, "precedence 2");
        NS_TEST_EXPECT_MSG_EQ(find(with({8, 0, 0x45, 0x00})), 3, "best effort");
        NS_TEST_EXPECT_MSG_EQ(find(with({0x86, 0xdd, 0x6b, 0x80})), 1, "IPv6, class b8");
        NS_TEST_EXPECT_MSG_EQ(find(with({0x08, 0x06, 0x00, 0x01})), 0, "ARP");
        NS_TEST_EXPECT_MSG_EQ(find({0xaa}), 0, "too short");
        classifier.SetClass(0, 1);
        NS_TEST_EXPECT_MSG_EQ(find(with({8, 0, 0x45, 0x00})), 1, "set");

        // the same stream as one SDU and cut everywhere: a picture header of type I, a slice
        const std::vector<uint8_t> stream =
            {0, 0, 1, 0, 0, 0x8f, 0xff, 0xf8, 0, 0, 1, 1, 9, 7, 7, 7};
        // the slice's start code and its first octet are headers; three octets of I follow
        for (std::size_t cut = 1; cut < stream.size(); ++cut)
        {
            MpegExClpClassifier mpeg;
            std::string classes;
            for (const auto& part : {std::vector<uint8_t>(stream.begin(), stream.begin() + cut),
                                     std::vector<uint8_t>(stream.begin() + cut, stream.end())})
            {
                for (const auto& run :
                     mpeg.Classify(*vc,
                                   Create<Packet>(part.data(), static_cast<uint32_t>(part.size()))))
                {
                    classes += std::string(run.octets, "SIPB"[run.cls]);
                }
            }
            NS_TEST_EXPECT_MSG_EQ(classes, std::string(13, 'S') + "III", "cut at " << cut);
        }
    }
};

HsnTestRegistration g_aal5PlusAdaptationTests(
    "aal5-plus-adaptation",
    {new PduMarksTest, new Aal5PlusMarkTest, new Aal5PlusGapTest, new TosClassTest});
} // namespace
} // namespace hsn
} // namespace ns3
