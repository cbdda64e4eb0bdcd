# SPDX-License-Identifier: GPL-2.0-only
"""What is run for mbac, the paper's tables, and what their rows are measured by."""

from hsn.claims import Measured
from hsn.sweep import Experiment
from hsn.tables import chosen

PROGRAM = "hsn-mbac"
DAY = 43200  # s, a run of the two-level algorithm
SHORT = 10000  # s, a run with fixed windows

BUCKETS = {1: 64, 4: 62.8, 10: 61.1, 20: 58.8}  # sigma in kb, rho in kb/s, as the paper pairs them
WINDOWS = [1, 3, 5, 10]
TARGETS = [0.01, 0.05, 0.1, 0.2, 1, 2]
SIZES = [1, 2, 4, 10, 20, 50]
STEPS = [1, 3.16, 10, 31.6, 100, 316, 1000]  # kb/s

FIXED = Experiment("fixed-window", PROGRAM,
                   grid=[{"window": window, "sigma": sigma, "rho": rho}
                         for window in (10, 1) for sigma, rho in BUCKETS.items()],
                   fixed={"control": "window", "utilization": 0.95, "time": SHORT},
                   seeds=range(1, 21), quick_seeds=(1, 2, 3))
MIXED = Experiment("mixed-buckets", PROGRAM, grid={"sigma": SIZES},
                   fixed={"control": "window", "utilization": 0.95, "time": SHORT, "window": 10,
                          "mixed": True},
                   seeds=range(1, 21), quick_seeds=(1, 2))
MEASURES = Experiment("measures", PROGRAM, grid={"window": WINDOWS},
                      fixed={"control": "window", "mixed": True, "precise": True, "time": SHORT},
                      seeds=range(1, 21))
EQUAL = Experiment("equal-peaks", PROGRAM, grid={"target": TARGETS},
                   fixed={"time": DAY, "series": 100}, seeds=range(1, 11), quick_seeds=(1, 2))
UNEQUAL = Experiment("mixed-peaks", PROGRAM, grid={"target": TARGETS},
                     fixed={"time": DAY, "series": 100, "mixed": True}, seeds=range(1, 11),
                     quick_seeds=(1, 2))
MODULATED = Experiment("modulated", PROGRAM, grid={"target": TARGETS},
                       fixed={"time": DAY, "series": 100, "mixed": True, "modulated": True,
                              "trigger": 7}, seeds=range(1, 11), quick_seeds=(1, 2))
CALLS = Experiment("calls", PROGRAM, fixed={"time": SHORT, "series": 10, "mixed": True,
                                            "modulated": True, "trigger": 7, "target": 0.1})
SURFACE = Experiment("steps", PROGRAM, grid={"up": STEPS, "down": STEPS},
                     quick_grid={"up": STEPS[::2], "down": STEPS[::2]},
                     fixed={"time": DAY, "mixed": True, "target": 0.05},
                     seeds=range(1, 11), quick_seeds=(1,))
START = Experiment("start", PROGRAM, grid=[{"trigger": 9, "window": 1}, {"trigger": 7, "window": 1},
                                           {"trigger": 9, "window": 300}],
                   fixed={"time": 6000, "mixed": True, "target": 0.1}, seeds=range(1, 11),
                   quick_seeds=(1, 2, 3))
UNCONTROLLED = Experiment("uncontrolled", PROGRAM,
                          grid=[{"modulated": True, "mixed": True},
                                {"modulated": False, "mixed": False}],
                          fixed={"control": "none", "time": SHORT}, seeds=range(1, 6),
                          quick_seeds=(1,))
UNITS = Experiment("units", "hsn-mbac-units",
                   grid=[{"unit": unit, "control": control, "periods": periods, "window": window,
                          "sigma": sigma, "rho": rho}
                         for control, periods, window, sigma, rho in (
                             ("window", "exp", 1, 1, 63.632), ("two-level", "exp", 1, 1, 63.632),
                             ("window", "pareto", 1, 1, 63.632), ("window", "exp", 10, 20, 58.8))
                         for unit in ("fluid", "packet", "cell")],
                   fixed={"time": 400}, quick_fixed={"time": 200}, seeds=range(1, 11),
                   quick_seeds=(1,))
EQUATION = Experiment("equation", PROGRAM,
                      grid=[{"sigma": sigma, "loss": loss} for loss in (1e-4, 1e-5, 1e-6, 1e-7)
                            for sigma in (0.5, 1, 2, 4, 10, 20, 50, 100)],
                      fixed={"control": "window", "time": 2})

