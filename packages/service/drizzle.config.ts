/**
 * Makes the migrations: `NODE_OPTIONS=--conditions=source npx drizzle-kit generate --name what_changed`, in this folder.
 * Needs no database.
 * @module
 */
import { defineConfig } from 'drizzle-kit';

export default defineConfig({
  dialect: 'postgresql',
  schema: './src/adapters/db/schema/*.ts',
  out: './migrations',
});
