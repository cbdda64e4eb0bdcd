# SPDX-License-Identifier: GPL-2.0-only
"""Writing files that several processes share, that may be killed, on disks that may be full."""

import contextlib
import errno
import fcntl
import os
import tempfile
from pathlib import Path

from .errors import SweepStopped

FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)


@contextlib.contextmanager
def exclusively(handle):
    """Hold the lock of an open file; other processes wait."""
    fcntl.flock(handle, fcntl.LOCK_EX)
    try:
        yield
    finally:
        fcntl.flock(handle, fcntl.LOCK_UN)


@contextlib.contextmanager
def writing(path):
    """Turn an OSError of the block into a SweepStopped that names the file."""
    try:
        yield
    except OSError as error:
        advice = "; make room, then the same command continues" if error.errno in FULL else ""
        raise SweepStopped(f"cannot write {path}: {error.strerror}{advice}") from error


def write_atomically(path, content, durable=False):
    """Replace a file's content (str or bytes): a reader sees the old or the new, never a part.

    `durable`: also after a power failure.
    """
    path = Path(path)
    data = content.encode() if isinstance(content, str) else content
    with writing(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        number, name = tempfile.mkstemp(prefix=temporary_prefix(path), dir=path.parent)
        try:
            with open(number, "wb") as handle:
                handle.write(data)
                os.fchmod(number, 0o644)
                handle.flush()
                if durable:
                    os.fsync(number)
            os.replace(name, path)
        except BaseException:
            with contextlib.suppress(OSError):
                os.unlink(name)
            raise


def temporary_prefix(path):
    """How the names of the temporary files of `path` begin."""
    return f".{path.name}.new-"
