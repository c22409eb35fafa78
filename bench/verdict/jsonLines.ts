/** Files of one JSON value a line, which grow while a bench runs. */
import fs from 'node:fs';
import path from 'node:path';

const FOLDER = path.resolve(import.meta.dirname, '../../.cache/bench/verdict');

export interface JsonLines<T> {
  readonly file: string;
  readonly lines: readonly T[];
  add(line: T): void;
}

/** A line that was cut off by the end of a run is dropped. */
export function openJsonLines<T>(name: string): JsonLines<T> {
  fs.mkdirSync(FOLDER, { recursive: true });
  const file = path.join(FOLDER, `${name}.jsonl`);
  const text = fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : '';
  const whole = text.slice(0, text.lastIndexOf('\n') + 1);
  if (whole.length < text.length) fs.writeFileSync(file, whole);
  const lines = whole
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as T);
  return {
    file,
    lines,
    add(line) {
      lines.push(line);
      fs.appendFileSync(file, `${JSON.stringify(line)}\n`);
    },
  };
}
