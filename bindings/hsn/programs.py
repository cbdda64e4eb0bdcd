# SPDX-License-Identifier: GPL-2.0-only
"""The programs of the build: where they are, what they consist of, which libraries they load."""

import functools
import hashlib
import os
import re
import subprocess
from pathlib import Path

from .errors import SweepError

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
        raise SweepError(f"there is no program {path}: run ./hsn build")
    return path


def file_hash(path):
    """sha256 of a file's content."""
    with open(path, "rb") as handle:
        return hashlib.file_digest(handle, "sha256").hexdigest()


@functools.cache
def program_files(program):
    """{path: sha256} of a program's binary and of the hsn libraries it runs with."""
    path = program_path(program)
    libraries = sorted(build_folder().absolute().glob("lib*/libns*-hsn*.so"))
    libraries = [library for library in libraries if "hsn-test" not in library.name]
    return {str(part): file_hash(part) for part in [path, *libraries]}


def program_hash(program):
    """One hash for a program's binary and the hsn libraries it runs with."""
    return hashlib.sha256("".join(program_files(program).values()).encode()).hexdigest()


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
