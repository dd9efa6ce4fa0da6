"""Write C that tells Python what headers say: `constants_of_headers.py OUTPUT HEADER[:NAME,...] ...`.

Of a header alone: all of its structs, enums and numeric macros; of one with names: these structs and enums. The values,
offsets and sizes are the C compiler's. `int constants_add(PyObject *module)` puts them into a module as CONSTANTS,
ENUMS and STRUCTS.
"""

import re
import sys
from pathlib import Path

CODES = {"uint8_t": "B", "uint16_t": "H", "uint32_t": "I", "uint64_t": "Q", "int64_t": "q", "double": "d"}
STRUCT = re.compile(r"^struct (\w+) \{(.*?)^\};", re.DOTALL | re.MULTILINE)
ENUM = re.compile(r"^enum (\w+) \{(.*?)\};", re.DOTALL | re.MULTILINE)
MACRO = re.compile(r"^#define (\w+) +\(?[-0-9]", re.MULTILINE)
FIELD = re.compile(r"\s*(struct )?(\w+) ([^;]+);")
HEAD = """/* Made by tools/constants_of_headers.py. */
#include <Python.h>
#include <stddef.h>

static const struct { const char *structure; size_t size; } sizes[] = {
%(sizes)s{NULL, 0}};

/* code: of Python's struct module; of another struct, its name. */
static const struct { const char *structure, *field, *code; size_t offset, size; } fields[] = {
%(fields)s{NULL, NULL, NULL, 0, 0}};

static const struct { const char *group, *name; long long value; } enumerators[] = {
%(enumerators)s{NULL, NULL, 0}};

static const struct { const char *name; unsigned long long value; } macros[] = {
%(macros)s{NULL, 0}};
"""
TAIL = """
static PyObject *group_of(PyObject *groups, const char *name)
{
    PyObject *group = PyDict_GetItemString(groups, name);
    if (group)
        return group;
    if (!(group = PyDict_New()) || PyDict_SetItemString(groups, name, group)) {
        Py_XDECREF(group);
        return NULL;
    }
    Py_DECREF(group);
    return group;
}

/* Steals `value`. */
static int put(PyObject *group, const char *name, PyObject *value)
{
    int failed = !group || !value || PyDict_SetItemString(group, name, value);
    Py_XDECREF(value);
    return failed ? -1 : 0;
}

static int fill(PyObject *constants, PyObject *enums, PyObject *structs)
{
    for (size_t i = 0; macros[i].name; i++)
        if (put(constants, macros[i].name, PyLong_FromUnsignedLongLong(macros[i].value)))
            return -1;
    for (size_t i = 0; enumerators[i].name; i++)
        if (put(group_of(enums, enumerators[i].group), enumerators[i].name, PyLong_FromLongLong(enumerators[i].value)))
            return -1;
    for (size_t i = 0; sizes[i].structure; i++)
        if (put(group_of(structs, sizes[i].structure), "", Py_BuildValue("(sii)", "", 0, (int)sizes[i].size)))
            return -1;
    for (size_t i = 0; fields[i].field; i++)
        if (put(group_of(structs, fields[i].structure), fields[i].field,
                Py_BuildValue("(sii)", fields[i].code, (int)fields[i].offset, (int)fields[i].size)))
            return -1;
    return 0;
}

int constants_add(PyObject *module)
{
    PyObject *constants = PyDict_New(), *enums = PyDict_New(), *structs = PyDict_New();
    int failed = !constants || !enums || !structs || fill(constants, enums, structs) ||
                 PyModule_AddObjectRef(module, "CONSTANTS", constants) ||
                 PyModule_AddObjectRef(module, "ENUMS", enums) ||
                 PyModule_AddObjectRef(module, "STRUCTS", structs);
    Py_XDECREF(constants);
    Py_XDECREF(enums);
    Py_XDECREF(structs);
    return failed ? -1 : 0;
}
"""


def members(body: str) -> list[tuple[str, str]]:
    """Return (field, code) of a struct's body. Raises SystemExit for a type without a fixed size."""
    found = []
    for is_struct, kind, names in FIELD.findall(body):
        code = kind if is_struct else CODES.get(kind)
        if code is None:
            raise SystemExit(f"a field of type {kind} has no fixed size")
        found += [(name.partition("[")[0].strip(), code) for name in names.split(",")]
    return found


def tables_of(text: str, names: set[str]) -> dict[str, str]:
    """Return the initialisers of the four tables for a header's text; no names: all of it."""
    text = re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL)
    tables = {"sizes": "", "fields": "", "enumerators": "", "macros": ""}
    for structure, body in STRUCT.findall(text):
        if names and structure not in names:
            continue
        tables["sizes"] += f'    {{"{structure}", sizeof(struct {structure})}},\n'
        for field, code in members(body):
            of = f"((struct {structure} *)0)->{field}"
            tables["fields"] += (
                f'    {{"{structure}", "{field}", "{code}", offsetof(struct {structure}, {field}), sizeof({of})}},\n'
            )
    for group, body in ENUM.findall(text):
        if not names or group in names:
            for name in re.findall(r"(\w+)\s*(?:=[^,]*)?(?:,|$)", body.strip()):
                tables["enumerators"] += f'    {{"{group}", "{name}", {name}}},\n'
    for name in [] if names else MACRO.findall(text):
        tables["macros"] += f'    {{"{name}", {name}}},\n'
    return tables


def main(output: str, *headers: str) -> None:
    """Write the file."""
    merged = {"sizes": "", "fields": "", "enumerators": "", "macros": ""}
    includes = ""
    for header in headers:
        path, _, names = header.partition(":")
        includes += f'#include "{path}"\n'
        tables = tables_of(Path(path).read_text(), {name for name in names.split(",") if name})
        merged = {name: merged[name] + table for name, table in tables.items()}
    Path(output).write_text(includes + HEAD % merged + TAIL)


if __name__ == "__main__":
    main(*sys.argv[1:])
