// Fails when an import climbs the layers, closes a cycle or takes a package that its layer has no use for, when core or
// app reaches for the outside world, when a file is longer than 400 lines, or a folder holds more than 25 files.
// Usage: node tools/checkLayers.mjs [ROOT]   (ROOT is the repository; default the current folder)
import fs from 'node:fs';
import path from 'node:path';

const root = path.resolve(process.argv[2] ?? '.');
const LINES_MAX = 400;
const FILES_MAX = 25;
/** Whatever package.json names, and all modules of Node. */
const ANY = null;

const core = 'packages/core/src/';
const service = 'packages/service/src/';
const sdk = 'packages/sdk/src/';
const watermark = `${core}watermark/`;
const tile = `${watermark}tile/`;

/** What a layer could see of the world without an import. */
const OUTSIDE =
  /\b(process\.|Date\.now|new Date\(\)|Math\.random|performance\.|set(Timeout|Interval|Immediate)\b|crypto\.|fetch\()/;

/**
 * Files: whose path begins with `files`; the first row that fits counts. `imports`: files of ours, by the beginnings of
 * their paths. `packages`: packages and modules of Node. `isPure`: takes time, chance and I/O as arguments or ports.
 */
const LAYERS = [
  ...watermarkRooms(),
  {
    files: core,
    imports: [core],
    packages: ['@noble/ciphers', '@noble/hashes', '@scure/base', 'fft.js'],
    isPure: true,
  },
  { files: `${service}app/`, imports: [core, `${service}app/`], packages: [], isPure: true },
  {
    files: `${service}adapters/`,
    imports: [core, `${service}app/ports/`, `${service}adapters/`],
    packages: ANY,
  },
  {
    files: `${service}http/`,
    imports: [core, `${service}app/`, `${service}http/`],
    packages: [
      ...['fastify', '@fastify/cors', '@fastify/helmet', '@fastify/multipart', '@fastify/static', '@fastify/swagger'],
      ...['@fastify/swagger-ui', 'fastify-type-provider-zod', 'zod', 'cookie', 'client-zip', 'uqr'],
      ...['node:crypto', 'node:http', 'node:net', 'node:stream', 'node:timers/promises', 'node:zlib'],
    ],
  },
  {
    files: `${service}config/`,
    imports: [core, `${service}config/`],
    packages: ['zod', 'node:url', 'node:util', 'node:path', 'node:fs'],
  },
  {
    files: `${service}compose/`,
    imports: [core, service],
    packages: ['fastify', 'node:crypto', 'node:fs', 'node:net', 'node:path', 'node:url'],
  },
  { files: `${service}serve`, imports: [`${service}compose/`, `${service}config/`], packages: [] },
  // Who checks proofs needs the hashes and trees of the core; the rest of the client does without.
  { files: `${sdk}receipt`, imports: [sdk, core], packages: [] },
  { files: `${sdk}bundle`, imports: [sdk, core], packages: [] },
  { files: `${sdk}node`, imports: [sdk], packages: ['node:fs/promises', 'node:path'] },
  { files: sdk, imports: [sdk], packages: [] },
  { files: 'packages/cli/src/', imports: ['packages/cli/src/', core, sdk, service], packages: ANY },
  {
    files: 'packages/web/src/',
    imports: ['packages/web/src/', core, sdk],
    // The last one is what the build makes of the documents.
    packages: ['react', 'react-dom', '@tanstack/react-query', '@tanstack/react-router', 'virtual:documents'],
  },
];

/** The rooms of the watermark engine: each imports the signal processing below the engine, and the rooms that it names. */
function watermarkRooms() {
  const signal = ['encoding/', 'kernels/', 'signal/', 'registration/homography', 'raster', 'network', 'once'];
  const keys = ['trackKey', 'keyCache', 'tileOrigin', 'affine', 'applyDelta'].map((name) => `${watermark}${name}`);
  const room = (files, ...imports) => ({
    files,
    imports: [...signal.map((name) => `${core}${name}`), ...keys, files, ...imports],
    packages: ['@noble/ciphers', '@noble/hashes'],
    isPure: true,
  });
  const [payload, neural, presence] = ['payload/', 'neural/', 'presence/'].map((name) => `${watermark}${name}`);
  const [carriers, spectrum, detect, nonrigid] = ['carriers/', 'spectrum/', 'detect/', 'nonrigid/'].map(
    (name) => `${tile}${name}`,
  );
  const [embedding, track] = ['embedding', 'watermarkTrack'].map((name) => `${watermark}${name}`);
  const embed = `${tile}embed/`;
  const preset = `${tile}tilePreset`;
  return [
    ...keys.map((file) => room(file)),
    room(payload),
    room(carriers),
    room(spectrum, carriers),
    room(embedding),
    room(preset, carriers),
    room(embed, payload, carriers, spectrum, embedding, preset),
    room(track, carriers, spectrum, embed, embedding),
    room(detect, payload, carriers, spectrum, track),
    room(nonrigid, payload, carriers, spectrum, detect),
    room(tile, payload, track, embedding),
    room(neural, payload, track, embedding),
    room(`${watermark}fusion/`, payload, tile, track),
    // The presence map is drawn with the shapes of the tamper map.
    room(presence, payload, tile, track, `${core}tamper/`),
    room(watermark),
  ];
}

const problems = [];

/** All files below a folder, relative to the root; none if it is not there. */
function filesBelow(folder) {
  if (!fs.existsSync(path.join(root, folder))) return [];
  return fs
    .readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'));
}

const packageFolders = fs.readdirSync(path.join(root, 'packages')).map((name) => `packages/${name}`);

const withoutComments = (text) => text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|[^:])\/\/.*$/gm, '$1');

