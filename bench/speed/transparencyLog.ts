/**
 * How fast the transparency log grows and proves:
 *   1. the tree alone: 1,000,000 entries of the size of a commitment's, hashed and put into tiles, 1,000 at a time
 *   2. proofs from these tiles, made and checked, of random entries and between random sizes
 *   3. the same through the embedded database: leaves, places, a signed checkpoint a round, each durable on disk
 *
 *   node --import tsx --conditions=assay-source bench/speed/transparencyLog.ts [ENTRIES_IN_DATABASE]
 *
 * The result goes to bench/results/ledger/transparency-log.json.
 * @module
 */
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { isConsistent, isIncluded } from '@assay/core/transparency/checkProof';
import { edgeTiles, type GrownTile, growTiles } from '@assay/core/transparency/growTiles';
import { commitmentEntry } from '@assay/core/transparency/logEntry';
import { leafHash, rangeHash } from '@assay/core/transparency/merkleTree';
import { consistencyRanges, inclusionRanges } from '@assay/core/transparency/proofRanges';
import { hashesFrom, subtreeHashFrom, type TilePlace, tileKey } from '@assay/core/transparency/tiles';
import { openDatabase } from '../../packages/service/src/adapters/db/connection/open.ts';
import { appendLeaf } from '../../packages/service/src/adapters/db/transparency/transparencyLeaves.ts';
import { openLog } from '../../packages/service/test/support/openLog.ts';
import { saveResult } from '../machine.ts';

/** The number. */
const ENTRIES = 1_000_000;
const BATCH = 1_000;
const PROOFS = 10_000;
/** Leaves of one transaction in part 3; a commitment has one, but brings four other rows along. */
const LEAVES_PER_TRANSACTION = 1;

const entryAt = (index: number): Uint8Array =>
  commitmentEntry({
    commitmentHash: index.toString(16).padStart(64, '0'),
    publicKey: new Uint8Array(32).fill(1),
    signature: new Uint8Array(64).fill(2),
  });

const tiles = new Map<string, GrownTile>();
const read = (place: TilePlace): Uint8Array => {
  const tile = tiles.get(tileKey(place));
  if (!tile) throw new Error(`no tile ${tileKey(place)}`);
  return tile.hashes;
};

function growTree(): number {
  const startMs = performance.now();
  for (let size = 0; size < ENTRIES; size += BATCH) {
    const edge = edgeTiles(size).flatMap((place) => tiles.get(tileKey(place)) ?? []);
    const added = Array.from({ length: BATCH }, (_, at) => leafHash(entryAt(size + at)));
    for (const tile of growTiles(size, edge, added)) tiles.set(tileKey(tile), tile);
  }
  return (performance.now() - startMs) / 1000;
}

/** The same places at every run; Knuth's multiplicative step. */
const placeOf = (step: number): number => (step * 2_654_435_761) % ENTRIES;

const rootAt = (size: number): Uint8Array => rangeHash({ start: 0, end: size }, subtreeHashFrom(read));

/** Mean microseconds of one. */
function timed(count: number, work: (step: number) => void): number {
  const startMs = performance.now();
  for (let step = 0; step < count; step++) work(step);
  return Math.round(((performance.now() - startMs) / count) * 10_000) / 10;
}

function proofTimes(): object {
  const tree = { size: ENTRIES, rootHash: rootAt(ENTRIES) };
  const hashesOf = (index: number): Uint8Array[] => hashesFrom(inclusionRanges(index, ENTRIES), read);
  const proof = hashesOf(placeOf(1));
  const leaf = leafHash(entryAt(placeOf(1)));
  const half = { size: ENTRIES / 2 + 1, rootHash: rootAt(ENTRIES / 2 + 1) };
  const growth = hashesFrom(consistencyRanges(half.size, ENTRIES), read);
  if (!isIncluded({ index: placeOf(1), leaf, proof }, tree) || !isConsistent(half, tree, growth))
    throw new Error('a proof does not hold');
  return {
    hashesOfAProof: proof.length,
    inclusionMadeUs: timed(PROOFS, (step) => hashesOf(placeOf(step))),
    inclusionCheckedUs: timed(PROOFS, () => isIncluded({ index: placeOf(1), leaf, proof }, tree)),
    consistencyMadeUs: timed(PROOFS, (step) => hashesFrom(consistencyRanges(placeOf(step) + 1, ENTRIES), read)),
    consistencyCheckedUs: timed(PROOFS, () => isConsistent(half, tree, growth)),
    rootUs: timed(PROOFS, (step) => rootAt(placeOf(step) + 1)),
  };
}

async function throughDatabase(entries: number): Promise<object> {
  const folder = await mkdtemp(path.join(tmpdir(), 'assay-log-bench-'));
  const database = await openDatabase({ dataDir: folder });
  try {
    const log = openLog(database, path.join(folder, 'transparency'));
    await log.publish();
    const ids = Array.from({ length: entries }, () => randomUUID());
    const appendStartMs = performance.now();
    for (let at = 0; at < entries; at += LEAVES_PER_TRANSACTION)
      await database.write(async (transaction) => {
        for (const [offset, id] of ids.slice(at, at + LEAVES_PER_TRANSACTION).entries())
          await appendLeaf(transaction, { id, entry: entryAt(at + offset), createdAt: new Date(1.8e12 + at + offset) });
      });
    const appendS = (performance.now() - appendStartMs) / 1000;
    const publishStartMs = performance.now();
    await log.publish();
    const publishS = (performance.now() - publishStartMs) / 1000;
    const proofStartMs = performance.now();
    const asked = ids.slice(0, 500);
    for (const id of asked) if (!(await log.transparencyLog.inclusionProof(id))) throw new Error('an entry was lost');
    const proofMs = (performance.now() - proofStartMs) / asked.length;
    return {
      entries,
      durableAppendsPerSecond: Math.round(entries / appendS),
      sequencedAndSignedPerSecond: Math.round(entries / publishS),
      inclusionProofMs: Math.round(proofMs * 100) / 100,
    };
  } finally {
    await database.close();
    await rm(folder, { recursive: true, force: true });
  }
}

const growS = growTree();
const tree = {
  entries: ENTRIES,
  entryBytes: entryAt(0).length,
  seconds: Math.round(growS * 10) / 10,
  appendsPerSecond: Math.round(ENTRIES / growS),
  tiles: tiles.size,
  ...proofTimes(),
};
const database = await throughDatabase(Number(process.argv[2] ?? '20000'));
console.log(saveResult('ledger/transparency-log', { tree, database }), JSON.stringify({ tree, database }, null, 2));
