#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""Makes C++ structures and their XDR code (RFC 4506) of a description of application data units.

    tools/adugen.py transfer.adu --namespace transfer --out DIR     writes DIR/transfer-adu.h

The code is a set of templates over what takes and gives the words: XdrWriter and XdrReader of
"ns3/ilp-xdr.h" for XDR alone, or the integrated loops that ilpgen.py makes. Needs Python 3.8 or
later and nothing else.
"""

import argparse
import re
from collections import namedtuple
from pathlib import Path

from source_text import (SourceError, call, class_name, fingerprint, header, read_source, require_name,
                         run, write)

LANGUAGE = """\
const NAME = NUMBER;
enum NAME { NAME = NUMBER, ... };
struct NAME { DECLARATION; ... };
union NAME switch (ENUM NAME) { case NAME: DECLARATION; ... default: DECLARATION; };

A DECLARATION is one of
  TYPE name          TYPE: int, unsigned, hyper, unsigned hyper, float, double, bool, or a name
  TYPE name[N]       N of them
  TYPE name<N>       at most N of them (<>: 2^32 - 1)
  TYPE *name         one or none; TYPE may be the structure that is being declared
  string name<N>     text of at most N octets
  opaque name[N]     N octets
  opaque name<N>     at most N octets
  void               nothing; only in a union
