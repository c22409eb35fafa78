/** Where and of what a measurement was taken: every result file begins with it. @module */
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus, loadavg, totalmem } from 'node:os';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '..');

function git(...args: string[]): string {
  return execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
}

export interface Provenance {
  readonly date: string;
  readonly commit: string;
  /** False when files differed from the commit. */
  readonly clean: boolean;
  readonly node: string;
  readonly cpu: string;
  readonly cores: number;
  readonly memoryGiB: number;
  /** Of the last minute, when the result was written: far above `cores`, times say little. */
  readonly loadAverage: number;
}

export function provenance(): Provenance {
  return {
    date: new Date().toISOString(),
    commit: git('rev-parse', 'HEAD'),
    clean: git('status', '--porcelain', '--untracked-files=no') === '',
    node: process.version,
    cpu: cpus()[0]?.model ?? 'unknown',
    cores: availableParallelism(),
    memoryGiB: Math.round(totalmem() / 2 ** 30),
    loadAverage: Math.round((loadavg()[0] ?? 0) * 10) / 10,
  };
}

/** Writes bench/results/<name>.json; the name says the folder of its topic. @returns the path from the root */
export function saveResult(name: string, result: object): string {
  const file = path.join(root, 'bench/results', `${name}.json`);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify({ ...provenance(), ...result }, null, 2)}\n`);
  return path.relative(root, file);
}
