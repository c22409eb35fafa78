/** Tells whose work a request is, for queues that share out what is scarce. @module */
import { tenantOf } from '../../app/limits/principal.ts';
import type { Ports } from '../../app/ports/ports.ts';
import type { App } from '../httpDeps.ts';

/** Must be registered before hooks and handlers that start work; the caller is known by then. */
export function registerTenant(app: App, ports: Pick<Ports, 'currentTenant' | 'addressRules'>): void {
  // Not an async hook: what comes after it would not run inside.
  app.addHook('preHandler', (request, _reply, done) =>
    ports.currentTenant.run(tenantOf(ports, request.caller, request.ip), done),
  );
}
