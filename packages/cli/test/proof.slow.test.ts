import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { base58 } from '@scure/base';
import { ED25519_COSIGNATURE, verifierKey } from '@assay/core/transparency/signedNote';
import { AssayClient } from '@assay/sdk/client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createLogCosignatures } from '@assay/service/adapters/db/transparency/transparencyCosignatures';
import { createWitness } from '@assay/service/adapters/transparency/witness';
import { createAddressGuard } from '@assay/service/adapters/webhooks/addressGuard';
import { askWitness } from '@assay/service/app/transparency/askWitness';
import { startWitnessServer, type WitnessServer } from '../../service/test/support/witnessServer.ts';
import { PASSWORD } from '../../service/test/fakes/testService.ts';
import { toyPicture } from '../../service/test/fakes/toyEngine.ts';
import { startContentService } from '../../service/test/support/contentService.ts';
import { openLog } from '../../service/test/support/openLog.ts';
import { withTestDatabase } from '../../service/test/support/testDatabase.ts';
import { EXIT } from '../src/exitCode.ts';
import { fakeTerminal } from './fakeTerminal.ts';
import { runAssay } from './runAssay.ts';

const database = withTestDatabase('embedded');
let folder: string;
let url: string;
let apiKey: string;
let assetId: string;
let publish: () => Promise<unknown>;
let close: () => Promise<void>;

const at = (name: string) => path.join(folder, name);
const json = async (file: string) => JSON.parse(await readFile(file, 'utf8')) as Record<string, unknown>;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'assay-cli-proof-'));
  const { service } = await startContentService(database(), {});
  await service.app.listen({ port: 0, host: '127.0.0.1' });
  close = () => service.app.close();
  url = `http://127.0.0.1:${(service.app.server.address() as AddressInfo).port}`;
  const client = new AssayClient({ baseUrl: url });
  await client.register({ email: 'kai@example.org', password: PASSWORD });
  const { access_token } = await client.login('kai@example.org', PASSWORD);
  const made = await service.app.inject({
    method: 'POST',
    url: '/v1/api-keys/',
    headers: { authorization: `Bearer ${access_token}` },
    payload: { name: 'cli', scopes: ['commit'] },
  });
  apiKey = (made.json() as { key: string }).key;
  await writeFile(at('quay.jpg'), toyPicture('quay'));
  assetId = (await client.upload(new Uint8Array(toyPicture('quay')))).id;
  ({ publish } = openLog(database(), folder));
}, 180_000);
afterAll(async () => {
  await close?.();
  await rm(folder, { recursive: true, force: true });
});

/** @param server null: none answers */
async function run(args: readonly string[], server: string | null = url) {
  const environment = { ASSAY_SERVER: server ?? 'http://127.0.0.1:1', ASSAY_API_KEY: apiKey };
  const terminal = fakeTerminal({ environment });
  const code = await runAssay(args, terminal);
  return { code, out: terminal.printed.join('\n'), notes: terminal.notes.join('\n') };
}

describe('assay commit and assay proof', () => {
  test('a commitment is recorded, and its proof is kept and holds without any service', async () => {
    const committed = await run(['commit', assetId, '--metadata', '{"edition":1}', '--json']);
    expect([committed.code, JSON.parse(committed.out)]).toMatchObject([EXIT.ok, { confirmation_status: 'finalized' }]);
    const { tx_hash, commitment_id } = JSON.parse(committed.out) as Record<string, string>;
    await publish();
    expect((await run(['proof', 'get', commitment_id as string, '--output', at('proof.json')])).code).toBe(EXIT.ok);
    expect(await json(at('proof.json'))).toMatchObject({ tx_hash, verified: true });

    const verified = await run(
      ['proof', 'verify', at('proof.json'), '--picture', at('quay.jpg'), '--transaction', tx_hash as string],
      null,
    );
    expect(verified.code, verified.out).toBe(EXIT.ok);
    expect(verified.out).toContain('ok   the payload names this picture');
    expect(verified.out).not.toContain('FAIL');
    // Nothing from elsewhere was compared with the keys.
    expect(verified.notes).toContain('--log-key');
    const asJson = await run(['proof', 'verify', at('proof.json'), '--json'], null);
    expect(JSON.parse(asJson.out)).toMatchObject({ holds: true, missing: [], tx_hash, payload: { asset_id: assetId } });
    // Nobody cosigned it; C2SP tlog-cosignature, a key of type 4.
    const witness = verifierKey(
      { name: 'witness.example/w1', publicKey: new Uint8Array(32).fill(9) },
      ED25519_COSIGNATURE,
    );
    const unwitnessed = await run(['proof', 'verify', at('proof.json'), '--witness', witness], null);
    expect([unwitnessed.code, unwitnessed.out]).toEqual([
      EXIT.forged,
      expect.stringContaining('FAIL at least 1 of 1 witnesses cosigned the checkpoint'),
    ]);
    for (const wrong of [
      ['--witness', 'nobody'],
      ['--witnesses-min', '1'],
      ['--witness', witness, '--witnesses-min', '2'],
    ])
      expect((await run(['proof', 'verify', at('proof.json'), ...wrong], null)).code).toBe(EXIT.usage);
  });

  test('a proof that says something else ends with 10', async () => {
    const { proof } = (await json(at('proof.json'))) as { proof: Record<string, string> };
    const payload = Buffer.from(Buffer.from(String(proof.payload), 'base64').toString().replace('"v":1', '"v":2'));
    await writeFile(at('forged.json'), JSON.stringify({ ...proof, payload: payload.toString('base64') }));
    const forged = await run(['proof', 'verify', at('forged.json')], null);
    expect([forged.code, forged.out]).toEqual([EXIT.forged, expect.stringContaining('FAIL')]);
    await writeFile(at('other.jpg'), toyPicture('other'));
    expect((await run(['proof', 'verify', at('proof.json'), '--picture', at('other.jpg')], null)).code).toBe(
      EXIT.forged,
    );
  });

  test('a proof that was fetched before the log covered it ends with 11, and says so', async () => {
    const early = await run(['commit', assetId, '--proof', at('early.json')]);
    expect(early.notes).toContain('The log does not cover it yet');
    const verified = await run(['proof', 'verify', at('early.json')], null);
    expect([verified.code, verified.out]).toEqual([
      EXIT.unknown,
      expect.stringContaining('there is no inclusion in it'),
    ]);
    const again = await run(['commit', assetId, '--proof', at('early.json')]);
    expect([again.code, again.notes]).toEqual([EXIT.usage, expect.stringContaining('--force')]);
  });

  test('what is no proof, no JSON, no object, or nowhere ends with a sentence', async () => {
    await writeFile(at('no.json'), '{}');
    await writeFile(at('text.json'), 'text');
    for (const args of [
      ['proof', 'verify', at('no.json')],
      ['proof', 'verify', at('text.json')],
      ['proof', 'verify', at('proof.json'), '--organization-key', 'AAAA'],
      ['commit', assetId, '--metadata', '[1]'],
      ['commit', assetId, '--metadata', '{'],
    ])
      expect((await run(args)).code, args.join(' ')).toBe(EXIT.usage);
    expect((await run(['proof', 'verify', at('none.json')])).code).toBe(EXIT.notFound);
    expect((await run(['proof', 'get', base58.encode(new Uint8Array(64).fill(3))])).code).toBe(EXIT.notFound);
    expect((await run(['commit', assetId], null)).code).toBe(EXIT.network);
  });
});

