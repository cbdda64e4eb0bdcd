# SPDX-License-Identifier: GPL-2.0-only
"""A Python function as a program that a sweep can run.

The program is a small script in a folder of its own.  It says which file has the function, and the
hash of that file: a function that changes is another program, whose runs are other runs.
"""

import ast
import hashlib
import importlib.util
import inspect
import json
import os
import sys
from pathlib import Path

from .errors import SweepError

INSIDE = "HSN_INSIDE_FUNCTION"  # set while the file of a function is loaded to call it

SCRIPT = """\
#!{python}
# {digest}
import sys
sys.path[:0] = {path!r}
from hsn.function_program import main
main({file!r}, {name!r}, sys.argv[1:])
"""


def as_program(function, folder):
    """Write the program that calls a function; returns its path.  Raises SweepError for a function
    that no other process can find: one that is not at the top level of a file."""
    if os.environ.get(INSIDE):
        raise SweepError("the sweep of a function must be under: if __name__ == \"__main__\":")
    try:
        file = Path(inspect.getsourcefile(function)).resolve(strict=True)
    except (TypeError, OSError):
        raise SweepError(f"{function!r} is in no file that other processes could read") from None
    if function.__qualname__ != function.__name__ or function.__name__ == "<lambda>":
        raise SweepError(f"{function.__qualname__} is not at the top level of {file}")
    text = SCRIPT.format(python=sys.executable, digest=hashlib.sha256(file.read_bytes()).hexdigest(),
                         path=[str(Path(__file__).resolve().parents[1]), str(file.parent)],
                         file=str(file), name=function.__name__)
    path = Path(folder).resolve() / f"{file.stem}.{function.__name__}"
    path.parent.mkdir(parents=True, exist_ok=True)
    if not path.exists() or path.read_text(encoding="utf-8") != text:
        path.write_text(text, encoding="utf-8")
        path.chmod(0o755)
    return path


def main(file, name, arguments):
    """Call the function with the arguments of a command line, and print what it returns."""
    os.environ[INSIDE] = "1"
    spec = importlib.util.spec_from_file_location(Path(file).stem, file)
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    given = dict(argument[2:].split("=", 1) for argument in arguments)
    seed = int(given.pop("RngRun"))
    found = getattr(module, name)(seed=seed, **{key: value_of(text) for key, text in given.items()})
    if not isinstance(found, dict):
        raise TypeError(f"{name} returned {found!r}, not a dict of metrics")
    print(json.dumps(found))


def value_of(text):
    """A parameter as Python's own value."""
    if text in ("true", "false"):
        return text == "true"
    try:
        return ast.literal_eval(text)
    except (ValueError, SyntaxError):
        return text
