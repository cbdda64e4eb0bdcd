// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * MPEG streams in SDUs of one class and back, over AAL5+ whose headers have parity.
 */
#include "../hsn-test.h"

#include "ns3/aal5-plus-adaptation.h"
#include "ns3/aal5.h"
#include "ns3/atm-helper.h"
#include "ns3/boolean.h"
#include "ns3/double.h"
#include "ns3/drop-tail-queue.h"
#include "ns3/enum.h"
#include "ns3/error-model.h"
#include "ns3/hsn-compat.h"
#include "ns3/mpeg-es-writer.h"
#include "ns3/mpeg-stream-cutter.h"
#include "ns3/pointer.h"
#include "ns3/simulator.h"
#include "ns3/string.h"

#include <algorithm>
#include <list>
#include <string>
#include <vector>

using namespace ns3;
using namespace ns3::hsn;

namespace
{
using Octets = std::vector<uint8_t>;
constexpr std::size_t SDU = MpegStreamCutter::SDU;

/// @param pictures of a stream @return it
Octets
MakeStream(uint32_t pictures)
{
    const MpegEsWriter video(176, 144, 25);
    auto model = CreateObject<GopModel>();
    model->SetAttribute("MeanSize", DoubleValue(1500));
    model->AssignStreams(11);
    Octets stream;
    for (uint32_t i = 0; i < pictures; ++i)
    {
        video.Write(model->Next(), 3, stream);
    }
    MpegEsWriter::WriteEnd(stream);
    return stream;
}

/// @param stream octets @param step of the pieces in which it comes @param cutter cuts it @return
/// SDUs
std::vector<MpegSdu>
Cut(const Octets& stream, std::size_t step, MpegStreamCutter cutter)
{
    std::vector<MpegSdu> sdus;
    for (std::size_t at = 0; at < stream.size(); at += step)
    {
        cutter.Take(&stream[at], std::min(step, stream.size() - at), sdus);
    }
    cutter.Flush(sdus);
    return sdus;
}

/// @param pictures that were joined @return their octets
Octets
Concatenate(const std::vector<MpegJoinedPicture>& pictures)
{
    Octets all;
    for (const auto& picture : pictures)
    {
        all.insert(all.end(), picture.octets.begin(), picture.octets.end());
    }
    return all;
}

/// Without a network.
class MpegCutTest : public TestCase
{
  public:
    MpegCutTest()
        : TestCase("Stream cutter: SDUs of one class, and back; sums; headers and data that are "
                   "missing")
    {
    }

  private:
    void DoRun() override
    {
        const Octets stream = MakeStream(24);
        const auto sdus = Cut(stream, stream.size(), MpegStreamCutter());
        // the same SDUs, however it is cut
        for (const std::size_t step : {1, 5, 1000})
        {
            const auto other = Cut(stream, step, MpegStreamCutter());
            NS_TEST_ASSERT_MSG_EQ(other.size(), sdus.size(), "in pieces of " << step);
            for (std::size_t i = 0; i < sdus.size(); ++i)
            {
                NS_TEST_EXPECT_MSG_EQ(
                    (other[i].cls == sdus[i].cls && other[i].octets == sdus[i].octets),
                    true,
                    "SDU " << i << " in pieces of " << step);
            }
        }
        NS_TEST_EXPECT_MSG_EQ((Join(sdus, {}) == stream), true, "joined");
        // headers of a picture fit into one SDU here: 9 slices, 25 pictures with that of no. 0
        NS_TEST_EXPECT_MSG_EQ(std::count_if(sdus.begin(),
                                            sdus.end(),
                                            [](const MpegSdu& sdu) { return sdu.cls == 0; }),
                              25,
                              "SDUs of headers");
        for (const auto& sdu : sdus)
        {
            NS_TEST_EXPECT_MSG_EQ(
                (sdu.octets.size() == SDU || (sdu.cls != 0 && sdu.octets.size() < SDU)),
                true,
                "size");
        }
        // the first SDU of headers by hand: picture 0 is the 20 octets in front of the first
        // picture
        const Octets first(sdus[0].octets.begin(), sdus[0].octets.begin() + 40);
        Octets expected{0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 20};
        expected.insert(expected.end(), stream.begin(), stream.begin() + 20);
        expected.insert(expected.end(), {0, 0, 20, 0, 0, 0, 0, 0});
        NS_TEST_EXPECT_MSG_EQ((first == expected), true, "first SDU");

        CheckRuns(stream);
        CheckParity(stream);
        CheckLosses(stream, sdus);
        NS_TEST_EXPECT_MSG_NE(
            HsnAbortText([] { MpegStreamCutter(MpegStreamCutter::PER_RUN, true); }).find("PER_RUN"),
            std::string::npos,
            "parity of runs");
    }

