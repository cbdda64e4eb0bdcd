# SPDX-License-Identifier: GPL-2.0-only
"""Random configurations: the loops that ilpgen.py makes, compiled and run, against functions that are
applied one after the other to the whole message, here in Python.

Nothing is shared with the generators: words, XDR and kernels are written a second time.
"""

import os
import random
import shutil
import struct
import subprocess
import sys
import tempfile
from math import gcd
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
UNITS = (4, 8, 12, 16, 20, 24)
LONGEST = 96  # octets of a group
BATCH = 25  # configurations in a file
MASK = 0xFFFFFFFF

DESCRIPTION = """
struct Message { unsigned head<64>; opaque body<300>; int tail; string text<40>; unsigned more<64>; };
"""

# Kernels for units of n words; all depend on the order of the units
KERNEL = """
inline void mix{n}({words}, uint32_t& state, uint32_t turn)
{{
    for (uint32_t* w : {{{addresses}}})
    {{
        *w ^= state;
        *w = *w << turn | *w >> (32 - turn);
        state = state * 1664525 + *w;
    }}
}}
inline void unmix{n}({words}, uint32_t& state, uint32_t turn)
{{
    for (uint32_t* w : {{{addresses}}})
    {{
        const uint32_t code = *w;
        *w = (*w >> turn | *w << (32 - turn)) ^ state;
        state = state * 1664525 + code;
    }}
}}
inline void sum{n}({words}, uint32_t& sum)
{{
    for (uint32_t* w : {{{addresses}}})
    {{
        sum = (sum << 1 | sum >> 31) + *w;
    }}
}}
"""


class Function:
    """A function of a loop."""

    def __init__(self, rng, index):
        self.name = f"F{index}"
        self.cipher = rng.random() < 0.6
        self.words = rng.choice(UNITS) // 4
        self.key = rng.getrandbits(31)
        self.kept = self.cipher and rng.random() < 0.5  # its state, from message to message
        self.turn = rng.randrange(1, 32)

    def text(self, below):
        """Its block."""
        lines = [f"[{self.name}]", f"LENGTH = {4 * self.words}"]
        if self.cipher:
            lines += [f"MACRONAME_S = mix{self.words}", f"MACRONAME_R=unmix{self.words}",
                      "VARIABLE = (u_int, state)" if self.kept else
                      f"VARIABLE = ( u_int , state , {self.key})",
                      f"VARIABLE = (unsigned int, turn, {self.turn})"]
        else:
            lines += [f"MACRO_NAME_S = sum{self.words} ; a checksum", f"MACRO_NAME_R = sum{self.words}",
                      f"RESULT = (u_int, sum, {self.key})"]
        return lines + ([f"NEXT = {below}"] if below else ["POSITION = BOTTOM"])

    def apply(self, words, state):
        """Sends all words through it. Returns (words, state)."""
        if not self.cipher:
            for word in words:
                state = ((state << 1 | state >> 31) + word) & MASK
            return words, state
        out = []
        for word in words:
            word ^= state
            word = (word << self.turn | word >> (32 - self.turn)) & MASK
            state = (state * 1664525 + word) & MASK
            out.append(word)
        return out, state


class Case:
    """A configuration and messages."""

    def __init__(self, seed, messages):
        rng = random.Random(seed)
        while True:
            self.functions = [Function(rng, i) for i in range(rng.randrange(1, 5))]
            self.octets = 4
            for one in self.functions:
                self.octets = self.octets * 4 * one.words // gcd(self.octets, 4 * one.words)
            if self.octets <= LONGEST:
                break
        self.word_by_word = rng.random() < 0.3
        self.order = rng.sample(range(len(self.functions)), len(self.functions))
        self.messages = [self._message(rng) for _ in range(messages)]

    @staticmethod
    def _message(rng):
        size = rng.choice((3, 12, 60))
        return {"head": [rng.getrandbits(32) for _ in range(rng.randrange(size))],
                "body": rng.randbytes(rng.randrange(4 * size)),
                "tail": rng.randrange(-(1 << 31), 1 << 31),
                "text": bytes(rng.randrange(32, 127) for _ in range(rng.randrange(min(size, 40)))),
                "more": [rng.getrandbits(32) for _ in range(rng.randrange(size))]}

    def text(self):
        """The configuration."""
        blocks = []
        for index in self.order:
            below = self.functions[index + 1].name if index + 1 < len(self.functions) else None
            lines = self.functions[index].text(below)
            blocks.append("\n".join(lines + (["POSITION = TOP"] if index == 0 else [])))
        return "# random\n\n" + "\n\n".join(blocks) + "\n"

    def expected(self):
        """For each message what is sent, in octets."""
        kept = {one: 0 for one in self.functions}
        for message in self.messages:
            xdr = marshal(message)
            xdr += bytes(-len(xdr) % self.octets)
            words = list(struct.unpack(f">{len(xdr) // 4}I", xdr))
            results = []
            for one in self.functions:
                words, state = one.apply(words, kept[one] if one.kept else one.key)
                kept[one] = state
                if not one.cipher:
                    results.insert(0, state)  # from bottom to top
            yield struct.pack(f">{len(words) + len(results)}I", *words, *results)


def marshal(message):
    """XDR of a message by RFC 4506, sections 4.1, 4.10, 4.11 and 4.13."""
    def opaque(octets):
        return struct.pack(">I", len(octets)) + octets + bytes(-len(octets) % 4)

    def array(values):
        return struct.pack(f">I{len(values)}I", len(values), *values)

    return (array(message["head"]) + opaque(message["body"]) + struct.pack(">i", message["tail"])
            + opaque(message["text"]) + array(message["more"]))


