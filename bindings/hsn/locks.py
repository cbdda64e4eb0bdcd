# SPDX-License-Identifier: GPL-2.0-only
"""A lock for each run, so that two commands on the same paper share the work."""

import errno
import fcntl
import os

SPACE = 1 << 52  # places of locks in the file; two runs at one place only wait for each other


class RunLocks:
    """Locks on places of one file, by the keys of runs.

    They belong to the process and end with it, however it ends; the file stays empty.  Where the
    file system has no locks every run is free.  A process that closed the file once would lose all that it has
    taken, so that those who use it at once, as a figure that sweeps while another does, have one descriptor.
    """

    _shared = {}  # path: [descriptor, how many use it]

    def __init__(self, path):
        self.path = path.absolute()
        self._file = None

    def take(self, key):
        """Take the lock of a run; False if another process has it."""
        try:
            if self._file is None:
                self._file = self._open()
            fcntl.lockf(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB, 1, place(key))
        except OSError as error:
            return error.errno not in (errno.EACCES, errno.EAGAIN) or self._file is None
        return True

    def _open(self):
        """The descriptor of the file."""
        if self.path not in self._shared:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            self._shared[self.path] = [os.open(self.path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644), 0]
        self._shared[self.path][1] += 1
        return self._shared[self.path][0]

    def release(self, key):
        """Let other processes have the run; its result must be stored by now."""
        if self._file is not None:
            try:
                fcntl.lockf(self._file, fcntl.LOCK_UN, 1, place(key))
            except OSError:
                pass

    def close(self):
        """Release all, unless others in this process use the file."""
        if self._file is None:
            return
        self._file = None
        self._shared[self.path][1] -= 1
        if self._shared[self.path][1] == 0:
            os.close(self._shared.pop(self.path)[0])


def place(key):
    """Where in the file the lock of a run is."""
    return int(key[:13], 16) % SPACE
