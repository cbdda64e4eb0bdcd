// SPDX-License-Identifier: GPL-2.0-only
#include "../hsn-test.h"

#include "ns3/double.h"
#include "ns3/enum.h"
#include "ns3/gop-model.h"
#include "ns3/object-factory.h"
#include "ns3/uinteger.h"

#include <cmath>
#include <functional>
#include <map>
#include <string>
#include <vector>

using namespace ns3;
using namespace ns3::hsn;

namespace
{
/// Order and dependencies of pictures, written out by hand.
class GopOrderTest : public TestCase
{
  public:
    GopOrderTest()
        : TestCase("GOP of 12 pictures, an anchor at every third place, open")
    {
    }

  private:
    void DoRun() override
    {
        auto model = CreateObject<GopModel>();
        model->AssignStreams(1);
        std::string types;
        std::vector<std::pair<int64_t, int64_t>> references;
        for (int i = 0; i < 24; ++i)
        {
            const auto frame = model->Next();
            types += ToString(frame.type);
            references.emplace_back(frame.before, frame.after);
            NS_TEST_EXPECT_MSG_EQ(frame.number, static_cast<uint64_t>(i), "number");
            NS_TEST_EXPECT_MSG_EQ(frame.gop, static_cast<uint64_t>(i / 12), "group");
        }
        NS_TEST_EXPECT_MSG_EQ(types, "IBBPBBPBBPBBIBBPBBPBBPBB", "types");
        // of the first group: B pictures before any anchor have one reference only
        const std::vector<std::pair<int64_t, int64_t>> expected{{-1, -1},
                                                                {-1, 0},
                                                                {-1, 0},
                                                                {0, -1},
                                                                {0, 3},
                                                                {0, 3},
                                                                {3, -1},
                                                                {3, 6},
                                                                {3, 6},
                                                                {6, -1},
                                                                {6, 9},
                                                                {6, 9},
                                                                {-1, -1},
                                                                {9, 12},
                                                                {9, 12},
                                                                {12, -1}};
        for (std::size_t i = 0; i < expected.size(); ++i)
        {
            NS_TEST_EXPECT_MSG_EQ(references[i].first, expected[i].first, "picture " << i);
            NS_TEST_EXPECT_MSG_EQ(references[i].second, expected[i].second, "picture " << i);
        }
    }
};

/// Shares, and the moments of sizes, against the definition.
class GopSizeTest : public TestCase
{
  public:
    GopSizeTest()
        : TestCase("GOP model: shares of the presets, mean and variation of sizes")
    {
    }

  private:
    void DoRun() override
    {
        struct Case
        {
            GopModel::Preset preset;
            double shares[4]; // headers, I, P, B
        };

        // PaperA and PaperB as the paper prints them; Typical from pictures of 5 : 3 : 1
        const Case cases[] = {{GopModel::PAPER_A, {0.05, 0.53, 0.29, 0.13}},
                              {GopModel::PAPER_B, {0.05, 0.50, 0.30, 0.15}},
                              {GopModel::TYPICAL, {0.05, 0.2159, 0.3886, 0.3455}}};
        for (const auto& c : cases)
        {
            auto model = CreateObject<GopModel>();
            model->SetAttribute("Preset", EnumValue(c.preset));
            model->SetAttribute("MeanSize", DoubleValue(160));
            model->AssignStreams(7);
            const uint32_t gops = 2000;
            const auto frames = model->Draw(gops, true);
            double sums[4] = {0, 0, 0, 0};
            for (const auto& frame : frames)
            {
                sums[0] += frame.system;
                sums[frame.type] += frame.data;
            }
            const double all = sums[0] + sums[1] + sums[2] + sums[3];
            NS_TEST_EXPECT_MSG_EQ_TOL(all / (gops * 12), 160.0, 1e-6, "mean size, normalised");
            for (int k = 0; k < 4; ++k)
            {
                NS_TEST_EXPECT_MSG_EQ_TOL(sums[k] / all, c.shares[k], 0.005, "share " << k);
            }
        }
        CheckVariation();
    }

    /// The logarithms of I pictures: variance ln 1.09 + ln 1.0225, correlation 0.8 ln 1.09 of it.
    void CheckVariation()
    {
        auto model = CreateObject<GopModel>();
        model->AssignStreams(11);
        const auto frames = model->Draw(40000, false);
        std::vector<double> logs;
        double mean = 0;
        for (std::size_t i = 0; i < frames.size(); i += 12)
        {
            logs.push_back(std::log(frames[i].data));
            mean += logs.back() / 40000;
        }
        double variance = 0;
        double covariance = 0;
        for (std::size_t i = 0; i + 1 < logs.size(); ++i)
        {
            variance += (logs[i] - mean) * (logs[i] - mean) / 40000;
            covariance += (logs[i] - mean) * (logs[i + 1] - mean) / 40000;
        }
        const double group = std::log(1.09);
        const double picture = std::log(1.0225);
        NS_TEST_EXPECT_MSG_EQ_TOL(mean,
                                  std::log(12 * 0.53) - (group + picture) / 2,
                                  0.02,
                                  "mean of logarithms");
        NS_TEST_EXPECT_MSG_EQ_TOL(variance, group + picture, 0.006, "variance of logarithms");
        NS_TEST_EXPECT_MSG_EQ_TOL(covariance, 0.8 * group, 0.006, "covariance of logarithms");
    }
};

/// Shares that make no sense end the program with their values and what is allowed.
class GopRefusalTest : public TestCase
{
  public:
    GopRefusalTest()
        : TestCase("GOP model: shares that are refused")
    {
    }

  private:
    void DoRun() override
    {
        ExpectRefused([] { CreateObject<GopModel>()->SetShares(0.5, 0.3, 0.1, 0.05); },
                      "0.5, 0.3, 0.1, 0.05: none below 0, and their sum 1");
        ExpectRefused([] { CreateObject<GopModel>()->SetShares(0.6, 0.5, -0.15, 0.05); },
                      "0.6, 0.5, -0.15, 0.05: none below 0, and their sum 1");
        const std::string text =
            HsnAbortText([] { CreateObject<GopModel>()->SetShares(0.25, 0.25, 0.25, 0.25); });
        NS_TEST_EXPECT_MSG_EQ(text, "", "a sum of 1");
        ExpectRefused(
            [] {
                auto model = CreateObject<GopModel>();
                model->SetAttribute("AnchorDistance", UintegerValue(1)); // no place for B
                model->Next();
            },
            "no B pictures gives them a share of 0.13: 0");
        ExpectRefused(
            [] { CreateObjectWithAttributes<GopModel>("AnchorDistance", UintegerValue(5)); },
            "GopSize of a GopModel is 12: a multiple of its AnchorDistance, 5");
    }

    /// @param code that ends the program @param words of its message
    void ExpectRefused(const std::function<void()>& code, const std::string& words)
    {
        const std::string text = HsnAbortText(code);
        NS_TEST_EXPECT_MSG_NE(text.find(words), std::string::npos, words << " in: " << text);
    }
};

HsnTestRegistration g_gopModelTests("gop-model",
                                    {new GopOrderTest, new GopSizeTest, new GopRefusalTest});
} // namespace
