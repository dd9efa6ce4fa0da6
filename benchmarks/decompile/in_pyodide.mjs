// Runs one of our Python programs under CPython 3.14 in WebAssembly, where no other 3.14 is at hand.
//
//   npm install pyodide@314
//   node benchmarks/decompile/in_pyodide.mjs benchmarks/decompile/stdlib.py [ARGUMENTS ...]
import { createRequire } from "node:module";
import path from "node:path";
import process from "node:process";

const here = createRequire(path.join(process.cwd(), "package.json"));
const { loadPyodide } = here("pyodide");
const root = path.resolve(import.meta.dirname, "../..");
const [program, ...rest] = process.argv.slice(2);
const python = await loadPyodide();
python.FS.mkdirTree("/tree");
python.FS.mount(python.FS.filesystems.NODEFS, { root }, "/tree");
python.globals.set("arguments_given", python.toPy([`/tree/${program}`, ...rest]));
process.exitCode = python.runPython(`
import runpy, sys
sys.argv = arguments_given
sys.dont_write_bytecode = True
sys.setrecursionlimit(1000)
try:
    runpy.run_path(sys.argv[0], run_name="__main__")
    code = 0
except SystemExit as end:
    code = end.code or 0
except BaseException:
    import traceback
    traceback.print_exc()
    code = 1
code
`);
