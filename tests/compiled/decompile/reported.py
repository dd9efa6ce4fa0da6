"""Short functions from reports of what decompilers get wrong; each is driven before and after, under every interpreter.

Keys are names of cases; `ORDER`, `MEANING`, `PLAIN`, `GLOBALS`, `EQUAL`, `STATES` say what each is about.
"""

from __future__ import annotations

# The order of evaluation, where a choice stands behind something with effects.
ORDER = {
    "f-string": "def f(p, c):\n    return f'{p()}{1 if c() else 2}'",
    "list": "def f(p, c):\n    return [p(), *([1] if c() else [2])]",
    "dict": "def f(p, c):\n    return {'a': p(), **({'x': 1} if c() else {})}",
    "set": "def f(p, c):\n    return {p(), *([1] if c() else [2]), *([3] if c() else [4])}",
    "call": "def f(p, c):\n    return p(p(), *([1] if c() else [2]))",
    "keywords": "def f(p, c):\n    return p(a=p(), **({'x': 1} if c() else {}))",
    "power": "def f(p, c):\n    return p() ** (1 if c() else 2)",
    "and": "def f(p, c):\n    return [p(), c() and 1, c() or 2]",
    "and in an or": "def f(a, b, c):\n    a or (b and c()) or a()",
    "one call for both ways": "def f(a, c):\n    return lambda: a(**(c() if a() else c()))",
    "truth": "def f(a):\n    return not not a",
    "truth of a comparison": "def f(a, b):\n    return not not a == b",
    "truth dropped": "def f(a):\n    not not a",
    "choices in an f-string": "def f(p, c):\n    return f'{p()}{1 if c() else 2}{p()!r:>{c() or 3}}'",
    "two choices in a call": "def f(p, c):\n    return max(p(), *([1] if c() else [2]), *(p() or [3]))",
    "choices in all displays": "def f(p, c):\n"
    "    return [p(), *(p() if c() else c()), {p(): c() or p(), **(p() or c())}]",
    "choice in a slice": "def f(p, c):\n    p()[c() or p(): p() if c() else 2] = p() and c()",
    "choice behind a yield": "def f(p, c):\n    return [p(), (yield c() or p()), *((yield p()) if c() else (yield))]",
    "choice behind an await": "async def f(p, c):\n"
    "    return [await p(), *(await c() if await p() else p()), f'{await p()}{await c() or 1}']",
    "one name twice": "def f(p, c):\n    u, u = (p(), c)\n    return u",
    "comprehension in a class": "def f(a):\n    class C:\n        x, y = ([i for i in a], a)\n    return C.x, C.y",
}

# Instructions that have a meaning of their own: none of them is an operator.
_COPIED = "def f(a, x, w):\n    try:\n        a()\n    finally:\n        with w():\n            {}\n"
MEANING = {
    "star arguments": _COPIED.format("a(1, *x)"),
    "list of stars": _COPIED.format("a([1, *x, 2])"),
    "set of stars": _COPIED.format("a({1, *x})"),
    "dict of stars": _COPIED.format("a({'k': 1, **a.d})"),
    "keyword arguments": _COPIED.format("a(k=1, **a.d)"),
}

