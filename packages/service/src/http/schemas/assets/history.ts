/** Withdrawing, provenance and look-alikes of an asset. @module */
import { z } from 'zod';
import { PROVENANCE_ACTIONS, RELATIONS } from '../../../app/ports/assets/provenance.ts';
import { AssetBody } from './asset.ts';
import { thresholdQuery } from './similarity.ts';
import { boundedText, EXAMPLE_SHA256, Id, pageOf, pageQuery, Timestamp } from '../common.ts';

const unit = z.number().min(0).max(1);

export const RevokeBody = z
  .object({ reason: boundedText(1000, 1).describe('Why; shown with the asset and in its history.') })
  .meta({ id: 'Revocation', description: 'Withdraws an asset.', example: { reason: 'Published by mistake.' } });

const ProvenanceStep = z
  .object({
    id: Id,
    asset_id: Id,
    parent_asset_id: Id.nullable().describe('What it was made from; null if there is none or it was deleted.'),
    action: z.enum(PROVENANCE_ACTIONS),
    relation: z.enum(RELATIONS).nullable(),
    actor_id: Id.nullable().describe('User or API key; null for the service itself.'),
    actor_kind: z.enum(['user', 'api_key', 'service']),
    tool: z.string().nullable(),
    details: z.record(z.string(), z.unknown()),
    created_at: Timestamp,
    prev_hash: z.string().nullable().describe('`hash` of the step before; null at the first.'),
    hash: z
      .string()
      .describe(
        'SHA-256 of the canonical JSON (RFC 8785) of id, asset_id, action, relation, actor_id, actor_kind, tool, details, created_at, prev_hash and `v` = 1.',
      )
      .meta({ example: EXAMPLE_SHA256 }),
    signature: z
      .string()
      .nullable()
      .describe(
        'Ed25519 in base64 over `assay provenance v1`, a line feed and `hash`; null for a moment after the step.',
      ),
    kid: z.string().nullable().describe('The key that signed, see `/.well-known/jwks.json`.'),
  })
  .meta({ id: 'ProvenanceStep', description: 'One step of the history of an asset.' });

export const ProvenanceBody = z
  .object({
    asset_id: Id,
    entries: z.array(ProvenanceStep).describe('In the order of the chain.'),
    chain: z
      .object({
        valid: z.boolean().describe('Every hash is that of its step and of the one before.'),
        broken_at: z.int().nullable().describe('Position of the first step that does not hold.'),
        reason: z.string().nullable(),
      })
      .describe('The service checks it at every reading; check it yourself with `hash`.'),
    graph: z.object({
      nodes: z.array(z.object({ asset_id: Id, title: z.string().nullable(), created_at: Timestamp })),
      edges: z.array(z.object({ parent_asset_id: Id, child_asset_id: Id, relation: z.enum(RELATIONS).nullable() })),
      truncated: z.boolean().describe('There are more relatives than are shown.'),
    }),
  })
  .meta({ id: 'Provenance', description: 'Where an asset comes from and what was done to it.' });

const SimilarAsset = z
  .object({
    asset: AssetBody,
    similarity: unit.describe('The average of the measures.'),
    measures: z.object({ clip: unit, dino: unit, pdq: unit }),
    is_match: z
      .boolean()
      .nullable()
      .describe(
        'True if the pictures lie on each other, false if not; null where they were not laid over each other yet.',
      ),
  })
  .meta({ id: 'SimilarAsset', description: 'An asset that looks like the picture.' });

export const SimilarAssetPage = pageOf(SimilarAsset).extend({ threshold: unit }).meta({
  id: 'SimilarAssetPage',
  description: 'Assets of your organization that look alike, the most similar first.',
});

export const MatchesQuery = z.object({ ...pageQuery, threshold: thresholdQuery });
