/** Rows of run.ts, judged by the rules as they are now. */
import fs from 'node:fs';
import { type Measured, judged } from './measure.ts';

export type JudgedRow = Measured & { readonly registerMs: number };

export function readRows(files: readonly string[]): JudgedRow[] {
  return files.flatMap((file) => {
    const text = fs.readFileSync(file, 'utf8');
    return text
      .slice(0, text.lastIndexOf('\n') + 1)
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => {
        const row = JSON.parse(line) as JudgedRow;
        return { ...row, ...judged(row.registration, row.facts, row.mark) };
      });
  });
}
