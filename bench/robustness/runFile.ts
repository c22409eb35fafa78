/** The file of a run: its settings, then its rows, one JSON object a line. @module */
import { execFileSync } from 'node:child_process';
import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { modelsVersion } from './benchTracks.ts';
import type { Row } from './rows.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');

export interface Run {
  readonly name: string;
  /** Version of the core's sources when the rows were made; others may have committed since. */
  readonly core: string;
  readonly rows: readonly Row[];
  has(photo: string, mode: string, attack: string): boolean;
  add(row: Row): void;
}

export interface RunSettings {
  readonly side: number | null;
  readonly known: boolean;
  /** Whether track C takes part: then its models are part of the version. */
  readonly withModels: boolean;
}

/**
 * Opens the run of this name, or begins it.
 * @throws {Error} if the file was begun with other settings or another core: rows of two versions must not be mixed
 */
export function openRun(name: string, settings: RunSettings): Run {
  const file = path.join(ROOT, '.cache/bench', `${name}.jsonl`);
  const core = coreVersion();
  const { withModels, ...kept } = settings;
  const head = JSON.stringify({ ...kept, core, ...(withModels ? { models: modelsVersion() } : {}) });
  mkdirSync(path.dirname(file), { recursive: true });
  if (!existsSync(file)) writeFileSync(file, `${head}\n`);
  const [first, ...lines] = readFileSync(file, 'utf8').split('\n');
  if (first !== head)
    throw new Error(
      `${path.relative(ROOT, file)} was begun with ${first}, now it is ${head}: remove it or choose another --name`,
    );
  // A line that was cut off when the run was stopped is made again.
  const rows = lines.flatMap((line) => (line.endsWith('}') ? [JSON.parse(line) as Row] : []));
  if (lines.at(-1) !== '') appendFileSync(file, '\n');
  const known = new Set(rows.map(nameOf));
  return {
    name,
    core,
    rows,
    has: (photo, mode, attack) => known.has([photo, mode, attack].join('\n')),
    add(row) {
      if (row.kind === 'mark' && known.has(nameOf(row))) return;
      known.add(nameOf(row));
      rows.push(row);
      appendFileSync(file, `${JSON.stringify(row)}\n`);
    },
  };
}

function nameOf(row: Row): string {
  return [row.photo, row.mode, row.kind === 'read' ? row.attack : ''].join('\n');
}

/** The tree of the core's sources in the last commit, and a hash of what was changed since; no matter what else was. */
function coreVersion(): string {
  const git = (...args: string[]): string => execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).trim();
  const changes = git('diff', 'HEAD', '--', 'packages/core/src');
  const tree = git('rev-parse', '--short', 'HEAD:packages/core/src');
  if (changes === '') return tree;
  return `${tree}+${execFileSync('git', ['hash-object', '--stdin'], { cwd: ROOT, input: changes, encoding: 'utf8' }).slice(0, 8)}`;
}
