/** What the address of the history may ask for. @module */
import type { Verdict } from '@assay/sdk/types';
import { pageNumber } from '../gallery/search.ts';

export const VERDICTS = ['authentic', 'forged', 'unknown'] as const satisfies readonly Verdict[];

export interface HistorySearch {
  readonly verdict?: Verdict | undefined;
  /** Days as `2026-11-20`, both inclusive. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly page?: number | undefined;
}

const day = (given: unknown): string | undefined =>
  typeof given === 'string' && /^\d{4}-\d\d-\d\d$/.test(given) && !Number.isNaN(Date.parse(given)) ? given : undefined;

export const historySearch = (given: Record<string, unknown>): HistorySearch => ({
  verdict: VERDICTS.find((verdict) => verdict === given['verdict']),
  from: day(given['from']),
  to: day(given['to']),
  page: pageNumber(given['page']),
});

/** The query of the service, for a page of lines or for all of them as CSV. */
export const historyQuery = ({ verdict, from, to, page = 1 }: HistorySearch) => ({
  verdict,
  start_date: from,
  end_date: to,
  page,
  page_size: 25,
});
