import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { createMetrics } from '@assay/service/adapters/metrics/metrics';
import { parse } from 'yaml';
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

test('every alert asks for figures that there are, and the guide says what to do about it', async () => {
  const { text } = await createMetrics('1').exposition();
  const known = new Set([...text.matchAll(/^# TYPE (\w+) /gm)].map(([, name]) => name));
  expect(rules.length).toBeGreaterThan(5);
  for (const { alert, expr, annotations } of rules) {
    for (const [name] of expr.matchAll(/\bassay_\w+/g))
      expect(known, `${alert}: ${name}`).toContain(name.replace(/_(bucket|count|sum)$/, ''));
    expect(annotations.runbook).toBe(`docs/guides/monitoring.md#${alert.toLowerCase()}`);
    expect(guide).toContain(`\n### ${alert}\n`);
  }
  for (const [, name] of guide.matchAll(/^\| `(assay_\w+)`/gm)) expect(known, name).toContain(name);
});

const promtool = spawnSync('promtool', ['--version']).status === 0;

test.skipIf(!promtool)('promtool finds nothing wrong with the rules', () => {
  const { status, stdout, stderr } = spawnSync('promtool', ['check', 'rules', path.join(root, FILE)]);
  expect(`${stdout}${stderr}`).toContain(`SUCCESS: ${rules.length} rules found`);
  expect(status).toBe(0);
});
