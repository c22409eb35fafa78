import { AppError } from '@assay/core/errors';
import { afterEach, describe, expect, test } from 'vitest';
import { createMetrics } from '../../../src/adapters/metrics/metrics.ts';
import { type MetricsServer, serveMetrics } from '../../../src/adapters/metrics/metricsServer.ts';
import { observedEngine, observedFiles, observedVerifications } from '../../../src/adapters/metrics/observed.ts';
import { type AssetFiles, DamagedFileError } from '../../../src/app/ports/assets/storage.ts';
import type { Engine } from '../../../src/app/ports/verify/engine.ts';
import type { Verifications } from '../../../src/app/ports/verify/verifications.ts';

const textOf = async (metrics: ReturnType<typeof createMetrics>) => (await metrics.exposition()).text;
const lineOf = (text: string, start: string) => text.split('\n').find((line) => line.startsWith(start));

describe('figures for Prometheus', () => {
  let server: MetricsServer | undefined;
  afterEach(() => server?.close());

  test('requests are counted by route pattern, method and status; what is made up stays one series', async () => {
    const metrics = createMetrics('1.2.3');
    for (const seconds of [0.02, 0.3])
      metrics.requestDone({ method: 'GET', route: '/v1/assets/:asset_id', status: 200, seconds });
    metrics.requestDone({ method: 'BREW', route: null, status: 404, seconds: 0.001 });
    const text = await textOf(metrics);
    const of = 'method="GET",route="/v1/assets/:asset_id",status="200"';
    expect(text).toContain(`assay_http_request_duration_seconds_count{${of}} 2`);
    expect(text).toContain(`assay_http_request_duration_seconds_bucket{le="0.025",${of}} 1`);
    expect(text).toContain('assay_http_request_duration_seconds_count{method="other",route="none",status="404"} 1');
    expect(text).toContain('assay_build_info{version="1.2.3"} 1');
    expect(lineOf(text, 'process_resident_memory_bytes')).toBeDefined();
  });

  test('queues are told as they are at this look, the first one too, and not at all while they cannot be read', async () => {
    const metrics = createMetrics('1');
    expect(await textOf(metrics)).not.toContain('assay_queue_readable');
    let waiting = 3;
    let looks = 0;
    metrics.watchQueues(async () => {
      looks += 1;
      if (waiting < 0) throw new Error('the database is away');
      return [{ queue: 'uploads', waiting, oldestSeconds: 7, dead: 1 }];
    });
    const first = await textOf(metrics);
    for (const line of [
      'waiting{queue="uploads"} 3',
      'oldest_seconds{queue="uploads"} 7',
      'dead{queue="uploads"} 1',
      'readable 1',
    ])
      expect(first).toContain(`assay_queue_${line}`);
    expect(looks).toBe(1);
    waiting = 5;
    expect(await textOf(metrics)).toContain('assay_queue_waiting{queue="uploads"} 5');
    waiting = -1;
    const away = await textOf(metrics);
    expect(away).toContain('assay_queue_readable 0');
    expect(away).not.toContain('assay_queue_waiting{');
  });

  test('jobs of the engine are counted by kind and outcome, and as long as they run', async () => {
    const metrics = createMetrics('1');
    let letGo = (): void => {};
    const gate = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    const refuse = (code: 'INVALID_FILE_TYPE' | 'SERVICE_UNAVAILABLE') => () => Promise.reject(new AppError(code, ''));
    const engine = observedEngine(
      {
        inspect: () => gate,
        examine: refuse('INVALID_FILE_TYPE'),
        mark: refuse('SERVICE_UNAVAILABLE'),
        picture: () => Promise.reject(new Error('bug')),
      } as unknown as Engine,
      metrics,
    );
    const running = engine.inspect(new Uint8Array());
    expect(await textOf(metrics)).toContain('assay_engine_jobs{kind="inspect"} 1');
    letGo();
    await running;
    await expect(engine.examine(new Uint8Array())).rejects.toThrow(AppError);
    await expect(engine.mark(new Uint8Array(), {} as never)).rejects.toThrow(AppError);
    await expect(engine.picture(new Uint8Array(), 1)).rejects.toThrow('bug');
    const text = await textOf(metrics);
    expect(text).toContain('assay_engine_jobs{kind="inspect"} 0');
    for (const [kind, outcome] of [
      ['inspect', 'done'],
      ['examine', 'refused'],
      ['mark', 'busy'],
      ['picture', 'failed'],
    ])
      expect(text).toContain(`assay_engine_job_duration_seconds_count{kind="${kind}",outcome="${outcome}"} 1`);
  });

  test('calls to the store are counted when it fails, not when a file is absent or damaged', async () => {
    const metrics = createMetrics('1');
    const files = observedFiles(
      {
        put: () => Promise.reject(new AppError('SERVICE_UNAVAILABLE', 'The store does not answer.')),
        read: () => Promise.resolve(null),
        open: () => Promise.reject(new DamagedFileError('changed')),
      } as unknown as AssetFiles,
      metrics,
    );
    const id = '01a1f8d3-ea00-707c-9e66-001ad50cf80d';
    await expect(files.put(id, 'original', new Uint8Array())).rejects.toThrow(AppError);
    expect(await files.read(id, 'original')).toBeNull();
    await expect(files.open(id, 'original')).rejects.toThrow(DamagedFileError);
    const text = await textOf(metrics);
    for (const line of ['{call="put"} 1', '{call="read"} 0', '{call="open"} 0'])
      expect(text).toContain(`assay_store_failed_total${line}`);
  });

  test('whether Redis answers is told where there is one', async () => {
    const metrics = createMetrics('1');
    expect(await textOf(metrics)).not.toContain('assay_redis_up');
    metrics.redisIs(true);
    expect(await textOf(metrics)).toContain('\nassay_redis_up 1');
    metrics.redisIs(false);
    expect(await textOf(metrics)).toContain('\nassay_redis_up 0');
  });

  test('connections to PostgreSQL are told as they are at this look, where there are some', async () => {
    const metrics = createMetrics('1');
    expect(await textOf(metrics)).not.toContain('assay_database_');
    let waiting = 0;
    metrics.watchConnections(() => ({ busy: 3, idle: 2, waiting, max: 7 }));
    waiting = 4;
    const text = await textOf(metrics);
    for (const line of ['connections{state="busy"} 3', 'connections{state="idle"} 2', 'connections_max 7', 'waiting 4'])
      expect(text).toContain(`\nassay_database_${line}`);
  });

  test('a verdict is counted once it is logged, not when logging fails', async () => {
    const metrics = createMetrics('1');
    const logOf = (log: () => Promise<void>) => observedVerifications({ log } as unknown as Verifications, metrics).log;
    const entry = { verdict: 'forged', watermarkDetected: true } as never;
    await logOf(() => Promise.resolve())(entry, []);
    await expect(logOf(() => Promise.reject(new Error('down')))(entry, [])).rejects.toThrow('down');
    expect(await textOf(metrics)).toContain('assay_verifications_total{verdict="forged",mark="read"} 1');
  });

  test('they are at GET /metrics of a port of their own, beside two probes, and nothing else is there', async () => {
    let isReady = async (): Promise<boolean> => false;
    server = await serveMetrics(createMetrics('1'), { host: '127.0.0.1', port: 0 }, () => isReady());
    const ask = (path: string, method = 'GET') => fetch(`http://127.0.0.1:${server?.port}${path}`, { method });
    const answer = await ask('/metrics');
    expect([answer.status, answer.headers.get('content-type')]).toEqual([
      200,
      expect.stringMatching(/^text\/plain; version=0\.0\.4/),
    ]);
    expect(await answer.text()).toContain('# TYPE assay_http_request_duration_seconds histogram');
    expect([(await ask('/')).status, (await ask('/metrics', 'POST')).status]).toEqual([404, 404]);
    const probed = async () => [(await ask('/health/live')).status, (await ask('/health/ready')).status];
    expect(await probed()).toEqual([200, 503]);
    isReady = async () => true;
    expect(await probed()).toEqual([200, 200]);
    expect(await (await ask('/health/ready')).json()).toEqual({ status: 'healthy' });
    isReady = () => Promise.reject(new Error('the database is away'));
    expect(await probed()).toEqual([200, 503]);
    const taken = { host: '127.0.0.1', port: server.port };
    await expect(serveMetrics(createMetrics('1'), taken, isReady)).rejects.toThrow('EADDRINUSE');
  });
});
