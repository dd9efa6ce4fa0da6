"""Random functions with every statement of the language in them, nested at will; only for being compiled and driven."""

from __future__ import annotations

import random
import sys

_EXPRESSIONS = (
    "{n}", "{k}", "{n}.x", "{n}({e})", "({e} + {e})", "({e} and {e})", "({e} or {e})", "({e} if {e} else {e})",
    "({e} < {e} < {e})", "(not {e})", "[{e} for i in {e} if {e}]", "{n}[{e}:{e}]", 'f"{{{n}}}x"', "({n} := {e})",
)  # fmt: skip
_SIMPLE = (
    "{n} = {e}", "{n}({e})", "{n} += {e}", "{n}, {n} = {e}, {e}", "assert {e}", "{n}.y = {e}", "return {e}",
    "raise ValueError", "raise KeyError", "break", "continue", "del {n}",
)  # fmt: skip
_PATTERNS = (
    "1", '"s"', "None", "a.b", "[]", "{{}}", "[{p}, *{v}, {p}]", "[{p}, {p}]", '{{"k": {p}, **{v}}}', "(1 | [2] | a.c)",
    "({p} as {v})", "b({p}, z={p})",
)  # fmt: skip


class Program:
    """Writes one function; the same seed gives the same text."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.names = 0

    def source(self) -> str:
        """Give the text of `f`."""
        kind = self.random.choice(("", "", "", "yield", "async "))
        body = self.block(2, False, 1)
        if kind == "yield":
            body.insert(0, "    yield a")
        start = "async def" if kind == "async " else "def"
        return f"{start} f(a, b, c, d):\n" + "\n".join(body) + "\n"

    def fill(self, form: str, depth: int) -> str:
        """Put names and expressions into a form."""
        while "{e}" in form:
            form = form.replace("{e}", self.expression(depth), 1)
        while "{n}" in form:
            form = form.replace("{n}", self.random.choice("abcd"), 1)
        return form.replace("{k}", str(self.random.randrange(4)))

    def expression(self, depth: int) -> str:
        form = self.random.choice(_EXPRESSIONS if depth else _EXPRESSIONS[:3])
        return self.fill(form.replace("{{{n}}}", "{" + self.random.choice("abcd") + "}"), depth - 1)

    def pattern(self, depth: int) -> str:
        form = self.random.choice(_PATTERNS if depth else _PATTERNS[:4])
        while "{p}" in form:
            form = form.replace("{p}", self.pattern(depth - 1), 1)
        while "{v}" in form:
            self.names += 1
            form = form.replace("{v}", f"v{self.names}", 1)
        return form.replace("{{", "{").replace("}}", "}")

    def block(self, depth: int, loop: bool, level: int, group: bool = False) -> list[str]:
        """Write some statements; `loop` says that break may stand here, `group` that nothing may leave."""
        lines: list[str] = []
        for _ in range(self.random.choice((1, 1, 2, 3))):
            lines += self.statement(depth, loop, level, group)
        return lines

    def statement(self, depth: int, loop: bool, level: int, group: bool) -> list[str]:
        """Write one statement."""
        indent = "    " * level
        if not depth or self.random.random() < 0.35:
            form = self.random.choice(_SIMPLE)
            if (form in ("break", "continue") and not loop) or (
                group and form.split()[0] in ("return", "break", "continue")
            ):
                form = "a(1)"
            return [indent + self.fill(form, 1)]
        write = self.random.choice(
            (self._if, self._loop, self._try, self._finally, self._with, self._match, self._group)
        )
        return [indent + line for line in write(depth - 1, loop, group)]

    def _body(self, depth: int, loop: bool, group: bool) -> list[str]:
        return self.block(depth, loop, 1, group)

    def _if(self, depth: int, loop: bool, group: bool) -> list[str]:
        lines = [f"if {self.expression(2)}:", *self._body(depth, loop, group)]
        if self.random.random() < 0.5:
            lines += ["else:", *self._body(depth, loop, group)]
        return lines

    def _loop(self, depth: int, loop: bool, group: bool) -> list[str]:
        heads = (f"for {self.random.choice('abcd')} in {self.expression(1)}:", f"while {self.expression(2)}:")
        lines = [self.random.choice(heads), *self._body(depth, not group, group)]
        if self.random.random() < 0.3:
            lines += ["else:", *self._body(depth, loop, group)]
        return lines

    def _try(self, depth: int, loop: bool, group: bool) -> list[str]:
        lines = ["try:", *self._body(depth, loop, group)]
        for kind in self.random.sample(("ValueError", "(KeyError, OSError)", "Exception as e"), 2):
            lines += [f"except {kind}:", *self._body(depth, loop, group)]
        if self.random.random() < 0.3:
            lines += ["else:", *self._body(depth, loop, group)]
        return lines

    def _finally(self, depth: int, loop: bool, group: bool) -> list[str]:
        return ["try:", *self._body(depth, loop, group), "finally:", *self._body(depth, loop, group)]

    def _with(self, depth: int, loop: bool, group: bool) -> list[str]:
        return [
            f"with {self.expression(1)}{self.random.choice(('', ' as w'))}:",
            *self._body(depth, loop, group),
        ]

    def _match(self, depth: int, loop: bool, group: bool) -> list[str]:
        lines = [f"match {self.expression(1)}:"]
        for _ in range(self.random.choice((1, 2, 3))):
            guard = self.random.choice(("", f" if {self.expression(1)}"))
            lines += [
                f"    case {self.pattern(2)}{guard}:",
                *("    " + line for line in self._body(depth, loop, group)),
            ]
        return lines

    def _group(self, depth: int, loop: bool, group: bool) -> list[str]:
        if sys.version_info < (3, 11):
            return self._try(depth, loop, group)
        lines = ["try:", *self._body(depth, loop, group)]
        for kind in ("ValueError", "KeyError as e"):
            lines += [f"except* {kind}:", *self._body(depth, False, True)]
        return lines
