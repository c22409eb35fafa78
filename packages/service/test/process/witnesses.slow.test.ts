import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readWitnessKey, witnessesOf } from '@assay/core/transparency/cosignature';
import { readNote, readVerifierKey } from '@assay/core/transparency/signedNote';
import { AssayClient } from '@assay/sdk/client';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { verifyEd25519 } from '../../src/adapters/crypto/ed25519.ts';
import { PASSWORD } from '../fakes/testService.ts';
import { startWitnessServer, type WitnessServer } from '../support/witnessServer.ts';
import { sceneFile } from './hostileFiles.ts';
import { type ServiceProcess, spawnService, startServiceProcess } from './serviceProcess.ts';

const WAIT = { timeout: 120_000, interval: 200 };
const ORIGIN = 'witnessed.example/tlog';

let folder: string;
let witnesses: WitnessServer[];
let service: ServiceProcess | null = null;
const settings = (quorum: number) => ({
  ASSAY_LOG_ORIGIN: ORIGIN,
  ASSAY_ALLOW_PRIVATE_WEBHOOKS: '1',
  ASSAY_WITNESSES: witnesses.map(({ address, key }) => `${address} ${key}`).join(','),
  ASSAY_WITNESS_QUORUM: String(quorum),
});

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'assay-witnessed-'));
  witnesses = [await startWitnessServer('witness.example/w1'), await startWitnessServer('witness.example/w2')];
});
afterAll(async () => {
  await service?.terminate();
  for (const witness of witnesses) await witness.close();
  await rm(folder, { recursive: true, force: true });
});

test('the published checkpoint has the lines of its witnesses, who asked for proofs', async () => {
  service = await startServiceProcess(folder, settings(2));
  const client = new AssayClient({ baseUrl: service.url });
  await client.register({ email: 'wit@example.org', password: PASSWORD });
  await client.login('wit@example.org', PASSWORD);
  const { id } = await client.upload(new File([new Uint8Array(await sceneFile(3, 240, 180))], 'seen.jpg'));
  await client.commit(id);
  const log = await vi.waitFor(async () => readVerifierKey((await client.log.head()).verifier_key), WAIT);
  expect(log?.name).toBe(ORIGIN);
  for (const witness of witnesses) if (log) witness.logs.set(ORIGIN, log);

  const keys = witnesses.flatMap(({ key }) => readWitnessKey(key) ?? []);
  const cosigned = async (): Promise<{ readonly size: number; readonly names: readonly string[] }> => {
    const note = readNote(await (await fetch(`${service?.url}/tlog/checkpoint`)).text());
    const names = note ? witnessesOf(note, keys, verifyEd25519).map(({ name }) => name) : [];
    return { size: Number(note?.text.split('\n')[1] ?? 0), names };
  };
  const all = keys.map(({ name }) => name);
  await expect.poll(cosigned, WAIT).toEqual({ size: expect.any(Number), names: all });
  const { size } = await cosigned();
  await client.commit(id);
  await expect.poll(async () => (await cosigned()).size > size && (await cosigned()).names, WAIT).toEqual(all);
  expect(witnesses.map(({ seen }) => (seen.get(ORIGIN)?.size ?? 0) > size)).toEqual([true, true]);
  expect(await (await fetch(`${service.url}/health`)).json()).toMatchObject({ status: 'healthy' });
}, 300_000);

test('a quorum above the number of witnesses ends the start with a sentence', async () => {
  const { child, output } = spawnService(folder, 0, settings(3));
  await new Promise((resolve) => child.once('exit', resolve));
  expect(child.exitCode).not.toBe(0);
  expect(output()).toContain('ASSAY_WITNESS_QUORUM is 3, but ASSAY_WITNESSES lists 2');
});
