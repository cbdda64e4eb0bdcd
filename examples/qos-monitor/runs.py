# SPDX-License-Identifier: GPL-2.0-only
"""What is run for qos-monitor."""

from hsn.sweep import Experiment

PROGRAM = "hsn-qos-monitor"

FORMULAS = Experiment("formulas", "hsn-qos-monitor-formulas")
TRANSFER = Experiment("transfer", PROGRAM,
                      grid={"monitor": ["off", "on", "gui"]}, fixed={"series": 1})
LIGHT = Experiment("light", PROGRAM, grid={"cross": [0, 15]},
                   fixed={"monitor": "light", "bytes": 0, "time": 30, "contract": True,
                          "crossStart": 10, "crossStop": 15})
# a record costs more than the time between the records of a packet and of its report: 2.1 ms
WAKEUPS = Experiment("wakeups", PROGRAM, grid={"ce": [0.1, 0.2, 0.5, 1, 1.5, 2, 2.5, 3, 4]},
                     fixed={"bytes": 300000})
FAULTS = Experiment("faults", PROGRAM, grid={"sided": ["Both", "Bad"]},
                    fixed={"bytes": 0, "time": 120, "cross": 15, "contract": True, "series": 0.25})
LINE = Experiment("line", PROGRAM, grid={"ber": [0, 1e-6, 1e-5, 1e-4]},
                  fixed={"bytes": 0, "time": 60, "contract": True, "series": 0.25})
ALPHAS = Experiment("alphas", PROGRAM, grid={"alpha": [100, 500, 1000, 5000]},
                    fixed={"bytes": 0, "time": 60, "contract": True})
PATHS = Experiment("paths", PROGRAM,
                   grid=[{"segment": 20, "reverse": -1}, {"segment": 600, "reverse": 10},
                         {"segment": 600, "reverse": -1}],
                   fixed={"bytes": 6000, "ce": 0, "answer": 0})
ANSWER = Experiment("answer", PROGRAM, fixed={"bytes": 200000, "answer": 50000})
OVERFLOW = Experiment("overflow", PROGRAM,
                      fixed={"bytes": 200000, "queue": 50, "cross": 20, "crossStart": 1,
                             "crossStop": 1.3})
PROTOCOLS = ["xtp", "tcp", "indexed-tcp", "udp", "sstp", "snr", "tear", "tfrc", "poc"]
HOSTS = Experiment("hosts", "hsn-qos-monitor-hosts", grid={"protocol": PROTOCOLS},
                   fixed={"loss": 0.02, "jitter": 5})
TIMELINE = Experiment("timeline", "hsn-qos-monitor-hosts",
                      fixed={"protocol": "xtp", "time": 60, "cross": 12, "walk": 59.5})
SETUP = Experiment("setup", "hsn-qos-monitor-setup", grid={"delay": [0.75, 10],
                                                           "profile": [0, 256]})
RESERVE = Experiment("reserve", "hsn-qos-monitor-reserve", grid={"by": ["peak", "mean"]},
                     seeds=[1, 2, 3], quick_seeds=[1])
INTERFACE = Experiment("interface", "hsn-qos-monitor-interface", alone=True)
