import { createHash } from 'node:crypto';
import { renderScene } from '@assay/core/scene/renderScene';
import { decide } from '@assay/core/verdict/decide';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { manifestStoreIn } from '../../src/adapters/c2pa/manifestStore.ts';
import { jpegSegments } from '../../src/adapters/codec/jpegSegments.ts';
import type { CredentialReading } from '../../src/app/ports/credentials/credentials.ts';
import { evidenceLines } from '../../src/app/verify/evidence/evidenceLines.ts';
import type { VerificationRecord } from '../../src/app/verify/verification.ts';
import { credentialsWith, FACTS } from '../adapters/c2pa/credentialFiles.ts';
import { type Account, formOf, openAccount } from '../fakes/testService.ts';
import { type RealService, startRealService } from '../support/realService.ts';

/** Content Credentials through real parts: upload with a manifest, delivery, verification, resolution. */
type Json = Record<string, unknown>;

const outside = credentialsWith();
let service: RealService;
let ada: Account;
let eve: Account;
let uploaded: Uint8Array;
let asset: Json;
let delivered: Buffer;
let reading: CredentialReading;

const send = (url: string, bytes: Uint8Array, headers: Record<string, string> = {}) => {
  const form = formOf([{ name: 'file', value: bytes, fileName: 'scene.jpg' }]);
  return service.app.inject({ method: 'POST', url, payload: form.payload, headers: { ...form.headers, ...headers } });
};
const verify = async (bytes: Uint8Array, headers: Record<string, string> = ada.headers): Promise<Json> => {
  const answer = await send('/v1/verify/', bytes, headers);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json();
};
const get = (url: string, headers: Record<string, string> = {}) => service.app.inject({ method: 'GET', url, headers });
const scene = (seed: number) => {
  const { width, height, channels, data } = renderScene({ width: 640, height: 480, seed });
  return sharp(data as Uint8Array, { raw: { width, height, channels } }).withExif({ IFD0: { Make: 'Assay camera' } });
};

beforeAll(async () => {
  service = await startRealService();
  ada = await openAccount(service, 'ada@example.org');
  eve = await openAccount(service, 'eve@example.org');
  const camera = new Uint8Array(await scene(5).jpeg({ quality: 92 }).toBuffer());
  uploaded = (await outside.sign({ bytes: camera, parent: camera, facts: { ...FACTS, marks: [] } })).bytes;
  const answer = await send('/v1/assets/', uploaded, ada.headers);
  expect(answer.statusCode, answer.body).toBe(201);
  asset = answer.json();
  const url = `/v1/organizations/${asset.organization_id}`;
  const named = { method: 'PATCH', url, headers: ada.headers, payload: { public_asset_ids: true } } as const;
  expect((await service.app.inject(named)).statusCode).toBe(200);
  delivered = (await get(`/v1/assets/${asset.id}/download`, ada.headers)).rawPayload;
  reading = await outside.read(delivered);
}, 120_000);
afterAll(async () => {
  await service?.close();
  await outside.close();
});

