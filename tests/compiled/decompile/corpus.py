"""Constructs of the language, each a function with inputs; run as written and as decompiled by `run_corpus.py`.

Only syntax every supported Python has stands here; newer syntax is in the `corpus_3NN.txt` files.
`note` leaves a trace, so that order and number of evaluations are compared too.
"""

# ruff: noqa

trace = []


def note(value, *more):
    trace.append(value)
    return value


class Recorder:
    """A context manager that leaves a trace and may swallow exceptions."""

    def __init__(self, name, swallow=False):
        self.name = name
        self.swallow = swallow

    def __enter__(self):
        note(f"enter {self.name}")
        return self.name

    def __exit__(self, kind, value, traceback):
        note(f"exit {self.name} {kind.__name__ if kind else None}")
        return self.swallow

    async def __aenter__(self):
        return self.__enter__()

    async def __aexit__(self, *error):
        return self.__exit__(*error)


class Numbers:
    """An asynchronous iterable."""

    def __init__(self, count):
        self.count = count

    def __aiter__(self):
        self.place = 0
        return self

    async def __anext__(self):
        self.place += 1
        if self.place > self.count:
            raise StopAsyncIteration
        return self.place


def drive(coroutine):
    """Run a coroutine that never waits for anything real."""
    try:
        while True:
            coroutine.send(None)
    except StopIteration as stop:
        return stop.value


SMALL = [(n,) for n in range(-3, 13)]
FLAGS = [(a, b, c) for a in (0, 1) for b in (0, 1) for c in (0, 1)]
CASES = []


def case(*inputs):
    def keep(function):
        CASES.append((function, inputs or ((),)))
        return function

    return keep


@case(*SMALL)
def if_elif_else(x):
    if x < 0:
        note("negative")
    elif x == 0:
        note("zero")
    elif x < 5:
        if x % 2:
            return "odd"
        note("even")
    else:
        return "big"
    return "end"


@case(*FLAGS)
def boolean_mixes(a, b, c):
    r = []
    if (note(a) and note(b)) or note(c):
        r.append(1)
    if note(a) and (note(b) or note(c)):
        r.append(2)
    if not (note(a) or note(b)) and note(c):
        r.append(3)
    if not (a and not b) or not c:
        r.append(4)
    r.append((note(a) and note(b)) or note(c))
    r.append((note(a) or note(b)) and (note(c) or note(a)))
    r.append(not (a and b) or c)
    return r


@case(*FLAGS)
def conditional_expressions(a, b, c):
    x = note(1) if a else note(2)
    y = (1 if b else 2) if a else (3 if c else 4)
    z = note(a and (b if c else "n"), x)
    if b if a else c:
        y += 10
    return [x, y, z, (a if b else c) or "no", [1 if a else 2, b and c], {a if b else c: b or c}]


@case(*SMALL)
def chained_comparisons(x):
    r = [0 < x < 5, 0 < note(x) <= note(5) != 3, not -2 <= x < 9, (0 < x < 5) + 1]
    if 1 <= x <= 4 and x != 2:
        r.append("in")
    if not 0 <= x < 9 or 2 < x < 4:
        r.append("out")
    while 0 < x < 3:
        x += 1
        r.append(x)
    return r if 0 < x < 100 else (x, 0 > x > -9)


@case(*SMALL)
def loops_with_else(x):
    found = []
    for i in range(6):
        if i == x:
            break
        if i % 2:
            continue
        found.append(i)
    else:
        found.append("none")
    n = 0
    while n < x:
        n += 1
        if n == 4:
            break
        if n == 2:
            continue
        found.append(n)
    else:
        found.append("done")
    return found


@case(*SMALL)
def nested_loops(x):
    out = []
    for i in range(4):
        for j in range(4):
            if j == x:
                continue
            if i * j == x:
                break
            while j < x:
                j += 2
                if j == 7:
                    break
            out.append((i, j))
        else:
            out.append("row")
            if i == 2:
                break
    return out


@case(*SMALL)
def while_true(x):
    n = 0
    while True:
        n += 1
        if n > 20:
            return "far"
        if n == x:
            break
        if n % 2:
            continue
        note(n)
    note("after")
    return n


@case(*SMALL)
def try_everything(x):
    try:
        note("try")
        if x == 0:
            raise ValueError(x)
        if x == 1:
            raise KeyError(x)
        if x == 2:
            return "returned"
        r = 10 / (x - 3)
    except ValueError as e:
        note(repr(e))
        r = -1
    except (KeyError, IndexError):
        r = -2
    except ZeroDivisionError:
        note("division")
        raise
    else:
        note("else")
        if x == 5:
            return r
    finally:
        note("finally")
    return r


