# SPDX-License-Identifier: GPL-2.0-only
"""A Python function as a program that a sweep can run.

The program is a small script in a folder of its own.  It says which file has the function, and the
hash of that file: a function that changes is another program, whose runs are other runs.
"""

import ast
import base64
import hashlib
import importlib.util
import inspect
import json
import os
import pickle
import sys
from pathlib import Path

from .errors import SweepError

INSIDE = "HSN_INSIDE_FUNCTION"  # set while the file of a function is loaded to call it
POINT = "HSN_POINT"  # the parameters themselves: "3.10" and 3.1 look alike in a command line

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


def as_call(task, params):
    """The task of a run whose program calls a function with these parameters.  It names Python, since
    Linux does not find one whose path, in the first line of the script, has a blank or is long."""
    packed = base64.b64encode(pickle.dumps(params)).decode()
    return {**task, "command": [sys.executable, *task["command"]], "environment": {POINT: packed}}


def main(file, name, arguments):
    """Call the function and print what it returns.  Its parameters are those of the sweep; if the script
    is started by hand, those of the command line."""
    os.environ[INSIDE] = "1"
    spec = importlib.util.spec_from_file_location(Path(file).stem, file)
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    given = dict(argument[2:].split("=", 1) for argument in arguments)
    seed = int(given.pop("RngRun"))
    packed = os.environ.pop(POINT, None)
    if packed:
        sys.modules["__main__"] = module  # where the classes of values are, if the sweep is in this file
        params = pickle.loads(base64.b64decode(packed))
    else:
        params = {key: value_of(text) for key, text in given.items()}
    found = getattr(module, name)(seed=seed, **params)
    if not isinstance(found, dict):
        raise TypeError(f"{name} returned {found!r}, not a dict of metrics")
    print(json.dumps(found))


def value_of(text):
    """A parameter of a command line as Python's own value, as far as it tells."""
    if text in ("true", "false"):
        return text == "true"
    try:
        return ast.literal_eval(text)
    except (ValueError, SyntaxError):
        return text
