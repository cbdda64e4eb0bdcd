# SPDX-License-Identifier: GPL-2.0-only
"""Faults at random places of the code, made by operators; mutate.py plants them.

An operator finds places, (begin, end, what becomes of the text between), in a text.  Those of C++
rely on the format of the code: binary operators have spaces around them, brackets of templates and
pointers do not.  A fault that does not compile is no fault; another one is drawn.
"""

import ast
import dataclasses
import random
import re
import tomllib
from pathlib import Path

from mutate import ROOT, TABLES, Mutant

EQUIVALENT = TABLES / "random" / "equivalent.toml"
OPERATORS = ("comparison", "arithmetic", "constant", "negation", "deletion", "swap", "member")
SWAPS = {" < ": " <= ", " <= ": " < ", " > ": " >= ", " >= ": " > ", " == ": " != ", " != ": " == "}
SUMS = {" + ": " - ", " - ": " + ", " * ": " / ", " / ": " * ", " % ": " / ", " += ": " -= ",
        " -= ": " += ", " && ": " || ", " || ": " && ", "++": "--", "--": "++", " << ": " >> ",
        " >> ": " << "}
# what only says something, or checks that the code is right: no test is for that
SPEECH = re.compile(r"\b(?:NS_(?:LOG|ASSERT|ABORT|TEST|OBJECT|FATAL)\w*|static_assert|AddAttribute|"
                    r"AddTraceSource|SetParent|SetGroupName|AddConstructor|Print|Say)\b")


@dataclasses.dataclass(frozen=True)
class Place:
    """Where in a file an operator makes a fault."""

    file: str
    operator: str
    begin: int
    end: int
    text: str


# --- C++ ---------------------------------------------------------------------------------


def blank(text):
    """The text with spaces for comments, strings, preprocessor lines and what only speaks."""
    def spaces(match):
        return re.sub(r"[^\n]", " ", match.group())
    pattern = (r"//[^\n]*|/\*.*?\*/|\"(?:\\.|[^\"\\\n])*\"|(?<![0-9a-fA-F])'(?:\\.|[^'\\\n])'|"
               r"^[ \t]*#(?:[^\n]*\\\n)*[^\n]*")
    text = re.sub(pattern, spaces, text, flags=re.DOTALL | re.MULTILINE)
    pieces, at = [], 0
    for match in SPEECH.finditer(text):
        if match.start() < at:
            continue
        end = closing(text, match.end())
        pieces += [text[at:match.start()], re.sub(r"[^\n]", " ", text[match.start():end])]
        at = end
    return "".join(pieces) + text[at:]


def closing(text, at):
    """Where the bracket that opens at, or soon behind, a place is closed."""
    depth = 0
    for i in range(at, len(text)):
        depth += {"(": 1, ")": -1}.get(text[i], 0)
        if depth == 0 and text[i] in ");":
            return i + 1
    return len(text)


def find_tokens(text, table):
    """Places of the operators of a table, each with what it becomes."""
    for token, other in table.items():
        for match in re.finditer(re.escape(token), text):
            yield match.start(), match.end(), other


def find_comparisons(text):
    """Comparisons of C++."""
    yield from find_tokens(text, SWAPS)


def find_arithmetic(text):
    """Arithmetic and logical operators of C++."""
    for begin, end, other in find_tokens(text, SUMS):
        line = text[text.rfind("\n", 0, begin) + 1:text.find("\n", begin)]
        # neither pointers and templates of declarations nor streams of text
        if "operator" in line or re.search(r"\bos\b|\bstream\b|cout|text <<|<< *$", line):
            continue
        yield begin, end, other


def find_constants(text):
    """Numbers and truth values of C++."""
    for match in re.finditer(r"(?<![\w.])(?:(\d+)(?:\.\d+)?(?![\w.'])|true\b|false\b)", text):
        line = text[text.rfind("\n", 0, match.start()) + 1:match.start()]
        if re.search(r"\bcase $|enum|template|<$", line):
            continue
        word = match.group()
        if word in ("true", "false"):
            yield match.start(), match.end(), "false" if word == "true" else "true"
        elif "." in word:
            yield match.start(), match.end(), str(float(word) * 1.25 + (word.strip("0.") == ""))
        else:
            yield match.start(), match.end(), str(int(word) + 1)


def find_negations(text):
    """Conditions of C++, and negations."""
    for match in re.finditer(r"\b(?:if|while) \(", text):
        end = closing(text, match.end() - 1) - 1
        condition = text[match.end():end]
        if ";" not in condition and " = " not in condition:
            yield match.end(), end, f"!({condition})"
    for match in re.finditer(r"(?<![=!\w])!(?=[\w(])", text):
        yield match.start(), match.end(), ""


def find_deletions(text, indent=4):
    """Statements of C++ of one line that are no declarations, with at least so many spaces before."""
    statement = rf"^ {{{indent},}}" r"((?:\+\+|--)?[\w.\[\]]+(?:(?:->|\.|::)\w+(?:\(\))?)*(?:\([^\n]*\)|"
    statement += r" [-+|&*/]?= [^\n]+|\+\+|--)?;)(?= *$)"
    for match in re.finditer(statement, text, re.MULTILINE):
        if not re.match(r"(?:return|break|continue|using|throw|default|delete)\b", match.group(1)):
            yield match.start(1), match.end(1), ""


