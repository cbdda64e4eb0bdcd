# SPDX-License-Identifier: GPL-2.0-only
"""The command line of `hsn`: every command and option, once.

The command itself and hsn.cli, to which it forwards some commands, read the same parser.  Needs the
standard library only.
"""

import argparse
from pathlib import Path

from hsn.version import git_version

DESCRIPTION = """\
High-speed networks in ns-3, from parameters to a checked figure.

This command sets itself up on first use: Debian packages, a Python environment
with the ns-3 wheel, and the build.  Everything that is already there is reused,
so that a later call starts at once.  It needs Python >= 3.11 and nothing else."""

EPILOG = """\
examples:
  ./hsn figure vbr-upc --quick       draw a paper's figures and check its claims, in minutes
  ./hsn figure all --published       the whole report in a minute, from the runs that ship with it
  ./hsn figure all --full --jobs 16  everything at the papers' own scale
  ./hsn claims vbr-upc --json        the verdicts alone
  ./hsn test                         C++ suites and Python tests
  ./hsn run                          list the programs;  ./hsn run NAME --PrintHelp  their options
  ./hsn python my-experiment.py      ns-3 from Python:  from hsn import ns

where things go:
  results/KEY/store.jsonl            every run ever made; a figure redrawn later starts from it
  results/KEY/figures/, data/        SVG, PNG, CSV
  results/report/index.html          the report: figures, parameters, claims with verdicts
  build/manual/index.html            the manual, written by ./hsn doc
  build/, .venv/                     made on first use;  ./hsn clean  removes the builds

environment:
  HSN_VENV      the Python environment     (default .venv)
  HSN_BUILD     the build folder           (default build)
  HSN_RESULTS   results                    (default results)
  HSN_EXAMPLES  the papers' folders        (default examples)

`./hsn COMMAND --help` tells more about each command."""


PLAN = ("build and run nothing: tell what would be built, what would be run, what is stored, and how "
        "long the rest will take by the times of stored runs, or else of the published ones")


def add_command(commands, name, summary, description, **kwargs):
    """A subcommand with its help."""
    return commands.add_parser(name, help=summary, description=description,
                               formatter_class=argparse.RawDescriptionHelpFormatter, **kwargs)


MOST_JOBS = 4096


def positive(text):
    """A number of jobs."""
    number = int(text) if text.strip().isdecimal() else 0
    if not 1 <= number <= MOST_JOBS:
        raise argparse.ArgumentTypeError(f"'{text}' is no number from 1 to {MOST_JOBS}")
    return number


def address(text):
    """The address of a Dask scheduler."""
    protocol, _, rest = text.rpartition("://")
    host, _, port = rest.rpartition(":")
    if protocol not in ("", "tcp", "tls", "ucx", "ws", "wss", "inproc") or (
            protocol != "inproc" and not (host and port.isdecimal() and int(port) < 65536)):
        raise argparse.ArgumentTypeError(
            f"'{text}' is no address of a Dask scheduler, such as tcp://head:8786")
    return text


def add_mode(parser, published=True):
    """How much to run, and where."""
    group = parser.add_mutually_exclusive_group()
    group.add_argument("--quick", dest="mode", action="store_const", const="quick",
                       help="fewer points and seeds: minutes on two cores (default)")
    group.add_argument("--sample", dest="mode", action="store_const", const="sample",
                       help="the paper's own scale, but one repetition of each run")
    group.add_argument("--full", dest="mode", action="store_const", const="full",
                       help="the paper's own scale, with all repetitions")
    if published:
        group.add_argument("--published", dest="mode", action="store_const", const="published",
                           help="build and run nothing: take the runs that ship with the paper")
        parser.add_argument("--keep-old", action="store_true",
                            help="use stored results of older versions of a program instead of "
                                 "running it again; figures and report say so")
    parser.set_defaults(mode="quick")
    parser.add_argument("--jobs", type=positive, metavar="N",
                        help="runs at a time (default: all cores)")
    parser.add_argument("--cluster", type=address, metavar="ADDR",
                        help="use a Dask cluster, e.g. tcp://head:8786; its workers need the build "
                             "under the same path, or --ship")
    parser.add_argument("--ship", action="store_true",
                        help="send the programs and their libraries to the cluster's workers")


def figures(text):
    """A list of figures, with commas."""
    found = [one.strip() for one in text.split(",") if one.strip()]
    if not found:
        raise argparse.ArgumentTypeError("names no figure; leave it out for all of them")
    return found


