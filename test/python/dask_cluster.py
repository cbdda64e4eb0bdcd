# SPDX-License-Identifier: GPL-2.0-only
"""A Dask cluster on the loopback address: a scheduler and workers that do not know the package."""

import contextlib
import json
import os
import signal
import subprocess
import sys
import time


class Cluster:
    """A scheduler; `add_worker` starts workers.  Everything ends with the `with` block."""

    def __init__(self, folder, port=0):
        self.folder = folder
        self.folder.mkdir(parents=True, exist_ok=True)
        self.file = folder / "scheduler.json"
        self.processes = []
        self.port = port

    def __enter__(self):
        self.scheduler = self._start("scheduler", "scheduler", f"--port={self.port}",
                                     f"--scheduler-file={self.file}")
        deadline = time.monotonic() + 60
        while not self.file.exists():
            assert self.scheduler.poll() is None and time.monotonic() < deadline, self.log()
            time.sleep(0.05)
        self.address = json.loads(self.file.read_text(encoding="utf-8"))["address"]
        return self

    def __exit__(self, *exception):
        for process in self.processes:
            with contextlib.suppress(OSError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()

    def add_worker(self, name, nanny=False, **environment):
        """Start a worker of one thread; its environment does not lead to the package."""
        return self._start(name, "worker", self.address, f"--name={name}", "--nthreads=1",
                           "--nanny" if nanny else "--no-nanny",
                           f"--local-directory={self.folder}", **environment)

    def _start(self, name, kind, *arguments, **environment):
        env = {**os.environ, "PYTHONPATH": "", **environment}
        with open(self.folder / f"{name}.log", "ab") as log:
            process = subprocess.Popen(
                [sys.executable, "-m", "dask", kind, "--host=127.0.0.1", "--no-dashboard",
                 *arguments], env=env, stdin=subprocess.DEVNULL, stdout=log, stderr=log,
                cwd=self.folder, process_group=0)
        self.processes.append(process)
        return process

    def log(self):
        """What all processes wrote."""
        return "\n".join(path.read_text(encoding="utf-8", errors="replace")
                         for path in sorted(self.folder.glob("*.log")))
