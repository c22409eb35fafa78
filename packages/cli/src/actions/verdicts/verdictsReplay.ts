/** `assay verdicts replay` @module */
import type { Judgement } from '@assay/core/verdict/replay';
import { EXIT, type ExitCode } from '../../exitCode.ts';
import { formatTable } from '../../table.ts';
import type { Terminal } from '../../terminal.ts';
import { UsageError } from '../../usageError.ts';
import { withVerdictJobs } from '../operator/dataFolderWork.ts';

interface Options {
  readonly since?: string | undefined;
  readonly limit?: string | undefined;
  readonly dataDir?: string | undefined;
  readonly json?: boolean | undefined;
}

const LIMIT_DEFAULT = 1000;
const LIMIT_MAX = 10_000_000;

/** A day begins at 00:00 UTC. @throws {UsageError} */
function momentOf(text: string | undefined): Date | null {
  if (text === undefined) return null;
  const at = /^\d{4}-\d{2}-\d{2}(?:T[\d:.]+(?:Z|[+-]\d{2}:\d{2}))?$/.test(text) ? new Date(text) : new Date(Number.NaN);
  if (Number.isNaN(at.getTime()))
    throw new UsageError('--since must be a date such as 2026-11-20 or a time such as 2026-11-20T12:00:00Z');
  return at;
}

/** @throws {UsageError} */
function limitOf(text: string | undefined): number {
  if (text === undefined) return LIMIT_DEFAULT;
  const limit = /^\d+$/.test(text) ? Number(text) : 0;
  if (limit < 1 || limit > LIMIT_MAX) throw new UsageError(`--limit must be a whole number from 1 to ${LIMIT_MAX}`);
  return limit;
}

const told = ({ verdict, confidence, ruleId }: Judgement) => ({ verdict, confidence, rule: ruleId });
const words = ({ verdict, confidence, ruleId }: Judgement): string => `${verdict} ${confidence.toFixed(2)} (${ruleId})`;

export async function verdictsReplay(terminal: Terminal, options: Options): Promise<ExitCode> {
  const [since, limit] = [momentOf(options.since), limitOf(options.limit)];
  const { judged, skipped, changed } = await withVerdictJobs(terminal, options.dataDir, (jobs) =>
    jobs.replay(since, limit),
  );
  if (options.json || !terminal.isInteractive) {
    const rows = changed.map(({ id, createdAt, modelVersion, before, after }) => ({
      id,
      created_at: createdAt.toISOString(),
      model_version: modelVersion,
      before: told(before),
      after: told(after),
      confidence_change: after.confidence - before.confidence,
    }));
    terminal.print(JSON.stringify({ judged, skipped, changed: rows }));
  } else if (changed.length > 0)
    terminal.print(formatTable(changed.map(({ id, before, after }) => [id, words(before), '->', words(after)])));
  terminal.note(
    `${changed.length} of ${judged} would change${skipped > 0 ? `; ${skipped} were logged in another format` : ''}.`,
  );
  return changed.length > 0 ? EXIT.changed : EXIT.ok;
}
