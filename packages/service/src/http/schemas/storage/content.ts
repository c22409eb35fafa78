/** Publication of files, blocks and CAR files, archives. @module */
import { z } from 'zod';
import { EXAMPLE_SHA256, Id, Timestamp } from '../common.ts';

const EXAMPLE_CID = 'bafkreifjjcie6lypi6ny7amxnfftagclbuxndqonfipmb64f2km2devei4';
const cid = z.string().meta({ example: EXAMPLE_CID });
const VARIANTS = ['original', 'watermarked', 'preview'] as const;

export const PublishInput = z
  .object({
    variants: z
      .array(z.enum(VARIANTS))
      .min(1)
      .max(VARIANTS.length)
      .default(['watermarked'])
      .describe('An original may hold places and names in its metadata: look first.'),
  })
  .meta({ id: 'PublishRequest', description: 'Which files to make public.', example: { variants: ['watermarked'] } });

export const PublicationsBody = z
  .object({
    asset_id: Id,
    files: z.array(
      z.object({
        variant: z.enum(VARIANTS),
        cid: cid.describe('UnixFS CID, profile unixfs-v1-2025.'),
        size_bytes: z.int().min(0),
        url: z.url().describe('Trustless gateway: ask for `?format=raw` or `?format=car`.'),
        published_at: Timestamp,
        pin: z
          .object({
            cid: cid.describe('Of an encrypted asset another one: the pin holds its stored, encrypted bytes.'),
            status: z.enum(['queued', 'pinning', 'pinned', 'failed']),
            last_error: z.string().nullable(),
          })
          .nullable()
          .describe('Null where no IPFS node is set.'),
      }),
    ),
  })
  .meta({ id: 'Publications', description: 'Files of an asset that everyone may fetch by their content identifier.' });

export const BlockParams = z.object({
  cid: z.string().max(500).describe('Content identifier.').meta({ example: EXAMPLE_CID }),
});

/** All texts: the gateway specification answers 400, not 422, to what it does not know. */
export const BlockQuery = z.object({
  format: z.string().max(100).optional().describe('`raw` or `car`; comes before `Accept`.'),
  'dag-scope': z.string().max(100).optional().describe('CAR: `block`, `entity` or `all` (default).'),
  'entity-bytes': z
    .string()
    .max(100)
    .optional()
    .describe('CAR: `from:to`, both included; `*` is the end; negative counts from the end.'),
  'car-version': z.string().max(100).optional().describe('CAR: `1`.'),
  'car-order': z.string().max(100).optional().describe('CAR: `dfs` or `unk`.'),
  'car-dups': z.string().max(100).optional().describe('CAR: `y` or `n` (default).'),
});

export const ArchiveBody = z
  .object({
    asset_id: Id,
    archive_cid: cid
      .describe('CID of the CAR file (codec 0x0202).')
      .meta({ example: `bagbaiera${EXAMPLE_SHA256.slice(0, 20)}` }),
    size_bytes: z.int().min(0),
    archived_at: Timestamp,
    checked_at: Timestamp.nullable().describe('When the archive was last read back; null if not yet.'),
    check_state: z.enum(['intact', 'altered', 'missing']).nullable(),
  })
  .meta({ id: 'Archive', description: 'A copy of all files of an asset in write-once storage.' });

export const RotatedKeyBody = z
  .object({
    organization_id: Id,
    version: z.int().min(1).describe('Of the key that wraps the keys of assets from now on.'),
    rewrapped: z.int().min(0).describe('Assets whose key was wrapped anew.'),
  })
  .meta({
    id: 'RotatedKey',
    description: 'A change of the key under which an organization keeps its assets encrypted.',
  });
