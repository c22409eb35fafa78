/** The port `ArchiveFormat`: a deterministic CAR file with a DAG-CBOR manifest as its root. @module */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { decode, encode } from '@ipld/dag-cbor';
import { CID } from 'multiformats/cid';
import { z } from 'zod';
import type { ArchiveContents, ArchivedFile, ArchiveFormat } from '../../app/ports/content/archives.ts';
import {
  DamagedFileError,
  isStoredAssetId,
  isStoredVariant,
  type StoredVariant,
} from '../../app/ports/assets/storage.ts';
import { carBlock, carCidInSteps, carHeader, cidOf, readCarInSteps } from '../content/car.ts';
import { hashing, inSteps } from '../jobs/steps.ts';
import { childrenOf, DAG_PB, RAW, unixfsDag } from '../content/unixfsDag.ts';

/** Multicodec of DAG-CBOR. */
const DAG_CBOR = 0x71;

const sha256 = async (bytes: Uint8Array): Promise<string> => (await inSteps(hashing(bytes))).toString('hex');
const hash = z.string().regex(/^[0-9a-f]{64}$/);
const uuid = z.string().refine(isStoredAssetId);

const Manifest = z.strictObject({
  kind: z.literal('assay.archive'),
  v: z.literal(1),
  asset_id: uuid,
  organization_id: uuid,
  cid: z.string(),
  content_hash: hash,
  mime_type: z.string(),
  original_filename: z.string().nullable(),
  created_at: z.iso.datetime({ precision: 3 }),
  encrypted: z.boolean(),
  files: z.array(
    z.strictObject({
      variant: z.string().refine(isStoredVariant),
      root: z.custom<CID>((value) => CID.asCID(value) !== null),
      size: z.int().min(0),
      stored_sha256: hash,
      content_sha256: hash.nullable(),
    }),
  ),
});
type Manifest = z.output<typeof Manifest>;

const byVariant = (a: ArchivedFile, b: ArchivedFile): number => (a.variant < b.variant ? -1 : 1);

async function pack({ facts, files }: ArchiveContents): Promise<{ cid: string; file: Uint8Array }> {
  const ordered = [...files].sort(byVariant);
  const dags = await Promise.all(ordered.map(({ bytes }) => unixfsDag(bytes)));
  const hashes = await Promise.all(ordered.map(({ bytes }) => sha256(bytes)));
  const manifest = encode({
    kind: 'assay.archive',
    v: 1,
    asset_id: facts.assetId,
    organization_id: facts.organizationId,
    cid: facts.cid,
    content_hash: facts.contentHash,
    mime_type: facts.mimeType,
    original_filename: facts.originalFilename,
    created_at: facts.createdAt.toISOString(),
    encrypted: facts.isEncrypted,
    files: ordered.map(({ variant, bytes, contentHash }, index) => ({
      variant,
      root: CID.parse(dags[index]?.rootCid ?? ''),
      size: bytes.length,
      stored_sha256: hashes[index] as string,
      content_sha256: contentHash,
    })),
  } satisfies Manifest);
  const root = cidOf(DAG_CBOR, manifest);
  const parts: Uint8Array[] = [carHeader([root]), carBlock(root, manifest)];
  const written = new Set<string>();
  for (const [index, dag] of dags.entries())
    for (const { cid, node, start, length } of dag.blocks) {
      if (written.has(cid)) continue;
      written.add(cid);
      const bytes = (ordered[index] as ArchivedFile).bytes;
      parts.push(carBlock(CID.parse(cid), node ?? bytes.subarray(start, start + length)));
      await nextTurn();
    }
  const file = Buffer.concat(parts);
  return { cid: await carCidInSteps(file), file };
}

async function unpack(cid: string, file: Uint8Array): Promise<ArchiveContents> {
  if ((await carCidInSteps(file)) !== cid)
    throw new DamagedFileError('the archive is not the file that its identifier names');
  try {
    return await read(file);
  } catch (cause) {
    // The file is what was written under this name, so that it was no archive from the beginning.
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new DamagedFileError(`the archive is malformed (${reason})`);
  }
}

async function read(file: Uint8Array): Promise<ArchiveContents> {
  const { roots, blocks } = await readCarInSteps(file);
  const [root, ...others] = roots;
  if (!root || others.length > 0 || root.code !== DAG_CBOR) throw new Error('its root is no manifest');
  const manifest = Manifest.parse(decode(blockOf(blocks, root)));
  return {
    facts: {
      assetId: manifest.asset_id,
      organizationId: manifest.organization_id,
      cid: manifest.cid,
      contentHash: manifest.content_hash,
      mimeType: manifest.mime_type,
      originalFilename: manifest.original_filename,
      createdAt: new Date(manifest.created_at),
      isEncrypted: manifest.encrypted,
    },
    files: await Promise.all(manifest.files.map((entry) => fileOf(blocks, entry))),
  };
}

async function fileOf(
  blocks: ReadonlyMap<string, Uint8Array>,
  entry: Manifest['files'][number],
): Promise<ArchivedFile> {
  const bytes = fileBelow(blocks, entry.root);
  if (bytes.length !== entry.size || (await sha256(bytes)) !== entry.stored_sha256)
    throw new Error(`its ${entry.variant} file is not the one that the manifest names`);
  return { variant: entry.variant as StoredVariant, bytes, contentHash: entry.content_sha256 };
}

function blockOf(blocks: ReadonlyMap<string, Uint8Array>, cid: CID): Uint8Array {
  const block = blocks.get(cid.toString());
  if (!block) throw new Error(`the block ${cid.toString()} is missing`);
  return block;
}

/** The bytes of a UnixFS file. */
function fileBelow(blocks: ReadonlyMap<string, Uint8Array>, root: CID): Uint8Array {
  const parts: Uint8Array[] = [];
  const visit = (cid: CID): void => {
    const block = blockOf(blocks, cid);
    if (cid.code === RAW) parts.push(block);
    else if (cid.code === DAG_PB) for (const child of childrenOf(block)) visit(child.cid);
    else throw new Error(`the block ${cid.toString()} is of no file`);
  };
  visit(root);
  return parts.length === 1 ? (parts[0] as Uint8Array) : Buffer.concat(parts);
}

export const archiveFormat: ArchiveFormat = { pack, unpack, sha256 };
