/**
 * What PostgreSQL's background processes would do. A single-user backend has neither checkpointer nor autovacuum: its
 * WAL would grow for ever, and with it the time that a start after a crash takes.
 * @module
 */
import type { PGlite } from '@electric-sql/pglite';

/** WAL between two checkpoints. Bounds recovery: about 0.3 s for 32 MiB (docs/reference/database.md). */
const CHECKPOINT_WAL_BYTES = 32 * 1024 * 1024;
/** Asking for the WAL position costs a query, so only every so many answers. */
const ANSWERS_BETWEEN_LOOKS = 200;
/** Autovacuum's own threshold is a share of each table; a fixed number of checkpoints is simple and errs to often. */
const CHECKPOINTS_BETWEEN_VACUUMS = 8;

export class Housekeeping {
  #answers = 0;
  #checkpoints = 0;
  #lastWalBytes: number | null = null;

  /** Called after every answer; works only between transactions. */
  async note(pglite: PGlite, inTransaction: boolean): Promise<void> {
    this.#answers++;
    if (inTransaction || this.#answers < ANSWERS_BETWEEN_LOOKS) return;
    this.#answers = 0;
    const walBytes = await walPosition(pglite);
    this.#lastWalBytes ??= walBytes;
    if (walBytes - this.#lastWalBytes < CHECKPOINT_WAL_BYTES) return;
    this.#lastWalBytes = walBytes;
    this.#checkpoints++;
    if (this.#checkpoints % CHECKPOINTS_BETWEEN_VACUUMS === 0) await pglite.exec('VACUUM (ANALYZE)');
    await pglite.exec('CHECKPOINT');
  }
}

async function walPosition(pglite: PGlite): Promise<number> {
  const { rows } = await pglite.query<{ bytes: string }>(`SELECT pg_current_wal_lsn() - '0/0' AS bytes`);
  return Number(rows[0]?.bytes ?? 0);
}
