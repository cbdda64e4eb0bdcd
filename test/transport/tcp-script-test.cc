// SPDX-License-Identifier: GPL-2.0-only
#include "tcp-script-test.h"

#include "../hsn-test.h"
#include "tcp-script.h"

#include "ns3/hsn-internet-helper.h"

namespace ns3
{
namespace hsn
{
namespace
{
/** @param script a script @return what playing it to the TCP under test gives */
std::string
Play(const std::string& script)
{
    TcpScriptPlayer player("ns3::hsn::IndexedTcpSocketFactory",
                           [](Ptr<Node> node) { HsnInternetHelper().Install(node); });
    return player.Play(script);
}
} // namespace

TcpScriptTest::TcpScriptTest(const std::string& name, const std::vector<std::string>& parts)
    : TestCase(name)
{
    for (const auto& part : parts)
    {
        m_script += part;
    }
}

void
TcpScriptTest::DoRun()
{
    const std::string error = Play(m_script);
    NS_TEST_EXPECT_MSG_EQ(error, "", GetName());
}

namespace
{
/** @brief A script that does not hold fails where it should, and says why. */
class TcpScriptFailureTest : public TestCase
{
  public:
    TcpScriptFailureTest()
        : TestCase("Scripts that do not hold fail at the right line")
    {
    }

  private:
    /** @param script a script that fails @param message what the failure must tell */
    void Fails(const std::string& script, const std::string& message)
    {
        const std::string error = Play(TCP_PLAIN + TCP_CONNECT + script);
        NS_TEST_EXPECT_MSG_NE(error.find(message), std::string::npos, error << " for " << script);
    }

    void DoRun() override
    {
        NS_TEST_EXPECT_MSG_EQ(Play(TCP_PLAIN + TCP_CONNECT), "", "a script that holds");
        const std::string data = "+0 call send 1000\n";
        // TCP_PLAIN and TCP_CONNECT are lines 1 to 19, data is line 20
        Fails(data + "+0 > . 1:1002(1001) ack 1", "line 21 '+0 > . 1:1002(1001) ack 1': ");
        Fails(data + "+0 > . 1:1002(1001) ack 1", "differs in: range");
        Fails(data + "+0 > F. 1:1001(1000) ack 1", "differs in: flags");
        Fails(data + "+0 > . 1:1001(1000) ack 2", "differs in: ack");
        Fails(data + "+0 > . 1:1001(1000) ack 1 win 7", "differs in: win");
        Fails(data + "+0 > . 1:1001(1000) ack 1 <mss 5>", "differs in: options");
        Fails(data + "+0 > [ect0] . 1:1001(1000) ack 1", "differs in: ECN");
        Fails(data + "+0.1 > . 1:1001(1000) ack 1", "differs in: time");
        Fails(data + "+0.1 quiet", "no segment before this line; got");
        Fails(data, "end of the script: expected no segment");
        Fails("+0.1~0.2 > . 1:1001(1000) ack 1", "got none");
        Fails("+0 expect state CLOSED", "expected state CLOSED; got ESTABLISHED");
        Fails("+0 expect cwnd <= 9999", "expected cwnd <= 9999; got 10000");
        Fails("+0 expect weather fine", "got unknown");
        Fails("+0 call recv 1", "expected 1; got 0");
        Fails("+0 < . 1:1(0) ack 1\n+0 > . 1:1(0) ack 1", "got none");
        Fails("+0 < . 1:2001(2000) ack 1", "too large for the link");
        Fails("+0 call fly", "not understood");
        Fails("+0 nonsense", "not understood");
        Fails("nonsense", "not understood");
        Fails("set Nonsense 1", "no attribute Nonsense");
        Fails("+0 < X 1:1(0)", "no flags: 'X'");
        Fails("+0 < . 1:2(0)", "wrong length: '1:2(0)'");
        Fails("+0 < . 1:1(0) ack", "no field: 'ack'");
        Fails("+0 < . 1:1(0) ack one", "no number: 'one'");
        Fails("+0 < . 1:1(0) ack 1 <mss>", "no option: 'mss'");
    }
};

HsnTestRegistration g_tcpScriptTests("tcp-script", {new TcpScriptFailureTest});
} // namespace
} // namespace hsn
} // namespace ns3
