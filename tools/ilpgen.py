#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""Makes an integrated loop of a description of its functions, and functions for whole ADUs.

    tools/ilpgen.py secure.ilp.cfg --adu transfer.adu --library my-kernels.h --out DIR

writes, with NAME = secure, into DIR:

    NAME-state.h        variables of the functions, their init values, and how to set them up
    NAME-results.adu    what is sent behind an ADU, as a description for adugen.py
    NAME-results.h      made of it (without, if there are no results)
    NAME-loop.h         the loop: all functions on a group of words, unrolled
    NAME-functions.h    SendNAME() and ReceiveNAME() for a whole ADU
    ADU-adu.h           what adugen.py makes of the ADU's description

Needs Python 3.8 or later and nothing else.
"""

import argparse
import re
import sys
from pathlib import Path

import adugen
from ilp_config import LANGUAGE, MAX_UNIT, XDR, Configuration
from source_text import call, class_name, fingerprint, header, require_name, run, write

STATUS = "ns3::hsn::XdrStatus"


class Generator:
    """Writes the C++ of a configuration."""

    def __init__(self, config, name, options):
        self.config = config
        self.name = name
        self.title = class_name(name)
        self.options = options
        self.about = [f"Made by ilpgen.py of {Path(config.path).name}, {fingerprint(config.text)}. Do not "
                      "edit."]

    def files(self):
        """{file name: text}"""
        made = {f"{self.name}-state.h": self.state(), f"{self.name}-loop.h": self.loop()}
        if self.config.results:
            text = self.results()
            made[f"{self.name}-results.adu"] = text
            made.update(adugen.generate(f"{self.name}-results.adu", self.options.namespace,
                                        f"{self.name}-results", text, suffix=""))
        if self.options.adu:
            parser = adugen.Parser(self.options.adu)
            stem = Path(self.options.adu).stem
            made.update(adugen.generate(self.options.adu, self.options.adu_namespace or class_name(stem)))
            adu = parser.get_adu(self.options.type)
            made[f"{self.name}-functions.h"] = self.functions(stem, adu)
        return made

    def results(self):
        """The description of the results."""
        lines = [f"// {self.about[0]}", f"struct {self.title}Results", "{"]
        lines += [f"    {XDR.get(one.type, 'int')} {self.config.field(one)};" for one in self.config.results]
        return "\n".join([*lines, "};", ""])

    def state(self):
        """Variables of all functions."""
        body = ["/// Variables of the functions, from top to bottom. They are kept from ADU to ADU.",
                f"struct {self.title}State", "{"]
        for one in self.config.variables:
            value = "{nullptr}" if one.pointer else "{}"
            what = "result" if one.result else "variable"
            body += [f"    /// {what} {one.name} of {one.block}", f"    {one.type} {one.member}{value};"]
        body += ([""] if self.config.variables else []) + [
            "    /// Calls what INIT names, once for an application.", "    void Init()", "    {"]
        for block in self.config.chain:
            if block.get("INIT"):
                body += call(" " * 8, block.get("INIT"), [one.member for one in block.variables])
        body += ["    }", "", "    /// Gives variables their init values, before each ADU.",
                 "    void Begin()", "    {"]
        body += [f"        {one.member} = {one.init};" for one in self.config.variables
                 if one.init is not None]
        for which, keyword in (("Send", "FINAL_S"), ("Receive", "FINAL_R")):
            body += ["    }", "", f"    /// Calls what {keyword} names, after the loop.",
                     f"    void Finish{which}()", "    {"]
            for block in self.config.chain if which == "Send" else self.config.chain[::-1]:
                for function, results in block.finals[keyword]:
                    body += call(" " * 8, function, [f"&{one.member}" for one in results])
        body += ["    }", "};"]
        if not self.config.results:
            body += ["", "/// There are no results.", f"struct {self.title}Results", "{", "};"]
        return header(f"{self.name}-state", self.options.namespace, self.about,
                      [[f'"{self.options.include}"'] if self.options.include else [], ["<cstdint>"]], body)

    def kernel(self, block, keyword, first):
        """A call of a kernel."""
        words = [f"v[{j}]" for j in range(first, first + block.length // 4)]
        return call(" " * 8, block.get(keyword), words + [f"s.{one.member}" for one in block.variables])

    def loop(self):
        """All functions on a group."""
        body = [f"/// All functions on a group of {self.config.octets} octets.",
                f"struct {self.title}Loop", "{",
                "    /// variables", f"    using State = {self.title}State;",
                "    /// words of a group", f"    static constexpr uint32_t WORDS = {self.config.words};",
                "    /// whether runs of words are not buffered",
                f"    static constexpr bool RUNS = {'false' if self.options.word_by_word else 'true'};", ""]
        unused = "" if self.config.variables else "[[maybe_unused]] "
        for which, sending, keyword in (("Send", True, "MACRONAME_S"), ("Receive", False, "MACRONAME_R")):
            order = "top to bottom" if sending else "bottom to top"
            body += [f"    /// From {order}. @param s variables @param v a group of words"]
            body += [f"    static HSN_ILP_INLINE void {which}({unused}State& s, uint32_t (&v)[WORDS])", "    {"]
            for index, first in self.config.schedule(sending):
                body += self.kernel(self.config.chain[index], keyword, first)
            body += ["    }", ""]
        body[-1] = "};"
        return header(f"{self.name}-loop", self.options.namespace, self.about,
                      [[f'"{self.name}-state.h"'], ['"ns3/ilp-loop.h"'], ["<cstdint>"]], body)

    def functions(self, stem, adu):
        """Functions for a whole ADU."""
        space = self.options.adu_namespace or class_name(stem)
        kind = adu if space == self.options.namespace else f"::{space}::{adu}"
        names = {"T": self.title, "ADU": kind, "LOOP": f"{self.title}Loop", "BEHIND": self._trailer_size(),
                 "SETS": self._copy(), "COMPARES": self._compare(), "EMPTY": not self.config.results}
        includes = [[f'"{self.name}-loop.h"', f'"{stem}-adu.h"']
                    + ([f'"{self.name}-results.h"'] if self.config.results else []),
                    ['"ns3/ilp-loop.h"', '"ns3/ilp-xdr.h"'], ["<cstddef>", "<cstdint>"]]
        return header(f"{self.name}-functions", self.options.namespace, self.about, includes,
                      function_body(names))

    def _trailer_size(self):
        return sum(8 if XDR.get(one.type) in ("hyper", "unsigned hyper", "double") else 4
                   for one in self.config.results)

    def _copy(self):
        return [f"    results.{self.config.field(one)} = state.{one.member};" for one in self.config.results]

    def _compare(self):
        lines = []
        for level, block in enumerate(reversed(self.config.chain), 1):
            for one in (one for one in block.variables if one.result):
                name = self.config.field(one)
                lines += [f"    if (a.{name} != b.{name})", "    {", f"        return {level};", "    }"]
        return lines


def function_body(n):
    """The body of NAME-functions.h."""
    title, adu, loop = n["T"], n["ADU"], n["LOOP"]
    a, b = ("", "") if n["EMPTY"] else (" a", " b")
    body = [
        "/// octets of the results behind an ADU",
        f"constexpr size_t {title.upper()}_BEHIND = {n['BEHIND']};", "",
        f"/// @param adu an ADU @return octets that Send{title}() writes; 0: the ADU cannot be sent", "inline size_t",
        f"Get{title}Size(const {adu}& adu)", "{", "    ns3::hsn::XdrSizer sizer;", "    Encode(sizer, adu);",
        "#ifdef HSN_ILP_OFF", "    const size_t size = sizer.GetSize();", "#else",
        f"    constexpr size_t UNIT = 4 * {loop}::WORDS;",
        "    const size_t groups = (sizer.GetSize() + UNIT - 1) / UNIT;",
        f"    const size_t size = groups * UNIT + {title.upper()}_BEHIND;", "#endif",
        "    return sizer.IsGood() ? size : 0;", "}", ""]
    if n["SETS"]:
        body += ["/// @param state variables after the loop @return the results", f"inline {title}Results",
                 f"Get{title}Results(const {title}State& state)", "{", f"    {title}Results results;",
                 *n["SETS"], "    return results;", "}", "",
                 "/// @param a results computed @param b results received @return the lowest level that",
                 "/// differs, 1 at the bottom; 0: none", "inline int",
                 f"Compare{title}(const {title}Results& a, const {title}Results& b)", "{", *n["COMPARES"],
                 "    return 0;", "}", ""]
    body += [
        "/**", " * @brief Marshals an ADU and passes it through all functions.",
        " * @param state variables; those without init value are kept for the next ADU",
        " * @param results gets what the functions have computed",
        f" * @param to where Get{title}Size() octets are written", " * @param adu what is sent",
        " * @return end of what was written; nullptr: the ADU cannot be sent", " */",
        "inline uint8_t*"]
    body += call("", f"Send{title}", [f"{title}State& state", f"{title}Results& results", "uint8_t* to",
                                      f"const {adu}& adu"], ")")
    body += ["{", "#ifdef HSN_ILP_OFF", "    (void)state;", "    (void)results;",
             "    ns3::hsn::XdrWriter out(to);",
             "    Encode(out, adu);", "    return out.IsGood() ? out.GetEnd() : nullptr;", "#else",
             f"    if (Get{title}Size(adu) == 0)", "    {", "        return nullptr;", "    }",
             "    state.Begin();", f"    ns3::hsn::IlpSender<{loop}> out(state, to);", "    Encode(out, adu);",
             "    uint8_t* end = out.Pad();", "    state = out.GetState();", "    state.FinishSend();"]
    if n["EMPTY"]:
        body += ["    (void)results;", "    return end;"]
    else:
        body += [f"    results = Get{title}Results(state);", "    ns3::hsn::XdrWriter behind(end);",
                 "    Encode(behind, results);", "    return behind.GetEnd();"]
    body += ["#endif", "}", "",
             "/**", " * @brief Passes what was received through all functions, and unmarshals it.",
             " * @param state variables; those without init value are kept for the next ADU",
             " * @param computed gets what the functions have computed",
             " * @param received gets what came behind the ADU", " * @param begin of the data",
             " * @param end of the data", " * @param adu gets what was sent; of no use if 0 is not returned",
             " * @param strict whether padding must be zero",
             " * @return 0, or the level of the lowest function whose results differ, 1 at the bottom; if none",
             " * does, XdrStatus::BAD_LENGTH or BAD_VALUE for data that cannot be unmarshalled", " */",
             "inline int"]
    body += call("", f"Receive{title}", [
        f"{title}State& state", f"{title}Results& computed", f"{title}Results& received",
        "const uint8_t* begin", "const uint8_t* end", f"{adu}& adu", "bool strict = true"], ")")
    body += ["{", "    const auto size = static_cast<size_t>(end - begin);", "#ifdef HSN_ILP_OFF",
             "    (void)state;", "    (void)computed;", "    (void)received;", "    (void)strict;",
             "    ns3::hsn::XdrReader in(begin, end);", "    Decode(in, adu);",
             "    if (in.GetLeft() > 0 || size % 4 > 0)", "    {", f"        in.Fail({STATUS}::BAD_LENGTH);",
             "    }",
             "    return in.GetError();", "#else", f"    constexpr size_t UNIT = 4 * {loop}::WORDS;",
             f"    if (size < UNIT + {title.upper()}_BEHIND || (size - {title.upper()}_BEHIND) % UNIT > 0)", "    {",
             f"        return {STATUS}::BAD_LENGTH;", "    }",
             f"    const uint8_t* behind = end - {title.upper()}_BEHIND;", "    state.Begin();",
             f"    ns3::hsn::IlpReceiver<{loop}> in(state, begin, behind);", "    Decode(in, adu);",
             "    in.Finish(strict);", "    state = in.GetState();", "    state.FinishReceive();"]
    if n["EMPTY"]:
        body += ["    (void)computed;", "    (void)received;", "    return in.GetError();"]
    else:
        body += [f"    computed = Get{title}Results(state);", "    ns3::hsn::XdrReader results(behind, end);",
                 "    Decode(results, received);", f"    const int level = Compare{title}(computed, received);",
                 "    return level > 0 ? level : static_cast<int>(in.GetError());"]
    return [*body, "#endif", "}"]


def options_of(arguments):
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("config", nargs="?", help="file in the language of --help-language")
    parser.add_argument("--out", default=".", help="folder for the files (default: this one)")
    parser.add_argument("--name", help="with which file names begin (default: that of the file)")
    parser.add_argument("--namespace", help="of the code (default: the name, as NameOfFile)")
    parser.add_argument("--library", help="header with the kernels; that they are there is checked")
    parser.add_argument("--include", help="how the code includes it (default: its file name)")
    parser.add_argument("--adu", help="description of the ADUs, for adugen.py")
    parser.add_argument("--adu-namespace", help="of the ADUs (default: the name of their file)")
    parser.add_argument("--type", help="the ADU (default: the last type of the description)")
    parser.add_argument("--max-unit", type=int, default=MAX_UNIT, help="octets of a group, at most")
    parser.add_argument("--word-by-word", action="store_true", help="buffer every word, as the paper does")
    parser.add_argument("--check", action="store_true", help="only look for mistakes")
    parser.add_argument("--dump-schedule", action="store_true", help="print the order of kernel calls")
    parser.add_argument("--help-language", action="store_true", help="describe the language")
    options = parser.parse_args(arguments)
    if not options.config and not options.help_language:
        parser.error("the configuration is missing")
    return options


def main(arguments=None):
    """The command."""
    options = options_of(arguments)
    if options.help_language:
        print(LANGUAGE, end="")
        return 0
    config = Configuration(options.config, options.max_unit)
    for text in config.warnings():
        print(text, file=sys.stderr)
    if options.library:
        config.check_library(options.library)
    name = options.name or re.sub(r"(\.ilp)?\.cfg$", "", Path(options.config).name)
    require_name(options.config, 0, class_name(name), "name")
    options.namespace = options.namespace or class_name(name)
    for part in re.split("::", f"{options.namespace}::{options.adu_namespace or 'adu'}"):
        require_name(options.config, 0, part, "namespace")
    options.include = options.include or (Path(options.library).name if options.library else None)
    if options.dump_schedule:
        print(f"L = {config.octets} octets, W = {config.words} words")
        for which, sending in (("send", True), ("receive", False)):
            calls = " ".join(f"({i},{g})" for i, g in config.schedule(sending))
            print(f"{which}: {calls}")
    files = Generator(config, name, options).files()
    if not options.check and not options.dump_schedule:
        write(options.out, files)
    return 0


if __name__ == "__main__":
    run(main)
