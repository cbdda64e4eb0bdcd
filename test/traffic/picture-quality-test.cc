// SPDX-License-Identifier: GPL-2.0-only
#include "../hsn-test.h"

#include "ns3/picture-quality.h"

#include <cmath>
#include <random>

using namespace ns3;
using namespace ns3::hsn;

namespace
{
/// Against the closed form for independent losses, and numbers by hand.
class PictureQualityTest : public TestCase
{
  public:
    PictureQualityTest()
        : TestCase("Decodable pictures by the closed form; PSNR proxy by hand")
    {
    }

  private:
    void DoRun() override
    {
        // [q_I + sum_j q_I q_P^j + 2 q_B (sum_j q_I q_P^j + q_I^2 q_P^3)] / 12, j = 1..3, with
        // q = (1 - p)^cells and 1023, 193 and 39 cells, evaluated elsewhere
        const double cases[][2] = {{1e-5, 0.984086}, {1e-4, 0.852734}, {1e-3, 0.222254}};
        const double cells[] = {0, 1023, 193, 39};
        std::mt19937_64 random(5);
        std::uniform_real_distribution<double> uniform(0, 1);
        for (const auto& c : cases)
        {
            auto model = CreateObject<GopModel>();
            model->AssignStreams(1);
            PictureQuality quality(0);
            const uint32_t frames = 240000;
            uint32_t decodable = 0;
            for (uint32_t i = 0; i < frames; ++i)
            {
                const auto frame = model->Next();
                PictureQuality::Loss loss;
                loss.data = cells[frame.type];
                loss.lostData = uniform(random) < std::pow(1 - c[0], loss.data) ? 0 : 1;
                quality.Add(frame, loss);
                decodable += quality.IsDecodable(i) ? 1 : 0;
            }
            // a standard deviation of at most 0.0025
            NS_TEST_EXPECT_MSG_EQ_TOL(decodable / double(frames), c[1], 0.007, "p = " << c[0]);
        }
        CheckProxy();
    }

    /// I loses a tenth of its data, P half of its headers, B nothing.
    void CheckProxy()
    {
        auto model = CreateObject<GopModel>();
        PictureQuality strict(0);
        PictureQuality tolerant(0.1);
        const PictureQuality::Loss losses[] = {{10, 1, 2, 0},
                                               {10, 0, 2, 0},
                                               {10, 0, 2, 0},
                                               {10, 0, 2, 1},
                                               {10, 0, 2, 0}};
        for (const auto& loss : losses)
        {
            const auto frame = model->Next();
            strict.Add(frame, loss);
            tolerant.Add(frame, loss);
        }
        // 0.1 650; half of 65 weakened; 0.5 650 + 0.5 0.95 65; 0.95 (65 + 355.875) / 2
        const double errors[] = {65, 30.875, 30.875, 355.875, 199.915625};
        const bool tolerated[] = {true, true, true, false, false};
        for (uint32_t i = 0; i < 5; ++i)
        {
            NS_TEST_EXPECT_MSG_EQ_TOL(strict.GetDistortion(i), errors[i], 1e-9, "error " << i);
            NS_TEST_EXPECT_MSG_EQ(strict.IsDecodable(i), false, "strict " << i);
            NS_TEST_EXPECT_MSG_EQ(tolerant.IsDecodable(i), tolerated[i], "tolerant " << i);
        }
        // 10 log10(65025 / 81.33)
        NS_TEST_EXPECT_MSG_EQ_TOL(strict.GetPsnr(0), 29.0284, 1e-3, "PSNR");
    }
};

HsnTestRegistration g_qualityTests("picture-quality", {new PictureQualityTest});
} // namespace
