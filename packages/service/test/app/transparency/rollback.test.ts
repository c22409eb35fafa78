import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openCheckpoint } from '@assay/core/transparency/checkpoint';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { verifyEd25519 } from '../../../src/adapters/crypto/ed25519.ts';
import { createEmbeddedLedger } from '../../../src/adapters/ledger/embedded/embeddedLedger.ts';
import type { OwnedLedger } from '../../../src/adapters/ledger/solanaLedger.ts';
import { createLastAnchored } from '../../../src/adapters/transparency/lastAnchored.ts';
import { createLastSignedInStore } from '../../../src/adapters/transparency/lastSignedInStore.ts';
import { inAllPlaces } from '../../../src/adapters/transparency/signedPlaces.ts';
import { anchorCheckpoints } from '../../../src/app/transparency/anchorCheckpoints.ts';
import { continueLog } from '../../../src/app/transparency/continueLog.ts';
import { publishCheckpoint } from '../../../src/app/transparency/publishCheckpoint.ts';
import { memoryFiles } from '../../fakes/memoryFiles.ts';
import { type OpenLog, openLog } from '../../support/openLog.ts';
import { forgetLog, tamperWith } from '../../support/tamper.ts';
import { withTestDatabase } from '../../support/testDatabase.ts';

const HOUR_MS = 3_600_000;
const database = withTestDatabase('embedded');
let folder: string;
let log: OpenLog;

