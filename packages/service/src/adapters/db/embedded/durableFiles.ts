/**
 * Makes the embedded PostgreSQL keep its promise on a power cut.
 *
 * PGlite starts PostgreSQL with `-F` (fsync off), and its file system layer over Node has no fsync at all. Both are
 * undone here: PostgreSQL is started with fsync on, and fsync reaches the disk. PostgreSQL then flushes the WAL before
 * it acknowledges a commit, and data files and folders before a checkpoint counts. `wal_sync_method=fsync` since the
 * default, fdatasync, ends in an empty function of Emscripten (seen: no call arrives).
 * @module
 */
import { fsyncSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { type Extension, PGlite } from '@electric-sql/pglite';
import { flush } from '../../dataFolder/flush.ts';

/** PostgreSQL's own parameters as PGlite sets them, with flushing on. */
export function durableStartParameters(): string[] {
  return [...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'), '-c', 'wal_sync_method=fsync'];
}

interface NodeFsStream {
  /** The file descriptor of Node behind the one of WebAssembly. */
  readonly nfd?: number;
}

interface EmscriptenModule {
  readonly FS: { readonly filesystems: { readonly NODEFS: { readonly stream_ops: Record<string, unknown> } } };
}

function installFsync({ FS }: EmscriptenModule): void {
  FS.filesystems.NODEFS.stream_ops['fsync'] = (stream: NodeFsStream): number => {
    if (stream.nfd !== undefined) fsyncSync(stream.nfd);
    return 0;
  };
}

/** Gives the file system layer the operation it lacks, before PostgreSQL opens its first file. */
export const durableFiles: Extension = {
  name: 'durable files',
  setup: (_pglite, options: { preRun?: unknown[] }) =>
    Promise.resolve({ emscriptenOpts: { ...options, preRun: [...(options.preRun ?? []), installFsync] } }),
};

/** Files open at once: a new database has a thousand, and a process may often open no more than 1024 (`ulimit -n`). */
const FLUSHED_AT_ONCE = 128;

/** Flushes a folder with everything in it; side by side, so that the file system flushes many at once. */
export async function flushTree(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const kept = entries.filter((entry) => entry.isFile() || entry.isDirectory());
  const names = [folder, ...kept.map((entry) => path.join(entry.parentPath, entry.name))].values();
  const flushNext = async (): Promise<void> => {
    for (const name of names) await flush(name);
  };
  await Promise.all(Array.from({ length: FLUSHED_AT_ONCE }, flushNext));
}
