# SPDX-License-Identifier: GPL-2.0-only
"""The programs of the build: where they are, what they consist of, which libraries they load.

The programs of this build contain the code of this module that they use, and nothing else of it, so
that their stored results stay valid when other code changes.
"""

import functools
import hashlib
import os
import re
import struct
import subprocess
from pathlib import Path

from .errors import NeedsBuild, SweepError

LAZY = "HSN_LAZY"  # set by ./hsn if it has not built yet what may be needed

# The C library and its parts belong to the machine: a program uses the ones of its dynamic loader.
C_LIBRARY = re.compile(r"(linux-vdso|ld-linux|lib(c|m|dl|rt|util|pthread|resolv|anl|nsl|mvec)\.so)")


def build_folder():
    """Where programs and libraries are: HSN_BUILD or build/ of this tree."""
    default = Path(__file__).resolve().parents[2] / "build"
    return Path(os.environ.get("HSN_BUILD") or default)


def program_path(program):
    """The file of a program that is built."""
    path = (build_folder() / "bin" / program).absolute()
    if not path.exists():
        kind = NeedsBuild if os.environ.get(LAZY) else SweepError
        raise kind(f"there is no program {path}: run ./hsn build")
    return path


def file_hash(path):
    """sha256 of a file's content."""
    with open(path, "rb") as handle:
        return hashlib.file_digest(handle, "sha256").hexdigest()


@functools.cache
def program_files(program):
    """{path: sha256} of a program's binary and of the hsn libraries that it loads, if any."""
    path = program_path(program)
    libraries = loaded_libraries(path)
    own = [libraries[name] for name in sorted(libraries) if re.match(r"libns[\d.]+-hsn\b", name)]
    return {str(part): file_hash(part) for part in [path, *own]}


@functools.cache
def code_hash(path, _digest):
    """A hash of what the loader maps of a file; computed once for each state of it."""
    return hashlib.sha256(loaded_part(Path(path).read_bytes())).hexdigest()


_ASSUMED = {}  # program -> hash


def assume(codes):
    """Hashes, by program, that count from now on for programs which are not built: their results can
    be shown without them."""
    _ASSUMED.clear()
    _ASSUMED.update(codes)


def program_hash(program):
    """One hash for the code and data of a program and of the hsn libraries that it loads.

    Symbols and debugging information do not count.  For a program that is not built it is the one
    that assume() was told.
    """
    if program in _ASSUMED and not (build_folder() / "bin" / program).exists():
        return _ASSUMED[program]
    hashes = [code_hash(path, digest) for path, digest in program_files(program).items()]
    return hashlib.sha256("".join(hashes).encode()).hexdigest()


def loaded_part(data):
    """What the loader maps of an ELF file for 64-bit little-endian machines; else all of it."""
    if data[:6] != b"\x7fELF\x02\x01":
        return data
    start, = struct.unpack_from("<Q", data, 32)
    size, count = struct.unpack_from("<HH", data, 54)
    data = bytearray(data)
    data[40:48] = bytes(8)  # where the table of sections is
    data[60:64] = bytes(4)  # how many there are
    parts = []
    for number in range(count):
        kind, _, offset, address, _, length = struct.unpack_from("<IIQQQQ", data,
                                                                 start + number * size)
        if kind == 1:  # PT_LOAD
            parts.append(struct.pack("<QQ", address, length) + data[offset:offset + length])
    return b"".join(parts)


def loaded_libraries(path):
    """{name: path} of the shared libraries that a program loads, without the C library.

    Empty for scripts and statically linked programs.
    """
    done = subprocess.run(["ldd", str(path)], capture_output=True, text=True, check=False)
    found = re.findall(r"^\s*(\S+) => (not found|\S+)", done.stdout, re.MULTILINE)
    libraries = {name: where for name, where in found if not C_LIBRARY.match(name)}
    missing = [name for name, where in libraries.items() if where == "not found"]
    if missing:
        raise SweepError(f"{path} needs {missing[0]}, which is not on this machine: "
                         "run ./hsn build")
    return libraries


class Bundle:
    """A program with all libraries it loads, to be sent to machines that have neither.

    files   {path inside the bundle: sha256}
    name    a hash of all that
    """

    def __init__(self, program):
        path = program_path(program)
        self.sources = {f"bin/{program}": str(path)}
        self.sources |= {f"lib/{name}": file for name, file in loaded_libraries(path).items()}
        self.files = {name: file_hash(file) for name, file in self.sources.items()}
        expected = program_files(program)
        for name, file in self.sources.items():
            if expected.get(file, self.files[name]) != self.files[name]:
                raise SweepError(f"{file} has changed since the sweep began; "
                                 "the same command runs the new one")
        text = "\n".join(f"{digest} {name}" for name, digest in sorted(self.files.items()))
        self.name = hashlib.sha256(text.encode()).hexdigest()

    def content(self, digests):
        """{sha256: content} of some of the files."""
        by_digest = {digest: self.sources[name] for name, digest in self.files.items()}
        return {digest: Path(by_digest[digest]).read_bytes() for digest in digests}
