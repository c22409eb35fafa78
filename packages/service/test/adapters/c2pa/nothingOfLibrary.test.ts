import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const SOURCES = path.join(import.meta.dirname, '../../../src');
const IMPORT = /^(?:import|export) (?!type\b)[^;]*?from '(\.[^']+)';/gm;

/** Files that are loaded with a file; what is imported as types alone is not. */
function loadedWith(file: string, seen = new Set<string>()): ReadonlySet<string> {
  if (seen.has(file)) return seen;
  seen.add(file);
  for (const [, target = ''] of readFileSync(file, 'utf8').matchAll(IMPORT))
    loadedWith(path.join(path.dirname(file), target), seen);
  return seen;
}

const names = (entry: string): string[] =>
  [...loadedWith(path.join(SOURCES, entry))].map((file) => path.relative(SOURCES, file));

test('a service loads the library that reads manifests in its own processes alone', () => {
  const library = 'adapters/c2pa/wasmModule.ts';
  expect(names('adapters/c2pa/credentialsProcess.ts')).toContain(library);
  const service = names('compose/startService.ts');
  expect(service).toContain('adapters/c2pa/credentials.ts');
  expect(service).not.toContain(library);
  expect(service).not.toContain('adapters/codec/nativeImages.ts');
});

test('the processes that read manifests load nothing that could reach keys, the database or the network', () => {
  const loaded = names('adapters/c2pa/credentialsProcess.ts');
  for (const folder of ['db', 'masterKeys', 'dataFolder', 'storage', 'ledger', 'mail', 'webhooks'])
    expect(loaded.filter((file) => file.startsWith(`adapters/${folder}/`))).toEqual([]);
  expect(loaded).not.toContain('adapters/c2pa/keyHolder.ts');
});
