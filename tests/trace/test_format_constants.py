"""What Python knows of the format is what its header says, read here by another way than the build's: as text."""

from __future__ import annotations

import re
import struct
from pathlib import Path

import pytest
from tests.trace import encoder

import numscope
from numscope import _core, _decode
from numscope.format.constants import Layout, number, words
from numscope.operations.traits import Trait
from numscope.recording import summary
from numscope.trace import definitions, events, floating_point, shards
from numscope.trace.manifest import VERSION

HEADER = Path(numscope.get_include(), "numscope", "format.h").read_text()
PLAIN = re.sub(r"/\*.*?\*/", "", HEADER, flags=re.DOTALL)


def test_every_enum_of_the_header_is_there() -> None:
    for name, body in re.findall(r"enum (\w+)\s*\{([^}]*)\}", PLAIN):
        told = {member: int(value, 0) for member, value in re.findall(r"(\w+) = (\w+)", body)}
        assert _decode.ENUMS[name] == told, name
        assert all(number(member) == value for member, value in told.items())


def test_traits_are_those_of_the_header() -> None:
    assert {f"TRAIT_{trait.name}": trait.value for trait in Trait} == _decode.ENUMS["operation_trait"]


def test_every_field_of_the_header_is_there() -> None:
    structs = re.findall(r"struct (\w+)\s*\{([^}]*)\}", PLAIN)
    assert len(structs) > 14
    for name, body in structs:
        declared = [
            field.strip().partition("[")[0]
            for line in re.findall(r"(?:struct )?\w+ ([\w ,\[\]]+);", body)
            for field in line.split(",")
        ]
        assert list(_decode.STRUCTS[name])[1:] == declared, name


@pytest.mark.parametrize("name", [name for name in _decode.STRUCTS if name != "tail_header"])
def test_fields_cover_their_struct(name: str) -> None:
    covered = 0
    for field, (_, offset, size) in _decode.STRUCTS[name].items():
        if field:
            assert offset == covered, field  # no padding, which another compiler could lay out in another way
            covered += size
    assert covered == Layout(name).size


def test_a_layout_reads_what_it_packs() -> None:
    layout = Layout("call_record")
    given = {field: place + 1 for place, field in enumerate(layout.fields)}
    data = layout.pack(**given)
    assert vars(layout.read(b"before.." + data, 8)) == given
    # As the encoder packs it: the header, then the record's own fields.
    assert struct.unpack("<IHHQQQIIIIHBBBBH", data) == tuple(given.values())
    with pytest.raises(TypeError, match="struct call_record has no field colour"):
        layout.pack(colour=1)
    with pytest.raises(struct.error):
        layout.read(data, 1)


def test_the_encoder_of_the_tests_agrees() -> None:
    tags = ("ARRAY", "SCALAR", "INT", "FLOAT", "BOOL", "NONE", "STRING", "LITERAL", "OBJECT", "SHARED_TEXT")
    flags = (
        "HAS_OWNER",
        "HAS_HASH",
        "HAS_STATISTICS",
        "KEPT",
        "READ_ONLY",
        "CONVERTED",
        "HAS_INLINE",
        "PENDING",
    )
    roles = ("INPUT", "OUTPUT", "OUT", "ARGUMENT", "MUTATED", "ATTRIBUTE")
    ways = ("OTHERWISE", "BY_CALL", "BY_OPERATOR", "IN_PLACE", "BY_INDEX", "BY_ATTRIBUTE", "BY_ITERATION")
    names = {name: f"OPERAND_{name}" for name in (*tags, *flags)} | {name: f"ROLE_{name}" for name in roles}
    names |= {name: f"CALLED_{name}" for name in ways}
    names |= {name: f"CALL_{name}" for name in ("RAISED", "TRUNCATED", "USER_VISIBLE")}
    names |= {"KEYWORD": "POSITION_KEYWORD", "MAGIC": "TAIL_MAGIC"}
    assert {name: getattr(encoder, name) for name in names} == {name: number(c) for name, c in names.items()}


def test_words_are_what_traces_have_always_said() -> None:
    assert words("operand_role", "ROLE_") == (
        *(
            "?",
            "input",
            "output",
            "out",
            "argument",
            "mutated",
            "attribute",
            "given",
            "returned",
            "parameter",
            "memory",
        ),
    )
    assert (
        *(
            "?",
            "array",
            "scalar",
            "int",
            "float",
            "bool",
            "none",
            "string",
            "literal",
            "object",
            "shared text",
        ),
    ) == events._KINDS
    assert (
        *("otherwise", "call", "operator", "in place", "index", "attribute", "iteration"),
    ) == definitions._HOW
    assert shards._STOP_REASONS == (None, "disk full", "budget", "write error")
    assert floating_point.FLOATING_POINT == {1: "divide", 2: "overflow", 4: "underflow", 8: "invalid"}
    assert set(summary._STOP_REASONS) == set(_decode.ENUMS["stop_reason"]) - {"STOP_NONE"}
    dtypes = ["float16", "float32", "float64", "complex64", "complex128", "int8", "int16", "int32", "int64"]
    dtypes += ["uint8", "uint16", "uint32", "uint64", "bool"]
    assert {name: code for code, name in enumerate(dtypes, 1)} == events._ELEMENTS


def test_there_is_one_version() -> None:
    assert VERSION == _core.FORMAT_VERSION == number("FORMAT_VERSION")


def test_both_native_modules_know_the_same_numbers() -> None:
    shared = _core.ENUMS.keys() & _decode.ENUMS.keys()
    assert shared == {"operand_role", "stop_reason", "control_request", "held_by"}
    assert all(_core.ENUMS[name] == _decode.ENUMS[name] for name in shared)
