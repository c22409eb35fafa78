/** What the address of the history may ask for. @module */
import type { Verdict } from '@assay/sdk/types';
import { type DaySpan, daySpan } from '../../shared/days.ts';
import { pageNumber } from '../gallery/search.ts';

export const VERDICTS = ['authentic', 'forged', 'unknown'] as const satisfies readonly Verdict[];

export interface HistorySearch extends DaySpan {
  readonly verdict?: Verdict | undefined;
  readonly page?: number | undefined;
}

export const historySearch = (given: Record<string, unknown>): HistorySearch => ({
  verdict: VERDICTS.find((verdict) => verdict === given['verdict']),
  ...daySpan(given),
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
