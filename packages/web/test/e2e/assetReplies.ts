/** What the service answers of the picture of these tests, beside its record. @module */
import { ASSET, DONE, ME, ok, pageOf } from './replies.ts';
import type { StubService } from './stubService.ts';

const PATH = `/v1/assets/${ASSET.id}`;
const CHILD = '01930c5e-8a2f-7c31-9f0a-5b6c7d8e9f71';
const PARENT = '01930c5e-8a2f-7c31-9f0a-5b6c7d8e9f72';

const step = (index: number, action: string, more: object = {}) => ({
  id: `01930c5e-8a2f-7c31-9f0a-5b6c7d8e8f0${index}`,
  asset_id: ASSET.id,
  parent_asset_id: null,
  action,
  relation: null,
  actor_id: null,
  actor_kind: 'service',
  tool: 'assay@0.1.0',
  details: {},
  created_at: `2026-11-20T10:0${index}:00.000Z`,
  prev_hash: null,
  hash: String(index).repeat(64),
  signature: 'c2ln',
  kid: 'key-1',
  ...more,
});

export const PROVENANCE = {
  asset_id: ASSET.id,
  entries: [
    step(1, 'uploaded', { actor_id: ME.id, actor_kind: 'user' }),
    step(2, 'marked', {
      details: {
        attacks: [
          { attack: 'jpeg 75', survived: true },
          { attack: 'turned by 2 degrees', survived: true },
          { attack: 'screenshot', survived: false },
        ],
      },
    }),
    step(3, 'copy_created', { actor_id: CHILD, actor_kind: 'user', signature: null }),
  ],
  chain: { valid: true, broken_at: null as number | null, reason: null as string | null },
  graph: {
    nodes: [
      { asset_id: PARENT, title: 'The whole harbour', created_at: ASSET.created_at },
      { asset_id: ASSET.id, title: ASSET.title, created_at: ASSET.created_at },
      { asset_id: CHILD, title: 'Harbour, cropped', created_at: ASSET.created_at },
    ],
    edges: [
      { parent_asset_id: PARENT, child_asset_id: ASSET.id, relation: 'derived' },
      { parent_asset_id: ASSET.id, child_asset_id: CHILD, relation: 'edited' },
    ],
    truncated: false,
  },
};

export const COPY = {
  id: '01930c5e-8a2f-7c31-9f0a-5b6c7d8e9f81',
  asset_id: ASSET.id,
  recipient: 'Evening Post',
  note: 'until Friday',
  created_by: ME.id,
  cid: 'bafkreicopy',
  content_hash: ASSET.content_hash,
  size_bytes: 4_900_000,
  download_url: `http://elsewhere.test${PATH}/copies/01930c5e-8a2f-7c31-9f0a-5b6c7d8e9f81/download`,
  seen: { checks: 2, last_at: '2026-11-21T09:00:00.000Z' } as object | null,
  created_at: '2026-11-20T11:00:00.000Z',
};

/** Of cameras that sign: whole, but nobody on the trust list. */
export const C2PA = {
  present: true,
  validation_state: 'valid',
  binding_broken: false,
  codes: ['signingCredential.untrusted'],
  active_manifest: 'urn:c2pa:1',
  signer: { issuer: 'Camera Works', common_name: 'Leaf 7', algorithm: 'es256', serial_number: '7' },
  signed_at: '2026-11-19T08:00:00.000Z',
  time_proven: false,
  manifests: [
    {
      label: 'urn:c2pa:1',
      claim_generator: 'Camera Works 2.1',
      title: 'DSC_0042.JPG',
      signer: null,
      signed_at: null,
      actions: ['c2pa.created', 'c2pa.color_adjustments'],
      identities: [
        {
          kind: 'cawg.x509.cose',
          issuer: 'Press Identities',
          common_name: 'Ada Press',
          roles: [],
          references: [],
          validation_state: 'valid',
        },
      ],
      assertions: [],
      ingredients: [],
    },
  ],
};

const FINGERPRINT = {
  asset_id: ASSET.id,
  pdq_hash: 'd8f8f0cce0f4a84f0e370a22028f67f0b36e2ed596623e1d33e6b39c4e9c9b22',
  clip_hash: '8fa1',
  dino_hash: '03bc',
  embedding_model: 'assay-builtin@1',
  similarity_threshold: 0.8,
  created_at: ASSET.created_at,
};

export const FILE_CHECK = {
  asset_id: ASSET.id,
  intact: true,
  files: ['original', 'watermarked', 'preview'].map((variant) => ({ variant, state: 'intact' })),
  checked_at: '2026-11-21T10:00:00.000Z',
};

/** A picture of which nothing but its record is known. */
export const OF_ASSET: StubService['answers'] = {
  [`GET ${PATH}`]: ok(ASSET),
  'GET /v1/blockchain/commitments': pageOf([]),
  [`GET ${PATH}/matches`]: pageOf([]),
  [`GET ${PATH}/share`]: pageOf([]),
  [`GET ${PATH}/copies`]: pageOf([]),
  [`GET ${PATH}/provenance`]: ok({ ...PROVENANCE, entries: [], graph: { nodes: [], edges: [], truncated: false } }),
  [`GET ${PATH}/fingerprint`]: ok(FINGERPRINT),
};

/** One with a history, relatives, a copy and credentials. */
export const OF_STORIED_ASSET: StubService['answers'] = {
  ...OF_ASSET,
  [`GET ${PATH}`]: ok({ ...ASSET, c2pa_metadata: C2PA, watermarked_cid: 'bafkreimarked' }),
  [`GET ${PATH}/provenance`]: ok(PROVENANCE),
  [`GET ${PATH}/copies`]: pageOf([COPY, { ...COPY, id: PARENT, recipient: 'Daily News', note: null, seen: null }]),
  [`POST ${PATH}/copies`]: { status: 201, json: COPY },
  [`DELETE ${PATH}/copies/${COPY.id}`]: DONE,
  [`POST /v1/storage/assets/${ASSET.id}/check`]: ok(FILE_CHECK),
};
