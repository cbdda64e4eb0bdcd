# SPDX-License-Identifier: GPL-2.0-only
"""What `./hsn figure`, `./hsn claims` and `./hsn report` do, once everything is set up.

Does not load ns-3: simulations are programs of their own.
"""

import concurrent.futures
import functools
import json
import os
import signal
import sys

from tqdm import tqdm

from . import paper as papers
from . import pictures, plan, programs, published, quotes, report, sweep
from .claims import ClaimsError, claims_in
from .command_line import parse
from .errors import NeedsBuild
from .ledger import check_claims, public, summary
from .results import Results, draw_figure, old_line
from .version import git_version

PUBLISHED = "published"  # instead of a mode: the runs that ship with a paper
BUILD_FIRST = 79  # the exit status that asks ./hsn to build and start again


def say(text):
    """Progress goes to stderr: stdout belongs to results."""
    print(f"[hsn] {text}", file=sys.stderr, flush=True)


def relative(path):
    """A path as the user would type it."""
    text = os.path.relpath(path)
    return str(path) if text.startswith("..") else text


def executor_for(args):
    """Where runs happen."""
    if args.cluster:
        return functools.partial(sweep.cluster_executor, args.cluster, args.ship)
    return functools.partial(sweep.local_executor, args.jobs)


def command_figure(args):
    """Run, draw, check, report; returns the exit status."""
    keys = select_keys(args)
    if args.dry_run:
        for key in keys:
            print_plan(papers.load_paper(key), args)
        return 0
    if args.mode == PUBLISHED and len(keys) > 1:  # nothing is run: draw several at a time
        largest = sorted(keys, key=published.size, reverse=True)  # so that it does not end alone
        with concurrent.futures.ProcessPoolExecutor(args.jobs) as pool:
            good = list(pool.map(functools.partial(figures_of_one, args=args, asked=len(keys)), largest))
    else:
        good = [figures_of_one(key, args, len(keys)) for key in keys]
    return write_report(keys) or (0 if all(good) else 1)


def figures_of_one(key, args, asked):
    """figures_of() of one of the papers that were asked for."""
    return each(key, lambda: figures_of(papers.load_paper(key), args.only, args), asked)


def each(key, function, papers_asked):
    """function(), but of several papers one that is broken leaves the others as they are."""
    try:
        return function()
    except (papers.PaperError, ClaimsError) as error:
        if papers_asked == 1:
            raise
        say(f"error: {key}: {error}")
        return False


def sound_store(results):
    """The store of a paper without damaged lines; says which were there."""
    store = results.store()
    for line in store.set_aside():
        say(f"warning: {line}; what is needed of it is run again")
    return store


def name_damage(keys):
    """Say which stored results of papers are damaged, and leave them as they are."""
    for key in keys:
        results = Results(key)
        for line in [*results.store().complaints(), *results.complaints()]:
            say(f"warning: {line}")


def write_report(keys=None):
    """Write the report and say where it is; returns the exit status."""
    name_damage(keys or papers.known_keys())
    written = report.write_report(keys)
    for line in written.problems:
        say(f"error: {line}")
    print(f"report: {relative(written.index)}")
    return 1 if written.problems else 0


def print_plan(paper, args):
    """What would be run for a paper, whose claims are sound."""
    claims_in(paper)
    experiments = experiments_of(paper, paper.select(args.only), args.only)
    print(f"{paper.key}, {args.mode}")
    if experiments:
        print(plan.in_words(plan_of(paper, experiments, args.mode, Results(paper.key).store())))


def plan_of(paper, experiments, mode, store):
    """plan.plan() with the times that ship with the paper."""
    return plan.plan(experiments.values(), mode, store, published.seconds_of(paper))


def experiments_of(paper, figures, ids):
    """{name: experiment} of some figures; without ids those of no figure, too."""
    if not ids:
        return paper.all_experiments()
    return {one.name: one for figure in figures for one in figure.experiments}


def select_keys(args):
    """The papers that were asked for."""
    if getattr(args, "only", None) and args.key in (None, "all"):
        raise papers.PaperError("--only needs one paper, not all")
    return papers.select_keys(args.key)


def claims_about(paper, ids):
    """The claims about some figures of a paper, or all."""
    paper.select(ids)  # they exist
    return [one for one in claims_in(paper) if not ids or one.figure in ids]


def figures_of(paper, ids, args):
    """The figures and claims of one paper; did every run, figure and check work?"""
    figures = paper.select(ids)
    claims = claims_about(paper, ids)
    set_style(args.style)
    results = Results(paper.key)
    results.assert_writable()
    runner, mode = runner_for(paper, results, args)
    runner.prints = runner.prints or bool(args.style)
    if mode == args.mode:
        experiments = experiments_of(paper, figures, ids)
        table = plan_of(paper, experiments, mode, runner.store) if experiments else None
        say(f"{paper.key}: {len(figures)} figures, {runs_in_words(table, args)}")
    drawer = Drawer(paper, figures, results, runner, mode)
    if mode == args.mode:
        runner.run(experiments.values(), mode, done=drawer.note)
    good = drawer.finish()
    runner.given.clear()
    checked = check_claims(claims, paper, papers.Context(paper, runner, mode))
    entries = keep_claims(results, claims, checked)
    report_failures(paper.key, runner, entries)
    warn_of_old(f"{paper.key}: claims", runner.old_results())
    print(f"{paper.key}: {len(figures)} figures; claims: {summary(entries)}")
    return good and not runner.failures and all(map(as_expected, entries))


