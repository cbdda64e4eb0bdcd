#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""Counts what the innermost loop of each function of a program does, in its machine code.

    tools/ilp-loopstat.py PROGRAM [--function REGEX]

prints a JSON object for each function whose name matches and that has a loop: instructions, loads
and stores of the message, and accesses to the stack, which are variables that found no register. An
operand in memory counts, whatever the instruction; one that is read and written counts once on the
stack. A copy between general and vector registers is such a variable as well. Only x86-64 is
understood. Needs Python 3.8, and objdump of binutils.
"""

import argparse
import json
import re
import shutil
import subprocess
import sys

HEAD = re.compile(r"^[0-9a-f]+ <(.*)>:$")
LINE = re.compile(r"^\s*([0-9a-f]+):\s+(\S+)\s*(.*)$")
MEMORY = re.compile(r"(?:%[a-z]s:)?-?(?:0x[0-9a-f]+)?\((%\w+)?(?:,(%\w+)(?:,\d)?)?\)")
NO_ACCESS = ("lea", "nop", "prefetch", "data16", "cs")
ONLY_READ = ("cmp", "test", "push", "ucomi", "comi", "bt")
TO_VECTOR = ("movd", "movq", "vmovd", "vmovq", "pinsr", "pextr", "vpinsr", "vpextr")
PREFIXES = ("rep", "repz", "repnz", "lock", "notrack", "bnd", "data16", "cs")


class LoopstatError(Exception):
    """What a user should know, in one line."""


def disassemble(program, function=None):
    """[(name, [(address, operation, operands)])] of a program's functions."""
    tool = shutil.which("objdump")
    if not tool:
        raise LoopstatError("there is no objdump: install binutils")
    done = subprocess.run([tool, "-d", "-C", "--no-show-raw-insn", str(program)],
                          capture_output=True, text=True, errors="replace", check=False)
    if done.returncode:
        raise LoopstatError(done.stderr.strip().splitlines()[-1] if done.stderr.strip()
                            else f"objdump makes nothing of {program}")
    if "x86-64" not in done.stdout[:500]:
        raise LoopstatError(f"{program} is no program for x86-64")
    return parse(done.stdout, function)


def parse(text, function=None):
    """The functions of objdump's output."""
    found, lines = [], None
    for line in text.splitlines():
        head = HEAD.match(line)
        if head:
            lines = [] if not function or re.search(function, head[1]) else None
            if lines is not None:
                found.append((head[1], lines))
        elif lines is not None:
            code = LINE.match(line)
            if code:
                lines.append((int(code[1], 16), *without_prefix(code[2], code[3])))
    return found


def without_prefix(operation, operands):
    """An instruction without what only modifies it."""
    operands = re.sub(r"\s*[#<].*", "", operands).strip()
    while operation in PREFIXES and operands:
        operation, _, operands = operands.partition(" ")
        operands = operands.strip()
    return operation, operands


def innermost(lines):
    """The longest loop that has no loop inside, a list of instructions; None without loops.

    A jump back makes a loop. Jumps back to one place are the ways round one loop."""
    addresses = {line[0] for line in lines}
    back = {}
    for address, operation, operands in lines:
        if operation.startswith("j") and re.fullmatch(r"[0-9a-f]+", operands.split(" ")[0] or "-"):
            target = int(operands.split(" ")[0], 16)
            if target <= address and target in addresses:
                back[target] = max(address, back.get(target, address))
    inner = [(low, high) for low, high in back.items()
             if not any(low <= a and b <= high and (a, b) != (low, high) for a, b in back.items())]
    if not inner:
        return None
    low, high = max(inner, key=lambda ends: ends[1] - ends[0])
    return [line for line in lines if low <= line[0] <= high]


def split(operands):
    """Operands of an instruction, the destination last."""
    return re.split(r",(?![^(]*\))", operands) if operands else []


def accesses(operation, operands):
    """(loads, stores, stack) of one instruction."""
    if operation.startswith(NO_ACCESS):
        return 0, 0, 0
    parts = split(operands)
    loads = stores = stack = 0
    kinds = {bool(re.search(r"%[xyz]mm", part)) for part in parts}
    if operation.startswith(TO_VECTOR) \
            and kinds == {True, False} and all(part.startswith("%") for part in parts):
        return 0, 0, 1
    for i, part in enumerate(parts):
        memory = MEMORY.search(part)
        if not memory or part.startswith("*"):
            continue
        if memory[1] == "%rsp":
            stack += 1
            continue
        last = i == len(parts) - 1
        writes = last and not operation.startswith(ONLY_READ) and (len(parts) > 1 or operation in (
            "inc", "dec", "neg", "not", "incl", "decl", "negl", "notl"))
        reads = not (writes and re.match(r"v?mov", operation))
        loads += reads
        stores += writes
    return loads, stores, stack


def count(lines):
    """What the innermost loop of a function does; None without loops."""
    loop = innermost(lines)
    if loop is None:
        return None
    totals = [accesses(operation, operands) for _, operation, operands in loop]
    loads, stores, stack = (sum(column) for column in zip(*totals))
    return {"instructions": sum(1 for line in loop if not line[1].startswith("nop")),
            "loads": loads, "stores": stores, "stack": stack}


def loops_of(program, function=None):
    """{name: counts} of all functions with loops."""
    counted = ((name, count(lines)) for name, lines in disassemble(program, function))
    return {name: counts for name, counts in counted if counts}


def main():
    """The tool."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program")
    parser.add_argument("--function", help="a regular expression that names must contain")
    options = parser.parse_args()
    try:
        for name, counts in loops_of(options.program, options.function).items():
            print(json.dumps({"function": name, **counts}))
    except LoopstatError as error:
        print(f"ilp-loopstat.py: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
