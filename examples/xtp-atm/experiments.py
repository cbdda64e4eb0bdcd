# SPDX-License-Identifier: GPL-2.0-only
"""What is run for the paper xtp-atm, and what figures and checks read from it."""

import numpy
import pandas

from hsn.sweep import Experiment
from hsn.tables import chosen

PROGRAM = "hsn-xtp-atm"

LOADS = list(range(0, 101, 10))
QUICK_LOADS = [0, 20, 40, 60, 80, 100]
SEEDS, QUICK_SEEDS = range(1, 6), range(1, 7)
QUICK = {"warmup": 0.5, "duration": 3}
# quick, of figures that decide no claim
FEW = {"quick_loads": [0, 40, 80], "quick_seeds": (1,)}

TRANSPORTS = {"TCP": {"tcp": 3}, "GBN": {"xtp": 3, "errorControl": "GoBackN"},
              "SR": {"xtp": 3, "errorControl": "Selective"}}
XTP = {name: TRANSPORTS[name] for name in ("GBN", "SR")}
TUNED = {9140: 6, 1142: 48}  # packets of the optimal window, by MPS
LARGE = {9140: 18, 1142: 144}
HALVED = {9140: 3, 1142: 24}
CELLS = {9140: 192, 1142: 25}
SHAPES = {"unshaped": False, "shaped": True}
SHORT_TICK = {"granularity": 0.025}  # ms, where a connection of 10 km exists


def payload(mps):
    """Share of user bytes in the cells of a packet."""
    return mps / (53 * CELLS[mps])


def sweep(name, points, seeds=SEEDS, quick=None, loads=None, quick_loads=None,
          quick_seeds=QUICK_SEEDS, **fixed):
    """An experiment: each point under every load."""
    return Experiment(name, PROGRAM, fixed={"duration": 20, **fixed}, seeds=seeds,
                      quick_seeds=quick_seeds, quick_fixed=quick or QUICK,
                      grid=[{**point, "load": load} for point in points for load in loads or LOADS],
                      quick_grid=[{**point, "load": load} for point in points
                                  for load in quick_loads or QUICK_LOADS])


POISSON = sweep("poisson", [{**how, "mps": mps, "windows": window, "shaped": shaped}
                            for how, sets in ((TRANSPORTS["TCP"], (TUNED, LARGE)),
                                              (TRANSPORTS["GBN"], (TUNED,)),
                                              (TRANSPORTS["SR"], (TUNED,)))
                            for windows in sets for mps, window in windows.items()
                            for shaped in (False, True)])
# 50 Mbit/s is a cell in exactly three slots, which puts the connections in the order of their numbers
SHAPED = sweep("shaped-49", [{**how, "mps": mps, "windows": window, "shaped": True}
                             for how in XTP.values() for mps, window in TUNED.items()],
               loads=[0, 10, 20, 30, 60, 70, 80], quick_loads=[0, 20, 60, 80],
               shaperRate="49Mbps")
BASIC = [{**how, "mps": mps, "windows": window} for how in TRANSPORTS.values()
         for mps, window in TUNED.items()]
FAST = sweep("fast", BASIC, source="FastOnOff", duration=40, quick_loads=[40, 60, 80])
SLOW = sweep("slow", BASIC, seeds=range(1, 11), source="SlowOnOff", duration=120,
             quick={"warmup": 0.5, "duration": 8}, quick_loads=[40, 60, 80])
LENGTHS = (10, 100, 1000)  # km
SPREAD_OUT = {"lengths": "10,100,1000", "mps": 1142, **SHORT_TICK}
XTP_LENGTHS = sweep("xtp-lengths", [{**how, "shaped": shaped} for how in XTP.values()
                                    for shaped in (False, True)], windows=48, **SPREAD_OUT)
LENGTH_WINDOWS = ("48,48,48", "2,5,48", "6,10,48")
TCP_LENGTHS = sweep("tcp-lengths", [{"windows": windows, "shaped": shaped}
                                    for windows in LENGTH_WINDOWS for shaped in (False, True)],
                    tcp=3, **SPREAD_OUT)
MIX = sweep("mix", [{"errorControl": how["errorControl"], "mps": mps, "windows": window}
                    for how in XTP.values() for mps, window in HALVED.items()],
            tcp=3, xtp=3, rate="25Mbps")
