import { readStoredZip } from '@assay/core/encoding/storedZip';
import { BUNDLE_LIMITS } from '@assay/core/evidence/bundle';
import { verifyBundle } from '@assay/sdk/bundle';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { nativeSharp } from '../../../../src/adapters/codec/nativeImages.ts';
import { PLAN_LIMITS } from '../../../../src/app/ports/accounts/planLimits.ts';
import { createRepositories } from '../../../../src/adapters/db/repositories.ts';
import { storedSubmissions } from '../../../../src/adapters/db/schema/verifications.ts';
import { assertKeepable, KEPT_BYTES_MAX } from '../../../../src/app/reports/keepSubmission.ts';
import { forgetSubmissions } from '../../../../src/app/retentionJob.ts';
import { type Account, formOf, PASSWORD } from '../../../fakes/testService.ts';
import { toyPicture } from '../../../fakes/toyEngine.ts';
import { type DatabaseService, newAccount, startDatabaseService } from '../../../support/databaseService.ts';
import { withTestDatabase } from '../../../support/testDatabase.ts';

const CERTIFICATE = {
  commonName: null,
  organization: null,
  issuer: null,
  validFrom: '2026-01-01T00:00:00.000Z',
  validTo: '2027-01-01T00:00:00.000Z',
  pem: null,
};
const DAY_MS = 24 * 60 * 60 * 1000;
const EDITED = 'TOY harbour +edit';

const database = withTestDatabase('embedded');
let service: DatabaseService;
let ada: Account;
let eve: Account;
let map: Buffer;

beforeAll(async () => {
  service = await startDatabaseService(database());
  [ada, eve] = [await newAccount(service), await newAccount(service)];
  map = await nativeSharp({ create: { width: 8, height: 6, channels: 3, background: '#000' } })
    .greyscale()
    .png()
    .toBuffer();
  // Toy maps are no pictures; this one can be printed.
  const { engine } = service.ports;
  const compare = engine.compare.bind(engine);
  vi.spyOn(engine, 'compare').mockImplementation(async (request) => {
    const compared = await compare(request);
    return { ...compared, mapPng: compared.mapPng && map };
  });
  await verify({}, ada, toyPicture('harbour').toString(), '/v1/assets/');
});
afterAll(() => service.app.close());

async function verify(fields: Record<string, string>, who: Account | null, text = EDITED, url = '/v1/verify/') {
  const more = Object.entries(fields).map(([name, value]) => ({ name, value }));
  const form = formOf([...more, { name: 'file', value: text, fileName: 'a.jpg' }]);
  const headers = { ...form.headers, ...who?.headers };
  return service.app.inject({ method: 'POST', url, payload: form.payload, headers });
}
const stored = async (who = ada) =>
  String(((await verify({ store: 'true' }, who)).json() as Record<string, unknown>).verification_id);
const bundleOf = async (id: string, who = ada) => {
  const answer = await service.app.inject({ url: `/v1/verify/${id}/evidence.zip`, headers: who.headers });
  expect(answer.statusCode, answer.body).toBe(200);
  return new Uint8Array(answer.rawPayload);
};
const namesIn = (bundle: Uint8Array) => readStoredZip(bundle, BUNDLE_LIMITS).files.map(({ name }) => name);
const rowsOf = (id: string) =>
  database().read((queries) =>
    queries.select().from(storedSubmissions).where(eq(storedSubmissions.verificationId, id)),
  );

