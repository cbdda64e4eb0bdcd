// SPDX-License-Identifier: GPL-2.0-only
#include "../hsn-test.h"
#include "xtp-script.h"

#include <algorithm>
#include <string>

namespace ns3
{
namespace hsn
{
namespace
{
/** @brief WTIMER, CTIMEOUT, CTIMER, RTIMER, Linger. */
class XtpTimerTest : public TestCase
{
  public:
    XtpTimerTest()
        : TestCase("Timers: the synchronizing handshake, CTIMEOUT, CTIMER, RTIMER")
    {
    }

  private:
    void DoRun() override
    {
        Handshake("Selective");
        Handshake("GoBackN");
        RetriesAnew();
        Overwritten();
        Abandoned();
        Idle();
        Paced();
    }

    /// @param mode error control
    void Handshake(const std::string& mode)
    {
        // one sample of 10 ms: WTIMER is 10 + 4 * 5 ms
        XtpScript s("OutputBuffer=1500 ErrorControl=" + mode);
        s.Open();
        s.Send(3000);
        NEXT(s, "DATA SREQ sync=2 seq=0 at=10000");
        NEXT(s, "DATA SREQ sync=3 seq=500");
        NEXT(s, "DATA SREQ sync=4 seq=1000");
        NOTHING(s);
        s.Run(0.2);
        NEXT(s, "CNTL SREQ sync=5 seq=1500 rseq=0 echo=0 at=40000"); // after w,
        NEXT(s, "CNTL SREQ sync=6 at=70000");                        // then w,
        NEXT(s, "CNTL SREQ sync=7 at=130000");                       // 2w: gaps w, 2w, 4w
        NOTHING(s);
        SAME(s.Context().IsSynchronizing(), true);
        s.Inject("CNTL key=1r rseq=500 alloc=1000000 echo=3"); // an older one
        NOTHING(s);
        SAME(s.Context().GetUnacknowledged(), 1000);
        s.Run(0.030);
        s.Inject("ECNTL key=1r rseq=500 alloc=1000000 echo=6 span=1000-1500");
        SAME(s.Context().IsSynchronizing(), false);
        NEXT(s, "DATA SREQ sync=8 seq=500 size=500 at=240000");
        if (mode == "GoBackN")
        {
            NEXT(s, "DATA sync=9 seq=1000");
        }
        NEXT(s, "DATA seq=1500"); // and on at full speed
        NOTHING(s);
        SAME(s.Context().GetCounters().handshakes, 1);
    }

    /** @brief Each handshake has all its retries. */
    void RetriesAnew()
    {
        XtpScript s("RetryCount=2");
        s.Open();
        s.Send(300);
        NEXT(s, "DATA SREQ sync=2 seq=0 at=10000");
        s.Run(0.09);
        NEXT(s, "CNTL SREQ sync=3 at=40000");
        NEXT(s, "CNTL SREQ sync=4 at=70000"); // the first retry
        NOTHING(s);
        s.Inject("CNTL key=1r rseq=300 alloc=1000000 echo=4");
        SAME(s.Context().IsSynchronizing(), false);
        s.Send(300);
        NEXT(s, "DATA SREQ sync=5 seq=300");
        s.Run(20);
        NEXT(s, "CNTL SREQ sync=6");
        NEXT(s, "CNTL SREQ sync=7"); // the first retry of this one,
        NEXT(s, "CNTL SREQ sync=8"); // and the second
        NEXT(s, "DIAG code=2");
        NOTHING(s);
    }

    void Overwritten()
    {
        XtpScript s("");
        s.Open();
        uint32_t good = 0;
        for (int i = 0; i < 10; ++i)
        {
            s.Send(100); // each starts WTIMER, 30 ms, again
            s.Run(0.025);
            good += s.Next("DATA SREQ").empty() && s.Nothing().empty();
        }
        SAME(good, 10);
        s.Run(0.0045);
        NOTHING(s);
        s.Run(0.001);
        NEXT(s, "CNTL SREQ");
        XtpScript t("");
        t.Open();
        t.Send(1000);
        t.wire->sent.clear(); // sync 2 and 3 at 10 ms
        t.Run(0.010);
        t.Inject("CNTL key=1r rseq=500 alloc=1000000 echo=2"); // not the newest
        t.Run(0.1);
        NEXT(t, "CNTL SREQ sync=4 at=40000");
    }

