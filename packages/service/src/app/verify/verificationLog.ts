/** What was verified, by one caller or in one organization: a page of it, or all lines of a table. @module */
import type { Caller } from '../accounts/caller.ts';
import type { Page, PageRequest } from '../ports/assets/assets.ts';
import type { HistoryQuery } from '../ports/verify/verifications.ts';
import { type HistoryDeps, type HistoryLine, organizationHistory, verificationHistory } from './pastVerifications.ts';

/** Lines of one table: held in memory as a whole. */
const TABLE_LINES_MAX = 10_000;
const READ_AT_ONCE = 100;

export interface LogRequest {
  readonly scope: 'own' | 'organization';
  /** With the scope `organization`: which; null: the key's, else the personal one. */
  readonly organizationId: string | null;
  readonly filter: Omit<HistoryQuery, keyof PageRequest>;
}

/** @throws {AppError} ORGANIZATION_NOT_FOUND, FORBIDDEN */
export function readLog(
  deps: HistoryDeps,
  caller: Caller,
  { scope, organizationId, filter }: LogRequest,
  page: PageRequest,
): Promise<Page<HistoryLine>> {
  const query = { ...filter, ...page };
  if (scope === 'own') return verificationHistory(deps, caller, query);
  return organizationHistory(deps, caller, organizationId, query);
}

/** The newest lines, as many as a table may have. @throws {AppError} as `readLog` */
export async function readLogTable(deps: HistoryDeps, caller: Caller, request: LogRequest): Promise<HistoryLine[]> {
  const lines: HistoryLine[] = [];
  for (let page = 1; lines.length < TABLE_LINES_MAX; page++) {
    const { items } = await readLog(deps, caller, request, { page, pageSize: READ_AT_ONCE });
    lines.push(...items);
    if (items.length < READ_AT_ONCE) break;
  }
  return lines;
}
