# SPDX-License-Identifier: GPL-2.0-only
"""What a sweep would run, and how long that would take: `./hsn figure --dry-run`."""

import pandas


def plan(experiments, mode, store, shipped=lambda program, params, seed: None):
    """A row for each experiment: runs, how many of them are stored, and CPU hours.

    A run is stored if any version of the program has made it.  `seconds` is the mean of an
    experiment's stored runs, without any that of the shipped ones, else NaN; `hours` is what its other
    runs will take.

    shipped  seconds of a run by what ships with the paper, or None: Published.seconds()
    """
    rows = []
    for one in experiments:
        runs = one.runs(mode)
        found = [store.find(one.program, params, seed) for params, seed in runs]
        stored = [record["seconds"] for record in found if record]
        mean = mean_time(stored or [shipped(one.program, params, seed) for params, seed in runs])
        rows.append({"experiment": one.name, "runs": len(runs), "stored": len(stored),
                     "seconds": mean, "hours": (len(runs) - len(stored)) * mean / 3600})
    return pandas.DataFrame(rows)


def mean_time(times):
    """The mean of times, NaN if more than half of them are None: the others may be the short ones."""
    known = [time for time in times if time is not None]
    return sum(known) / len(known) if 2 * len(known) > len(times) else float("nan")


def time_left(table, jobs):
    """How long the runs that are not stored take, in words: "about 3 minutes"; "" if that of more than
    a tenth of them is not known.

    jobs  runs at a time
    """
    left = table["runs"] - table["stored"]
    unknown = left[table["seconds"].isna()].sum()
    if not left.sum() or unknown > left.sum() / 10:
        return ""
    minutes = table["hours"].sum() * 60 / jobs
    if minutes < 1:
        return "less than a minute"
    if minutes < 90:
        return f"about {minutes:.0f} minute{'s' if round(minutes) != 1 else ''}"
    return f"about {minutes / 60:.1f} hours"


def cpu_time(hours):
    """CPU time in words."""
    return f"{hours:.1f} CPU hours" if hours >= 1 else f"{60 * hours:.0f} CPU minutes"


def in_words(table):
    """The rows, and a line about all of them."""
    unknown = table["seconds"].isna()
    shown = table.assign(seconds=table["seconds"].map("{:.1f}".format).where(~unknown, "?"),
                         hours=table["hours"].map("{:.2f}".format).where(~unknown, "?"))
    hours = (table["runs"] * table["seconds"]).sum() / 3600
    line = (f"{table['runs'].sum()} runs, {table['stored'].sum()} stored; all take {cpu_time(hours)}, "
            f"those that are not stored {cpu_time(table['hours'].sum())}")
    if unknown.any():
        line += f", without the {table['runs'][unknown].sum()} runs of unknown time"
    return f"{shown.to_string(index=False)}\n{line}"
