# SPDX-License-Identifier: GPL-2.0-only
"""What is run for rmtp, and what figures and checks compute of it."""

import numpy
import pandas

from hsn.sweep import Experiment

SIM = "hsn-rmtp"
MODEL = "hsn-rmtp-model"
TRACE = "hsn-rmtp-trace"
TEN = range(1, 11)
TWENTY = range(1, 21)

LOSSES = [1e-6, 1e-4, 1e-2, 0.1, 0.3]
EMULATED = [500, 1000, 5000, 7500, 10000]  # groups with 100 receivers that lose packets
GROUPS = [10, 50, 100, *EMULATED]
RATES = [0.2, 0.4, 0.6, 0.8, 1, 1.5, 2, 3, 4, 6]
DELTAS = [0.05, 0.1, 0.15, 0.18, 0.2, 0.22, 0.25, 0.3, 0.4, 0.6, 1, 2, 4, 8]
WORKSTATIONS = 7


def listed(values):
    """Numbers as programs take them."""
    return ",".join(str(value) for value in values)


def model(name, **fixed):
    """The equations for lists."""
    return Experiment(name, MODEL, grid=[{}], fixed=fixed)


# answers neither get lost nor cost anything: only rounds count
ROUNDS_ALONE = {"answerLoss": 0, "interval": 0, "buffer": 0, "receiveTime": 0, "sendTime": 0,
                "endWaitEarly": True}

RULES = model("rules", receivers=listed([1, 10, 100, 1000, 5000, 50000, 500000]),
              losses=listed([1e-6, 1e-5, 1e-4, 1e-3, 3e-3, 0.01, 0.03, 0.1, 0.2, 0.3]), intervals=0)
LEFT = model("left", what="Rounds", receivers=5000, losses=listed([1e-6, 1e-4, 1e-2]))
SIZES = model("sizes", what="Sizes")
TRANSFERS = model("transfers", receivers=listed([10, 50, 100, 500, 1000, 5000, 7500, 10000, 100000]))
LOSSY = model("lossy", receivers=listed(GROUPS), lossy=100)
SHARES = model("shares", receivers=5000, packets=listed([20, 200, 2000, 20000]))
CONNECTIONS = {overhead: model(f"connections-{overhead}", receivers=listed([1000, 5000, 8000]),
                               losses=0, intervals=listed(DELTAS), buffer=buffer)
               for overhead, buffer in ((0, 8533), (64, 731))}

ROUNDS = Experiment("rounds", SIM, grid={"loss": LOSSES}, fixed={"receivers": 5000, **ROUNDS_ALONE},
                    seeds=range(1, 101), quick_seeds=TWENTY)
SMALLER = Experiment("rounds-smaller", SIM, grid={"receivers": [1, 10, 100, 1000], "loss": LOSSES},
                     fixed=ROUNDS_ALONE, seeds=TWENTY, quick_seeds=(1, 2, 3))
HUNDRED = Experiment("hundred", SIM, grid={"loss": [0, 0.01, 0.1], "endWaitEarly": [False, True]},
                     fixed={"receivers": 100}, seeds=range(1, 51), quick_seeds=TWENTY)
MEASURED = Experiment("measured", SIM, grid={"receivers": GROUPS}, fixed={"lossy": 100},
                      seeds=TWENTY, quick_seeds=TEN)
ALL_LOSSY = Experiment("all-lossy", SIM,
                       grid={"receivers": [1000, 5000, 7500, 10000, 30000, 100000]},
                       quick_grid={"receivers": [1000, 5000, 7500, 10000]},
                       seeds=TWENTY, quick_seeds=TEN)
TURN = Experiment("turn-around", SIM, grid={"receivers": [100, 5000], "turnAround": [100, 600]},
                  fixed={"lossy": 100}, seeds=TWENTY, quick_seeds=TEN)
LIMIT = Experiment("limit", SIM, grid={"interval": [2, 3, 4], "overhead": [0, 64]},
                   fixed={"receivers": 10000, "lossy": 100}, seeds=TEN, quick_seeds=(1, 2, 3))
CONNECT = Experiment("connect", SIM,
                     grid={"receivers": [1000, 5000, 8000], "interval": DELTAS,
                           "overhead": [0, 64]},
                     quick_grid={"interval": [0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.4, 1, 2, 4, 8]},
                     fixed={"loss": 0, "surplus": 0, "connectOnly": True}, seeds=TEN,
                     quick_seeds=(1,))

