import { spawn, spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { AssayClient } from '@assay/sdk/client';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { makePictures } from '../../../../bench/durability/pictures.ts';
import { type OtlpReceiver, startOtlpReceiver } from '../adapters/traces/otlpReceiver.ts';
import { createEmptyDatabase, whySkipped } from '../support/testDatabase.ts';
import { freePort, type ServiceProcess, sleep, spawnService, startServiceProcess } from './serviceProcess.ts';

const isInstalled = spawnSync('prometheus', ['--version']).status === 0;
const reason = whySkipped('postgresql') ?? (isInstalled ? null : 'skipped: Prometheus is not installed');
const repository = path.resolve(import.meta.dirname, '../../../..');
const SECRET = 'of all processes, at least 32 characters';
const ACCOUNT = { email: 'watched@example.org', password: 'seventeen frogs' };
const REQUEST_ID = 'page-7f3a';
const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const WAIT = { timeout: 180_000, interval: 300 };

describe.skipIf(reason !== null)(`api and worker, watched${reason === null ? '' : `; ${reason}`}`, () => {
  let folder: string;
  let database: Awaited<ReturnType<typeof createEmptyDatabase>>;
  let receiver: OtlpReceiver;
  let api: ServiceProcess;
  let worker: ReturnType<typeof spawnService>;
  let prometheus: ReturnType<typeof spawn>;
  let prometheusUrl: string;
  const metricsPorts: number[] = [];

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'assay-watched-'));
    database = await createEmptyDatabase();
    receiver = await startOtlpReceiver();
    metricsPorts.push(await freePort(), await freePort());
    const shared = (role: string, metricsPort: number | undefined) => ({
      DATABASE_URL: database.url,
      ASSAY_DATABASE_CONNECTIONS: '6',
      ASSAY_STORAGE_URL: `file://${path.join(folder, 'store')}`,
      ASSAY_JWT_SECRET: `jwt ${SECRET}`,
      ASSAY_WATERMARK_KEY: `watermark ${SECRET}`,
      ASSAY_KEY_ENCRYPTION_KEY: `sealing ${SECRET}`,
      ASSAY_PUBLIC_BASE_URL: 'http://127.0.0.1:1',
      ASSAY_LOG_LEVEL: 'info',
      ASSAY_ROLE: role,
      ASSAY_METRICS_PORT: String(metricsPort),
      OTEL_EXPORTER_OTLP_ENDPOINT: receiver.endpoint,
    });
    api = await startServiceProcess(path.join(folder, 'api'), shared('api', metricsPorts[0]));
    worker = spawnService(path.join(folder, 'worker'), await freePort(), shared('worker', metricsPorts[1]));
    while (!worker.output().includes('Assay works')) {
      if (worker.child.exitCode !== null) throw new Error(worker.output());
      await sleep(100);
    }
    const port = await freePort();
    prometheusUrl = `http://127.0.0.1:${port}`;
    const config = path.join(folder, 'prometheus.yml');
    const targets = metricsPorts.map((one) => `'127.0.0.1:${one}'`).join(', ');
    await writeFile(
      config,
      `global: { scrape_interval: 1s, evaluation_interval: 1s }
scrape_configs: [{ job_name: assay, static_configs: [{ targets: [${targets}] }] }]
rule_files: ['${repository}/deploy/prometheus/alerts.yml']
`,
    );
    prometheus = spawn(
      'prometheus',
      [
        `--config.file=${config}`,
        `--storage.tsdb.path=${path.join(folder, 'data')}`,
        `--web.listen-address=127.0.0.1:${port}`,
      ],
      { stdio: 'ignore' },
    );
  }, 300_000);

  afterAll(async () => {
    const gone = [worker?.child, prometheus].map(async (child) => {
      if (!child || child.exitCode !== null) return;
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGKILL');
      await ended;
    });
    await Promise.all([...gone, api?.kill(), receiver?.close()]);
    await database.remove();
    await rm(folder, { recursive: true, force: true });
  }, 60_000);

  const ask = async (query: string): Promise<{ metric: Record<string, string>; value: [number, string] }[]> => {
    const answer = await fetch(`${prometheusUrl}/api/v1/query?query=${encodeURIComponent(query)}`);
    return ((await answer.json()) as { data: { result: never[] } }).data.result;
  };
  const valueOf = async (query: string): Promise<number> => Number((await ask(query))[0]?.value[1] ?? Number.NaN);
  const lines = (output: string): Record<string, unknown>[] =>
    output
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line) as Record<string, unknown>);

  it('each process says how many connections it may open, and opens no more', async () => {
    const begun = lines(worker.output()).find(({ msg }) => msg === 'Assay works');
    expect(begun).toMatchObject({ database: 'postgresql', databaseConnections: 6 });
    for (const port of metricsPorts) {
      const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
      const figure = (name: string): number =>
        Number(
          text
            .split('\n')
            .find((line) => line.startsWith(`assay_database_${name} `))
            ?.split(' ')[1],
        );
      expect(figure('connections_max')).toBe(6);
      const open = figure('connections{state="busy"}') + figure('connections{state="idle"}');
      expect(open).toBeGreaterThan(0);
      expect(open).toBeLessThanOrEqual(6);
    }
  });

  it('one upload is followed by its id in the logs and by its trace through both, and is counted where it was done', {
    timeout: 400_000,
  }, async () => {
    const client = new AssayClient({ baseUrl: api.url });
    await client.register(ACCOUNT);
    const { access_token: token } = await client.login(ACCOUNT.email, ACCOUNT.password);
    const [picture] = await makePictures(1, 21, 0);
    const form = new FormData();
    form.set('file', new File([new Uint8Array(picture ?? [])], 'a.jpg'));
    const answer = await fetch(`${api.url}/v1/assets/`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        prefer: 'respond-async',
        'x-request-id': REQUEST_ID,
        traceparent: `00-${TRACE}-00f067aa0ba902b7-01`,
      },
      body: form,
    });
    expect(answer.status).toBe(202);
    const { id } = (await answer.json()) as { id: string };
    await vi.waitFor(async () => {
      const asset = await client.call('getAsset', { path: { asset_id: id } });
      expect(asset.processing_status).toBe('completed');
    }, WAIT);

    const requestLine = lines(api.output()).find(({ reqId, msg }) => reqId === REQUEST_ID && msg === 'request');
    expect(requestLine).toMatchObject({ trace: TRACE, status: 202 });
    await vi.waitFor(() => {
      const done = lines(worker.output()).find(({ msg }) => msg === 'upload');
      expect(done).toMatchObject({ reqId: REQUEST_ID, trace: TRACE, asset: id, outcome: 'completed' });
    }, WAIT);

    await vi.waitFor(() => {
      const ofTrace = receiver.spans.filter(({ traceId }) => traceId === TRACE);
      const server = ofTrace.find(({ service, kind }) => service === 'assay-api' && kind === 2);
      expect(server).toMatchObject({
        parentSpanId: '00f067aa0ba902b7',
        attributes: { 'assay.request_id': REQUEST_ID },
      });
      const job = ofTrace.find(({ service, name }) => service === 'assay-worker' && name === 'upload');
      expect(job?.parentSpanId).toBe(server?.spanId);
      const stages = ofTrace.filter(({ parentSpanId }) => parentSpanId === job?.spanId).map(({ name }) => name);
      expect(stages).toEqual(
        expect.arrayContaining(['engine.mark', 'store.put', 'credentials.sign', 'database.complete']),
      );
      // What else was left to the worker: the mail of the registration.
      const mail = receiver.spans.find(({ service, name }) => service === 'assay-worker' && name === 'mail');
      const registration = receiver.spans.find(({ spanId }) => spanId === mail?.parentSpanId);
      expect(registration).toMatchObject({
        service: 'assay-api',
        name: 'POST /v1/auth/register',
        traceId: mail?.traceId,
      });
      expect(mail?.attributes).toMatchObject({ 'assay.outcome': 'delivered' });
    }, WAIT);

    await vi.waitFor(async () => {
      expect(await valueOf('sum(up{job="assay"})')).toBe(2);
      expect(await valueOf('assay_queue_taken_total{kind="upload",outcome="completed"}')).toBe(1);
      // Each process is scraped at a moment of its own: one of them may have been asked before the upload ended.
      expect(await valueOf('max(assay_queue_waiting{queue="uploads"})')).toBe(0);
    }, WAIT);
    const [taken] = await ask('assay_queue_taken_total{kind="upload"}');
    expect(taken?.metric['instance']).toBe(`127.0.0.1:${metricsPorts[1]}`);
    expect(await valueOf('sum(assay_marks_total{outcome="read"})')).toBeGreaterThan(0);
    expect(await valueOf('assay_http_request_duration_seconds_count{route="/v1/assets/",status="202"}')).toBe(1);
    expect(await valueOf('sum(assay_stage_duration_seconds_count{stage="engine.mark"})')).toBe(1);
    expect(await valueOf('sum(assay_engine_wait_seconds_count{kind="mark"})')).toBe(1);
    expect(await valueOf('min(assay_queue_readable)')).toBe(1);
  });

  it('every series that alerts and dashboard ask for is one that the two tell, and no alert fires', {
    timeout: 300_000,
  }, async () => {
    const alerts = await readFile(path.join(repository, 'deploy/prometheus/alerts.yml'), 'utf8');
    const panels = await readFile(path.join(repository, 'deploy/grafana/assay.json'), 'utf8');
    const names = new Set(
      [...`${alerts}${panels}`.matchAll(/\b(?:assay|process|nodejs)_[a-z_]+\b/g)].map(([name]) => name),
    );
    names.delete('assay_build_info');
    // Nobody verified anything.
    names.delete('assay_verifications_total');
    // Nor is there a Redis here.
    names.delete('assay_redis_up');
    expect(names.size).toBeGreaterThan(10);
    for (const name of names) expect(await ask(`count(${name})`), name).toHaveLength(1);
    await vi.waitFor(async () => {
      const answer = await fetch(`${prometheusUrl}/api/v1/rules`);
      const { data } = (await answer.json()) as {
        data: { groups: { rules: { name: string; health: string; state: string }[] }[] };
      };
      const rules = data.groups.flatMap((group) => group.rules);
      expect(rules.map(({ name, health, state }) => ({ name, health, state }))).toEqual(
        rules.map(({ name }) => ({ name, health: 'ok', state: 'inactive' })),
      );
    }, WAIT);
  });
});
