# SPDX-License-Identifier: GPL-2.0-only
"""The claims judged on runs in which something that the paper leaves open is decided otherwise."""

import pandas

from hsn.claims import load_claims
from hsn.ledger import find

# claims about the paper's runs, which a variant replaces; the others are about equations, codes,
# single packets, or runs of their own
JUDGED = [f"boston-c{number:02}" for number in (*range(9, 26), 28)]


class Otherwise:
    """A context in which the paper's runs are those of a variant."""

    def __init__(self, ctx, main, table):
        self.ctx, self.main, self.table = ctx, main, table
        self.mode, self.folder, self.paper = ctx.mode, ctx.folder, ctx.paper
        self.used = {}  # experiments that were asked for, by name

    def data(self, experiment, incomplete=False):
        """All runs of an experiment."""
        if experiment is not self.main:
            return self.ctx.data(experiment, incomplete)
        self.used[experiment.name] = experiment
        return self.table

    def run_program(self, *args, **kwargs):
        """The metrics of one run."""
        return self.ctx.run_program(*args, **kwargs)


def judged(ctx, main, experiment):
    """{claim: what becomes of it} on the runs of a variant."""
    otherwise = Otherwise(ctx, main, ctx.data(experiment))
    return {claim.id: find(claim, ctx.paper, otherwise)
            for claim in load_claims(ctx.folder) if claim.id in JUDGED}


def numbers(test):
    """The measured values of a test, over its points."""
    if not test["points"]:
        measured, half = test["measured"], test["half"]
        return "" if measured is None else f"{measured:.3g}" + (f" ± {half:.2g}" if half else "")
    values = [value for value in test["measured"].values() if value is not None]
    return f"{min(values):.3g} to {max(values):.3g}" if values else ""


def in_short(found):
    """Verdict, and the numbers of the first test that has the same one."""
    deciding = next((test for test in found["tests"] if test["verdict"] == found["verdict"]), None)
    text = numbers(deciding) if deciding else ""
    return f"{found['verdict']}: {text}" if text else found["verdict"]


def verdict_table(ctx, main, variants):
    """A row for each claim, a column for each variant."""
    columns = {name: judged(ctx, main, experiment) for name, experiment in variants.items()}
    return pandas.DataFrame({"claim": [name.removeprefix("boston-") for name in JUDGED],
                             **{name: [in_short(found[claim]) for claim in JUDGED]
                                for name, found in columns.items()}})


def count_table(ctx, main, variants):
    """A row for each variant: how many claims hold, and which."""
    rows = []
    for name, experiment in variants.items():
        found = judged(ctx, main, experiment)
        by = {verdict: [claim.removeprefix("boston-") for claim in JUDGED
                        if found[claim]["verdict"] == verdict]
              for verdict in ("holds", "differs", "unchecked")}
        rows.append({"decisions": name, **{f"{verdict}": f"{len(claims)}: {' '.join(claims)}"
                                           for verdict, claims in by.items()}})
    return pandas.DataFrame(rows)
