import fs from 'node:fs';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { softBindingNames } from '../../src/adapters/c2pa/softBindingNames.ts';
import { readConfig } from '../../src/config/config.ts';

const file = new URL('../../../../docs/reference/softBindingAlgorithms.json', import.meta.url);
const drafts = JSON.parse(fs.readFileSync(file, 'utf8')) as readonly Record<string, unknown>[];

/** A domain name from behind, and what the entity calls it. */
const NAME = /^[A-Za-z]{2,63}(?:\.[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?)+\.?$/;
const MEDIA = ['application', 'audio', 'image', 'model', 'text', 'video'] as const;

/**
 * What softbinding-algorithm-list.schema.json of github.com/c2pa-org/softbinding-algorithm-list (JSON Schema 2020-12, as of C2PA 2.3)
 * demands, and nothing that it does not know, which it would let pass.
 */
const publicList = z.array(
  z
    .strictObject({
      identifier: z.int().min(0).max(65_535),
      deprecated: z.boolean().optional(),
      alg: z.string().regex(NAME),
      type: z.enum(['watermark', 'fingerprint']),
      decodedMediaTypes: z.array(z.enum(MEDIA)).min(1).optional(),
      encodedMediaTypes: z
        .array(z.string().regex(/^[a-zA-Z0-9-]+\/[a-zA-Z0-9+-]+(?:\.[a-zA-Z0-9+-]+)*$/))
        .min(1)
        .optional(),
      entryMetadata: z.strictObject({
        description: z.string().min(1),
        categories: z.array(z.string().regex(NAME)).optional(),
        dateEntered: z.iso.datetime({ offset: true }),
        contact: z.email(),
        informationalUrl: z.url(),
      }),
      softBindingResolutionApis: z.array(z.url()).optional(),
    })
    .refine(({ decodedMediaTypes, encodedMediaTypes }) => decodedMediaTypes ?? encodedMediaTypes, 'of no media'),
);

describe('our drafts for the public list of soft binding algorithms', () => {
  test('are of its form', () => {
    expect(publicList.safeParse(drafts).error?.issues ?? []).toEqual([]);
    // What makes this a test of them: one without a member that the list demands is none.
    for (const member of ['identifier', 'alg', 'type', 'decodedMediaTypes', 'entryMetadata'])
      expect(publicList.safeParse([{ ...drafts[0], [member]: undefined }]).success, member).toBe(false);
  });

  test('name the algorithms that this service signs and resolves, each once, and where it answers for them', () => {
    const { tracks, fingerprint } = softBindingNames(readConfig({}).c2paNamespace);
    expect(drafts.map(({ alg, type }) => [alg, type])).toEqual([
      ...Object.values(tracks).map((name) => [name, 'watermark']),
      [fingerprint, 'fingerprint'],
    ]);
    for (const draft of drafts)
      expect(draft).toMatchObject({
        decodedMediaTypes: ['image'],
        softBindingResolutionApis: [expect.stringMatching(/^https:.*\/v1\/c2pa$/)],
      });
  });

  test.each(['org.example', 'uk.co.example-news.assay'])('keep their form under the namespace %s', (namespace) => {
    const { tracks, fingerprint } = softBindingNames(readConfig({ ASSAY_C2PA_NAMESPACE: namespace }).c2paNamespace);
    for (const name of [...Object.values(tracks), fingerprint]) expect(name).toMatch(NAME);
  });

  test.each(['example', 'o.example', '4ever.example', 'org.example-', 'org.-example', 'org..example', 'org.Example'])(
    'a namespace that the list could not take is refused at the start: %s',
    (namespace) => {
      expect(() => readConfig({ ASSAY_C2PA_NAMESPACE: namespace })).toThrow(
        /ASSAY_C2PA_NAMESPACE.*reversed domain name/,
      );
    },
  );
});