# The one change that separates mixed connections from the slot-level model: how far TCP backs off
MAX_RTO = "ns3::hsn::IndexedTcpSocket::MaxRto"
BACKOFF = Experiment("backoff", PROGRAM, seeds=SEEDS, quick_seeds=QUICK_SEEDS, quick_fixed=QUICK,
                     grid=[{MAX_RTO: limit, "load": load} for limit in ("0s", "300ms")
                           for load in (80, 100)],
                     fixed={"duration": 20, "tcp": 3, "xtp": 3, "errorControl": "GoBackN",
                            "windows": 3, "rate": "25Mbps"})
SHORT = sweep("short", [{**how, "windows": window} for how in TRANSPORTS.values()
                        for window in (1, 2, 6)], quick_loads=[0, 20, 40, 80], mps=9140, lengths=10,
              **SHORT_TICK)
DISCARD = sweep("discard", [{**point, "discard": policy} for point in BASIC
                            for policy in ("Ppd", "Epd")], **FEW)
SACK = sweep("sack", [{"recovery": recovery, "mps": mps, "windows": window}
                      for recovery in ("NewReno", "Sack") for mps, window in TUNED.items()],
             **FEW, tcp=3)
# What makes shaping matter: each second line changes one thing of the first
SHAPING_POINTS = {
    "SR, W 6, B = 80": {**XTP["SR"], "windows": 6, "load": 80},
    "SR, W 6, B = 80, EPD switches": {**XTP["SR"], "windows": 6, "load": 80, "discard": "Epd"},
    "TCP, W 18, B = 0": {**TRANSPORTS["TCP"], "windows": 18, "load": 0},
    "TCP, W 18, B = 0, shapers of 55 Mbit/s": {**TRANSPORTS["TCP"], "windows": 18, "load": 0,
                                               "shaperRate": "55Mbps"}}
SHAPING = Experiment("shaping", PROGRAM, seeds=SEEDS, quick_seeds=QUICK_SEEDS, quick_fixed=QUICK,
                     grid=[{"discard": "TailDrop", "shaperRate": "50Mbps", **point,
                            "shaped": shaped} for point in SHAPING_POINTS.values()
                           for shaped in (False, True)],
                     fixed={"duration": 20, "mps": 9140})
MANY_FLOWS = 32
MANY = {"TCP": {"tcp": MANY_FLOWS}, "GBN": {"xtp": MANY_FLOWS, "errorControl": "GoBackN"},
        "SR": {"xtp": MANY_FLOWS, "errorControl": "Selective"}}
MANY_RATE = "4687500bps"  # 150 Mbit/s / 32
MANY_WINDOW = 5  # packets: in all, about as many as 3 x 48
MANY_POINTS = sweep("many", [{**how, "windows": MANY_WINDOW} for how in MANY.values()],
                    **FEW, mps=1142, rate=MANY_RATE)

# One decision changed at a time
DECISIONS = {"as specified": {}, "switches without slots": {"slotted": False},
             "repeats are not suppressed": {"suppressRepeats": False},
             "go-back-N receivers keep data": {"gbnKeeps": True},
             "rate counts user bytes": {"rateCounts": "UserBytes"},
             "rate counts PDU bytes": {"rateCounts": "PduBytes"},
             "TCP adds MPS / 8": {"extraEighth": True}}
TOUCHES = {"suppressRepeats": XTP, "gbnKeeps": ["GBN"], "rateCounts": XTP, "extraEighth": ["TCP"],
           "slotted": TRANSPORTS}
DECIDED = Experiment("decisions", PROGRAM, seeds=SEEDS, quick_seeds=QUICK_SEEDS[:1],
                     quick_fixed=QUICK, grid=[
    {**TRANSPORTS[name], "mps": mps, "windows": TUNED[mps], "load": load, **how}
    for how in DECISIONS.values() for mps in TUNED for load in (40, 80)
    for name in next((TOUCHES[one] for one in how), TRANSPORTS)])

# What definitions and closed forms decide
UNITS = Experiment("units", PROGRAM, fixed={"duration": 5}, grid=[
    {"tcp": 1, "windows": 6}, {"xtp": 1, "windows": 6}, {"tcp": 1, "windows": 48, "mps": 1142},
    {"xtp": 1, "windows": 48, "mps": 1142}])
LOSSY = Experiment("lossy", PROGRAM, grid=[{"xtp": 3, "windows": 48, "mps": 1142, "load": 60}],
                   fixed={"duration": 5})