    void Abandoned()
    {
        XtpScript s("CTimeout=100ms");
        s.Open();
        s.Send(100);
        s.Run(1);
        NEXT(s, "DATA at=10000");
        NEXT(s, "CNTL at=40000");
        NEXT(s, "CNTL at=70000");
        NEXT(s, "CNTL at=130000");
        NEXT(s, "DIAG code=2 at=140000"); // CTIMEOUT after the first one
        NOTHING(s);
        SAME(s.broken, 1);
        SAME(s.State(), XTP_QUIESCENT);
        XtpScript t("RetryCount=1");
        t.Open();
        t.Send(100);
        t.Run(1);
        NEXT(t, "DATA at=10000");
        NEXT(t, "CNTL at=40000");
        NEXT(t, "CNTL at=70000");
        NEXT(t, "DIAG code=2 at=130000");
        NOTHING(t);
    }

    void Idle()
    {
        XtpScript s("CTimer=2s");
        s.Open();
        s.Run(1.5);
        s.Inject("CNTL key=1r alloc=2000000 echo=1"); // anything from the peer
        s.Run(1.9);
        NOTHING(s);
        s.Run(0.11);
        NEXT(s, "CNTL SREQ at=3510000");
        s.Inject("CNTL key=1r alloc=2000000 echo=2");
        s.Run(1.9);
        NOTHING(s);
        XtpScript t("CTimer=0s");
        t.Open();
        t.Run(1000);
        NOTHING(t);
    }

    void Paced()
    {
        // two packets of 500 octets every 1000 * 8 / 1e6 s
        XtpScript s("Rate=1Mb/s Burst=1000 RateCounts=UserBytes");
        s.Open();
        s.Send(2500);
        s.Run(0.017);
        NEXT(s, "DATA seq=0 at=10000");
        NEXT(s, "DATA seq=500 at=10000");
        NEXT(s, "DATA seq=1000 at=18000");
        NEXT(s, "DATA seq=1500 at=18000");
        NEXT(s, "DATA seq=2000 at=26000");
        NOTHING(s);
    }
};

/** @brief What is sent again, and what is asked for. */
class XtpRepairTest : public TestCase
{
  public:
    XtpRepairTest()
        : TestCase("Requests, answers and repair: SREQ, DREQ, FASTNAK, spans, suppression, NOERR")
    {
    }

  private:
    void DoRun() override
    {
        Sender();
        GoBack();
        Requests();
        Receiver();
        ManySpans();
        Drops();
        Delivery();
        NoErr();
    }

    void Sender()
    {
        XtpScript s("InitialWTimer=10s TimerGranularity=10s");
        s.Open();
        s.Send(2000);
        for (const char* seq : {"seq=0", "seq=500", "seq=1000", "seq=1500"})
        {
            NEXT(s, std::string("DATA SREQ ") + seq); // sync 2 to 5
        }
        s.Inject("ECNTL key=1r rseq=0 alloc=1000000 echo=3 span=500-1000");
        NEXT(s, "DATA sync=6 seq=0");
        s.Inject("ECNTL key=1r rseq=0 alloc=1000000 echo=4 span=500-1500");
        NOTHING(s); // it is on its way
        s.Inject("ECNTL key=1r rseq=0 alloc=1000000 echo=5 span=500-2000");
        NOTHING(s);
        s.Send(500);
        NEXT(s, "DATA sync=7 seq=2000");
        s.Inject("ECNTL key=1r rseq=0 alloc=1000000 echo=7 span=500-2500");
        NEXT(s, "DATA sync=8 seq=0"); // lost again
        s.Inject("CNTL key=1r rseq=2500 alloc=1000000 echo=8");
        NOTHING(s);
        SAME(s.Context().GetUnacknowledged(), 0);
        SAME(s.Context().GetCounters().resent, 2);
        XtpScript t("SuppressRepeatRetransmission=false InitialWTimer=10s");
        t.Open();
        t.Send(1500);
        t.wire->sent.clear();
        t.Inject("ECNTL key=1r rseq=0 alloc=1000000 echo=3 span=500-1000");
        NEXT(t, "DATA seq=0");
        t.Inject("ECNTL key=1r rseq=0 alloc=1000000 echo=4 span=500-1500");
        NEXT(t, "DATA seq=0"); // trap 4
    }

