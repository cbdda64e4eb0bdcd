# SPDX-License-Identifier: GPL-2.0-only
"""The figures of ilp-codegen: what is run, and how it is drawn."""

import re

import numpy
import pandas

from hsn.paper import Figure, Paper
from hsn.plot import draw_paper_bound, finish, marker, new_figure
from hsn.provenance import processor
from hsn.sweep import Experiment
from hsn.tables import chosen

from .diagrams import draw_fig1, draw_fig3, draw_fig4, draw_fig6
from .tools import ilpgen

CHECK = "hsn-ilp-codegen-check"
PLAIN = "hsn-ilp-codegen-plain"
BENCH = "hsn-ilp-codegen-bench"
CALLS = "hsn-ilp-codegen-bench-calls"
WORDS = "hsn-ilp-codegen-words"
TRANSFER = "hsn-ilp-codegen-transfer"

VARIANTS = ["simple", "paper", "triple"]
SIZES = [64, 128, 256, 512, 1024, 2048, 4096, 8192]
LARGE = [1024, 2048, 4096]
SHARES = [0, 0.1, 0.2, 3 / 11, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1]
LOOP_GAIN = 1.5


CHECKS = Experiment("checks", CHECK, grid={"variant": VARIANTS})
XDR = Experiment("xdr", PLAIN, grid={"kind": ["data", "open", "missing", "status"],
                                     "n": [0, 1, 2, 3, 4, 5, 17, 100]})
TIMES = Experiment("times", BENCH, grid={"variant": VARIANTS, "caches": ["warm", "cold"], "size": SIZES},
                   quick_grid={"variant": VARIANTS, "caches": ["warm", "cold"], "size": [64, 256, *LARGE]},
                   fixed={"samples": 1000, "host": processor()}, quick_fixed={"samples": 300}, alone=True)
CALL_TIMES = Experiment("call-times", CALLS, grid={"variant": ["simple", "paper"], "size": LARGE},
                        fixed={"samples": 1000, "host": processor()}, quick_fixed={"samples": 300}, alone=True)
WORD_TIMES = Experiment("word-times", WORDS, grid={"words": list(range(1, 13))},
                        fixed={"size": 4096, "samples": 1000, "host": processor()},
                        quick_fixed={"samples": 300}, alone=True)
DAMAGED = Experiment("damaged", TRANSFER, grid={"protocol": ["udp", "tcp"]},
                     fixed={"damage": 0.2, "adus": 10000}, quick_fixed={"adus": 1000})
GAIN = Experiment("gain", TRANSFER, grid={"share": [round(one, 9) for one in SHARES],
                                          "loopGain": [1, LOOP_GAIN]},
                  fixed={"nsPerOctet": 100, "adus": 2000, "size": 4096}, quick_fixed={"adus": 300})


def amdahl(share, gain=LOOP_GAIN):
    """What is gained if a share of the time is spent so many times as fast."""
    return 1 / (1 - share + share / gain) - 1


def draw_tab1(_ctx):
    """The keywords, as the tool prints them."""
    _, out, _ = ilpgen("", "--help-language")
    rows = re.findall(r"^([A-Z][A-Z_]+)  +(\S.*?)  +(\S.*?)  +(\S.*)$", out, re.MULTILINE)
    return pandas.DataFrame(rows, columns=["keyword", "how often", "value", "meaning"])


def draw_fig2(ctx):
    """Accesses to memory for each word, and calls of kernels."""
    data = ctx.data(CHECKS)
    columns = ["variant", "unit", "send_reads_max", "send_writes_max", "receive_reads_max",
               "receive_writes_max", "checksum_calls", "cipher_calls"]
    return data[columns].rename(columns=lambda name: name.replace("_max", "").replace("_", " "))


def draw_fig5(ctx):
    """An ADU in all stages."""
    rows = []
    for text in ("ABCDE", "ABCDEFGHI"):
        seen = ctx.run_program(CHECK, {"variant": "paper", "text": text})
        octets = text.encode()
        plain = (bytes.fromhex("00000007") + len(octets).to_bytes(4, "big") + octets
                 + bytes(-len(octets) % 4))
        words = len(seen["manipulated"]) // 8
        for i in range(words):
            word = plain[4 * i:4 * i + 4].hex()
            what = ("int", "length")[i] if i < 2 else "string" if word else "padding"
            rows.append((text, 4 * i, what, word or "00000000", seen["manipulated"][8 * i:8 * i + 8]))
        rows.append((text, 4 * words, "result", "", f"{int(seen['trailer']):08x}"))
    return pandas.DataFrame(rows, columns=["text", "octet", "part", "marshalled", "sent"])