# What has a text without a loop over states.
PLAIN = {
    "keywords chosen alike, at the end of a class": "def f(a, b):\n    class C:\n"
    "        x = a(**(b() if a() else b()))",
    "argument chosen alike, at the end of a class": "def f(a, b):\n    class C:\n        x = a(b() if a() else b())",
    "or awaited in a finally": "async def f(a):\n    try:\n        a()\n    finally:\n        a() or await a\n"
    "    raise ValueError",
    "comprehension in a choice of a finally": "def f(a, b):\n    try:\n        a()\n    finally:\n"
    "        a() if b() else [i for i in b()]\n    v = a()\n    return v",
    "comprehension in a choice of a finally that returns": "def f(a, b):\n    with b():\n        try:\n"
    "            return a()\n        finally:\n            {i for i in a() if b()} if a() else b()\n"
    "    with a():\n        pass",
    "loop that turns once, and its else": "def f(a, z):\n    for x in a:\n"
    "        for y in x:\n            z()\n            break\n        else:\n            return 1",
    "loop that turns once, both ways break": "def f(a, z):\n    for x in a:\n        for y in x:\n            break\n"
    "        else:\n            break\n    return z",
    "loop that turns once into an attribute": "def f(a, z):\n    for x in a:\n"
    "        for z().y in x:\n            break\n        else:\n            return 1",
    "star of a choice": "def f(a, b, c):\n    return a(b(), *[1] if c() else [2])",
    "class while break else": "def f(a, b):\n    class C:\n        while a():\n"
    "            if b():\n                break\n"
    "        else:\n            x = 1\n    return C",
    "class for break else": "def f(a, b):\n    class C:\n        for x in a:\n"
    "            if b():\n                break\n"
    "        else:\n            y = 1\n    return C",
    "class match": "def f(a):\n    class C:\n        match a:\n            case 1:\n                x = 1\n"
    "            case 2:\n                x = 2\n            case _:\n                x = 3\n    return C",
    "class try": "def f(a, b):\n    class C:\n        try:\n            a()\n"
    "        except ValueError:\n            x = 1\n"
    "        else:\n            x = 2\n        finally:\n            b()\n    return C",
    "class with in finally": "def f(a, b):\n    class C:\n        try:\n            a()\n        finally:\n"
    "            with b():\n                x = 1\n    return C",
    "class rebinds its exception": "def f(a, b):\n    class C:\n        try:\n            a()\n"
    "        except ValueError as v:\n            v = b()\n    return C",
    "async with in finally": "async def f(a, b):\n    try:\n        await a()\n    finally:\n"
    "        async with b():\n            a()",
    "keywords of a choice in finally": "def f(a, b, c):\n    try:\n        c()\n    finally:\n        a(**(b or {}))",
    "keywords of a chain": "def f(a, b, c):\n    return a(**(b == c != a))",
    "defaults beside finally": "def f(a):\n    def g(*, k=a):\n        return k\n    try:\n        a()\n    finally:\n"
    "        g()\n    return g",
    "def in finally": "def f(a):\n    try:\n        a()\n    finally:\n        def g(*, k=a):\n"
    "            return k\n        g()",
    "with in finally": "def f(a, b):\n    try:\n        a()\n    finally:\n        with b() as c:\n            a(c)",
    "try in finally": "def f(a, b):\n    try:\n        a()\n    finally:\n        try:\n            b()\n"
    "        except ValueError:\n            a(1)",
    "return in finally": "def f(a, b):\n    try:\n        a()\n    finally:\n        return b()",
    "tuple in finally": "def f(a, b):\n    try:\n        a()\n    finally:\n        c, d = b(), a\n    return c, d",
    "break in finally": "def f(a, b):\n    try:\n        a()\n    finally:\n        for c in b():\n            break",
    "chain in finally": "def f(a, b):\n    try:\n        a()\n    finally:\n        b |= a < b < a < b\n    return b",
    "chain of four in finally": "def f(a, b):\n    try:\n        a()\n    finally:\n"
    "        b <= a is not b < a() if a() else b()",
    "choice in an assertion's finally": "def f(a, b):\n    try:\n        a()\n    finally:\n        assert a()\n"
    "        raise ValueError",
    "or of a choice in finally": "def f(a, b):\n    try:\n        a()\n    finally:\n"
    "        b(a() or (b() if a else a(1)))",
    "case of a class alone": "def f(a):\n    match a():\n        case Kind(x=a.b):\n            pass",
    "class ends in a choice": "def f(a):\n    class C:\n        a() > (a(1) if a(2) else a(3))\n    return C",
    "class ends in a changed choice": "def f(a, b):\n    class C:\n        b /= a(1) if a(2) else a(3)\n    return C",
    "class reads nothing": "def f(a):\n    class C:\n        'doc'\n        x = True or a()\n    return C",
    "with in except": "def f(a, b):\n    try:\n        a()\n    except:\n        with b():\n            pass\n    a(1)",
    "with in except of a loop": "def f(a, b):\n    while a():\n        try:\n            b()\n        except b():\n"
    "            with b() as c:\n                a(c)",
    "for left at once": "def f(a, b):\n    for c in a():\n        break\n    else:\n        return\n    return b(c)",
    "tuple as a with's target": "def f(a, g):\n    with a(), (g(),):\n        pass",
    "tuple as a with's only item": "def f(a, g):\n    with (a(), g()) as x:\n        return x",
    "dict of constants": "def f(a):\n    return {'a': 1, 'b': 2, 'c': (1, 2)}, {1: 2, 3: 4, 5: 6, 7: 8}, a",
    "long dict of constants": f"def f(a):\n    return {{{', '.join(f'{one!r}: {one}' for one in range(40))}}}, a",
    "keywords of a chain in finally": "def f(a, b, c):\n    try:\n        a()\n"
    "    finally:\n        a(**(a == b != c))",
    "defaults beside finally of a return": "def f(a):\n    try:\n        return a()\n    finally:\n"
    "        def g(x, *, k=a(), l=3):\n            return k\n        a(g)",
    "finally in finally": "def f(a, b):\n    try:\n        return a()\n    finally:\n        try:\n"
    "            b()\n        except ValueError as e:\n            a(e)\n        finally:\n            a(3)",
    "async with in finally of a return": "async def f(a, b):\n    try:\n        return await a()\n    finally:\n"
    "        async with b() as c:\n            await a(c)",
    "class match binds": "def f(a):\n    class C:\n        match a():\n            case [x, y]:\n"
    "                z = x\n            case {'k': v, **r}:\n                z = v\n        w = z\n    return C",
}
# What only a copy of the compiler's, or the place of an `or`, kept from being plain.
PLAIN |= {
    "identity in an or": "def f(a, b):\n    a() is not b or b()",
    "membership in an or": "def f(a, b):\n    a() not in b or b() or a",
    "comprehension behind and": "def f(a):\n    a() and [0 for i in a for j in a.b]",
    "chain in an and": "def f(a):\n    a() == a is a(1) < a(2) and a(3) and a(4)",
    "condition without a choice": "def f(a):\n    return [i for i in a if i() or 2.5]",
    "choice of keywords in finally": "def f(a, b, c):\n    try:\n        c()\n    finally:\n"
    "        a(**a(1) if b() else c(1))",
    "return in try": "def f(a):\n    try:\n        return a()\n    except:\n        pass\n    a(1)",
    "with of two before a raise": "def f(a, b):\n    with a(), b():\n        pass\n    raise",
    "with of two before a return": "def f(a, b):\n    with a(), b():\n        pass\n    return a(1)",
    "with of two in a class": "def f(a, b):\n    class C:\n        with a(), b():\n            pass\n    return C",
    "with of two in finally": "def f(a, b):\n    try:\n        return a()\n    finally:\n"
    "        with a, b:\n            a(1)",
    "chain in an async with": "async def f(a, b):\n    async with a():\n        a is not b in a() == b\n    return b",
    "chain before finally": "def f(a, b):\n    a is not b in a() != b\n    try:\n        a(1)\n    except:\n"
    "        a(2)\n    finally:\n        with b:\n            a(3)",
    "not of a chain in except": "def f(a, b):\n    try:\n        return a()\n    except:\n"
    "        return not a is not b > a() in b",
}
# Statements that leave, and conditions that are constant or the other way round.
PLAIN |= {
    "for left in except": "def f(a, b):\n    try:\n        return a()\n    except:\n        for c in b:\n"
    "            break\n    a(1)",
    "for left in for": "def f(a, b, c):\n    for x in a:\n        for u in b:\n            break\n"
    "        else:\n            c()",
    "with left in while": "def f(a, b, c):\n    while a() or b():\n        with c():\n            break\n"
    "        if a(1):\n            continue\n    a(2)",
    "for left behind a chain": "def f(a, b):\n    for x in a():\n        b(x in b <= a)\n        break\n"
    "    else:\n        raise\n    b(1)",
    "return in finally of a for": "def f(a, b):\n    for x in a():\n        try:\n            b()\n"
    "        finally:\n            return x",
    "return in finally of two withs": "def f(a, b):\n    with a(), b():\n        try:\n            a(1)\n"
    "        finally:\n            return b",
    "return in finally of a finally": "def f(a, b):\n    try:\n        try:\n            a()\n        finally:\n"
    "            return b\n    finally:\n        try:\n            a(1)\n        except b:\n            a(2)",
    "return in finally of an except": "def f(a, b):\n    try:\n        a()\n    except:\n        try:\n"
    "            return b()\n        finally:\n            return a(1)",
    "break in finally of a for": "def f(a, b):\n    for x in a():\n        try:\n            b()\n"
    "        finally:\n            a(x)\n            break",
    "break in finally before a return": "def f(a, b):\n    while a():\n        try:\n            b()\n"
    "        finally:\n            a(1)\n            break\n    return b(2)",
    "with left by break before a return": "def f(a, b):\n    while a():\n        with b():\n            break\n"
    "        return\n    return b(2)",
    "with left by break before a raise": "def f(a, b):\n    while a():\n        with b():\n            break\n"
    "        return\n    raise",
    "choice of calls in a call in a class": "def f(a, b):\n    class C:\n        match b():\n"
    "            case [x, y]:\n                a(a(1) if b() else b(1))\n    return C",
    "empty tuple behind or in a class": "def f(a):\n    class C:\n        a() or ()\n    return C",
    "break in finally of a class": "def f(a, b):\n    class C:\n        while a():\n            try:\n"
    "                b()\n            finally:\n                a(1)\n                break\n    return C",
    "loop at the start of finally": "def f(a, b):\n    try:\n        assert a()\n    finally:\n"
    "        while b():\n            continue",
    "statements behind a case": "def f(a, b):\n    while a():\n        match b():\n            case {}:\n"
    "                a() < b is a(1) > b\n                continue\n            case [1, v]:\n                a(v)\n"
    "        break",
    "definitions behind a case": "def f(a, b):\n    while a():\n        match b():\n            case {}:\n"
    "                a(1)\n                continue\n            case [1, v]:\n                a(v)\n"
    "        def g(x, y=a):\n            return a is b < x\n        b(g, a < b() < a)\n        break",
    "guard that is false": "def f(a, b):\n    match a():\n        case 1 | 'r' | a.c if None:\n            pass\n"
    "        case None:\n            b(1)",
    "guard by identity": "def f(a, b):\n    match a():\n        case Kind(x=c) if c is not b:\n            pass\n"
    "        case []:\n            pass\n        case _:\n            b(1)",
    "assertion without a choice": "def f(a):\n    assert a() and None",
    "not and": "def f(a, b):\n    not a() and b()",
    "lambda without a choice": "def f(a, b):\n    return lambda *q: q if True else a",
    "choice of one value": "def f(a, b):\n    return lambda: a(1) if b() else a(1)",
    "or of two ands in a class": "def f(a, b):\n    class C:\n        a() and b() or (a(1) and b(1))\n    return C",
    "or in an or in a class": "def f(a, b):\n    class C:\n        a() or (b() or a(1)) or b(1)\n    return C",
    "constant behind and in a class": "def f(a):\n    class C:\n        a() and 1\n    return C",
    "pattern of an outer name in a class": "def f(a, b):\n    class C:\n        match b():\n            case {}:\n"
    "                x = 1\n            case a.b:\n                x = 2\n    return C",
    "condition before a for": "def f(a, b):\n    if b():\n        pass\n    for u in a:\n        b(u)",
    "choice the other way round": "def f(a, b):\n    try:\n        if a() if b() else not b:\n            a(1)\n"
    "    except:\n        pass\n    return a(2)",
    "star of a choice of calls": "def f(a, b):\n    return [*(a(1) if b() else a(2))]",
    "chain up to a choice in finally": "def f(a, b):\n    try:\n        a()\n    finally:\n"
    "        a is b < a() not in (a(1) if b() else b)",
    "choice changed in a class": "def f(a, b):\n    class C:\n        x = a\n"
    "        x |= a if (a(1) if b() else b(1)) else b(2)\n    return C",
}
# Names that a definition looks up past a variable of the function around it.
GLOBALS = {
    "global that is only read": "def f(b):\n    def g():\n        global b\n        return b\n    return g()",
    "global behind a docstring": "def f(b):\n    def g():\n        'text'\n        global b\n        return lambda: b\n"
    "    return g()()",
    "global of a class": "def f(b, a):\n    class C:\n        'text'\n        global b\n        x = a(b)\n    return C",
    "name of a class that dropped code binds": "def f(**b):\n    class C:\n        x = b\n        if 0:\n"
    "            b = 1\n    return C",
}
# What has a text of the same bytecode: ways out of a try, and choices whose value is dropped or known.
EQUAL = {
    "case that leaves in a try, before much": "def f(a, b):\n    match a:\n        case 1:\n            try:\n"
    "                b()\n                return\n            finally:\n                pass\n"
    "        case [{'k': v}, w]:\n            pass\n    for e().x in c() if b else d():\n        try:\n"
    "            e(g(h(), *n(), j()), k() or l() or m())\n            u, u = e(n(), *o()), p() is q()\n"
    "            u = [a.m(r(), a) for s in t(w(), k=a)]\n        except (KeyError, TypeError):\n            pass\n"
    "        except KeyError as x:\n"
    "            v, y = e().m(*a.m(*z(), g(), 's'), {**(h() or h()), n(): b, **h()}, (j(),), k=k())\n"
    "            e().x = (h() if y else 2.5) if {i: b'b' for i in j() for l in k()} else m()",
    "stored value returned from a with, behind a branch": "def f(a):\n    with a:\n        if a(1):\n            pass\n"
    "        return (n := a())",
    "stored value of a choice returned from a try": "def f(a, b):\n    try:\n"
    "        return (n := b()) if a() or 2.5 else b\n    finally:\n        b(1)",
    "choice that a constant decided for a comprehension": "def f(a, b):\n"
    "    a(b if b() and None and a() else [a for i in b])",
    "dropped chain with a constant among its choices": "def f(a, b):\n"
    "    a() or (2.5 if b() else a(1)) or b(1)\n    a(2)",
    "global of the name of a comprehension's variable": "def f(a):\n    v = i\n    return [i for i in a] and v",
    "captured variable of the name of a comprehension's": "def f(a):\n    i = a()\n    def g():\n        v = i\n"
    "        return [i for i in v]\n    return g",
    "global of the name of a captured comprehension's variable": "def f(a):\n    return [lambda: i for i in a()] and i",
    "choice of a call or an and, dropped": "def f(a, b):\n    a() if b() else (b(1) and a(1))\n    a(2)",
    "choice of an or, dropped in a loop": "def f(a, b):\n    for x in a:\n        a(1) if b() else (b(1) or a(1))\n"
    "    return b",
    "tuple with a known choice": "def f(a):\n    return a((1 if True else 2, 3), **a.d), a['' if 1 else a, 2]",
    "break behind a choice in a clause, out of a loop with an else": "def f(a, b):\n    for x in a:\n        try:\n"
    "            a()\n        except:\n            a(b if a else x)\n            break\n    else:\n"
    "        raise ValueError\n    a(1)",
    "operations on known choices": "def f(a):\n    not (1 or a)\n"
    "    return a(-(2 or a), (3 or a) * 2, **a.d), a((2,) or a, **a.d)",
    "chain returned from a try": "def f(a, b):\n    try:\n        return a() < b() <= a(1)\n    except ValueError:\n"
    "        b(1)",
    "longer chain returned from a try": "def f(a, b):\n    try:\n        return a() is b < a(1) != b()\n    except:\n"
    "        with a:\n            b(1)",
    "return in a finally, behind a return": "def f(a, b):\n    try:\n        return a()\n    finally:\n"
    "        return b()",
    "assert in a clause of a finally": "def f(a, b, c):\n    try:\n        a()\n    finally:\n        try:\n"
    "            try:\n                b()\n            except a:\n                assert c\n        "
    "except Exception:\n            b(1)",
    "cases of a class that end alike": "def f(a):\n    class C:\n        match a():\n            case {'k': v}:\n"
    "                pass\n            case 1 | 'r' | a.c:\n                pass\n    return C",
}
EQUAL |= {
    "comprehension of a class without an element": "def f(a, b):\n    class C:\n        x = [b for i in a if '']\n"
    "    return C",
    "continue in a try of a finally": "def f(a, b):\n    while a():\n        try:\n            u = a()\n"
    "        finally:\n            try:\n                b()\n                continue\n"
    "            except KeyError:\n                b(1)",
    "return in a try of a finally that raises": "def f(a, b):\n    try:\n        a()\n    finally:\n        try:\n"
    "            return b()\n        except ValueError:\n            pass\n        raise ValueError",
    "assertion of a finally behind a store": "def f(a, b):\n    try:\n        v = a\n    finally:\n"
    "        assert a, b()",
    "choice of a comprehension": "def f(a, b):\n    x = b if not a() else {i: b for i in b if a}",
    "comprehension in an assignment of two": "def f(a, b):\n    x, y = a(), [i for i in b if a]\n    return x, y",
    "match in a case of a finally": "def f(a, b):\n    try:\n        a()\n    finally:\n        match b():\n"
    "            case [*_]:\n                try:\n                    raise a()\n"
    "                except Exception as x:\n                    pass\n                match b():\n"
    "                    case [v] if a:\n                        pass\n        del a.x",
    "for and its else in a clause": "def f(a, b):\n    try:\n        a()\n    except Exception:\n"
    "        for b().x in a:\n            break\n        else:\n            return\n    b()",
    "chain of a while around a try": "def f(a, b):\n    while a != b() in a:\n        try:\n            assert a()\n"
    "        except Exception:\n            continue",
    "or of an or that is known": "def f(a, b):\n    ('s' or a) or b()\n    return b(('s' or a) or b, (0 and a) and b)",
    "lambda that is never made": "def f(a, b):\n    class C:\n        b += a\n    return C, b\n    lambda: b",
    "cases of a class, one of which chooses a comprehension": "def f(a, b):\n    class C:\n        match a():\n"
    "            case None:\n                b([i for i in a] if b() else a(1))\n            case []:\n"
    "                a(2)\n    return C",
    "calls chosen alike, at the end of a class": "def f(a, b):\n    class C:\n"
    "        b[:a(**a() or b(1), **a() if b(2) else a()):b(3)]\n        b(a(4) if b(5) else (lambda p=a(6): p)())\n"
    "    return C",
    "choices compared in a finally": "def f(a, b):\n    try:\n        a(-(b() if a(1) else b(1)))\n    finally:\n"
    "        a((b(2) if a(2) else b(3)) >= (b(4) if a(4) else b(5)))",
    "choice in a tuple in a finally of a clause": "def f(a, b):\n    try:\n        a()\n    except ValueError:\n"
    "        try:\n            b()\n        finally:\n            v, u = (b(1), a if b(2) else -1)",
}
EQUAL.update(
    {
        "choice behind an operand that is returned": "def f(a, b):\n"
        "    return a() and (b(1) if a(1) else b(2) if a(2) else b(3))",
        "choice behind an operand, in an operation": "def f(a, b):\n"
        "    return -(a() or (b(1) if a(1) else b(2)))",
        "constant behind an operand in a try": "def f(a, b):\n    try:\n        a() or True\n    finally:\n"
        "        b(1) if a(1) else b(2)",
        "constant that decides between operands": "def f(a, b):\n"
        "    assert a and '' or a(1) < a(2) is b() >= b(1)",
        "negative constant chosen": "def f(a, b):\n    x = (-1 if 1 else b) or a()\n    return x",
        "unpacking in a branch of a finally": "def f(a, b):\n    try:\n        a()\n    finally:\n"
        "        if b():\n            (u,) = a\n        else:\n            u = a < b < 1",
        "unpacking of two in a branch of a finally": "def f(a, b):\n    try:\n        a()\n    finally:\n"
        "        if b():\n            (v, u) = a\n        else:\n            u = a < b is not a() is b()",
        "try behind a loop that a finally leaves": "def f(a, b):\n    while a():\n        try:\n            b()\n"
        "        finally:\n            b(1)\n            break\n    try:\n        a(1)\n    except:\n        pass",
        "try that only passes, in a loop": "def f(a, b):\n    while a():\n        try:\n            pass\n"
        "        except ValueError as x:\n            b(1)\n        finally:\n            b()",
        "names of dropped code in a comprehension of a class": "def f(a, b):\n    class C:\n"
        "        x = [c for i in a() if 2.5 or d]\n    return C",
        "assertion behind a loop with a choice in a class": "def f(a, b):\n    class C:\n"
        "        while a() and (b(1) if a(1) else b(2)):\n            pass\n        else:\n"
        "            assert a(2) == (b(3) if a(3) else b(4)) is not b(5), b(6)\n    return C",
    }
)
EQUAL.update(
    {
        "case whose guard is known, in the middle": "def f(*, b):\n    match b():\n        case [] if b:\n"
        "            b(1)\n        case None if 0:\n            pass\n        case 2 if 0:\n            pass\n"
        "        case 3:\n            b(2)\n        case a:\n            b(a)\n    b(3)",
        "choice of or, tested as a value": "def f(p, q, r, s, t):\n    x = (p if q else (r or s)) or t\n"
        "    y = (p if q else (r or s)) and t\n    return x, y, (p if q else (r and s)) or t",
        "the same in a finally": "def f(p, q, r, s, t):\n    try:\n        q()\n    finally:\n"
        "        p((p if q else (r and s)) or t)",
        "constants tested as values": "def f(p, q, r):\n    x = (p and 1) and r\n    y = ('' and q) or r\n"
        "    z = ((1 and 1) and r) or q\n    (p and '') or r\n    return x, y, z, (1 or q) and r",
        "constant loaded only to be dropped": "def f(p, q):\n    '' and (p and q)\n    1 or (p or q)\n"
        "    return p",
        "constant loaded before a with is left": "def f(p, q):\n    with p():\n"
        "        return '' and (p and q)",
        "choice that a constant decided in an operation on a variable": "def f(b, p, q, r):\n"
        "    b -= p if (1 if q else True) else r\n    p(q(), '' if (q or 1) else 1, r())\n"
        "    return b, f'{p()}{1 if (q or 1) else r}'",
        "break behind a statement, in an if, with an else that returns": "def f(a, b, c):\n    if a():\n"
        "        for i in b():\n            if c(i):\n                b(1)\n                break\n"
        "        else:\n            return\n    c(2)",
        "break out of two loops": "def f(a, b, c):\n    for i in a():\n        for j in b():\n            if c():\n"
        "                d = None\n                break\n        else:\n            break",
        "break out of a clause at the end of a with": "def f(a, b, c):\n    with a():\n        if b():\n"
        "            while True:\n                try:\n                    x = b(1)\n"
        "                except KeyError:\n                    break\n                c(x)\n    c(2)",
        "continue out of a try with a finally at the start of a loop that breaks": "def f(a, b, c):\n"
        "    while True:\n        try:\n            if a():\n                continue\n            b()\n"
        "        finally:\n            c()\n        b(1)\n        break\n    return b(2)",
        "loop left at once, before returns and a raise that were copied": "def f(a, b, c):\n    if a():\n"
        "        for i in b():\n            c()\n            break\n        return c(1)\n    elif a(1):\n"
        "        for i in b(1):\n            c(2)\n            break\n        raise ValueError\n"
        "    b(2)\n    return c(3)",
        "finally that breaks alone": "def f(a, b, c):\n    while True:\n        try:\n            a()\n"
        "            break\n        finally:\n            b()\n            break\n    c()",
        "finally that breaks alone, in a clause": "def f(a, b, c):\n    try:\n        a()\n    except KeyError:\n"
        "        while b():\n            try:\n                b(1)\n                return c()\n"
        "            finally:\n                c(1)\n                break\n        b(2)\n    c(2)",
        "choice of which one way is decided, before the end of a finally": "def f(a, b, c):\n    match a():\n"
        "        case None:\n            b()\n        case v:\n            try:\n"
        "                if (b(1) or 1) if c else v:\n                    u = 1\n            finally:\n"
        "                u = c\n            b(2)",
        "dropped choices in the condition of a comprehension": "def f(a, b, c):\n"
        "    return [i for i in a() if b(i) or (c(i) and '')], [i for i in a() if ((b(i) and '') if c(i) else 1)]",
        "ways that meet before a raise": "def f(a, b, c):\n    if a():\n        for i in b():\n            break\n"
        "        else:\n            c(1)\n    else:\n        c(2)\n    c(3)\n    raise ValueError",
        "raise in a clause and behind it": "def f(a, b, c):\n    try:\n        a()\n    except KeyError:\n"
        "        if b(1):\n            return c(1)\n        elif b(2):\n            pass\n        else:\n"
        "            return c(2)\n        raise ValueError\n    raise ValueError",
        "finally that breaks to a return": "def f(a, b, c):\n    while True:\n        try:\n            a()\n"
        "        except KeyError:\n            b()\n        finally:\n            c()\n            break\n"
        "    return c(1)",
        "break before what leaves": "def f(a, b, c):\n    for i in a():\n        break\n    else:\n"
        "        raise ValueError\n    for i in b():\n        c(1)\n        break\n    return c",
        "else of a try at the end of a with": "def f(a, b, c):\n    with a():\n        try:\n"
        "            if b():\n                c()\n        except KeyError:\n            pass\n"
        "        else:\n            c(1)",
        "choice of a finally whose value is dropped": "def f(a, b, c):\n    try:\n        a()\n    finally:\n"
        "        a(1) if b() else b(1) or b(2) or c\n    c(1)",
        "choice in a finally before one that ends the function": "def f(a, b, c):\n    try:\n        a()\n"
        "    finally:\n        b(a if b else 's')\n    c(a if b else b if c else 1)",
        "choice of a constant, tested as a value and dropped": "def f(p, q, r, s):\n    ('' if q else r) and s\n"
        "    (p if q else '') or s()\n    p()",
        "None in the condition of a comprehension in a with": "def f(a, b, c):\n    with a():\n"
        "        x = {k: 1 for k in b if k is not None}\n    return x",
    }
)
EQUAL.update(
    {
        "two choices at the end of a clause": "def f(a, b):\n    class C:\n        if e1():\n            e2()\n"
        "        else:\n            try:\n                e3()\n            except:\n                if e4():\n"
        "                    if e6():\n                        e5()\n                    else:\n"
        "                        e7()\n            e8()",
        "two choices of a constant at the end of a clause": "def f(a, b):\n    class C:\n        if e1():\n"
        "            e2()\n        else:\n            try:\n                e3()\n            except KeyError:\n"
        "                e4()\n            except:\n"
        "                ((1, 2) if b else a) and (e5() if e6() else e7())\n            e8()",
        "name of a class and of dropped code": "async def f(a, b):\n    class C:\n        b @= a\n    try:\n"
        "        return a()\n    except:\n        try:\n            if a(1) == 's':\n                b @= a\n"
        "        finally:\n\n            def g(p=1, *r, **t):\n                pass\n    else:\n"
        "        class D:\n            a[b]",
        "chain returned beside a clause that returns": "def f(a, b):\n    if a():\n        try:\n            a(1)\n"
        "        except KeyError:\n            return b()\n        raise ValueError\n    try:\n"
        "        return b()[a : a() == b() <= a(1)]\n    except KeyError:\n        return (c := b(1))",
        "choice of three ends a finally": "def f(a, b):\n    try:\n        a()\n    finally:\n        a(1)\n"
        "        b((a(2) if b(1) else 1) if a.x else a(3))",
        "choice ends a try in a finally": "def f(a, b):\n    try:\n        a()\n    finally:\n        try:\n"
        "            c = [b(), a(1) if b(1) else a(2)]\n        except ValueError:\n            b(2)",
        "two choices end a finally": "def f(a, b):\n    try:\n        a()\n    finally:\n        if b:\n"
        "            a(1)\n            b(a(2) if b(1) else a(3))\n        else:\n            a(4)\n"
        "            b(a(5) if b(2) else a(6))",
        "return in a finally of a clause, with in the finally around": "def f(a, b):\n    try:\n        a()\n"
        "    except KeyError as x:\n        try:\n            return b()\n        finally:\n            return b(1)\n"
        "    finally:\n        with a:\n            b(2)",
        "or as a way of a choice in the else of a loop": "def f(a, b):\n    for u in a:\n        b(u)\n    else:\n"
        "        a(1) if b(1) else b or a(2)\n    b(2)",
        "or as a way of a choice before a return in a with": "def f(a, b):\n    with a:\n"
        "        (b or a(1)) if b(1) else None or a(2)\n        return b(2)",
        "continue in a try whose finally a break follows": "def f(a, b):\n    while True:\n        c = a()\n"
        "        try:\n            if a(1):\n                continue\n            b()\n        finally:\n"
        "            b(c)\n        b(1)\n        break\n    return b(2)",
        "test for None behind a try": "def f(a, b):\n    while True:\n        try:\n            c = a()\n"
        "        except KeyError:\n            break\n        if c is not None:\n            c()\n    return b(1)",
        "test for None in a try": "def f(a, b):\n    while True:\n        try:\n            c = a()\n"
        "            if c is not None:\n                c()\n        except KeyError:\n            break\n"
        "    return b(1)",
        "and in an and in an or on lines of their own": "def f(a, b):\n    return (a() and\n"
        "              (b() and not a(1)) or\n            b(1))",
        "constants unpacked, one of them chosen": "def f(a):\n    x, y = '', (1, 2) or a()\n"
        "    x, y, z = 1, 2 or a(), 3\n    return x, y, z",
        "and in an or on lines of their own": "def f(a, b):\n    return (a() or\n            b() and\n"
        "              a(1) or\n            b(1))",
    }
)
EQUAL.update(
    {
        "guard that a constant decides": "def f(a, b):\n    match a():\n        case a.b if b(1) or ...:\n"
        "            a(2)\n            return\n        case a.c if b(2) and 0:\n            a(3)\n"
        "        case a.d:\n            a(4)",
        "case None behind one that raises in a try": "def f(a, b):\n    match a():\n        case 1:\n"
        "            try:\n                raise KeyError(b(1))\n            finally:\n"
        "                assert b(2), b(3)\n        case None:\n            b(4)\n    b(5)",
        "comprehension chosen in a finally": "def f(a, b):\n    try:\n        a()\n    finally:\n"
        "        v = [x() for x in b() for y in x] if a(2) else (a(3) if b(1) else b)\n    b(2)",
        "two comprehensions chosen in a finally": "def f(a, b):\n    try:\n        a()\n    finally:\n"
        "        if b(3):\n            v = [x for x in b(1)] if a(2) else a(3)\n"
        "        else:\n            w = [y() for y in b(4)] if a(5) else a(6)\n    b(2)",
        "both values of a choice in a finally are comprehensions": "def f(a, b):\n    try:\n        a()\n    finally:\n"
        "        v = [x for x in b(1)] if a(2) else {x: y for x, y in b()}\n    b(2)",
    }
)
EQUAL.update(
    {
        "while with a chain in a clause": "def f(a, b):\n    try:\n        a()\n    except KeyError:\n"
        "        while a(2) < a(3) <= a(4):\n            if b(1):\n                b(2)\n    b()",
        "while with an or and an else in a clause": "def f(a, b):\n    try:\n        a()\n    except KeyError:\n"
        "        while a(1) or a(2) < a(3) <= a(4):\n            if b(7):\n                b(8)\n"
        "            if b(2):\n                b(4)\n                continue\n            elif b(3):\n"
        "                b(6)\n        else:\n            b(5)\n    b()",
        "comprehension chosen in a finally in a finally": "def f(a, b):\n    try:\n        a()\n    finally:\n"
        "        try:\n            a(1)\n        except KeyError:\n            return b(7)\n        finally:\n"
        "            v = [x() for x in b()] if a(2) else a(3)\n    b(2)",
    }
)
# What may come back as a loop over states: a comprehension in it must leave the function's variables alone.
_STATES = (
    "def f(a, i, g):\n    try:\n        j, k = {{a(), g()}}\n    finally:\n"
    "        g().x <<= (a() and (g() if a() else i()))\n    while a():\n        x = {}\n        i.n()\n    return i"
)
STATES = {
    "chain in a comprehension": _STATES.format("[a() in i in g() for i in a for l in g()]"),
    "comprehension in a comprehension": _STATES.format(
        "[[g() in i in a() for i in i] if (a() in i in g()) else 0 for i in (a() if i() else g())]"
    ),
}
NEW = {
    "except star with a name": "def f(a, b):\n    try:\n        a()\n    except* KeyError as x:\n"
    "        while b():\n            break",
    "except star left by return": "def f(a, b):\n    try:\n        return b()\n    except* ValueError:\n"
    "        a(1)\n    except* KeyError as k:\n        a(k)\n    finally:\n        a(2)",
    "except star left by break": "def f(a, b):\n    while a():\n        try:\n            if b():\n"
    "                break\n        except* ValueError:\n            a(1)\n    return b",
    "except star left early": "def f(a, b):\n    for x in a:\n        try:\n            b()\n"
    "        except* ValueError:\n"
    "            b(1)\n        else:\n            break",
}


