# SPDX-License-Identifier: GPL-2.0-only
"""A lock for each run, so that two commands on the same paper share the work."""

import errno
import fcntl
import os

SPACE = 1 << 52  # places of locks in the file; two runs at one place only wait for each other


class RunLocks:
    """Locks on places of one file, by the keys of runs.

    They belong to the process and end with it, however it ends; the file stays empty.  Where the
    file system has no locks every run is free.
    """

    def __init__(self, path):
        self.path = path
        self._file = None

    def take(self, key):
        """Take the lock of a run; False if another process has it."""
        try:
            if self._file is None:
                self.path.parent.mkdir(parents=True, exist_ok=True)
                self._file = os.open(self.path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
            fcntl.lockf(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB, 1, place(key))
        except OSError as error:
            return error.errno not in (errno.EACCES, errno.EAGAIN) or self._file is None
        return True

    def release(self, key):
        """Let other processes have the run; its result must be stored by now."""
        if self._file is not None:
            try:
                fcntl.lockf(self._file, fcntl.LOCK_UN, 1, place(key))
            except OSError:
                pass

    def close(self):
        """Release all."""
        if self._file is not None:
            os.close(self._file)
            self._file = None


def place(key):
    """Where in the file the lock of a run is."""
    return int(key[:13], 16) % SPACE