# The paper's rows.  utilization %, late %, longest delay ms, rejected by delay %, by rate %
FIXED_COLUMNS = {"utilization_percent": "utilization %", "late_percent": "late %",
                 "max_delay_ms": "longest delay (ms)",
                 "delay_rejected_percent": "rejected by delay %",
                 "rate_rejected_percent": "rejected by rate %"}
TABLE1 = {1: (74.53, 0, 0.334, 0, 100), 4: (74.46, 0, 0, 0.73, 99.27),
          10: (55.35, 0, 0, 98.28, 1.72), 20: (32.24, 0, 0, 100, 0)}
TABLE2 = {1: (91.30, 0.37, 65.32, 3.74, 99.76), 4: (91.25, 0.35, 41.55, 4.12, 99.67),
          10: (91.25, 0.29, 39.40, 6.53, 98.54), 20: (90.70, 0.18, 43.15, 23.60, 86.07)}
# mean delay ms, mean rate Mb/s, their variances
MEASURE_COLUMNS = {"delay_mean_ms": "mean delay (ms)", "rate_mean_mbps": "mean rate (Mbit/s)",
                   "delay_variance_ms2": "variance of the delay",
                   "rate_variance": "variance of the rate"}
TABLE3 = {1: (9.51, 9.24, 543.8, 1.55), 3: (0.48, 8.49, 7.994, 1.33), 5: (0.056, 8.01, 0.705, 1.22),
          10: (0.0371, 6.99, 0.493, 1.12)}
# window s, admitted %, late %, utilization %
TARGET_COLUMNS = {"window_s": "window (s)", "admitted_percent": "admitted %",
                  "late_percent": "late %", "utilization_percent": "utilization %"}
TABLE4 = {0.01: (4.71, 25.3, 0.0122, 85.85), 0.05: (3.94, 25.7, 0.0530, 87.19),
          0.1: (3.95, 26.1, 0.1201, 86.94), 0.2: (3.48, 25.9, 0.2058, 88.06),
          1: (2.19, 27.4, 1.0139, 91.00), 2: (1.72, 27.7, 2.0060, 92.36)}
TABLE5 = {0.01: (7.15, 21.3, 0.0232, 74.86), 0.05: (6.00, 22.5, 0.0498, 77.32),
          0.1: (5.65, 22.7, 0.1048, 78.05), 0.2: (4.65, 23.4, 0.2080, 80.82),
          1: (3.30, 24.4, 0.9988, 84.51), 2: (2.72, 25.8, 1.9809, 86.59)}
TABLE6 = {0.01: (3.25, 22.1, 0.0708, 45.67), 0.05: (2.97, 24.0, 0.1076, 57.08),
          0.1: (2.50, 26.5, 0.2923, 48.29), 0.2: (2.00, 30.2, 0.2344, 59.71),
          1: (1.51, 34.6, 1.0142, 67.77), 2: (1.40, 35.3, 2.0171, 68.63)}


def column(ctx, experiment, by, name, **values):
    """{value of the parameter `by`: mean over the seeds}, in the order of the grid."""
    data = chosen(ctx.data(experiment), **values)
    return data.groupby(by, sort=False)[name].mean().to_dict()


def fixed_window(ctx, window, name):
    """Table 1 (window 10 s) or 2 (1 s): {sigma: mean}."""
    return column(ctx, FIXED, "sigma", name, window=window)


def row_check(experiment, columns, **values):
    """A check that measures the means of a row."""
    def check(ctx):
        data = chosen(ctx.data(experiment), **values)
        return Measured({name: float(data[name].mean()) for name in columns},
                        f"Means of {len(data)} runs.")
    return check


def row_checks():
    """A check for each row of the tables, by name."""
    checks = {}
    for table, window in ((1, 10), (2, 1)):
        for row, sigma in enumerate(BUCKETS, 1):
            checks[f"t{table}_{row}"] = row_check(FIXED, FIXED_COLUMNS, window=window, sigma=sigma)
    for row, window in enumerate(WINDOWS, 1):
        checks[f"t3_{row}"] = row_check(MEASURES, MEASURE_COLUMNS, window=window)
    columns = [*TARGET_COLUMNS, "admitted_to_rejected_percent"]
    for table, experiment in ((4, EQUAL), (5, UNEQUAL), (6, MODULATED)):
        for row, target in enumerate(TARGETS, 1):
            checks[f"t{table}_{row}"] = row_check(experiment, columns, target=target)
    return checks