def runs_in_words(table, args):
    """What is to be run in a mode, and how long that will take, if it is known."""
    if table is None:
        return "no runs"
    words = f"{table['runs'].sum()} runs, {args.mode}"
    left = "" if args.cluster else plan.time_left(table, args.jobs or os.cpu_count())
    return words + (f", {left}" if left else "")


def set_style(name):
    """How figures are drawn, if the user says so."""
    if name:
        from .plot import StyleError, use_style  # matplotlib is slow to import

        try:
            use_style(name)
        except StyleError as error:
            raise papers.PaperError(str(error)) from None


def runner_for(paper, results, args, before_runs=None):
    """What runs the experiments of a paper, and the mode: that of its published runs if these were
    asked for.  before_runs is Runner's."""
    if args.mode == PUBLISHED:
        found = published.load(paper)
        say(f"{paper.key}: {found.in_words()}")
        published.keep(found, results)
        return published.runner_of(paper, found), found.mode
    return sweep.Runner(sound_store(results), executor_for(args), keep_old=args.keep_old,
                        before_runs=before_runs, title=paper.key), args.mode


class Drawer:
    """Draws each figure as soon as all runs that it needs have ended."""

    def __init__(self, paper, figures, results, runner, mode):
        self.paper, self.results, self.runner, self.mode = paper, results, runner, mode
        self.waiting = [(figure, {one.name for one in figure.experiments})
                        for figure in figures if figure.experiments]
        self.simple = [figure for figure in figures if not figure.experiments]
        self.good = True

    def note(self, experiment):
        """All runs of an experiment have ended."""
        for figure, missing in self.waiting:
            if experiment in missing:
                missing.remove(experiment)
                if not missing:
                    self._draw(figure)
        self.waiting = [one for one in self.waiting if one[1]]

    def finish(self):
        """Draw the figures that need no experiment, and those of which no run had to end.  Did drawing
        work each time?"""
        for figure in [*self.simple, *(figure for figure, _ in self.waiting)]:
            self._draw(figure)
        return self.good

    def _draw(self, figure):
        context = papers.Context(self.paper, self.runner, self.mode, strict=False)
        record = draw_figure(figure, context, self.results)
        self.good = self.good and not record["error"]
        with tqdm.external_write_mode(file=sys.stdout):
            print(f"{self.paper.key} {figure.id}: {figure_line(record, self.results)}", flush=True)
            warn_of_old(f"{self.paper.key} {figure.id}", record["old"])


def keep_claims(results, claims, checked):
    """Store verdicts; returns them as readers see them."""
    results.keep_claims(checked)
    return [public(claim, result.record()) for claim, result in zip(claims, checked)]


def as_expected(entry):
    """Did the check work, and is the verdict the one that claims.toml expects?"""
    return not entry["failed"] and not entry["unexpected"]


def warn_of_old(what, old):
    """Say that a figure or claims come from old results."""
    if old:
        say(f"{what}: old results: {old_line(old)}")


def figure_line(record, results):
    """Where a figure went, or why not."""
    if record["error"]:
        return f"FAILED: {record['error']} (HSN_DEBUG=1 shows where)"
    return relative(results.folder / record["svg"]) if record["svg"] else "table, in the report"


def command_claims(args):
    """Check claims; returns the exit status."""
    keys = select_keys(args)
    if args.dry_run:
        for key in keys:
            print_plan(papers.load_paper(key), args)
        return 0
    every = []
    good = [each(key, lambda key=key: claims_of(key, args, every), len(keys)) for key in keys]
    if args.json:
        print(json.dumps(every, indent=1))
    else:
        print_claims(every)
    return 0 if all(good) else 1


def may_run():
    """Runs need a build of the present sources; ./hsn makes it and starts again."""
    if os.environ.get(programs.LAZY):
        raise NeedsBuild("./hsn builds first")


def claims_of(key, args, every):
    """Check the claims of one paper and add them to `every`; is all as it should be?"""
    paper = papers.load_paper(key)
    results = Results(key)
    results.assert_writable()
    runner, mode = runner_for(paper, results, args, may_run)
    programs.assume(runner.store.codes())
    context = papers.Context(paper, runner, mode)
    claims = claims_about(paper, args.only)
    entries = keep_claims(results, claims, check_claims(claims, paper, context))
    report_failures(key, runner, entries)
    warn_of_old(f"{key}: claims", runner.old_results())
    every += entries
    return not runner.failures and all(map(as_expected, entries))