def find_swaps(text):
    """Calls of C++ with two arguments one of which could be the other."""
    word = r"[\w.]+(?:->\w+)*(?:\(\))?"
    same = r"(?!(?:min|max)\b)"  # in either order
    for match in re.finditer(rf"\b{same}\w+\(({word}), ({word})([,)])", text):
        a, b, rest = match.groups()
        if a != b:
            yield match.start(1), match.end(), f"{b}, {a}{rest}"


def find_members(text, header):
    """Members of C++ in whose place another one of the same type could be."""
    kinds = {}
    for match in re.finditer(r"^ {4}(?:mutable )?([\w:<>, *]+?) (m_\w+)(?:\{[^}]*\})?;", header,
                             re.MULTILINE):
        kinds.setdefault(match.group(1), []).append(match.group(2))
    others = {name: names for names in kinds.values() for name in names if len(names) > 1}
    for match in re.finditer(r"\bm_\w+\b(?!\{|;)", text):
        names = others.get(match.group())
        if names:
            i = names.index(match.group())
            yield match.start(), match.end(), names[(i + 1) % len(names)]


# --- Python ------------------------------------------------------------------------------


class PythonPlaces(ast.NodeVisitor):
    """Places of all operators in a Python file."""

    COMPARISONS = {ast.Lt: "<=", ast.LtE: "<", ast.Gt: ">=", ast.GtE: ">", ast.Eq: "!=",
                   ast.NotEq: "==", ast.In: "not in", ast.NotIn: "in", ast.Is: "is not",
                   ast.IsNot: "is"}
    SUMS = {ast.Add: "-", ast.Sub: "+", ast.Mult: "/", ast.Div: "*", ast.FloorDiv: "*",
            ast.Mod: "//", ast.Pow: "*"}

    def __init__(self, text):
        self.text = text.encode()
        self.lines = [0]
        for line in self.text.split(b"\n"):
            self.lines.append(self.lines[-1] + len(line) + 1)
        self.places = []  # (operator, begin, end, text), in octets
        self.visit(ast.parse(text))

    def span(self, node):
        """Begin and end of a node."""
        return (self.lines[node.lineno - 1] + node.col_offset,
                self.lines[node.end_lineno - 1] + node.end_col_offset)

    def source(self, node):
        """The text of a node."""
        begin, end = self.span(node)
        return self.text[begin:end].decode()

    def add(self, operator, node, text):
        """A node becomes a text."""
        self.places.append((operator, *self.span(node), text))

    def visit_Compare(self, node):
        if len(node.ops) == 1 and type(node.ops[0]) in self.COMPARISONS:
            sign = self.COMPARISONS[type(node.ops[0])]
            self.add("comparison", node,
                     f"({self.source(node.left)} {sign} {self.source(node.comparators[0])})")
        self.generic_visit(node)

    def visit_BinOp(self, node):
        strings = any(isinstance(side, (ast.JoinedStr, ast.List)) or
                      isinstance(getattr(side, "value", None), str)
                      for side in (node.left, node.right))
        if type(node.op) in self.SUMS and not strings:
            self.add("arithmetic", node, f"(({self.source(node.left)}) "
                     f"{self.SUMS[type(node.op)]} ({self.source(node.right)}))")
        self.generic_visit(node)

    def visit_BoolOp(self, node):
        sign = " or " if isinstance(node.op, ast.And) else " and "
        self.add("arithmetic", node,
                 "(" + sign.join(f"({self.source(value)})" for value in node.values) + ")")
        self.generic_visit(node)

    def visit_JoinedStr(self, node):
        pass  # what it says

    def visit_Constant(self, node):
        if isinstance(node.value, bool):
            self.add("constant", node, str(not node.value))
        elif isinstance(node.value, (int, float)):
            self.add("constant", node, str(node.value + 1))

    def visit_If(self, node):
        self.add("negation", node.test, f"(not ({self.source(node.test)}))")
        self.generic_visit(node)

    visit_While = visit_IfExp = visit_If

    def visit_UnaryOp(self, node):
        if isinstance(node.op, ast.Not):
            self.add("negation", node, f"({self.source(node.operand)})")
        self.generic_visit(node)

    def visit_Expr(self, node):
        if isinstance(node.value, ast.Call):
            self.add("deletion", node, "pass")
            self.generic_visit(node)

    def visit_AugAssign(self, node):
        self.add("deletion", node, "pass")
        self.generic_visit(node)

    def visit_Raise(self, node):
        pass  # its words

    def visit_Call(self, node):
        if len(node.args) >= 2 and not any(isinstance(a, ast.Starred) for a in node.args[:2]):
            first, second = node.args[:2]
            same = getattr(node.func, "id", "") in ("min", "max")  # in either order
            if self.source(first) != self.source(second) and not same:
                begin, _ = self.span(first)
                middle = self.text[self.span(first)[1]:self.span(second)[0]].decode()
                self.places.append(("swap", begin, self.span(second)[1],
                                    self.source(second) + middle + self.source(first)))
        self.generic_visit(node)

    def visit_ClassDef(self, node):
        names = sorted({target.attr for child in ast.walk(node)
                        if isinstance(child, ast.Assign) for target in child.targets
                        if isinstance(target, ast.Attribute)
                        and getattr(target.value, "id", "") == "self"})
        for child in ast.walk(node):
            if isinstance(child, ast.Attribute) and isinstance(child.ctx, ast.Load) \
                    and child.attr in names and len(names) > 1 \
                    and getattr(child.value, "id", "") == "self":
                i = names.index(child.attr)
                self.add("member", child, f"self.{names[(i + 1) % len(names)]}")
        self.generic_visit(node)