The switch of a union may also be int or unsigned; its cases are numbers then. The last definition is
the ADU; let it be a union of all kinds of data and control, so that one pair of functions handles all.
Comments: // and /* */. Everything is used after its definition.
"""

Decl = namedtuple("Decl", "kind type name size line")  # kind: one fixed counted optional string ...
Enum = namedtuple("Enum", "name members")  # members: [(name, value)]
Struct = namedtuple("Struct", "name fields")
Union = namedtuple("Union", "name switch tag arms")  # arms: [([case], Decl or None)], [] is default

SCALARS = {"int": "int32_t", "unsigned": "uint32_t", "hyper": "int64_t", "unsigned hyper": "uint64_t",
           "float": "float", "double": "double", "bool": "bool"}
OCTETS = {"hyper": 8, "unsigned hyper": 8, "double": 8}
WORDS = ("int", "unsigned", "float")  # arrays of these go through the loop a group at a time
LONGEST = 0xFFFFFFFF
LONGEST_FIXED = 1 << 20  # elements of a fixed array: it is a member of the structure

TOKEN = re.compile(r"\s+|//[^\n]*|/\*.*?\*/|(?P<word>[A-Za-z_]\w*)|(?P<number>-?(?:0[xX][0-9a-fA-F]+|"
                   r"\d+)\b)|(?P<mark>[{}()\[\]<>;:,=*])", re.DOTALL)


class Parser:
    """Reads a description."""

    def __init__(self, path, text=None):
        self.path = path
        self.text = read_source(path) if text is None else text
        self.tokens = list(self._tokens())
        self.at = 0
        self.names = {}  # name -> what it is
        self.order = []  # Enum, Struct, Union
        self.constants = {}
        while self.peek() is not None:
            self._definition()
        if not any(isinstance(one, (Struct, Union)) for one in self.order):
            self._fail("there is no struct and no union")

    def _tokens(self):
        at = 0
        while at < len(self.text):
            line = self.text.count("\n", 0, at) + 1
            found = TOKEN.match(self.text, at)
            if not found:
                raise SourceError(self.path, line, f"unexpected character {self.text[at]!r}")
            if found.lastgroup:
                yield found.lastgroup, found[0], line
            at = found.end()

    def _line(self):
        at = min(self.at, len(self.tokens) - 1)
        return self.tokens[at][2] if self.tokens else 1

    def _fail(self, message, line=None):
        raise SourceError(self.path, line or self._line(), message)

    def peek(self):
        """The next token's text, or None."""
        return self.tokens[self.at][1] if self.at < len(self.tokens) else None

    def _take(self, expected=None):
        if self.peek() is None:
            self._fail(f"the file ends where {expected or 'more'!r} is expected")
        _, text, _ = self.tokens[self.at]
        if expected is not None and text != expected:
            self._fail(f"{expected!r} expected, not {text!r}")
        self.at += 1
        return text

    def _name(self, what, new=True):
        line = self._line()
        name = self._take()
        require_name(self.path, line, name, what)
        if new and name in self.names:
            self._fail(f"{what} {name!r} is defined twice", line)
        return name

    def _number(self, low, high, what):
        line = self._line()
        text = self._take()
        if text in self.constants:
            value = self.constants[text]
        elif re.match(r"-?\d", text):
            value = int(text, 16 if "x" in text.lower() else 10)
        else:
            self._fail(f"{what} {text!r} is neither a number nor a constant", line)
        if not low <= value <= high:
            self._fail(f"{what} {value} is not in {low}..{high}", line)
        return value

    def _definition(self):
        kind = self._take()
        if kind == "const":
            name = self._name("constant")
            self._take("=")
            self.constants[name] = self._number(-(1 << 31), LONGEST, "constant")
            self.names[name] = "constant"
        elif kind in ("enum", "struct", "union"):
            getattr(self, f"_{kind}")()
        else:
            self.at -= 1
            self._fail(f"const, enum, struct or union expected, not {kind!r}")
        self._take(";")

    def _enum(self):
        name = self._name("enum")
        members = []
        self._take("{")
        while True:
            member = self._name("member")
            self._take("=")
            value = self._number(-(1 << 31), (1 << 31) - 1, "member")
            if value in [one for _, one in members]:
                self._fail(f"value {value} of enum {name!r} is given twice")
            members.append((member, value))
            self.names[member] = (name, value)
            if self._take() == "}":
                break
            self.at -= 1
            self._take(",")
        self._add(Enum(name, members))

    def _add(self, one):
        self.names[one.name] = one
        self.order.append(one)

    def _struct(self):
        name = self._name("struct")
        self._take("{")
        fields = []
        while self.peek() != "}":
            fields.append(self._declaration(name))
            self._take(";")
        self._take("}")
        if not fields:
            self._fail(f"struct {name!r} has no member")
        self._unique(fields)
        self._add(Struct(name, fields))

    def _unique(self, fields):
        seen = set()
        for one in fields:
            if one.name in seen:
                self._fail(f"member {one.name!r} is declared twice", one.line)
            seen.add(one.name)

    def _union(self):
        name = self._name("union")
        self._take("switch")
        self._take("(")
        line = self._line()
        switch = self._type(name)
        if switch not in ("int", "unsigned") and not isinstance(self.names.get(switch), Enum):
            self._fail(f"a union's switch is an enum, int or unsigned, not {switch!r}", line)
        tag = self._name("member", new=False)
        self._take(")")
        self._take("{")
        arms, seen = [], set()
        while self.peek() != "}":
            arms.append(self._arm(name, switch, seen))
        self._take("}")
        if not any(cases for cases, _ in arms):
            self._fail(f"union {name!r} has no case")
        self._unique([Decl("one", switch, tag, 0, line), *(decl for _, decl in arms if decl)])
        self._add(Union(name, switch, tag, arms))

    def _arm(self, name, switch, seen):
        cases = []
        while self.peek() in ("case", "default"):
            line = self._line()
            if self._take() == "default":
                case = "default"
                if cases:
                    self._fail("default stands alone", line)
            elif isinstance(self.names.get(switch), Enum):
                case = self._take()
                if self.names.get(case, ("",))[0] != switch:
                    self._fail(f"{case!r} is not a member of enum {switch!r}", line)
            else:
                low, high = (-(1 << 31), (1 << 31) - 1) if switch == "int" else (0, LONGEST)
                case = self._number(low, high, "case")
            if case in seen:
                self._fail(f"case {case} of union {name!r} is given twice", line)
            if "default" in seen:
                self._fail("default is the last arm", line)
            seen.add(case)
            self._take(":")
            if case == "default":
                cases = []
                break
            cases.append(case)
        else:
            if not cases:
                self._fail(f"case or default expected, not {self.peek()!r}")
        decl = None
        if self.peek() == "void":
            self._take()
        else:
            decl = self._declaration(name)
        self._take(";")
        return cases, decl

    def _type(self, current):
        line = self._line()
        name = self._take()
        if name == "unsigned":
            if self.peek() in ("int", "hyper"):
                return "unsigned hyper" if self._take() == "hyper" else "unsigned"
            return name
        known = name in SCALARS or isinstance(self.names.get(name), (Enum, Struct, Union))
        if name in ("string", "opaque") or known or (name == current and self.peek() == "*"):
            return name
        if name == current:
            self._fail(f"{name!r} contains itself; only a pointer may do so", line)
        self._fail(f"type {name!r} is not known", line)

    def _declaration(self, current):
        line = self._line()
        kind = self._type(current)
        pointer = self.peek() == "*"
        if pointer:
            self._take()
        name = self._name("member", new=False)
        mark = self.peek()
        if pointer:
            if kind in ("string", "opaque") or mark in ("[", "<"):
                self._fail(f"{name!r}: a pointer is to one value of a type", line)
            return Decl("optional", kind, name, 1, line)
        if mark == "[":
            self._take()
            size = self._number(1, LONGEST_FIXED, "size")
            self._take("]")
            if kind == "string":
                self._fail(f"string {name!r} needs <maximum>", line)
            return Decl("octets" if kind == "opaque" else "fixed", kind, name, size, line)
        if mark == "<":
            self._take()
            size = LONGEST if self.peek() == ">" else self._number(1, LONGEST, "maximum")
            self._take(">")
            return Decl({"string": "string", "opaque": "opaque"}.get(kind, "counted"), kind, name, size,
                        line)
        if kind in ("string", "opaque"):
            self._fail(f"{kind} {name!r} needs a size", line)
        return Decl("one", kind, name, 1, line)

    def get_adu(self, name=None):
        """The name of the ADU: as given, or of the last structure."""
        types = [one.name for one in self.order if isinstance(one, (Struct, Union))]
        if name and name not in types:
            raise SourceError(self.path, 0, f"has no struct or union {name!r}, but {', '.join(types)}")
        return name or types[-1]