describe('upload and delivery', () => {
  test('the manifest of the upload is kept as c2pa_metadata', async () => {
    const { activeManifest } = await outside.read(uploaded);
    expect(asset.c2pa_metadata).toMatchObject({
      present: true,
      validation_state: 'valid',
      active_manifest: activeManifest,
      validation_status: [{ code: 'signingCredential.untrusted' }],
      time_proven: false,
      signer: { algorithm: 'Ed25519' },
      manifests: [{ label: activeManifest }],
    });
  });

  test('the delivered file is signed, and what came with the upload is its parent', async () => {
    expect(reading).toMatchObject({ state: 'valid', bindingBroken: false });
    const [active] = reading.manifests;
    expect(active?.actions).toEqual(['c2pa.opened', 'c2pa.watermarked']);
    const parent = (await outside.read(uploaded)).activeManifest;
    expect(active?.ingredients).toEqual([
      { title: 'original', relationship: 'parentOf', manifest: parent, codes: expect.any(Array), broken: false },
    ]);
    expect(asset.warnings).not.toContain('Content Credentials could not be added to the delivered file.');
  });

  test('hash, size, download and the marks are those of the signed file, every time', async () => {
    expect(asset.watermarked_content_hash).toBe(createHash('sha256').update(delivered).digest('hex'));
    const again = await get(`/v1/assets/${asset.id}/download`, ada.headers);
    expect(again.rawPayload.equals(delivered)).toBe(true);
    expect(asset.watermark).toMatchObject({ track_a_detected: true, track_b_detected: true, track_c_detected: true });
    expect(await verify(delivered)).toMatchObject({
      verdict: 'authentic',
      confidence: 1,
      watermark: { track_a_detected: true, track_b_detected: true },
      content_credentials: { present: true, validation_state: 'valid', active_manifest: reading.activeManifest },
    });
  });

  test('of an upload without a manifest nothing is claimed, and metadata that is not wanted is not kept', async () => {
    const plain = await scene(6).png().toBuffer();
    expect((await send('/v1/assets/', plain, ada.headers)).json()).toMatchObject({
      c2pa_metadata: { present: false, validation_state: null },
    });
    const form = formOf([
      { name: 'metadata_tracking_enabled', value: 'false' },
      { name: 'track_a_enabled', value: 'false' },
      { name: 'track_b_enabled', value: 'false' },
      { name: 'track_c_enabled', value: 'false' },
      { name: 'file', value: uploaded, fileName: 'scene.jpg' },
    ]);
    const headers = { ...form.headers, ...ada.headers };
    const silent = await service.app.inject({ method: 'POST', url: '/v1/assets/', payload: form.payload, headers });
    expect(silent.json()).toMatchObject({ c2pa_metadata: null, watermarked_cid: null });
    await service.app.inject({ method: 'DELETE', url: `/v1/assets/${silent.json().id}`, headers: ada.headers });
  });

  test('a recipient copy is signed for itself and does not name its recipient', async () => {
    const url = `/v1/assets/${asset.id}/copies`;
    const payload = { recipient: 'Daily News' };
    const made = await service.app.inject({ method: 'POST', url, headers: ada.headers, payload });
    const copy = made.json() as Json;
    const file = (await get(`${url}/${copy.id}/download`, ada.headers)).rawPayload;
    const own = await outside.read(file);
    expect(own.state).toBe('valid');
    expect(own.activeManifest).not.toBe(reading.activeManifest);
    const store = Buffer.from(manifestStoreIn(file, 'jpeg') ?? []);
    expect(store.includes(Buffer.from(String(copy.id).replaceAll('-', ''), 'hex').toString('base64'))).toBe(true);
    expect(store.includes('Daily News')).toBe(false);
    const found = await get(`/v1/c2pa/manifests/${own.activeManifest}`, ada.headers);
    expect(found.rawPayload.equals(store)).toBe(true);
  });
});

