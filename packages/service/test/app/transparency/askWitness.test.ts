import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readWitnessKey, witnessesOf } from '@assay/core/transparency/cosignature';
import { readNote } from '@assay/core/transparency/signedNote';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { verifyEd25519 } from '../../../src/adapters/crypto/ed25519.ts';
import { createLogCosignatures } from '../../../src/adapters/db/transparency/transparencyCosignatures.ts';
import { createWitness } from '../../../src/adapters/transparency/witness.ts';
import { createAddressGuard } from '../../../src/adapters/webhooks/addressGuard.ts';
import { askWitness } from '../../../src/app/transparency/askWitness.ts';
import { createLogCondition } from '../../../src/app/transparency/logCondition.ts';
import { LogForked } from '../../../src/app/transparency/logForked.ts';
import { watchQuorum } from '../../../src/app/transparency/witnessQuorum.ts';
import { readConfig } from '../../../src/config/config.ts';
import { type OpenLog, openLog } from '../../support/openLog.ts';
import { forgetLog } from '../../support/tamper.ts';
import { describeOnEachEngine } from '../../support/testDatabase.ts';
import { startWitnessServer, type WitnessServer } from '../../support/witnessServer.ts';

const guard = (allowLoopback: boolean) => createAddressGuard({ resolve: () => Promise.resolve([]), allowLoopback });

describeOnEachEngine('a witness', (database) => {
  let server: WitnessServer;
  let log: OpenLog;
  let folder: string;
  let origin: string;
  const ask = (to = guard(true)) =>
    askWitness({ ...log, cosignatures: createLogCosignatures(database()) }, createWitness(server, to));
  const grow = async (...entries: string[]): Promise<void> => {
    for (const entry of entries) await log.append(entry);
    await log.publish();
  };
  const cosigners = (note: string): number => {
    const [read, witness] = [readNote(note), readWitnessKey(server.key)];
    return read && witness ? witnessesOf(read, [witness], verifyEd25519).length : -1;
  };
  const served = async (): Promise<string> => (await log.transparencyLog.latestCosigned())?.note ?? '';

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'assay-witness-'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));
  beforeEach(async () => {
    await forgetLog(database());
    server = await startWitnessServer();
    log = openLog(database(), path.join(folder, crypto.randomUUID()));
    const identity = await log.transparencyLog.identity();
    origin = identity.origin;
    server.logs.set(origin, { name: origin, publicKey: identity.publicKey });
    return () => server.close();
  });

  test('cosigns each checkpoint with a proof from the one before; the lines are served and go into proofs', async () => {
    await grow('a', 'b', 'c');
    await ask();
    const first = await served();
    expect(cosigners(first)).toBe(1);
    await grow('d', 'e');
    expect(cosigners(await served())).toBe(0);
    await ask();
    await ask();
    expect(server.answered).toEqual([200, 200]);
    expect(server.seen.get(origin)?.size).toBe(5);
    expect(cosigners(await served())).toBe(1);
    expect((await log.transparencyLog.inclusionProofAt(1))?.text).toContain(await served());
    // What is anchored and time-stamped stays as it was signed.
    expect(cosigners((await log.transparencyLog.latest())?.note ?? '')).toBe(0);
  });

  test('409: its own size is taken, whether it saw more than we kept or forgot all', async () => {
    await grow('a', 'b', 'c');
    await ask();
    await grow('d');
    server.seen.delete(origin);
    await ask();
    expect(server.answered).toEqual([200, 409, 200]);
    expect(cosigners(await served())).toBe(1);
    server.instead = { status: 409, body: '9\n' };
    await grow('e');
    await expect(ask()).rejects.toThrow('saw a checkpoint of 9 entries, and the newest has 5');
    server.instead = { status: 409, body: 'nine' };
    await expect(ask()).rejects.toThrow('without its size');
  });

  test('another root of the same size is 422, and never cosigned', async () => {
    await grow('a', 'b');
    server.seen.set(origin, { size: 2, rootHash: new Uint8Array(32) });
    await expect(ask()).rejects.toThrow('does not continue what it saw before');
    expect(server.answered).toEqual([409, 422]);
    expect(cosigners(await served())).toBe(0);
  });

  test('a witness that saw another log is a fork, and one that failed is none', async () => {
    await grow('a', 'b');
    server.seen.set(origin, { size: 2, rootHash: new Uint8Array(32) });
    await expect(ask()).rejects.toBeInstanceOf(LogForked);
    server.seen.set(origin, { size: 9, rootHash: new Uint8Array(32) });
    await expect(ask()).rejects.toMatchObject({
      name: 'LogForked',
      finding: `The witness ${server.key.split('+')[0]} saw a checkpoint of 9 entries, and the newest has 2.`,
    });
    server.instead = { status: 500, body: '' };
    await expect(ask()).rejects.not.toBeInstanceOf(LogForked);
  });

  test('409: what another process signed meanwhile is no fork', async () => {
    await grow('a', 'b');
    const before = await log.transparencyLog.latest();
    await grow('c');
    await ask();
    let reads = 0;
    const stale = async () => (++reads === 1 ? before : log.transparencyLog.latest());
    const behind = { ...log.transparencyLog, latest: stale };
    const forgot = { newestOf: async () => 0, add: async () => {} };
    await askWitness({ transparencyLog: behind, cosignatures: forgot }, createWitness(server, guard(true)));
    expect(server.answered).toEqual([200, 409]);
  });

  test('403, 404, 5xx and no connection: a sentence each, and the next run asks again', async () => {
    await grow('a');
    const key = server.logs.get(origin);
    server.logs.set(origin, { name: origin, publicKey: new Uint8Array(32) });
    await expect(ask()).rejects.toThrow('trusts no signature on the checkpoint');
    server.logs.clear();
    await expect(ask()).rejects.toThrow('does not know this log');
    server.instead = { status: 503, body: '' };
    await expect(ask()).rejects.toThrow('answered 503');
    server.instead = null;
    if (key) server.logs.set(origin, key);
    await ask();
    expect(cosigners(await served())).toBe(1);
  });

  test('a cosignature of another key or of another checkpoint is not kept', async () => {
    await grow('a');
    await ask();
    const other = (await served()).split('\n').at(-2) ?? '';
    await grow('b');
    for (const body of ['', `${other}\n`, 'no line of a note\n']) {
      server.instead = { status: 200, body };
      await expect(ask()).rejects.toThrow('no cosignature that holds');
    }
    expect(cosigners(await served())).toBe(0);
  });

  test('loopback is asked only where webhooks may go there too', async () => {
    await grow('a');
    await expect(ask(guard(false))).rejects.toMatchObject({ code: 'WEBHOOK_URL_BLOCKED' });
    expect(server.answered).toEqual([]);
  });
});