def draw_figx1(ctx):
    """Throughput of the loops on this machine."""
    data = ctx.data(TIMES)
    figure, axes = new_figure("octets of data", "time, ns/octet", "Loops on this machine")
    for i, form in enumerate(("generated", "hand", "sequential", "xdr", "word_by_word")):
        for line, variant in (("-", "simple"), ("--", "paper")):
            rows = chosen(data, variant=variant, caches="warm").sort_values("size")
            axes.plot(rows["size"], rows[f"{form}_ns"] / rows["octets"], line, marker=marker(i),
                      color=f"C{i}", label=f"{form.replace('_', ' ')}, {variant}")
    axes.set_xscale("log")
    axes.set_yscale("log")
    return finish(figure)


def word_times(ctx):
    """{form: {words of a group: ns for each word that is sent}}"""
    data = ctx.data(WORD_TIMES).sort_values("words")
    return {form: dict(zip(data["words"], 4 * data[f"{form}_ns"] / data[f"{form}_octets"]))
            for form in ("runs", "word_by_word")}


def draw_figx3(ctx):
    """Time for a word by how many words a group has."""
    figure, axes = new_figure("words of a group", "time, ns/word", "Exclusive or over a checksum")
    for i, (form, times) in enumerate(word_times(ctx).items()):
        name = {"runs": "runs of words go straight", "word_by_word": "every word through the buffer"}[form]
        axes.plot(list(times), list(times.values()), "-", marker=marker(i), color=f"C{i}", label=name)
    axes.set_ylim(bottom=0)
    return finish(figure)


def gains(ctx):
    """{share: what integration gains a transfer}"""
    table = ctx.data(GAIN).pivot(index="share", columns="loopGain", values="goodput_mbps")
    return {share: row[LOOP_GAIN] / row[1] - 1 for share, row in table.iterrows()}


def draw_figx2(ctx):
    """Gain of a transfer against the share of manipulations."""
    figure, axes = new_figure("share of the host's time for manipulations", "gain of throughput",
                              "Integrated manipulations take 1/1.5 of the time")
    shares = numpy.linspace(0, 1, 101)
    axes.plot(shares, amdahl(shares), "-", color="C0", label="Amdahl's law")
    measured = gains(ctx)
    axes.plot(list(measured), list(measured.values()), marker(0), color="C1", label="simulated")
    draw_paper_bound(axes, "10 %", y=0.1)
    draw_paper_bound(axes, "20 %", y=0.2)
    return finish(figure)


PAPER = Paper(
    key="ilp-codegen",
    title="Automated code generation for integrated layer processing",
    authors="T. Braun, C. Diot",
    venue="Protocols for High-Speed Networks V, 1996",
    figures=[
        Figure("tab1", "Keywords of the configuration language", draw_tab1, [],
               "What ilpgen.py --help-language prints."),
        Figure("fig1", "The stub compiler", draw_fig1, [],
               "What adugen.py makes of a description of ADUs."),
        Figure("fig2", "Accesses to memory for each word of a message", draw_fig2, [CHECKS],
               "Counted in the generated code, data of all lengths up to four groups."),
        Figure("fig3", "The configuration tool", draw_fig3, [],
               "What ilpgen.py makes of the paper's configuration; it has adugen.py make the stubs."),
        Figure("fig4", "Functions on the way down", draw_fig4, [],
               "The paper's configuration, sending; receiving goes the other way."),
        Figure("fig5", "Layout of an ADU", draw_fig5, [],
               "Two ADUs { int 7; string } of the paper's configuration: marshalled, then encrypted. The "
               "result is not manipulated."),
        Figure("fig6", "The files made, and which includes which", draw_fig6, [],
               "A file is to the right of those that it includes."),
        Figure("figx1", "Times of generated, manual and sequential loops", draw_figx1,
               [TIMES, CALL_TIMES],
               "Not drawn in the paper. Warm caches, medians, on the machine that ran this."),
        Figure("figx2", "Gain of a transfer against the share of manipulations", draw_figx2, [GAIN],
               "Not drawn in the paper. Simulated: a sending host that needs time for each octet."),
        Figure("figx3", "Time for a word by the words of a group", draw_figx3, [WORD_TIMES],
               "Not drawn in the paper. A function on units of so many words over a checksum, 4,096 octets "
               "of data; warm caches, medians, on the machine that ran this."),
    ],
    experiments=[XDR, DAMAGED],
    tested=["tab1", "fig2", "fig5", "figx2"])