    /// @param stream cut at each change of class
    void CheckRuns(const Octets& stream)
    {
        Octets all;
        std::string classes;
        for (const auto& sdu : Cut(stream, 999, MpegStreamCutter(MpegStreamCutter::PER_RUN)))
        {
            all.insert(all.end(), sdu.octets.begin(), sdu.octets.end());
            classes.append(sdu.octets.size(), "SIPB"[sdu.cls]);
        }
        NS_TEST_EXPECT_MSG_EQ((all == stream), true, "nothing but the stream");
        std::vector<MpegRun> runs;
        MpegEsParser parser;
        parser.Take(stream.data(), stream.size(), runs);
        parser.Flush(runs);
        std::string expected;
        for (const auto& run : runs)
        {
            expected.append(run.octets, "SIPB"[run.cls]);
        }
        NS_TEST_EXPECT_MSG_EQ((classes == expected), true, "classes");
    }

    /// @param stream with a sum behind each seven SDUs of headers
    void CheckParity(const Octets& stream)
    {
        const auto plain = Cut(stream, 999, MpegStreamCutter());
        const auto sums = Cut(stream, 999, MpegStreamCutter(MpegStreamCutter::PER_PICTURE, true));
        NS_TEST_ASSERT_MSG_EQ(sums.size(), plain.size() + 25 / 7, "three sums");
        Octets sum(SDU, 0);
        uint32_t row = 0;
        for (const auto& sdu : sums)
        {
            if (sdu.cls == 0 && row == 7)
            {
                NS_TEST_EXPECT_MSG_EQ((sdu.octets == sum), true, "sum");
                sum.assign(SDU, 0);
                row = 0;
            }
            else if (sdu.cls == 0)
            {
                for (std::size_t i = 0; i < SDU; ++i)
                {
                    sum[i] ^= sdu.octets[i];
                }
                ++row;
            }
        }
    }

    /// @param stream the stream @param sdus its SDUs, of which some are missing or damaged
    void CheckLosses(const Octets& stream, const std::vector<MpegSdu>& sdus)
    {
        // the second SDU of data, of the I picture: octets 376 to 751 of its data
        MpegStreamJoiner joiner;
        const auto pictures = Read(joiner, sdus, {3});
        NS_TEST_ASSERT_MSG_EQ(pictures.size(), 25, "pictures");
        uint32_t missing = 0;
        for (const auto& gap : pictures[1].gaps)
        {
            missing += gap.count;
        }
        NS_TEST_EXPECT_MSG_EQ(missing, SDU, "octets");
        Octets damaged = Concatenate(pictures);
        NS_TEST_ASSERT_MSG_EQ(damaged.size(), stream.size(), "octets");
        for (const auto& gap : pictures[1].gaps)
        {
            // behind the headers of picture 0
            std::copy_n(stream.begin() + 20 + gap.first,
                        gap.count,
                        damaged.begin() + 20 + gap.first);
        }
        NS_TEST_EXPECT_MSG_EQ((damaged == stream), true, "all others");

        // headers of the I picture: nothing of it, all of the others
        MpegStreamJoiner headless;
        const auto rest = Read(headless, sdus, {1});
        NS_TEST_ASSERT_MSG_EQ(rest.size(), 25, "pictures");
        for (const auto& picture : rest)
        {
            NS_TEST_EXPECT_MSG_EQ(picture.hasHeaders, (picture.number != 1), picture.number);
            NS_TEST_EXPECT_MSG_EQ(picture.gaps.size(), 0, "no gaps");
        }
        // octets that are missing of an SDU
        MpegStreamJoiner part;
        part.TakeSystem(sdus[0].octets);
        part.TakeSystem(sdus[1].octets);
        part.TakeData(0, sdus[2].octets, {{10, 5}, {100, 2}});
        const auto two = part.TakePictures(true);
        NS_TEST_ASSERT_MSG_EQ(two.size(), 2, "pictures");
        NS_TEST_ASSERT_MSG_GT(two[1].gaps.size(), 2, "gaps");
        NS_TEST_EXPECT_MSG_EQ(two[1].gaps[0].count + two[1].gaps[1].count, 7, "octets");

        // nonsense: size, a place beyond the count, a record behind the end
        MpegStreamJoiner wrong;
        wrong.TakeSystem(Octets(100, 0));
        wrong.TakeSystem(Octets(SDU, 0));
        Octets longer = sdus[0].octets;
        longer[11] = 255;
        std::fill(longer.begin() + 12, longer.end(), 9);
        wrong.TakeSystem(longer);
        NS_TEST_EXPECT_MSG_EQ(wrong.GetMalformed(), 2, "at once");
        NS_TEST_EXPECT_MSG_EQ(wrong.TakePictures(true).at(0).hasHeaders, false, "when joined");
        NS_TEST_EXPECT_MSG_EQ(wrong.GetMalformed(), 3, "when joined");
    }

