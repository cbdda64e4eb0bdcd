// SPDX-License-Identifier: GPL-2.0-only
#include "../hsn-test.h"
#include "xtp-script.h"

#include "ns3/socket-keeper.h"
#include "ns3/xtp-datagram-socket.h"

namespace ns3
{
namespace hsn
{
namespace
{
/** @brief ACTIVE to INACTIVE and QUIESCENT. */
class XtpClosingTest : public TestCase
{
  public:
    XtpClosingTest()
        : TestCase("Closing: WCLOSE, RCLOSE, END, INACTIVE, aborts, forgotten contexts")
    {
    }

  private:
    void DoRun() override
    {
        Graceful();
        PeerFirst();
        Late();
        Aborts();
        Forgotten();
        Unread();
    }

    void Graceful()
    {
        XtpScript s("");
        s.Open();
        s.Send(600);
        NEXT(s, "DATA !WCLOSE sync=2 seq=0");
        NEXT(s, "DATA !WCLOSE sync=3 seq=500");
        s.socket->Close();
        s.Run(0);
        NEXT(s, "CNTL WCLOSE SREQ !RCLOSE !END sync=4 seq=600 rseq=0");
        NOTHING(s);
        s.Inject("CNTL key=1r RCLOSE rseq=600 alloc=100000 echo=4");
        NOTHING(s);
        SAME(s.Context().GetUnacknowledged(), 0);
        s.Inject("CNTL key=1r RCLOSE WCLOSE SREQ sync=9 seq=0 rseq=600 echo=4");
        NEXT(s, "CNTL RCLOSE WCLOSE END echo=9 seq=600");
        SAME(s.State(), XTP_INACTIVE);
        SAME(s.closed, 1);
        s.Inject("CNTL key=1r RCLOSE WCLOSE SREQ sync=10 seq=0 rseq=600 echo=4");
        NEXT(s, "CNTL RCLOSE WCLOSE END echo=10"); // the answer was lost
        s.Run(5.1);                                // Linger
        SAME(s.State(), XTP_QUIESCENT);
        SAME(s.broken, 0);
        s.Inject("CNTL key=1r RCLOSE WCLOSE SREQ sync=11 rseq=600 echo=4");
        NEXT(s, "DIAG key=1 code=3");
    }

    void PeerFirst()
    {
        XtpScript s("");
        s.Listen();
        s.Inject("FIRST key=77 WCLOSE SREQ sync=1 to=9 from=7 service=4 size=50");
        NEXT(s, "CNTL key=77r RCLOSE rseq=50 echo=1");
        SAME(s.closed, 1);
        s.Send(100);
        NEXT(s, "DATA key=77r RCLOSE !WCLOSE SREQ sync=1 seq=0");
        s.socket->Close();
        s.Run(0);
        NEXT(s, "CNTL RCLOSE WCLOSE SREQ sync=2 seq=100");
        s.Inject("CNTL key=77 RCLOSE WCLOSE END seq=50 rseq=100 echo=2");
        NOTHING(s);
        SAME(s.State(), XTP_QUIESCENT); // the peer lingers, not this end
        SAME(s.broken, 0);
    }

    void Late()
    {
        XtpScript s("");
        s.Open();
        s.Send(100);
        s.socket->ShutdownSend();
        s.Run(0);
        s.wire->sent.clear(); // DATA, CNTL with WCLOSE
        s.Run(0.031);
        NEXT(s, "CNTL WCLOSE SREQ sync=4 seq=100"); // WTIMER: a handshake
        s.Inject("CNTL key=1r rseq=0 alloc=100000 echo=4");
        NEXT(s, "DATA WCLOSE SREQ seq=0 size=100"); // the data was lost
        s.Inject("DATA key=1r WCLOSE SREQ sync=1 seq=0 size=10");
        NEXT(s, "CNTL RCLOSE rseq=10 echo=1");
        s.Inject("CNTL key=1r WCLOSE RCLOSE seq=10 rseq=100 echo=5");
        NEXT(s, "CNTL RCLOSE WCLOSE END");
        SAME(s.received, 10);
        s.Inject("CNTL key=1r WCLOSE RCLOSE END seq=10 rseq=100 echo=5");
        SAME(s.State(), XTP_QUIESCENT);
        NOTHING(s);
    }

