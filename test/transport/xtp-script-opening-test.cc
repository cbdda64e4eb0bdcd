// SPDX-License-Identifier: GPL-2.0-only
#include "../hsn-test.h"
#include "xtp-script.h"

namespace ns3
{
namespace hsn
{
namespace
{
/** @brief QUIESCENT and LISTENING to ACTIVE, and not. */
class XtpOpeningTest : public TestCase
{
  public:
    XtpOpeningTest()
        : TestCase("Opening: FIRST, its repetition, refusal, abandoning; accepting, keys, traffic")
    {
    }

  private:
    void DoRun() override
    {
        Active();
        Silent();
        Refused();
        Passive();
        Allocation();
        Traffic();
        LostTraffic();
        Early();
        Refusals();
    }

    void Active()
    {
        XtpScript s("");
        s.Connect();
        NEXT(s,
             "FIRST key=1 SREQ FASTNAK !NOFLOW !NOERR sync=1 seq=0 to=9 from=7 service=4 "
             "traffic=0 size=0 at=0");
        SAME(s.State(), XTP_ACTIVE);
        SAME(s.Send(300), 300);
        NOTHING(s); // no data before the answer
        s.Run(0.1);
        s.Inject("CNTL key=1r alloc=5000 echo=1");
        SAME(s.connected, 1);
        NEXT(s, "DATA key=1 SREQ sync=2 seq=0 size=300 at=100000");
        NOTHING(s);
    }

    void Silent()
    {
        // WTIMER 150 ms, doubled: 150, 450, 1050 ms
        XtpScript s("RetryCount=2");
        s.Connect();
        NEXT(s, "FIRST sync=1 at=0");
        s.Run(5);
        NEXT(s, "FIRST key=1 sync=2 seq=0 at=150000");
        NEXT(s, "FIRST sync=3 at=450000");
        NEXT(s, "DIAG code=2 value=0 at=1050000");
        NOTHING(s);
        SAME(s.failed, 1);
        SAME(s.State(), XTP_QUIESCENT);
        XtpScript t("CTimeout=1s");
        t.Connect();
        t.Run(5);
        NEXT(t, "FIRST at=0");
        NEXT(t, "FIRST at=150000");
        NEXT(t, "FIRST at=450000");
        NEXT(t, "DIAG code=2 at=1000000");
        SAME(t.failed, 1);
    }

    void Refused()
    {
        XtpScript s("");
        s.Connect();
        s.Inject("DIAG key=1r code=3");
        SAME(s.failed, 0); // data may have overtaken FIRST
        s.Inject("DIAG key=1r code=1 value=1");
        SAME(s.failed, 1);
        SAME(s.State(), XTP_QUIESCENT);
        s.wire->sent.clear();
        s.Inject("CNTL key=1r echo=1");
        NEXT(s, "DIAG key=1 code=3 value=0");
        s.Inject("CNTL key=1r END");
        s.Inject("DIAG key=1r code=6");
        NOTHING(s); // END and DIAG are not answered
    }

    void Passive()
    {
        XtpScript s("RcvBufSize=8000");
        s.Listen();
        s.Inject("DATA key=77 SREQ sync=4 seq=0 size=10");
        NEXT(s, "DIAG key=77r sync=4 code=3");
        s.Inject("FIRST key=77 SREQ sync=5 seq=0 to=9 from=7 service=4 size=100");
        NEXT(s, "CNTL key=77r !SREQ rseq=100 alloc=8100 echo=5");
        SAME(s.connected, 1);
        SAME(s.received, 100);
        SAME(s.State(), XTP_ACTIVE);
        s.Inject("FIRST key=77 SREQ sync=6 seq=0 to=9 from=7 service=4 size=100");
        NEXT(s, "CNTL rseq=100 echo=6"); // the answer was lost
        SAME(s.received, 100);
        s.Inject("FIRST key=78 SREQ sync=1 seq=0 to=9 from=7 service=4");
        NEXT(s, "DIAG key=78r code=1 value=12"); // the same ports
        s.Inject("DATA key=78 SREQ sync=1 seq=0 size=10");
        NEXT(s, "DIAG key=78r code=3"); // wrong key
        NOTHING(s);
    }

    /** @brief A packet that was overtaken tells of less room than there is. */
    void Allocation()
    {
        XtpScript s("");
        s.Connect();
        NEXT(s, "FIRST sync=1");
        s.Inject("CNTL key=1r alloc=1000 echo=1");
        s.Inject("CNTL key=1r alloc=100 echo=1");
        s.Send(1500);
        NEXT(s, "DATA seq=0 size=500");
        NEXT(s, "DATA seq=500 size=500");
        NOTHING(s);
        s.Inject("CNTL key=1r alloc=1500 echo=1");
        NEXT(s, "DATA seq=1000 size=500");
        NOTHING(s);
    }

