# SPDX-License-Identifier: GPL-2.0-only
"""./hsn run PROGRAM --monitor: a program with a monitor on every node, and a page that shows what
they see while it runs.  Needs the standard library only; the page itself is written by hsn.live.

    results/monitor/PROGRAM/run-N.jsonl     the MIBs of all nodes, a file for each simulation
    results/monitor/PROGRAM/run.json        program, arguments, contract, exit status
    results/report/monitor/PROGRAM.html     the page
"""

import contextlib
import fcntl
import json
import os
import re
import subprocess

from hsn.steps import SetupError

SWITCH, CONTRACT = "--monitor", "--monitor-contract="
RATE = re.compile(r"\d+(\.\d+)?([kMG]i?)?(b/s|bps|B/s|Bps)")
TIME = re.compile(r"\d+(\.\d+)?(s|ms|us|ns)")
QUANTITIES = {"throughput": (RATE, "a rate such as 400kb/s"), "delay": (TIME, "a time such as 7.5ms"),
              "jitter": (TIME, "a time such as 1ms")}
SIMULATOR = "SimulatorImplementationType=ns3::hsn::MonitoredSimulatorImpl"


def split(arguments):
    """The program's own arguments, and the contract: None without --monitor, empty without one."""
    own = [one for one in arguments if one != SWITCH and not one.startswith(CONTRACT)]
    contracts = [one.removeprefix(CONTRACT) for one in arguments if one.startswith(CONTRACT)]
    monitored = contracts or SWITCH in arguments
    return own, (contracts[-1:] or [""])[0] if monitored else None


def complaint(contract):
    """What is wrong with a contract; None if nothing is."""
    seen = set()
    for part in filter(None, contract.split(",")):
        name, _, value = part.partition("=")
        if name not in QUANTITIES:
            return f"{CONTRACT}{contract}: '{name}' must be one of {', '.join(QUANTITIES)}"
        pattern, words = QUANTITIES[name]
        if not pattern.fullmatch(value) or not float(re.match(r"[\d.]+", value)[0]):
            return f"{CONTRACT}{contract}: {name}={value} must be above 0, {words}"
        if name in seen:
            return f"{CONTRACT}{contract}: {name} is there twice"
        seen.add(name)
    return None


def environment(folder, contract):
    """What makes a program run with monitors."""
    known = os.environ.get("NS_GLOBAL_VALUE")
    return {**os.environ, "HSN_MONITOR": str(folder), "HSN_MONITOR_CONTRACT": contract,
            "NS_GLOBAL_VALUE": f"{known};{SIMULATOR}" if known else SIMULATOR}


@contextlib.contextmanager
def reserved(folder, name):
    """The folder's files are those of one run at a time; SetupError if there is another one."""
    folder.mkdir(parents=True, exist_ok=True)
    with open(folder / ".lock", "a+", encoding="utf-8") as handle:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            handle.seek(0)
            raise SetupError(f"{name} is being monitored by process {handle.read()}") from None
        handle.truncate(0)
        handle.write(str(os.getpid()))
        handle.flush()
        yield


def run(program, arguments, contract, results, writer):
    """Run a program with monitors; `writer` is the command that writes the page.  Returns the
    program's exit status and the page."""
    name = program.name.removeprefix("hsn-").removesuffix("-monitored")
    folder, page = results / "monitor" / name, results / "report" / "monitor" / f"{name}.html"
    about = {"program": name, "arguments": arguments, "contract": contract, "status": None}
    with reserved(folder, name):
        status, written = run_in(folder, [program, *arguments], about, [*writer, str(folder), str(page)])
    return status, page if written else None


def run_in(folder, command, about, writer):
    """Run it in a folder that is reserved.  Returns the exit status, and whether the page was written."""
    for path in folder.glob("run*.json*"):
        path.unlink()
    (folder / "run.json").write_text(json.dumps(about), encoding="utf-8")
    # the page is written anew until the pipe is closed
    with subprocess.Popen(writer, stdin=subprocess.PIPE) as pages:
        done = subprocess.run(command, check=False,
                              env=environment(folder.absolute(), about["contract"]))
        about["status"] = done.returncode
        (folder / "run.json").write_text(json.dumps(about), encoding="utf-8")
        with contextlib.suppress(BrokenPipeError):
            pages.stdin.close()
        if pages.wait():
            return done.returncode or 1, False
    return done.returncode, True
