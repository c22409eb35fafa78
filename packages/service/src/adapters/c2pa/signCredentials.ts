/**
 * Job of a process without keys: builds a manifest into a delivered file (actions, soft bindings, the original as parent), of
 * which another signs the claim.
 * @module
 */
import { trackDefinition, withinSentence } from '@assay/core/watermark/tracks';
import type { Signed, SigningRequest } from '../../app/ports/credentials/credentials.ts';
import type { AskParent } from '../processes/serveFrames.ts';
import type { FileHashes, KeyQuestion, ManifestShape, SignatureQuestion } from './credentialFrames.ts';
import { sniffFormat } from '../codec/sniffFormat.ts';
import { contentIds, sha256Hex } from '../content/contentIds.ts';
import { HeldBlob, withKeyedRandom } from './browserParts.ts';
import type { Json } from './json.ts';
import { manifestStoreIn } from './manifestStore.ts';
import { formatName } from './readCredentials.ts';
import { softBindingsOf } from './softBindingNames.ts';
import { summarizeStore } from './storeSummary.ts';
import { type C2paLibrary, loadC2pa, retireC2pa } from './wasmModule.ts';

/** What is asked of whoever holds the key. */
export interface AskKeyHolder {
  /** Ids and salts of the manifest follow from these 32 bytes. */
  randomKey(hashes: FileHashes): Promise<Uint8Array>;
  /** A COSE_Sign1 of `reserveBytes`. */
  signClaim(claim: Uint8Array): Promise<Uint8Array>;
}

/** @param askParent its parent holds the key, see `holdKey` */
export function keyHolderBehind(askParent: AskParent): AskKeyHolder {
  const ask = async (question: KeyQuestion | SignatureQuestion, ...blobs: Uint8Array[]): Promise<Uint8Array> => {
    const [answer = new Uint8Array()] = (await askParent({ head: { ...question }, blobs })).blobs;
    return answer;
  };
  return {
    randomKey: (hashes) => ask({ want: 'key', ...hashes }),
    signClaim: (claim) => ask({ want: 'signature' }, claim),
  };
}

type Builder = ReturnType<C2paLibrary['WasmBuilder']['fromJson']>;

/** A larger store of the parent is not carried along: it would grow with every upload of a delivered file. */
const PARENT_STORE_BYTES_MAX = 8 * 1024 * 1024;

/** Identity assertions of the parent are carried as they are, and judged by whoever reads. */
const CONTEXT = JSON.stringify({
  core: { decode_identity_assertions: false },
  verify: { verify_trust: false, remote_manifest_fetch: false, ocsp_fetch: false, verify_after_sign: false },
  builder: { thumbnail: { enabled: false } },
});

const PARENT = { title: 'original', relationship: 'parentOf' } as const;

/** The parent with its manifest, if that can be read and is not too large; otherwise the parent by name. */
async function addParent(builder: Builder, parent: Uint8Array): Promise<void> {
  const format = sniffFormat(parent);
  const description = { ...PARENT, format: formatName(format) };
  const store = manifestStoreIn(parent, format);
  if (store === null || store.length <= PARENT_STORE_BYTES_MAX) {
    try {
      await builder.addIngredientFromBlob(JSON.stringify(description), description.format, new HeldBlob(parent));
      return;
    } catch (thrown) {
      // Text is what the library says of a manifest that it cannot take; anything else ended the library.
      if (typeof thrown !== 'string') throw thrown;
    }
  }
  builder.addIngredient(JSON.stringify({ ...description, instance_id: `sha256:${sha256Hex(parent)}` }));
}

async function build(
  { WasmBuilder }: C2paLibrary,
  { bytes, parent, facts, thumbnail }: SigningRequest,
  { version, namespace, algorithm: alg, reserveBytes, signClaim }: ManifestShape & AskKeyHolder,
): Promise<Uint8Array> {
  const definition = { claim_generator_info: [{ name: 'Assay', version }], title: 'delivered' };
  const builder = WasmBuilder.fromJson(JSON.stringify(definition), CONTEXT);
  try {
    // An edit of a parent: the library writes `c2pa.opened` for it.
    builder.setIntent('edit');
    await addParent(builder, parent);
    if (thumbnail) builder.setThumbnailFromBlob('image/jpeg', new HeldBlob(thumbnail));
    if (facts.marks.length > 0)
      builder.addAction({
        action: 'c2pa.watermarked',
        when: facts.at,
        softwareAgent: { name: 'Assay', version },
        description: `Invisible watermark: ${facts.marks.map(({ track }) => withinSentence(trackDefinition(track).label)).join(', ')}.`,
      });
    for (const { algorithm, value } of softBindingsOf(facts, namespace))
      builder.addAssertion('c2pa.soft-binding', { alg: algorithm, blocks: [{ scope: {}, value }] });
    const sign = (claim: Uint8Array) => signClaim(claim) as Promise<Uint8Array<ArrayBuffer>>;
    const definitionOfSigner = { alg, reserveSize: reserveBytes, sign };
    const source = new HeldBlob(bytes);
    return await builder.sign(definitionOfSigner, [], formatName(sniffFormat(bytes)), source);
  } finally {
    builder.free();
  }
}

async function activeLabel({ WasmReader }: C2paLibrary, signed: Uint8Array): Promise<string> {
  const reader = await WasmReader.fromBytes(formatName(sniffFormat(signed)), signed, CONTEXT);
  try {
    const { state, activeManifest } = summarizeStore(JSON.parse(reader.json()) as Json);
    if (state === 'invalid' || activeManifest === null) throw new Error('the signed file does not validate');
    return activeManifest;
  } finally {
    reader.free();
  }
}

/** @throws {Error} with what the library throws, text or error: nothing was signed then */
export async function buildSigned(
  job: SigningRequest,
  settings: ManifestShape & AskKeyHolder,
): Promise<Omit<Signed, 'bindings'>> {
  const library = await loadC2pa();
  const hashes = { bytesSha256: sha256Hex(job.bytes), parentSha256: sha256Hex(job.parent) };
  let broken = true;
  try {
    const key = await settings.randomKey(hashes);
    const signed = await withKeyedRandom(key, () => build(library, job, settings));
    const manifestId = await activeLabel(library, signed);
    broken = false;
    return { bytes: signed, ids: await contentIds(signed), manifestId };
  } catch (thrown) {
    throw new Error(`A manifest was not signed: ${thrown instanceof Error ? thrown.message : String(thrown)}`, {
      cause: thrown,
    });
  } finally {
    retireC2pa(broken);
  }
}
