/** What the address of the history may ask for. @module */
import type { Verdict } from '@assay/sdk/types';
import { type DaySpan, daySpan } from '../../shared/days.ts';
import { pageNumber } from '../gallery/search.ts';

export const VERDICTS = ['authentic', 'forged', 'unknown'] as const satisfies readonly Verdict[];

export interface HistorySearch extends DaySpan {
  readonly verdict?: Verdict | undefined;
  /** Id of an API key. */
  readonly key?: string | undefined;
  /** Id of a member, or `all` of the organization; left out: one's own. */
  readonly by?: string | undefined;
  readonly page?: number | undefined;
}

const word = (given: unknown): string | undefined =>
  typeof given === 'string' && /^[\w-]{1,36}$/.test(given) ? given : undefined;

export const historySearch = (given: Record<string, unknown>): HistorySearch => ({
  verdict: VERDICTS.find((verdict) => verdict === given['verdict']),
  key: word(given['key']),
  by: word(given['by']),
  ...daySpan(given),
  page: pageNumber(given['page']),
});