describe('assay log verify', () => {
  test('the key is taken on trust once; afterwards the log must continue what was seen', async () => {
    const first = await run(['log', 'verify', '--state', at('log.json')]);
    expect(first).toMatchObject({ code: EXIT.ok, notes: expect.stringContaining("Taking the service's word") });
    await run(['commit', assetId]);
    await publish();
    const second = await run(['log', 'verify', '--state', at('log.json')]);
    expect(second).toMatchObject({ code: EXIT.ok, notes: '' });
    expect(second.out).toMatch(/entries, [1-9]\d* of them since the last look$/);
  });

  test('10: too few of the witnesses that are demanded cosigned the newest checkpoint', async () => {
    const witnesses = [await startWitnessServer('witness.example/w1'), await startWitnessServer('witness.example/w2')];
    try {
      const { transparencyLog } = openLog(database(), folder);
      const identity = await transparencyLog.identity();
      const [first, second] = witnesses as [WitnessServer, WitnessServer];
      first.logs.set(identity.origin, { name: identity.origin, publicKey: identity.publicKey });
      const guard = createAddressGuard({ resolve: () => Promise.resolve([]), allowLoopback: true });
      const cosignatures = createLogCosignatures(database());
      await askWitness({ transparencyLog, cosignatures }, createWitness(first, guard));
      const demand = (...more: string[]) => run(['log', 'verify', '--witness', first.key, ...more]);
      expect(await demand()).toMatchObject({ code: EXIT.ok, notes: expect.stringContaining('1 of 1 witnesses') });
      expect((await demand('--witness', second.key, '--witnesses-min', '1')).code).toBe(EXIT.ok);
      expect(await demand('--witness', second.key)).toMatchObject({
        code: EXIT.forged,
        notes: expect.stringContaining('Only 1 of 2 witnesses cosigned the newest checkpoint; 2 are wanted.'),
      });
      expect((await demand('--witness', 'nobody')).code).toBe(EXIT.usage);
    } finally {
      for (const witness of witnesses) await witness.close();
    }
  });

  test('10, with both checkpoints: a log that is shorter than the one seen, or that another key signed', async () => {
    const state = await json(at('log.json'));
    const elsewhere = openLog(database(), folder).keyring;
    const { note: longer } = await elsewhere.sign({ size: 999, rootHash: new Uint8Array(32) });
    const short = { ...state, checkpoint: longer };
    await writeFile(at('short.json'), JSON.stringify(short));
    const shorter = await run(['log', 'verify', '--state', at('short.json')]);
    expect(shorter).toMatchObject({ code: EXIT.forged, notes: expect.stringContaining('had 999 entries') });
    expect(shorter.out).toContain(longer);
    expect(await json(at('short.json'))).toEqual(short);

    const { note: split } = await elsewhere.sign({ size: 1, rootHash: new Uint8Array(32).fill(1) });
    await writeFile(at('split.json'), JSON.stringify({ ...state, checkpoint: split }));
    const other = await run(['log', 'verify', '--state', at('split.json')]);
    expect(other).toMatchObject({ code: EXIT.forged, notes: expect.stringContaining('first 1 entries') });

    const stranger = 'log.example/test+2f36e1b3+AddamAGCsQq31Uv+08lkBzoO4XLz2qYjJa8CGmj3B1Ea';
    expect((await run(['log', 'verify', '--log-key', stranger])).code).toBe(EXIT.usage);
    const wellFormed = 'log.example/tlog+2f36e1b3+AddamAGCsQq31Uv+08lkBzoO4XLz2qYjJa8CGmj3B1Ea';
    expect((await run(['log', 'verify', '--log-key', wellFormed])).code).toBe(EXIT.forged);
  });
});
