/** What anyone may read of the transparency log: what it has not signed is no entry of it. @module */
import { AppError } from '@assay/core/errors';
import { readTilePath } from '@assay/core/transparency/tilePath';
import type {
  Anchor,
  InclusionProof,
  LogIdentity,
  SignedCheckpoint,
  Timestamp,
} from '../ports/ledger/transparencyLog.ts';
import type { Ports } from '../ports/ports.ts';

type Deps = Pick<Ports, 'transparencyLog'>;

function found<Entry>(entry: Entry | null, otherwise: string): Entry {
  if (entry === null) throw new AppError('LOG_ENTRY_NOT_FOUND', otherwise);
  return entry;
}

const NOTHING_SIGNED = 'The log has not signed anything yet.';

/** @throws {AppError} LOG_ENTRY_NOT_FOUND */
export const latestCheckpoint = async ({ transparencyLog }: Deps): Promise<SignedCheckpoint> =>
  found(await transparencyLog.latest(), NOTHING_SIGNED);

/** The same with the lines of its witnesses. @throws {AppError} LOG_ENTRY_NOT_FOUND */
export const cosignedCheckpoint = async ({ transparencyLog }: Deps): Promise<SignedCheckpoint> =>
  found(await transparencyLog.latestCosigned(), NOTHING_SIGNED);

export interface LogState {
  readonly identity: LogIdentity;
  readonly latest: SignedCheckpoint;
  /** What others say of it: the newest anchor on the ledger, the newest time-stamp. */
  readonly anchor: Anchor | null;
  readonly timestamp: Timestamp | null;
}

/** @throws {AppError} LOG_ENTRY_NOT_FOUND */
export async function logState(deps: Deps): Promise<LogState> {
  const { transparencyLog } = deps;
  return {
    latest: await cosignedCheckpoint(deps),
    identity: await transparencyLog.identity(),
    anchor: await transparencyLog.latestAnchor(),
    timestamp: await transparencyLog.latestTimestamp(),
  };
}

/** The checkpoint of exactly this size. @throws {AppError} LOG_ENTRY_NOT_FOUND */
export const checkpointOf = async ({ transparencyLog }: Deps, size: number): Promise<SignedCheckpoint> =>
  found(await transparencyLog.checkpointOf(size), `The log has not signed a checkpoint of exactly ${size} entries.`);

/** @throws {AppError} LOG_ENTRY_NOT_FOUND */
export const timestampOf = async ({ transparencyLog }: Deps, size: number): Promise<Timestamp> =>
  found(await transparencyLog.timestampOf(size), `The checkpoint of ${size} entries has no time-stamp.`);

/** @throws {AppError} LOG_ENTRY_NOT_FOUND */
export const proveInclusion = async ({ transparencyLog }: Deps, index: number): Promise<InclusionProof> =>
  found(await transparencyLog.inclusionProofAt(index), `No checkpoint covers an entry ${index}.`);

/** Hashes as in RFC 6962, 2.1.2. @throws {AppError} LOG_ENTRY_NOT_FOUND */
export const proveConsistency = async (
  { transparencyLog }: Deps,
  first: number,
  second: number,
): Promise<readonly Uint8Array[]> =>
  found(
    await transparencyLog.consistencyProof(first, second),
    `No checkpoint covers a log that grew from ${first} to ${second}.`,
  );

/** A tile of hashes or of entries. @param path as in C2SP tlog-tiles @throws {AppError} LOG_ENTRY_NOT_FOUND */
export async function tileAt({ transparencyLog }: Deps, path: string): Promise<Uint8Array> {
  const address = readTilePath(path);
  const { level, index, width } = address ?? { level: 0, index: 0, width: 0 };
  const tile =
    address &&
    (await (level === null ? transparencyLog.entries(index, width) : transparencyLog.tile(level, index, width)));
  return found(tile, `The log has not signed ${path}.`);
}
