/** What the address of an import may ask for. @module */
import type { ImportFile } from '../../api/types.ts';
import { pageNumber } from '../gallery/search.ts';

export const FILE_STATES = [
  'waiting',
  'created',
  'duplicate',
  'failed',
] as const satisfies readonly ImportFile['state'][];

export interface ImportSearch {
  readonly state?: ImportFile['state'] | undefined;
  readonly page?: number | undefined;
}

export const importSearch = (given: Record<string, unknown>): ImportSearch => ({
  state: FILE_STATES.find((state) => state === given['state']),
  page: pageNumber(given['page']),
});
