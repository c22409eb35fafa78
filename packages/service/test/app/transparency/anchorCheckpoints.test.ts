import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createEmbeddedLedger } from '../../../src/adapters/ledger/embedded/embeddedLedger.ts';
import type { OwnedLedger } from '../../../src/adapters/ledger/solanaLedger.ts';
import { anchorCheckpoints } from '../../../src/app/transparency/anchorCheckpoints.ts';
import { type Ledger, LedgerRefusal } from '../../../src/app/ports/ledger/ledger.ts';
import { type OpenLog, openLog } from '../../support/openLog.ts';
import { forgetLog } from '../../support/tamper.ts';
import { withTestDatabase } from '../../support/testDatabase.ts';

const HOUR_MS = 3_600_000;
/** Any runs after which the embedded ledger has finalized what it was sent. */
const RUNS_MAX = 200;

const database = withTestDatabase('embedded');
let folder: string;
let log: OpenLog;
let embedded: OwnedLedger;

beforeEach(async () => {
  await forgetLog(database());
  folder = await mkdtemp(path.join(tmpdir(), 'assay-anchor-'));
  log = openLog(database(), folder);
  embedded = createEmbeddedLedger({
    folder: null,
    network: 'devnet',
    report: (error) => {
      throw error;
    },
  });
});
afterEach(async () => {
  await embedded.close();
  await rm(folder, { recursive: true, force: true });
});

const run = (ledger: Ledger = embedded) => anchorCheckpoints({ ...log, ledger }, HOUR_MS);
const publishWith = async (entry: string) => {
  await log.append(entry);
  await log.publish();
};
async function until(status: string): Promise<void> {
  for (let tries = 0; tries < RUNS_MAX; tries++) {
    await run();
    if ((await log.transparencyLog.latestAnchor())?.status === status) return;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  throw new Error(`not ${status} after ${RUNS_MAX} runs`);
}
/** The embedded ledger, with some of its answers replaced. */
const ledgerThat = (replaced: Partial<Ledger>): Ledger => ({
  network: embedded.network,
  isEmbedded: embedded.isEmbedded,
  identity: embedded.identity,
  sign: embedded.sign,
  send: embedded.send,
  state: embedded.state,
  prospect: embedded.prospect,
  find: embedded.find,
  newestMemo: embedded.newestMemo,
  explorerUrl: embedded.explorerUrl,
  ...replaced,
});
const openAnchors = async () => log.anchors.open(await embedded.identity());

describe('a checkpoint on the ledger', () => {
  test('is the signed note itself, and becomes final', async () => {
    await publishWith('a');
    await until('finalized');
    const anchor = await log.transparencyLog.latestAnchor();
    const recorded = await embedded.find(anchor?.txHash ?? '', 'finalized');
    expect(recorded?.memo).toBe((await log.transparencyLog.checkpointOf(1))?.note);
    expect(anchor).toMatchObject({ size: 1, network: 'devnet', isEmbedded: true, blockHeight: recorded?.blockHeight });
    expect(await log.transparencyLog.anchorOf(0)).toEqual(anchor);
    expect(await log.transparencyLog.anchorOf(1)).toBeNull();
  });

  test('is not written again while nothing is new, nor before its time, nor for a log without entries', async () => {
    await log.publish();
    await run();
    expect(await log.anchors.newest(await embedded.identity())).toBeNull();
    await publishWith('a');
    await until('finalized');
    log.clock.advance(2 * HOUR_MS);
    await run();
    expect((await log.transparencyLog.latestAnchor())?.size).toBe(1);
    await publishWith('b');
    await until('finalized');
    await run();
    await publishWith('c');
    await run();
    expect((await log.anchors.newest(await embedded.identity()))?.size).toBe(2);
    log.clock.advance(HOUR_MS);
    await run();
    expect((await log.anchors.newest(await embedded.identity()))?.size).toBe(3);
  });
});

describe('a ledger that fails', () => {
  test('an answer that is lost: the same bytes are sent again, and there is one transaction', async () => {
    await publishWith('a');
    const sent: string[] = [];
    const deaf = ledgerThat({
      send: async (bytes) => {
        sent.push(Buffer.from(bytes).toString('hex'));
        await embedded.send(bytes);
        throw new Error('the connection broke');
      },
      state: async () => null,
    });
    await expect(run(deaf)).rejects.toThrow('the connection broke');
    await expect(run(deaf)).rejects.toThrow('the connection broke');
    expect(new Set(sent).size).toBe(1);
    await until('finalized');
  });

  test('a process that died between storing and sending: the next one sends', async () => {
    await publishWith('a');
    await expect(run(ledgerThat({ send: () => Promise.reject(new Error('killed')) }))).rejects.toThrow('killed');
    expect(await openAnchors()).toHaveLength(1);
    await until('finalized');
  });

  test('a transaction whose time is over is replaced by another one for the same checkpoint', async () => {
    await publishWith('a');
    const lost = ledgerThat({ send: async () => undefined });
    await run(lost);
    const [first] = await openAnchors();
    await run(ledgerThat({ send: async () => undefined, prospect: async () => 'expired' }));
    const [second] = await openAnchors();
    expect(second).toMatchObject({ size: 1, status: 'pending' });
    expect(second?.txHash).not.toBe(first?.txHash);
    await until('finalized');
    expect((await log.transparencyLog.latestAnchor())?.txHash).toBe(second?.txHash);
  });

  test('a history that does not reach back: nothing is signed a second time', async () => {
    await publishWith('a');
    await run(ledgerThat({ send: async () => undefined }));
    const [first] = await openAnchors();
    const forgetful = ledgerThat({
      prospect: async () => 'unknowable',
      sign: () => Promise.reject(new Error('signed')),
    });
    await expect(run(forgetful)).rejects.toThrow('does not reach back');
    expect((await openAnchors()).map(({ txHash }) => txHash)).toEqual([first?.txHash]);
  });

  test('one that shows another memo is not believed', async () => {
    await publishWith('a');
    await run();
    const lying = ledgerThat({
      state: async () => ({ level: 'finalized', failed: null }),
      find: async (txHash, level) => {
        const found = await embedded.find(txHash, level);
        return found && { ...found, memo: 'another' };
      },
    });
    let failure: string | null = null;
    for (let tries = 0; tries < RUNS_MAX && failure === null; tries++) {
      await run(lying).catch((error: Error) => {
        failure = error.message;
      });
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    expect(failure).toContain('does not hold the checkpoint');
    expect(await log.transparencyLog.latestAnchor()).toBeNull();
  });

  test('one that refuses leaves the log as it is, and no second anchor begins', async () => {
    await publishWith('a');
    const refusing = ledgerThat({ send: () => Promise.reject(new LedgerRefusal('no money')), state: async () => null });
    await expect(run(refusing)).rejects.toThrow(LedgerRefusal);
    await publishWith('b');
    log.clock.advance(2 * HOUR_MS);
    await expect(run(refusing)).rejects.toThrow(LedgerRefusal);
    expect((await openAnchors()).map(({ size }) => size)).toEqual([1]);
  });
});
