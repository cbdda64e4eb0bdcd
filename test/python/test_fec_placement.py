# SPDX-License-Identifier: GPL-2.0-only
"""The programs of fec-placement against formulas written down again here, and bad input."""

import math
import subprocess
import sys

import programs
import pytest
from conftest import ROOT

CHAIN = 1.269820398105259  # of the manual's tree, in fractions, by the sets of receivers that have it


def metrics(program, *arguments):
    """The metrics of a run of a program of the paper."""
    return programs.metrics(f"fec-placement-{program}", *arguments)


def behind(loss, below, i):
    """Equation (4): i packets on a path of which u are lost; below(m) for those that arrive."""
    return sum(math.comb(i, u) * loss ** u * (1 - loss) ** (i - u) * below(i - u)
               for u in range(i))


def tree3(k, r, q1, q2, height=30):
    """E[T] by equations (6) to (8), as they are printed."""
    shared, branch = 1 - (1 - q1) ** (height - k), 1 - (1 - q2) ** k
    return sum(1 - behind(shared, lambda m: (1 - branch ** m) ** r, i) for i in range(60))


def tree4(k, r, per_lan, q1, q2, q3):
    """E[T] by equations (11) and (12), h = 30, l = 5."""
    shared, branch, lan = (1 - (1 - q) ** n for q, n in ((q1, 25 - k), (q2, k), (q3, 5)))

    def lans(m):
        return behind(branch, lambda j: (1 - lan ** j) ** per_lan, m) ** (r // per_lan)

    return sum(1 - behind(shared, lans, i) for i in range(40))


@pytest.mark.parametrize("k, r, q1, q2", [(30, 30, 1e-3, 1e-3), (5, 30, 1e-3, 1e-2),
                                          (1, 1000, 1e-3, 1e-3), (12, 7, 0.02, 0.005)])
def test_tree_3(k, r, q1, q2):
    """The three ways of the program against the printed equations."""
    found = metrics("model", f"--branch={k}", f"--receivers={r}", f"--q1={q1}", f"--q2={q2}",
                    "--generic")
    for way in ("transmissions", "by_wald", "by_links"):
        assert found[way] == [pytest.approx(tree3(k, r, q1, q2), rel=1e-11)]


@pytest.mark.parametrize("k, r, per_lan", [(10, 1000, 25), (1, 300, 100), (25, 100, 5)])
def test_tree_4(k, r, per_lan):
    """The same for tree 4, and with FEC in both places."""
    for scope, losses in (("None", (1e-3, 1e-3, 1e-4)), ("Wan", (1e-5, 1e-5, 1e-4)),
                          ("Lan", (1e-3, 1e-3, 1e-6)), ("All", (1e-5, 1e-5, 1e-6))):
        found = metrics("model", "--tree=4", f"--branch={k}", f"--receivers={r}",
                        f"--perLan={per_lan}", f"--scope={scope}", "--generic")
        for way in ("transmissions", "by_wald", "by_links"):
            assert found[way] == [pytest.approx(tree4(k, r, per_lan, *losses), rel=1e-11)]


def test_lists_are_grids():
    """Receivers first, then branches."""
    found = metrics("model", "--branch=2,30", "--receivers=1,30")
    assert found["r"] == [1, 1, 30, 30]
    assert found["k"] == [2, 30, 2, 30]
    assert found["transmissions"][3] == pytest.approx(1.6203123028, abs=1e-10)


FORM = ("--height=6", "--branch=3", "--receivers=6", "--q1=0.05", "--q2=0.08", "--packets=2000")


@pytest.mark.parametrize("form", ["Segments", "Links", "Hops"])
def test_forms_of_a_network(form):
    """Simulated within four standard errors of the equations; all packets arrive, once and right."""
    found = metrics("tree", f"--form={form}", *FORM)
    expected = tree3(3, 6, 0.05, 0.08, height=6)
    assert abs(found["transmissions"] - expected) < 4 * found["standard_error"]
    assert found["complete"] is True
    assert found["received"] == 6 * 2000
    assert found["wrong"] == found["malformed"] == 0
    assert found["sent"] == pytest.approx(2000 * found["transmissions"], abs=1e-6)
    assert found["shared_links"] + found["branch_links"] == (7 if form == "Segments" else 21)
    assert metrics("tree", f"--form={form}", *FORM) == found


def test_large_group():
    """LANs of 100, 1000 receivers."""
    found = metrics("tree", "--tree=4", "--perLan=100", "--receivers=1000", "--branch=10",
                    "--packets=1000")
    expected = tree4(10, 1000, 100, 1e-3, 1e-3, 1e-4)
    assert abs(found["transmissions"] - expected) < 4 * found["standard_error"]


def at_least(needed, i, success):
    """P(at least so many of i packets arrive)."""
    return sum(math.comb(i, n) * success ** n * (1 - success) ** (i - n)
               for n in range(needed, i + 1))


@pytest.mark.parametrize("n", [1, 7])
def test_parity_on_demand(n):
    """Packets for a group of n, until ten receivers have n of them each; every payload right."""
    found = metrics("hybrid", f"--needed={n}", "--groups=2000", "--receivers=10", "--q2=0.01")
    success = 0.99 ** 30
    expected = sum(1 - at_least(n, i, success) ** 10 for i in range(20 * n + 60)) / n
    assert abs(found["transmissions"] - expected) < 4 * found["standard_error"]
    assert found["complete"] is True
    assert found["delivered"] == 10 * 2000 * n
    assert found["received"] == found["delivered"]  # any n packets suffice
    assert found["data_sent"] == 2000 * n
    assert found["wrong"] == found["malformed"] == found["repeated_sent"] == 0
    model = metrics("model", "--receivers=10", "--q2=0.01", f"--needed={n}")
    assert model["transmissions"] == [pytest.approx(expected, rel=1e-11)]


def test_real_code():
    """10+1 on each of 300 links: what is left of 1 % is q (1 - (1 - q)^10)."""
    found = metrics("tree", "--form=Links", "--receivers=10", "--q2=0.01", "--scope=All",
                    "--codeParity=1", "--packets=3000")
    left = 0.01 * (1 - 0.99 ** 10)
    count = found["coded_data"]
    # losses of a block come together: at most ten times the variance
    assert found["coded_lost_data"] / count == pytest.approx(left, abs=4 * math.sqrt(
        10 * left / count))
    assert found["coded_parity"] == pytest.approx(count / 10, rel=0.01)
    assert abs(found["transmissions"] - tree3(30, 10, 0, left)) < 4 * found["standard_error"]
    assert found["wrong"] == 0


def test_language_of_graphviz():
    """One line for each link, and for each receiver."""
    done = programs.run("fec-placement-tree", "--show=Dot", "--form=Links", "--tree=4",
                        "--height=7", "--lan=2", "--branch=2", "--receivers=6", "--perLan=3")
    assert done.returncode == 0
    assert done.stdout.count(" -> ") == 3 + 2 * 2 + 6 * 2
    assert done.stdout.count("shape=box") == 6


BAD = [("model", "--branch=31", "length of a branch = 31"),
       ("model", "--receivers=0", "receivers"),
       ("model", "--q1=1", "q1"),
       ("model", "--factor=0", "factor"),
       ("model", "--factor=1.5", "factor"),
       ("model", "--tree=5", "tree"),
       ("model", "--needed=0", "needed"),
       ("tree", "--tree=4 --branch=26 --receivers=25", "length of a branch = 26"),
       ("tree", "--tree=4 --branch=5 --receivers=26", "number of receivers = 26"),
       ("tree", "--tree=4 --branch=1 --lan=30 --receivers=25", "path in a LAN = 30"),
       ("tree", "--q2=-0.1", "q2"),
       ("tree", "--packets=0", "packets"),
       ("tree", "--form=Star", "form"),
       ("tree", "--codeParity=1 --form=Hops", "must be 0 with Hops"),
       ("tree", "--codeData=200 --codeParity=100", "at most 255"),
       ("hybrid", "--needed=0", "needed"),
       ("hybrid", "--needed=200 --parity=100", "at most 255"),
       ("hybrid", "--branch=31", "length of a branch = 31")]


@pytest.mark.parametrize("program, arguments, words", BAD)
def test_bad_values(program, arguments, words):
    """Status 2, and a text that names the value."""
    programs.assert_refused(f"fec-placement-{program}", arguments.split(), [words])


def test_programs_of_the_manual():
    """The small tree of the manual, from C++ and from Python."""
    found = programs.metrics("multicast-tree")
    assert found["complete"] is True
    assert found["formula"] == pytest.approx(CHAIN, rel=1e-12)
    assert found["transmissions"] == pytest.approx(CHAIN, rel=0.02)
    done = subprocess.run([sys.executable, ROOT / "examples/fec-placement/multicast_tree.py"],
                          capture_output=True, text=True, check=False, timeout=300)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("2000 packets complete, 1.2"), done.stdout
    assert done.stdout.endswith(f"formula {CHAIN:.3f}\n"), done.stdout
