/** What operators are told of the whole service. @module */
import { z } from 'zod';
import { EXAMPLE_TIME, Timestamp } from './common.ts';

const counts = <Name extends string>(...names: readonly Name[]) =>
  z.object(Object.fromEntries(names.map((name) => [name, z.int().min(0)])) as Record<Name, z.ZodInt>);

export const OperatorBody = z
  .object({
    waiting: counts(
      'uploads',
      'verifications',
      'import_files',
      'fingerprints',
      'deliveries',
      'mails',
      'commitments',
      'pins',
    ).describe('Not done yet. `fingerprints`: to be made or compared anew, since the embedders changed.'),
    failed: counts('uploads', 'verifications', 'import_files', 'deliveries', 'mails', 'pins', 'archives').describe(
      'Given up, as long as it is remembered. `archives`: found altered or missing.',
    ),
    index: counts('pictures', 'fingerprints', 'local_features').describe('What a submitted picture is looked for in.'),
    models: z.object({
      version: z.string().describe('Names everything that a verdict depends on.'),
      embedding: z.string().describe('What new fingerprints are made with.'),
      files: z
        .array(z.object({ name: z.string(), sha256: z.string() }))
        .describe('That come with the service, with the SHA-256 that was checked at the start.'),
    }),
    files_aside: z
      .array(
        z.object({ reason: z.enum(['no row in the database', 'upload failed']), assets: z.int(), oldest: Timestamp }),
      )
      .describe(
        'Stored files that nothing refers to. They are moved aside and removed after `quarantine_days`; at most 1,000 assets are looked at.',
      ),
    quarantine_days: z.int(),
  })
  .meta({
    id: 'OperatorView',
    description: 'What a service does and holds.',
    example: {
      waiting: {
        uploads: 1,
        verifications: 0,
        import_files: 20,
        fingerprints: 0,
        deliveries: 2,
        mails: 0,
        commitments: 1,
        pins: 0,
      },
      failed: { uploads: 0, verifications: 0, import_files: 1, deliveries: 0, mails: 0, pins: 0, archives: 0 },
      index: { pictures: 1200, fingerprints: 1200, local_features: 1200 },
      models: {
        version: 'assay-0.1.0',
        embedding: 'builtin-3',
        files: [{ name: 'track-c.onnx', sha256: 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855' }],
      },
      files_aside: [{ reason: 'no row in the database', assets: 2, oldest: EXAMPLE_TIME }],
      quarantine_days: 30,
    },
  });
