import path from 'node:path';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import spectralCore from '@stoplight/spectral-core';
import rulesets from '@stoplight/spectral-rulesets';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { read } from './repositoryTree.ts';

const FILE = 'docs/reference/openapi.json';
const TIMEOUT_MS = 120_000;

async function redocly(source: string): Promise<string[]> {
  const config = await createConfig(parse(read('tools/redocly.yaml')) as Parameters<typeof createConfig>[0]);
  const problems = await lintFromString({ source, absoluteRef: path.resolve(FILE), config });
  return problems.map(({ ruleId, message, location }) => `${ruleId} ${location[0]?.pointer ?? ''}: ${message}`);
}

async function spectral(source: string): Promise<string[]> {
  const linter = new spectralCore.Spectral();
  const { rules } = parse(read('tools/spectral.yaml')) as { readonly rules: object };
  // As the file says it, with the rules of the package under their name.
  linter.setRuleset(new spectralCore.Ruleset({ extends: [rulesets.oas], rules } as never));
  const problems = await linter.run(JSON.parse(source) as Record<string, unknown>);
  return problems.map(({ code, message, path: place }) => `${code} ${place.join('.')}: ${message}`);
}

test.each([
  ['Redocly', redocly],
  ['Spectral', spectral],
])('%s finds neither errors nor warnings in the description of the API', { timeout: TIMEOUT_MS }, async (_, lint) => {
  expect(await lint(read(FILE))).toEqual([]);
});

test.each([
  ['Redocly', redocly],
  ['Spectral', spectral],
])('%s finds what is broken', { timeout: TIMEOUT_MS }, async (_, lint) => {
  const { paths, ...rest } = JSON.parse(read(FILE)) as { readonly paths: Readonly<Record<string, object>> };
  const { description: _removed, ...operation } = (
    paths['/health/live'] as { readonly get: { readonly description: string } }
  ).get;
  const document = { ...rest, paths: { '/health/live': { get: operation }, '/health/ready': { get: operation } } };
  const found = (await lint(JSON.stringify(document))).join('\n');
  expect(found).toMatch(/operation-description/);
  expect(found).toMatch(/operationId-unique/);
});
