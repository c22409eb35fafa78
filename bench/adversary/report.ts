/** The adversary's table: what an attack costs, and in how many pictures it leaves the mark. @module */
import { writeFileSync } from 'node:fs';
import { provenance, saveResult } from '../machine.ts';
import { shareOf } from '../robustness/report/statistics.ts';
import type { Reading } from './identification.ts';

interface Facts {
  readonly photos: number;
  readonly tracks: string;
  /** In words of whoever ran it. */
  readonly what: string;
}

interface Line {
  readonly attack: string;
  readonly n: number;
  readonly level: number;
  readonly costDb: number;
  readonly read: Readonly<Record<string, number>>;
  readonly known: number;
  readonly identified: ReturnType<typeof shareOf>;
  readonly his: number;
  readonly wrong: number;
  readonly impostorsMax: number;
}

/** @returns the Markdown */
export function report(name: string, rows: readonly Reading[], facts: Facts): string {
  const groups = new Map<string, Reading[]>();
  for (const row of rows) {
    const key = `${row.attack}|${row.n}|${row.level}`;
    groups.set(key, [...(groups.get(key) ?? []), row]);
  }
  const lines = [...groups.values()].map((group) => lineOf(group, facts.tracks));
  const saved = saveResult(`adversary/${name}`, { ...facts, lines });
  const { commit, clean, date } = provenance();
  const cells = lines.map(({ attack, n, level, costDb, read, known, identified, his, wrong, impostorsMax }) => {
    const of = [...facts.tracks].map((id) => read[id]);
    const share = `${identified.count} of ${identified.of} (${percent(identified.low)}-${percent(identified.high)} %)`;
    return [attack, n || '', level || '', costDb.toFixed(1), ...of, known, share, his, wrong, impostorsMax.toFixed(1)];
  });
  const heads = [
    'attack',
    'pictures',
    'level, dB',
    'cost, dB',
    ...[...facts.tracks].map((id) => `read by ${id.toUpperCase()}`),
  ];
  heads.push('by known payload', 'identified', 'his own payload', 'wrong payloads', 'highest impostor');
  const table = [heads, heads.map(() => '---'), ...cells].map((row) => `| ${row.join(' | ')} |`).join('\n');
  const text = `# Adversary's bench: ${name}\n\n${facts.what}\n\n${facts.photos} target photos, tracks ${facts.tracks}; commit ${commit}${clean ? '' : ' with changes'}, ${date}. Cost is the mean PSNR to the marked picture; made by \`npm run bench:adversary\`.\n\n${table}\n`;
  writeFileSync(saved.replace(/json$/, 'md'), text);
  return text;
}

const percent = (share: number): string => String(Math.round(100 * share));

function lineOf(group: readonly Reading[], tracks: string): Line {
  const { attack, n, level } = group[0] as Reading;
  return {
    ...{ attack, n, level },
    costDb: group.reduce((sum, { costDb }) => sum + costDb, 0) / group.length,
    read: Object.fromEntries([...tracks].map((id) => [id, group.filter(({ read }) => read.includes(id)).length])),
    known: group.filter(({ read, isIdentified }) => read.length === 0 && isIdentified).length,
    identified: shareOf(group.filter(({ isIdentified }) => isIdentified).length, group.length),
    his: group.filter(({ his }) => his.length > 0).length,
    wrong: group.reduce((sum, row) => sum + row.wrong.length, 0),
    impostorsMax: Math.max(0, ...group.map(({ impostorsMax }) => impostorsMax ?? 0)),
  };
}