def library():
    """The kernels in C++."""
    lines = ["#ifndef KERNELS_H", "#define KERNELS_H", "#include <cstdint>"]
    for unit in UNITS:
        n = unit // 4
        lines.append(KERNEL.format(n=n, words=", ".join(f"uint32_t& w{j}" for j in range(n)),
                                   addresses=", ".join(f"&w{j}" for j in range(n))))
    return "\n".join([*lines, "#endif", ""])


def literal(values):
    """Numbers in braces."""
    return "{" + ", ".join(f"{value}u" for value in values) + "}"


MAIN = """
template <class Send, class Receive, class Size>
void
Try(Send send, Receive receive, Size size, const std::vector<Message>& messages)
{
    for (const auto& message : messages)
    {
        std::vector<uint8_t> octets(size(message));
        if (send(octets.data(), message) != octets.data() + octets.size())
        {
            std::printf("wrong size ");
        }
        for (const auto octet : octets)
        {
            std::printf("%02x", octet);
        }
        Message back;
        const int level = receive(octets.data(), octets.data() + octets.size(), back);
        std::printf(" %d %d\\n", level, back == message);
    }
}
"""


def source(cases, first):
    """A program that runs some configurations."""
    lines = ["#include <cstdio>", "#include <vector>", '#include "message-adu.h"']
    lines += [f'#include "c{first + i}-functions.h"' for i in range(len(cases))]
    lines += ["using message::Message;", MAIN, "int main()", "{"]
    for i, case in enumerate(cases, first):
        lines += ["    {", "        std::vector<Message> messages;"]
        for one in case.messages:
            text = ", ".join(str(octet) for octet in one["text"])
            tail = one["tail"] if one["tail"] > -(1 << 31) else "(-2147483647 - 1)"
            lines.append(f"        messages.push_back({{{literal(one['head'])}, {literal(one['body'])}, "
                         f"{tail}, std::string({{{text}}}), {literal(one['more'])}}});")
        lines += [f"        c{i}::C{i}State sender, receiver; c{i}::C{i}Results a, b;",
                  "        Try([&](uint8_t* to, const Message& m) { return "
                  f"c{i}::SendC{i}(sender, a, to, m); }},",
                  "            [&](const uint8_t* from, const uint8_t* end, Message& m) { return "
                  f"c{i}::ReceiveC{i}(receiver, a, b, from, end, m); }},",
                  f"            c{i}::GetC{i}Size, messages);", "    }"]
    return "\n".join([*lines, "}", ""])


def headers(folder):
    """ns3/ as an installed ns-3 has it, with the headers of this room alone."""
    (folder / "ns3").mkdir()
    for path in (ROOT / "model" / "ilp").glob("*.h"):
        os.symlink(path, folder / "ns3" / path.name)


def compile_and_run(folder, name, text, flags=("-O1",)):
    """The output of a program; warnings are errors."""
    (folder / f"{name}.cc").write_text(text, encoding="utf-8")
    compiler = os.environ.get("CXX") or shutil.which("c++") or "g++"
    subprocess.run([*compiler.split(), "-std=c++17", "-Wall", "-Wextra", "-Werror", *flags, "-I", folder,
                    folder / f"{name}.cc", "-o", folder / name], check=True)
    return subprocess.run([folder / name], check=True, capture_output=True, text=True).stdout


def generate(folder, case, index):
    """Have ilpgen.py make a loop."""
    config = folder / f"c{index}.ilp.cfg"
    config.write_text(case.text(), encoding="utf-8")
    words = ["--word-by-word"] if case.word_by_word else []
    subprocess.run([sys.executable, ROOT / "tools" / "ilpgen.py", config, "--adu", folder / "message.adu",
                    "--adu-namespace", "message", "--namespace", f"c{index}", "--library",
                    folder / "kernels.h", "--out", folder, *words], check=True)


def compare(number, messages=12, seed=1):
    """Runs so many random configurations. Returns counts, and descriptions of all differences."""
    cases = [Case(f"{seed}-{i}", messages) for i in range(number)]
    wrong, groups = [], set()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        headers(folder)
        (folder / "kernels.h").write_text(library(), encoding="utf-8")
        (folder / "message.adu").write_text(DESCRIPTION, encoding="utf-8")
        for first in range(0, number, BATCH):
            batch = cases[first:first + BATCH]
            for i, case in enumerate(batch, first):
                generate(folder, case, i)
            output = compile_and_run(folder, f"batch{first}", source(batch, first)).splitlines()
            expected = [(i, j, octets.hex()) for i, case in enumerate(batch, first)
                        for j, octets in enumerate(case.expected())]
            if len(output) != len(expected):
                wrong.append(f"batch {first}: {len(output)} lines, not {len(expected)}")
            for (i, j, octets), line in zip(expected, output):
                groups.add(cases[i].octets)
                if line != f"{octets} 0 1":
                    wrong.append(f"configuration {seed}-{i}, message {j}: {line}, not {octets} 0 1")
    return {"configurations": number, "messages": number * messages, "group_sizes": sorted(groups),
            "wrong": wrong}


if __name__ == "__main__":
    print(compare(int(sys.argv[1]) if len(sys.argv) > 1 else 25))
