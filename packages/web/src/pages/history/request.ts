/** The request that follows from the address of the history. @module */
import { dayMoments } from '../../shared/dayMoments.ts';
import type { HistorySearch } from './search.ts';

/** For a page of lines or for all of them as CSV. */
export function historyQuery({ verdict, page = 1, ...span }: HistorySearch) {
  const { from, to } = dayMoments(span);
  return { verdict, start_date: from, end_date: to, page, page_size: 25 };
}