def print_claims(entries):
    """Claims as a table."""
    width = max([len(one["id"]) for one in entries] + [5])
    print(f"{'claim':<{width}}  {'verdict':<9}  measured (note) [criterion]")
    for one in entries:
        note = f" ({one['note']})" if one["note"] not in ("", one["measured"]) else ""
        print(f"{one['id']:<{width}}  {one['verdict']:<9}  {one['measured']}{note} "
              f"[{one['criterion']}]")
        for test in one["tests"]:
            if test["why"]:
                print(f"{'':<{width}}  {test['verdict']:<9}  {test['text']}: {test['why']}")
        if one["old"]:
            print(f"{'':<{width}}  {'stale':<9}  old results: {old_line(one['old'])}")
        if one["arithmetic"]:
            print(f"{'':<{width}}  {'':<9}  by arithmetic alone: {one['arithmetic']}")
        if one["calibrated"]:
            print(f"{'':<{width}}  {'':<9}  calibrated: {one['calibrated']}")
    print(summary(entries))


def report_failures(key, runner, entries):
    """One line about runs, and one for each check, that failed or found what nobody expected."""
    if runner.failures:
        first = sweep.describe(next(iter(runner.failures.values())))
        say(f"error: {key}: {len(runner.failures)} runs failed, the first: {first}")
    for one in entries:
        if one["failed"]:
            say(f"error: {one['id']}: {one['note']} (HSN_DEBUG=1 shows where)")
        elif one["unexpected"]:
            say(f"error: {one['id']}: the verdict is {one['verdict']}, claims.toml expects "
                f"{one['expected']} ({one['mode']})")


def command_publish(args):
    """Write the runs that ship with papers; returns the exit status."""
    for key in select_keys(args):
        paper = papers.load_paper(key)
        claims = claims_in(paper)
        if not args.quotes:
            results = Results(key)
            results.assert_writable()
            runner = sweep.Runner(sound_store(results), executor_for(args), title=key)
            records = published.collect(paper, claims, runner, args.mode)
            path = published.write(paper, records, args.mode)
            print(f"{relative(path)}: {len(records)} runs, {path.stat().st_size:,} octets")
        path = quotes.write(paper, claims)
        if path:
            print(relative(path))
    return 0


def command_pictures(args):
    """Draw the pictures of README and manual; returns the exit status."""
    if (git_version() or "").endswith("-dirty"):
        say("warning: there are uncommitted changes, and measured pictures will say so")
    for name in pictures.select(args.name):
        for line in pictures.draw(name):
            print(relative(line), flush=True)
    return 0


def command_report(_args):
    """Write the report; returns the exit status."""
    return write_report()


def command_list(args):
    """List papers, or the figures and claims of some; returns the exit status."""
    keys = papers.select_keys(args.key)
    name_damage(keys)
    described, good = [], True
    for key in keys:
        try:
            described.append(describe_paper(papers.load_paper(key)))
        except (papers.PaperError, ClaimsError) as error:
            good = False
            say(f"error: {key}: {error}")
    if args.json:
        print(json.dumps(described, indent=1))
    else:
        for one in described:
            print_paper(one, args.key is not None)
    return 0 if good else 1


def describe_paper(paper):
    """A paper, its figures and its claims, with what is stored of them."""
    results = Results(paper.key)
    drawn, checked = results.figures(), results.claims()
    figures = [{"id": one.id, "title": one.title, "drawn": drawn.get(one.id, {}).get("mode")}
               for one in paper.figures]
    claims = [{"id": one.id, "figure": one.figure, "text": one.text,
               "verdict": checked.get(one.id, {}).get("verdict"),
               "mode": checked.get(one.id, {}).get("mode")}
              for one in claims_in(paper)]
    return {"key": paper.key, "title": paper.title, "authors": paper.authors,
            "figures": figures, "claims": claims}


def print_paper(one, whole):
    """A line for a paper; the whole of it if asked for."""
    print(f"{one['key']:<14}  {one['title']} ({one['authors']}): {len(one['figures'])} figures, "
          f"{len(one['claims'])} claims")
    for figure in one["figures"] if whole else ():
        print(f"  {figure['id']:<16}  {figure['title']} [{figure['drawn'] or 'not drawn'}]")
    for claim in one["claims"] if whole else ():
        print(f"  {claim['id']:<16}  {claim['text']} [{claim['verdict'] or 'not run'}]")


COMMANDS = {"list": command_list, "figure": command_figure, "claims": command_claims,
            "publish": command_publish, "pictures": command_pictures, "report": command_report}


def main(argv):
    """Entry; returns the exit status."""
    args = parse(argv)
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # end as after Ctrl-C
    try:
        status = COMMANDS[args.command](args)
        sys.stdout.flush()
        return status
    except BrokenPipeError:  # nobody reads on, as after `| head`
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        return 128 + signal.SIGPIPE
    except NeedsBuild:
        return BUILD_FIRST
    except (papers.PaperError, ClaimsError, sweep.SweepError) as error:
        print(f"hsn: error: {error}", file=sys.stderr)
        if os.environ.get("HSN_DEBUG"):
            raise
        return 1
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