    /// @param joiner of SDUs @param sdus as they were cut @param lost numbers of those that are
    /// missing @return pictures
    static std::vector<MpegJoinedPicture> Read(MpegStreamJoiner& joiner,
                                               const std::vector<MpegSdu>& sdus,
                                               const std::list<std::size_t>& lost)
    {
        uint8_t data = 0;
        for (std::size_t i = 0; i < sdus.size(); ++i)
        {
            const bool isLost = std::find(lost.begin(), lost.end(), i) != lost.end();
            if (sdus[i].cls != 0)
            {
                if (!isLost)
                {
                    joiner.TakeData(data % 128, sdus[i].octets, {});
                }
                ++data;
            }
            else if (!isLost)
            {
                joiner.TakeSystem(sdus[i].octets);
            }
        }
        return joiner.TakePictures(true);
    }

    /// @param sdus as they were cut @param lost see Read() @return the stream
    static Octets Join(const std::vector<MpegSdu>& sdus, const std::list<std::size_t>& lost)
    {
        MpegStreamJoiner joiner;
        return Concatenate(Read(joiner, sdus, lost));
    }
};

/// Over a link that loses listed cells.
class MpegParityPathTest : public TestCase
{
  public:
    MpegParityPathTest()
        : TestCase("AAL5+ in a device: lost cells of headers are repaired by parity")
    {
    }

  private:
    void DoRun() override
    {
        m_stream = MakeStream(24);
        m_sdus = Cut(m_stream, 999, MpegStreamCutter(MpegStreamCutter::PER_PICTURE, true));
        std::vector<uint32_t> systems; // first cells
        uint32_t cell = 0;
        for (const auto& sdu : m_sdus)
        {
            if (sdu.cls == 0)
            {
                systems.push_back(cell);
            }
            cell += Aal5::CellsFor(static_cast<uint32_t>(sdu.octets.size()));
        }
        NS_TEST_ASSERT_MSG_EQ(systems.size(), 28, "25 and three sums");
        Check({}, 0, 0, true);
        // a cell of the third picture's headers: the first, a middle one, the last, which merges
        // the PDU with data behind it
        for (const uint32_t place : {0, 3, 7})
        {
            Check({systems[2] + place}, 1, 0, true);
        }
        // one in each column, of six rows of the first group; and of a second group
        Check({systems[0] + 1, systems[1] + 3, systems[2] + 5, systems[9] + 2, systems[13] + 4},
              5,
              0,
              true);
        // of the sum alone
        Check({systems[7] + 2}, 0, 0, true);
        // two in the first column: others are zeros at the end of most SDUs, and cells that are
        // alike may change their places. And of the last group, which is not complete: given up in
        // time, with the three PDUs that were never sent
        Check({systems[2], systems[4]}, 0, 2, false);
        Check({systems[25] + 3}, 0, 4, false);
        CheckSecondMode();
        CheckMode();
    }

