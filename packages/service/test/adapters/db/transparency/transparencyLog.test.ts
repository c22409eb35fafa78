import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { isConsistent } from '@assay/core/transparency/checkProof';
import { openCheckpoint } from '@assay/core/transparency/checkpoint';
import { readEntryBundle } from '@assay/core/transparency/logEntry';
import { EMPTY_ROOT, HASH_BYTES, leafHash } from '@assay/core/transparency/merkleTree';
import { checkTlogProof, readTlogProof } from '@assay/core/transparency/tlogProof';
import { eq, sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  transparencyLeaves,
  transparencyLog,
  transparencyTiles,
} from '../../../../src/adapters/db/schema/transparency.ts';
import { appendLeaf } from '../../../../src/adapters/db/transparency/transparencyLeaves.ts';
import { verifyEd25519 } from '../../../../src/adapters/crypto/ed25519.ts';
import { LogForked } from '../../../../src/app/transparency/logForked.ts';
import { publishCheckpoint } from '../../../../src/app/transparency/publishCheckpoint.ts';
import { type OpenLog, openLog } from '../../../support/openLog.ts';
import { forgetLog, tamper, tamperWith } from '../../../support/tamper.ts';
import { describeOnEachEngine } from '../../../support/testDatabase.ts';

describeOnEachEngine('transparency log', (database) => {
  let folder: string;
  let log: OpenLog;
  const keyOf = async () => {
    const { origin, publicKey } = await log.transparencyLog.identity();
    return { name: origin, publicKey };
  };
  const appendMany = (count: number) =>
    database().write(async (transaction) => {
      for (let index = 0; index < count; index++) {
        const createdAt = new Date(log.clock.now().getTime() + index);
        await appendLeaf(transaction, { id: randomUUID(), entry: Buffer.from(`entry ${index}`), createdAt });
      }
    });

  beforeEach(async () => {
    // A new log for each test in the same database.
    await forgetLog(database());
    folder = await mkdtemp(path.join(tmpdir(), 'assay-log-'));
    log = openLog(database(), folder);
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  describe('reading', () => {
    test('a new log signs that it is empty', async () => {
      expect(await log.transparencyLog.latest()).toBeNull();
      expect(await log.publish()).toBe(true);
      const latest = await log.transparencyLog.latest();
      expect(latest && openCheckpoint(latest.note, await keyOf(), verifyEd25519)).toEqual({
        origin: 'log.example/test',
        size: 0,
        rootHash: EMPTY_ROOT,
      });
      expect(await log.publish()).toBe(false);
    });

    test('every entry gets a proof that holds by itself, from the next checkpoint on', async () => {
      const ids: string[] = [];
      for (let index = 0; index < 5; index++) ids.push(await log.append(`entry ${index}`));
      expect(await log.transparencyLog.inclusionProof(ids[0] as string)).toBeNull();
      await log.publish();
      for (const [index, id] of ids.entries()) {
        const proof = await log.transparencyLog.inclusionProof(id);
        const read = readTlogProof(proof?.text ?? '');
        const entry = Buffer.from(`entry ${index}`);
        expect(read && checkTlogProof(read, entry, await keyOf(), verifyEd25519)).toMatchObject({ size: 5 });
        expect(proof).toMatchObject({ index, checkpoint: { size: 5 } });
      }
      expect(await log.transparencyLog.inclusionProof(randomUUID())).toBeNull();
      expect(await log.transparencyLog.inclusionProofAt(5)).toBeNull();
    });

    test('tiles and entries give back the tree, and nothing that is not signed yet', async () => {
      await appendMany(300);
      await log.publish();
      await log.append('not signed yet');
      await log.deps.tree.sequence(10);
      const { transparencyLog: reader } = log;
      const full = await reader.tile(0, 0, 256);
      const rest = await reader.tile(0, 1, 44);
      expect(full).toHaveLength(256 * HASH_BYTES);
      expect(rest?.subarray(0, HASH_BYTES)).toEqual(leafHash(Buffer.from('entry 256')));
      expect((await reader.tile(0, 1, 7))?.length).toBe(7 * HASH_BYTES);
      expect(await reader.tile(1, 0, 1)).toHaveLength(HASH_BYTES);
      for (const [level, index, width] of [
        [0, 1, 45],
        [0, 2, 1],
        [1, 0, 2],
        [2, 0, 1],
      ] as const)
        expect(await reader.tile(level, index, width)).toBeNull();
      const bundle = readEntryBundle((await reader.entries(1, 44)) ?? new Uint8Array());
      expect(bundle?.map((entry) => Buffer.from(entry).toString())).toEqual(
        Array.from({ length: 44 }, (_, at) => `entry ${256 + at}`),
      );
      expect(await reader.entries(1, 45)).toBeNull();
      expect(await reader.consistencyProof(300, 301)).toBeNull();
    });

    test('checkpoints of one log are consistent with each other', async () => {
      const heads = [];
      for (const count of [1, 2, 300, 5]) {
        await appendMany(count);
        await log.publish();
        heads.push(await log.transparencyLog.latest());
      }
      for (const [at, older] of heads.entries())
        for (const newer of heads.slice(at)) {
          if (!older || !newer) throw new Error('a checkpoint is missing');
          const proof = await log.transparencyLog.consistencyProof(older.size, newer.size);
          expect(proof && isConsistent(older, newer, proof)).toBe(true);
          expect(await log.transparencyLog.checkpointOf(older.size)).toEqual(older);
        }
      expect(await log.transparencyLog.checkpointOf(2)).toBeNull();
    });
  });

  describe('writing', () => {
    test('a leaf rides with its transaction: both or neither', async () => {
      const id = randomUUID();
      const failed = database().write(async (transaction) => {
        await appendLeaf(transaction, { id, entry: Buffer.from('x'), createdAt: log.clock.now() });
        throw new Error('the commitment could not be stored');
      });
      await expect(failed).rejects.toThrow('could not be stored');
      await log.append('y');
      await log.publish();
      expect((await log.transparencyLog.latest())?.size).toBe(1);
    });

    test('the same id again is the same leaf', async () => {
      const id = await log.append('x');
      await log.publish();
      await log.append('another text', id);
      expect(await log.publish()).toBe(false);
    });

    test('however many runs go on beside each other, every leaf has one place and the log one history', async () => {
      const second = openLog(database(), await mkdtemp(path.join(folder, 'second-')));
      const ids: Promise<string>[] = [];
      const runs = async ({ publish }: OpenLog): Promise<void> => {
        for (let round = 0; round < 10; round++) await publish();
      };
      const both = [runs(log), runs(second)];
      for (let index = 0; index < 60; index++) ids.push(log.append(`entry ${index}`));
      await Promise.all([...both, ...ids]);
      await log.publish();
      const places = new Set<number>();
      for (const id of await Promise.all(ids)) {
        const proof = await second.transparencyLog.inclusionProof(id);
        if (!proof) throw new Error('an entry was lost');
        places.add(proof.index);
      }
      expect([...places].sort((a, b) => a - b)).toEqual(Array.from({ length: 60 }, (_, index) => index));
      expect(await second.publish()).toBe(false);
    });

    test('two processes found one log', async () => {
      const other = openLog(database(), folder, 'log.example/other');
      const [a, b] = await Promise.all([log.transparencyLog.identity(), other.transparencyLog.identity()]);
      expect(a).toEqual(b);
    });

    test('without a name it gets one that nobody else has', async () => {
      const { origin, keyId, verifierKey } = await openLog(database(), folder, null).transparencyLog.identity();
      expect(origin).toMatch(/^assay\.invalid\/[0-9a-f]{16}$/);
      expect(verifierKey.split('+').slice(0, 2)).toEqual([origin, keyId]);
    });
  });

  describe('what must never be signed', () => {
    beforeEach(async () => {
      await appendMany(300);
      await log.publish();
    });
    const refused = () => expect(log.publish()).rejects.toThrow(LogForked);

    test('a smaller tree than the one that was signed', async () => {
      await tamper(database(), (transaction) => transaction.update(transparencyLog).set({ treeSize: 299 }));
      await refused();
    });

    test('another tree of the same size', async () => {
      await changeHash(0, 1, 43);
      await refused();
    });

    test('a longer tree whose beginning was changed', async () => {
      await changeHash(1, 0, 0);
      await log.append('one more');
      await refused();
    });

    test('a tree after the database was set back, of which only the file knows', async () => {
      const note = (await log.transparencyLog.latest())?.note;
      expect(
        await readFile(path.join(folder, `${(await log.transparencyLog.identity()).keyId}.checkpoint`), 'utf8'),
      ).toBe(note);
      // As a restored backup: the log exists, with its key, and fewer entries.
      await tamperWith(
        database(),
        ...['checkpoints', 'tiles', 'leaves'].map((table) => `delete from transparency_${table}`),
        'update transparency_log set tree_size = 0',
      );
      await refused();
      // With other entries in the place of the lost ones it is another log.
      await appendMany(299);
      await log.append('instead of the last');
      await refused();
      expect(await log.transparencyLog.latest()).toBeNull();
    });

    test('entries that were changed beside tiles that still fit: by a new process at once, by an old one in time', async () => {
      const old = log;
      await tamperWith(database(), `update transparency_leaves set entry = 'forged' where leaf_index = 290`);
      await old.append('one more');
      log = openLog(database(), folder);
      await refused();
      log = old;
      // 256 entries in each run; then all of them.
      await refused();
      await refused();
      await tamperWith(database(), `update transparency_leaves set entry = 'entry 290' where leaf_index = 290`);
      expect(await log.publish()).toBe(true);
    });

    test('entries of which one is gone', async () => {
      await tamperWith(database(), 'delete from transparency_leaves where leaf_index = 7');
      log = openLog(database(), folder);
      await refused();
    });

    test('anything, if the file of the last checkpoint is damaged', async () => {
      const file = path.join(folder, `${(await log.transparencyLog.identity()).keyId}.checkpoint`);
      await writeFile(file, (await readFile(file, 'utf8')).replace('300', '301'));
      await expect(log.publish()).rejects.toThrow('is damaged');
    });

    async function changeHash(level: number, tileIndex: number, at: number): Promise<void> {
      await tamper(database(), async (transaction) => {
        const place = sql`${transparencyTiles.level} = ${level} and ${transparencyTiles.tileIndex} = ${tileIndex}`;
        const [tile] = await transaction.select().from(transparencyTiles).where(place);
        const hashes = (tile?.hashes ?? new Uint8Array()).slice();
        hashes[at * HASH_BYTES] = (hashes[at * HASH_BYTES] as number) ^ 1;
        await transaction.update(transparencyTiles).set({ hashes }).where(place);
      });
    }
  });

  describe('a crash', () => {
    test('before, between and after every step leaves one log that goes on', async () => {
      const { deps } = log;
      const dying = (step: string) => ({
        ...deps,
        signer: step === 'sign' ? { sign: () => Promise.reject(new Error('killed')) } : deps.signer,
        lastSigned:
          step === 'write' ? { ...deps.lastSigned, write: () => Promise.reject(new Error('killed')) } : deps.lastSigned,
        checkpoints:
          step === 'keep' ? { ...deps.checkpoints, keep: () => Promise.reject(new Error('killed')) } : deps.checkpoints,
      });
      for (const step of ['sign', 'write', 'keep']) {
        const id = await log.append(`before ${step}`);
        await expect(publishCheckpoint(dying(step))).rejects.toThrow('killed');
        await log.append(`after ${step}`);
        // The next start: a new process over the same database and folder.
        const next = openLog(database(), folder);
        expect(await next.publish()).toBe(true);
        expect(await next.transparencyLog.inclusionProof(id)).not.toBeNull();
      }
      expect((await log.transparencyLog.latest())?.size).toBe(6);
    });
  });

  test('a leaf stays when what it is about is gone, and no statement of ours takes one away', async () => {
    const id = await log.append('x');
    await log.publish();
    const [leaf] = await database().read((queries) =>
      queries.select().from(transparencyLeaves).where(eq(transparencyLeaves.id, id)),
    );
    expect(leaf?.leafIndex).toBe(0);
    const { rows } = await database().read((queries) =>
      queries.execute(
        sql`select 1 from information_schema.table_constraints
            where table_name = 'transparency_leaves' and constraint_type = 'FOREIGN KEY'`,
      ),
    );
    expect(rows).toEqual([]);
  });
});