    void GoBack()
    {
        XtpScript s("ErrorControl=GoBackN TimerGranularity=10s");
        s.Open();
        s.Send(1500);
        s.wire->sent.clear(); // sync 2 to 4
        s.Inject("ECNTL key=1r rseq=0 alloc=1000000 echo=3");
        NEXT(s, "DATA sync=5 seq=0");
        NEXT(s, "DATA sync=6 seq=500");
        NEXT(s, "DATA sync=7 seq=1000");
        s.Inject("ECNTL key=1r rseq=0 alloc=1000000 echo=4");
        NOTHING(s);
        s.Inject("ECNTL key=1r rseq=500 alloc=1000000 echo=7");
        NEXT(s, "DATA seq=500");
        NEXT(s, "DATA seq=1000");
        NOTHING(s);
    }

    void Requests()
    {
        XtpScript s("RequestInterval=2 FastNak=false Sort=5 NoCheck=true FlowControl=false");
        s.Open();
        s.Send(1500);
        NEXT(s, "DATA !SREQ !FASTNAK SORT NOCHECK NOFLOW sync=1 seq=0");
        NEXT(s, "DATA SREQ sync=2 seq=500");
        NEXT(s, "DATA SREQ sync=3 seq=1000"); // the last one
        NOTHING(s);
        XtpScript t("DeliveryRequests=true");
        t.Open();
        t.Send(500);
        NEXT(t, "DATA !SREQ DREQ sync=2");
    }

    /// @param s gets FIRST of key 77
    void Accept(XtpScript& s)
    {
        s.Listen();
        s.Inject("FIRST key=77 SREQ sync=1 to=9 from=7 service=4");
        s.wire->sent.clear();
    }

    void Receiver()
    {
        XtpScript s("RcvBufSize=3000");
        Accept(s);
        s.Inject("DATA key=77 FASTNAK sync=1 seq=500 size=500");
        NEXT(s, "ECNTL rseq=0 alloc=3000 echo=1 span=500-1000");
        s.Inject("DATA key=77 FASTNAK SREQ sync=2 seq=1500 size=500");
        NEXT(s, "ECNTL rseq=0 echo=2 spans=2 span=500-1000 span=1500-2000");
        NOTHING(s); // one answer
        s.Inject("DATA key=77 sync=2 seq=2000 size=500");
        NOTHING(s); // nobody asked
        s.Inject("DATA key=77 SREQ sync=3 seq=0 size=500");
        NEXT(s, "ECNTL rseq=1000 echo=3 spans=1 span=1500-2500");
        s.Inject("DATA key=77 FASTNAK sync=3 seq=1000 size=500");
        NEXT(s, "CNTL rseq=2500 alloc=5500 echo=3"); // half of the buffer has become free
        NOTHING(s);
        SAME(s.received, 2500);
        s.Inject("CNTL key=77 SREQ sync=4 seq=2500");
        NEXT(s, "CNTL rseq=2500 alloc=5500 echo=4");
        s.Inject("DATA key=77 SREQ sync=5 seq=5400 size=500");
        NEXT(s, "ECNTL rseq=2500 spans=0"); // no room, and something is missing
        SAME(s.Context().GetCounters().refused, 1);
        s.Inject("CNTL key=77 SREQ sync=6 seq=5000");
        NEXT(s, "ECNTL rseq=2500 spans=0 echo=6"); // more was sent than came
    }

    /** @brief More holes than a packet can tell of. */
    void ManySpans()
    {
        XtpScript s("");
        s.device->SetMtu(600); // ECNTL has 56 + 16 n octets
        Accept(s);
        for (int i = 1; i <= 40; ++i)
        {
            const std::string n = std::to_string(i);
            s.Inject("DATA key=77 SREQ sync=" + std::to_string(1 + i) + " seq=" + n +
                     "000 size=500");
            NEXT(s,
                 "ECNTL rseq=0 echo=" + std::to_string(1 + i) + " span=1000-1500" +
                     " spans=" + std::to_string(std::min(i, 34)));
        }
        NOTHING(s);
    }