class Generator:
    """Writes the C++ of a description."""

    def __init__(self, parser, namespace):
        self.names = parser.names
        self.order = parser.order
        self.constants = parser.constants
        self.namespace = namespace
        self.least = {}  # name -> octets that a value has at least
        self.body = []
        self.includes = {"<cstdint>"}

    def cpp(self, name):
        """The C++ type of one."""
        return SCALARS.get(name, name)

    def member_type(self, decl):
        """The C++ type of a member."""
        one = self.cpp(decl.type)
        kinds = {"one": (one, None), "fixed": (f"std::array<{one}, {decl.size}>", "<array>"),
                 "counted": (f"std::vector<{one}>", "<vector>"),
                 "optional": (f"std::unique_ptr<{one}>", "<memory>"),
                 "string": ("std::string", "<string>"), "opaque": ("std::vector<uint8_t>", "<vector>"),
                 "octets": (f"std::array<uint8_t, {decl.size}>", "<array>")}
        kind, include = kinds[decl.kind]
        if include:
            self.includes.add(include)
        return kind

    def least_of(self, decl):
        """Octets that a member has at least in XDR."""
        if decl is None:
            return 0
        if decl.kind == "octets":
            return (decl.size + 3) // 4 * 4
        if decl.kind == "one" or decl.kind == "fixed":
            return decl.size * self.least.get(decl.type, OCTETS.get(decl.type, 4))
        return 4

    def make(self):
        """The body of the header."""
        for name, value in self.constants.items():
            kind = "int32_t" if value < 0 else "uint32_t"
            self.body += [f"constexpr {kind} {name} = {value};"]
        if self.constants:
            self.body.append("")
        for one in self.order:
            {Enum: self._enum, Struct: self._struct, Union: self._union}[type(one)](one)
        return self.body[:-1]  # without the last blank line

    def _enum(self, one):
        self.body += [f"/// enum {one.name}", f"enum class {one.name} : int32_t", "{"]
        self.body += [f"    {name} = {value}," for name, value in one.members]
        self.body += ["};", ""]
        self._function(f"Encode(Out& out, {one.name} value)", "Out", [
            "    switch (value)", "    {", *(f"    case {one.name}::{name}:" for name, _ in one.members),
            "        out.Send(static_cast<uint32_t>(value));", "        return;", "    }",
            "    out.Fail(ns3::hsn::XdrStatus::BAD_VALUE);"])
        self._function(f"Decode(In& in, {one.name}& value)", "In", [
            f"    value = static_cast<{one.name}>(in.Receive());", "    switch (value)", "    {",
            *(f"    case {one.name}::{name}:" for name, _ in one.members), "        return;", "    }",
            "    in.Fail(ns3::hsn::XdrStatus::BAD_VALUE);"])

    def _function(self, signature, parameter, lines):
        which = parameter.lower()
        does = "takes" if which == "out" else "gives"
        self.body += [f"/// XDR. @param {which} {does} the words @param value the value",
                      f"template <class {parameter}>", "void", signature, "{", *lines, "}", ""]

    def _first_value(self, decl):
        one = self.names.get(decl.type)
        if decl.kind == "one" and isinstance(one, Enum):
            return f"{{{decl.type}::{one.members[0][0]}}}"
        return "{}" if decl.kind in ("one", "fixed", "octets") else ""

    def _member(self, decl):
        return [f"    /// {decl.name}",
                f"    {self.member_type(decl)} {decl.name}{self._first_value(decl)};"]

    def _compare(self, decl):
        if decl.kind == "optional":
            return f"ns3::hsn::XdrSame(a.{decl.name}, b.{decl.name})"
        return f"a.{decl.name} == b.{decl.name}"

    def _equality(self, name, lines):
        self.body += ["/// @param a one @param b another @return whether they are equal", "inline bool",
                      f"operator==(const {name}& a, const {name}& b)", "{", *lines, "}", ""]

    def _declare_recursive(self, name, decls):
        """A value that has a pointer to its own type needs its functions declared."""
        if any(decl.kind == "optional" and decl.type == name for decl in decls):
            self.body += ["/// @param a one @param b another @return whether they are equal",
                          f"bool operator==(const {name}& a, const {name}& b);", ""]
            for function, parameter, const in (("Encode", "Out", "const "), ("Decode", "In", "")):
                which = parameter.lower()
                self.body += [f"/// XDR. @param {which} has the words @param value the value",
                              f"template <class {parameter}>",
                              f"void {function}({parameter}& {which}, {const}{name}& value);", ""]

    def _struct(self, one):
        self.least[one.name] = sum(map(self.least_of, one.fields))
        self.body += [f"/// struct {one.name}", f"struct {one.name}", "{",
                      *(line for decl in one.fields for line in self._member(decl)), "};", ""]
        self._declare_recursive(one.name, one.fields)
        lines = [self._compare(decl) for decl in one.fields]
        flat = f"    return {' && '.join(lines)};"
        if len(flat) <= 100:
            self._equality(one.name, [flat])
        else:
            self._equality(one.name, [f"    if (!({line}))\n    {{\n        return false;\n    }}"
                                      for line in lines] + ["    return true;"])
        self._function(f"Encode(Out& out, const {one.name}& value)", "Out",
                       [line for decl in one.fields for line in self._encode(decl, "    ")])
        self._function(f"Decode(In& in, {one.name}& value)", "In",
                       [line for decl in one.fields for line in self._decode(decl, "    ")])

    def _labels(self, union, cases):
        if not cases:
            return ["    default:"]
        if union.switch in ("int", "unsigned"):
            suffix = "U" if union.switch == "unsigned" else ""
            return [f"    case {self._literal(case)}{suffix}:" for case in cases]
        return [f"    case {union.switch}::{case}:" for case in cases]

    @staticmethod
    def _literal(value):
        return "(-2147483647 - 1)" if value == -(1 << 31) else value

    def _switch(self, union, make):
        lines = [f"    switch (value.{union.tag})", "    {"]
        for cases, decl in union.arms:
            lines += [*self._labels(union, cases), *(make(decl, "        ") if decl else []),
                      "        break;"]
        if all(cases for cases, _ in union.arms):
            which = "out" if make == self._encode else "in"
            lines += ["    default:", f"        {which}.Fail(ns3::hsn::XdrStatus::BAD_VALUE);"]
        return [*lines, "    }"]

    def _union(self, one):
        decls = [decl for _, decl in one.arms if decl]
        arms = [self.least_of(decl) for _, decl in one.arms]
        self.least[one.name] = 4 + min(arms)
        tag = Decl("one", one.switch, one.tag, 1, 0)
        self.body += [f"/// union {one.name}: what {one.tag} says", f"struct {one.name}", "{",
                      *(line for decl in [tag, *decls] for line in self._member(decl)), "};", ""]
        self._declare_recursive(one.name, decls)
        lines = [f"    if (a.{one.tag} != b.{one.tag})", "    {", "        return false;", "    }",
                 f"    switch (a.{one.tag})", "    {"]
        for cases, decl in one.arms:
            lines += [*self._labels(one, cases),
                      f"        return {self._compare(decl) if decl else 'true'};"]
        if all(cases for cases, _ in one.arms):
            lines += ["    default:", "        return true;"]
        self._equality(one.name, [*lines, "    }"])
        self._function(f"Encode(Out& out, const {one.name}& value)", "Out",
                       [*self._encode(tag, "    "), *self._switch(one, self._encode)])
        self._function(f"Decode(In& in, {one.name}& value)", "In",
                       [*self._decode(tag, "    "), "    if (!in.IsGood())", "    {", "        return;",
                        "    }", *self._switch(one, self._decode)])

    def _scalar(self, what, stream, kind, name):
        """The statement for one value."""
        if kind in SCALARS:
            return f"ns3::hsn::Xdr{what}({stream}, {name});"
        return f"{'Encode' if what == 'Send' else 'Decode'}({stream}, {name});"

    def _encode(self, decl, indent):
        value = f"value.{decl.name}"
        if decl.kind == "one":
            return [indent + self._scalar("Send", "out", decl.type, value)]
        if decl.kind == "octets":
            return call(indent, "out.SendBytes", [f"{value}.data()", f"{value}.size()"])
        if decl.kind == "optional":
            send = self._scalar("Send", "out", decl.type, f"*{value}")
            return [f"{indent}out.Send({value} ? 1 : 0);", f"{indent}if ({value} && out.Enter())",
                    f"{indent}{{", f"{indent}    {send}", f"{indent}    out.Leave();", f"{indent}}}"]
        lines = []
        if decl.kind != "fixed":
            lines = call(indent, "ns3::hsn::XdrSendCount", ["out", f"{value}.size()", f"{decl.size}U"])
        if decl.kind in ("string", "opaque"):
            return lines + call(indent, "ns3::hsn::XdrSendOctets", ["out", value])
        if decl.type in WORDS:
            return lines + call(indent, "out.SendWords", [f"{value}.data()", f"{value}.size()"])
        return [*lines, f"{indent}for (const {self._item(decl.type)} one : {value})", f"{indent}{{",
                f"{indent}    {self._scalar('Send', 'out', decl.type, 'one')}", f"{indent}}}"]

    def _item(self, kind):
        if kind in SCALARS or isinstance(self.names[kind], Enum):
            return self.cpp(kind)
        return f"{kind}&"

    def _decode(self, decl, indent):
        value = f"value.{decl.name}"
        if decl.kind == "one":
            return [indent + self._scalar("Receive", "in", decl.type, value)]
        if decl.kind == "octets":
            return call(indent, "in.ReceiveBytes", [f"{value}.data()", f"{value}.size()"])
        if decl.kind == "optional":
            get = self._scalar("Receive", "in", decl.type, f"*{value}")
            self.includes.add("<memory>")
            return [f"{indent}{value}.reset();", f"{indent}if (ns3::hsn::XdrReceiveFlag(in) && in.Enter())",
                    f"{indent}{{", f"{indent}    {value} = std::make_unique<{self.cpp(decl.type)}>();",
                    f"{indent}    {get}", f"{indent}    in.Leave();", f"{indent}}}"]
        lines = []
        if decl.kind != "fixed":
            each = 1 if decl.kind in ("string", "opaque") else self.least.get(
                decl.type, OCTETS.get(decl.type, 4))
            lines = call(indent, "ns3::hsn::XdrReceiveCount",
                         ["in", value, f"{decl.size}U", str(each)])
        if decl.kind in ("string", "opaque"):
            return lines + call(indent, "ns3::hsn::XdrReceiveOctets", ["in", value])
        if decl.type in WORDS:
            return lines + call(indent, "in.ReceiveWords", [f"{value}.data()", f"{value}.size()"])
        get = self._scalar("Receive", "in", decl.type, f"{value}[i]")
        return [*lines, f"{indent}for (size_t i = 0; i < {value}.size() && in.IsGood(); i++)",
                f"{indent}{{", f"{indent}    {get}", f"{indent}}}"]


