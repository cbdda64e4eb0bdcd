# SPDX-License-Identifier: GPL-2.0-only
"""What adugen.py and ilpgen.py share: errors with file and line, and C++ in ns-3's format."""

import hashlib
import re
import sys
from pathlib import Path

COLUMNS = 100
LONGEST_NAME = 31  # what C99 guarantees to be significant
IDENTIFIER = re.compile(r"[A-Za-z][A-Za-z0-9_]*\Z")
RESERVED = frozenset("""
    alignas alignof and and_eq asm auto bitand bitor bool break case catch char char16_t char32_t class
    compl const const_cast constexpr continue decltype default delete do double dynamic_cast else enum
    explicit export extern false float for friend goto if inline int long mutable namespace new noexcept
    not not_eq nullptr operator or or_eq private protected public register reinterpret_cast return short
    signed sizeof static static_assert static_cast struct switch template this thread_local throw true
    try typedef typeid typename union unsigned using virtual void volatile wchar_t while xor xor_eq
    """.split())


class SourceError(Exception):
    """A mistake in a description; says where."""

    def __init__(self, path, line, message):
        super().__init__(f"{path}:{line}: {message}")


def read_source(path):
    """A file's text, carriage returns before line ends removed."""
    try:
        return Path(path).read_bytes().decode("utf-8").replace("\r\n", "\n")
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or "is not UTF-8 text"
        raise SourceError(path, 0, f"cannot be read: {reason}") from error


def fingerprint(*texts):
    """What generated files say about what they were made from."""
    digest = hashlib.sha256()
    for text in texts:
        digest.update(text.encode("utf-8") + b"\0")
    return digest.hexdigest()[:16]


def require_name(path, line, name, what):
    """Refuse what cannot be a name in C++."""
    if not IDENTIFIER.match(name) or "__" in name:
        raise SourceError(path, line, f"{what} {name!r} is not an identifier")
    if name in RESERVED:
        raise SourceError(path, line, f"{what} {name!r} is a reserved word of C++")
    if len(name) > LONGEST_NAME:
        raise SourceError(path, line, f"{what} {name!r} has {len(name)} characters; at most "
                                      f"{LONGEST_NAME} are allowed")


def call(indent, function, arguments, end=");"):
    """A call as ns-3's clang-format breaks it: all arguments on a line, or each on its own."""
    line = f"{indent}{function}({', '.join(arguments)}{end}"
    if len(line) <= COLUMNS or len(arguments) < 2:
        return [line]
    align = " " * (len(indent) + len(function) + 1)
    lines = [f"{indent}{function}({arguments[0]},"]
    lines += [f"{align}{one}," for one in arguments[1:-1]]
    return [*lines, f"{align}{arguments[-1]}{end}"]


def class_name(name):
    """file-name or file_name as a class: FileName."""
    return "".join(part[:1].upper() + part[1:] for part in re.split(r"[-_]+", name))


def header(name, namespace, about, includes, body):
    """A whole header. includes: lists of lines, a blank line between the lists."""
    guard = re.sub(r"\W+", "_", f"{namespace}_{name}_h").upper()
    opened = namespace.split("::")
    lines = ["// SPDX-License-Identifier: GPL-2.0-only", *(f"// {line}" for line in about),
             f"#ifndef {guard}", f"#define {guard}", ""]
    for group in includes:
        if group:
            lines += [*(f"#include {one}" for one in sorted(group)), ""]
    for one in opened:
        lines += [f"namespace {one}", "{"]
    lines += body
    lines += [f"}} // namespace {one}" for one in reversed(opened)]
    return "\n".join([*lines, "", f"#endif // {guard}", ""])


def write(folder, files):
    """Write {name: text}; files that have not changed are left alone."""
    for name, text in files.items():
        path = Path(folder) / name
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            if not path.is_file() or path.read_text("utf-8") != text:
                path.write_bytes(text.encode("utf-8"))
        except OSError as error:
            raise SourceError(path, 0, f"cannot be written: {error.strerror}") from error


def run(main):
    """Run a tool; a mistake in its input is one line, and status 2."""
    try:
        sys.exit(main())
    except SourceError as error:
        print(error, file=sys.stderr)
        sys.exit(2)
