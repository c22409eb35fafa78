/** The table of an audit's findings, checked on texts: every named test exists, and figures are those of the benches' files. @module */
import type { Tree } from './documents/documentChecks.ts';
import { testProblem } from './promises.ts';

export const FINDINGS = 'docs/security/findings.md';

/** Rows of a finding, what was done, and a test whose title begins so. */
const ROW = /^\| ([^|]+) \| [^|]+ \| `([^`]+)` \| (.+?) \|$/gm;

/** Findings whose test is not there. */
export const findingProblems = (tree: Pick<Tree, 'read'>): string[] =>
  [...(tree.read(FINDINGS) ?? '').matchAll(ROW)].flatMap(([, rule = '', file = '', title = '']) =>
    testProblem(tree, { rule, file, title }),
  );

export const countFindings = (text: string): number => [...text.matchAll(ROW)].length;

interface LongRun {
  readonly what: string;
  /** Below bench/results. */
  readonly file: string;
  /** Of what the file holds. */
  told(result: never): string;
}

const LONG_RUNS: readonly LongRun[] = [
  {
    what: 'SIGKILL in the middle of uploads',
    file: 'service/kill-loop',
    told: (r: { rounds: number; acknowledged: number; lost: unknown[]; leftBehind: unknown[] }) =>
      `${r.rounds} kills, ${r.acknowledged} uploads acknowledged, ${r.lost.length} lost, ${r.leftBehind.length} left behind`,
  },
  {
    what: 'SIGKILL in the middle of commitments',
    file: 'ledger/kill-commits',
    told: (r: { kills: number; acknowledged: number; commitments: number; transactions: number; faults: unknown[] }) =>
      `${r.kills} kills, ${r.acknowledged} commitments acknowledged, ${r.commitments} made, ${r.transactions} transactions, ${r.faults.length} faults`,
  },
  {
    what: 'SIGKILL of services and backups over uploads, commits, verifications',
    file: 'service/kill-backups',
    told: (r: {
      kills: { service: number; backup: number };
      acknowledged: { uploads: number; commits: number; verifications: number };
      lost: unknown[];
      unusable: unknown[];
    }) =>
      `${r.kills.service + r.kills.backup} kills, ${r.acknowledged.uploads + r.acknowledged.commits + r.acknowledged.verifications} acknowledged, ${r.lost.length} lost, ${r.unusable.length} backups unusable`,
  },
  {
    what: 'two processes on one PostgreSQL through a rolling restart',
    file: 'service/two-nodes',
    told: (r: { restarts: number; acknowledged: number; lost: unknown[]; duplicated: unknown[] }) =>
      `${r.restarts} restarts, ${r.acknowledged} uploads acknowledged, ${r.lost.length} lost, ${r.duplicated.length} duplicated`,
  },
  {
    what: 'requests that no client would send',
    file: 'hostile/fuzz-requests',
    told: (r: { asked: number; operations: number; findings: unknown[] }) =>
      `${r.asked} requests to ${r.operations} operations, ${r.findings.length} found`,
  },
  {
    what: 'pictures with flipped bits',
    file: 'hostile/mutated-pictures',
    told: (r: {
      asked: number;
      faults: { status: string; again?: { status: string; ms: number } }[];
      rows: Record<string, { slowestMs: number }>;
    }) =>
      `${r.asked} pictures, ${r.faults.length} faults${r.faults.map(({ status, again }) => ` (${status}; again, alone: ${again ? `${again.status} after ${again.ms} ms` : 'not asked'})`).join(',')}, slowest ${Math.round(Math.max(...Object.values(r.rows).map(({ slowestMs }) => slowestMs)))} ms`,
  },
  {
    what: 'ten hostile clients, one after the other',
    file: 'hostile/clients',
    told: (r: { clients: { meetsBar: boolean }[] }) =>
      `${r.clients.filter(({ meetsBar }) => meetsBar).length} of ${r.clients.length} within the bars`,
  },
];

/** The table of what ran for long, from the files that the benches wrote. */
export function longRunTable(tree: Pick<Tree, 'read'>): string {
  const rows = LONG_RUNS.map(({ what, file, told }) => {
    const text = tree.read(`bench/results/${file}.json`);
    if (text === null) return `| ${what} | not run whole yet | |`;
    const result = JSON.parse(text) as { readonly commit: string; readonly loadAverage?: number };
    const load = result.loadAverage === undefined ? '' : `, load ${result.loadAverage}`;
    return `| ${what} | ${told(result as never)} (commit ${result.commit.slice(0, 8)}${load}) | \`bench/results/${file}.json\` |`;
  });
  return ['| Run | Found | Written in |', '|---|---|---|', ...rows].join('\n');
}