describe('the quorum', () => {
  test('is told by /health once each witness was asked, and no longer when enough have cosigned', () => {
    const condition = createLogCondition();
    const report = watchQuorum(condition, 2, 3);
    report('a', true);
    report('b', false);
    expect(condition.problems()).toEqual([]);
    report('c', false);
    expect(condition.problems()[0]).toMatch(/^Only 1 of 3 witnesses cosigned .*; 2 are wanted\.$/);
    report('b', true);
    expect(condition.problems()).toEqual([]);
  });
});

describe('ASSAY_WITNESS_QUORUM', () => {
  test('above the number of witnesses is refused with a sentence', async () => {
    const server = await startWitnessServer();
    await server.close();
    const environment = { ASSAY_WITNESSES: `${server.address} ${server.key}`, ASSAY_WITNESS_QUORUM: '2' };
    expect(() => readConfig(environment)).toThrow('ASSAY_WITNESS_QUORUM is 2, but ASSAY_WITNESSES lists 1');
    expect(() => readConfig({ ASSAY_WITNESS_QUORUM: '1' })).toThrow('lists 0');
    expect(readConfig({ ...environment, ASSAY_WITNESS_QUORUM: '1' }).witnessQuorum).toBe(1);
  });
});

describe('ASSAY_WITNESSES', () => {
  const KEY = 'witness.example.com/w1+d66cf3f+A';
  test('is addresses with verifier keys; anything else is refused', async () => {
    const server = await startWitnessServer();
    await server.close();
    const two = `https://w.example/a/ ${server.key}, ${server.address} ${server.key}`;
    expect(readConfig({ ASSAY_WITNESSES: two }).witnesses).toEqual([
      { address: 'https://w.example/a', key: server.key },
      { address: server.address, key: server.key },
    ]);
    for (const wrong of ['https://w.example', `https://w.example ${KEY}`, `w.example ${server.key}`])
      expect(() => readConfig({ ASSAY_WITNESSES: wrong })).toThrow('ADDRESS KEY');
  });
});
