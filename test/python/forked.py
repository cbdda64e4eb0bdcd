# SPDX-License-Identifier: GPL-2.0-only
"""`python -m hsn.cli` without the seconds that its imports take.

A process imports what the command does and does nothing else; each call is a fork of it, with the caller's
environment, folder, limit of files' size and arguments, and is as fresh as a new process.
"""

import functools
import json
import os
import resource
import subprocess
import sys
import tempfile
import traceback
from pathlib import Path

BINDINGS = Path(__file__).resolve().parents[2] / "bindings"


@functools.cache
def server():
    """The process, which ends with this one."""
    return subprocess.Popen([sys.executable, __file__], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                            text=True, env={**os.environ, "PYTHONPATH": str(BINDINGS)})


def run(arguments, env, cwd):
    """As subprocess.run() with the output captured as text."""
    with tempfile.TemporaryFile("w+") as out, tempfile.TemporaryFile("w+") as err:
        files = [f"/proc/{os.getpid()}/fd/{one.fileno()}" for one in (out, err)]
        process = server()
        request = [list(map(str, arguments)), env, str(cwd), resource.getrlimit(resource.RLIMIT_FSIZE), *files]
        print(json.dumps(request), file=process.stdin, flush=True)
        status = json.loads(process.stdout.readline())
        out.seek(0)
        err.seek(0)
        return subprocess.CompletedProcess(arguments, status, out.read(), err.read())


# --- the process -------------------------------------------------------------------------


def call(arguments, env, cwd, limit, out, err):
    """Become the command: never returns."""
    status = 1
    try:
        for number, path in enumerate((out, err), start=1):
            os.dup2(os.open(path, os.O_RDWR), number)
        os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
        os.environ.clear()
        os.environ.update(env)
        os.chdir(cwd)
        resource.setrlimit(resource.RLIMIT_FSIZE, tuple(limit))
        sys.argv = ["hsn.cli", *arguments]
        from hsn import cli
        status = cli.main(arguments)
    except SystemExit as end:
        status = end.code if isinstance(end.code, int) else 0 if end.code is None else 1
    except BaseException:  # pylint: disable=broad-exception-caught
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(status)


def serve():
    """A fork for each line of the standard input."""
    from hsn import cli, plot  # noqa: F401  pylint: disable=unused-import
    answers = os.fdopen(os.dup(1), "w")
    for line in sys.stdin:
        child = os.fork()
        if child == 0:
            call(*json.loads(line))
        status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        print(status, file=answers, flush=True)


if __name__ == "__main__":
    serve()
