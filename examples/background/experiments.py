# SPDX-License-Identifier: GPL-2.0-only
"""What background runs: its experiments, at the paper's scale and in the quick mode."""

from hsn.sweep import Experiment

PROGRAM = "hsn-background"

PROTOCOLS = ["cubic", "bic", "htcp", "hstcp", "stcp", "fast", "sack"]
STUDIED = PROTOCOLS[:-1]  # besides SACK
LOSS_BASED = [one for one in PROTOCOLS if one != "fast"]
MIXED = [one for one in STUDIED if one != "fast"]  # figure 13
RTTS = [16, 22, 42, 82, 162, 324]  # ms
SHORTER = RTTS[:4]  # of the second flow, beside one of 162 ms
BUFFERS = [1, 2, 4, 8]  # MB
TYPES = ["I", "II", "III", "IV"]
MB = 1000000

# The quick mode divides rates, buffers, windows and their growth by 8, and lasts half as long.
QUICK = {"scale": 8, "duration": 300, "firstStart": 15, "secondStart": 65, "measure": 20}
# One repetition is of the first seed whose types of traffic, alone, carry 65 to 75 Mbit/s, found before
# anything else was looked at: all four at the paper's scale. In the quick mode it is Types I, II and III;
# Type IV carries 72 to 89 with ten seeds, 80 in the mean, since its small segments have large headers.
SEED = 18
QUICK_SEED = 7
SEEDS = (SEED, 1, 2, 3, 4)
QUICK_SEEDS = (QUICK_SEED, 1, 2, 3, 4)  # where one repetition does not decide


def grid(protocols, rtts, **more):
    """Some protocols at some round-trip times."""
    return [{"protocol": protocol, "rtt": rtt, **more} for protocol in protocols for rtt in rtts]


def runs(name, points, quick_points, seeds=SEEDS, quick_seeds=(QUICK_SEED,), sample_seeds=None,
         quick_fixed=None, **fixed):
    """An experiment with the testbed of figure 1."""
    return Experiment(name, PROGRAM, points, fixed=fixed, seeds=seeds, quick_grid=quick_points,
                      sample_seeds=sample_seeds,
                      quick_fixed=QUICK if quick_fixed is None else quick_fixed,
                      quick_seeds=quick_seeds, timeout=4 * 3600)


# --- utilization (section 4.1) -----------------------------------------------------------

# Figure 2: short flows alone; how much they carry is not chosen
FIVE = range(1, 6)
WEB = runs("web", [{"traffic": kind} for kind in TYPES], None, seeds=FIVE, quick_seeds=FIVE,
           sample_seeds=FIVE, flows=0, rtt=162, series=True)

# Figure 3a
ALONE = runs("alone", grid(PROTOCOLS, RTTS), grid(PROTOCOLS, [42, 162, 324]), flows=2, buffer=MB,
             traffic="None")

# Figures 3b, 5 and 7
LOADED = runs("loaded", grid(PROTOCOLS, RTTS), grid(PROTOCOLS, [162, 324]), flows=4, buffer=MB,
              traffic="II", series=True)

# Figure 3c, not in the paper: its figures 3a and 3b differ in the number of flows as well
CONTROL_RTTS = [82, 162, 324]
ONE_CHANGE = [{"flows": 4, "traffic": "None"}, {"flows": 2, "traffic": "II"}]
CONTROL = runs("control",
               [point | change for point in grid(PROTOCOLS, CONTROL_RTTS) for change in ONE_CHANGE],
               [point | change for point in grid(["stcp"], [162]) for change in ONE_CHANGE],
               buffer=MB)

# Figure 4
PAIRS = runs("pairs", grid(PROTOCOLS, [162]), None, flows=2, buffer=2 * MB, traffic="None",
             series=True)

# Figure 6: the buffers that LOADED has not
BUFFERED = runs("buffered",
                [point | {"buffer": buffer * MB} for point in grid(PROTOCOLS, [324])
                 for buffer in BUFFERS[1:]],
                grid(["cubic", "htcp", "hstcp"], [324], buffer=8 * MB), flows=4, traffic="II")