    void Drops()
    {
        XtpScript s("ErrorControl=GoBackN");
        Accept(s);
        s.Inject("DATA key=77 FASTNAK SREQ sync=2 seq=500 size=500");
        NEXT(s, "ECNTL rseq=0 echo=2 spans=0");
        s.Inject("DATA key=77 FASTNAK SREQ sync=3 seq=0 size=500");
        NEXT(s, "CNTL rseq=500 echo=3");
        SAME(s.received, 500);
        XtpScript t("ErrorControl=GoBackN GbnKeepsOutOfOrder=true");
        Accept(t);
        t.Inject("DATA key=77 FASTNAK SREQ sync=2 seq=500 size=500");
        NEXT(t, "ECNTL rseq=0 echo=2 span=500-1000");
        t.Inject("DATA key=77 FASTNAK SREQ sync=3 seq=0 size=500");
        NEXT(t, "CNTL rseq=1000 echo=3");
    }

    void Delivery()
    {
        XtpScript s("");
        Accept(s);
        s.reads = false;
        s.Inject("DATA key=77 DREQ sync=2 seq=0 size=500");
        NOTHING(s);
        s.Inject("DATA key=77 SREQ sync=3 seq=500 size=500");
        NEXT(s, "CNTL rseq=1000 echo=3");
        s.Inject("DATA key=77 DREQ sync=4 seq=1000 size=500");
        NOTHING(s);
        s.socket->Recv(1499, 0);
        s.Run(0);
        NOTHING(s);
        s.socket->Recv(1, 0);
        s.Run(0);
        NEXT(s, "CNTL rseq=1500 echo=4");
    }

    void NoErr()
    {
        XtpScript s("ErrorControl=None");
        s.Open();
        s.Send(1000);
        NEXT(s, "DATA NOERR seq=0");
        NEXT(s, "DATA NOERR seq=500");
        s.Inject("ECNTL key=1r rseq=0 alloc=1000000 echo=3 span=500-1000");
        NOTHING(s);
        XtpScript t("");
        Accept(t);
        t.Inject("DATA key=77 NOERR FASTNAK SREQ sync=2 seq=500 size=500");
        NEXT(t, "CNTL rseq=1000 echo=2");
        SAME(t.received, 500);
        t.Inject("CNTL key=77 NOERR WCLOSE SREQ sync=3 seq=1500");
        NEXT(t, "CNTL RCLOSE rseq=1500 echo=3");
        SAME(t.closed, 1);
        NoErrReports();
    }

    /** @brief Reports that lie behind what was sent. */
    void NoErrReports()
    {
        XtpScript s("ErrorControl=None");
        s.Open();
        s.Send(500);
        NEXT(s, "DATA NOERR SREQ sync=2 seq=0");
        s.Run(0.05);
        NEXT(s, "CNTL NOERR SREQ sync=3 seq=500");
        s.Inject("CNTL key=1r rseq=0 alloc=1000000 echo=3"); // the data was lost
        SAME(s.Context().IsSynchronizing(), false);
        s.Send(500);
        NEXT(s, "DATA NOERR SREQ sync=4 seq=500");
        s.Send(500);
        NEXT(s, "DATA NOERR SREQ sync=5 seq=1000");
        s.Inject("CNTL key=1r rseq=1000 alloc=1000000 echo=4"); // more is on its way
        s.Inject("CNTL key=1r rseq=1500 alloc=1000000 echo=5");
        SAME(s.Context().GetCounters().stale, 0);
        s.Run(1);
        NOTHING(s);
        SAME(s.broken, 0);
        XtpScript t("RcvBufSize=1000");
        Accept(t);
        t.Inject("DATA key=77 NOERR SREQ sync=2 seq=0 size=500");
        NEXT(t, "CNTL rseq=500 alloc=1500 echo=2");
        t.Inject("CNTL key=77 NOERR SREQ sync=3 seq=1500"); // the window was lost
        NEXT(t, "CNTL rseq=1500 alloc=2500 echo=3");
        SAME(t.received, 500);
    }
};

const HsnTestRegistration g_xtpScriptTests("xtp-script", {new XtpTimerTest, new XtpRepairTest});
} // namespace
} // namespace hsn
} // namespace ns3
