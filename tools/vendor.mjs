// Makes the builds of the packages that `npm pack` makes files of stand for themselves: what they import from packages that
// they do not ask npm for is bundled into dist/vendor, and their imports are led there. So a tarball installs offline, in an
// empty folder, and the client brings of the core only what checks proofs. Run by the build, after the compiler.
import fs from 'node:fs';
import path from 'node:path';
import { rolldown } from 'rolldown';
import { LIBRARIES, root } from './steps.mjs';

const OWN = '@assay/';
/** An import or export statement of values, or `import()`; types leave no trace in what runs. */
const IMPORTS = /^(?:import|export)\b(?!\s+type\b)(?:[^'";]*?\bfrom)?\s*'([^']+)'|\bimport\('([^']+)'\)/gm;
const ANY_IMPORT = /(\bfrom\s*|\bimport\s*\(?\s*)'([^'.][^']*)'/g;

const read = (file) => fs.readFileSync(file, 'utf8');
const filesOf = (folder, pattern) =>
  fs
    .readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => pattern.test(name) && !name.startsWith('vendor'))
    .map((name) => path.join(folder, name));
const isTaken = (specifier, installed) =>
  !/^(\.|node:)/.test(specifier) && !installed.some((name) => specifier === name || specifier.startsWith(`${name}/`));
const placeOf = (specifier) => `vendor/${specifier.replace(/\.js$/, '')}.js`;

/** Declarations of a module of ours and of what they name, copied as they are. */
function copyTypes(specifier, dist, done = new Set()) {
  if (done.has(specifier)) return;
  done.add(specifier);
  const [, name, part] = /^@assay\/(\w+)\/(.+)$/.exec(specifier);
  const text = read(path.join(root, 'packages', name, 'dist', `${part}.d.ts`));
  const target = path.join(dist, placeOf(specifier).replace(/\.js$/, '.d.ts'));
  fs.mkdirSync(path.dirname(target), { recursive: true });
  fs.writeFileSync(target, text);
  for (const [, named] of text.matchAll(/'(\.[^']+)\.(?:ts|js)'/g))
    copyTypes(OWN + path.posix.join(name, path.posix.dirname(part), named), dist, done);
}

function lead(file, dist, installed) {
  const text = read(file);
  const led = text.replace(ANY_IMPORT, (whole, before, specifier) => {
    if (!isTaken(specifier, installed)) return whole;
    const place = path.posix.relative(path.dirname(file), path.join(dist, placeOf(specifier)));
    return `${before}'${place.startsWith('.') ? place : `./${place}`}'`;
  });
  if (led !== text) fs.writeFileSync(file, led);
}

async function vendor(name) {
  const folder = path.join(root, 'packages', name);
  const dist = path.join(folder, 'dist');
  const { dependencies = {}, peerDependencies = {} } = JSON.parse(read(path.join(folder, 'package.json')));
  const installed = [OWN + name, ...Object.keys(dependencies), ...Object.keys(peerDependencies)];
  // From the sources: in the build they may be led elsewhere already.
  const sources = filesOf(path.join(folder, 'src'), /\.ts$/).map(read);
  const namesIn = (pattern, group) =>
    [
      ...new Set(
        sources.flatMap((text) => [...text.matchAll(pattern)].map((match) => match[group] ?? match[group + 1])),
      ),
    ].filter((specifier) => isTaken(specifier, installed));
  fs.rmSync(path.join(dist, 'vendor'), { recursive: true, force: true });
  const input = Object.fromEntries(namesIn(IMPORTS, 1).map((specifier) => [placeOf(specifier), specifier]));
  if (Object.keys(input).length > 0) {
    const bundle = await rolldown({ input, cwd: folder, platform: 'node', logLevel: 'warn' });
    await bundle.write({
      dir: dist,
      format: 'esm',
      entryFileNames: '[name]',
      chunkFileNames: 'vendor/shared/[name]-[hash].js',
    });
    await bundle.close();
  }
  for (const specifier of namesIn(ANY_IMPORT, 2)) if (specifier.startsWith(OWN)) copyTypes(specifier, dist);
  for (const file of filesOf(dist, /\.(js|d\.ts)$/)) lead(file, dist, installed);
}

/**
 * The command line as few files: it starts in half the time. What works on data stays with the service, which is loaded when
 * such a command runs.
 */
async function bundleProgram() {
  const folder = path.join(root, 'packages/cli');
  const bundle = await rolldown({
    input: path.join(folder, 'dist/main.js'),
    platform: 'node',
    logLevel: 'warn',
    external: /^@assay\/service\//,
  });
  fs.rmSync(path.join(folder, 'program'), { recursive: true, force: true });
  // Beside dist, so that what is looked for from there is found from here.
  await bundle.write({ dir: path.join(folder, 'program'), format: 'esm', chunkFileNames: '[name]-[hash].js' });
  await bundle.close();
}

for (const name of LIBRARIES) await vendor(name);
await bundleProgram();
