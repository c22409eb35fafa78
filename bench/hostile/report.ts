/** The results of hostile clients as a page. @module */
import type { Provenance } from '../machine.ts';
import type { NoisyTenant } from './noisyTenant.ts';
import type { Probed } from './probe.ts';

export interface AttackResult extends Probed {
  readonly name: string;
  /** How often the hostile client was answered with what. */
  readonly answers: Readonly<Record<string, number>>;
  readonly meetsBar: boolean;
}

export interface Results {
  readonly seconds: number;
  readonly bars: { readonly p99Ms: number; readonly rssMib: number; readonly ratio: number };
  readonly settings: Readonly<Record<string, string>>;
  readonly clients: readonly AttackResult[];
  readonly noisyTenant: NoisyTenant | null;
}

const row = (cells: readonly (string | number)[]): string => `| ${cells.join(' | ')} |`;

const told = (answers: AttackResult['answers']): string =>
  Object.entries(answers)
    .map(([answer, count]) => (answer.startsWith('held') ? answer : `${answer}: ${count}`))
    .join(', ');

function clientRow({ name, health, login, refused, rssMib, answers, meetsBar }: AttackResult): string {
  const rss = `${rssMib.before} / ${rssMib.max} / ${rssMib.after}`;
  const times = [health, login].map(({ p50Ms, p99Ms, maxMs }) => `${p50Ms} / ${p99Ms} / ${maxMs}`);
  return row([name, ...times, refused, rss, told(answers), meetsBar ? 'yes' : '**no**']);
}

function noisyPart({ idle, beside, ratio, noisy }: NoisyTenant): string[] {
  return [
    '',
    '## A noisy tenant',
    '',
    `One tenant uploads without end (${noisy.uploaded} pictures taken, ${noisy.refused} refused), another uploads and verifies one picture at a time.`,
    '',
    '| Of the other | alone, p50 / p95, ms (samples) | beside it, p50 / p95, ms (samples) | ratio of medians |',
    '|---|---|---|---|',
    ...(['upload', 'verification'] as const).map((work) =>
      row([
        work,
        `${idle[work].p50Ms} / ${idle[work].p95Ms} (${idle[work].samples})`,
        `${beside[work].p50Ms} / ${beside[work].p95Ms} (${beside[work].samples})`,
        ratio[work],
      ]),
    ),
  ];
}

export function hostileReport(results: Results, of: Provenance): string {
  const { bars, seconds, clients, noisyTenant } = results;
  return [
    '# Hostile clients',
    '',
    `Each for ${seconds} s against a service of its own on loopback, with default settings; written by \`bench/hostile/run.ts\`.`,
    'The hostile client computes at the lowest priority, as it would sit on a machine of its own.',
    `Commit ${of.commit.slice(0, 12)}${of.clean ? '' : ' with changes'}, ${of.date}, Node ${of.node}, ${of.cpu}, ${of.cores} cores, ${of.memoryGiB} GiB, load ${of.loadAverage} at the end.`,
    `Bars: p99 of /health and of a login below ${bars.p99Ms} ms, resident memory of all processes at most ${bars.rssMib} MiB above that before; beside a noisy tenant at most ${bars.ratio} times the median alone.`,
    '',
    '| Client | /health p50 / p99 / max, ms | login p50 / p99 / max, ms | probes not answered 200 | memory before / max / after, MiB | it was answered | within the bars |',
    '|---|---|---|---|---|---|---|',
    ...clients.map(clientRow),
    ...(noisyTenant ? noisyPart(noisyTenant) : []),
    '',
  ].join('\n');
}
