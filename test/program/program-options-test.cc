// SPDX-License-Identifier: GPL-2.0-only
#include "../hsn-test.h"

#include "ns3/error-model.h"
#include "ns3/log.h"
#include "ns3/program-options.h"
#include "ns3/program-setting.h"

#include <cmath>

using namespace ns3;
using namespace ns3::hsn;

namespace
{
/// An enumeration.
enum class Colour
{
    RED,
    BLUE
};

/// Ranges in words, and what they contain.
class NumberRangeTest : public TestCase
{
  public:
    NumberRangeTest()
        : TestCase("Ranges of numbers")
    {
    }

  private:
    void DoRun() override
    {
        NS_TEST_EXPECT_MSG_EQ(NumberRange().GetText(), "", "no bound");
        NS_TEST_EXPECT_MSG_EQ(AtLeast(1).GetText(), "at least 1", "closed below");
        NS_TEST_EXPECT_MSG_EQ(Above(0).GetText(), "above 0", "open below");
        NS_TEST_EXPECT_MSG_EQ(AtMost(65535).GetText(), "at most 65535", "closed above");
        NS_TEST_EXPECT_MSG_EQ(Below(1).GetText(), "below 1", "open above");
        NS_TEST_EXPECT_MSG_EQ(Between(1, 100000).GetText(), "1 to 100000", "closed");
        NS_TEST_EXPECT_MSG_EQ(AtLeast(0).Below(1).GetText(), "at least 0 and below 1", "half open");
        NS_TEST_EXPECT_MSG_EQ(AtLeast(0).Within(-1, 18446744073709551615.0L).GetText(),
                              "0 to 18446744073709551615",
                              "with the bounds of a type");
        NS_TEST_EXPECT_MSG_EQ(Above(0).Contains(0), false, "open below");
        NS_TEST_EXPECT_MSG_EQ(Above(0).Contains(1e-300), true, "just above");
        NS_TEST_EXPECT_MSG_EQ(Between(1, 2).Contains(2), true, "closed above");
        NS_TEST_EXPECT_MSG_EQ(Below(1).Contains(1), false, "open above");
        NS_TEST_EXPECT_MSG_EQ(NumberRange().Contains(INFINITY), false, "infinite");
        NS_TEST_EXPECT_MSG_EQ(NumberRange().Contains(NAN), false, "not a number");
    }
};

/// Options of every kind, with values that are accepted and values that are not.
class ProgramOptionsTest : public TestCase
{
  public:
    ProgramOptionsTest()
        : TestCase("Options of a program")
    {
    }

  private:
    /// @param arguments some
    void Accept(const std::vector<std::string>& arguments)
    {
        NS_TEST_EXPECT_MSG_EQ(m_options->Read(arguments), "", arguments.front());
    }

    /// @param argument one @param words that the error must contain
    void Refuse(const std::string& argument, const std::vector<std::string>& words)
    {
        const std::string error = m_options->Read({argument});
        NS_TEST_EXPECT_MSG_EQ(error.find('\n'), std::string::npos, argument << ": one line");
        for (const auto& word : words)
        {
            NS_TEST_EXPECT_MSG_NE(error.find(word),
                                  std::string::npos,
                                  argument << ": '" << word << "' in '" << error << "'");
        }
    }

