/** A name for the state of some sources, so that kept results are never mixed with those of other code. */
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';

const ROOT = path.resolve(import.meta.dirname, '../..');

/** Twelve hex digits of the SHA-256 of every file below the folders, or of the files named. */
export function sourceHash(paths: readonly string[]): string {
  const hash = createHash('sha256');
  for (const file of paths.flatMap((name) => filesBelow(path.join(ROOT, name))).sort())
    hash.update(path.relative(ROOT, file)).update(fs.readFileSync(file));
  return hash.digest('hex').slice(0, 12);
}

function filesBelow(name: string): string[] {
  if (!fs.statSync(name).isDirectory()) return [name];
  return fs
    .readdirSync(name, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));
}

const CASES = ['bench/verdict/edits', ...['cases', 'pictures', 'random'].map((name) => `bench/verdict/${name}.ts`)];
const REGISTRATION = ['packages/core/src/registration', 'packages/service/src/adapters/vision'];

/** Everything that a registration of a case depends on. */
export const registrationHash = (): string => sourceHash([...CASES, ...REGISTRATION]);

/** What a row of the comparison depends on. */
export const COMPARED_ROW = [
  ...CASES,
  ...REGISTRATION,
  'packages/core/src/tamper',
  'bench/verdict/measure.ts',
  'bench/verdict/overlap.ts',
];

/** Everything that a row depends on. */
export const rowHash = (): string => sourceHash(COMPARED_ROW);
