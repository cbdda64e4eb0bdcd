# SPDX-License-Identifier: GPL-2.0-only
"""Where results come from: version, date, host, code and command of every run and every figure.

Records of runs made by earlier versions of this package lack some of it; what is not known is left
out and never guessed.
"""

import datetime
import importlib.metadata
import os
import platform
import re
import shlex
import socket
from pathlib import Path

from .programs import build_folder, program_hash
from .version import git_version

CPUS = Path("/proc/cpuinfo")
SHORT = 12  # digits of a hash that readers see


def now():
    """The time, as ISO 8601 in UTC."""
    return datetime.datetime.now(datetime.timezone.utc).isoformat(timespec="seconds")


def processor():
    """This machine's processor, for the parameters of runs that time it: those of another one are
    other runs.  The compiler counts already, by the program's code."""
    try:
        found = re.search(r"model name\s*: (.*)", CPUS.read_text("utf-8"))
    except OSError:
        found = None
    return re.sub(r"\W+", "-", found[1] if found else platform.machine()).strip("-")


def run_record(program, command):
    """What is stored with a run, besides its result: command, hash of the code, version, date."""
    name, *arguments = command
    return {"version": git_version(), "date": now(), "code": program_hash(program),
            "command": shlex.join([os.path.basename(name), *arguments])}


def figure_record(records, command):
    """What is stored with a figure: who drew it when, how to do so again, and about its runs.

    records  of the store, of all runs that the figure shows
    """
    dates = sorted(one["date"] for one in records if one.get("date"))
    codes = {}
    for one in records:
        codes.setdefault(one.get("program", "unknown"), set()).add(one.get("code") or "unknown")
    return {"version": git_version() or "unknown", "date": now(), "host": socket.gethostname(),
            "command": command, "ns-3": ns3_version(),
            "runs": {"count": len(records), "first": dates[0] if dates else None,
                     "last": dates[-1] if dates else None,
                     "versions": distinct(records, "version"), "hosts": distinct(records, "host"),
                     "code": {name: sorted(found) for name, found in sorted(codes.items())}}}


def about_measurement(program, command):
    """Lines for the file of a figure that shows what a program measured just now."""
    return [f"command: {command}", f"ns-3: {ns3_version()}",
            f"version: {git_version() or 'unknown'}", f"made: {now()} on {processor()}",
            f"code of {program}: {program_hash(program)[:SHORT]}"]


def distinct(records, name):
    """The values of a field, each once; "unknown" for records without it."""
    return sorted({one.get(name) or "unknown" for one in records})


def in_words(record):
    """A figure's record in lines, for its file: the same text for the same runs."""
    runs = record["runs"]
    lines = [f"command: {record['command']}", f"ns-3: {record['ns-3']}"]
    if not runs["count"]:
        return lines + ["runs: none"]
    known = [one for one in runs["hosts"] if one != "unknown"]  # published runs do not tell
    lines.append(f"runs: {runs['count']}, by version {', '.join(runs['versions'])}"
                 + (f", on {', '.join(known)}" if known else ""))
    if runs["last"]:
        lines.append(f"made: {runs['first']} to {runs['last']}")
    return lines + [f"code of {name}: {', '.join(one[:SHORT] for one in codes)}"
                    for name, codes in runs["code"].items()]


def other_versions(record, present):
    """The versions behind a figure that are not the present one, if any."""
    if not isinstance(record, dict) or "runs" not in record:
        return []
    return sorted({record["version"], *record["runs"]["versions"]} - {present})


def ns3_version():
    """The ns-3 that the build uses, else the installed wheel's."""
    try:
        text = (build_folder() / "CMakeCache.txt").read_text(encoding="utf-8")
        path = Path(re.search(r"^ns3_DIR:\w+=(.+)$", text, re.MULTILINE)[1])
        version = (path / "ns3ConfigVersion.cmake").read_text(encoding="utf-8")
        return re.search(r'PACKAGE_VERSION "([^"]+)"', version)[1]
    except (OSError, TypeError):
        pass
    try:
        return importlib.metadata.version("ns3").split(".post")[0]  # of the release, not its package
    except importlib.metadata.PackageNotFoundError:
        return "unknown"
