# SPDX-License-Identifier: GPL-2.0-only
"""What is run for qos-a, and the paper's own numbers."""

from hsn.sweep import Experiment

PROGRAM = "hsn-qos-a"
FLOWS = list(range(1, 9))
SOME_FLOWS = [1, 2, 4, 6, 8]
SHAPE = 2652  # cells/s, 1.3 times the mean of 12 pictures of 170 cells

# octets of a METS packet: full cells, where the curves part in steps of one cell
SIZES = [1, 40, 88, 136, 184, 232, 280, 328, 376, 424, 568, 760, 1000, 2064, 4072, 8016, 16016,
         32768]
THROUGHPUT = Experiment("throughput", "hsn-qos-a-throughput", grid={"octets": SIZES},
                        fixed={"time": 10, "steps": 12}, quick_fixed={"time": 1, "steps": 8})

LOSS = Experiment("loss", PROGRAM, grid={"flows": FLOWS, "shape": [0, SHAPE]},
                  quick_grid={"flows": SOME_FLOWS, "shape": [0, SHAPE]},
                  fixed={"fps": 12, "cells": 170, "time": 60},
                  quick_fixed={"fps": 12, "cells": 170, "time": 15},
                  seeds=range(1, 41), quick_seeds=range(1, 25))
TOGETHER = Experiment("together", PROGRAM, grid={"flows": SOME_FLOWS, "shape": [0, SHAPE]},
                      fixed={"fps": 12, "cells": 165, "time": 60, "together": True, "fifo": 256},
                      quick_fixed={"fps": 12, "cells": 165, "time": 15, "together": True,
                                   "fifo": 256}, seeds=range(1, 6), quick_seeds=(1,))
DUMMY = Experiment("dummy", PROGRAM, grid={"dummy": [False, True]},
                   fixed={"fps": 12, "cells": 170, "time": 15, "flows": 6}, seeds=range(1, 21),
                   quick_seeds=range(1, 7))

DELAY = Experiment("delay", PROGRAM, grid={"flows": FLOWS}, quick_grid={"flows": SOME_FLOWS},
                   fixed={"fps": 24, "cells": 60, "mtu": 2048, "shape": 17500, "time": 120},
                   quick_fixed={"fps": 24, "cells": 60, "mtu": 2048, "shape": 17500, "time": 20},
                   seeds=range(1, 21), quick_seeds=range(1, 13))

SPIKE = 42.8  # s
GOP = 9 / 24  # s
PLAYOUT_FIXED = {"fps": 24, "cells": 60, "mtu": 2048, "shape": 17500, "background": 4, "time": 60}
PLAYOUT = Experiment("playout", PROGRAM,
                     grid=[{"ratioI": 4, "ratioP": 2}, {"ratioI": 1, "ratioP": 1}],
                     fixed={**PLAYOUT_FIXED, "spike": 40, "spikeAt": SPIKE, "from": 42, "to": 44})
DEVIATIONS = Experiment("deviations", PROGRAM, grid={"r": [1, 2, 3, 4]}, fixed=PLAYOUT_FIXED,
                        seeds=range(1, 11), quick_seeds=(1, 2, 3))
GAINS = Experiment("gains", PROGRAM, grid=[{"a": 0.125, "b": 0.0625}, {"a": 0.5, "b": 0.25}],
                   fixed=PLAYOUT_FIXED, seeds=range(1, 21), quick_seeds=range(1, 13))

CELLS = [2, 7, 44, 170, 340]
PACKET_LOSS = Experiment("packet-loss", PROGRAM, grid={"cells": CELLS},
                         fixed={"fps": 50, "time": 100, "spread": 0, "ratioI": 1, "ratioP": 1,
                                "fastHost": True, "cellLoss": 0.01},
                         seeds=range(1, 6), quick_seeds=(1,))

MODEL = Experiment("model", "hsn-qos-a-model", fixed={"packets": 10000000},
                   quick_fixed={"packets": 1000000})
ADAPT = Experiment("adapt", "hsn-qos-a-adapt", fixed={"time": 80})
CONGESTION = Experiment("congestion", "hsn-qos-a-adapt", grid={"limit": ["link", "none"]},
                        fixed={"time": 80})
SOCKETS = Experiment("sockets", "hsn-qos-a-sockets", fixed={"octets": 100000})
SWITCH = Experiment("switch", "hsn-qos-a-switch", fixed={"time": 10})

CANYON = {"bl": 336, "e1": 504, "e2": 1016}  # cells/s; E2: both enhancements
FLIGHT = 1670
LOUGHER = 840
CAPACITY = 2100

PAPER_UNSHAPED = {4: 15, 8: 60}  # % of the packets lost
PAPER_SHAPED = {4: 10, 8: 33}