# Figure 8: H-TCP with every background; what is compared differs by no more than repetitions do
KINDS = runs("kinds", [{"traffic": kind, "fixedRtt": fixed} for kind in TYPES for fixed in (False, True)],
             None, quick_seeds=QUICK_SEEDS, sample_seeds=SEEDS, protocol="htcp", flows=4, rtt=162, buffer=MB)

# FAST for figure 9, and BIC and CUBIC, with the types that LOADED has not
OTHERS = [{"protocol": protocol, "traffic": kind}
          for protocol in ("fast", "bic", "cubic") for kind in TYPES if kind != "II"]
TYPED = runs("typed", OTHERS, OTHERS[:1], flows=4, rtt=162, buffer=MB, series=True)

# Figure 9a
LIGHT = runs("light", [{"load": 10}], None, protocol="fast", traffic="I", flows=4, rtt=162,
             buffer=MB, series=True)

# A socket buffer of 8 MB, as a host of the time had, against none that matters
SOCKET_SEGMENTS = 8 * MB // 1500
CAPPED = runs("capped", [{"maxCwnd": SOCKET_SEGMENTS}, {"maxCwnd": 0}], None, protocol="fast",
              rtt=324, flows=2, buffer=MB, traffic="None", series=True)

# --- fairness (section 4.2): two flows, 2 MB ---------------------------------------------

NONE_V = ["None", "V"]
FEW = ["cubic", "hstcp", "stcp"]  # with other traffic, in the quick mode


def fairness(name, points, quick_points, **fixed):
    """Two flows through a buffer of 2 MB."""
    return runs(name, points, quick_points, flows=2, buffer=2 * MB, **fixed)


# Figure 10; PAIRS has 162 ms without other traffic
SAME = fairness("same",
                [point | {"traffic": kind} for kind in NONE_V for point in grid(PROTOCOLS, RTTS)
                 if kind == "V" or point["rtt"] != 162],
                grid(PROTOCOLS, [82], traffic="None") + grid(FEW, [82], traffic="V"))

# Figure 11: the first flow has 162 ms
UNEQUAL = fairness("unequal",
                   [point | {"traffic": kind} for kind in NONE_V
                    for point in grid(PROTOCOLS, SHORTER)],
                   grid(PROTOCOLS, [42], traffic="None") + grid(FEW, [42], traffic="V"),
                   firstRtt=162)

# Figure 12: SACK first
FRIENDS = fairness("friends",
                   [point | {"traffic": kind} for kind in NONE_V for point in grid(STUDIED, RTTS)],
                   [point | {"traffic": kind} for kind in NONE_V
                    for point in grid(STUDIED, [16, 42])],
                   first="sack")

# Figure 13: what types I to IV do; its other bars are in the figures above
BARS = {"friendly": {"first": "sack", "rtt": 42}, "own": {"rtt": 82},
        "rtt": {"firstRtt": 162, "rtt": 42}}


def mixed(protocols, kinds):
    """The three kinds of fairness with some types of traffic."""
    return [{"kind": kind, **BARS[kind], "protocol": protocol, "traffic": one}
            for kind in BARS for protocol in protocols for one in kinds]


def without_kind(points):
    """Points with parameters of the program alone."""
    return [{name: value for name, value in point.items() if name != "kind"} for point in points]


MIXTURE = fairness("mixture", without_kind(mixed(MIXED, TYPES)),
                   [{"protocol": protocol, "rtt": 82, "traffic": "II"} for protocol in FEW])

# Round-trip times of 100 ms for all flows of the background
FIXED = fairness("fixed", without_kind(mixed(MIXED, TYPES)),
                 [{"protocol": "cubic", "rtt": 82, "traffic": "II"}], fixedRtt=True)

# HSTCP for twice as long
LONG = fairness("long", grid(["hstcp"], [162]), None, traffic="None", series=True, duration=1200,
                quick_fixed=QUICK | {"duration": 600})

# --- one change at a time ------------------------------------------------------------------

