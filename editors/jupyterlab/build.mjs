// Builds the extension for JupyterLab into labextension/, which is committed: who installs numscope needs no Node.
// esbuild puts our sources into one file; JupyterLab's own builder makes of it what a running JupyterLab can load.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "esbuild";

const { metafile } = await build({
  entryPoints: ["src/extension.ts"],
  bundle: true,
  format: "esm",
  target: "es2022",
  charset: "ascii",
  external: ["@jupyterlab/*", "@lumino/*"],
  metafile: true,
  outfile: "lib/extension.js",
});
const core = mkdtempSync(join(tmpdir(), "numscope-core-"));
copyFileSync("node_modules/@jupyterlab/core-meta/core.package.json", join(core, "package.json"));
execFileSync("node_modules/.bin/build-labextension", ["--core-path", core, "."], { stdio: "inherit" });
rmSync(core, { recursive: true });

// What it was built from, as tools/check_frontend.py compares it.
const files = [...Object.keys(metafile.inputs), "build.mjs", "package.json", "package-lock.json"].sort();
const hash = createHash("sha256");
for (const path of files) hash.update(`${path}\n`).update(readFileSync(path)).update("\n");

// The builder copies package.json: of it JupyterLab needs the name, the version and where to load from.
const { name, version, description, license, jupyterlab } = JSON.parse(readFileSync("labextension/package.json", "utf8"));
const described = { name, version, description, license, jupyterlab, sources: { files, hash: hash.digest("hex") } };
writeFileSync("labextension/package.json", `${JSON.stringify(described, null, 2)}\n`);