    /// With parity of diagonals; cells of headers are filled, so that no two are alike.
    void CheckSecondMode()
    {
        MpegStreamCutter cutter(MpegStreamCutter::PER_PICTURE, true);
        cutter.SetSecondMode(true);
        m_stream = MakeStream(24);
        m_sdus = Cut(m_stream, 999, cutter);
        std::vector<uint32_t> first; // cells of SDUs of headers
        std::vector<uint32_t> diagonals;
        uint32_t cell = 0;
        for (const auto& sdu : m_sdus)
        {
            if (sdu.cls == 0)
            {
                NS_TEST_ASSERT_MSG_EQ(sdu.octets.size(), (sdu.isDiagonals ? 384 : 376), "octets");
                (sdu.isDiagonals ? diagonals : first).push_back(cell);
            }
            cell += Aal5::CellsFor(static_cast<uint32_t>(sdu.octets.size()));
        }
        NS_TEST_ASSERT_MSG_EQ(first.size(), 28, "25 and three sums");
        NS_TEST_ASSERT_MSG_EQ(diagonals.size(), 3, "one for each sum");
        NS_TEST_ASSERT_MSG_EQ(diagonals[0], first[7] + 8, "behind it");
        Check({}, 0, 0, true);
        // two of the first column, which differ: as only one parity could not repair them
        Check({first[2], first[4]}, 2, 0, true);
        // one of the column and of the sum
        Check({first[3], first[7]}, 1, 0, true);
        // without the diagonals, or with a part of them, as before
        Check({first[2] + 1, diagonals[0] + 8}, 1, 0, true);
        Check({first[2], first[4], diagonals[0] + 3}, 0, 2, false);
        NS_TEST_EXPECT_MSG_NE(
            HsnAbortText([] { MpegStreamCutter().SetSecondMode(true); }).find("without parity"),
            std::string::npos,
            "no parity");
    }