    void Aborts()
    {
        XtpScript s("");
        s.Open();
        s.Send(100);
        s.wire->sent.clear();
        s.Inject("CNTL key=1r END rseq=0 echo=1");
        SAME(s.broken, 1);
        NOTHING(s);
        XtpScript t("");
        t.Open();
        t.Send(100);
        t.wire->sent.clear();
        t.Inject("CNTL key=1r RCLOSE rseq=0 echo=1"); // reads no more
        SAME(t.broken, 1);
        XtpScript u("");
        u.Open();
        u.Inject("DIAG key=1r code=2");
        SAME(u.broken, 1);
    }

    void Forgotten()
    {
        XtpScript s("");
        s.Open();
        s.Send(100); // sync 2
        s.Inject("DIAG key=1r sync=1 code=3");
        SAME(s.broken, 0); // about a packet before the answer to FIRST
        s.Inject("DIAG key=1r sync=2 code=3");
        SAME(s.broken, 1);
        XtpScript t("");
        t.Open();
        t.Inject("CNTL key=1r WCLOSE seq=0 alloc=100000 echo=1");
        t.socket->Close();
        t.Run(0);
        t.Inject("DIAG key=1r sync=2 code=3"); // it has everything
        SAME(t.broken, 0);
        SAME(t.State(), XTP_QUIESCENT);
    }

    void Unread()
    {
        XtpScript s("");
        s.reads = false;
        s.Open();
        s.Inject("DATA key=1r SREQ sync=1 seq=0 size=10");
        s.wire->sent.clear();
        s.socket->Close();
        s.Run(0);
        NEXT(s, "CNTL END");
        NOTHING(s);
        XtpScript t("");
        t.Open();
        t.socket->Close();
        t.Run(0);
        t.wire->sent.clear();
        t.Inject("DATA key=1r SREQ sync=1 seq=0 size=10"); // nobody will read it
        NEXT(t, "CNTL END");
    }
};

/** @brief Sockets that the application has dropped. */
class XtpDroppedTest : public TestCase
{
  public:
    XtpDroppedTest()
        : TestCase("A timer ends a socket that the application has dropped, and tells of it")
    {
    }

  private:
    void DoRun() override
    {
        for (const char* factory :
             {"ns3::hsn::XtpSocketFactory", "ns3::hsn::XtpMessageSocketFactory"})
        {
            for (const char* limit : {"RetryCount=1", "CTimeout=200ms"})
            {
                XtpScript s(limit, factory);
                s.Connect();
                s.socket = nullptr;
                s.Run(5);
                SAME(s.failed, 1);
                SAME(s.broken, 0);
                SAME(SocketKeeper::Get(s.node)->GetN(), 0);
                XtpScript t(limit, factory);
                t.Open();
                t.Send(100);
                t.socket->Close();
                t.socket = nullptr;
                t.Run(5);
                SAME(t.failed, 0);
                SAME(t.broken, 1);
                SAME(SocketKeeper::Get(t.node)->GetN(), 0);
            }
        }
    }
};

/** @brief Windows. */
class XtpFlowTest : public TestCase
{
  public:
    XtpFlowTest()
        : TestCase("Flow control: alloc, probes, NOFLOW, the output buffer, opening windows")
    {
    }

  private:
    void DoRun() override
    {
        XtpScript s("SndBufSize=10000");
        s.Open(700);
        s.Send(2000);
        NEXT(s, "DATA SREQ seq=0 size=500");
        NOTHING(s); // no small packet while an answer is due
        s.Inject("CNTL key=1r rseq=500 alloc=700 echo=2");
        NEXT(s, "DATA SREQ seq=500 size=200");
        s.Inject("CNTL key=1r rseq=700 alloc=700 echo=3");
        NOTHING(s);
        s.Run(0.040);                 // WTIMER is 35 ms by now
        NEXT(s, "CNTL SREQ seq=700"); // asks for the window
        s.Inject("CNTL key=1r rseq=700 alloc=1200 echo=4");
        NEXT(s, "DATA SREQ seq=700 size=500");
        XtpScript byte("OutputBuffer=10000"); // a window of one byte is one
        byte.Open(1);
        byte.Send(3);
        NEXT(byte, "DATA SREQ seq=0 size=1");
        NOTHING(byte);
        XtpScript free("FlowControl=false OutputBuffer=1000");
        free.Open(0);
        free.Send(2000);
        NEXT(free, "DATA NOFLOW SREQ seq=0");
        NEXT(free, "DATA NOFLOW SREQ seq=500");
        NOTHING(free);
        SAME(DynamicCast<XtpSocket>(free.socket)->bufferFull.Get(), true);
        free.Inject("CNTL key=1r rseq=500 alloc=0 echo=2");
        NEXT(free, "DATA seq=1000");
        NOTHING(free);
        XtpScript slow("RcvBufSize=1000");
        slow.Listen();
        slow.reads = false;
        slow.Inject("FIRST key=77 SREQ sync=1 to=9 from=7 service=4");
        NEXT(slow, "CNTL alloc=1000");
        slow.Inject("DATA key=77 SREQ sync=2 seq=0 size=1000");
        NEXT(slow, "CNTL rseq=1000 alloc=1000 echo=2");
        slow.socket->Recv(400, 0);
        slow.Run(0);
        NOTHING(slow);
        slow.socket->Recv(100, 0);
        slow.Run(0);
        NEXT(slow, "CNTL !SREQ rseq=1000 alloc=1500 echo=2"); // half of the buffer
        const auto text = HsnAbortText([] {
            XtpScript bad("OutputBuffer=499");
            bad.Connect();
        });
        NS_TEST_EXPECT_MSG_NE(text.find("OutputBuffer is 499"), std::string::npos, text);
    }
};

/** @brief Reports and data that cannot be. */
class XtpBadInputTest : public TestCase
{
  public:
    XtpBadInputTest()
        : TestCase("Impossible rseq, echo, spans and data are counted and answered by DIAG")
    {
    }

