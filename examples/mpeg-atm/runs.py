# SPDX-License-Identifier: GPL-2.0-only
"""What is run for mpeg-atm."""

from hsn.sweep import Experiment

PROGRAM = "hsn-mpeg-atm"
CLASSES = "sipb"
PICTURES = {"s": 12, "i": 1, "p": 3, "b": 8}  # of a group
POLICIES = ["TailDrop", "Ppd", "Epd", "Clp2PushOut", "ExClpPushOut", "ExClpEgd"]
# shown, but of no claim: beside the last three
OTHERS = ["Clp2Threshold", "ExClpThreshold", "ExClpEgdAll"]
MAIN = ["TailDrop", "Clp2PushOut", "ExClpPushOut", "ExClpEgd"]
LOADS = [0.6, 0.7, 0.8, 0.9, 1.0, 1.1, 1.2]
QUICK_LOADS = [0.7, 0.9, 1.0, 1.1, 1.2]
SEEDS = {"seeds": range(1, 41), "quick_seeds": range(1, 21)}


def with_time(**fixed):
    """Fixed parameters of both modes.

    What a run loses is decided by when its groups of pictures begin, relative to each other, which
    never changes in a run: many short runs tell more than a few long ones.
    """
    return {"fixed": {"time": 60, **fixed}, "quick_fixed": {"time": 4, **fixed}}


SWEEP = Experiment("policies", PROGRAM, grid={"policy": POLICIES, "load": LOADS},
                   quick_grid={"policy": POLICIES, "load": QUICK_LOADS}, **with_time(), **SEEDS)
SWEEP_OTHERS = Experiment("others", PROGRAM, grid={"policy": OTHERS, "load": LOADS},
                          quick_grid={"policy": OTHERS, "load": QUICK_LOADS}, **with_time(),
                          **SEEDS)
# at this load most runs lose nothing, so that more of them are needed
LIGHT = Experiment("light", PROGRAM, grid={"policy": MAIN},
                   **with_time(load=0.7), seeds=range(1, 41), quick_seeds=range(1, 101))
OCCUPANCY = Experiment("occupancy", PROGRAM, grid={"policy": ["TailDrop", "ExClpEgd"]},
                       **with_time(load=1), seeds=range(1, 41), quick_seeds=range(1, 241))
TYPICAL = Experiment("typical", PROGRAM, grid={"policy": POLICIES + OTHERS, "load": LOADS},
                     quick_grid={"policy": POLICIES + OTHERS, "load": [0.9, 1.0, 1.1]},
                     **with_time(preset="Typical"), seeds=range(1, 41), quick_seeds=range(1, 11))
EXACT = Experiment("exact", "hsn-mpeg-atm-exact", grid={}, seeds=(1,))
MAPS = Experiment("maps", "hsn-mpeg-atm-exact", grid={}, fixed={"maps": True}, seeds=(1,))
PARITY = Experiment("parity", "hsn-mpeg-atm-parity",
                    grid={"loss": [0.001, 0.003, 0.01, 0.03, 0.05], "mode": ["Columns", "Wrapped"],
                          "burst": [1, 8]},
                    fixed={"groups": 20000}, quick_fixed={"groups": 1000},
                    seeds=range(1, 11), quick_seeds=(1, 2))
CORNERS = Experiment("corners", "hsn-mpeg-atm-parity",
                     grid={"loss": [0.001, 0.003, 0.01, 0.03, 0.05]},
                     fixed={"mode": "Corner2", "groups": 50000}, seeds=range(1, 11),
                     quick_seeds=range(1, 5))
BURSTS = Experiment("bursts", "hsn-mpeg-atm-parity",
                    grid={"fixed": [1, 2, 4, 6, 7, 8, 9, 10, 12, 14, 16],
                          "mode": ["Columns", "Wrapped"]},
                    quick_fixed={"groups": 300}, fixed={"groups": 3000}, seeds=(1, 2, 3))
INTERLEAVE = Experiment("interleave", "hsn-mpeg-atm-interleave",
                        grid=[{"pattern": pattern, "depth": depth, "loss": loss, "burst": burst}
                              for pattern, depth in (("Rows", 1), ("Polyphase", 1),
                                                     ("Polyphase", 64), ("BitLiteral", 64))
                              for loss in (0.001, 0.003, 0.01, 0.03, 0.05) for burst in (1, 8)],
                        seeds=range(1, 21), quick_seeds=(1, 2, 3))
SHARES = Experiment("shares", PROGRAM, grid={"preset": ["PaperA", "PaperB", "Typical"]},
                    fixed={"time": 960, "sources": 1, "mean": 3989.4}, seeds=(1,))
SHARING = Experiment("sharing", PROGRAM, grid={"policy": ["TailDrop", "Partial", "Dedicated"]},
                     **with_time(load=0.8), **SEEDS)
SMOOTH = Experiment("smooth", PROGRAM,
                    grid=[{"smooth": 1, "constant": False}, {"smooth": 3, "constant": False},
                          {"smooth": 12, "constant": False}, {"smooth": 12, "constant": True}],
                    **with_time(load=0.9), **SEEDS)
MULTIPLEX = Experiment("multiplex", PROGRAM, grid={"sources": list(range(4, 25, 2))},
                       quick_grid={"sources": [4, 8, 12, 16, 20]},
                       fixed={"time": 60, "mean": 4000, "buffer": 4000},
                       quick_fixed={"time": 20, "mean": 4000, "buffer": 4000},
                       seeds=range(1, 11), quick_seeds=(1, 2, 3, 4))
BUFFERS = Experiment("buffers", PROGRAM,
                     grid={"policy": MAIN, "buffer": [250, 500, 1000, 2000, 4000]},
                     **with_time(load=0.9), seeds=range(1, 41), quick_seeds=range(1, 7))
# what the link behind the buffer erases, by video: share of cells, mean run of them
ERRORS = [(0, 1), *((loss, burst) for loss in (1e-4, 1e-3, 1e-2) for burst in (1, 8, 64))]
QUICK_ERRORS = [(0, 1), (1e-3, 1), (1e-2, 1), (1e-2, 8), (1e-2, 64)]


def with_errors(policies, errors):
    """The points of a grid of policies and errors, with parity of headers and without."""
    return [{"policy": policy, "errors": loss, "burst": burst, "parity": parity}
            for policy in policies for loss, burst in errors for parity in (False, True)]


LINK = Experiment("link", PROGRAM, grid=with_errors(MAIN, ERRORS),
                  quick_grid=with_errors(["TailDrop", "ExClpPushOut"], QUICK_ERRORS),
                  **with_time(load=0.9), seeds=range(1, 41), quick_seeds=range(1, 11))
SHARES_B = Experiment("paper-b", PROGRAM, grid={"policy": POLICIES + OTHERS, "load": LOADS},
                      quick_grid={"policy": MAIN, "load": [0.9, 1.0, 1.1]},
                      **with_time(preset="PaperB"), seeds=range(1, 41), quick_seeds=range(1, 6))
# which cells of one video are lost, for a strip of pictures
STRIP = Experiment("strip", PROGRAM, grid={"policy": ["TailDrop", "ExClpPushOut"]},
                   fixed={"time": 3, "load": 1, "preset": "Typical", "map": True}, seeds=(1,))
