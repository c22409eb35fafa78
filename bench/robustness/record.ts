// Turns a summary of the attack bench into a result of this repository, with machine, Node version and commit.
// Usage: node --import tsx --conditions=assay-source bench/robustness/record.ts NAME SUMMARY.json [PHOTOS]
// Writes bench/results/watermark/NAME.json and .md; PHOTOS says in words which photos were marked.
import { readFileSync, writeFileSync } from 'node:fs';
import { provenance, saveResult } from '../machine.ts';

interface Summary {
  readonly head: Readonly<Record<string, number | string>>;
  readonly attacks: Readonly<Record<string, AttackRow>>;
}

interface AttackRow {
  readonly n: number;
  /** Shares, 0..1. */
  readonly acc: number;
  readonly exact: number;
  readonly wrong: number;
  readonly ms: number;
}

const [name, summaryPath, photos = 'unnamed photos'] = process.argv.slice(2);
if (!name || !summaryPath) throw new Error('usage: record.ts NAME SUMMARY.json [PHOTOS]');

const summary = JSON.parse(readFileSync(summaryPath, 'utf8')) as Summary;
const saved = saveResult(`watermark/${name}`, { photos, ...summary });
const report = saved.replace(/json$/, 'md');
writeFileSync(report, markdown(summary));
console.log(`${saved}, ${report}`);

function markdown({ head, attacks }: Summary): string {
  const { commit, node, cpu, cores, date } = provenance();
  const rows = Object.entries(attacks).map(
    ([attack, { n, exact, acc, wrong, ms }]) =>
      `| ${attack} | ${n} | ${percent(exact)} | ${percent(acc)} | ${percent(wrong)} | ${Math.round(ms)} |`,
  );
  return [
    `# Watermark ${head['method']}`,
    '',
    `${photos}. Commit ${commit}, Node ${node}, ${cpu}, ${cores} cores, ${date}.`,
    '',
    `PSNR over R, G, B mean ${fixed(head['psnr'], 2)} dB, least ${fixed(head['psnr_min'], 2)} dB; ` +
      `SSIM mean ${fixed(head['ssim'], 4)}, least ${fixed(head['ssim_min'], 4)}.`,
    '',
    '| attack | pictures | exact | bits right | wrong payload | ms |',
    '|---|---|---|---|---|---|',
    ...rows,
    '',
  ].join('\n');
}

function percent(share: number): string {
  return `${Number((100 * share).toFixed(1))} %`;
}

function fixed(value: number | string | undefined, digits: number): string {
  return Number(value).toFixed(digits);
}
