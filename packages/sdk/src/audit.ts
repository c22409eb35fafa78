/** Audit logs of organizations: `client.audit`. For their owners and admins. @module */
import type { CallOptions, Connection } from './connection.ts';
import { Listing } from './listing.ts';
import type { AuditEntry, AuditHead, Page } from './types.ts';

/** The largest page that the service gives. */
const PAGE_SIZE = 100;

export class AuditApi {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** The latest first. */
  entries(organizationId: string, options: CallOptions = {}): Listing<AuditEntry> {
    return this.#listing(`/v1/organizations/${encodeURIComponent(organizationId)}/audit-log`, options);
  }

  /** What the transparency log holds of it, the latest first. */
  heads(organizationId: string, options: CallOptions = {}): Listing<AuditHead> {
    return this.#listing(`/v1/organizations/${encodeURIComponent(organizationId)}/audit-log/heads`, options);
  }

  #listing<Item>(path: string, options: CallOptions): Listing<Item> {
    return new Listing((page) =>
      this.#connection.json<Page<Item>>({
        method: 'GET',
        path,
        query: { page, page_size: PAGE_SIZE },
        ...options,
      }),
    );
  }
}
