# SPDX-License-Identifier: GPL-2.0-only
"""The generators of tools/: what they refuse, what they make, and that the repository has just that.

That generated loops do what their functions do one after the other is claim c01, with random
configurations; examples/ilp-codegen/random_loops.py has the second implementation.
"""

import importlib.util
import os
import platform
import re
import shutil
import subprocess
import sys

import pytest
from conftest import ROOT
from programs import BUILD, metrics

pytestmark = pytest.mark.rotating("examples/ilp-codegen", "model/ilp")

TOOLS = ROOT / "tools"
FOLDER = ROOT / "examples" / "ilp-codegen"

LOOPS = int(os.environ.get("HSN_ILP_LOOPS", "100"))  # random configurations

GOOD = """\
[A]
POSITION = TOP
NEXT = B
LENGTH = 8
MACRONAME_S = f
MACRONAME_R = g
VARIABLE = (u_int, key, 5)
RESULT = (u_int, sum, 0)
FINAL_S = (h(sum))
[B]
POSITION = BOTTOM
LENGTH = 4
MACRO_NAME_S = f
MACRO_NAME_R = g
RESULT = (u_int, sum, 0)
INIT = i
"""


def load(name, path):
    """A module of the paper, without the package hsn."""
    spec = importlib.util.spec_from_file_location(name, path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


RANDOM_LOOPS = load("random_loops", FOLDER / "random_loops.py")
TOOLS_OF_PAPER = load("ilp_codegen_tools", FOLDER / "tools.py")


def tool(name, folder, text, *options, suffix=".ilp.cfg"):
    """(status, what it says) of a generator; -S: without the packages of any environment."""
    path = folder / f"case{suffix}"
    path.write_bytes(text.encode())
    done = subprocess.run([sys.executable, "-S", TOOLS / name, path, "--out", folder, *options],
                          capture_output=True, text=True, check=False)
    return done.returncode, done.stdout + done.stderr


# (what replaces what in GOOD, line of the error, words of the message)
REJECTED = [
    ("LENGTH = 8", "SIZE = 8", 4, "keyword 'SIZE' is not known"),
    ("LENGTH = 8", "LENGTH = 8\nLENGTH = 8", 5, "LENGTH is repeated"),
    ("LENGTH = 8", "LENGTH =", 4, "LENGTH has no value"),
    ("LENGTH = 8", "LENGTH", 4, "'=' is missing"),
    ("[B]", "[A]", 10, "block 'A' is in line 1 already"),
    ("[B]", "[a]", 10, "block 'a' is in line 1 already"),
    ("[B]", "[B", 10, "does not end with ]"),
    ("[B]", "[4]", 10, "block '4' is not an identifier"),
    ("[B]", "[class]", 10, "block 'class' is a reserved word of C++"),
    ("[A]", "", 2, "is before the first block"),
    (GOOD, "# nothing\n", 1, "there is no block"),
    ("LENGTH = 8", "LENGTH = 0", 4, "LENGTH 0 is not above 0"),
    ("LENGTH = 8", "LENGTH = -4", 4, "LENGTH -4 is not above 0"),
    ("LENGTH = 8", "LENGTH = 6", 4, "LENGTH 6 is not a multiple of 4"),
    ("LENGTH = 8", "LENGTH = long", 4, "LENGTH 'long' is not a number of octets"),
    ("LENGTH = 8\n", "", 1, "LENGTH is missing"),
    ("MACRONAME_S = f\n", "", 1, "MACRONAME_S is missing"),
    ("MACRO_NAME_R = g\n", "", 10, "MACRONAME_R is missing"),
    ("MACRONAME_S = f\n", "MACRONAME_S = f\nMACRO_NAME_S = f\n", 6, "MACRONAME_S is repeated"),
    ("MACRONAME_S = f", "MACRONAME_S = 1f", 5, "MACRONAME_S '1f' is not an identifier"),
    ("POSITION = TOP", "POSITION = MIDDLE", 2, "POSITION 'MIDDLE' is neither TOP nor BOTTOM"),
    ("POSITION = TOP\n", "", 1, "no block has POSITION = TOP"),
    ("POSITION = BOTTOM\n", "NEXT = A\n", 1, "no block has POSITION = BOTTOM"),
    ("POSITION = TOP", "POSITION = TOP\nPOSITION = TOP", 3, "POSITION TOP is repeated"),
    ("POSITION = BOTTOM", "POSITION = TOP\nNEXT = A", 11, "POSITION = TOP is that of 'A' already"),
    ("POSITION = BOTTOM", "POSITION = BOTTOM\nPOSITION = TOP", 12,
     "POSITION = TOP is that of 'A' already"),
    ("POSITION = TOP", "POSITION = TOP\nPOSITION = BOTTOM", 12,
     "POSITION = BOTTOM is that of 'A' already"),
    ("NEXT = B\n", "", 1, "NEXT is missing"),
    ("NEXT = B", "NEXT = C", 3, "NEXT 'C' is not a block"),
    ("NEXT = B", "NEXT = A", 3, "NEXT is the block itself"),
    ("POSITION = BOTTOM", "POSITION = BOTTOM\nNEXT = A", 12, "nothing is below POSITION = BOTTOM"),
    ("[B]", "[C]\nNEXT = B\nLENGTH = 4\nMACRONAME_S = f\nMACRONAME_R = g\n[B]", 11,
     "NEXT 'B' is also that of 'A'"),
    ("[B]", "[C]\nNEXT = A\nLENGTH = 4\nMACRONAME_S = f\nMACRONAME_R = g\n[B]", 10,
     "no way of NEXTs leads to it from 'A'"),
    ("NEXT = B", "NEXT = C\nLENGTH = 8\nMACRONAME_S = f\nMACRONAME_R = g\n[C]\nNEXT = A", 8,
     "NEXT 'A' makes a cycle"),
    ("(h(sum))", "(h(total))", 9, "FINAL_S names RESULT 'total', which is not declared here anywhere"),
    ("(h(sum))", "(h(key))", 9, "FINAL_S names 'key', a VARIABLE"),
    ("INIT = i", "INIT = i\nFINAL_R = (h(key))", 17, "which is not declared here, but in 'A'"),
    ("(h(sum))", "h(sum)", 9, "FINAL_S 'h(sum)' is not of the form"),
    ("(u_int, key, 5)", "u_int key", 7, "is not of the form (type, name [, init])"),
    ("(u_int, key, 5)", "(u_int, key, 5, 6)", 7, "has 4 parts"),
    ("(u_int, key, 5)", "(u_int, , 5)", 7, "part 2 is empty"),
    ("(u_int, key, 5)", "(struct key, key)", 7, "type 'struct key' is not supported"),
    ("(u_int, key, 5)", "(u_int * *, key)", 7, "type 'u_int * *' is a pointer to a pointer"),
    ("(u_int, key, 5)", "(u_int, key[4])", 7, "VARIABLE 'key[4]' is an array"),
    ("(u_int, key, 5)", "(u_int, 5key)", 7, "VARIABLE '5key' is not an identifier"),
    ("(u_int, key, 5)", "(u_int, int)", 7, "VARIABLE 'int' is a reserved word of C++"),
    ("(u_int, key, 5)", "(u_int, key, 5 + 5)", 7, "init value '5 + 5' is not a number, name or call"),
    ("(u_int, key, 5)", f"(u_int, {'k' * 32})", 7, "has 32 characters; at most 31"),
    ("(u_int, key, 5)", "(u_int, sum)", 8, "RESULT 'sum' is declared twice"),
    ("(u_int, key, 5)", "(u_int, key)\nRESULT = (u_int*, where)", 8,
     "RESULT 'where' is a pointer, which cannot be sent"),
    ("LENGTH = 8", "LENGTH = 260", 4, "is 260 octets; the maximum is 256"),
]


@pytest.mark.parametrize("old, new, line, words", REJECTED, ids=[row[3] for row in REJECTED])
def test_wrong_configuration_is_refused_with_file_and_line(tmp_path, old, new, line, words):
    assert old in GOOD
    status, says = tool("ilpgen.py", tmp_path, GOOD.replace(old, new, 1))
    assert status == 2
    assert says.startswith(f"{tmp_path}/case.ilp.cfg:{line}: ") and says.count("\n") == 1
    assert words in says
    assert not list(tmp_path.glob("*.h"))


def test_right_configuration_is_accepted_also_with_carriage_returns(tmp_path):
    assert tool("ilpgen.py", tmp_path, GOOD) == (0, "")
    first = {path.name: path.read_text() for path in tmp_path.glob("*.h")}
    assert tool("ilpgen.py", tmp_path, GOOD.replace("\n", "\r\n")) == (0, "")
    assert first == {path.name: path.read_text() for path in tmp_path.glob("*.h")}
    assert "uint32_t a_sum;" in first["case-results.h"] or "a_sum" in first["case-results.h"]


def test_one_block_may_be_top_and_bottom(tmp_path):
    text = "[A]\nPOSITION = TOP\nPOSITION = BOTTOM\nLENGTH = 4\nMACRONAME_S = f\nMACRONAME_R = f\n"
    assert tool("ilpgen.py", tmp_path, text) == (0, "")


def test_missing_files_kernels_and_pointers(tmp_path):
    status, says = tool("ilpgen.py", tmp_path, GOOD, "--library", str(tmp_path / "none.h"))
    assert status == 2 and "none.h:0: cannot be read: No such file" in says
    (tmp_path / "some.h").write_text("void f(unsigned&);\nvoid h(unsigned*);")
    status, says = tool("ilpgen.py", tmp_path, GOOD, "--library", str(tmp_path / "some.h"))
    assert status == 2 and "case.ilp.cfg:6: block 'A': MACRONAME_R 'g' is not in the library" in says
    for kernels, line, words in (("void f(unsigned&), g(unsigned&);", 9, "block 'A': FINAL_S 'h'"),
                                 ("void f(unsigned&), g(unsigned&), h(unsigned*);", 16, "block 'B': INIT 'i'")):
        (tmp_path / "some.h").write_text(kernels)
        status, says = tool("ilpgen.py", tmp_path, GOOD, "--library", str(tmp_path / "some.h"))
        assert status == 2 and f"case.ilp.cfg:{line}: {words} is not in the library some.h" in says
    text = GOOD.replace("(u_int, key, 5)", "(u_int*, key)")
    status, says = tool("ilpgen.py", tmp_path, text, "--check")
    assert status == 0 and "case.ilp.cfg:7: warning: nothing sets pointer 'key'" in says


REJECTED_ADUS = [
    ("struct A { int x; }", 1, "the file ends where ';' is expected"),
    ("struct A { int x; }; struct A { int y; };", 1, "struct 'A' is defined twice"),
    ("struct A { int x; int x; };", 1, "member 'x' is declared twice"),
    ("struct A { B x; };", 1, "type 'B' is not known"),
    ("struct A {\n A x; };", 2, "'A' contains itself"),
    ("struct A { };", 1, "struct 'A' has no member"),
    ("struct A { string s; };", 1, "string 's' needs a size"),
    ("struct A { string s[4]; };", 1, "string 's' needs <maximum>"),
    ("struct A { opaque s[0]; };", 1, "size 0 is not in 1..1048576"),
    ("struct A { opaque s[N]; };", 1, "size 'N' is neither a number nor a constant"),
    ("struct A { int *s[4]; };", 1, "a pointer is to one value of a type"),
    ("struct A { int while; };", 1, "'while' is a reserved word"),
    ("struct A { int $; };", 1, "unexpected character '$'"),
    ("enum E { P = 1, Q = 1 };\nstruct A { E e; };", 1, "value 1 of enum 'E' is given twice"),
    ("enum E { P = 1 };", 1, "there is no struct and no union"),
    ("enum E { P = 1 }; union A switch (E e)\n{ case Q: void; };", 2, "'Q' is not a member of enum 'E'"),
    ("union A switch (float f) { case 1: void; };", 1, "a union's switch is an enum, int or unsigned"),
    ("union A switch (int i) {\n case 1: void;\n case 1: void; };", 3, "case 1 of union 'A' is given twice"),
    ("union A switch (int i) { default: void; };", 1, "union 'A' has no case"),
    ("union A switch (int i) { default: void;\n case 1: void; };", 2, "default is the last arm"),
    ("typedef int T;", 1, "const, enum, struct or union expected, not 'typedef'"),
    ("const N = 5000000000;", 1, "constant 5000000000 is not in"),
    ("struct A {\n int x, y; };", 2, "';' expected, not ','"),
    ("union A switch (int i) { case 1: default: void; };", 1, "default stands alone"),
    ("union A switch (int i) { int x; };", 1, "case or default expected, not 'int'"),
]


@pytest.mark.parametrize("text, line, words", REJECTED_ADUS, ids=[row[2] for row in REJECTED_ADUS])
def test_wrong_description_is_refused_with_file_and_line(tmp_path, text, line, words):
    status, says = tool("adugen.py", tmp_path, text, suffix=".adu")
    assert status == 2
    assert says.startswith(f"{tmp_path}/case.adu:{line}: ") and says.count("\n") == 1
    assert words in says


def test_every_reason_has_a_message_of_its_own(tmp_path, monkeypatch):
    """Without the names and numbers of the case."""
    monkeypatch.syspath_prepend(TOOLS)
    adugen, config = importlib.import_module("adugen"), importlib.import_module("ilp_config")
    path = tmp_path / "case"
    said = []
    for make, texts in ((config.Configuration, [GOOD.replace(old, new, 1) for old, new, *_ in REJECTED]),
                        (adugen.Parser, [text for text, *_ in REJECTED_ADUS])):
        for text in texts:
            path.write_text(text, encoding="utf-8")
            with pytest.raises(config.SourceError) as error:
                make(path)
            where, message = str(error.value).split(": ", 1)
            assert where.startswith(f"{path}:")
            said.append(re.sub(r"'(?:[^']|(?<=')')*?'|-?\d+", "_", message))
    double = {one for one in said if said.count(one) > 1}
    assert double == {
        "block _: LENGTH _ is not above _",  # 0, negative
        "block _ is in line _ already",  # names differ in case, or do not
        "block _: POSITION = TOP is that of _ already"}  # one in each block, two in one


def test_files_that_cannot_be_read(tmp_path):
    (tmp_path / "latin").write_bytes(b"[B\xfcro]")
    for name, reason in (("none", "No such file or directory"), ("", "Is a directory"),
                         ("latin", "is not UTF-8 text")):
        for generator in ("ilpgen.py", "adugen.py"):
            path = tmp_path / name
            done = subprocess.run([sys.executable, "-S", TOOLS / generator, path, "--out", tmp_path],
                                  capture_output=True, text=True, check=False)
            assert done.returncode == 2
            assert done.stderr == f"{path}:0: cannot be read: {reason}\n"


@pytest.mark.parametrize("name", ["paper", "simple", "triple"])
def test_generated_files_are_what_the_tools_make(tmp_path, name):
    subprocess.run([sys.executable, TOOLS / "ilpgen.py", FOLDER / f"{name}.ilp.cfg", "--adu",
                    FOLDER / "transfer.adu", "--adu-namespace", "ns3::hsn::transfer", "--namespace",
                    f"ns3::hsn::{name}", "--library", FOLDER / "ilp-codegen-library.h", "--include",
                    "../ilp-codegen-library.h", "--out", tmp_path], check=True)
    made = sorted(tmp_path.iterdir())
    assert len(made) == 6
    for path in made:
        assert path.read_bytes() == (FOLDER / "generated" / path.name).read_bytes(), path.name


def test_loops_by_words_are_what_the_tool_makes(tmp_path):
    """Run as README says."""
    subprocess.run([FOLDER / "words.py", tmp_path], check=True)
    made = sorted(path.name for path in tmp_path.iterdir())
    assert made == sorted(f"words-{i}-{part}.h" for i in range(1, 13) for part in ("loop", "state"))
    for name in made:
        assert (tmp_path / name).read_bytes() == (FOLDER / "generated" / "words" / name).read_bytes(), name


@pytest.mark.parametrize("name", ["adugen.py", "ilpgen.py"])
def test_generators_are_run_by_their_names(name):
    """As README and the manual have it: the files are programs."""
    done = subprocess.run([TOOLS / name, "--help-language"], capture_output=True, text=True, check=False)
    assert done.returncode == 0 and done.stdout.count("\n") > 10, done.stderr


def test_word_by_word_changes_one_constant(tmp_path):
    """By which benchmarks make that form of the loops that are in the repository."""
    made = []
    for more in ([], ["--word-by-word"]):
        subprocess.run([TOOLS / "ilpgen.py", FOLDER / "paper.ilp.cfg", "--out", tmp_path, *more], check=True)
        made.append({path.name: path.read_text().splitlines() for path in tmp_path.iterdir()})
    changed = {(name, *lines) for name, text in made[0].items() for lines in zip(text, made[1][name])
               if lines[0] != lines[1]}
    assert changed == {("paper-loop.h", "    static constexpr bool RUNS = true;",
                        "    static constexpr bool RUNS = false;")}


def test_generated_words_wait_in_the_buffer_word_by_word(tmp_path):
    """A run of whole groups: afterwards the first word of the last group is in the sender's memory, the
    second one in the receiver's; in the other form the words have passed them by."""
    RANDOM_LOOPS.headers(tmp_path)
    program = """
        #include "simple-loop.h"
        #include <cstdio>
        #include <cstring>
        #include <memory>
        using namespace ns3::hsn;
        template <class T>
        static int Holds(const T& holder, uint32_t word)
        {
            int found = 0;
            for (size_t i = 0; i + 4 <= sizeof(T); i += 4)
            {
                found |= !std::memcmp(reinterpret_cast<const char*>(&holder) + i, &word, 4);
            }
            return found;
        }
        int main()
        {
            uint8_t body[80], to[80], back[80];
            for (int i = 0; i < 80; i++)
            {
                body[i] = static_cast<uint8_t>(3 * i + 7);
            }
            simple::SimpleState state;
            state.Init();
            auto out = std::make_unique<IlpSender<simple::SimpleLoop>>(state, to);
            out->SendBytes(body, 80);
            auto in = std::make_unique<IlpReceiver<simple::SimpleLoop>>(state, to, to + 80);
            in->ReceiveBytes(back, 80);
            std::printf("%d %d %d", Holds(*out, IlpReadWord(body + 72)), Holds(*in, IlpReadWord(body + 76)),
                        std::memcmp(body, back, 80));
        }
        """
    for more, waits in (([], 0), (["--word-by-word"], 1)):
        subprocess.run([TOOLS / "ilpgen.py", FOLDER / "simple.ilp.cfg", "--library",
                        FOLDER / "ilp-codegen-library.h", "--include", FOLDER / "ilp-codegen-library.h",
                        "--namespace", "ns3::hsn::simple", "--out", tmp_path, *more], check=True)
        out = RANDOM_LOOPS.compile_and_run(tmp_path, "buffer", program, flags=("-O2",))
        assert out == f"{waits} {waits} 0", more


@pytest.mark.parametrize("words", range(1, 13))
def test_loops_of_so_many_words_send_what_they_should(words):
    """XDR, padded to whole groups, masked and summed up in Python; both forms."""
    for size in (0, 3, 4 * words, 1000 + words):
        xdr = TOOLS_OF_PAPER.transfer_xdr("data", size)
        xdr += bytes(-len(xdr) % (4 * words))
        masked = bytes(octet ^ (0x5b, 0xd1, 0xe9, 0x95)[i % 4] for i, octet in enumerate(xdr))
        total = sum(int.from_bytes(masked[i:i + 2], "big") for i in range(0, len(masked), 2))
        while total > 0xffff:
            total = (total & 0xffff) + (total >> 16)
        seen = metrics("ilp-codegen-words", f"--words={words}", f"--size={size}", "--samples=1")
        for form in ("runs", "word_by_word"):
            assert seen[f"{form}_octets"] == len(xdr), (form, size)
            assert seen[f"{form}_checksum"] == total ^ 0xffff, (form, size)
            assert seen[f"{form}_ns"] > 0


@pytest.mark.parametrize("variant", ["paper", "simple", "triple"])
def test_all_forms_of_a_configuration_send_the_same(variant):
    """Generated, word by word, by hand, one function after the other."""
    seen = metrics("ilp-codegen-check", f"--variant={variant}")
    for form in ("hand", "sequential", "word_by_word"):
        assert seen[f"{form}_same_octets"] == seen["hand_lengths"] > 32, form


@pytest.mark.parametrize("program", ["bench", "bench-calls", "words"])
def test_timed_loops_have_no_vector_instructions(program):
    """Loops are compared a word at a time, whatever the build's options are. Moves of 16 octets at once
    are not meant: copies of structures."""
    disassembler = shutil.which("objdump")
    if not disassembler or platform.machine() != "x86_64" or "clang" in str(metrics(
            "ilp-codegen-words", "--samples=1")["compiler"]).lower():
        return
    path = BUILD / "bin" / f"hsn-ilp-codegen-{program}"
    text = subprocess.run([disassembler, "-dC", "--no-show-raw-insn", path], capture_output=True, text=True,
                          check=True).stdout
    loops, found = 0, set()
    for part in text.split("\n\n"):
        head = part.split("\n", 1)[0]
        if re.search(r"SendByHand|SendInSequence|SendThrough|IlpSender|Encode", head):
            loops += 1
            found |= set(re.findall(r"\tv?(?:padd|pxor|pand|pshuf|psll|psrl|punpck)\w* +.*", part))
    assert loops > 3
    assert {one for one in found if not re.search(r"pxor +(%\w+),\1(,|$)", one)} == set()


def test_generated_code_has_the_format_of_the_module(tmp_path):
    # .ci/run formats the files of the repository; these are others, with long lines
    formatter = shutil.which("clang-format")
    (tmp_path / "message.adu").write_text(RANDOM_LOOPS.DESCRIPTION)
    (tmp_path / "kernels.h").write_text(RANDOM_LOOPS.library())
    shutil.copy(ROOT / ".clang-format", tmp_path)
    for index in range(4):
        RANDOM_LOOPS.generate(tmp_path, RANDOM_LOOPS.Case(f"format-{index}", 0), index)
    made = [path for path in sorted(tmp_path.glob("*.h")) if path.name != "kernels.h"]
    assert len(made) > 12
    for path in made:
        assert max(map(len, path.read_text().splitlines())) <= 100, path.name
    if formatter:
        done = subprocess.run([formatter, "--dry-run", "-Werror", *made], cwd=tmp_path, text=True,
                              capture_output=True, check=False)
        assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("batch", range(LOOPS // RANDOM_LOOPS.BATCH))
def test_random_loops_do_what_their_functions_do(batch):
    """HSN_ILP_LOOPS=1000 compiles so many."""
    done = RANDOM_LOOPS.compare(RANDOM_LOOPS.BATCH, messages=10, seed=f"test {batch}")
    assert done["wrong"] == [] and done["messages"] == 10 * RANDOM_LOOPS.BATCH


def test_a_pointer_may_lead_to_its_own_type_and_arrays_to_anything(tmp_path):
    """All kinds of members, compiled without warnings, against XDR by hand."""
    tool("adugen.py", tmp_path, """
        enum E { P = -1, Q = 7 };
        struct Node { bool flags<3>; Node *next; };
        union U switch (unsigned u) { case 1: case 2: hyper big[2]; default: E e; };
        struct All { Node node; unsigned hyper longs<>; double real; float few[2]; U some<2>; };
        """, suffix=".adu")
    RANDOM_LOOPS.headers(tmp_path)
    out = RANDOM_LOOPS.compile_and_run(tmp_path, "all", """
        #include "case-adu.h"
        #include <cstdio>
        int main()
        {
            Case::All all, back;
            all.node.flags = {true, false};
            all.node.next = std::make_unique<Case::Node>();
            all.some.resize(2);
            all.some[0].u = 2;
            all.some[0].big = {-2, 3};
            all.some[1].u = 9;
            all.some[1].e = Case::E::Q;
            all.longs = {1};
            all.real = 1.0;
            all.few = {1.0F, -1.0F};
            unsigned char octets[200];
            ns3::hsn::XdrWriter out(octets);
            Encode(out, all);
            for (auto* at = octets; at != out.GetEnd(); at++)
            {
                std::printf("%02x", *at);
            }
            ns3::hsn::XdrReader in(octets, out.GetEnd());
            Decode(in, back);
            all.some[1].e = static_cast<Case::E>(5);
            ns3::hsn::XdrSizer sizer;
            Encode(sizer, all);
            std::printf(" %d %d", back.some[0].big[1] == 3 && back.node.next && in.GetLeft() == 0,
                        sizer.GetError());
        }
        """)
    node = "00000002" "00000001" "00000000" "00000001" + "00000000" "00000000"
    some = ("00000002" "00000002" "fffffffffffffffe" "0000000000000003" "00000009" "00000007")
    rest = "00000001" "0000000000000001" "3ff0000000000000" "3f800000" "bf800000"
    assert out == f"{node}{rest}{some} 1 -2"


def test_pointers_beside_and_behind_each_other_and_padding(tmp_path):
    """1,000 pointers may be behind each other, any number beside each other; padding is zero."""
    tool("adugen.py", tmp_path, """
        struct Node { int i; Node *next; };
        struct Many { Node nodes<2000>; opaque tail<5>; };
        """, suffix=".adu")
    RANDOM_LOOPS.headers(tmp_path)
    out = RANDOM_LOOPS.compile_and_run(tmp_path, "many", """
        #include "case-adu.h"
        #include <cstdio>
        int Decoded(std::vector<unsigned char>& octets)
        {
            Case::Many back;
            ns3::hsn::XdrReader in(octets.data(), octets.data() + octets.size());
            Decode(in, back);
            return in.GetError();
        }
        int main()
        {
            Case::Many many;
            many.nodes.resize(1500);
            for (auto& node : many.nodes)
            {
                node.next = std::make_unique<Case::Node>();
            }
            many.tail = {1, 2, 3, 4, 5};
            std::vector<unsigned char> octets(4 + 1500 * 16 + 12);
            ns3::hsn::XdrWriter out(octets.data());
            Encode(out, many);
            std::printf("%d %d", out.GetEnd() == octets.data() + octets.size(), Decoded(octets));
            octets.back() = 1;
            std::printf(" %d", Decoded(octets));
            for (int depth : {1000, 1001})
            {
                Case::Many deep;
                deep.nodes.resize(1);
                auto* node = &deep.nodes[0];
                for (int i = 0; i < depth; i++)
                {
                    node->next = std::make_unique<Case::Node>();
                    node = node->next.get();
                }
                ns3::hsn::XdrSizer sizer;
                Encode(sizer, deep);
                std::printf(" %d", sizer.GetError());
            }
        }
        """)
    assert out == "1 0 -1 0 -2"


def test_adus_over_both_transports():
    """Every damaged ADU is noticed, none is lost, none is taken for another."""
    for protocol in ("udp", "tcp"):
        seen = metrics("ilp-codegen-transfer", f"--protocol={protocol}", "--damage=0.2", "--adus=500")
        assert seen["adus_sent"] == 500 and seen["adus_damaged"] > 50
        assert seen["errors_by_checksum"] + seen["errors_by_decoder"] == seen["adus_damaged"]
        assert seen["adus_good"] == 500 - seen["adus_damaged"]
        assert seen["adus_wrong"] == 0 and seen["pending_bytes"] == 0


def test_the_host_limits_a_transfer():
    """100 ns an octet are 80 Mbit/s, on a link of 1 Gbit/s."""
    seen = metrics("ilp-codegen-transfer", "--nsPerOctet=100", "--size=4096", "--adus=300")
    assert seen["complete"] and seen["goodput_mbps"] == pytest.approx(80, rel=0.01)


@pytest.mark.parametrize("share", [0.1, 3 / 11, 0.5, 0.8, 1])
def test_integrated_manipulations_let_a_transfer_gain(share):
    """80 Mbit/s by Amdahl's law: 1/1.5 of the share's time is left. From 1/2 on that is more than the 88 and
    96 Mbit/s of claim c18, up to 120 with manipulations alone; the link of 1 Gbit/s is not in the way."""
    seen = metrics("ilp-codegen-transfer", "--nsPerOctet=100", "--size=4096", "--adus=300",
                   f"--share={share:.9f}", "--loopGain=1.5")
    expected = 80 / (1 - share + share / 1.5)
    assert seen["complete"] and seen["goodput_mbps"] == pytest.approx(expected, rel=0.005)


def test_a_slow_link_and_not_the_host_limits_a_transfer():
    """TCP's goodput over 50 Mbit/s: 1,448 of 1,502 octets and the acknowledgements' time beside it."""
    seen = metrics("ilp-codegen-transfer", "--nsPerOctet=100", "--size=4096", "--adus=300", "--share=1",
                   "--loopGain=1.5", "--rate=50Mbps")
    assert 0.85 * 50 < seen["goodput_mbps"] < 50


@pytest.mark.parametrize("variant", ["paper", "simple"])
def test_two_bits_in_opposite_directions(variant):
    """A bit set in one 16-bit word and the same one cleared in another leave the checksum's sum as it is:
    only the decoder can object, and no level is reported."""
    seen = metrics("ilp-codegen-check", f"--variant={variant}", "--pairs=true")
    assert seen["pairs"] > 1000
    assert sum(seen[f"verdict_{one}"] for one in ("0", "minus_1", "minus_2")) == seen["pairs"]


def test_help_names_every_keyword():
    says = subprocess.run([sys.executable, "-S", TOOLS / "ilpgen.py", "--help-language"], text=True,
                          capture_output=True, check=True).stdout
    for keyword in ("POSITION", "NEXT", "MACRONAME_S", "MACRONAME_R", "LENGTH", "VARIABLE", "RESULT",
                    "FINAL_S", "FINAL_R", "INIT"):
        assert re.search(rf"^{keyword} ", says, re.MULTILINE)
