import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createMetrics } from '@assay/service/adapters/metrics/metrics';
import { parse, stringify } from 'yaml';
import { expect, test } from 'vitest';
import { read, root } from './repositoryTree.ts';

const FILE = 'deploy/prometheus/alerts.yml';

interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly annotations: { readonly summary: string; readonly runbook: string };
}
const { groups } = parse(read(FILE)) as { readonly groups: readonly { readonly rules: readonly Rule[] }[] };
const rules = groups.flatMap((group) => group.rules);
const guide = read('docs/guides/monitoring.md');

/** Of a process that looks at the queues and has PostgreSQL and a Redis. */
async function knownNames(): Promise<ReadonlySet<string | undefined>> {
  const metrics = createMetrics('1');
  metrics.watchQueues(async () => []);
  metrics.redisIs(true);
  metrics.watchConnections(() => ({ busy: 0, idle: 1, waiting: 0, max: 10 }));
  const { text } = await metrics.exposition();
  return new Set([...text.matchAll(/^# TYPE (\w+) /gm)].map(([, name]) => name));
}

test('every alert asks for figures that there are, and the guide says what to do about it', async () => {
  const known = await knownNames();
  expect(rules.length).toBeGreaterThan(5);
  for (const { alert, expr, annotations } of rules) {
    for (const [name] of expr.matchAll(/\bassay_\w+/g))
      expect(known, `${alert}: ${name}`).toContain(name.replace(/_(bucket|count|sum)$/, ''));
    expect(annotations.runbook).toBe(`docs/guides/monitoring.md#${alert.toLowerCase()}`);
    expect(guide).toContain(`\n### ${alert}\n`);
  }
  for (const [, name] of guide.matchAll(/^\| `(assay_\w+)`/gm)) expect(known, name).toContain(name);
});

test('every panel of the dashboard asks for figures that there are, in PromQL that Prometheus reads', async () => {
  const known = await knownNames();
  const { panels } = JSON.parse(read('deploy/grafana/assay.json')) as {
    readonly panels: readonly { readonly title: string; readonly targets: readonly { readonly expr: string }[] }[];
  };
  const asked = panels.flatMap(({ title, targets }) => targets.map(({ expr }) => ({ title, expr })));
  for (const { title, expr } of asked)
    for (const [name] of expr.matchAll(/\b(?:assay|process|nodejs)_\w+/g))
      expect(known, `${title}: ${name}`).toContain(name.replace(/_(bucket|count|sum)$/, ''));
  if (!promtool) return;
  const rules = asked.map(({ expr }, i) => ({ record: `r${i}`, expr: expr.replaceAll('$__rate_interval', '1m') }));
  const folder = mkdtempSync(path.join(tmpdir(), 'assay-panels-'));
  const file = path.join(folder, 'rules.yml');
  writeFileSync(file, stringify({ groups: [{ name: 'panels', rules }] }));
  const { status, stderr } = spawnSync('promtool', ['check', 'rules', file], { encoding: 'utf8' });
  rmSync(folder, { recursive: true });
  expect(stderr).toBe('');
  expect(status).toBe(0);
});

const promtool = spawnSync('promtool', ['--version']).status === 0;

test.skipIf(!promtool)('promtool finds nothing wrong with the rules', () => {
  const { status, stdout, stderr } = spawnSync('promtool', ['check', 'rules', path.join(root, FILE)]);
  expect(`${stdout}${stderr}`).toContain(`SUCCESS: ${rules.length} rules found`);
  expect(status).toBe(0);
});

test.skipIf(!promtool)('the rules fire on what they are for, and on nothing beside it', () => {
  const { status, stdout, stderr } = spawnSync(
    'promtool',
    ['test', 'rules', `${root}/deploy/prometheus/alertsTest.yml`],
    {
      encoding: 'utf8',
    },
  );
  expect({ status, stderr }, stdout).toEqual({ status: 0, stderr: '' });
});
