import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Account, formOf, openAccount, startTestService, type TestService } from '../../../fakes/testService.ts';
import { toyPicture } from '../../../fakes/toyEngine.ts';

type Json = Record<string, unknown>;
let service: TestService;
let ada: Account;
let assetId: string;
beforeEach(async () => {
  service = await startTestService();
  ada = await openAccount(service, 'ada@example.org');
  const form = formOf([{ name: 'file', value: toyPicture('harbour'), fileName: 'a.jpg' }]);
  const headers = { ...form.headers, ...ada.headers };
  const answer = await service.app.inject({ method: 'POST', url: '/v1/assets/', payload: form.payload, headers });
  assetId = (answer.json() as { id: string }).id;
});
afterEach(() => service.app.close());

const send = (text: string, from: string | Account) => {
  const form = formOf([{ name: 'file', value: `TOY ${text}`, fileName: 'q.jpg' }]);
  const [remoteAddress, credential] = typeof from === 'string' ? [from, {}] : ['192.0.2.1', from.headers];
  return service.app.inject({
    method: 'POST',
    url: '/v1/verify/',
    payload: form.payload,
    headers: { ...form.headers, ...credential },
    remoteAddress,
  });
};
/** Another file of the same forgery each time: it names a mark that leads nowhere. */
const edit = (i: number) => `harbour +edit MARK 00000000-0000-4000-8000-${String(i).padStart(12, '0')}`;
const matched = () => service.ports.verifications.events.filter(({ event }) => event === 'asset.matched');

test('429: the 21st different picture of one asset in an hour, at the price of its unit; all else is answered', async () => {
  for (let i = 0; i < 20; i++) expect((await send(edit(i), '192.0.2.1')).statusCode).toBe(200);
  const { quotas, verifications } = service.ports;
  const [units, logged] = [quotas.verificationsCounted(), verifications.entries.length];
  const refused = await send(edit(20), '192.0.2.1');
  expect(refused.statusCode).toBe(429);
  expect(refused.json()).toMatchObject({ error_code: 'RATE_LIMITED', limit: 20, window: 'hour' });
  expect(refused.headers['retry-after']).toBe('3600');
  expect(refused.body).not.toContain(assetId);
  expect([quotas.verificationsCounted(), verifications.entries.length]).toEqual([units + 1, logged]);
  // A picture that was judged, a stored file, another picture, another network, a member.
  for (const [text, from] of [
    [edit(3), '192.0.2.1'],
    ['harbour', '192.0.2.1'],
    ['desert', '192.0.2.1'],
    [edit(21), '198.51.100.1'],
    [edit(22), ada],
  ] as const)
    expect((await send(text, from)).statusCode).toBe(200);
  service.ports.clock.advance(60 * 60 * 1000);
  expect((await send(edit(23), '192.0.2.1')).statusCode).toBe(200);
});

test('200: beyond 50 different pictures from everywhere strangers hear the coarsest numbers, and a member all of them', async () => {
  const answers: Json[] = [];
  for (let i = 0; i < 52; i++) answers.push((await send(edit(i), `192.0.${i}.1`)).json() as Json);
  expect(answers[49]).toMatchObject({ verdict: 'forged', tamper_score: 0.9, tamper_regions: [{ w: 40, h: 60 }] });
  const crowded = answers[51] as { confidence: number; evidence: { kind: string }[] } & Json;
  expect(crowded).toMatchObject({ verdict: 'forged', tamper_score: 0.75, tamper_regions: [{ w: 640, h: 480 }] });
  expect(crowded.confidence * 4).toBe(Math.round(crowded.confidence * 4));
  expect(crowded.evidence.filter(({ kind }) => kind === 'fingerprint' || kind === 'comparison')).toEqual([]);
  expect((await send('harbour', '192.0.2.1')).json()).toMatchObject({ verdict: 'authentic', confidence: 1 });
  expect((await send(edit(99), ada)).json()).toMatchObject({ tamper_regions: [{ w: 30, h: 40 }] });
});

test('the owner is told of the tenth check of an asset in an hour, not of every one, and nothing of who asked', async () => {
  for (let i = 0; i < 9; i++) await send('harbour', `192.0.2.${i % 3}`);
  await send('harbour', ada);
  await send('desert', '192.0.2.1');
  expect(matched()).toEqual([]);
  await send(edit(1), '192.0.2.1');
  await send(edit(2), '192.0.2.1');
  expect(matched().map(({ data }) => data)).toEqual([
    { asset_id: assetId, checks: 10, pictures: 2, callers: 3, since: '2026-11-20T12:00:00.000Z' },
  ]);
});
