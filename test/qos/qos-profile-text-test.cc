// SPDX-License-Identifier: GPL-2.0-only
/**
 * @file
 * Texts of QoS profiles, written by hand, and what is wrong with others.
 */
#include "../hsn-test.h"

#include "ns3/qos-profile-text.h"
#include "ns3/test.h"

#include <string>
#include <utility>
#include <vector>

namespace ns3
{
namespace hsn
{
namespace
{
/** @brief Profiles as texts. */
class QosProfileTextTest : public TestCase
{
  public:
    QosProfileTextTest()
        : TestCase("QoS profiles as texts: by hand, and what is refused, with line and limit")
    {
    }

  private:
    void DoRun() override
    {
        QosProfile profile;
        const std::string text = "rate 2000000 500000\ndelay 100 250\njitter 0 50\nloss 0.25 0.5\n"
                                 "feature colour wanted\nfeature mpeg-2 required\n";
        NS_TEST_EXPECT_MSG_EQ(ReadQosProfile(text + "\n", profile), "", "a profile");
        NS_TEST_EXPECT_MSG_EQ(profile.rate, 2e6, "wanted");
        NS_TEST_EXPECT_MSG_EQ(profile.leastRate, 5e5, "accepted");
        NS_TEST_EXPECT_MSG_EQ(profile.delay, 100, "wanted");
        NS_TEST_EXPECT_MSG_EQ(profile.mostDelay, 250, "accepted");
        NS_TEST_EXPECT_MSG_EQ(profile.jitter, 0, "wanted");
        NS_TEST_EXPECT_MSG_EQ(profile.mostJitter, 50, "accepted");
        NS_TEST_EXPECT_MSG_EQ(profile.loss, 0.25, "wanted");
        NS_TEST_EXPECT_MSG_EQ(profile.mostLoss, 0.5, "accepted");
        NS_TEST_EXPECT_MSG_EQ(profile.features.at("colour"), false, "wanted");
        NS_TEST_EXPECT_MSG_EQ(profile.features.at("mpeg-2"), true, "required");
        NS_TEST_EXPECT_MSG_EQ(WriteQosProfile(profile), text, "written again");
        NS_TEST_EXPECT_MSG_EQ(ReadQosProfile("rate 5 5\ndelay 5 5", profile), "", "no more");

        const std::vector<std::pair<std::string, std::string>> cases{
            {"rate 5 6", "must accept what it wants"},
            {"delay 6 5", "must accept what it wants"},
            {"rate 5", "must have two numbers of at least 0"},
            {"rate 5 4 3", "must have two numbers of at least 0"},
            {"jitter -1 5", "must have two numbers of at least 0"},
            {"loss 0 nan", "must have two numbers of at least 0"},
            {"feature colour maybe", "must have a name, and required or wanted"},
            {"feature colour", "must have a name, and required or wanted"},
            {"feature colour wanted now", "must have a name, and required or wanted"},
            {"speed 1 2", "must begin with rate, delay, jitter, loss or feature"}};
        for (const auto& [line, fault] : cases)
        {
            NS_TEST_EXPECT_MSG_EQ(ReadQosProfile("delay 1 2\n" + line, profile),
                                  "line \"" + line + "\" " + fault,
                                  line);
        }
    }
};

HsnTestRegistration g_qosProfileTextTests("qos-profile-text", {new QosProfileTextTest});
} // namespace
} // namespace hsn
} // namespace ns3
