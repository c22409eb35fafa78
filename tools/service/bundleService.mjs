// The service as few files, in packages/service/program beside its dist: Node reads a dozen of them at a start and not the
// thousand that the compiler wrote. Packages of others stay where npm installed them, as they are. Run by the build, after
// the compiler.
import fs from 'node:fs';
import path from 'node:path';
import { rolldown } from 'rolldown';
import { inRoot } from '../steps.mjs';

const service = inRoot('packages/service');
const compiled = path.join(service, 'dist');
const program = path.join(service, 'program');

/** What runs in a thread or a process of its own is named so, and started by its address. */
const STARTED_BY_ADDRESS = /(?:Worker|Process)\.js$/;

const entries = [
  'serve.js',
  ...fs.readdirSync(compiled, { recursive: true, encoding: 'utf8' }).filter((name) => STARTED_BY_ADDRESS.test(name)),
];

const isOurs = (specifier) => /^[./]/.test(specifier) || specifier.startsWith('@assay/');

/**
 * What a module of the service looks for from where it lies (its threads, the migrations, the pages) is found from where it would
 * lie in the program: as deep below the package as in dist. So each keeps an address of its own.
 */
const keepAddresses = {
  name: 'addresses of modules',
  transform(code, id) {
    if (!code.includes('import.meta.url') || !id.startsWith(compiled)) return null;
    return {
      code: code.replaceAll(
        'import.meta.url',
        `import.meta.ownAddress(${JSON.stringify(path.relative(compiled, id))})`,
      ),
    };
  },
  renderChunk(code, chunk) {
    const toTop = path.posix.relative(path.posix.dirname(chunk.fileName), '.') || '.';
    return {
      code: code.replace(
        /import\.meta\.ownAddress\("([^"]+)"\)/g,
        (_, place) => `new URL(${JSON.stringify(`${toTop}/${place.replaceAll('\\\\', '/')}`)}, import.meta.url).href`,
      ),
    };
  },
};

const bundle = await rolldown({
  input: Object.fromEntries(entries.map((name) => [name, path.join(compiled, name)])),
  platform: 'node',
  logLevel: 'warn',
  external: (specifier) => !isOurs(specifier),
  plugins: [keepAddresses],
});
fs.rmSync(program, { recursive: true, force: true });
await bundle.write({
  dir: program,
  format: 'esm',
  entryFileNames: '[name]',
  chunkFileNames: 'shared/[name]-[hash].js',
});
await bundle.close();
