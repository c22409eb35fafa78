/**
 * Makes the migrations: `NODE_OPTIONS=--conditions=assay-source npx drizzle-kit generate --name what_changed`, in this folder.
 * Needs no database. Until the first release there is one migration: what is generated goes into `0000_initial.sql` (before the
 * triggers at its end), its snapshot in place of the one there, its entry out of the journal; then `npm run fixture:release`.
 * @module
 */
import { defineConfig } from 'drizzle-kit';

export default defineConfig({
  dialect: 'postgresql',
  schema: './src/adapters/db/schema/*.ts',
  out: './migrations',
});
