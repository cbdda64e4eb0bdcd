# SPDX-License-Identifier: GPL-2.0-only
"""What figures and checks of every paper do with tables of runs.

    data = chosen(ctx.data(TRANSFERS), mtu=9188, tick=500)      rows by their parameters
    data = named(data, {"PPD": {"discard": "Ppd"}, ...})        a column that names variants
    means(data, "throughput_mbps", ["mtu", "mbs"])              means over the repetitions
    intervals(data, "throughput_mbps", ["mtu", "mbs"])          the same with their intervals
    beside(data, model, ["mtu", "mbs"], "burst_mean", "p_max")  means beside a model's values

A table is a pandas.DataFrame with a row for each run: parameters, seed, metrics.
"""

import contextlib
import contextvars

import numpy
import pandas

from .errors import Unchecked
from .stats import mean_ci

_need_rows = contextvars.ContextVar("need_rows", default=False)


# --- rows --------------------------------------------------------------------------------


@contextlib.contextmanager
def rows_needed():
    """In here `chosen` raises Unchecked when no row fits: a check that looks at nothing must not
    hold.  A figure leaves such a line out."""
    token = _need_rows.set(True)
    try:
        yield
    finally:
        _need_rows.reset(token)


def chosen(data, **values):
    """The rows with these values; a list means any of its elements.

    A column that is not there equals nothing: a point without a parameter does not match.  In a
    check, no row at all makes the claim unchecked.
    """
    good = numpy.ones(len(data), dtype=bool)
    for name, value in values.items():
        if name not in data:
            good &= False
        elif isinstance(value, (list, tuple, set, range)):
            good &= data[name].isin(list(value)).to_numpy()
        else:
            good &= (data[name] == value).to_numpy()
    if _need_rows.get() and not good.any():
        wanted = ", ".join(f"{name}={value}" for name, value in values.items())
        raise Unchecked(f"no row has {wanted}")
    return data[good]


def named(data, variants, column="what"):
    """The rows of each variant, with a column that holds its name.

    variants  {name: parameters}; a row that fits several variants appears once for each
    """
    return pandas.concat([chosen(data, **values).assign(**{column: name})
                          for name, values in variants.items()], ignore_index=True)


def labelled(data, source, names, column="what", form="{}"):
    """Rows with a column that holds names for the values of the column `source`.

    names  {value: name}; figures and tables keep its order
    form   of a name, e.g. "{}, MinRto 0.2 s"
    """
    order = [form.format(name) for name in names.values()]
    texts = data[source].map(dict(zip(names, order)))
    return data.assign(**{column: pandas.Categorical(texts, order, ordered=True)})


def joined(*parts, column="what"):
    """Several tables in one, whose names in `column` become plain text."""
    return pandas.concat([part.assign(**{column: part[column].astype(str)}) for part in parts])


def unrolled(data, keep, column):
    """A row for each element of the lists in a table of lists.

    keep    column that identifies the lists
    column  list that the others go with, element by element; all become numbers
    """
    lists = [name for name in data if isinstance(data[name].iloc[0], list) and name != column]
    return data[[keep, column, *lists]].explode([column, *lists]).astype(
        {name: float for name in (column, *lists)})


# --- means -------------------------------------------------------------------------------


def means(data, value, by):
    """Means over the repetitions: a Series indexed by the columns `by`."""
    return data.groupby(by)[value].mean()


def intervals(data, value, by):
    """Means over the repetitions with their confidence intervals, for a check: {point: Interval}.

    A point is a value of the column `by`, or a tuple if `by` is a list.
    """
    return {point: mean_ci(values) for point, values in data.groupby(by, observed=True)[value]}


def mean_table(data, value, rows, columns):
    """Means over the repetitions: a table indexed by the columns `rows`, a column for each value
    of `columns`."""
    return data.pivot_table(value, rows, columns, observed=True)


def beside(data, model, by, value, expected):
    """Means of a measured value beside what a model says.

    model     a table with the columns `by` and `expected`, or {point: value}
    returns   a table indexed by `by` with the columns measured, model and ratio; only points that
              both have
    """
    if not isinstance(model, pandas.DataFrame):
        model = pandas.Series(model)
    else:
        model = model.set_index(by)[expected]
    measured = means(data, value, by)
    both = measured.index.intersection(model.index)
    table = pandas.DataFrame({"measured": measured.reindex(both), "model": model.reindex(both)})
    return table.assign(ratio=table["measured"] / table["model"])


# --- for readers -------------------------------------------------------------------------


def report_table(data, value, rows, columns, form, digits=3, title=""):
    """Means as a table of the report: a row for each value of `rows`, a column for each
    combination of `columns`.

    value   a metric, or {metric: name} for several, whose names then come first in `form`
    form    of a column's title, e.g. "{} B, {} cells"
    title   of the column that names the rows
    """
    metrics = list(value) if isinstance(value, dict) else value
    table = mean_table(data, metrics, rows, columns)
    titles = []
    for key in table.columns:
        key = key if isinstance(key, tuple) else (key,)
        titles.append(form.format(value[key[0]], *key[1:]) if isinstance(value, dict)
                      else form.format(*key))
    table.columns = titles
    return table.round(digits).rename_axis(title).reset_index()


def spread(values, form="{:.2f}"):
    """Smallest and largest value in words."""
    return f"{form.format(min(values))}–{form.format(max(values))}"


def listed(series, form="{:.2f}"):
    """A short Series in words."""
    return ", ".join(f"{index}: {form.format(value)}" for index, value in series.items())


def near(value, expected, relative):
    """Does a value agree with an expected one, to a relative tolerance?"""
    return abs(value - expected) <= relative * abs(expected)
