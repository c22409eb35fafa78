// Lets a process load TypeScript with nothing but its types taken away, as a build does: `node --import .../plainTypes.mjs`. What tsx
// makes of it names every closure when it is made, which in loops over pixels costs ten times what users pay.
import { readFile } from 'node:fs/promises';
import { register } from 'node:module';
import { fileURLToPath } from 'node:url';
import { isMainThread } from 'node:worker_threads';
import { transform } from 'rolldown/utils';

if (isMainThread) register(import.meta.url);

export async function load(url, context, next) {
  if (!url.startsWith('file:') || !url.endsWith('.ts')) return next(url, context);
  const file = fileURLToPath(url);
  const { code, errors } = await transform(file, await readFile(file, 'utf8'), { lang: 'ts', target: 'es2022' });
  if (errors.length > 0) throw new SyntaxError(`${file}: ${errors[0].message}`);
  return { format: 'module', source: code, shortCircuit: true };
}
