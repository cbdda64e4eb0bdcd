# SPDX-License-Identifier: GPL-2.0-only
"""What is run for frm, and what figures and checks compute of it."""

import numpy

from hsn.sweep import Experiment
from hsn.tables import chosen

PROGRAM = "hsn-frm"
SEEDS = range(1, 11)
FIVE = range(1, 6)
LIMIT = 100  # ms; the knee is where the mean response time passes it

FULL32 = [1, *range(10, 261, 10)]
GROUPS = {8: ([10, 20, 25, 30, 35, 40, 50, 60], [1, *range(5, 71, 5)]),
          16: ([10, 25, 50, 75, 80, 90, 100, 125, 140], range(10, 151, 10)),
          32: ([10, 25, 50, 75, 100, 125, 130, 140, 150, 160, 170, 180, 200, 230, 250], FULL32),
          64: ([50, 100, 150, 180, 190, 200, 210, 220, 250], range(10, 301, 10))}


def pairs(quick):
    """Buffers and groups of figures 4 and 5."""
    return [{"buffer": buffer, "receivers": number}
            for buffer, both in GROUPS.items() for number in both[0 if quick else 1]]


SIZES = Experiment("sizes", PROGRAM, grid=pairs(False), quick_grid=pairs(True), seeds=SEEDS,
                   quick_seeds=FIVE)
NO_LOSS = Experiment("no-loss", PROGRAM, grid={"receivers": [10, 25, 50, 75, 100, 125, 150, 175, 200]},
                     fixed={"loss": 0}, seeds=SEEDS, quick_seeds=(1, 2, 3))
LOSSES = Experiment("losses", PROGRAM, grid={"loss": [0, 1e-5, 1e-4, 3e-4]},
                    fixed={"receivers": 100}, seeds=SEEDS, quick_seeds=FIVE)
TIMERS = Experiment("timers", PROGRAM, grid={"k": [1.05, 1.25, 1.5, 2]},
                    fixed={"receivers": 150}, seeds=SEEDS, quick_seeds=FIVE)
JITTER = Experiment("jitter", PROGRAM, grid={"k": [1.05, 1.25, 1.5, 2]},
                    fixed={"receivers": 50, "loss": 0, "jitter": 10}, seeds=SEEDS, quick_seeds=FIVE)
EJECTION = Experiment("ejection", PROGRAM, grid={"minThroughput": [0, 180000]},
                      fixed={"receivers": 10, "slow": 2, "time": 60, "warmup": 2, "series": True},
                      seeds=SEEDS, quick_seeds=FIVE)
SUPPRESSION = Experiment("suppression", PROGRAM,
                         grid=[{"order": order, "receivers": number, "suppression": on}
                               for order, number in (("ControlFirst", 20),
                                                     ("RetransmitDataControl", 50))
                               for on in (True, False)],
                         fixed={"loss": 1e-3}, seeds=SEEDS, quick_seeds=FIVE)
SATELLITE = Experiment("satellite", PROGRAM, grid={"satellite": [0, 250]},
                       fixed={"receivers": 10}, seeds=SEEDS, quick_seeds=(1, 2, 3))
SPREAD = Experiment("spread", PROGRAM,
                    grid=[{"receivers": number, "buffer": buffer, "spread": width}
                          for number, buffer in ((100, 32), (150, 64))
                          for width in (0, 20, 50, 100)],
                    fixed={"loss": 0}, seeds=SEEDS, quick_seeds=(1, 2, 3))
ORDER_NAMES = {"RetransmitDataControl": "retransmissions, data, control (figure 3)",
               "DataRetransmitControl": "data, retransmissions, control",
               "RetransmitControlData": "retransmissions, control, data",
               "ControlFirst": "control, retransmissions, data"}
ORDERS = Experiment("orders", PROGRAM,
                    grid={"order": [*ORDER_NAMES],
                          "receivers": [25, 50, 75, 90, 100, 110, 125, 140, 150, 160, 175]},
                    quick_grid={"receivers": [50, 75, 100, 125, 150, 175]},
                    seeds=SEEDS, quick_seeds=FIVE)
REPAIR_NAMES = {("GoBackN", "GoBackN"): "go-back-n (figure 3)",
                ("Buffer", "GoBackN"): "go-back-n, receivers keep packets",
                ("Buffer", "Selective"): "selective"}
REPAIR = Experiment("repair", PROGRAM,
                    grid=[{"mode": mode, "repair": repair, "receivers": number}
                          for mode, repair in REPAIR_NAMES for number in (25, 50, 75, 100, 125, 150)],
                    quick_grid=[{"mode": mode, "repair": repair, "receivers": number}
                                for mode, repair in REPAIR_NAMES for number in (25, 50, 100, 150)],
                    seeds=SEEDS, quick_seeds=(1, 2, 3))
SILENT = Experiment("silent", PROGRAM, grid={"tries": [1, 3, 5]},
                    fixed={"receivers": 10, "silent": 1, "time": 60, "warmup": 2}, seeds=FIVE)
CONDITIONS = {"none": ({"minMembers": 0}, False), "key member who stays": ({"keys": "1"}, False),
              "key member who goes": ({"keys": "5"}, True), "at least 4": ({"minMembers": 4}, False),
              "at least 5": ({"minMembers": 5}, True), "all": ({"all": True}, True),
              "quorum 0.8": ({"quorum": 0.8}, False), "quorum 0.81": ({"quorum": 0.81}, True)}
INTEGRITY = Experiment("integrity", PROGRAM, grid=[dict(how) for how, _ in CONDITIONS.values()],
                       fixed={"receivers": 5, "silent": 1, "time": 30, "warmup": 2})
SUBGROUP = Experiment("sub-group", PROGRAM, grid={"extra": ["none", "lossy", "silent"]},
                      fixed={"receivers": 20, "time": 60}, seeds=FIVE)


# by nodes and sockets: losses up to a half, and the same transfer over other bearers
LOSSY = Experiment("lossy", "hsn-frm-sockets",
                   grid=[{"loss": loss, "receivers": number}
                         for loss, number in ((0, 50), (0.01, 50), (0.1, 50), (0.3, 20), (0.5, 5))],
                   fixed={"packets": 100, "size": 500, "tries": 100, "invitations": 40, "warmup": 0},
                   seeds=FIVE)
BEARERS = Experiment("bearers", "hsn-frm-sockets", grid={"bearer": ["Ip", "Udp", "Aal5"]},
                     fixed={"receivers": 10, "packets": 2000}, seeds=(1, 2, 3))


def knees(data):
    """For each seed, the group at which the mean response time passes LIMIT: linear interpolation
    of its logarithm between neighbouring groups."""
    found = {}
    for seed, part in data.groupby("seed"):
        part = part.sort_values("receivers")
        sizes = part["receivers"].to_numpy(float)
        logs = numpy.log(part["mrt_ms"].to_numpy(float))
        above = numpy.nonzero(logs > numpy.log(LIMIT))[0]
        if len(above) and above[0] > 0:
            last = above[0]
            found[seed] = float(numpy.interp(numpy.log(LIMIT), logs[last - 1:last + 1],
                                             sizes[last - 1:last + 1]))
    return found


def response_at(data, size):
    """Mean response time of a group that was not run: between its neighbours, by logarithms."""
    found = data.groupby("receivers")["mrt_ms"].mean()
    return float(numpy.exp(numpy.interp(size, found.index.to_numpy(float),
                                        numpy.log(found.to_numpy(float)))))


def buffer_of(ctx, packets):
    """Runs of a buffer size."""
    return chosen(ctx.data(SIZES), buffer=packets)