def style(text):
    """A style of figures: a name, or a file."""
    if text not in ("column", "page") and not Path(text).is_file():
        raise argparse.ArgumentTypeError(f"'{text}' is neither column nor page nor a file")
    return text


def add_only(parser, text):
    """Which figures."""
    parser.add_argument("--only", metavar="FIG,...", default=[], help=text, type=figures)


def add_dry_run(parser, text):
    """Only tell."""
    parser.add_argument("--dry-run", action="store_true", help=text)


class Version(argparse.Action):
    """Asks git only when somebody wants to know."""

    def __call__(self, parser, namespace, values, option_string=None):
        print(f"hsn {git_version() or 'unknown'}")
        parser.exit()


def make_parser():
    """The whole command line."""
    parser = argparse.ArgumentParser(
        prog="hsn", description=DESCRIPTION, epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--version", action=Version, nargs=0,
                        help="show the version of this repository and exit")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)

    sub = add_command(
        commands, "figure", "draw a paper's figures, check its claims, write the report",
        "Runs the simulations that the figures of a paper need (those not in the store yet),\n"
        "draws the figures, checks the claims and writes the report. Ctrl-C is safe: the same\n"
        "command continues where it was.\n\n"
        "  results/KEY/figures/*.svg, *.png   the figures\n"
        "  results/KEY/data/*.csv             the numbers\n"
        "  results/report/index.html          the report")
    sub.add_argument("key", metavar="KEY", help="a paper's folder name under examples/, or all")
    add_mode(sub)
    add_only(sub, "only these figures, e.g. fig3,tab1")
    sub.add_argument("--style", type=style, metavar="STYLE",
                     help="draw for print: column or page (the width, with fonts of at least 7 pt), or "
                          "a style sheet of matplotlib")
    add_dry_run(sub, PLAN)

    sub = add_command(
        commands, "claims", "check the claims of a paper, or of all",
        "Checks every claim in examples/KEY/claims.toml. Verdicts: holds, differs, unchecked.\n"
        "A claim that differs is a result, not an error; the exit status is 1 when a verdict is\n"
        "another than the one expected in claims.toml, or when a run or a check failed. Builds\n"
        "nothing unless something must be run.")
    sub.add_argument("key", metavar="KEY", nargs="?", help="a paper (default: all)")
    sub.add_argument("--json", action="store_true",
                     help="print a list of objects: verdict, expected, tests, numbers ...")
    add_mode(sub)
    add_only(sub, "only the claims about these figures of a paper")
    add_dry_run(sub, PLAN)

    add_command(commands, "report", "write the report again from what is stored",
                "Writes results/report/index.html from the figures and verdicts that are stored\n"
                "under results/; runs no simulation.")

    sub = add_command(commands, "list", "list the papers, their figures and their claims",
                      "Lists every paper; with KEY a paper's figures and claims, with the mode in\n"
                      "which a figure was drawn last and the last verdict of a claim. Builds and runs\n"
                      "nothing.")
    sub.add_argument("key", metavar="KEY", nargs="?", help="a paper, or all")
    sub.add_argument("--json", action="store_true", help="print a list of objects")

    sub = add_command(commands, "test", "run all tests",
                      "C++ suites through ctest, Python tests through pytest; the last line is\n"
                      "'N passed, N failed'. Of tests that do the same for each paper or program,\n"
                      "one in four takes its turn for each commit; --all leaves nothing out.")
    sub.add_argument("--quick", action="store_true", help="leave the slow ones out")
    sub.add_argument("--all", action="store_true", help="all of them, and the quick claims of all papers")

    sub = add_command(commands, "run", "run a program of the build",
                      "Runs build/bin/PROGRAM with the arguments that follow; without PROGRAM,\n"
                      "lists the programs, with what they do. --PrintHelp shows a program's own options.\n\n"
                      "  --monitor            watch every connection: results/report/monitor/PROGRAM.html\n"
                      "                       shows them, also while the program runs\n"
                      "  --monitor-contract=  what each connection is to send, for a traffic light, such\n"
                      "                       as throughput=400kb/s,delay=7.5ms",
                      usage="hsn run [PROGRAM [--ARG=VALUE ...] [--monitor] "
                            "[--monitor-contract=throughput=RATE,delay=TIME,jitter=TIME]]")
    sub.add_argument("program", metavar="PROGRAM", nargs="?")

    sub = add_command(commands, "bench", "measure speed",
                      "Runs the benchmark programs; they print ratios measured in one run.")
    sub.add_argument("name", metavar="NAME", nargs="?", help="cells, tcp, fec ... (default: all)")
    sub.add_argument("--quick", action="store_true", help="fewer and shorter runs")
    sub.add_argument("--json", action="store_true", help="print a JSON object")

    sub = add_command(commands, "publish", "store a paper's runs for --published",
                      "Writes examples/KEY/published.jsonl.xz: all runs that the figures and claims of the\n"
                      "mode need; what is not stored is run first. Runs of other modes that shipped before\n"
                      "stay. Then writes examples/KEY/quoted.toml: the numbers that explanations in\n"
                      "claims.toml quote from runs that ship. For who maintains a paper.")
    sub.add_argument("key", metavar="KEY", help="a paper's folder name under examples/, or all")
    add_mode(sub, published=False)
    sub.add_argument("--quotes", action="store_true", help="run nothing, write quoted.toml alone")

    sub = add_command(commands, "pictures", "draw the pictures of README and manual",
                      "Writes doc/gallery/*.svg from the published runs of the papers, and the pictures in\n"
                      "doc/figures that benchmarks measure: congestion (a minute), scaling and web (minutes,\n"
                      "on a machine that does nothing else). For who maintains them.")
    sub.add_argument("name", metavar="NAME", nargs="?",
                     help="a paper, congestion, scaling or web (default: all)")

    add_command(
        commands, "python", "run a Python script that uses ns-3 and hsn",
        "Runs the environment's Python with the package `hsn` on its path; without a script,\n"
        "interactively.\n\n"
        "  from hsn import ns                 ns-3 and hsn (ns.hsn) through cppyy\n"
        "  import hsn; hsn.connect(device, 'MacTx', lambda packet: print(packet.GetSize()))",
        usage="hsn python [SCRIPT [ARG ...]]")

    sub = add_command(commands, "build", "build and nothing else",
                      "Builds the library, the programs and the tests in build/ (with an option:\n"
                      "build-debug/, build-asan/, build-fuzz/), or only what is named.")
    add_dry_run(sub, "tell how many steps the build would take")
    sub.add_argument("targets", nargs="*", metavar="TARGET",
                     help="what to build, as ninja knows it: hsn, hsn-test-runner, hsn-vbr-upc ...")
    kind = sub.add_mutually_exclusive_group()
    sub.set_defaults(kind="release")
    for name, text in (("debug", "without optimisation"),
                       ("sanitize", "with AddressSanitizer and UndefinedBehaviorSanitizer"),
                       ("fuzz", "the fuzz targets, with clang")):
        kind.add_argument(f"--{name}", dest="kind", action="store_const", const=name, help=text)

    add_command(commands, "doc", "write the manual as HTML",
                "Writes build/manual/index.html from doc/ with Sphinx, and build/manual/api, the\n"
                "reference of classes, with Doxygen; warnings are errors.")

    sub = add_command(commands, "index", "make the lists of papers and chapters new",
                      "Writes README's table of papers, doc/gallery.rst and the manual's lists of\n"
                      "chapters from examples/*/paper.toml, the verdicts recorded in claims.toml, and\n"
                      "the first lines of the chapters. After a conflict in one of these, run it again.")
    sub.add_argument("--check", action="store_true", help="write nothing; name the files that are old")

    sub = add_command(commands, "completion", "print completion for a shell",
                      "Prints a script that completes commands, options, papers and programs:\n\n"
                      "  source <(./hsn completion bash)      e.g. in ~/.bashrc, with this folder's path\n"
                      "  source <(./hsn completion zsh)")
    sub.add_argument("shell", choices=("bash", "zsh"))

    sub = add_command(commands, "clean", "remove the builds (never results)",
                      "Removes build/ and its variants.")
    sub.add_argument("--all", action="store_true", help="remove the Python environment as well")
    return parser


def parse(argv):
    """Parse; the arguments after `python` and `run PROGRAM` are the script's and the program's."""
    own = {"python": 1, "run": 2}.get(argv[0] if argv else None, len(argv))
    if argv[1:2] in (["-h"], ["--help"]):
        own = 2
    parser = make_parser()
    args = parser.parse_args(argv[:own])
    if getattr(args, "ship", False) and not args.cluster:
        parser.error("--ship needs --cluster ADDR, the workers to send the programs to")
    args.forwarded = argv[1:]
    args.arguments = argv[own:]
    return args