HOSTS = {"workstations": WORKSTATIONS}
SWEEPS = {"Mars 100": {"receivers": 100, "loss": 0.01},
          "Mars 100 + Lares 900": {"receivers": 1000, "lossy": 100, "loss": 0.01},
          "7 real receivers": {"receivers": 7, "loss": 0}}
SWEEP = Experiment("rates", SIM,
                   grid=[{**group, "rate": rate} for group in SWEEPS.values() for rate in RATES],
                   fixed=HOSTS, seeds=TEN, quick_seeds=(1, 2, 3))

DISTURBED = {"100 receivers": {"receivers": 100, "loss": 0.01, "rate": 0.8},
             "7 receivers": {"receivers": 7, "loss": 0, "rate": 6}}
LONG = {**HOSTS, "packets": 10000}
CALM = Experiment("calm", SIM, grid=[dict(group) for group in DISTURBED.values()], fixed=LONG,
                  seeds=(1, 2, 3))
SLOWED = Experiment("slowed", SIM,
                    grid=[{**group, "control": on} for group in DISTURBED.values()
                          for on in (False, True)],
                    fixed={**LONG, "slowest": 4}, seeds=TWENTY)
LOADED = Experiment("loaded", SIM,
                    grid=[{**group, "control": on} for group in DISTURBED.values()
                          for on in (False, True)],
                    fixed={**LONG, "loadShare": 1 / 3}, seeds=TWENTY, quick_seeds=(1, 2, 3, 4, 5))
BURSTS = Experiment("bursts", SIM, grid=[dict(group) for group in DISTURBED.values()],
                    fixed={**LONG, "slowest": 4, "control": True, "burst": 100}, seeds=TWENTY,
                    quick_seeds=(1, 2, 3, 4, 5))

# the same transfer to two implementations of receivers, whose losses are independent of each other
FORMS = Experiment("forms", SIM, grid={"receivers": [50, 200], "nodes": [False, True]},
                   fixed={"packets": 500, "loss": 0.05}, seeds=TWENTY, quick_seeds=TEN)
COMPARED = ["time_s", "retransmissions", "data_sent", "polls", "acks", "nacks", "racks"]

TRANSFERS_TCP = [10, 20, 40]
FTP = Experiment("ftp", "hsn-rmtp-ftp", grid={"transfers": TRANSFERS_TCP})

CHARTS = {"one loss": {"losesData": 1}, "one lost answer": {"losesAnswer": 2},
          "one busy receiver": {"busy": 3, "busyFrom": 0.78, "busyTo": 3}, "nothing": {}}
CHART = Experiment("charts", TRACE, grid=[dict(how) for how in CHARTS.values()])


def rows_of(ctx, experiment):
    """A table of what a run of the equations prints."""
    row = ctx.data(experiment).iloc[0]
    return pandas.DataFrame({name: row[name] for name in row.index if isinstance(row[name], list)})


def chart(ctx, name):
    """A run with three receivers."""
    return ctx.run_program(TRACE, CHARTS[name])


def ftp_per_receiver(ctx, column):
    """Of a transfer of FTP, of twenty: s."""
    data = ctx.data(FTP)
    return float(data[data["transfers"] == 20][column].iloc[0] / 20)


def of_form(ctx, size, nodes):
    """Runs with receivers as nodes, or as farm."""
    data = ctx.data(FORMS)
    return data[(data["receivers"] == size) & (data["nodes"] == nodes)]


def slope(data, first, last, column="time_s"):
    """s per receiver between two groups, by means."""
    means = data.groupby("receivers" if "receivers" in data else "N")[column].mean()
    return float((means[last] - means[first]) / (last - first))


def best(data, x="rate"):
    """Where the mean time is least."""
    means = data.groupby(x)["time_s"].mean()
    return float(means.idxmin())


def system_time(data):
    """Equation (8) of counted packets, s."""
    return 7.0e-5 * data["sent"] + 2.3e-4 * data["received"] + 0.1


def connect_time(ctx, receivers, overhead):
    """Means by delta (ms) of the time until all are connected."""
    data = ctx.data(CONNECT)
    part = data[(data["receivers"] == receivers) & (data["overhead"] == overhead)]
    return part.groupby("interval")["connected_s"].mean()


def ratios(ctx, experiment, group, control):
    """Times of a group in figure 8, over the mean undisturbed one."""
    size = DISTURBED[group]["receivers"]
    calm = ctx.data(CALM)
    base = calm[calm["receivers"] == size]["time_s"].mean()
    data = ctx.data(experiment)
    part = data[(data["receivers"] == size) & (data["control"] == control)]
    return numpy.array(part.sort_values("seed")["time_s"]) / base