  private:
    void DoRun() override
    {
        XtpScript s("InitialWTimer=100s TimerGranularity=100s");
        s.Open();
        s.Send(1500);
        s.wire->sent.clear(); // sync 2 to 4
        const std::string alloc = " alloc=1000000";
        s.Inject("CNTL key=1r rseq=1501 echo=2" + alloc);
        NEXT(s, "DIAG key=1 code=6 value=0");
        s.Inject("CNTL key=1r rseq=9223372036854775808 echo=2" + alloc);
        NEXT(s, "DIAG code=6");
        SAME(s.Context().GetCounters().badRseq, 2);
        s.Inject("CNTL key=1r rseq=500 echo=5" + alloc);
        NEXT(s, "DIAG code=6 value=0");
        SAME(s.Context().GetCounters().badEcho, 1);
        for (const char* spans : {"span=0-500",
                                  "span=500-500",
                                  "span=1000-500",
                                  "span=1000-1501",
                                  "span=1000-1200 span=1100-1500",
                                  "span=1000-1500 span=500-600"})
        {
            s.Inject("ECNTL key=1r rseq=0 echo=2 " + (spans + alloc));
            NEXT(s, "DIAG code=6 value=11");
        }
        SAME(s.Context().GetCounters().badSpans, 6);
        SAME(s.Context().GetUnacknowledged(), 1500); // none of it counted
        s.Inject("CNTL key=1r rseq=1000 echo=3" + alloc);
        s.Inject("CNTL key=1r rseq=500 echo=2" + alloc); // overtaken by the one before
        SAME(s.Context().GetCounters().stale, 1);
        NOTHING(s);
        s.Inject("JCNTL key=1r to=9 from=7");
        NEXT(s, "DIAG code=5 value=13");
        s.Inject("DATA key=1r SREQ sync=1 seq=18446744073709551000 size=10");
        NEXT(s, "DIAG code=6");
        s.Inject("CNTL key=1r WCLOSE seq=100 rseq=1000 echo=3");
        s.Inject("DATA key=1r sync=1 seq=95 size=10");
        NEXT(s, "DIAG code=6"); // beyond the end
        s.Inject("CNTL key=1r WCLOSE seq=99 rseq=1000 echo=3");
        SAME(s.Context().GetCounters().badSeq, 3);
        SAME(s.broken, 0);
        s.Inject("DIAG key=1r code=6 sync=4");
        NOTHING(s);
        SAME(s.Context().GetCounters().diagnostics, 1);
        SAME(s.broken, 0);
    }
};

/** @brief One message each way. */
class XtpTransactionTest : public TestCase
{
  public:
    XtpTransactionTest()
        : TestCase("Transactions in four packets; messages, tags; datagrams, acknowledged or not")
    {
    }