    /**
     * @param lost cells
     * @param repaired System PDUs
     * @param given System PDUs that are given up
     * @param isWhole whether the stream arrives as it was
     */
    void Check(const std::list<uint32_t>& lost, uint64_t repaired, uint64_t given, bool isWhole)
    {
        auto errors = CreateObject<ReceiveListErrorModel>();
        errors->SetList(lost);
        AtmHelper atm;
        atm.SetChannelAttribute("CellLossModel", PointerValue(errors));
        NodeContainer nodes;
        nodes.Create(2);
        const auto link = atm.Install(nodes);
        const auto a = DynamicCast<AtmNetDevice>(link.Get(0));
        const auto b = DynamicCast<AtmNetDevice>(link.Get(1));
        const auto pvc = atm.ConnectPvc(a, b);
        auto queue = CreateObject<DropTailQueue<Packet>>();
        queue->SetMaxSize(QueueSize("1000p")); // all SDUs at once
        pvc.a->SetAttribute("TxQueue", PointerValue(queue));
        a->SetAdaptation(CreateObject<Aal5PlusAdaptation>());
        auto layer = CreateObject<Aal5PlusAdaptation>();
        layer->SetAttribute("SystemParity", BooleanValue(true));
        MpegStreamJoiner joiner;
        uint64_t late = 0;
        layer->SetReceiver(*pvc.leaves[0],
                           Sink<const Aal5PlusDelivery&>::Make([&](const Aal5PlusDelivery& d) {
                               Octets octets(d.sdu->GetSize());
                               d.sdu->CopyData(octets.data(), d.sdu->GetSize());
                               late += d.isRepaired ? 1 : 0;
                               std::vector<MpegJoinedPicture::Gap> gaps;
                               for (const auto& gap : d.gaps)
                               {
                                   gaps.push_back({gap.first, gap.count});
                               }
                               if (d.type == AAL5_PLUS_SYSTEM)
                               {
                                   joiner.TakeSystem(octets);
                               }
                               else
                               {
                                   joiner.TakeData(d.sequence, octets, gaps);
                               }
                           }));
        Time delay;
        layer->TraceConnectWithoutContext("RecoveryDelay", Sink<Time>::Make([&delay](Time one) {
                                              delay = std::max(delay, one);
                                          }));
        b->SetAdaptation(layer);
        for (const auto& sdu : m_sdus)
        {
            ExClpTag tag;
            tag.cls = static_cast<uint8_t>(sdu.cls);
            tag.isDiagonals = sdu.isDiagonals;
            const auto packet =
                Create<Packet>(sdu.octets.data(), static_cast<uint32_t>(sdu.octets.size()));
            packet->AddPacketTag(tag);
            a->SendSdu(pvc.a, packet);
        }
        Simulator::Run();
        const auto isDiagonals = [](const MpegSdu& sdu) { return sdu.isDiagonals; };
        if (lost.empty() && std::any_of(m_sdus.begin(), m_sdus.end(), isDiagonals))
        {
            const auto& all = layer->GetCounters();
            NS_TEST_EXPECT_MSG_EQ(all.damaged[AAL5_PLUS_SYSTEM], 0, "no SDU, so none is damaged");
            NS_TEST_EXPECT_MSG_EQ(all.missing[AAL5_PLUS_SYSTEM], 0, "no number is left out");
        }
        const auto& c = layer->GetParityCounters(*pvc.leaves[0]);
        const std::string name =
            "first cell lost " + std::to_string(lost.empty() ? 0 : lost.front());
        NS_TEST_EXPECT_MSG_EQ(c.repaired, repaired, "repaired, " << name);
        NS_TEST_EXPECT_MSG_EQ(late, repaired, "handed up, " << name);
        NS_TEST_EXPECT_MSG_EQ(c.lost, given, "given up, " << name);
        NS_TEST_EXPECT_MSG_EQ(c.held, 0, "held, " << name);
        NS_TEST_EXPECT_MSG_EQ(delay.IsStrictlyPositive(), (repaired > 0), "delay, " << name);
        const auto pictures = joiner.TakePictures(true);
        NS_TEST_EXPECT_MSG_EQ((Concatenate(pictures) == m_stream), isWhole, "stream, " << name);
        const auto headless = std::count_if(pictures.begin(), pictures.end(), [](const auto& one) {
            return !one.hasHeaders;
        });
        // of the last picture none is known
        NS_TEST_EXPECT_MSG_EQ((headless >= 0 && headless <= static_cast<int64_t>(given)),
                              true,
                              "pictures without headers, " << name);
        NS_TEST_EXPECT_MSG_EQ(joiner.GetMalformed(), 0, "malformed, " << name);
        Simulator::Destroy();
    }

    /// Parity and regrouping exclude each other.
    void CheckMode()
    {
        const std::string text = HsnAbortText([] {
            AtmHelper atm;
            NodeContainer nodes;
            nodes.Create(2);
            const auto link = atm.Install(nodes);
            const auto a = DynamicCast<AtmNetDevice>(link.Get(0));
            const auto b = DynamicCast<AtmNetDevice>(link.Get(1));
            const auto pvc = atm.ConnectPvc(a, b);
            auto layer = CreateObject<Aal5PlusAdaptation>();
            layer->SetAttribute("SystemParity", BooleanValue(true));
            layer->SetAttribute("DataPduMode", EnumValue(Aal5PlusAdaptation::REGROUP));
            layer->SetReceiver(*pvc.leaves[0],
                               Sink<const Aal5PlusDelivery&>::Make([](const Aal5PlusDelivery&) {}));
            a->SetAdaptation(layer);
            b->SetAdaptation(layer);
            a->SendSdu(pvc.a, Create<Packet>(376));
            Simulator::Run();
        });
        NS_TEST_EXPECT_MSG_NE(text.find("Regroup"), std::string::npos, text);
        Simulator::Destroy();
    }

    Octets m_stream;             //!< sent
    std::vector<MpegSdu> m_sdus; //!< of it
};

HsnTestRegistration g_cutterTests("mpeg-stream-cutter", {new MpegCutTest, new MpegParityPathTest});
} // namespace