describe('verification', () => {
  test('a file that was changed after it was signed, and matches, is forged', async () => {
    const changed = Uint8Array.from(delivered);
    const make = Buffer.from(changed).indexOf('Assay camera');
    changed[make] = 'a'.charCodeAt(0);
    const result = await verify(changed);
    expect(result).toMatchObject({
      verdict: 'forged',
      asset_id: asset.id,
      content_credentials: {
        validation_state: 'invalid',
        binding_broken: true,
        codes: expect.arrayContaining(['assertion.dataHash.mismatch']),
      },
    });
    expect(result.details).toContain('content credentials were signed over other bytes');
    expect((result.evidence as Json[]).find(({ kind }) => kind === 'content_credentials')).toMatchObject({
      state: 'against',
    });
  });

  test('a file that a program saved anew, and carried its manifest along, is authentic by its mark', async () => {
    const saved = await sharp(delivered).keepExif().jpeg({ quality: 70 }).toBuffer();
    const manifest = jpegSegments(delivered).flatMap(({ marker, start, end }) =>
      marker === 0xeb ? [delivered.subarray(start, end)] : [],
    );
    const result = await verify(Buffer.concat([saved.subarray(0, 2), ...manifest, saved.subarray(2)]));
    expect(result).toMatchObject({
      verdict: 'authentic',
      rule: 'copy-marked',
      content_credentials: { validation_state: 'invalid', binding_broken: true },
    });
    expect(result.evidence).toContainEqual(expect.objectContaining({ kind: 'content_credentials', state: 'neutral' }));
  });

  test('a copy without its manifest is authentic, and so is one that a stranger signed', async () => {
    const copy = new Uint8Array(await sharp(delivered).jpeg({ quality: 85 }).toBuffer());
    expect(await verify(copy)).toMatchObject({
      verdict: 'authentic',
      content_credentials: { present: false, validation_state: null },
    });
    const resigned = (await outside.sign({ bytes: copy, parent: copy, facts: { ...FACTS, marks: [] } })).bytes;
    expect(await verify(resigned)).toMatchObject({
      verdict: 'authentic',
      content_credentials: { validation_state: 'valid', codes: ['signingCredential.untrusted'] },
    });
  });

  test('a broken manifest without a match is no forgery', async () => {
    const other = new Uint8Array(await scene(77).jpeg().toBuffer());
    const signed = Uint8Array.from((await outside.sign({ bytes: other, parent: other, facts: FACTS })).bytes);
    signed[Buffer.from(signed).indexOf('Assay camera')] = 0x61;
    expect(await verify(signed)).toMatchObject({ verdict: 'unknown', content_credentials: { binding_broken: true } });
  });

  test('every row of the log replays to its verdict from itself alone', async () => {
    const history = (await get('/v1/verify/history?page_size=100', ada.headers)).json() as { items: Json[] };
    expect(history.items.length).toBeGreaterThanOrEqual(5);
    for (const { id } of history.items) {
      const entry = await service.ports.verifications.find(String(id));
      expect(entry?.modelVersion).toBe(service.ports.modelVersion);
      const record = entry?.evidence as VerificationRecord;
      const replayed = decide(record.evidence);
      expect(replayed).toMatchObject({
        verdict: entry?.verdict,
        confidence: entry?.confidence,
        assetId: entry?.verifiedAssetId,
        details: record.details,
        firedRules: record.firedRules,
        revokedAt: record.revokedAt,
      });
      expect(record.firedRules[0]).toBe(replayed.ruleId);
      expect(evidenceLines(record.evidence, record.description, replayed.assetId)).toEqual(record.lines);
    }
  });
});

