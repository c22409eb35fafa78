/** Queries and answers of the C2PA Soft Binding Resolution API, in the names of that standard (camelCase). @module */
import { z } from 'zod';
import { formBoolean } from './form.ts';

/** Names and labels of C2PA are printable ASCII without spaces. */
const NAME = /^[!-~]+$/;

const Algorithm = z
  .string()
  .max(200)
  .regex(NAME, 'must be a name')
  .describe('Name of a soft binding, for instance `org.example.track-a.1`.');
const Value = z
  .string()
  .min(1)
  .max(2000)
  .regex(/^[A-Za-z0-9+/_-]+={0,2}$/, 'must be base64')
  .describe('Base64, in the form that the algorithm gives it.');
const ManifestId = z
  .string()
  .max(300)
  .regex(NAME, 'must be the label of a manifest')
  .describe('Label of a manifest, for instance `urn:c2pa:...`.');

export const maxResults = z.coerce.number().int().min(1).max(100).default(10).describe('Most matches to answer.');

export const BindingQuery = z.object({ alg: Algorithm, value: Value, maxResults });
export const BindingBody = z
  .object({ alg: Algorithm, value: Value })
  .meta({ id: 'SoftBindingQuery', description: 'A soft binding that was read from a picture.' });
export const ResultsQuery = z.object({ maxResults });

export const ContentQuery = z
  .object({
    alg: Algorithm.optional().describe('The only soft binding to go by. Default: all that the service knows.'),
    hintAlg: Algorithm.optional().describe('A soft binding that you read from the picture yourself.'),
    hintValue: Value.optional(),
    maxResults,
  })
  .refine(({ hintAlg, hintValue }) => (hintAlg === undefined) === (hintValue === undefined), {
    path: ['hintValue'],
    message: 'send hintAlg and hintValue together',
  });

export const ReferenceBody = z
  .looseObject({ referenceUrl: z.string().max(2048), assetLength: z.int().min(0).optional() })
  .meta({ id: 'SoftBindingReference', description: 'A picture that lies elsewhere.' });

export const MatchesBody = z
  .object({
    matches: z.array(
      z.object({
        manifestId: ManifestId,
        similarityScore: z.int().min(0).max(100).describe('100: named by a mark or an equal binding.'),
      }),
    ),
  })
  .meta({ id: 'SoftBindingMatches', description: 'Manifests of this service, the best first.' });

const Algorithms = z.array(z.object({ alg: z.string() }));
export const AlgorithmsBody = z
  .object({ watermarks: Algorithms, fingerprints: Algorithms })
  .meta({ id: 'SoftBindingAlgorithms', description: 'Soft bindings that can be asked for.' });

export const ManifestParams = z.object({ manifestId: ManifestId });
export const ManifestQuery = z.object({
  returnActiveManifest: formBoolean(false, 'The active manifest alone, without those of its ingredients.'),
});

export const StoredManifestBody = z
  .object({ manifestId: ManifestId })
  .meta({ id: 'StoredManifest', description: 'A manifest that was stored.' });

export const NewBindingBody = z
  .object({ manifestId: ManifestId, alg: Algorithm, value: Value })
  .meta({ id: 'NewSoftBinding', description: 'What leads to a stored manifest.' });

export const CrJsonBody = z.looseObject({}).meta({
  id: 'CrJson',
  description:
    "The report of the C2PA library in the form of the conformance programme (crJSON); its members are that form's.",
});