beforeEach(async () => {
  await forgetLog(database());
  folder = await mkdtemp(path.join(tmpdir(), 'assay-rollback-'));
  log = openLog(database(), folder);
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const append = async (...entries: string[]): Promise<void> => {
  for (const entry of entries) await log.append(entry);
};

/** As a backup of the first two entries, restored; the data folder is lost. */
async function setBackToTwo(): Promise<void> {
  await tamperWith(
    database(),
    'delete from transparency_anchors where tree_size > 2',
    'delete from transparency_checkpoints where tree_size > 2',
    'delete from transparency_leaves where leaf_index >= 2',
    'update transparency_tiles set hashes = substr(hashes, 1, 64)',
    'update transparency_log set tree_size = 2',
  );
  await rm(folder, { recursive: true, force: true });
}

describe('a database that was set back, with the data folder lost', () => {
  test('is seen by the store of pictures, in which the last checkpoint lies as well', async () => {
    const { keeping } = memoryFiles();
    const inStore = () => createLastSignedInStore(keeping, log.keyring.identity, log.clock);
    const places = inAllPlaces({ read: async () => null, write: async () => {} }, inStore());
    await append('a', 'b');
    await publishCheckpoint({ ...log.deps, lastSigned: places });
    await append('c', 'd');
    // Once a minute.
    log.clock.advance(60_000);
    await publishCheckpoint({ ...log.deps, lastSigned: places });
    await setBackToTwo();
    const restarted = openLog(database(), folder);
    await expect(publishCheckpoint({ ...restarted.deps, lastSigned: inAllPlaces(inStore()) })).rejects.toThrow(
      'has signed 4 entries (the store of pictures), but the database holds 2: it was set back. Nothing is signed until',
    );
    const { keyId } = await log.keyring.identity();
    await keeping.keepNote(`${keyId}.checkpoint`, 'damaged');
    await expect(inStore().read()).rejects.toThrow('is damaged');
  });

  describe('with anchors', () => {
    let embedded: OwnedLedger;
    beforeEach(() => {
      embedded = createEmbeddedLedger({
        folder: null,
        network: 'devnet',
        report: (error) => {
          throw error;
        },
      });
    });
    afterEach(() => embedded.close());
    const anchored = () => createLastAnchored(embedded, log.deps.tree, log.keyring.identity, log.clock);
    async function anchorAll(): Promise<void> {
      const final = async () => {
        await anchorCheckpoints({ ...log, ledger: embedded }, HOUR_MS);
        return (await log.anchors.open(await embedded.identity())).length === 0;
      };
      await expect.poll(final, { timeout: 60_000 }).toBe(true);
    }

    test('is seen by the ledger, whatever else is written there, and whichever database is asked', async () => {
      expect(await anchored().read()).toBeNull();
      await append('a', 'b');
      await log.publish();
      await anchorAll();
      await append('c', 'd');
      await log.publish();
      log.clock.advance(HOUR_MS);
      await anchorAll();
      for (const memo of ['assay:c1:other', (await log.transparencyLog.latest())?.note.replace('4', '9') as string])
        await embedded.send((await embedded.sign(memo)).bytes);
      expect(await anchored().read()).toMatchObject({ size: 4, where: 'an anchor on the ledger' });
      await setBackToTwo();
      await expect(
        publishCheckpoint({ ...openLog(database(), folder).deps, lastSigned: inAllPlaces(anchored()) }),
      ).rejects.toThrow('has signed 4 entries (an anchor on the ledger), but the database holds 2');
    });

    test('while the ledger cannot be asked, nothing is signed', async () => {
      await append('a');
      const deaf = { newestMemo: () => Promise.reject(new Error('no answer')) };
      const lastSigned = inAllPlaces(createLastAnchored(deaf, log.deps.tree, log.keyring.identity, log.clock));
      await expect(publishCheckpoint({ ...log.deps, lastSigned })).rejects.toThrow('no answer');
      expect(await log.transparencyLog.latest()).toBeNull();
    });
  });
});

describe('going on under another name', () => {
  const goOn = (origin: string, isAnyway = false) =>
    continueLog({ ...log.deps, foundation: log.keyring, ids: { uuid: () => crypto.randomUUID() } }, origin, isAnyway);
  const broken = async (): Promise<void> => {
    await append('a', 'b');
    await log.publish();
    await append('c', 'd');
    await log.publish();
    await tamperWith(
      database(),
      'delete from transparency_checkpoints where tree_size > 2',
      'delete from transparency_leaves where leaf_index >= 2',
      'update transparency_tiles set hashes = substr(hashes, 1, 64)',
      'update transparency_log set tree_size = 2',
    );
  };

  test('is for a log that cannot go on, and not for a name that was used', async () => {
    await append('a');
    await log.publish();
    await expect(goOn('log.example/next')).rejects.toThrow('nothing to continue');
    await broken();
    await expect(goOn('log.example/test')).rejects.toThrow('before');
  });

  test('the entries stay, the next one says what it continues, and the old key signs nothing more', async () => {
    await broken();
    await expect(log.publish()).rejects.toThrow('assay log continue');
    const former = await log.keyring.identity();
    expect(await goOn('log.example/next')).toMatchObject({ takenOver: 2, signed: 4, former });
    expect(await log.publish()).toBe(true);
    const { origin, publicKey, keyId } = await log.transparencyLog.identity();
    expect([origin, keyId === former.keyId]).toEqual(['log.example/next', false]);
    const latest = await log.transparencyLog.latest();
    const key = { name: origin, publicKey };
    expect(openCheckpoint(latest?.note ?? '', key, verifyEd25519)).toMatchObject({ size: 3 });
    const entries = await log.deps.tree.leaves(0, 3);
    expect(entries.map(({ entry }) => Buffer.from(entry).toString())).toEqual([
      'a',
      'b',
      expect.stringContaining(`"continues":"${former.verifierKey}"`),
    ]);
    const said = JSON.parse(Buffer.from(entries[2]?.entry ?? []).toString()) as {
      size: number;
      last_checkpoint: string;
    };
    expect(said.size).toBe(2);
    expect(said.last_checkpoint.split('\n').slice(0, 2)).toEqual(['log.example/test', '4']);
    // A checkpoint of the old log of the same size is not one of the new.
    expect(await log.transparencyLog.checkpointOf(2)).toBeNull();
    await append('e');
    expect(await log.publish()).toBe(true);
    expect((await log.transparencyLog.latest())?.size).toBe(4);
  });
});