describe('soft binding resolution', () => {
  const payload = () => Buffer.from(String(asset.id).replaceAll('-', ''), 'hex').toString('base64');
  const matchesOf = (answer: { json(): unknown }): string[] =>
    (answer.json() as { matches: { manifestId: string }[] }).matches.map(({ manifestId }) => manifestId);

  test('200: the names of what is resolved', async () => {
    expect((await get('/v1/c2pa/services/supportedAlgorithms')).json()).toEqual({
      watermarks: ['a', 'b', 'c'].map((track) => ({ alg: `test.assay.track-${track}.1` })),
      fingerprints: [{ alg: 'test.assay.pdq.1' }],
    });
  });

  test('200: a mark’s payload and a hash lead to the delivered file’s manifest, for everyone', async () => {
    const value = encodeURIComponent(payload());
    for (const track of ['a', 'b', 'c']) {
      const byMark = await get(`/v1/c2pa/matches/byBinding?alg=test.assay.track-${track}.1&value=${value}`);
      expect(byMark.json()).toEqual({ matches: [{ manifestId: reading.activeManifest, similarityScore: 100 }] });
    }
    const { pdq_hash } = (await get(`/v1/assets/${asset.id}/fingerprint`, ada.headers)).json() as { pdq_hash: string };
    const pdq = Buffer.from(pdq_hash, 'hex');
    pdq[0] = (pdq[0] ?? 0) ^ 0b111;
    const byHash = await service.app.inject({
      method: 'POST',
      url: '/v1/c2pa/matches/byBinding',
      payload: { alg: 'test.assay.pdq.1', value: pdq.toString('base64') },
    });
    expect(byHash.json()).toMatchObject({ matches: [{ manifestId: reading.activeManifest, similarityScore: 95 }] });
    const unknown = await get('/v1/c2pa/matches/byBinding?alg=org.example.none&value=AAEC');
    expect(unknown.json()).toEqual({ matches: [] });
  });

  test('200: a picture that lost its manifest leads back to it', async () => {
    const stripped = await sharp(delivered).jpeg({ quality: 80 }).toBuffer();
    const ask = (query: string) =>
      service.app.inject({
        method: 'POST',
        url: `/v1/c2pa/matches/byContent${query}`,
        headers: { 'content-type': 'image/jpeg' },
        payload: stripped,
      });
    expect(matchesOf(await ask(''))[0]).toBe(reading.activeManifest);
    expect(matchesOf(await ask('?alg=test.assay.track-b.1'))).toContain(reading.activeManifest);
    expect(matchesOf(await ask('?alg=org.example.none'))).toEqual([]);
    const hint = `?alg=org.example.none&hintAlg=test.assay.track-a.1&hintValue=${encodeURIComponent(payload())}`;
    expect(matchesOf(await ask(hint))).toEqual([reading.activeManifest]);
  });

  test('200: the file in the form of the conformance programme; 404: without a manifest', async () => {
    const ask = (file: Buffer) =>
      service.app.inject({
        method: 'POST',
        url: '/v1/c2pa/crjson',
        headers: { 'content-type': 'image/jpeg' },
        payload: file,
      });
    const answer = await ask(Buffer.from(delivered));
    expect(answer.statusCode, answer.body).toBe(200);
    // When it was judged is the one thing that differs.
    const timeless = (report: string) =>
      JSON.parse(report.replace(/"validationTime":\s*"[^"]*"/g, '"validationTime":""')) as unknown;
    expect(timeless(answer.body)).toEqual(timeless(String(await service.ports.credentials.readCrJson(delivered))));
    expect(JSON.stringify(answer.json())).toContain(reading.activeManifest);
    const without = await ask(await sharp(delivered).jpeg().toBuffer());
    expect([without.statusCode, without.json().error_code]).toEqual([404, 'MANIFEST_NOT_FOUND']);
    expect((await ask(Buffer.from('no picture'))).statusCode).toBe(400);
  });

  test('200: members get the whole store, strangers the active manifest without its ancestors', async () => {
    const store = Buffer.from(manifestStoreIn(delivered, 'jpeg') ?? []);
    const url = `/v1/c2pa/manifests/${reading.activeManifest}`;
    const whole = await get(url, ada.headers);
    expect(whole.headers['content-type']).toBe('application/c2pa');
    expect(whole.rawPayload.equals(store)).toBe(true);
    const active = await get(`${url}?returnActiveManifest=true`, ada.headers);
    expect(active.rawPayload.length).toBeLessThan(store.length);
    for (const headers of [{}, eve.headers])
      expect((await get(url, headers)).rawPayload.equals(active.rawPayload)).toBe(true);
  });

  test('404: the manifest of an organization that strangers do not see looks like a missing one', async () => {
    const organization = `/v1/organizations/${asset.organization_id}`;
    const setPublic = (isPublic: boolean) =>
      service.app.inject({
        method: 'PATCH',
        url: organization,
        headers: ada.headers,
        payload: { public_verification: isPublic },
      });
    expect((await setPublic(false)).statusCode).toBe(200);
    const hidden = await get(`/v1/c2pa/manifests/${reading.activeManifest}`, eve.headers);
    const missing = await get('/v1/c2pa/manifests/urn:c2pa:00000000-0000-4000-8000-000000000000', eve.headers);
    for (const answer of [hidden, missing])
      expect([answer.statusCode, answer.json().error_code]).toEqual([404, 'MANIFEST_NOT_FOUND']);
    const value = encodeURIComponent(payload());
    expect(matchesOf(await get(`/v1/c2pa/matches/byBinding?alg=test.assay.track-a.1&value=${value}`))).toEqual([]);
    expect((await get(`/v1/c2pa/manifests/${reading.activeManifest}`, ada.headers)).statusCode).toBe(200);
    await setPublic(true);
  });

  test('422, 415, 501: bad queries are named, other bodies refused, nothing is fetched', async () => {
    const post = (url: string, type: string, body: string | Buffer) =>
      service.app.inject({ method: 'POST', url, headers: { 'content-type': type }, payload: body });
    const statusOf = async (answer: Promise<{ statusCode: number; json(): { error_code: string } }>) => {
      const { statusCode, json } = await answer;
      return [statusCode, json().error_code];
    };
    expect(await statusOf(get('/v1/c2pa/matches/byBinding?alg=x&value=%25%25'))).toEqual([422, 'VALIDATION_ERROR']);
    expect(await statusOf(post('/v1/c2pa/matches/byContent?hintAlg=x', 'image/png', Buffer.from('x')))).toEqual([
      422,
      'VALIDATION_ERROR',
    ]);
    expect(await statusOf(post('/v1/c2pa/matches/byContent', 'text/plain', 'x'))).toEqual([
      415,
      'UNSUPPORTED_MEDIA_TYPE',
    ]);
    expect(await statusOf(post('/v1/c2pa/matches/byContent', 'image/png', Buffer.from('x')))).toEqual([
      400,
      'INVALID_FILE_TYPE',
    ]);
    const elsewhere = JSON.stringify({ referenceUrl: 'https://example.org/picture.jpg', assetLength: 5 });
    expect(await statusOf(post('/v1/c2pa/matches/byReference', 'application/json', elsewhere))).toEqual([
      501,
      'NOT_IMPLEMENTED',
    ]);
  });
});

describe('stored manifests', () => {
  const store = (headers: Record<string, string>, bytes: Buffer) =>
    service.app.inject({
      method: 'POST',
      url: '/v1/c2pa/manifests',
      headers: { 'content-type': 'application/c2pa', ...headers },
      payload: bytes,
    });
  const codeOf = ({ statusCode, json }: { statusCode: number; json(): { error_code: string } }) => [
    statusCode,
    json().error_code,
  ];

  test('201, 204, 200, 404: a member stores, binds and removes; everyone finds it meanwhile', async () => {
    const bytes = Buffer.from(manifestStoreIn(uploaded, 'jpeg') ?? []);
    const stored = await store(eve.headers, bytes);
    expect(stored.statusCode, stored.body).toBe(201);
    const { manifestId } = stored.json() as { manifestId: string };
    expect(manifestId).toBe((await outside.read(uploaded)).activeManifest);
    expect(codeOf(await store(eve.headers, bytes))).toEqual([409, 'CONFLICT']);
    const binding = { manifestId, alg: 'org.example.mark.1', value: 'AAECAw==' };
    for (const method of ['POST', 'PUT'] as const) {
      const bound = await service.app.inject({
        method,
        url: '/v1/c2pa/bindings',
        headers: eve.headers,
        payload: binding,
      });
      expect(bound.statusCode, bound.body).toBe(204);
    }
    const found = await get('/v1/c2pa/matches/byBinding?alg=org.example.mark.1&value=AAECAw%3D%3D');
    expect(found.json()).toEqual({ matches: [{ manifestId, similarityScore: 100 }] });
    expect((await get(`/v1/c2pa/manifests/${manifestId}`)).rawPayload.equals(bytes)).toBe(true);
    const url = `/v1/c2pa/manifests/${manifestId}`;
    const foreign = await service.app.inject({ method: 'DELETE', url, headers: ada.headers });
    expect(codeOf(foreign)).toEqual([404, 'MANIFEST_NOT_FOUND']);
    expect((await service.app.inject({ method: 'DELETE', url, headers: eve.headers })).statusCode).toBe(204);
    expect((await get(url)).statusCode).toBe(404);
  });

  test('403: nobody binds an algorithm of this service; 404: nor a manifest that is not theirs', async () => {
    const bind = (headers: Record<string, string>, alg: string) =>
      service.app.inject({
        method: 'POST',
        url: '/v1/c2pa/bindings',
        headers,
        payload: { manifestId: reading.activeManifest, alg, value: 'AAEC' },
      });
    expect(codeOf(await bind(ada.headers, 'test.assay.track-a.1'))).toEqual([403, 'FORBIDDEN']);
    // That of a delivered file belongs to its asset, also for the owner.
    for (const who of [ada, eve])
      expect(codeOf(await bind(who.headers, 'org.example.mark.1'))).toEqual([404, 'MANIFEST_NOT_FOUND']);
  });

  test('401, 400, 415: without a credential, for what is no manifest, and for another type', async () => {
    expect(codeOf(await store({}, Buffer.from('x')))).toEqual([401, 'UNAUTHENTICATED']);
    expect(codeOf(await store(eve.headers, Buffer.from('no manifest store')))).toEqual([400, 'INVALID_FILE_TYPE']);
    expect(codeOf(await store(eve.headers, Buffer.alloc(1024 * 1024 + 1)))).toEqual([400, 'FILE_TOO_LARGE']);
    const typed = await store({ ...eve.headers, 'content-type': 'image/png' }, Buffer.from('x'));
    expect(codeOf(typed)).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE']);
  });
});
