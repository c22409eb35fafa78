/** The tenant of the work in progress, carried along with it. @module */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { CurrentTenant, Tenant } from '../../app/ports/runtime/runtime.ts';

const storage = new AsyncLocalStorage<Tenant>();

export const currentTenant: CurrentTenant = {
  run: (tenant, work) => storage.run(tenant, work),
  name: () => storage.getStore()?.name ?? '',
  network: () => storage.getStore()?.network ?? '',
};