# What the routers' clocks and the hosts do where round-trip times differ
CLOCKED = ["stcp", "bic", "sack"]
CLOCK_CHANGES = {"nothing": {}, "no ticks": {"tick": 0, "bottleneckTick": 0},
                 "ticks of the second router only": {"bottleneckTick": 0},
                 "no time taken by hosts": {"hostTime": 0},
                 "timeouts and recoveries of ns-3": {"era": "ns3"}}
CLOCKS = fairness("clocks", [{"protocol": protocol} | change for protocol in CLOCKED
                             for change in CLOCK_CHANGES.values()], None, rtt=42, firstRtt=162,
                  traffic="None")

# Where slow start ends: half of the bandwidth-delay product at 324 ms, in packets
HALF = 5400
STARTED = runs("started", [{"protocol": one, "flows": 2, "traffic": "None"}
                           for one in ("cubic", "bic", "htcp", "hstcp")] +
               [{"protocol": "sack", "flows": 4, "traffic": kind} for kind in ("None", "II")] +
               [{"protocol": "hstcp", "flows": 4, "traffic": "II"}],
               [{"protocol": one, "flows": 2, "traffic": "None"}
                for one in ("cubic", "bic", "htcp", "hstcp")],
               rtt=324, buffer=MB, initialSsthresh=HALF)

# What FAST keeps in queues
ALPHAS = runs("alphas", [point | change for point in
                         ({"rtt": 162, "flows": 4, "traffic": "I", "load": 10},
                          {"rtt": 324, "flows": 2, "traffic": "None"})
                         for change in ({"alpha": 200, "alphaMode": "Fixed"},
                                        {"alpha": 100, "alphaMode": "ByRate"})],
              None, protocol="fast", buffer=MB)

# Figure 14: what is left to the background
COUNTS = [0, 1, 2, 4, 8]


def counted(protocols, counts):
    """Some numbers of flows; none of them is the same for all protocols."""
    return [{"protocol": "sack", "flows": 0}] + [
        {"protocol": protocol, "flows": count} for protocol in protocols for count in counts
        if count > 0]


LEFT = runs("left", counted(PROTOCOLS, COUNTS), counted(["sack", "cubic", "stcp"], [4]),
            seeds=(SEED, *(seed for seed in range(1, 31) if seed != SEED)), rtt=324, buffer=2 * MB,
            traffic="II")

# --- not in the paper --------------------------------------------------------------------

# The quick mode's scale beside the paper's, other things equal
SHORT = {"duration": 150, "firstStart": 5, "secondStart": 40, "measure": 10, "jitter": 0}
SCALES = runs("scales", [{"protocol": protocol, "scale": scale} for protocol in ("cubic", "stcp")
                         for scale in (1, 2, 4, 8, 16)],
              [{"protocol": "cubic", "scale": scale} for scale in (1, 8)],
              quick_fixed={}, flows=2, rtt=162, buffer=2 * MB, traffic="None", series=True, **SHORT)

# ns-3's own variants, which cannot be scaled
NS3 = {"ns3-linux-reno": "LinuxReno", "ns3-bic": "BIC", "ns3-cubic": "CUBIC 0.7, HyStart",
       "ns3-highspeed": "HSTCP", "ns3-htcp": "H-TCP", "ns3-scalable": "STCP", "ns3-bbr": "BBR"}
BRIEF = SHORT | {"duration": 100}
# Those of today beside the paper's, in figures 3 and 7
TODAY = ["ns3-cubic", "ns3-bbr", "ns3-linux-reno"]
TODAY_ALONE = runs("today-alone", grid(TODAY, RTTS), grid(TODAY[:2], [162]), quick_fixed=BRIEF,
                   flows=2, buffer=MB, traffic="None")
TODAY_LOADED = runs("today-loaded", grid(TODAY, RTTS), grid(TODAY[:1], [162]), quick_fixed=BRIEF,
                    flows=4, buffer=MB, traffic="II")

# All of ns-3's
OWN = runs("own", grid(NS3, [162]), grid(["ns3-cubic", "ns3-bbr"], [162]),
           quick_fixed=BRIEF, flows=2, buffer=2 * MB, traffic="None", series=True)
