/** The two files of the fixture. @module */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { MIGRATIONS_FOLDER } from '../../src/adapters/db/connection/migrateDatabase.ts';
import { RELEASE_FILE } from './settings.ts';

/** A question to the service, and by whom. */
const Question = z.object({ as: z.enum(['owner', 'viewer', 'key', 'nobody']), path: z.string() });
export type Question = z.infer<typeof Question>;

/** JSON as it came, of anything else the hash. */
const Answer = z.object({ status: z.int(), body: z.unknown().optional(), sha256: z.string().optional() });
export type Answer = z.infer<typeof Answer>;

/** What is in it, by name; identifiers and what a caller was told once. */
const Made = z.record(z.string(), z.string());
export type Made = Readonly<Record<string, string>>;

const Release = z.object({
  madeAt: z.iso.datetime().transform((text) => new Date(text)),
  version: z.string(),
  /** Of the tables that the backup is of, in their order. */
  migrations: z.array(z.object({ tag: z.string(), sha256: z.string() })),
  made: Made,
  answers: z.array(z.object({ question: Question, answer: Answer })),
});
export type Release = z.infer<typeof Release>;

export const readRelease = (): Release => Release.parse(JSON.parse(readFileSync(RELEASE_FILE, 'utf8')));

/** As they are now. */
export function presentMigrations(): Release['migrations'] {
  const journal = JSON.parse(readFileSync(path.join(MIGRATIONS_FOLDER, 'meta/_journal.json'), 'utf8')) as {
    entries: { tag: string }[];
  };
  return journal.entries.map(({ tag }) => {
    const text = readFileSync(path.join(MIGRATIONS_FOLDER, `${tag}.sql`));
    return { tag, sha256: createHash('sha256').update(text).digest('hex') };
  });
}