def generate(path, namespace, name=None, text=None, suffix="-adu"):
    """{file name: text} of a description."""
    parser = Parser(path, text)
    stem = name or Path(path).stem
    generator = Generator(parser, namespace)
    body = generator.make()
    about = [f"Made by adugen.py of {Path(path).name}, {fingerprint(parser.text)}. Do not edit."]
    includes = [['"ns3/ilp-xdr.h"'], sorted(generator.includes | {"<cstddef>"})]
    return {f"{stem}{suffix}.h": header(f"{stem}{suffix}", namespace, about, includes, body)}


def main():
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("description", nargs="?", help="file in the language of --help-language")
    parser.add_argument("--out", default=".", help="folder for the header (default: this one)")
    parser.add_argument("--name", help="of the header without -adu.h (default: that of the file)")
    parser.add_argument("--namespace", help="of the code (default: the name, as NameOfFile)")
    parser.add_argument("--check", action="store_true", help="only look for mistakes")
    parser.add_argument("--help-language", action="store_true", help="describe the language")
    options = parser.parse_args()
    if options.help_language:
        print(LANGUAGE, end="")
        return 0
    if not options.description:
        parser.error("the description is missing")
    stem = options.name or Path(options.description).stem
    for part in (options.namespace or class_name(stem)).split("::"):
        require_name(options.description, 0, part, "namespace")
    files = generate(options.description, options.namespace or class_name(stem), options.name)
    if not options.check:
        write(options.out, files)
    return 0


if __name__ == "__main__":
    run(main)
