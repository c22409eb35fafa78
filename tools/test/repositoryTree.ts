/** The repository as the document checks see it: what lies below the root, built and installed things apart. @module */
import fs from 'node:fs';
import path from 'node:path';
import type { Tree } from './documents/documentChecks.ts';

export const root = path.resolve(import.meta.dirname, '../..');

const SKIPPED = new Set(['node_modules', 'dist', 'data', 'coverage', 'tmp', '.git', '.cache', '__pycache__', 'shared']);
const SOURCE = /\.(?:ts|tsx|mjs|py|sh|sql|css|ya?ml)$/;
/** Not written by people, but what people name: the API's members, the settings, and those of npm. */
const NAMED_IN = ['docs/reference/openapi.json', '.env.example', 'package.json', '.oxlintrc.json', 'biome.json'];

function* filesBelow(folder: string): Generator<string> {
  for (const entry of fs.readdirSync(path.join(root, folder), { withFileTypes: true })) {
    const place = path.posix.join(folder, entry.name);
    if (SKIPPED.has(entry.name)) continue;
    if (entry.isDirectory()) yield* filesBelow(place);
    else if (entry.isFile()) yield place;
  }
}

/** All files, paths from the root. */
export const files: readonly string[] = [...filesBelow('.')].sort();

export const sources: readonly string[] = files.filter(
  (file) => SOURCE.test(file) || file === '.ci/run' || file.startsWith('deploy/'),
);

/** Documents whose commands, paths and names are promises: those at the top, and everything below docs. */
export const documents: readonly string[] = files.filter(
  (file) => file.endsWith('.md') && (!file.includes('/') || file.startsWith('docs/')),
);

export const read = (file: string): string => fs.readFileSync(path.join(root, file), 'utf8');

/** A pattern stands for at least one file. */
export function exists(place: string): boolean {
  const whole = place.replace(/\/?\*\*.*$/, '');
  const name = path.basename(whole);
  if (!/[*{<]/.test(name)) return fs.existsSync(path.join(root, whole));
  const folder = path.join(root, path.dirname(whole));
  const source = name
    .replaceAll('.', '\\.')
    .replace(/\{([^}]*)\}/g, (_, words: string) => `(${words.replaceAll(',', '|')})`)
    .replace(/\*|<[^>]*>/g, '.*');
  return fs.existsSync(folder) && fs.readdirSync(folder).some((entry) => new RegExp(`^${source}$`).test(entry));
}

const DECLARED =
  /\b(?:function\*?|class|def|const|let)\s+([A-Za-z_$][\w$]*)|^\s*(?:readonly |async |static |export )*([A-Za-z_$][\w$]*)\s*[(<:=]/gm;

export function repositoryTree(): Tree {
  const words = new Set<string>();
  const functions = new Set<string>();
  for (const file of [...sources, ...NAMED_IN.filter(exists)]) {
    const text = read(file);
    for (const [word] of text.matchAll(/[A-Za-z_$][\w$]*/g)) words.add(word);
    for (const [, declared, member] of text.matchAll(DECLARED)) functions.add((declared ?? member) as string);
  }
  return {
    exists,
    read: (document) => (fs.existsSync(path.join(root, document)) ? read(document) : null),
    hasFile: (name) =>
      files.some((file) => (name.endsWith('/') ? `/${file}`.includes(`/${name}`) : `/${file}`.endsWith(`/${name}`))),
    words,
    functions,
  };
}