    void DoRun() override
    {
        uint32_t mtu = 9188;
        uint64_t bytes = 1;
        int64_t offset = 0;
        double share = 0.5;
        bool slotted = true;
        std::string name = "x";
        std::string flow = "Vegas";
        uint32_t unit = 1;
        Colour colour = Colour::RED;
        DataRate rate("1Mbps");
        Time delay = MilliSeconds(5);
        std::vector<uint32_t> numbers{1, 2};
        std::vector<double> losses{0.5};
        ProgramOptions options("test.cc");
        m_options = &options;
        options.Add("mtu", "MTU, bytes", mtu, Between(41, 65527));
        options.Add("bytes", "Bytes", bytes);
        options.Add("offset", "Offset", offset);
        options.Add("share", "Share", share, AtLeast(0).Below(1));
        options.Add("slotted", "Slots", slotted);
        options.Add("name", "Name", name);
        options.Add("flow", "Flow control", flow, OneOf({"Vegas", "Reno"}));
        options.Add("unit", "Unit", unit, OneOf({1, 8}));
        options.Add("colour", "Colour", colour, {{"Red", Colour::RED}, {"Blue", Colour::BLUE}});
        options.Add("rate", "Rate", rate);
        options.Add("delay", "Delay", delay);
        std::string model = "RateErrorModel";
        options.AddClass("model", "Class", model, ErrorModel::GetTypeId(), "ns3::");
        options.Add("numbers", "Numbers", numbers, AtLeast(1));
        options.Add("losses", "Losses", losses, AtLeast(0).Below(1));

        Accept({"--mtu=41", "--bytes=18446744073709551615", "--offset=-7", "--share=0"});
        NS_TEST_EXPECT_MSG_EQ(mtu, 41, "least");
        NS_TEST_EXPECT_MSG_EQ(bytes, 18446744073709551615ULL, "greatest of its type");
        NS_TEST_EXPECT_MSG_EQ(offset, -7, "negative");
        NS_TEST_EXPECT_MSG_EQ(share, 0, "closed bound");
        Accept({"--name=a b=c", "--flow=Reno", "--unit=8", "--colour=Blue", "--slotted"});
        NS_TEST_EXPECT_MSG_EQ(name, "a b=c", "any text");
        NS_TEST_EXPECT_MSG_EQ(flow, "Reno", "choice");
        NS_TEST_EXPECT_MSG_EQ(unit, 8, "choice of numbers");
        NS_TEST_EXPECT_MSG_EQ((colour == Colour::BLUE), true, "choice of an enumeration");
        NS_TEST_EXPECT_MSG_EQ(slotted, false, "a flag alone inverts its default");
        Accept({"--rate=2.5Mbps", "--delay=1.5ms", "--numbers=3,4,5", "--losses="});
        NS_TEST_EXPECT_MSG_EQ(rate.GetBitRate(), 2500000, "rate with a unit");
        NS_TEST_EXPECT_MSG_EQ(delay, MicroSeconds(1500), "time with a unit");
        NS_TEST_EXPECT_MSG_EQ(numbers.size(), 3, "list");
        NS_TEST_EXPECT_MSG_EQ(losses.size(), 0, "empty list");
        Accept({"--rate=64000", "--delay=2", "--slotted=True", "--RngRun=3"});
        NS_TEST_EXPECT_MSG_EQ(rate.GetBitRate(), 64000, "rate in bit/s");
        NS_TEST_EXPECT_MSG_EQ(delay, Seconds(2), "time in seconds");
        NS_TEST_EXPECT_MSG_EQ(slotted, true, "flag with a value");
        Accept({"--rate=9000000000000000000"});
        NS_TEST_EXPECT_MSG_EQ(rate.GetBitRate(), 9000000000000000000ULL, "just below 2^63 bit/s");
        NS_TEST_EXPECT_MSG_EQ(FindUnknownLog(""), "", "no log");
        NS_TEST_EXPECT_MSG_EQ(FindUnknownLog("Simulator=level_all|prefix:*=warn"), "", "logs");
        const auto* logs = LogComponent::GetComponentList();
        NS_TEST_EXPECT_MSG_EQ(FindUnknownLog("Simulator:Nope=info:Never"),
                              (logs->count("Simulator") ? "Nope" : ""),
                              "the first that ns-3 does not know");
        Accept({"--RngRun=1"}); // the default, for the tests that follow

        Refuse("--mtu=40", {"--mtu=40: ", "41 to 65527"});
        Refuse("--mtu=4294967337", {"--mtu=4294967337: ", "41 to 65527"}); // 41 modulo 2^32
        Refuse("--mtu=x", {"--mtu=x: ", "whole number"});
        Refuse("--mtu=", {"--mtu=: ", "whole number"});
        Refuse("--mtu=50.5", {"--mtu=50.5: ", "whole number"});
        Refuse("--mtu=1e3", {"--mtu=1e3: ", "whole number"});
        Refuse("--mtu= 50", {"--mtu= 50: ", "whole number"});
        Refuse("--bytes=-1", {"--bytes=-1: ", "at least 0"});
        Refuse("--bytes=18446744073709551616", {"--bytes=", "0 to 18446744073709551615"});
        Refuse("--offset=9223372036854775808", {"--offset=", "to 9223372036854775807"});
        Refuse("--share=1", {"--share=1: ", "at least 0 and below 1"});
        Refuse("--share=nan", {"--share=nan: ", "a number"});
        Refuse("--share=0.5x", {"--share=0.5x: ", "a number"});
        Refuse("--slotted=maybe", {"--slotted=maybe: ", "true or false"});
        Refuse("--flow=Bbr", {"--flow=Bbr: ", "Vegas or Reno"});
        Refuse("--unit=3", {"--unit=3: ", "1 or 8"});
        Refuse("--colour=red", {"--colour=red: ", "Red or Blue"});
        for (const std::string bad :
             {"0bps", "fast", "", "-1Mbps", "1Mbit", "99999999999Gbps", "."})
        {
            Refuse("--rate=" + bad, {"--rate=" + bad + ": ", "above 0"});
        }
        for (const std::string bad : {"-1s", "soon", "", "1 s", "1e30s", "99999999999999h"})
        {
            Refuse("--delay=" + bad, {"--delay=" + bad + ": ", "at least 0"});
        }
        Accept({"--model=BurstErrorModel"});
        NS_TEST_EXPECT_MSG_EQ(model, "BurstErrorModel", "class");
        for (const std::string bad : {"NoErrorModel", "Node", ""})
        {
            Refuse("--model=" + bad, {"--model=" + bad + ": ", "derived from ns3::ErrorModel"});
        }
        Refuse("--numbers=1,0", {"--numbers=0: ", "1 to 4294967295"});
        Refuse("--numbers=4294967296", {"--numbers=4294967296: ", "1 to 4294967295"});
        Refuse("--losses=0.1,x", {"--losses=x: ", "below 1"});
        Refuse("--losses=0.1,,0.2", {"--losses=: ", "below 1"});
        Refuse("--mut=50", {"--mut=50: ", "--PrintHelp"});
        Refuse("mtu=50", {"mtu=50: ", "--"});
        NS_TEST_EXPECT_MSG_EQ(options.Read({"--mtu=40", "--flow=Bbr"}).find("--mtu=40: "),
                              0,
                              "of several errors the first is told");
        NS_TEST_EXPECT_MSG_EQ(mtu, 41, "what is refused changes nothing");
        NS_TEST_EXPECT_MSG_EQ(numbers.size(), 3, "what is refused changes nothing");

        const auto list = options.List();
        NS_TEST_ASSERT_MSG_EQ(list.size(), 14, "all are listed");
        const std::string first = list.front().ToString();
        for (const std::string part : {"\"name\": \"mtu\"",
                                       "\"help\": \"MTU, bytes\"",
                                       "\"default\": \"9188\"",
                                       "\"min\": 41",
                                       "\"max\": 65527"})
        {
            NS_TEST_EXPECT_MSG_NE(first.find(part), std::string::npos, part << " in " << first);
        }
    }

