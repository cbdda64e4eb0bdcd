# SPDX-License-Identifier: GPL-2.0-only
"""The configuration language of ilpgen.py: blocks that describe the functions of an integrated loop."""

import re
from functools import reduce
from math import gcd
from pathlib import Path

from source_text import SourceError, read_source, require_name

LANGUAGE = """\
description = block { block } ;
block       = "[" name "]" assignment { assignment } ;
assignment  = keyword "=" value ;          one in a line; comments begin with # or ;

keyword       how often        value                     meaning
------------  ---------------  ------------------------  -----------------------------------------------
POSITION      TOP and BOTTOM   TOP or BOTTOM             TOP is first on sending, last on receipt; one
              once in the file                           block may be both
NEXT          once, but not    name of a block           next lower function
              with BOTTOM
MACRONAME_S   once             identifier                kernel on sending    (or MACRO_NAME_S)
MACRONAME_R   once             identifier                kernel on receipt    (or MACRO_NAME_R)
LENGTH        once             octets, a multiple of 4   unit of the kernel
VARIABLE      any              (type, name [, init])     its parameter; with an init value set before
                                                         each ADU, else kept from ADU to ADU
RESULT        any              (type, name [, init])     as VARIABLE; also sent behind the ADU
FINAL_S       at most once     (f(r, ...), ...)          after the loop, with pointers to RESULTs
FINAL_R       at most once     (f(r, ...), ...)          the same on receipt
INIT          at most once     identifier                called once, with the block's variables

A type is char, short, int, hyper (64 bits), float or double, an integer also signed or unsigned (u_char,
u_short, u_int, u_hyper), or a pointer to one, perhaps const, for VARIABLE only. An init value is a number, a name or a
call name(). A kernel gets LENGTH/4 words as uint32_t&, then the block's VARIABLEs and RESULTs in the
order of their declaration.
"""

KEYWORDS = ("POSITION", "NEXT", "MACRONAME_S", "MACRONAME_R", "LENGTH", "VARIABLE", "RESULT", "FINAL_S",
            "FINAL_R", "INIT")
ALIASES = {"MACRO_NAME_S": "MACRONAME_S", "MACRO_NAME_R": "MACRONAME_R"}
MANY = ("VARIABLE", "RESULT", "POSITION")
INTEGERS = {"char": "char", "short": "int16_t", "int": "int32_t", "hyper": "int64_t",
            "signed char": "int8_t", "unsigned char": "uint8_t", "unsigned short": "uint16_t",
            "unsigned": "uint32_t", "unsigned int": "uint32_t", "unsigned hyper": "uint64_t",
            "signed": "int32_t", "signed int": "int32_t", "signed short": "int16_t",
            "signed hyper": "int64_t", "u_char": "uint8_t", "u_short": "uint16_t", "u_int": "uint32_t",
            "u_hyper": "uint64_t", "long": "int32_t", "u_long": "uint32_t", "unsigned long": "uint32_t"}
SCALARS = {**INTEGERS, "float": "float", "double": "double"}
XDR = {"int64_t": "hyper", "uint64_t": "unsigned hyper", "float": "float", "double": "double",
       "uint8_t": "unsigned", "uint16_t": "unsigned", "uint32_t": "unsigned"}  # others: int
VALUE = re.compile(r"-?\d+\Z|0[xX][0-9a-fA-F]+\Z|-?\d+\.\d*(?:[eE][-+]?\d+)?\Z|[A-Za-z]\w*(?:\(\))?\Z")
MAX_UNIT = 256


