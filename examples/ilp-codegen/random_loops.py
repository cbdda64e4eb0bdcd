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
BATCH = 50  # configurations in a file
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
inline void wide{n}({words}, uint64_t& sum)
{{
    for (uint32_t* w : {{{addresses}}})
    {{
        sum = (sum << 1 | sum >> 63) + *w;
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
        self.bits = 64 if rng.random() < 0.4 else 32  # of a checksum

    def text(self, below):
        """Its block."""
        lines = [f"[{self.name}]", f"LENGTH = {4 * self.words}"]
        if self.cipher:
            lines += [f"MACRONAME_S = mix{self.words}", f"MACRONAME_R=unmix{self.words}",
                      "VARIABLE = (u_int, state)" if self.kept else
                      f"VARIABLE = ( u_int , state , {self.key})",
                      f"VARIABLE = (unsigned int, turn, {self.turn})"]
        else:
            name, kind = ("sum", "u_int") if self.bits == 32 else ("wide", "u_hyper")
            lines += [f"MACRO_NAME_S = {name}{self.words} ; a checksum", f"MACRO_NAME_R = {name}{self.words}",
                      f"RESULT = ({kind}, sum, {self.key})"]
        return lines + ([f"NEXT = {below}"] if below else ["POSITION = BOTTOM"])

    def apply(self, words, state):
        """Sends all words through it. Returns (words, state)."""
        if not self.cipher:
            for word in words:
                state = ((state << 1 | state >> (self.bits - 1)) + word) & ((1 << self.bits) - 1)
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
            results = b""
            for one in self.functions:
                words, state = one.apply(words, kept[one] if one.kept else one.key)
                kept[one] = state
                if not one.cipher:
                    results = struct.pack(">I" if one.bits == 32 else ">Q", state) + results  # bottom first
            yield struct.pack(f">{len(words)}I", *words) + results


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


MAIN = """
template <class T>
std::vector<T>
ReadMany()
{
    std::vector<T> found;
    long long value;
    size_t size;
    for (std::cin >> size; found.size() < size && std::cin >> value;)
    {
        found.push_back(static_cast<T>(value));
    }
    return found;
}

Message
Read()
{
    Message message;
    message.head = ReadMany<uint32_t>();
    message.body = ReadMany<uint8_t>();
    std::cin >> message.tail;
    const auto text = ReadMany<char>();
    message.text.assign(text.begin(), text.end());
    message.more = ReadMany<uint32_t>();
    return message;
}

template <class State, class Results, class Size, class Send, class Receive>
void
Try(Size size, Send send, Receive receive)
{
    State sender, receiver;
    Results a, b;
    int messages;
    for (std::cin >> messages; messages > 0; messages--)
    {
        const Message message = Read();
        std::vector<uint8_t> octets(size(message));
        if (send(sender, a, octets.data(), message) != octets.data() + octets.size())
        {
            std::printf("wrong size ");
        }
        for (const auto octet : octets)
        {
            std::printf("%02x", octet);
        }
        Message back;
        const auto* begin = octets.data();
        const int level = receive(receiver, a, b, begin, begin + octets.size(), back, true);
        std::printf(" %d %d\\n", level, back == message);
    }
}
"""


def source(first, number):
    """A program that runs some configurations on messages that it reads."""
    lines = ["#include <cstdio>", "#include <iostream>", "#include <vector>", '#include "message-adu.h"']
    names = range(first, first + number)
    lines += [f'#include "c{i}-functions.h"' for i in names]
    lines += ["using message::Message;", MAIN, "int main()", "{"]
    lines += [f"    Try<c{i}::C{i}State, c{i}::C{i}Results>(c{i}::GetC{i}Size, c{i}::SendC{i}, "
              f"c{i}::ReceiveC{i});" for i in names]
    return "\n".join([*lines, "}", ""])


def messages_of(cases):
    """What such a program reads."""
    words = []
    for case in cases:
        words.append(len(case.messages))
        for one in case.messages:
            for name in ("head", "body", "tail", "text", "more"):
                words += [one[name]] if name == "tail" else [len(one[name]), *one[name]]
    return " ".join(map(str, words))


def headers(folder):
    """ns3/ as an installed ns-3 has it, with the headers of this room alone."""
    (folder / "ns3").mkdir()
    for path in (ROOT / "model" / "ilp").glob("*.h"):
        os.symlink(path, folder / "ns3" / path.name)


def compile_and_run(folder, name, text, flags=("-O1",), given=""):
    """The output of a program; warnings are errors."""
    (folder / f"{name}.cc").write_text(text, encoding="utf-8")
    compiler = os.environ.get("CXX") or shutil.which("c++") or "g++"
    subprocess.run([*compiler.split(), "-std=c++17", "-Wall", "-Wextra", "-Werror", *flags, "-I", folder,
                    folder / f"{name}.cc", "-o", folder / name], check=True)
    return subprocess.run([folder / name], input=given, check=True, capture_output=True, text=True).stdout


def generate(folder, case, index):
    """Have ilpgen.py make a loop."""
    config = folder / f"c{index}.ilp.cfg"
    config.write_text(case.text(), encoding="utf-8")
    words = ["--word-by-word"] if case.word_by_word else []
    subprocess.run([sys.executable, ROOT / "tools" / "ilpgen.py", config, "--adu", folder / "message.adu",
                    "--adu-namespace", "message", "--namespace", f"c{index}", "--library",
                    folder / "kernels.h", "--out", folder, *words], check=True)


def compare(number, messages=12, seed=1):
    """Runs so many random configurations of a seed, a number or text. Returns counts, and descriptions
    of all differences."""
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
            output = compile_and_run(folder, f"batch{first}", source(first, len(batch)),
                                     given=messages_of(batch)).splitlines()
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