describe('store=true', () => {
  test('200: picture and map are in the bundle, and the report shows both', async () => {
    const answer = await verify({ store: 'true' }, ada);
    expect(answer.statusCode, answer.body).toBe(200);
    const { verification_id: id, tamper_map } = answer.json() as Record<string, unknown>;
    expect(tamper_map).toBeNull();
    const bundle = await bundleOf(String(id));
    const { files } = readStoredZip(bundle, BUNDLE_LIMITS);
    const bytes = (start: string) => files.find(({ name }) => name.startsWith(start))?.bytes;
    expect(Buffer.from(bytes('submitted/picture.')!).toString()).toBe(EDITED);
    expect(Buffer.from(bytes('maps/tamper.png')!).equals(map)).toBe(true);
    const { holds, claims } = await verifyBundle(bundle);
    expect(holds).toBe(true);
    expect(claims).toContainEqual({ says: 'the picture in it is the one that was judged', holds: true });
    const page = await service.app.inject({ url: `/v1/verify/${id}/report.html`, headers: ada.headers });
    expect(page.body.match(/<figure>/g)).toHaveLength(3);
    // The region of the toy, on a picture of 640 by 480.
    expect(page.body).toContain(`x="${(10 / 640) * 100}%"`);
    // Its number stands on the picture and on the map.
    expect(page.body.match(/<svg aria-hidden/g)).toHaveLength(2);
    expect(await bundleOf(String(id))).toEqual(bundle);
  });

  test('200: the certificates behind its Content Credentials are in the bundle, if the file itself holds them', async () => {
    const { credentials } = service.ports;
    const chain = ['leaf', 'authority'].map((name) => ({ ...CERTIFICATE, commonName: name, pem: `PEM of ${name}\n` }));
    credentials.readAs({ certificates: [...chain, { ...CERTIFICATE, pem: null }] });
    const id = await stored();
    expect(namesIn(await bundleOf(id))).not.toContain('certificates/content-credentials.pem');
    const holding = vi.spyOn(credentials, 'manifestStore').mockReturnValue(new Uint8Array(1));
    try {
      const bundle = await bundleOf(id);
      const file = readStoredZip(bundle, BUNDLE_LIMITS).files.find(({ name }) => name.startsWith('certificates/'));
      expect(Buffer.from(file!.bytes).toString()).toBe('PEM of leaf\nPEM of authority\n');
      expect((await verifyBundle(bundle)).holds).toBe(true);
    } finally {
      holding.mockRestore();
      credentials.readAs({ present: false, state: null });
    }
  });

  test('200: the map is in report.json and when it is read again, until its time is over', async () => {
    const id = await stored();
    const mapIn = async (url: string, who = ada) => {
      const { body } = await service.ask('GET', url, who);
      return ((body.verification ?? body) as Record<string, unknown>).tamper_map;
    };
    for (const url of [`/v1/verify/${id}/report.json`, `/v1/verify/${id}`])
      expect(await mapIn(url)).toBe(map.toString('base64'));
    const without = String(((await verify({}, ada)).json() as Record<string, unknown>).verification_id);
    expect(await mapIn(`/v1/verify/${without}/report.json`)).toBeNull();
    const { clock, submissions } = service.ports;
    expect(await submissions.maps(id, new Date(clock.now().getTime() + 7 * DAY_MS))).toBeNull();
  });

  test('200: a link shows the map as strangers are told it, also of an own picture, until its time is over', async () => {
    const id = await stored();
    const { body } = await service.ask('POST', `/v1/verify/${id}/share`, ada, {});
    const addresses = [new URL(String(body.url)).pathname, `/v1/shared/${String(body.token)}`];
    const coarse = Buffer.from(await service.ports.engine.coarseMap(map, 16)).toString('base64');
    for (const url of addresses)
      expect((await service.app.inject({ url })).json()).toMatchObject({
        verification: { verdict: 'forged', tamper_map: coarse },
      });
    const draw = vi.spyOn(service.ports.engine, 'coarseMap');
    const badge = await service.app.inject({ url: `${addresses[0]}/badge.svg` });
    expect([badge.statusCode, draw.mock.calls]).toEqual([200, []]);
    draw.mockRestore();
    vi.spyOn(service.ports.clock, 'now').mockReturnValue(new Date(service.ports.clock.now().getTime() + 7 * DAY_MS));
    for (const url of addresses)
      expect((await service.app.inject({ url })).json()).toMatchObject({ verification: { tamper_map: null } });
    vi.mocked(service.ports.clock.now).mockRestore();
  });

  test('it lies sealed in the database, and without the word nothing is kept', async () => {
    const [row] = await rowsOf(await stored());
    expect(Buffer.from(row!.pictureSealed).includes('TOY')).toBe(false);
    const without = String(((await verify({}, ada)).json() as Record<string, unknown>).verification_id);
    expect(await rowsOf(without)).toEqual([]);
    expect(namesIn(await bundleOf(without))).not.toContainEqual(expect.stringMatching(/^(submitted|maps)\//));
  });

  test('401: without an account; 422: more than 16 MiB, and a word that is neither true nor false', async () => {
    const anonymous = await verify({ store: 'true' }, null);
    expect(anonymous.statusCode).toBe(401);
    expect(anonymous.json()).toMatchObject({ error_code: 'UNAUTHENTICATED' });
    expect((await verify({ store: 'perhaps' }, ada)).json()).toMatchObject({ errors: [{ field: 'store' }] });
    const caller = {} as Parameters<typeof assertKeepable>[0];
    expect(() => assertKeepable(caller, new Uint8Array(KEPT_BYTES_MAX))).not.toThrow();
    expect(() => assertKeepable(caller, new Uint8Array(KEPT_BYTES_MAX + 1))).toThrow(/too large to be kept/);
  });

  test('403: what is kept must fit in the storage beside what is stored, and is refused before any work', async () => {
    const { ids, clock } = service.ports;
    const planLimits = { ...PLAN_LIMITS, free: { ...PLAN_LIMITS.free, storageBytes: 3_000 } };
    const limits = { keyEncryptionKey: Buffer.alloc(32, 1), enforceQuotas: true, planLimits };
    const limited = await startDatabaseService(database(), createRepositories(database(), { ...limits, ids, clock }));
    const bob = await newAccount(limited);
    const store = async (bytes: number) => {
      const form = formOf([
        { name: 'store', value: 'true' },
        { name: 'file', value: `TOY ${'x'.repeat(bytes)}`, fileName: 'a.jpg' },
      ]);
      const headers = { ...form.headers, ...bob.headers };
      return limited.app.inject({ method: 'POST', url: '/v1/verify/', payload: form.payload, headers });
    };
    const kept = async () => (await limited.ask('GET', '/v1/storage/usage', bob)).body.by_kind as unknown;
    expect((await store(1_000)).statusCode).toBe(200);
    const before = await kept();
    expect(Number((before as { submissions: number }).submissions)).toBeGreaterThan(1_000);
    const inspect = vi.spyOn(limited.ports.engine, 'inspect');
    const refused = await store(2_500);
    expect([refused.statusCode, refused.json()]).toMatchObject([
      403,
      { error_code: 'QUOTA_EXCEEDED', quota: 'storage_bytes', limit: 3_000 },
    ]);
    expect(inspect).not.toHaveBeenCalled();
    expect(await kept()).toEqual(before);
    await limited.app.close();
  });

  test('it is for its sender alone, and goes with the account', async () => {
    const id = await stored(eve);
    const answer = await service.app.inject({ url: `/v1/verify/${id}/evidence.zip`, headers: ada.headers });
    expect(answer.statusCode).toBe(404);
    expect(await rowsOf(id)).toHaveLength(1);
    const gone = await service.ask('DELETE', '/v1/auth/me', eve, { password: PASSWORD });
    expect(gone.status).toBe(204);
    expect(await rowsOf(id)).toEqual([]);
  });

  test('after seven days it is shown no more, and the next round removes it', async () => {
    const id = await stored();
    service.ports.clock.advance(7 * DAY_MS - 1000);
    expect(await service.ports.submissions.find(id, service.ports.clock.now())).not.toBeNull();
    service.ports.clock.advance(2000);
    expect(await service.ports.submissions.find(id, service.ports.clock.now())).toBeNull();
    expect(await rowsOf(id)).toHaveLength(1);
    await forgetSubmissions(service.ports);
    expect(await rowsOf(id)).toEqual([]);
  });
});
