# SPDX-License-Identifier: GPL-2.0-only
"""The programs of ilp against second implementations, the counter of loops against code by hand."""

import functools
import importlib.util
import re
import subprocess
import sys

import pytest
from conftest import ROOT
from programs import BUILD, assert_refused, metrics

WORD = 0xffffffff
TOOL = ROOT / "tools" / "ilp-loopstat.py"


def load(path):
    """A module from a file."""
    spec = importlib.util.spec_from_file_location(path.stem.replace("-", "_"), path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


LOOPSTAT = load(TOOL)


# --- functions, written down again from their description ----------------------------------


def scramble(a, b):
    """The generator of constants and states, and the sum of results."""
    x = (a * 0x9e3779b9 + b * 0x85ebca6b + 0x7f4a7c15) & WORD
    x = (x ^ x >> 15) * 0x2c1b3c6d & WORD
    x = (x ^ x >> 12) * 0x297a2d39 & WORD
    return x ^ x >> 15


def message(octets):
    """What the program fills its first buffer with, in words of this host."""
    x, data = 1, bytearray()
    for _ in range(octets):
        x = (x * 1103515245 + 12345) & WORD
        data.append(x >> 16 & 0xff)
    return [int.from_bytes(data[i:i + 4], sys.byteorder) for i in range(0, octets, 4)]


def operate(number, x, y):
    """Additions and exclusive ors in turn."""
    return (x + y) & WORD if number % 2 == 0 else x ^ y


def feed_forward(function, s, k, words):
    """k - s - r operations with constants; x op= t for r words of state, t op= x for all."""
    t = [scramble(1000 + function, i) for i in range(s)]
    read = min(s, k - s)
    out = []
    for x in words:
        number = 0
        while number < k - s - read:
            x = operate(number, x, scramble(function, number) | 1)
            number += 1
        for i in range(s):
            if i < read:
                x = operate(number, x, t[i])
                number += 1
            t[i] = operate(number, t[i], x)
            number += 1
        assert number == k
        out.append(x)
    return out, t


def serial(function, s, k, words):
    """x op= t and t op= x in turn, over all words of state."""
    t = [scramble(1000 + function, i) for i in range(s)]
    out = []
    for x in words:
        for number in range(k):
            i = number // 2 % s
            if number % 2 == 0:
                x = operate(number, x, t[i])
            else:
                t[i] = operate(number, t[i], x)
        out.append(x)
    return out, t


def blocks(body):
    """The same functions on blocks of b words, b even. First 2 (b - 1) additions: each word adds the
    one before it, round twice but for the last one; the second time all that it had not."""
    def mixed(block):
        for i in range(2 * (len(block) - 1)):
            block[(i + 1) % len(block)] = operate(0, block[(i + 1) % len(block)], block[i % len(block)])

    def forward(b, function, s, k, words):
        """Constants for the words in turn; each word uses a word of state before one updates it."""
        t = [scramble(1000 + function, i) for i in range(s)]
        read = min(b * s, k - 2 * (b - 1) - s)
        constants = k - 2 * (b - 1) - s - read
        out = []
        for at in range(0, len(words), b):
            block = words[at:at + b]
            for number in range(constants):
                block[number % b] = operate(number // b, block[number % b],
                                            scramble(function, number) | 1)
            mixed(block)
            number, used = constants, 0
            for i in range(s):
                for j in range(b):
                    if used < read:
                        block[j] = operate(number, block[j], t[i])
                        number, used = number + 1, used + 1
                t[i] = operate(number, t[i], block[i % b])
                number += 1
            assert number + 2 * (b - 1) == k
            out += block
        return out, t

    def chain(b, function, s, k, words):
        """Each word goes through all words of state before the next one does."""
        t = [scramble(1000 + function, i) for i in range(s)]
        out = []
        for at in range(0, len(words), b):
            block = words[at:at + b]
            mixed(block)
            for number in range(k - 2 * (b - 1)):
                i, j = number // 2 % s, number // 2 // s % b
                if number % 2 == 0:
                    block[j] = operate(number, block[j], t[i])
                else:
                    t[i] = operate(number, t[i], block[j])
            out += block
        return out, t
    return forward if body is feed_forward else chain


def summed(words, digests):
    """The program's sum of all results."""
    total = 0
    for one in digests:
        total = scramble(total, one)
    for word in words:
        for octet in word.to_bytes(4, sys.byteorder):
            total = (total * 31 + octet) & WORD
    return total


def compare(body, functions, s, k, *options):
    """The program against functions in Python: body(function, s, k, words), of which mode the options tell."""
    words = message(256)
    digests = []
    for function in range(functions):
        words, state = body(function, s, k, words)
        digest = 0
        for one in state:
            digest = scramble(digest, one)
        digests.append(digest)
    seen = metrics("ilp-bench", f"--functions={functions}", f"--s={s}", f"--k={k}", *options,
                   "--octets=256", "--samples=1")
    assert seen["equal"] is True
    assert seen["digest"] == summed(words, digests)


MODES = {feed_forward: "--mode=FeedForward", serial: "--mode=Serial"}


@pytest.mark.parametrize("body, functions, s, k", [
    (feed_forward, 3, 0, 10), (feed_forward, 3, 2, 10), (feed_forward, 3, 9, 10),
    (feed_forward, 1, 17, 20),
    (feed_forward, 8, 8, 10), (feed_forward, 3, 2, 100), (serial, 3, 2, 4), (serial, 3, 2, 50)])
def test_synthetic_functions(body, functions, s, k):
    compare(body, functions, s, k, MODES[body])


@pytest.mark.parametrize("body, functions, s, k, block", [
    (feed_forward, 3, 2, 20, 2), (feed_forward, 3, 2, 40, 4), (feed_forward, 3, 0, 4, 2),
    (feed_forward, 3, 3, 7, 2), (feed_forward, 1, 5, 20, 4), (serial, 3, 2, 20, 2),
    (serial, 3, 2, 40, 4), (serial, 2, 3, 18, 2)])
def test_synthetic_functions_on_blocks(body, functions, s, k, block):
    compare(functools.partial(blocks(body), block), functions, s, k, MODES[body], f"--block={block}")


@pytest.mark.parametrize("body, s, k, b", [(feed_forward, 2, 6, 2), (feed_forward, 1, 11, 4),
                                           (serial, 2, 10, 2), (serial, 1, 14, 4)])
def test_each_word_of_a_block_depends_on_all_words_and_on_state(body, s, k, b):
    """The rule for synthetic functions, at the fewest instructions that are allowed."""
    start = [scramble(7, i) for i in range(2 * b)]
    plain = blocks(body)(b, 0, s, k, start)[0]
    for i in range(b):
        changed = blocks(body)(b, 0, s, k, [x ^ (0x10101 << i if j == i else 0)
                                            for j, x in enumerate(start)])[0]
        assert all(x != y for x, y in zip(plain, changed)), i  # the next block by the state


def crc32(data):
    """ITU-T I.363.5, bit by bit."""
    crc = WORD
    for octet in data:
        crc ^= octet << 24
        for _ in range(8):
            crc = (crc << 1 & WORD) ^ (0x04c11db7 if crc >> 31 else 0)
    return crc ^ WORD


def checksum(words):
    """RFC 1071, of words as the host has them."""
    total = sum(words)
    while total >> 16:
        total = (total & 0xffff) + (total >> 16)
    return total


def doubled(octet):
    """Times 2 in GF(2^8)."""
    return octet << 1 ^ (0x11d if octet >> 7 else 0)


def parity(data):
    """P and Q of cells of 48 octets."""
    p, q = bytearray(48), bytearray(48)
    for at, octet in enumerate(data):
        p[at % 48] ^= octet
        q[at % 48] = doubled(q[at % 48]) ^ octet
    return p, q


@pytest.mark.parametrize("build", ["scalar", "vector"])
@pytest.mark.parametrize("name", ["simple", "crc", "disperse"])
def test_real_functions(name, build):
    words = [int.from_bytes(word.to_bytes(4, "little"), "big") for word in message(480)]
    if name == "simple":
        words = [((word ^ 0x3c6ef372) + 0x1b873593) & WORD for word in words]
        digests = [0, 0, checksum(words)]
    else:
        data = b"".join(word.to_bytes(4, sys.byteorder) for word in words)
        digests = [0, 0, checksum(words), crc32(data)]
        if name == "disperse":
            digest = 0
            for at in range(0, 48, 4):
                for cell in parity(data):
                    digest = scramble(digest, int.from_bytes(cell[at:at + 4], sys.byteorder))
            digests.append(digest)
    seen = metrics("ilp-bench", f"--real={name}", f"--build={build}", "--octets=480", "--samples=1")
    assert seen["equal"] is True
    assert seen["digest"] == summed(words, digests)


@pytest.mark.parametrize("arguments, words", [
    (["--s=10", "--k=10"], ["k", "at least 11"]),
    (["--mode=Serial", "--s=6", "--k=10"], ["k", "at least 12"]),
    (["--k=12", "--s=3", "--block=4"], ["k", "at least 13"]),  # 6 additions, 3 updates, 4 uses
    (["--mode=Serial", "--block=2", "--k=9"], ["k", "at least 10"]),
    (["--block=0"], ["block", "0", "1"]), (["--k=20", "--block=3"], ["no point that was compiled"]),
    (["--k=40", "--block=4", "--octets=40"], ["octets", "multiple of 16"]),
    (["--k=11"], ["k", "no point that was compiled"]),
    (["--functions=0"], ["functions", "0", "1"]),
    (["--mode=Random"], ["mode", "Random", "FeedForward"]),
    (["--octets=3"], ["octets", "multiple of 4"]),
    (["--real=disperse", "--octets=64"], ["multiple of 48"]),
    (["--octets=67108868"], ["octets", "67108864"]), (["--samples=0"], ["samples"])])
def test_what_the_program_refuses(arguments, words):
    assert_refused("ilp-bench", arguments, words)


def test_today_has_the_same_results():
    for disperse in ("true", "false"):
        assert metrics("ilp-today", f"--disperse={disperse}", "--cells=17",
                       "--samples=1")["equal"] is True
    assert_refused("ilp-today", ["--cells=0"], ["cells", "0", "254"])
    assert_refused("ilp-today", ["--cells=255"], ["cells", "255", "254"])


def test_what_the_model_refuses():
    assert_refused("ilp-model", ["--k=2", "--s=2"], ["k", "at least 3"])
    assert_refused("ilp-model", ["--k=5", "--block=2"], ["k", "at least 6"])
    assert_refused("ilp-model", ["--block=0"], ["block"])
    assert_refused("ilp-model", ["--functions=0"], ["functions"])
    assert_refused("ilp-model", ["--preset=Sparc"], ["preset", "Sparc", "Ss2"])


# --- the model, computed by hand -------------------------------------------------------------

# ILP less sequential, warm, k = 10, F = 1 to 8
FUNCTIONS = {("Ss2", 2): [0, -67.5, -135, -202.5, -176.25, -181.25, -186.25, -191.25],
             ("Ss2", 3): [0, -67.5, -72.5, -46.25, -20, 6.25, 32.5, 58.75],
             ("Ss2", 5): [0, 26.25, 115, 203.75, 292.5, 381.25, 470, 558.75],
             ("Hp735", 4): [0, -10, -20, -30, -40, -34.8, -24.6, -14.4],
             ("Hp735", 8): [0, -10, -4.8, 25.6, 56, 86.4, 116.8, 147.2]}


@pytest.mark.parametrize("preset, s", FUNCTIONS)
def test_functions_of_the_model(preset, s):
    for functions, expected in enumerate(FUNCTIONS[preset, s], start=1):
        seen = metrics("ilp-model", f"--preset={preset}", f"--s={s}", f"--functions={functions}")
        assert abs(seen["ilp_warm_ns"] - seen["sequential_warm_ns"] - expected) < 0.06


@pytest.mark.parametrize("block, ilp, sequential", [(2, 274.375, 373.125), (4, 280.9375, 345.9375)])
def test_blocks_of_the_model(block, ilp, sequential):
    """Ss2, k = 10 b: 225 + (F or 1) (5 b + 5.8) 25 / 4 b, and two accesses of 125 / 4 b for b = 4."""
    seen = metrics("ilp-model", f"--block={block}", f"--k={10 * block}")
    assert seen["ilp_warm_ns"] == pytest.approx(ilp)
    assert seen["sequential_warm_ns"] == pytest.approx(sequential)


@pytest.mark.parametrize("s, integrated, ns",
                         [(2, "true", 336.5), (8, "true", 867.75), (8, "false", 556.5)])
def test_a_transfer_is_limited_by_the_host(s, integrated, ns):
    """8000 / T Mbit/s, less what an acknowledgement of 40 octets for two segments of 1460 costs."""
    seen = metrics("ilp-transfer", f"--s={s}", f"--integrated={integrated}", "--duration=5")
    assert seen["ns_per_octet"] == pytest.approx(ns)
    assert seen["goodput_mbps"] == pytest.approx(8000 / ns * 2920 / 2960, rel=2e-3)
    assert seen["cpu_percent"] > 99.5


# --- the counter of loops --------------------------------------------------------------------

LISTING = """
loops:     file format elf64-x86-64

0000000000001000 <two()>:
    1000:\tmov    $0x0,%eax
    1005:\tmov    (%rsi),%ecx
    1007:\tlea    0x10(%rsi,%rcx,4),%rdx
    100b:\tadd    0x8(%rsp),%ecx
    100f:\txor    %ecx,0x10(%rsp)
    1013:\tmovd   %ecx,%xmm0
    1017:\tmovups %xmm0,(%rdi)
    101a:\tadd    $0x4,%rsi
    101e:\tnopl   0x0(%rax)
    1022:\tcmpl   $0x0,0x4(%rdi)
    1026:\tjne    1005 <two()+0x5>
    1028:\tsub    $0x1,%r8
    102c:\tjne    1000 <two()>
    102e:\tret

0000000000001030 <none()>:
    1030:\tmov    (%rsi),%eax
    1032:\tjmp    2000 <elsewhere()>

0000000000001040 <table()>:
    1040:\tmov    0x4040(,%rax,4),%ecx
    1047:\tincl   (%rdi)
    1049:\tcall   *0x8(%rax)
    104c:\tpush   %rbx
    104d:\tloop   1040 <table()>
    104f:\tjmp    1040 <table()>
"""


def test_accesses_of_the_innermost_loop():
    functions = dict(LOOPSTAT.parse(LISTING))
    # by hand: loads (%rsi) and 4(%rdi), store (%rdi); stack: read, changed, a vector register
    assert LOOPSTAT.count(functions["two()"]) == {"instructions": 9, "loads": 2, "stores": 1,
                                                  "stack": 3}
    assert LOOPSTAT.count(functions["none()"]) is None
    # a table's entry is loaded; what is incremented is loaded and stored
    assert LOOPSTAT.count(functions["table()"]) == {"instructions": 6, "loads": 2, "stores": 1,
                                                    "stack": 0}


def test_counter_says_what_is_missing(tmp_path, monkeypatch):
    (tmp_path / "text").write_text("no program")
    for name, words in (("text", "file format not recognized"), ("none", "No such file")):
        done = subprocess.run([sys.executable, TOOL, tmp_path / name], capture_output=True,
                              text=True,
                              check=False)
        assert done.returncode == 2 and done.stderr.count("\n") == 1
        assert done.stderr.startswith("ilp-loopstat.py: ") and words in done.stderr
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(LOOPSTAT.LoopstatError, match="install binutils"):
        LOOPSTAT.disassemble(tmp_path / "text")


def test_loops_of_the_program_are_as_long_as_their_functions():
    """k instructions, and a few more for addresses, words and end; a load and a store of each word.
    (Blocks without state: additions of two functions meet, which x86 can do at once.)"""
    found = LOOPSTAT.loops_of(BUILD / "bin" / "hsn-ilp-bench",
                              r"Synth<0u.*(Integrated|One<0u>)\(void")
    checked = {1: 0, 2: 0, 4: 0}
    for name, counts in found.items():
        functions, s, k, block = map(int, re.search(
            r"Synth<.*?, (\d+)u, (\d+)u, (\d+)u, (\d+)u>", name).groups())
        both = 1 if "One<" in name else functions
        if both * s + block - 1 <= 9 and (s > 0 or block == 1):
            more = counts["instructions"] - both * k
            assert 2 * block + 2 <= more <= 3 * block + 5, name
            assert counts["loads"] == counts["stores"] == block and counts["stack"] == 0, name
            checked[block] += 1
    assert checked[1] >= 60 and checked[2] >= 7 and checked[4] >= 6
