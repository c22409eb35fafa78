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