    ProgramOptions* m_options{nullptr}; //!< under test
};

/// What every program takes: settings of ns-3. The greatest seed is one less than the smaller
/// modulus of MRG32k3a (P. L'Ecuyer et al., An object-oriented random-number package ..., 2002).
class ProgramSettingTest : public TestCase
{
  public:
    ProgramSettingTest()
        : TestCase("Settings of ns-3")
    {
    }

  private:
    /// @param name of a setting @param value that it cannot have @param words that the error
    /// contains
    void Refuse(const std::string& name, const std::string& value, const std::string& words)
    {
        const std::string error = ApplyProgramSetting(name, value);
        NS_TEST_EXPECT_MSG_NE(error.find(words),
                              std::string::npos,
                              name << "=" << value << ": '" << words << "' in '" << error << "'");
    }

    void DoRun() override
    {
        for (const std::string bad : {"0", "-1", "4294944443", "4294967297", "1.5", "x", "", " 1"})
        {
            Refuse("RngSeed", bad, "must be a whole number, 1 to 4294944442");
        }
        for (const std::string bad : {"-1", "18446744073709551616", "1e3", "", "+1"})
        {
            Refuse("RngRun", bad, "must be a whole number, 0 to 18446744073709551615");
        }
        for (const std::string bad : {"", "Map", "ns3::Scheduler", "ns3::Node"})
        {
            Refuse("SchedulerType", bad, "must be the name of a class derived from ns3::Scheduler");
            Refuse("SimulatorImplementationType", bad, "derived from ns3::SimulatorImpl");
        }
        for (const std::string bad : {"-1", "4294967296"})
        {
            Refuse("ns3::Ipv4L3Protocol::DefaultTtl", bad, "ns-3 takes: uint8_t 0:255");
        }
        Refuse("ns3::Ipv4L3Protocol::NoTtl",
               "1",
               "neither an option of this program nor a setting");
        Refuse("ns3::NoClass::DefaultTtl", "1", "neither an option of this program nor a setting");
        Refuse("Ttl", "1", "neither an option of this program nor a setting");
        NS_TEST_EXPECT_MSG_EQ(ApplyProgramSetting("RngSeed", "1"), "", "least, the default");
        NS_TEST_EXPECT_MSG_EQ(ApplyProgramSetting("ns3::Ipv4L3Protocol::DefaultTtl", "64"),
                              "",
                              "the default");
        NS_TEST_EXPECT_MSG_EQ(ApplyProgramSetting("SchedulerType", "ns3::MapScheduler"),
                              "",
                              "the default");
    }
};

HsnTestRegistration g_programOptionsTests("program-options",
                                          {new NumberRangeTest,
                                           new ProgramOptionsTest,
                                           new ProgramSettingTest});
} // namespace
