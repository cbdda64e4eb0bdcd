# SPDX-License-Identifier: GPL-2.0-only
"""What papers say is drawn beside what was measured, in one style, and legends tell all."""

import numpy
import pandas
import pytest
from matplotlib import pyplot

from hsn.paper import load_paper

# Figures whose paper gives a number or a bound, as text of an axis' title or of the legend
SAID = {
    "vbr-upc": {"fig3": ["MTU 1500 and more below 1 Mbit/s"], "fig4": ["600 µs", "324 µs"],
                "fig5": ["MTU 9188, first burst of TCP (paper)"],
                "fig6": ["MTU 552 (paper)", "MTU 1500 and more below 2 Mbit/s"],
                "fig8": ["G = 10 ms (paper)", "G = 200 ms (paper)", "G = 500 ms (paper)"],
                "fig9": ["MTU 9188 (paper)", "MTU 552 below 6 Mbit/s"]},
    "packet-fec": {"fig1": ["from 18 on", "from 300 on"], "fig4": ["above 0.1"],
                   "fig5": ["from 0.001 on", "the next code wins"]},
    "boston": {"fig2": ["at most 3 with q = 10%", "at most 3 with q = 5%"],
               "fig4b-1500": ["Boston-BP (paper)", "Boston-FEC (paper)"],
               "fig6a-9180": ["Boston-BP (paper)", "Boston-FEC (paper)"],
               "fig6d-9180": ["Boston-BP / Vegas, mean 0.68"], "fig6e-1500": ["Boston-BP (paper)"]},
    "background": {"fig2": ["70 Mbit/s"], "fig3a": ["about 95 %"], "fig3b": ["CUBIC (paper)"],
                   "fig4": ["CUBIC: utilization 0.50, paper 0.95"],
                   "fig5": ["STCP: utilization 0.50, paper 0.92"],
                   "fig11a": ["CUBIC (paper)", "SACK above its square"]},
    "xtp-atm": {"fig2a": ["(150 - B) / 3"], "fig6a": ["(150 - B) / 3"],
                "fig8a": ["(150 - B) / 6"]},
}
# Figures whose markers and lines stand for different things
KEYS = {"vbr-upc": {"fig5": ["model, eq. (2)"]},
        "packet-fec": {"fig1": ["formula", "simulated"], "fig5": ["formula, with SACK", "simulated"],
                       "fig6": ["simulated, losses apart", "simulated, real blocks"],
                       "figx-bare": ["formula, alone", "formula, in later blocks"],
                       "figx-xorshift": ["no redundancy", "random losses"]},
        "xtp-atm": {"fig3a": ["of which user bytes"]}}

LISTS = {"cell_starts_ns": list(range(0, 303 * 3000, 3000)), "sdu_starts_ns": [0, 600000, 1200000],
         "short_mbps_by_second": [70.0] * 60, "total_mbps_by_second": [1.0] * 60,
         "goodputs_mbps": [1.0] * 6, "efficiencies": [1.0] * 6,
         "late_flow_mbps": [1.0, 2.0], "flow_mbps": [1.0] * 4,
         **{f"flow_{n}_mbps_by_second": [1.0] * 60 for n in range(1, 5)}}
WORDS = {"cells_per_pdu": 101, "retransmitted_segments": 50}
FRACTIONS = ("rounds", "tried_rounds", "pending_rounds", "segment_transmissions", "utilization",
             "cov", "throughput_mbps", "burst_mean", "p_max", "goodput_mbps", "response_ms",
             "missed_share", "response_sd_ms", "variability", "cost", "efficiency", "window_efficiency",
             "sack_efficiency", "delay_mean", "delay_sd", "cost_alone", "first_over")


class Runs:
    """Rows as a sweep would give them, with made-up metrics, and what asked for them."""

    mode = "quick"

    def data(self, experiment):
        rows = []
        for number, (params, seed) in enumerate(experiment.runs("quick")):
            metrics = {name: 0.5 for name in FRACTIONS} | WORDS
            metrics |= {name: list(values) for name, values in LISTS.items()}
            if "values" in params:  # a model along a list
                xs = [float(one) for one in params["values"].split(",")]
                metrics = {params["sweep"]: xs} | {
                    name: list(numpy.linspace(1, 0.1 * (number + 1), len(xs)) ** (1 / (number + 1)))
                    for name in FRACTIONS}
            if "losses" in params:
                xs = [float(one) for one in params["losses"].split(",")]
                metrics |= {"losses_measured": xs, "residual": xs, "measured": xs}
            metrics = {name: value for name, value in metrics.items() if name not in params}
            rows.append({"traffic": "None", **params, "seed": seed, **metrics})
        return pandas.DataFrame(rows)


def texts(figure):
    found = []
    for axes in figure.axes:
        legend = axes.get_legend()
        found += [one.get_text() for one in legend.get_texts()] if legend else []
        found += [axes.get_title("left"), *(one.get_text() for one in axes.texts)]
    return "\n".join(found)


def cases(table):
    return [(key, figure) for key, figures in table.items() for figure in figures]


@pytest.fixture
def draw(monkeypatch):
    monkeypatch.delenv("HSN_EXAMPLES", raising=False)

    def of(key, figure):
        paper = load_paper(key)
        [declared] = paper.select([figure])
        drawn = declared.draw(Runs())
        pyplot.close(drawn)
        return drawn

    return of


@pytest.mark.parametrize("key, figure", cases(SAID))
def test_what_a_paper_says_is_in_the_figure(draw, key, figure):
    drawn = draw(key, figure)
    shown = texts(drawn)
    for part in SAID[key][figure]:
        assert part in shown, shown
    assert any(one.get_gid() == "paper" for one in drawn.findobj())


@pytest.mark.parametrize("key, figure", cases(KEYS))
def test_the_legend_explains_lines_and_markers(draw, key, figure):
    shown = texts(draw(key, figure))
    for part in KEYS[key][figure]:
        assert part in shown.split("\n"), shown
