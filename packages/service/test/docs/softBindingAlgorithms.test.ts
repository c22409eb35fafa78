import fs from 'node:fs';
import { expect, test } from 'vitest';
import { softBindingNames } from '../../src/adapters/c2pa/softBindingNames.ts';
import { readConfig } from '../../src/config/config.ts';

const file = new URL('../../../../docs/reference/softBindingAlgorithms.json', import.meta.url);

/** softbinding-algorithm-entry-schema.json of github.com/c2pa-org/softbinding-algorithm-list: what it demands of an entry. */
test('the drafts for the public list are of its form and name our algorithms, each once', () => {
  const entries = JSON.parse(fs.readFileSync(file, 'utf8')) as readonly Record<string, unknown>[];
  const { tracks, fingerprint } = softBindingNames(readConfig({}).c2paNamespace);
  expect(entries.map(({ alg, type }) => [alg, type])).toEqual([
    ...Object.values(tracks).map((name) => [name, 'watermark']),
    [fingerprint, 'fingerprint'],
  ]);
  for (const entry of entries)
    expect(entry).toEqual({
      identifier: expect.any(Number),
      alg: expect.stringMatching(/([a-zA-Z0-9]+\.[a-zA-Z0-9.]+)/),
      type: expect.stringMatching(/^(watermark|fingerprint)$/),
      decodedMediaTypes: ['image'],
      entryMetadata: {
        description: expect.any(String),
        dateEntered: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
        contact: expect.stringContaining('@'),
        informationalUrl: expect.stringMatching(/^https:/),
      },
      softBindingResolutionApis: [expect.stringMatching(/^https:.*\/v1\/c2pa$/)],
    });
});