EQUAL_NEW = {
    "two calls returned, one behind a call of stars": "def f(a, c, d, *b):\n    try:\n        with c:\n"
    "            pass\n    except:\n        v = d and (c if b else a)\n    else:\n        if c:\n"
    "            b %= a(**c or d)\n            return c()(c)\n        b if a else c\n        return c(c)",
    "return in an except star of a finally that raises": "def f(a, b):\n    try:\n        a()\n    finally:\n"
    "        try:\n            return b()\n        except* ValueError:\n            pass\n        raise ValueError",
    "assertion before a raise in a finally of except star": "def f(a, b):\n    try:\n        a()\n"
    "    except* ValueError:\n        try:\n            b()\n        finally:\n            assert a, b\n"
    "            raise ValueError",
    "continue in a finally of except star in a class": "def f(a, b):\n    class C:\n        for x in a():\n"
    "            try:\n                b()\n            except* KeyError as e:\n                b(1)\n"
    "            finally:\n                b(x)\n                continue",
    "except star with a name in one with a name": "def f(a, b):\n    try:\n        a()\n"
    "    except* KeyError as x:\n        try:\n            b()\n        except* KeyError as y:\n            b(1)",
    "choice returned from a loop": "def f(a):\n    for () in a:\n        return a and a > a <= a\n    try:\n        a\n"
    "    except* KeyError:\n        match a:\n            case 's':\n                pass\n            case None:\n"
    "                a",
    "except star behind a finally left early": "def f(a, b):\n    try:\n        try:\n            a()\n        "
    "finally:\n            if a:\n                return b\n    except a:\n        try:\n            try:\n"
    "                a()\n            except:\n                pass\n        except* ValueError:\n            pass",
}
EQUAL_NEWER = {
    "generic class in a class": "def f(a):\n    class C:\n        class D[T]:\n            x = a()\n    return C",
    "dropped alias in a class": "def f(a):\n    class C:\n        x = a()\n        if 0:\n"
    "            type A[T] = x\n            def h(self):\n                super().h()\n    return C.x",
}


def programs(version: tuple[int, ...]) -> dict[str, str]:
    """Give all that the interpreter has a grammar for."""
    found = {**ORDER, **MEANING, **PLAIN, **GLOBALS, **EQUAL, **STATES}
    found.update(NEW | EQUAL_NEW if version >= (3, 11) else {})
    found.update(EQUAL_NEWER if version >= (3, 12) else {})
    return found
