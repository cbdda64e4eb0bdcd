# SPDX-License-Identifier: GPL-2.0-only
"""What is run for nif, and the numbers of the paper's tables."""

from hsn.sweep import Experiment

# ms per 1024 octets and ms per message, as they follow from the rows of tables 1 and 2
PLATFORMS = {("x-Kernel", "receive"): (0.883691, 0.168941), ("x-Kernel", "send"): (1.086957, 0),
             ("BSD", "receive"): (0.934237, 0.036637), ("BSD", "send"): (1.020408, 0),
             ("SunOS", "receive"): (0.925926, 0), ("SunOS", "send"): (0.940401, 0.011980)}
TABLE = {1: {("x-Kernel", "receive"): 950, ("x-Kernel", "send"): 920, ("BSD", "receive"): 1030,
             ("BSD", "send"): 980, ("SunOS", "receive"): 1080, ("SunOS", "send"): 1050},
         4: {("x-Kernel", "receive"): 1080, ("x-Kernel", "send"): 920, ("BSD", "receive"): 1060,
             ("BSD", "send"): 980, ("SunOS", "receive"): 1080, ("SunOS", "send"): 1060}}
ETHERNET = 1127.99  # KB/s, segments of 1460 octets, an ACK for two of them
# variance, longest and shortest period for 0 to 3 streams
TABLE3 = {0: (1, 103, 94), 1: (11, 114, 85), 2: (49, 119, 79), 3: (80, 130, 77)}
TABLE4 = {0: (1, 102, 94), 1: (5, 105, 91), 2: (6, 119, 90), 3: (7, 120, 89)}
STREAMS = (0, 1, 2, 3)
SEEDS = {"seeds": range(1, 21), "quick_seeds": range(1, 6)}
FEW = {"seeds": range(1, 21), "quick_seeds": range(1, 4)}

THROUGHPUT = Experiment("throughput", "hsn-nif-throughput",
                        grid=[{"perKb": per_kb, "perMessage": per_message, "message": message,
                               "send": way == "send"}
                              for (_, way), (per_kb, per_message) in PLATFORMS.items()
                              for message in (1, 4)])

SECTION = {"preemption": "Section"}
FCFS = {"client": "late", "network": "ethernet", **SECTION}
FCFS_ATM = {"client": "late", "network": "atm", **SECTION}
EARLY = {"client": "early", "network": "atm", **SECTION}
HOSTS = {"in order of arrival, Ethernet": FCFS, "in order of arrival, ATM": FCFS_ATM,
         "client for each, ATM": EARLY}
JITTER = Experiment("jitter", "hsn-nif",
                    grid=[{**host, "streams": n} for host in HOSTS.values() for n in STREAMS],
                    **SEEDS)
VARIANTS = {
    "BSD, Ethernet": {"client": "bsd", "network": "ethernet", **SECTION},
    "BSD by priority, Ethernet": {"client": "bsd-priority", "network": "ethernet", **SECTION},
    "BSD, ATM": {"client": "bsd", "network": "atm", **SECTION},
    "BSD by priority, ATM": {"client": "bsd-priority", "network": "atm", **SECTION},
    "client for each, Ethernet": {"client": "early", "network": "ethernet", **SECTION},
    "preemptive threads, Ethernet": {"client": "early", "network": "ethernet",
                                     "preemption": "Full"},
    "preemptive threads, ATM": {"client": "early", "network": "atm", "preemption": "Full"},
    "deadline/workahead, Ethernet": {"client": "deadline", "network": "ethernet", **SECTION},
    "deadline/workahead, ATM": {"client": "deadline", "network": "atm", **SECTION},
}
OTHERS = Experiment("variants", "hsn-nif",
                    grid=[{**host, "streams": n} for host in VARIANTS.values() for n in (1, 2, 3)],
                    **FEW)
FREE = Experiment("no-protocol-work", "hsn-nif",
                  fixed={**FCFS, "streams": 3, "dataMs": 0, "otherMs": 0}, **SEEDS)
PROCESSORS = Experiment("two-processors", "hsn-nif", fixed={**FCFS, "streams": 3, "cpus": 2},
                        **SEEDS)