  private:
    void DoRun() override
    {
        XtpScript c("Service=Transaction", "ns3::hsn::XtpMessageSocketFactory");
        c.Connect();
        SAME(c.connected, 1);
        NOTHING(c);
        SAME(c.Send(100), 100);
        NEXT(c, "FIRST key=1 EOM WCLOSE SREQ sync=1 seq=0 service=3 size=100");
        SAME(c.Send(100), -1);
        c.Inject("CNTL key=1r RCLOSE rseq=100 alloc=1000 echo=1");
        c.Inject("DATA key=1r EOM RCLOSE WCLOSE SREQ sync=1 seq=0 size=70");
        NEXT(c, "CNTL RCLOSE WCLOSE END rseq=70 echo=1");
        SAME(c.received, 70);
        SAME(c.closed, 1);
        NOTHING(c);

        XtpScript m("", "ns3::hsn::XtpMessageSocketFactory");
        m.Open();
        DynamicCast<XtpMessageSocket>(m.socket)->SendTagged(Create<Packet>(700), 12345);
        m.Run(0);
        NEXT(m, "DATA BTAG !EOM tag=12345 seq=0 size=500");
        NEXT(m, "DATA !BTAG EOM seq=500 size=200");
        m.Inject("DATA key=1r EOM seq=0 size=30");
        m.Inject("DATA key=1r seq=30 size=40");
        SAME(m.received, 30); // the second one has no end yet
        m.Inject("DATA key=1r EOM seq=70 size=40");
        SAME(m.received, 110);
        Datagrams();
    }

    void Datagrams()
    {
        XtpScript s("", "ns3::hsn::XtpSocketFactory");
        const auto make = [&](bool acknowledged) {
            auto socket = Socket::CreateSocket(s.node, XtpDatagramSocketFactory::GetTypeId());
            socket->SetAttribute("Acknowledged", StringValue(acknowledged ? "true" : "false"));
            socket->SetAttribute("RetryCount", StringValue("2"));
            return DynamicCast<XtpDatagramSocket>(socket);
        };
        const Address to =
            LinkSocketAddress(s.device->GetIfIndex(), Mac48Address("00:00:00:00:00:02"), 9);
        auto plain = make(false);
        SAME(plain->SendTo(Create<Packet>(80), 0, to), 80);
        s.Run(0);
        NEXT(s, "FIRST key=1 END WCLOSE EOM !SREQ NOERR to=9 service=1 size=80");
        s.Run(10);
        NOTHING(s);
        auto sure = make(true);
        s.wire->start = Simulator::Now();
        sure->Bind(LinkSocketAddress(s.device, 5));
        sure->SendTo(Create<Packet>(80), 0, to);
        sure->SendTo(Create<Packet>(90), 0, to);
        s.Run(0.2);
        NEXT(s, "FIRST key=2 !END SREQ sync=1 service=2 from=5 size=80 at=0");
        NEXT(s, "FIRST key=3 sync=1 size=90 at=0");
        NEXT(s, "FIRST key=2 sync=2 size=80 at=150000");
        NEXT(s, "FIRST key=3 sync=2 at=150000");
        s.Inject("CNTL key=2r RCLOSE END rseq=80 echo=2");
        SAME(sure->GetCounters().acknowledged, 1);
        s.Run(10);
        NEXT(s, "FIRST key=3 sync=3 at=450000");
        NOTHING(s);
        SAME(sure->GetCounters().abandoned, 1);
        s.Inject("FIRST key=70 SREQ EOM WCLOSE sync=6 to=5 from=8 service=2 size=44");
        NEXT(s, "CNTL key=70r RCLOSE END rseq=44 echo=6");
        s.Inject("FIRST key=70 SREQ EOM WCLOSE sync=7 to=5 from=8 service=2 size=44");
        NEXT(s, "CNTL key=70r RCLOSE END rseq=44 echo=7");
        SAME(sure->GetRxAvailable(), 44); // delivered once
        s.Inject("FIRST key=71 END EOM WCLOSE to=5 from=8 service=1 size=6");
        SAME(sure->GetRxAvailable(), 50);
        s.Inject("FIRST key=72 SREQ to=5 from=8 service=4");
        NEXT(s, "DIAG code=1 value=8");
        s.Inject("FIRST key=73 END EOM WCLOSE to=99 from=8 service=1 size=6");
        NOTHING(s); // nobody listens; END is not answered
        Address from;
        SAME(sure->RecvFrom(100, 0, from)->GetSize(), 44);
        SAME(LinkSocketAddress::ConvertFrom(from).GetPort(), 8);
    }
};

const HsnTestRegistration g_xtpScriptEndTests("xtp-script-end",
                                              {new XtpClosingTest,
                                               new XtpDroppedTest,
                                               new XtpFlowTest,
                                               new XtpBadInputTest,
                                               new XtpTransactionTest});
} // namespace
} // namespace hsn
} // namespace ns3
