/** C2PA manifests that can be found again by what is in the picture: those of delivered files, and those that members store. @module */
import { index, pgTable, unique, uuid, varchar } from 'drizzle-orm/pg-core';
import { users } from './accounts.ts';
import { assets, recipientCopies } from './assets.ts';
import { bytea, createdAt, id } from './columns.ts';
import { organizations } from './organizations.ts';

export const manifests = pgTable(
  'manifests',
  {
    id: id(),
    organizationId: uuid('organization_id')
      .notNull()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    /** Its label, `urn:c2pa:...`: unique in one organization, since others may store the same manifest. */
    manifestId: varchar('manifest_id', { length: 300 }).notNull(),
    /** Whose delivered file holds it; null for one that a member stored. */
    assetId: uuid('asset_id').references(() => assets.id, { onDelete: 'cascade' }),
    /** The recipient copy that holds it. */
    copyId: uuid('copy_id').references(() => recipientCopies.id, { onDelete: 'cascade' }),
    /** The manifest store that a member stored; null for one that lies in a file. */
    store: bytea('store'),
    createdBy: uuid('created_by').references(() => users.id, { onDelete: 'set null' }),
    createdAt: createdAt(),
  },
  (table) => [
    unique('manifests_organization_manifest_unique').on(table.organizationId, table.manifestId),
    index('manifests_manifest').on(table.manifestId),
    index('manifests_asset').on(table.assetId),
    index('manifests_copy').on(table.copyId),
  ],
);

export const softBindings = pgTable(
  'soft_bindings',
  {
    id: id(),
    manifestRow: uuid('manifest_row')
      .notNull()
      .references(() => manifests.id, { onDelete: 'cascade' }),
    algorithm: varchar('algorithm', { length: 200 }).notNull(),
    /** Base64. */
    value: varchar('value', { length: 2000 }).notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    unique('soft_bindings_manifest_unique').on(table.manifestRow, table.algorithm, table.value),
    index('soft_bindings_value').on(table.algorithm, table.value),
  ],
);