def group_octets(lengths):
    """The least common multiple of all units, and of a word."""
    return reduce(lambda a, b: a * b // gcd(a, b), lengths, 4)


class Variable:
    """A VARIABLE or RESULT."""

    def __init__(self, block, line, kind, name, init, result):
        self.block, self.line, self.name, self.init, self.result = block, line, name, init, result
        self.pointer = kind.endswith("*")
        _, const, scalar = kind.rstrip("*").rpartition("const ")
        self.type = const + SCALARS[scalar] + ("*" if self.pointer else "")

    @property
    def member(self):
        """Its name in the state: equal names of two blocks do not clash."""
        return f"{self.block.lower()}_{self.name}"


class Block:
    """A function of the loop."""

    def __init__(self, path, line, name):
        self.path, self.line, self.name = path, line, name
        self.values = {}  # keyword -> (line, value)
        self.positions = {}  # TOP, BOTTOM -> line
        self.variables = []
        self.finals = {"FINAL_S": [], "FINAL_R": []}  # [(function, [Variable])]
        self.length = 0

    def fail(self, message, line=None):
        """Refuse it."""
        raise SourceError(self.path, line or self.line, f"block {self.name!r}: {message}")

    def get(self, keyword):
        """A value, or None."""
        return self.values.get(keyword, (0, None))[1]

    def line_of(self, keyword):
        """Where a value is."""
        return self.values.get(keyword, (self.line, None))[0]

    def require(self, keyword):
        """A value that must be there."""
        if keyword not in self.values:
            self.fail(f"{keyword} is missing")
        return self.get(keyword)


class Configuration:
    """A checked description: blocks from top to bottom."""

    def __init__(self, path, max_unit=MAX_UNIT):
        self.path = path
        self.text = read_source(path)
        self.blocks = self._read()
        self._check_blocks()
        self.chain = self._order()
        self.octets = group_octets(one.length for one in self.chain)
        if self.octets > max_unit:
            longest = max(self.chain, key=lambda one: one.length)
            longest.fail(f"the least common multiple of all LENGTHs is {self.octets} octets; the maximum "
                         f"is {max_unit}", longest.line_of("LENGTH"))
        self.words = self.octets // 4

    @property
    def variables(self):
        """Of all blocks, from top to bottom."""
        return [one for block in self.chain for one in block.variables]

    @property
    def results(self):
        """Of all blocks, from bottom to top, as they are sent."""
        return [one for block in reversed(self.chain) for one in block.variables if one.result]

    def field(self, result):
        """The name of a RESULT in the structure of results: the short one if that is unique."""
        short = [one for one in self.results if one.name == result.name]
        return result.name if len(short) == 1 else result.member

    def schedule(self, sending):
        """[(function, first word)] of a group, in order."""
        order = list(enumerate(self.chain))
        return [(i, g) for i, block in (order if sending else order[::-1])
                for g in range(0, self.words, block.length // 4)]

    def warnings(self):
        """What is allowed but looks wrong."""
        return [f"{self.path}:{one.line}: warning: nothing sets pointer {one.name!r} of block "
                f"{one.block!r}: it has no init value and the block no INIT"
                for block in self.chain for one in block.variables
                if one.pointer and one.init is None and not block.get("INIT")]

    def kernels(self):
        """[(what is called, keyword, block, line)]"""
        for block in self.chain:
            for keyword in ("MACRONAME_S", "MACRONAME_R", "INIT"):
                if block.get(keyword):
                    yield block.get(keyword), keyword, block, block.line_of(keyword)
            for keyword in ("FINAL_S", "FINAL_R"):
                for function, _ in block.finals[keyword]:
                    yield function, keyword, block, block.line_of(keyword)

    def check_library(self, library):
        """Refuse kernels that a library does not declare."""
        text = read_source(library)
        for name, keyword, block, line in self.kernels():
            if not re.search(rf"\b{name}\s*\(", text):
                block.fail(f"{keyword} {name!r} is not in the library {Path(library).name}", line)

    # reading

    def _read(self):
        blocks = []
        for number, raw in enumerate(self.text.split("\n"), 1):
            line = re.split("[#;]", raw, maxsplit=1)[0].strip()
            if not line:
                continue
            if line.startswith("["):
                if not line.endswith("]"):
                    raise SourceError(self.path, number, f"block header {line!r} does not end with ]")
                blocks.append(self._new_block(number, line[1:-1].strip(), blocks))
            elif not blocks:
                raise SourceError(self.path, number, f"{line!r} is before the first block")
            else:
                self._assign(blocks[-1], number, line)
        if not blocks:
            raise SourceError(self.path, 1, "there is no block")
        return blocks

    def _new_block(self, line, name, blocks):
        require_name(self.path, line, name, "block")
        for one in blocks:
            if one.name.lower() == name.lower():  # both are names of members
                raise SourceError(self.path, line, f"block {name!r} is in line {one.line} already")
        return Block(self.path, line, name)

    def _assign(self, block, line, text):
        keyword, equals, value = (part.strip() for part in text.partition("="))
        if not equals:
            block.fail(f"{text!r} is no assignment: '=' is missing", line)
        keyword = ALIASES.get(keyword, keyword)
        if keyword not in KEYWORDS:
            block.fail(f"keyword {keyword!r} is not known; known are {', '.join(KEYWORDS)}", line)
        if not value:
            block.fail(f"{keyword} has no value", line)
        if keyword not in MANY and keyword in block.values:
            block.fail(f"{keyword} is repeated; it was in line {block.line_of(keyword)}", line)
        if keyword == "POSITION":
            if value not in ("TOP", "BOTTOM"):
                block.fail(f"POSITION {value!r} is neither TOP nor BOTTOM", line)
            if value in block.positions:
                block.fail(f"POSITION {value} is repeated", line)
            block.positions[value] = line
        elif keyword in ("VARIABLE", "RESULT"):
            block.variables.append(self._variable(block, line, keyword, value))
        else:
            block.values[keyword] = (line, value)

    def _variable(self, block, line, keyword, value):
        if not (value.startswith("(") and value.endswith(")")):
            block.fail(f"{keyword} {value!r} is not of the form (type, name [, init])", line)
        parts = [part.strip() for part in value[1:-1].split(",")]
        if len(parts) not in (2, 3):
            block.fail(f"{keyword} {value!r} has {len(parts)} parts; (type, name) and (type, name, init) "
                       "are right", line)
        if not all(parts):
            block.fail(f"{keyword} {value!r}: part {parts.index('') + 1} is empty", line)
        kind = re.sub(r"\s*\*", "*", re.sub(r"\s+", " ", parts[0]))
        if kind.count("*") > 1:
            block.fail(f"{keyword} type {parts[0]!r} is a pointer to a pointer; one to a scalar is supported",
                       line)
        scalar = re.sub(r"^const (.*\*)$", r"\1", kind)
        if scalar.rstrip("*") not in SCALARS:
            block.fail(f"{keyword} type {parts[0]!r} is not supported: a scalar or a pointer to one is", line)
        if "[" in parts[1]:
            block.fail(f"{keyword} {parts[1]!r} is an array; a pointer to its first element is supported",
                       line)
        if keyword == "RESULT" and kind.endswith("*"):
            block.fail(f"RESULT {parts[1]!r} is a pointer, which cannot be sent", line)
        require_name(self.path, line, parts[1], keyword)
        if any(one.name == parts[1] for one in block.variables):
            block.fail(f"{keyword} {parts[1]!r} is declared twice", line)
        init = parts[2] if len(parts) == 3 else None
        if init is not None and not VALUE.match(init):
            block.fail(f"{keyword} {parts[1]!r}: init value {init!r} is not a number, name or call", line)
        return Variable(block.name, line, kind, parts[1], init, keyword == "RESULT")

    # checking

    def _check_blocks(self):
        for block in self.blocks:
            for keyword in ("MACRONAME_S", "MACRONAME_R", "INIT"):
                name = block.get(keyword) if keyword == "INIT" else block.require(keyword)
                if name is not None:
                    require_name(self.path, block.line_of(keyword), name, keyword)
            text, line = block.require("LENGTH"), block.line_of("LENGTH")
            if not re.match(r"-?\d+\Z", text):
                block.fail(f"LENGTH {text!r} is not a number of octets", line)
            block.length = int(text)
            if block.length <= 0:
                block.fail(f"LENGTH {text} is not above 0", line)
            if block.length % 4:
                block.fail(f"LENGTH {text} is not a multiple of 4", line)
            for keyword in ("FINAL_S", "FINAL_R"):
                if block.get(keyword):
                    block.finals[keyword] = self._final(block, keyword)

    def _final(self, block, keyword):
        line, value = block.values[keyword]
        calls = re.findall(r"([A-Za-z]\w*)\s*\(\s*([^()]*?)\s*\)", value)
        spelled = ",".join(f"{name}({','.join(re.split(r' *, *', given))})" for name, given in calls)
        if not calls or re.sub(r"\s+", "", value) != f"({spelled})":
            block.fail(f"{keyword} {value!r} is not of the form (f(result, ...), ...)", line)
        own = {one.name: one for one in block.variables}
        found = []
        for name, given in calls:
            require_name(self.path, line, name, keyword)
            arguments = []
            for one in re.split(r"\s*,\s*", given) if given else []:
                if one in own and not own[one].result:
                    block.fail(f"{keyword} names {one!r}, a VARIABLE; it takes RESULTs", line)
                if one not in own:
                    others = [b.name for b in self.blocks for v in b.variables if v.name == one]
                    where = f", but in {others[0]!r}" if others else " anywhere"
                    block.fail(f"{keyword} names RESULT {one!r}, which is not declared here{where}", line)
                arguments.append(own[one])
            found.append((name, arguments))
        return found

    def _order(self):
        ends = {}
        for position in ("TOP", "BOTTOM"):
            found = [block for block in self.blocks if position in block.positions]
            if not found:
                raise SourceError(self.path, self.blocks[0].line, f"no block has POSITION = {position}")
            if len(found) > 1:
                found[1].fail(f"POSITION = {position} is that of {found[0].name!r} already",
                              found[1].positions[position])
            ends[position] = found[0]
        names = {block.name: block for block in self.blocks}
        above = {}
        for block in self.blocks:
            name, line = block.get("NEXT"), block.line_of("NEXT")
            if block is ends["BOTTOM"]:
                if name is not None:
                    block.fail("NEXT is given, but nothing is below POSITION = BOTTOM", line)
                continue
            if name is None:
                block.fail("NEXT is missing; only the block with POSITION = BOTTOM has none")
            if name not in names:
                block.fail(f"NEXT {name!r} is not a block", line)
            if name == block.name:
                block.fail("NEXT is the block itself", line)
            if name in above:
                block.fail(f"NEXT {name!r} is also that of {above[name].name!r}", line)
            above[name] = block
        chain, block = [], ends["TOP"]
        while block not in chain:
            chain.append(block)
            block = names.get(block.get("NEXT"))
            if block is None:
                break
        else:
            chain[-1].fail(f"NEXT {chain[-1].get('NEXT')!r} makes a cycle", chain[-1].line_of("NEXT"))
        for block in self.blocks:
            if block not in chain:
                block.fail(f"no way of NEXTs leads to it from {chain[0].name!r} at the TOP")
        return chain
