# SPDX-License-Identifier: GPL-2.0-only
"""Where runs happen: the cores of this machine, or the workers of a Dask cluster."""

import concurrent.futures
import contextlib
import functools
import hashlib
import inspect
import os
import sys
import threading
import uuid
import zlib

from . import worker
from .errors import SweepError, SweepStopped
from .programs import Bundle

SHIPMENTS = 3  # how often one run may find that its worker lacks files


def local_executor(jobs=None):
    """Runs on this machine, as many at a time as there are cores or `jobs`."""
    return LocalExecutor(jobs or os.cpu_count() or 1)


def cluster_executor(address, ship=False):
    """Runs on a Dask cluster.

    Its workers have this machine's build under the same path, or with `ship` get the program and
    its libraries from here.
    """
    return ClusterExecutor(_cluster_client(address), address, ship)


class LocalExecutor(concurrent.futures.ThreadPoolExecutor):
    """A thread per program that runs.

    room  how many runs it takes at a time; others are free for other processes
    """

    def __init__(self, jobs):
        self.room = jobs
        self._stopped = threading.Event()
        super().__init__(jobs, initializer=worker.stop_when, initargs=(self._stopped.is_set,))

    def end_runs(self):
        """End the programs that are running."""
        self._stopped.set()


@functools.cache
def _cluster_client(address):
    """One connection to a Dask scheduler."""
    try:
        from distributed import Client
    except ImportError:
        raise SweepError("--cluster needs Dask: install it with "
                         f"{sys.executable} -m pip install distributed") from None
    try:
        return Client(address, timeout=10, set_as_default=False)
    except (OSError, ValueError) as error:
        raise SweepError(f"no Dask scheduler at {address}: {error}") from None


class ClusterExecutor:
    """Runs tasks on a Dask cluster whose workers need not have this package.

    A task that was running on a worker that died runs again on another one.  A worker that lacks
    the build ends the sweep instead of failing one run after the other.
    """

    def __init__(self, client, address, ship=False):
        self.client = client
        self.address = address
        self.ship = ship
        self._bundles = {}  # name -> Bundle
        self._pending = {}  # Dask's future -> ours; Dask forgets tasks that nobody refers to
        self._ending = False
        self._shipper = concurrent.futures.ThreadPoolExecutor(1)

    def submit(self, function, task):
        """As of any executor; `function` is a function of hsn.worker that takes a task."""
        future = concurrent.futures.Future()
        if function is worker.run_once:
            function = worker.run_on_worker
            task = self._with_bundle(task) if self.ship else task
        self._send(function, task, future, SHIPMENTS)
        return future

    def end_runs(self):
        """Cancel all tasks; the workers end their programs."""
        self._ending = True
        with contextlib.suppress(Exception):  # a scheduler that has gone needs no cancelling
            self.client.cancel(list(self._pending))

    def shutdown(self, wait=True, cancel_futures=False):
        """As of any executor; the connection to the cluster stays."""
        if cancel_futures:
            self.end_runs()
        elif wait:
            concurrent.futures.wait(list(self._pending.values()))
        self._shipper.shutdown(wait=wait, cancel_futures=cancel_futures)

    def _with_bundle(self, task):
        """The task with the names and hashes of all files it needs."""
        program = os.path.basename(task["command"][0])
        if program not in self._bundles:
            self._bundles[program] = Bundle(program)
        bundle = self._bundles[program]
        self._bundles[bundle.name] = bundle
        return {**task, "files": {}, "bundle": {"name": bundle.name, "files": bundle.files}}

    def _send(self, function, task, future, shipments):
        """Submit a task to Dask; its outcome goes into `future`."""
        sent = self.client.submit(Remote(function), task, pure=False,
                                  key=f"hsn-{uuid.uuid4().hex}")
        self._pending[sent] = future
        sent.add_done_callback(
            lambda sent: self._done(sent, function, task, future, shipments))

    def _done(self, sent, function, task, future, shipments):
        """Dask has finished a task: pass the result on, or send what its worker lacks."""
        self._pending.pop(sent, None)
        try:
            result = self._result(sent)
            if isinstance(result, dict) and "lacking" in result:
                self._shipper.submit(self._ship, result["lacking"], function, task, future,
                                     shipments)
            else:
                settle(future, result)
        except Exception as error:  # pylint: disable=broad-except
            settle(future, error=error)

    def _result(self, sent):
        """What the task returned; SweepError if the cluster cannot run it."""
        if sent.status == "cancelled":
            if self._ending:
                raise concurrent.futures.CancelledError
            raise SweepStopped(f"lost the Dask scheduler at {self.address}; what is finished is "
                             "stored, and the same command continues")
        result = sent.result()
        if isinstance(result, dict) and "unfit" in result:
            advice = "" if self.ship else ("; every worker must have this build under the same "
                                           "path, or add --ship")
            raise SweepStopped(f"a worker cannot run the program: {result['unfit']}{advice}")
        return result

    def _ship(self, address, function, task, future, shipments):
        """Send a worker the files that it lacks, and the task to any worker."""
        try:
            if not shipments:
                raise SweepStopped(f"the worker {address} loses the files that were shipped to it")
            bundle = self._bundles[task["bundle"]["name"]]
            digests = self._ask(address, worker.lacking, task["bundle"])
            if digests:
                content = {digest: zlib.compress(data, 1)
                           for digest, data in bundle.content(digests).items()}
                complaint = self._ask(address, worker.receive, content)
                if complaint:
                    raise SweepStopped(f"cannot ship to the worker {address}: {complaint}")
            self._send(function, task, future, shipments - 1)
        except Exception as error:  # pylint: disable=broad-except
            settle(future, error=error)

    def _ask(self, address, function, argument):
        """Call a function of hsn.worker on one worker; None if the worker has gone."""
        with contextlib.suppress(OSError, KeyError):
            return self.client.run(Remote(function), argument, workers=[address]).get(address)
        return None


def settle(future, result=None, error=None):
    """Give a future its outcome, unless it was cancelled."""
    with contextlib.suppress(concurrent.futures.InvalidStateError):
        if error is None:
            future.set_result(result)
        else:
            future.set_exception(error)


class Remote:
    """A function of hsn.worker that travels as the source of its module.

    On the other machine the module is made once in each process.  Its name contains a hash of the
    source, so that sweeps of different versions can share workers.
    """

    def __init__(self, function):
        self.function = function.__name__

    def __call__(self, *args):
        return getattr(worker, self.function)(*args)

    def __reduce__(self):
        return _travelling(self.function)


@functools.cache
def _travelling(name):
    """How pickle remakes a function of hsn.worker where this package is unknown."""
    import cloudpickle

    source = inspect.getsource(worker)
    module = "hsn_worker_" + hashlib.sha256(source.encode()).hexdigest()[:16]
    cloudpickle.register_pickle_by_value(sys.modules[__name__])
    packed = cloudpickle.dumps(functools.partial(_from_source, module, zlib.compress(
        source.encode()), name))
    return cloudpickle.loads, (packed,)


def _from_source(module, source, name, *args):
    """Call a function of a module that is given as source; needs nothing of this file."""
    import sys
    import types
    import zlib

    made = sys.modules.get(module)
    if made is None:
        made = types.ModuleType(module)
        exec(compile(zlib.decompress(source), module, "exec"), made.__dict__)
        made = sys.modules.setdefault(module, made)
    return getattr(made, name)(*args)