@case(*SMALL)
def finally_in_loops(x):
    out = []
    for i in range(5):
        try:
            if i == x:
                continue
            if i == x + 1:
                break
            out.append(i)
        finally:
            out.append("f")
            if x == 7:
                note(i)
    return out


@case(*SMALL)
def finally_that_returns(x):
    for i in range(3):
        try:
            if x == 1:
                return note("try")
            if x == 2:
                raise ValueError
        except KeyError:
            pass
        finally:
            if x < 5:
                return note("finally")
            if x == 6:
                break
    return i


@case(*SMALL)
def nested_tries(x):
    try:
        try:
            if x == 1:
                raise KeyError
            if x == 2:
                raise TypeError
            note("inner")
        except KeyError:
            if x < 5:
                raise ValueError from None
        finally:
            note("f1")
            try:
                note(1 // (x - 4))
            except ZeroDivisionError:
                note("zero")
    except ValueError as e:
        try:
            raise e
        except Exception:
            return "again"
    except TypeError:
        pass
    return "end"


@case(*SMALL)
def break_in_except(x):
    n = 0
    while True:
        n += 1
        try:
            if n == x:
                raise KeyError
            if n > 6:
                raise ValueError
        except KeyError:
            break
        except ValueError:
            if x == 0:
                return "zero"
            return n
        else:
            if n == 3:
                continue
        note(n)
    return "broke"


@case(*SMALL)
def with_statements(x):
    with Recorder("a") as a, Recorder("b", swallow=True):
        if x == 0:
            return note(a)
        if x == 1:
            raise ValueError
        for i in range(3):
            with Recorder(i):
                if i == x:
                    break
                if i + 3 == x:
                    continue
                if i + 6 == x:
                    return i
    try:
        with Recorder("c"):
            return "value" if x > 3 else note("small")
    finally:
        note("end")


@case(*SMALL)
def return_out_of_with_and_finally(x):
    for i in range(2):
        try:
            with Recorder("w"):
                if x == i:
                    return [i, x]
                with Recorder("v") as v:
                    if x == 3:
                        break
        finally:
            with Recorder("f"):
                note("finally")
    return x


@case(*SMALL)
def comprehensions(x):
    xs = range(x)
    i = "kept"
    return [
        [i for i in xs],
        [(i, j) for i in xs if i % 2 for j in range(i) if j or i > 3 if i != j],
        {i: i * i for i in xs if i},
        sorted({i % 3 for i in xs}),
        list((i, k) for i in xs for k in "ab"),
        [[j for j in range(i)] for i in xs],
        [y := i + 1 for i in xs if (z := i) > 1],
        [lambda i=i: i for i in xs] and i,
        sum(i for i in xs if not i % 2),
        i,
    ]


@case(*SMALL)
def walrus_and_assert(x):
    if (n := x + 1) > 3 and (m := n * 2):
        note((n, m))
    while (n := n - 1) > 0:
        note(n)
    assert n <= 0, f"{n}"
    assert x != 5
    return [w := n, w + (v := 3) * v]


@case((1, 2), ("a", "b"))
def arguments(a, b=3, /, c=4, *rest, d, e=5, **more):
    return a, b, c, rest, d, e, more


arguments_wrapped = arguments


@case(*SMALL)
def calls(x):
    def f(*args, **kw):
        return args, sorted(kw.items())

    a, k = [1, x], {"p": x}
    return [
        f(),
        f(1, *a),
        f(*a, 2, *a),
        f(x, y=1),
        f(**k),
        f(*a, q=1, **k),
        f(1, **k, r=2),
        f(*a, **k, **{"not an identifier": 1}),
        "{} {}".format(*a),
        f(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18),
        [*a, x, *a],
        (*a, 0),
        {**k, "z": 1, **k},
    ]


@case(*SMALL)
def closures(x):
    total = 0

    def add(n=x):
        nonlocal total
        total += n

        def inner():
            return total, n

        return inner

    f = add()
    add(2)
    return f(), total, (lambda y, *z, k=x: (y, z, k, total))(1, 2)


counter = 0


@case(*SMALL)
def globals_and_deletion(x):
    global counter
    counter = x
    counter += 1
    items = [1, 2, 3]
    del items[0], items[-1:]
    box = Recorder("box")
    box.value = 1
    box.value += x
    del box.name
    y = x
    del y
    return items, counter, box.value, hasattr(box, "name")


@case(*SMALL)
def assignments(x):
    a = b = [x, 2, 3]
    c, d = x, a
    d[0], d[1] = d[1], d[0]
    p, *q, (r, s) = 1, 2, 3, (4, x)
    (t, u), v = [c, p], q
    a[1:2] = [9, 9]
    a[0] += 1
    b[-1] **= 2
    i, j, k = k, i, j = 1, 2, 3
    m = n = o = x
    a[x % 2], note.attribute = n, o
    x @= Matrix()
    return a, b, c, d, p, q, r, s, t, u, v, i, j, k, m, x


class Matrix:
    def __rmatmul__(self, other):
        return ("matmul", other)


@case(*SMALL)
def f_strings(x):
    name = "n'a\"me"
    width = 8
    return [
        f"{x}",
        f"{x!r:>{width}} {name!s} {{literal}} {x + 1:0{width}.3f}",
        f"a{x:d}b{name!a}",
        "%s and %r" % (x, name),
        "%d %%" % x,
        f"{f'{x}' + name}",
        f"{x=}",
    ]


@case(*SMALL)
def constants(x):
    return [
        1.5,
        -0.0,
        1e400,
        -1,
        (-1) ** 2,
        2**-1,
        3 + 4j,
        -5j,
        b"bytes\x00",
        "snow\u2603\ud800"[:5],
        ...,
        None,
        (1, (2, "x")),
        x in {1, 2, 3},
        x in (1, 2),
        x not in [4],
        x is not None,
        10**20,
        [1, 2, 3, x],
        {1, 2, 3},
        {"a": 1, "b": x},
        (),
        [],
        {},
    ]


@case(*SMALL)
def operators(x):
    y = x or 7
    return [
        -x, +x, ~x, not x, x + y * 2 - 3, (x + y) * 2, x // y, x % y, x / y, x**2, x << 2, x >> 1, x & y, x | y, x ^ y,
        x < y, x <= y, x == y, x != y, x >= y, x > y, -(x**2), (-x) ** 2, x - (y - 1), x if not x else y,
    ]  # fmt: skip


@case(*SMALL)
def generators(x):
    def produce(n):
        for i in range(n):
            got = yield i
            if got:
                note(got)
        try:
            yield "last"
        finally:
            note("closed")
        return n

    def delegate(n):
        result = yield from produce(n)
        yield result
        yield

    g = delegate(x)
    out = [next(g)]
    try:
        out.append(g.send("sent"))
        out.extend(g)
    finally:
        g.close()
    return out, list(e for e in produce(2))


@case(*SMALL)
def conditional_f_string(x):
    name = "n" if x else ""
    if x == 1:
        return f"{x!r:>{3 if x else 4}} is{'' if x else ' not'} {name if name else 'b'!r}"
    if x == 2:
        raise ValueError(f"takes {x} argument{'s' if x != 1 else ''}")
    return f"{x} item{'s' if x > 3 else '' if x > 1 else '!'}"


@case(*SMALL)
def conditional_argument(x):
    if isinstance(x, int):
        kept = dict.fromkeys([x, 2], "small" if x < 3 else "large")
    elif isinstance(x, str):
        kept = dict.fromkeys(x, "letter")
        for letter in x:
            if letter not in "abc":
                note(f"{letter} is not known")
            kept[letter] = "known"
    else:
        note(f"{x}: expected another kind, not {type(x).__name__}")
        return None
    return kept


@case(*SMALL)
def class_with_several_ends(x):
    class Base:
        def name(self):
            return "base"

    class Found(Base):
        if x > 2:
            early = 1

            def name(self):
                return super().name() + __class__.__name__

        elif x == 1:
            later = 2
        if x < 4:

            def small(self):
                self.kept = 3
                return super().name()

    return Found().name(), sorted(name for name in vars(Found) if not name.startswith("__"))


@case(*SMALL)
def asynchronous_generator_that_stops(x):
    async def numbers():
        n = 0
        while True:
            try:
                yield n
                if n > x:
                    raise LookupError
            except LookupError:
                return
            n += 1

    async def main():
        return [n async for n in numbers()]

    return drive(main())


@case(*SMALL)
def coroutines(x):
    async def one(n):
        return n + 1

    async def agen(n):
        async for i in Numbers(n):
            if i == 2:
                continue
            yield i

    async def main():
        out = []
        async with Recorder("async") as name, Recorder("second", swallow=True):
            out.append(name)
            if x == 1:
                return out
            if x == 2:
                raise ValueError
            async for i in Numbers(x):
                if i == 5:
                    break
                out.append(await one(i))
            else:
                out.append("else")
        out.append([i async for i in agen(x)])
        out.append({i: await one(i) async for i in Numbers(3) if i != x})
        out.append([await one(i) for i in range(2)])
        out.append([i async for i in (j async for j in Numbers(2))])
        try:
            return out + [await one(await one(x))]
        finally:
            out.append(await one(0))

    return drive(main())


@case(*SMALL)
def classes(x):
    def decorate(value):
        def apply(thing):
            note(getattr(thing, "__name__", thing))
            return thing

        note(value)
        return apply

    class Base:
        """A docstring."""

        kind: str = "base"
        unset: int

        def __init__(self, v=x):
            self.v = v

        @property
        def double(self):
            return self.v * 2

        @staticmethod
        @decorate("static")
        def helper(a, b=x):
            return a, b

        if x > 2:
            extra = "yes"
        for item in range(2):
            last = item

    @decorate(1)
    class Derived(Base):
        __secret = 4

        def __init__(self, *args):
            super().__init__(*args)
            self.__private = Derived.__secret

        def get(self):
            return super().double, self.__private, __class__.__name__

        class Inner:
            z = [x for _ in range(2)]

    d = Derived(5)
    return d.get(), Base().double, Base.__doc__, Base.helper(1), hasattr(Base, "extra"), Derived.Inner.z


@case(*SMALL)
def annotations_and_imports(x: int, y: "str" = "s") -> list:
    import collections.abc as abc
    import os.path
    from math import floor
    from math import pi as PI

    z: int = x
    w: float
    return [z, y, abc.Sized.__name__, os.path.join("a", "b"), floor(PI)]


@case(*SMALL)
def match_statements(x):
    class Point:
        __match_args__ = ("x", "y")

        def __init__(self, x, y):
            self.x, self.y = x, y

    subjects = [
        x,
        [x, 2],
        (1, 2, 3),
        {"k": x, "other": 1},
        Point(x, 2),
        "text",
        None,
        [[x, "a"], {"b": [1]}],
        [],
    ]
    out = []
    for subject in subjects:
        match subject:
            case 0 | 1:
                out.append("small")
            case int(n) if n > 4:
                out.append(("big", n))
            case int():
                out.append("int")
            case [a, b] if a == b:
                out.append(("pair", a))
            case [[1 | 2 as first, str(s)], {"b": [_]}]:
                out.append((first, s))
            case [first, *rest] if rest:
                out.append((first, rest))
            case {"k": 3}:
                out.append("k3")
            case {"k": v, **others}:
                out.append((v, others))
            case Point(x=0):
                out.append("origin")
            case Point(px, y=2 as py):
                out.append((px, py))
            case None | True:
                out.append("none")
            case str() as s:
                out.append(s)
                continue
            case []:
                break
            case _:
                out.append("other")
    return out


@case(*SMALL)
def match_without_default(x):
    match note(x), x % 2:
        case (1, _):
            return "one"
        case (n, 0) if n > 3:
            note(n)
        case (2 | 4 as even, 0):
            return even
    return "after"


@case(*SMALL)
def dead_and_odd(x):
    if 0:
        unused = 1
    while 0:
        pass
    for _ in ():
        continue
    try:
        pass
    except Exception:
        note("never")
    if x:
        pass
    else:
        note("else")
    x
    note  # noqa
    lambda: (yield)
    return (lambda: None)(), (lambda *, a=x: a)()


@case(*SMALL)
def loop_at_the_end_of_finally(x):
    n = x
    try:
        note(1 // (x - 2))
    finally:
        while n > 0:
            n -= 1
            if n == 4:
                break
            note(n)
    return n


def long_function(count):
    """Make the source of a function whose jumps need EXTENDED_ARG."""
    lines = [
        "def long_jumps(x):",
        "    total = 0",
        "    for i in range(3):",
        "        if i == x:",
        "            continue",
    ]
    lines += [f"        total += i * {n} + len('{n}')" for n in range(count)]
    lines += [
        "        if total > x * 1000000:",
        "            break",
        "    else:",
        "        total = -total",
        "    return total",
    ]
    return "\n".join(lines)


exec(long_function(400))
case(*SMALL)(long_jumps)  # noqa: F821