/** What a file imports: statements, `import()` of values and of types. Biome writes them in one way, so an expression reads them. */
const IMPORTS = /^[ \t]*(?:import|export)\b(?:[^'"`;]*?\bfrom)?\s*'([^']+)'|\bimport\(\s*'([^']+)'/gm;
const specifiersOf = (text) => [...text.matchAll(IMPORTS)].map(([, statement, call]) => statement ?? call);

/** The file that an import names, relative to the root, or null for a package from outside. */
function fileOf(fromFile, specifier) {
  if (specifier.startsWith('.')) return path.posix.join(path.posix.dirname(fromFile), specifier);
  const own = /^@assay\/(\w+)\/(.+)$/.exec(specifier);
  return own ? `packages/${own[1]}/src/${own[2]}.ts` : null;
}

const packageOf = (specifier) =>
  specifier.startsWith('node:') ? specifier : specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');

/** Checks one file; returns the files of ours that it imports. */
function checkFile(file) {
  const layer = LAYERS.find(({ files }) => file.startsWith(files));
  if (!layer) {
    problems.push(`${file}: no layer; add its folder to tools/checkLayers.mjs`);
    return [];
  }
  const text = fs.readFileSync(path.join(root, file), 'utf8');
  const lines = text.split('\n').length;
  // What a tool prints is no text to read in one go.
  if (lines > LINES_MAX && !file.includes('/generated/'))
    problems.push(`${file}: ${lines} lines; a file is one idea and at most ${LINES_MAX} lines`);
  const code = withoutComments(text);
  const outside = layer.isPure && OUTSIDE.exec(code);
  if (outside) problems.push(`${file} must take time, chance and I/O as arguments or ports (found "${outside[0]}")`);
  const imported = [];
  for (const specifier of specifiersOf(text)) {
    const target = fileOf(file, specifier);
    if (target === null) {
      if (layer.packages !== ANY && !layer.packages.includes(packageOf(specifier)))
        problems.push(`${file} must not import ${specifier}`);
    } else if (!layer.imports.some((allowed) => target.startsWith(allowed)))
      problems.push(`${file} must not import ${target}`);
    else if (!fs.existsSync(path.join(root, target))) problems.push(`${file} imports ${target}, which does not exist`);
    else imported.push(target);
  }
  return imported;
}

/** One message for each import that leads back to a file on its own way. */
function checkCycles(importsOf) {
  const done = new Set();
  const visit = (file, trail) => {
    if (done.has(file)) return;
    if (trail.includes(file)) {
      problems.push(`cycle: ${[...trail.slice(trail.indexOf(file)), file].join(' -> ')}`);
      return;
    }
    for (const next of importsOf.get(file) ?? []) visit(next, [...trail, file]);
    done.add(file);
  };
  for (const file of importsOf.keys()) visit(file, []);
}

function checkFolders(files) {
  const counts = new Map();
  for (const folder of files.map((file) => path.posix.dirname(file))) counts.set(folder, (counts.get(folder) ?? 0) + 1);
  for (const [folder, count] of counts)
    if (count > FILES_MAX)
      problems.push(`${folder}: ${count} files; a folder holds at most ${FILES_MAX}, so give it rooms`);
}

const sources = packageFolders.flatMap((folder) => filesBelow(`${folder}/src`));
const others = packageFolders.flatMap((folder) => ['assembly', 'test'].map((name) => `${folder}/${name}`));
const typed = sources.filter((file) => /\.tsx?$/.test(file) && !file.endsWith('.d.ts'));
checkCycles(new Map(typed.map((file) => [file, checkFile(file)])));
checkFolders([...sources, ...[...others, 'bench', 'docs', 'examples', 'tools'].flatMap(filesBelow)]);

console.log(problems.length > 0 ? problems.join('\n') : `${typed.length} files, layers hold, no cycles`);
process.exitCode = problems.length > 0 ? 1 : 0;