STEADY = Experiment("steady", PROGRAM, fixed={"xtp": 1, "duration": 20},
                    grid=[{"windows": 100, "mps": 9140}, {"windows": 800, "mps": 1142}])
ALONE = Experiment("alone", PROGRAM, fixed={"windows": 6, "duration": 20},
                   grid=[{"xtp": 1, "tcp": 0}, {"xtp": 0, "tcp": 1}])
PHASES = Experiment("phases", PROGRAM, fixed={"xtp": 3, "windows": 6, "duration": 2},
                    seeds=range(1, 31))
MESSAGES = Experiment("messages", PROGRAM, grid=[{"load": 40}],
                      fixed={"source": "Poisson", "sourceCells": 20000, "duration": 40},
                      seeds=SEEDS, quick_seeds=SEEDS[:2])
SWITCHED = Experiment("switched", PROGRAM, seeds=range(1, 6), grid=[
    {"source": "FastOnOff", "duration": 200}, {"source": "SlowOnOff", "duration": 2000}],
    fixed={"load": 1.5})
PRINTED_WINDOW = Experiment("printed-window", PROGRAM, seeds=SEEDS, quick_seeds=QUICK_SEEDS[:2],
                            quick_fixed=QUICK, grid={"load": [0, 60, 100]},
                            fixed={"tcp": 3, "xtp": 3, "rate": "25Mbps", "mps": 1142,
                                   "windows": 3})

# Reference points of a slot-level model that shares nothing with this one: goodput, efficiency
REFERENCE_LOADS = (0, 20, 40, 60, 80, 100)
REFERENCE = {
    ("TCP", 9140, 6): ((41.5, 1), (38.9, 1), (25.1, .93), (18.1, .85), (14.2, .85), (10.2, .78)),
    ("GBN", 9140, 6): ((41.5, 1), (38.9, 1), (24.1, .74), (14.0, .54), (10.5, .51), (6.9, .41)),
    ("SR", 9140, 6): ((41.5, 1), (38.9, 1), (26.9, .91), (18.1, .77), (12.9, .67), (8.5, .54)),
    ("TCP", 9140, 18): ((28.0, .92), (22.8, .85), (19.3, .83), (16.3, .81), (12.9, .80),
                        (9.6, .77)),
    ("TCP", 1142, 48): ((43.1, 1), (37.3, 1), (22.4, .98), (17.5, .97), (13.8, .96), (10.0, .95)),
    ("GBN", 1142, 48): ((43.1, 1), (37.3, 1), (15.4, .47), (10.4, .35), (6.4, .24), (3.9, .17)),
    ("SR", 1142, 48): ((43.1, 1), (37.3, 1), (24.4, .87), (19.9, .78), (14.9, .69), (10.7, .59)),
    ("XTP", 9140, 3): ((20.0, 1), (19.4, 1), (14.4, .87), (13.1, .83), (11.2, .78), (8.1, .68)),
    ("mixed TCP", 9140, 3): ((20.0, 1), (19.4, 1), (13.2, .90), (8.0, .82), (4.1, .74),
                             (1.6, .62)),
}


# --- what is read from runs --------------------------------------------------------------


def averaged(data, flows=slice(None)):
    """Runs with goodput and efficiency averaged over some of their connections."""
    def mean(column):
        return [float(numpy.mean(values[flows])) for values in data[column]]
    return data.assign(goodput=mean("goodputs_mbps"), efficiency=mean("efficiencies"))


def runs(ctx, experiment, flows=slice(None), **values):
    """The runs with these parameters, averaged over connections."""
    return averaged(chosen(ctx.data(experiment), **values), flows)


def by_connection(data, names):
    """A row for each connection of each run, with its name in the column `what`."""
    return pandas.concat([averaged(data, slice(index, index + 1)).assign(what=name)
                          for index, name in enumerate(names)], ignore_index=True)


def jain(values):
    """Jain's index of fairness."""
    values = numpy.asarray(values)
    return float(values.sum() ** 2 / (len(values) * (values ** 2).sum()))


def load_of_link(row):
    """Load that the paper's sentence predicts for the queue, Mbit/s: background, and what
    connections offer, in cells."""
    return row["load"] + row["offered_cells"] * 424e-6 / row["duration"]


def load_of_queue(row):
    """Load that was offered to the queue in front of the bottleneck, Mbit/s."""
    return row["queue_in"] * 424e-6 / row["duration"]
