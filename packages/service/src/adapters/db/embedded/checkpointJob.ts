/**
 * What PostgreSQL's background processes would do. A single-user backend has neither checkpointer nor autovacuum: its
 * WAL would grow for ever, and with it the time that a start after a crash takes.
 * @module
 */
import type { PGlite } from '@electric-sql/pglite';

export interface CheckpointSettings {
  /** WAL between two checkpoints, bytes; it bounds the recovery after a crash. */
  readonly checkpointWalBytes: number;
  /** Asking for the position in the WAL costs a query, so only every so many answers. */
  readonly answersBetweenLooks: number;
  /** Autovacuum's own threshold is a share of each table; a fixed number of checkpoints is simple and errs to often. */
  readonly checkpointsBetweenVacuums: number;
}

/** A checkpoint every two WAL segments of 16 MiB; PostgreSQL's default, 1 GiB, is for servers that rarely crash. */
const DEFAULTS: CheckpointSettings = {
  checkpointWalBytes: 32 * 1024 * 1024,
  answersBetweenLooks: 200,
  checkpointsBetweenVacuums: 8,
};

export class CheckpointJob {
  readonly #settings: CheckpointSettings;
  #answers = 0;
  #checkpoints = 0;
  #lastWalBytes: number | null = null;

  constructor(settings: CheckpointSettings = DEFAULTS) {
    this.#settings = settings;
  }

  /** Called after every answer; works only between transactions. */
  async note(pglite: PGlite, inTransaction: boolean): Promise<void> {
    this.#answers++;
    if (inTransaction || this.#answers < this.#settings.answersBetweenLooks) return;
    this.#answers = 0;
    const walBytes = await walPosition(pglite);
    this.#lastWalBytes ??= walBytes;
    if (walBytes - this.#lastWalBytes < this.#settings.checkpointWalBytes) return;
    this.#lastWalBytes = walBytes;
    this.#checkpoints++;
    if (this.#checkpoints % this.#settings.checkpointsBetweenVacuums === 0) await pglite.exec('VACUUM (ANALYZE)');
    await pglite.exec('CHECKPOINT');
  }
}

async function walPosition(pglite: PGlite): Promise<number> {
  const { rows } = await pglite.query<{ bytes: string }>(`SELECT pg_current_wal_lsn() - '0/0' AS bytes`);
  return Number(rows[0]?.bytes ?? 0);
}