    void Traffic()
    {
        XtpScript s("MaxInRate=8Mb/s");
        s.Listen();
        s.Inject("FIRST key=77 SREQ sync=5 to=9 from=7 service=4 traffic=1 maxdata=400 "
                 "outrate=6250000");
        NEXT(s,
             "TCNTL key=77r xkey=1 rseq=0 echo=5 service=4 traffic=1 inrate=1000000 "
             "maxdata=400");
        s.Inject("DATA key=1r SREQ sync=6 seq=0 size=10"); // the exchanged key
        NEXT(s, "CNTL key=77r rseq=10 echo=6");
        for (const bool greets : {false, true})
        {
            XtpScript t("Rate=4Mb/s RateCounts=UserBytes TimerGranularity=1s");
            t.Connect();
            NEXT(t, "FIRST traffic=1 maxdata=500 outrate=500000 outburst=0");
            if (greets)
            {
                t.Inject("DATA key=1r seq=0 size=10"); // the acceptor's data comes first
                SAME(t.connected, 1);
                NEXT(t, "CNTL key=1 rseq=10"); // its window opens
            }
            t.Inject("TCNTL key=1r alloc=10000 echo=1 xkey=5 service=4 traffic=1 maxdata=400 "
                     "inrate=250000");
            SAME(t.connected, 1);
            t.Send(1000);
            t.Run(0.001);
            t.Inject("TCNTL key=1r alloc=10000 echo=1 xkey=5 service=4 traffic=1 maxdata=400 "
                     "inrate=250000"); // duplicated: no credit
            t.Run(0.01);
            NEXT(t, "DATA key=5r seq=0 size=400 at=0"); // RTIMER is 400 / 250000 s
            NEXT(t, "DATA key=5r seq=400 size=400 at=1600");
            NEXT(t, "DATA key=5r seq=800 size=200 at=3200");
        }
    }

    /** @brief TCNTL is lost; the opener may have been answered by something else. */
    void LostTraffic()
    {
        XtpScript s("MaxInRate=8Mb/s");
        s.Listen();
        s.Inject("FIRST key=77 SREQ sync=5 to=9 from=7 service=4 traffic=1 outrate=6250000");
        NEXT(s, "TCNTL key=77r xkey=1 echo=5 inrate=1000000");
        s.Inject("CNTL key=77 SREQ sync=6 seq=0"); // still the opener's own key
        NEXT(s, "TCNTL key=77r xkey=1 echo=6 inrate=1000000");
        s.Inject("CNTL key=77 seq=0");
        NOTHING(s); // nobody asked
        s.Inject("DATA key=77 SREQ FASTNAK sync=7 seq=500 size=500");
        NEXT(s, "ECNTL key=77r echo=7 span=500-1000"); // TCNTL has no spans
        s.Inject("DATA key=1r SREQ sync=8 seq=0 size=500");
        NEXT(s, "CNTL key=77r rseq=1000 echo=8"); // it has come
        NOTHING(s);
    }

    void Early()
    {
        XtpScript s("EarlyData=true");
        s.Connect();
        s.Send(100);
        s.Run(0.2);
        NEXT(s, "FIRST key=1 SREQ sync=1 seq=0 size=100 at=0");
        NEXT(s, "FIRST key=1 SREQ sync=2 seq=0 size=100 at=150000");
        NOTHING(s);
        SAME(s.Context().GetCounters().frames, 2);
        SAME(s.Context().GetCounters().resent, 1);
        s.Inject("CNTL key=1r rseq=100 alloc=1000000 echo=2");
        SAME(s.Context().GetUnacknowledged(), 0);
        XtpScript t("EarlyData=true");
        t.Connect();
        NOTHING(t); // FIRST waits for the first data
        t.socket->Close();
        t.Run(0);
        NEXT(t, "FIRST key=1 WCLOSE SREQ !RCLOSE sync=1 seq=0 size=0");
        NOTHING(t);
        t.Run(0.2);
        NEXT(t, "FIRST key=1 WCLOSE SREQ sync=2 seq=0 size=0 at=150000");
        t.Inject("CNTL key=1r RCLOSE WCLOSE SREQ sync=1 seq=0 rseq=0 alloc=1000 echo=2");
        NEXT(t, "CNTL RCLOSE WCLOSE END echo=1");
        SAME(t.closed, 1);
        SAME(t.broken, 0);
    }

    void Refusals()
    {
        XtpScript s("");
        s.Listen();
        s.Inject("FIRST key=77 SREQ to=8 from=7 service=4");
        NEXT(s, "DIAG key=77r code=1 value=1"); // no listener
        s.Inject("FIRST key=77 SREQ MULTI to=9 from=7 service=6");
        NEXT(s, "DIAG code=1 value=2"); // options refused
        s.Inject("FIRST key=77 SREQ to=9 from=7 service=2");
        NEXT(s, "DIAG code=1 value=8"); // no provider for the service
        s.Inject("JCNTL key=77 to=9 from=7");
        NEXT(s, "DIAG key=77r code=5 value=13"); // no multicast
        s.Inject("FIRST key=77 SREQ to=9 from=7 service=4 traffic=2");
        NEXT(s, "DIAG code=1 value=5"); // unknown traffic format
        NOTHING(s);
        SAME(s.connected, 0);
    }
};

const HsnTestRegistration g_xtpScriptOpeningTests("xtp-script", {new XtpOpeningTest});
} // namespace
} // namespace hsn
} // namespace ns3