# --- files and faults --------------------------------------------------------------------


def find_places(file):
    """All places in a file."""
    text = (ROOT / file).read_text(encoding="utf-8")
    if file.endswith(".py"):
        raw = text.encode()
        return [Place(file, operator, len(raw[:begin].decode()), len(raw[:end].decode()), other)
                for operator, begin, end, other in PythonPlaces(text).places]
    code = blank(text)
    header = ROOT / re.sub(r"\.cc$", ".h", file)
    if not header.exists():
        header = ROOT / file
    finders = {
        "comparison": find_comparisons, "arithmetic": find_arithmetic,
        "constant": find_constants, "negation": find_negations, "swap": find_swaps,
        "deletion": lambda code: find_deletions(code, 8 if file.endswith(".h") else 4),
        "member": lambda code: find_members(code, header.read_text(encoding="utf-8"))}
    return [Place(file, operator, *place)
            for operator, finder in finders.items() for place in finder(code)]


def find_room(file, rooms):
    """The room of a file, which has a table; else none."""
    parts = Path(file).parts
    name = "/".join(parts[1:-1] if parts[0] == "model" else parts[:1])
    while name and name not in rooms:
        name = name.rpartition("/")[0]
    return name


def list_files(rooms, only=None, headers=True):
    """{file: room} of the code of all rooms that have a table, or of one of them."""
    found = {}
    patterns = ["model/**/*.cc", "helper/*.cc", "bindings/hsn/*.py"]
    for pattern in patterns + (["model/**/*.h"] if headers else []):
        for path in sorted(ROOT.glob(pattern)):
            file = str(path.relative_to(ROOT))
            room = find_room(file, rooms)
            if room and (only is None or room == only or room.startswith(only + "/")):
                found[file] = room
    return found


def make_mutant(place, room, name, tests=()):
    """The fault at a place, as an entry of a table: with as many lines around it as tell it from
    all others; of the tests of the room, that of a file's own name is the first to notice."""
    text = (ROOT / place.file).read_text(encoding="utf-8")
    begin = text.rfind("\n", 0, place.begin) + 1
    end = text.find("\n", place.end)
    end = len(text) if end < 0 else end
    while text.count(text[begin:end]) > 1:
        begin = text.rfind("\n", 0, max(0, begin - 1)) + 1
        following = text.find("\n", end + 1)
        end = len(text) if following < 0 else following
    find = text[begin:end]
    replace = text[begin:place.begin] + place.text + text[place.end:end]
    killer = ""
    if place.file.endswith(".py"):
        own = f"test_{Path(place.file).stem}.py"
        killer = own if own in tests else ""
    return Mutant(id=name, room=room, file=place.file, find=find, replace=replace, killer=killer)


def read_equivalent(path=EQUIVALENT):
    """{(file, find, replace): reason} of faults that are none."""
    if not path.exists():
        return {}
    entries = tomllib.loads(path.read_text(encoding="utf-8"))["fault"]
    return {(e["file"], e["find"], e["replace"]): e["reason"] for e in entries}


class Draws:
    """An endless series of faults: operators, and the places of each, are equally frequent."""

    def __init__(self, rooms, seed, only=None, headers=True):
        self.random = random.Random(seed)
        self.seed = seed
        self.tests = rooms
        self.rooms = list_files(rooms, only, headers)
        self.equivalent = read_equivalent()
        self.taken = set()
        self.places = {operator: [] for operator in OPERATORS}
        for file in self.rooms:
            for place in find_places(file):
                self.places[place.operator].append(place)
        self.places = {operator: places for operator, places in self.places.items() if places}
        if not self.places:
            raise SystemExit(f"no code in {only}: must be one of {', '.join(sorted(rooms))}")

    def draw(self):
        """The next fault that was not drawn before, and is not known to be none."""
        while True:
            place = self.random.choice(self.places[self.random.choice(sorted(self.places))])
            if place in self.taken:
                continue
            self.taken.add(place)
            name = f"random-{self.seed}-{len(self.taken)}-{place.operator}"
            room = self.rooms[place.file]
            mutant = make_mutant(place, room, name, self.tests[room])
            if mutant.find != mutant.replace and \
                    (mutant.file, mutant.find, mutant.replace) not in self.equivalent:
                return mutant
