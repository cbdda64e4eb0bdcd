# SPDX-License-Identifier: GPL-2.0-only
"""What a sweep would run, and how long that would take: `./hsn figure --dry-run`."""

import pandas


def plan(experiments, mode, store):
    """A row for each experiment: runs, how many of them are stored, and CPU hours.

    A run is stored if any version of the program has made it.  `seconds` is the mean of an
    experiment's stored runs, NaN if there are none; `hours` is what its other runs will take.
    """
    rows = []
    for one in experiments:
        runs = one.runs(mode)
        found = [store.find(one.program, params, seed) for params, seed in runs]
        seconds = pandas.Series([record["seconds"] for record in found if record], dtype=float)
        rows.append({"experiment": one.name, "runs": len(runs), "stored": len(seconds),
                     "seconds": seconds.mean(),
                     "hours": (len(runs) - len(seconds)) * seconds.mean() / 3600})
    return pandas.DataFrame(rows)


def in_words(table):
    """The rows, and a line about all of them."""
    unknown = table["seconds"].isna()
    shown = table.assign(seconds=table["seconds"].map("{:.1f}".format).where(~unknown, "?"),
                         hours=table["hours"].map("{:.2f}".format).where(~unknown, "?"))
    hours = (table["runs"] * table["seconds"]).sum() / 3600
    line = (f"{table['runs'].sum()} runs, {table['stored'].sum()} stored; all take {hours:.1f} CPU "
            f"hours, those that are not stored {table['hours'].sum():.1f}")
    if unknown.any():
        line += f", without the {table['runs'][unknown].sum()} runs of unknown time"
    return f"{shown.to_string(index=False)}\n{line}"
