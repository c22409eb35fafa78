// Lets the workers of the fast tests load TypeScript through Node itself: vitest.config.ts says why. Types are removed and
// nothing else; `--conditions=assay-source` finds the sources of the other packages.
import { readFile } from 'node:fs/promises';
import { register } from 'node:module';
import { fileURLToPath } from 'node:url';
import { isMainThread } from 'node:worker_threads';
import { transformSync } from 'rolldown/utils';

/** A hook of Node's loader, run in the thread of the hooks. */
export async function load(url, context, nextLoad) {
  if (!url.startsWith('file:') || !/\.ts(?:$|\?)/.test(url)) return nextLoad(url, context);
  const file = fileURLToPath(url);
  const { code, map, errors } = transformSync(file, await readFile(file, 'utf8'), { sourcemap: true, tsconfig: false });
  if (errors.length > 0) throw new SyntaxError(errors.map(({ message }) => `${file}: ${message}`).join('\n'));
  // The sources lie where they are read when an error is shown.
  const { mappings, names, version } = map;
  const encoded = Buffer.from(JSON.stringify({ version, sources: [url], names, mappings })).toString('base64');
  return {
    format: 'module',
    shortCircuit: true,
    source: `${code}\n//# sourceMappingURL=data:application/json;base64,${encoded}`,
  };
}

// The thread of the hooks loads this file too, for `load`. Threads that tests start bring hooks of their own.
if (isMainThread) {
  process.setSourceMapsEnabled(true);
  register(import.meta.url);
}
