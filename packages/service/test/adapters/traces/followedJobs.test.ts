import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { zipSync } from 'fflate';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { mailRequestJob } from '../../../src/app/accounts/mailRequests.ts';
import { createDispatcher } from '../../../src/app/webhooks/dispatcher.ts';
import { runImports } from '../../../src/app/imports/runImports.ts';
import { createTraces } from '../../../src/adapters/traces/createTraces.ts';
import { traceIdOf } from '../../../src/adapters/traces/currentOrigin.ts';
import { createDeliveryQueue } from '../../../src/adapters/db/webhooks/webhookQueue.ts';
import { toyPicture } from '../../fakes/toyEngine.ts';
import { type Account, formOf, openAccount } from '../../fakes/testService.ts';
import { type DatabaseService, startDatabaseService } from '../../support/databaseService.ts';
import { sendMails } from '../../support/sendMails.ts';
import { smallImportSources } from '../../support/smallImportSources.ts';
import { describeOnEachEngine } from '../../support/testDatabase.ts';
import { recordedSpans } from './recordedSpans.ts';

/** Each request of a trace and with an id of its own. */
const sent = (digit: string) => ({
  traceparent: `00-${digit.repeat(32)}-00f067aa0ba902b7-01`,
  'x-request-id': `request-${digit}`,
});

describeOnEachEngine('what a request leaves to jobs, whichever process does them', (database) => {
  const source = recordedSpans();
  const traces = createTraces(source);
  let folder: string;
  let service: DatabaseService;
  let ada: Account;
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'assay-followed-'));
    service = await startDatabaseService(database(), { traces, importSources: await smallImportSources(folder) });
    ada = await openAccount(service, 'followed@example.org');
    await sendMails(service.ports);
  });
  beforeEach(() => void source.spans.splice(0));
  afterAll(async () => {
    await service.app.close();
    await rm(folder, { recursive: true });
  });

  /** Of the jobs: whose trace, whose id, and what is told of the end. */
  const jobs = (name: string) =>
    source.spans
      .filter((span) => span.name === name && span.kind === 'consumer')
      .map(({ parent, requestId, end }) => ({ trace: traceIdOf(parent)?.[0], requestId, ...end }));

  test('a mail, also one that a job writes first, since anybody may have asked for it', async () => {
    await service.ask('POST', '/v1/auth/forgot-password', null, { email: ada.email }, sent('1'));
    await service.ask(
      'POST',
      '/v1/auth/register',
      null,
      { email: 'new@example.org', password: 'seventeen frogs' },
      sent('2'),
    );
    await mailRequestJob(service.ports, () => 'http://assay.test')();
    await sendMails(service.ports);
    const facts = { 'assay.attempt': 1, 'assay.outcome': 'delivered' };
    expect(jobs('mail').toSorted((a, b) => Number(a.trace) - Number(b.trace))).toEqual([
      { trace: '1', requestId: 'request-1', isFault: false, facts },
      { trace: '2', requestId: 'request-2', isFault: false, facts },
    ]);
  });

  test('a delivery: of whoever did what it tells of, and of whoever sends it again', async () => {
    const hook = { url: 'https://hooks.example.org/assay', events: ['*'] };
    const { body: made } = await service.ask('POST', '/v1/webhooks/', ada, hook);
    expect(made).toMatchObject({ url: hook.url });
    const place = `/v1/webhooks/${String(made.id)}`;
    const tested = await service.ask('POST', `${place}/test`, ada, {}, sent('3'));
    expect(tested.status, JSON.stringify(tested.body)).toBe(202);
    const queue = createDeliveryQueue(database(), { ids: service.ports.ids, keyEncryptionKey: Buffer.alloc(32, 1) });
    const answer = { responseBody: '', retryAfter: null, error: null, durationMs: 1 };
    const statuses = [500, 204];
    const deliver = async () => {
      const sender = { send: async () => ({ ...answer, responseStatus: statuses.shift() ?? null }) };
      const dispatcher = createDispatcher({ ...service.ports, queue, sender, chance: () => 0 }, (error) => {
        throw error;
      });
      await dispatcher.run();
      await dispatcher.idle();
    };
    await deliver();
    const { body } = await service.ask('GET', `${place}/deliveries`, ada);
    const [{ id }] = body.items as unknown as [{ id: string }];
    expect((await service.ask('POST', `${place}/deliveries/${id}/redeliver`, ada, {}, sent('4'))).status).toBe(202);
    await deliver();
    const facts = (outcome: string, status: number) => ({
      'assay.attempt': 1,
      'assay.outcome': outcome,
      'http.response.status_code': status,
    });
    expect(jobs('webhook')).toEqual([
      { trace: '3', requestId: 'request-3', isFault: false, facts: facts('pending', 500) },
      { trace: '4', requestId: 'request-4', isFault: false, facts: facts('delivered', 204) },
    ]);
  });

  test('an import, and all that is done for each of its pictures', async () => {
    const files = { 'lake.jpg': new Uint8Array(toyPicture('lake')) };
    const form = formOf([{ name: 'file', value: Buffer.from(zipSync(files)), fileName: 'archive.zip' }]);
    const begun = await service.app.inject({
      method: 'POST',
      url: '/v1/assets/import',
      payload: form.payload,
      headers: { ...form.headers, ...ada.headers, ...sent('5') },
    });
    expect(begun.statusCode, begun.body).toBe(202);
    const inside: (string | null)[] = [];
    const { mark } = service.ports.engine;
    const engine: typeof service.ports.engine = {
      ...service.ports.engine,
      mark: (...asked) => {
        inside.push(traces.current().traceparent);
        return mark(...asked);
      },
    };
    await runImports({ ...service.ports, engine }, () => false, { warn: () => {} }, 1);
    const turns = source.spans.filter(({ name }) => name === 'import');
    expect(jobs('import')).toEqual(
      turns.map(() => ({ trace: '5', requestId: 'request-5', isFault: false, facts: {} })),
    );
    expect(inside).toEqual([turns[0]?.traceparent]);
  });
});
