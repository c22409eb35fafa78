import { spawn, spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createMetrics } from '../../../src/adapters/metrics/metrics.ts';
import { type MetricsServer, serveMetrics } from '../../../src/adapters/metrics/metricsServer.ts';

const ALERTS = path.resolve(import.meta.dirname, '../../../../../deploy/prometheus/alerts.yml');
const isInstalled = spawnSync('prometheus', ['--version']).status === 0;
const WAIT = { timeout: 60_000, interval: 200 };

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise<void>((resolve) => server.close(() => resolve()));
  return port;
}

describe.skipIf(!isInstalled)(`Prometheus${isInstalled ? '' : ' (skipped: it is not installed)'}`, () => {
  const metrics = createMetrics('1.2.3');
  let figures: MetricsServer;
  let folder: string;
  let prometheus: ReturnType<typeof spawn>;
  let url: string;

  beforeAll(async () => {
    metrics.requestDone({ method: 'POST', route: '/v1/verify/', status: 200, seconds: 0.4 });
    metrics.verified('authentic', true);
    figures = await serveMetrics(metrics, { host: '127.0.0.1', port: 0 }, async () => true);
    folder = await mkdtemp(path.join(tmpdir(), 'assay-prometheus-'));
    const config = path.join(folder, 'prometheus.yml');
    await writeFile(
      config,
      `global: { scrape_interval: 1s, evaluation_interval: 1s }
scrape_configs: [{ job_name: assay, static_configs: [{ targets: ['127.0.0.1:${figures.port}'] }] }]
rule_files: ['${ALERTS}']
`,
    );
    const port = await freePort();
    url = `http://127.0.0.1:${port}`;
    const options = [
      `--config.file=${config}`,
      `--storage.tsdb.path=${path.join(folder, 'data')}`,
      `--web.listen-address=127.0.0.1:${port}`,
    ];
    prometheus = spawn('prometheus', options, { stdio: 'ignore' });
  }, 60_000);

  afterAll(async () => {
    const ended = new Promise((resolve) => prometheus.once('exit', resolve));
    prometheus.kill('SIGKILL');
    await ended;
    await figures.close();
    await rm(folder, { recursive: true, force: true });
  });

  const ask = async (query: string): Promise<{ metric: Record<string, string>; value: [number, string] }[]> => {
    const answer = await fetch(`${url}/api/v1/query?query=${encodeURIComponent(query)}`);
    return ((await answer.json()) as { data: { result: never[] } }).data.result;
  };

  test('reads the figures of a node, with their labels', { timeout: 120_000 }, async () => {
    await vi.waitFor(async () => expect((await ask('up{job="assay"}'))[0]?.value[1]).toBe('1'), WAIT);
    const [verified] = await ask('assay_verifications_total');
    expect(verified?.metric).toMatchObject({ verdict: 'authentic', mark: 'read' });
    const [slow] = await ask(
      'histogram_quantile(1, sum by (le) (assay_http_request_duration_seconds_bucket{route="/v1/verify/"}))',
    );
    expect(slow?.value[1]).toBe('0.5');
  });

  test('can evaluate every alert, and none fires on a node that is well', { timeout: 120_000 }, async () => {
    await vi.waitFor(async () => {
      const answer = await fetch(`${url}/api/v1/rules`);
      const { data } = (await answer.json()) as {
        data: { groups: { rules: { name: string; health: string; state: string }[] }[] };
      };
      const rules = data.groups.flatMap((group) => group.rules);
      expect(rules.length).toBeGreaterThan(5);
      expect(rules.map(({ name, health, state }) => ({ name, health, state }))).toEqual(
        rules.map(({ name }) => ({ name, health: 'ok', state: 'inactive' })),
      );
    }, WAIT);
  });
});
