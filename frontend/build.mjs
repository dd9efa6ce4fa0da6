// Bundles each page into one script and one style sheet that are committed with the package: whoever installs
// numscope needs no Node. The first line of each built file is the hash of the sources, which a test compares.
import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { build } from "esbuild";

const PAGES = ["report", "explain", "view"];
const OUTPUT = "../src/numscope/views/page/built";

// As tools/check_frontend.py has it: every file below src/ and what decides how it is built, by path.
function sourceHash() {
  const below = readdirSync("src", { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => `${entry.parentPath}/${entry.name}`.replaceAll("\\", "/"));
  const hash = createHash("sha256");
  for (const path of [...below, "build.mjs", "package-lock.json", "tsconfig.json"].sort()) {
    hash.update(`${path}\n`).update(readFileSync(path)).update("\n");
  }
  return hash.digest("hex");
}

// The licence of what is bundled goes with it.
const licence = `/* @dagrejs/dagre:\n${readFileSync("node_modules/@dagrejs/dagre/LICENSE", "utf8").trim()}\n*/\n`;
const first = `/* built from frontend/, sources ${sourceHash()} */\n`;
mkdirSync(OUTPUT, { recursive: true });
for (const page of PAGES) {
  const result = await build({
    entryPoints: [`src/${page}/main.ts`],
    bundle: true,
    minify: true,
    charset: "ascii",
    format: "iife",
    target: ["chrome123", "firefox120", "safari17.5"],
    legalComments: "none",
    outfile: `${page}.js`,
    write: false,
  });
  for (const file of result.outputFiles) {
    const name = file.path.endsWith(".css") ? `${page}.css` : `${page}.js`;
    writeFileSync(`${OUTPUT}/${name}`, first + (page === "report" && name.endsWith(".js") ? licence : "") + file.text);
  }
}
