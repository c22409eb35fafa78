/** The request that follows from the address of the history. @module */
import { dayMoments } from '../../shared/dayMoments.ts';
import type { HistorySearch } from './search.ts';

/** Instead of a member's id: all of the organization. */
export const EVERYBODY = 'all';

/** For a page of lines or for all of them as CSV. */
export function historyQuery({ verdict, key, by, page = 1, ...span }: HistorySearch) {
  const { from, to } = dayMoments(span);
  const whose = by === undefined ? {} : { scope: 'organization', user_id: by === EVERYBODY ? undefined : by };
  return { verdict, api_key_id: key, ...whose, start_date: from, end_date: to, page, page_size: 25 };
}

/** How many filters narrow what is shown. */
export const filterCount = ({ verdict, key, by, from, to }: HistorySearch): number =>
  [verdict, key, by, from, to].filter((filter) => filter !== undefined).length;