PACKETS = Experiment("three-packets", "hsn-nif", fixed={**FCFS, "streams": 3, "packets": 3}, **FEW)
EQUAL_COST = Experiment("equal-cost", "hsn-nif",
                        grid=[{**host, "streams": n} for host in (FCFS, EARLY) for n in STREAMS],
                        fixed={"dataMs": 3, "otherMs": 3, "segments": 3}, **FEW)
PERIODS = Experiment("periods", "hsn-nif",
                     grid=[{**host, "streams": 3} for host in (FCFS, EARLY)],
                     fixed={"periods": True, "duration": 600}, quick_fixed={"periods": True,
                                                                            "duration": 120})
DEADLINES = Experiment("deadlines", "hsn-nif", grid={"client": ["late", "early", "deadline"]},
                       fixed={"network": "atm", "streams": 3, "two": True}, **SEEDS)

POLICIES = ("SwapOrReturn", "MustReturn", "PeekOnly")
BUFFERS = Experiment("buffers", "hsn-nif-buffers", grid={"policy": POLICIES})
SEND = Experiment("send", "hsn-nif-send", grid={"scheduling": ["Priority", "Fcfs"]})

RATES = (50, 100, 200, 300, 400)  # packets/s
SHARE = Experiment("user-share", "hsn-nif-load",
                   grid=[{"client": client, "rate": rate} for client in ("bsd", "late")
                         for rate in RATES],
                   fixed={"user": True, "userPriority": 100, "priority": 50, "duration": 10})
TOGETHER = Experiment("together", "hsn-nif-load", grid={"client": ["bsd", "late"]},
                      fixed={"together": 20, "rate": 10, "duration": 0.09, "appMs": 0})
LATENCY = Experiment("latency", "hsn-nif-load",
                     grid=[{"policy": "SwapOrReturn"}, {"policy": "MustReturn"}],
                     fixed={"client": "late", "rate": 400, "duration": 2})
ARRIVALS = Experiment("same-arrivals", "hsn-nif-load",
                      grid=[{"client": "bsd", "pool": 1000}, {"client": "late", "pool": 1000}],
                      fixed={"threads": 1, "poisson": True, "rate": 200, "duration": 100})
HOLDERS = Experiment("holder", "hsn-nif-load", grid={"hold": [0, 1], "rate": [50, 100, 200, 300]},
                     fixed={"client": "late", "flows": 2, "duration": 20})
TRANSPARENT = Experiment("transparent", "hsn-nif-transparent", fixed={"runs": 200},
                         quick_fixed={"runs": 64})

# A faster host, whose application needs time too
FAST = {"otherMs": 0.08, "contextMs": 0, "appMs": 0.06, "poisson": True,
        "enqueueUs": 10, "postUs": 10, "pollUs": 10, "fixedMs": 0.05, "hwMs": 0.01}
ONE = {"coalesce": 1, "rxQueues": 1, "cpus": 1, "flows": 1, "pool": 32}
LOADS = {"BSD": {**ONE, "client": "bsd"}, "shepherds": {**ONE, "client": "late"},
         "BSD, 16 frames an interrupt": {**ONE, "client": "bsd", "coalesce": 16},
         "polling": {**ONE, "client": "polling"},
         "polling, 4 queues and processors": {**ONE, "client": "polling", "rxQueues": 4,
                                              "cpus": 4, "flows": 64, "pool": 128}}
OFFERED = (1000, 2000, 3000, 4000, 5000, 6000, 8000, 10000, 15000, 20000, 30000)
LOAD = Experiment("load", "hsn-nif-load",
                  grid=[{**host, "rate": rate} for host in LOADS.values() for rate in OFFERED],
                  fixed={**FAST, "coalesceUs": 1000, "duration": 10},
                  quick_fixed={**FAST, "coalesceUs": 1000, "duration": 1})
COALESCE = Experiment("coalesce", "hsn-nif-load", grid={"coalesce": [1, 2, 4, 8, 16, 32]},
                      fixed={**FAST, "client": "bsd",
                             "coalesceUs": 5000, "rate": 3000, "user": True, "duration": 5})
