// Fails when an import climbs the layers, closes a cycle, or the core reaches for the outside world.
// Usage: node tools/checkLayers.mjs [ROOT]   (ROOT is the repository; default the current folder)
import fs from 'node:fs';
import path from 'node:path';

const root = path.resolve(process.argv[2] ?? '.');

/** [folder or file, what its files may import]; the first row that fits a file counts. */
const RULES = [
  ['packages/core/src/', ['packages/core/src/']],
  ['packages/service/src/main', ['packages/service/src/', 'packages/core/src/']],
  ['packages/service/src/serve', ['packages/service/src/main', 'packages/service/src/config']],
  ['packages/service/src/config', ['packages/service/src/config', 'packages/core/src/']],
  ['packages/service/src/app/', ['packages/core/src/', 'packages/service/src/app/']],
  [
    'packages/service/src/adapters/',
    ['packages/core/src/', 'packages/service/src/app/ports/', 'packages/service/src/adapters/'],
  ],
  ['packages/service/src/http/', ['packages/core/src/', 'packages/service/src/app/', 'packages/service/src/http/']],
  // Who checks proofs needs the hashes and trees of the core; the rest of the client does without.
  ['packages/sdk/src/receipt', ['packages/sdk/src/', 'packages/core/src/']],
  ['packages/sdk/src/', ['packages/sdk/src/']],
  ['packages/cli/src/', ['packages/cli/src/', 'packages/core/src/', 'packages/sdk/src/', 'packages/service/src/']],
  ['packages/web/src/', ['packages/web/src/', 'packages/core/src/', 'packages/sdk/src/']],
];

const IMPURE = /\b(process\.|Date\.now|new Date\(\)|Math\.random|performance\.now|from 'node:|import\('node:)/;

const isSource = (file) => /\.tsx?$/.test(file) && !file.endsWith('.d.ts');
const withinRoot = (folder) => path.join(root, folder);
const exists = (file) => fs.existsSync(withinRoot(file));

/** The file an import names, relative to the root, or null for a package from outside. */
function resolveImport(fromFile, specifier) {
  if (specifier.startsWith('.')) return path.join(path.dirname(fromFile), specifier);
  const own = /^@assay\/(\w+)\/(.+)$/.exec(specifier);
  return own ? `packages/${own[1]}/src/${own[2]}.ts` : null;
}

const files = [];
for (const packageName of fs.readdirSync(withinRoot('packages'))) {
  const folder = `packages/${packageName}/src/`;
  if (!exists(folder)) continue;
  for (const entry of fs.readdirSync(withinRoot(folder), { recursive: true }))
    if (isSource(entry)) files.push(path.posix.join(folder, entry.split(path.sep).join('/')));
}

const problems = [];
const importsOf = new Map();
for (const file of files) {
  const rule = RULES.find(([place]) => file.startsWith(place));
  if (!rule) {
    problems.push(`${file}: no rule says what this file may import; add one to tools/checkLayers.mjs`);
    continue;
  }
  const text = fs.readFileSync(withinRoot(file), 'utf8');
  const lines = text.split('\n').length;
  // What a tool prints is no text to read in one go.
  if (lines > 400 && !file.includes('/generated/'))
    problems.push(`${file}: ${lines} lines; a file is one idea and at most 400 lines`);
  if (file.startsWith('packages/core/')) {
    const code = text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/\/\/.*$/gm, '');
    const found = IMPURE.exec(code);
    if (found) problems.push(`${file}: core must take time, randomness and I/O as arguments (found "${found[0]}")`);
  }
  const targets = [];
  for (const [, specifier] of text.matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)) {
    const target = resolveImport(file, specifier);
    if (!target) continue;
    targets.push(target);
    if (!rule[1].some((allowed) => target.startsWith(allowed))) problems.push(`${file} must not import ${target}`);
    else if (!exists(target)) problems.push(`${file} imports ${target}, which does not exist`);
  }
  importsOf.set(file, targets);
}

const done = new Set();
function visit(file, trail) {
  if (done.has(file)) return;
  if (trail.includes(file)) {
    problems.push(`cycle: ${[...trail.slice(trail.indexOf(file)), file].join(' -> ')}`);
    return;
  }
  for (const next of importsOf.get(file) ?? []) visit(next, [...trail, file]);
  done.add(file);
}
for (const file of files) visit(file, []);

console.log(problems.length ? problems.join('\n') : `${files.length} files, layers hold, no cycles`);
process.exit(problems.length ? 1 : 0);
