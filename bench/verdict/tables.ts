/** Shares and tables as the reports write them. */
import type { Share } from '../robustness/report/statistics.ts';

/** In percent, with its 95 % interval and its counts. */
export const percent = ({ count, of, share, low, high }: Share): string =>
  of === 0
    ? '-'
    : `${(100 * share).toFixed(1)} (${(100 * low).toFixed(1)}-${(100 * high).toFixed(1)}; ${count} of ${of})`;

export const number = (value: number, digits = 2): string => (Number.isFinite(value) ? value.toFixed(digits) : '-');

export const table = (head: readonly string[], lines: readonly (readonly string[])[]): string[] => [
  `| ${head.join(' | ')} |`,
  `|${head.map(() => '---').join('|')}|`,
  ...lines.map((line) => `| ${line.join(' | ')} |`),
  '',
];
