/** What the address of a delivery log may ask for. @module */
import type { DeliveryLine } from '../../api/types.ts';
import { pageNumber } from '../gallery/search.ts';

export const STATUSES = [
  'pending',
  'delivering',
  'delivered',
  'failed',
] as const satisfies readonly DeliveryLine['status'][];

export interface DeliverySearch {
  readonly status?: DeliveryLine['status'] | undefined;
  readonly page?: number | undefined;
}

export const deliverySearch = (given: Record<string, unknown>): DeliverySearch => ({
  status: STATUSES.find((status) => status === given['status']),
  page: pageNumber(given['page']),
});
