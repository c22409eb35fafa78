/** Manifests that lie elsewhere, made by the library itself and served over loopback. @module */
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { HeldBlob, installBrowserParts } from '../../../src/adapters/c2pa/browserParts.ts';
import { createClaimSigner } from '../../../src/adapters/c2pa/claimSignature.ts';
import { createRemoteManifests, liesBelow } from '../../../src/adapters/c2pa/remoteManifests.ts';
import { loadC2pa } from '../../../src/adapters/c2pa/wasmModule.ts';
import { createAddressGuard } from '../../../src/adapters/webhooks/addressGuard.ts';
import type { Credentials } from '../../../src/app/ports/credentials/credentials.ts';
import { credentialsWith, pictureIn, SIGNER } from './credentialFiles.ts';

/** Long enough for a machine that does much else. */
const UNHURRIED = { jobMsMax: { read: 60_000, sign: 60_000 } };

const guard = createAddressGuard({ resolve: async () => [], allowLoopback: true });
let server: Server;
let origin: string;
let asked: string[] = [];
let answer: (response: ServerResponse) => void;
let picture: Uint8Array;
let store: Uint8Array;
let credentials: Credentials;

/** The picture that names the address, and the store that belongs there. */
async function signedFor(address: string): Promise<{ picture: Uint8Array; store: Uint8Array }> {
  installBrowserParts();
  const { WasmBuilder } = await loadC2pa();
  const signer = createClaimSigner(SIGNER);
  const builder = WasmBuilder.fromJson(
    JSON.stringify({ claim_generator_info: [{ name: 'Elsewhere', version: '1' }], title: 'remote' }),
    JSON.stringify({ verify: { verify_after_sign: false }, builder: { thumbnail: { enabled: false } } }),
  );
  builder.setIntent({ create: 'http://cv.iptc.org/newscodes/digitalsourcetype/digitalCapture' });
  builder.setNoEmbed(true);
  builder.setRemoteUrl(address);
  const definition = {
    alg: signer.algorithm,
    reserveSize: signer.reserveBytes,
    sign: async (claim: Uint8Array) => signer.signClaim(claim) as Uint8Array<ArrayBuffer>,
  };
  const source = new HeldBlob(await pictureIn('jpeg'));
  const made = await builder.signAndGetManifestBytes(definition, [], 'image/jpeg', source);
  builder.free();
  return { picture: made.asset, store: made.manifest };
}

beforeAll(async () => {
  server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url} ${request.headers.accept}`);
    answer(response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  ({ picture, store } = await signedFor(`${origin}/manifests/one.c2pa`));
  const fetchManifest = createRemoteManifests([`${origin}/manifests/`], guard);
  credentials = credentialsWith({ ...UNHURRIED, fetchManifest });
}, 60_000);
beforeEach(() => {
  asked = [];
  answer = (response) => void response.end(store);
});
afterAll(async () => {
  await credentials?.close();
  server.closeAllConnections();
  server.close();
});

describe('a picture that names its manifest elsewhere', () => {
  test('is judged by it, where the operator named the place', async () => {
    const reading = await credentials.read(picture);
    expect(asked).toEqual(['GET /manifests/one.c2pa application/c2pa']);
    expect(reading).toMatchObject({
      present: true,
      state: 'valid',
      bindingBroken: false,
      remoteManifest: `${origin}/manifests/one.c2pa`,
      manifests: [{ title: 'remote', claimGenerator: 'Elsewhere 1' }],
    });
    expect(reading.certificates).toHaveLength(1);
  });

  test('that was altered since is told so', async () => {
    const altered = Uint8Array.from(picture);
    altered[altered.length - 40] = (altered[altered.length - 40] ?? 0) ^ 1;
    expect(await credentials.read(altered)).toMatchObject({ state: 'invalid', bindingBroken: true });
  });

  test.each<[string, (response: ServerResponse) => void, object]>([
    ['a refusal', (response) => void response.writeHead(404).end(), { codes: ['manifest.inaccessible'] }],
    [
      'a redirect, which is not followed',
      (response) => void response.writeHead(302, { location: `${origin}/other` }).end(),
      { codes: ['manifest.inaccessible'] },
    ],
    ['an answer cut off', (response) => void response.destroy(), { codes: ['manifest.inaccessible'] }],
    ['no manifest', (response) => void response.end('<html>'), { codes: ['assay.manifest.unreadable'] }],
  ])('%s: says so, and nobody else is asked', async (_what, answering, { codes }: { codes?: string[] }) => {
    answer = answering;
    const reading = await credentials.read(picture);
    expect(reading.findings.map(({ code }) => code)).toEqual(codes);
    expect([reading.remoteManifest, asked.length]).toEqual([`${origin}/manifests/one.c2pa`, 1]);
  });

  test('is named and nobody is asked, where the place is not named', async () => {
    const fetchManifest = createRemoteManifests([`${origin}/other/`], guard);
    const elsewhere = credentialsWith({ ...UNHURRIED, fetchManifest });
    const reading = await elsewhere.read(picture).finally(() => elsewhere.close());
    expect(reading).toMatchObject({ present: false, remoteManifest: `${origin}/manifests/one.c2pa`, findings: [] });
    expect(asked).toEqual([]);
  });

  test('a named place in the own network is not asked', async () => {
    const strict = createAddressGuard({ resolve: async () => ['10.0.0.7'], allowLoopback: false });
    for (const place of [`${origin}/`, 'https://inside.example/']) {
      const fetchManifest = createRemoteManifests([place], strict);
      expect(await fetchManifest(`${place}one`)).toEqual({ outcome: 'inaccessible' });
    }
    expect(asked).toEqual([]);
  });

  test('more than four at once are not fetched', async () => {
    const fetchManifest = createRemoteManifests([`${origin}/`], guard);
    const outcomes = await Promise.all(Array.from({ length: 6 }, (_, i) => fetchManifest(`${origin}/${i}`)));
    expect(outcomes.map(({ outcome }) => outcome)).toEqual([
      ...Array.from({ length: 4 }, () => 'fetched'),
      ...Array.from({ length: 2 }, () => 'inaccessible'),
    ]);
    expect((await fetchManifest(`${origin}/again`)).outcome).toBe('fetched');
  });
});

test('an address lies below a place by what it means, however it is spelt', () => {
  const places = ['https://manifests.example/store/'];
  for (const address of ['https://manifests.example/store/a', 'https://MANIFESTS.example:443/x/../store/a?b'])
    expect(liesBelow(address, places), address).toBe(true);
  for (const address of [
    'https://manifests.example/store/',
    'https://manifests.example/stores/a',
    'https://manifests.example/store/../secret',
    'https://manifests.example/store/%2e%2e/secret',
    'http://manifests.example/store/a',
    'https://manifests.example:8443/store/a',
    'https://manifests.example.evil.example/store/a',
    'https://evil.example@manifests.example/store/a',
    'https://evil.example/https://manifests.example/store/a',
    'store/a',
  ])
    expect(liesBelow(address, places), address).toBe(false);
});
