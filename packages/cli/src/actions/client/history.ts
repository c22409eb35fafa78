/** `assay history`: verifications of one's own, or of one's organization, the latest first. @module */
import type { HistoryItem, Verdict } from '@assay/sdk/types';
import { connect } from '../../connect.ts';
import { EXIT, type ExitCode } from '../../exitCode.ts';
import { wholeNumber } from '../../numbers.ts';
import { first, printRows } from '../../results.ts';
import type { Terminal } from '../../terminal.ts';

interface Options {
  readonly server?: string | undefined;
  readonly verdict?: string | undefined;
  readonly since?: string | undefined;
  readonly until?: string | undefined;
  readonly everyone?: boolean | undefined;
  readonly member?: string | undefined;
  readonly key?: string | undefined;
  readonly limit?: string | undefined;
  readonly json?: boolean | undefined;
}

const COLUMNS = [
  { title: 'ID', of: (item: HistoryItem) => item.id },
  { title: 'WHEN', of: (item: HistoryItem) => item.verified_at.slice(0, 16) },
  { title: 'VERDICT', of: (item: HistoryItem) => item.verdict },
  { title: 'CONFIDENCE', of: (item: HistoryItem) => item.confidence.toFixed(2) },
  { title: 'ASSET', of: (item: HistoryItem) => item.asset_id },
];

export async function history(terminal: Terminal, options: Options): Promise<ExitCode> {
  const limit = wholeNumber('--limit', options.limit, 100, 1);
  const { verdict, since, until, everyone, member, key } = options;
  const items = connect(options.server, terminal).history({
    pageSize: Math.min(limit, 100),
    // The service names the words that it knows.
    ...(verdict === undefined ? {} : { verdict: verdict as Verdict }),
    ...(since === undefined ? {} : { startDate: since }),
    ...(until === undefined ? {} : { endDate: until }),
    // One's own verifications are nobody else's.
    ...(everyone || member !== undefined ? { scope: 'organization' as const } : {}),
    ...(member === undefined ? {} : { userId: member }),
    ...(key === undefined ? {} : { apiKeyId: key }),
  });
  await printRows(terminal, options.json, first(items, limit), COLUMNS);
  return EXIT.ok;
}
