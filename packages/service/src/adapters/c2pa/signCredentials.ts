/** Job: signs a manifest into a delivered file: actions, soft bindings, the original as parent. @module */
import { trackDefinition, withinSentence } from '@assay/core/watermark/tracks';
import { createHmac } from 'node:crypto';
import {
  markBindingValue,
  type Signed,
  type SigningFacts,
  type SoftBinding,
} from '../../app/ports/credentials/credentials.ts';
import { sniffFormat } from '../codec/sniffFormat.ts';
import { contentIds, sha256Hex } from '../content/contentIds.ts';
import { HeldBlob, withKeyedRandom } from './browserParts.ts';
import { type ClaimSigner, createClaimSigner, type SignerFiles } from './claimSignature.ts';
import { manifestStoreIn } from './manifestStore.ts';
import { formatName } from './readCredentials.ts';
import { softBindingNames } from './softBindingNames.ts';
import { type C2paLibrary, loadC2pa, retireC2pa } from './wasmModule.ts';

export interface SigningSettings {
  readonly signer: SignerFiles;
  /** Of the service, for the claim generator. */
  readonly version: string;
  /** Reversed domain name before the names of our soft bindings. */
  readonly namespace: string;
}

export interface SigningJob {
  readonly bytes: Uint8Array;
  readonly parent: Uint8Array;
  readonly facts: SigningFacts;
}

type Builder = ReturnType<C2paLibrary['WasmBuilder']['fromJson']>;

/** A larger store of the parent is not carried along: it would grow with every upload of a delivered file. */
const PARENT_STORE_BYTES_MAX = 8 * 1024 * 1024;

const CONTEXT = JSON.stringify({
  verify: { verify_trust: false, remote_manifest_fetch: false, ocsp_fetch: false, verify_after_sign: false },
  builder: { thumbnail: { enabled: false } },
});

const PARENT = { title: 'original', relationship: 'parentOf' } as const;

const base64Of = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');

export function softBindingsOf({ marks, pdq }: SigningFacts, namespace: string): SoftBinding[] {
  const names = softBindingNames(namespace);
  const tracks = marks.map(({ track, names: uuid }) => ({
    algorithm: names.tracks[track],
    value: markBindingValue(uuid),
  }));
  return pdq ? [...tracks, { algorithm: names.fingerprint, value: base64Of(pdq) }] : tracks;
}

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
  { bytes, parent, facts }: SigningJob,
  { version, namespace }: SigningSettings,
  signer: ClaimSigner,
): Promise<Uint8Array> {
  const definition = { claim_generator_info: [{ name: 'Assay', version }], title: 'delivered' };
  const builder = WasmBuilder.fromJson(JSON.stringify(definition), CONTEXT);
  try {
    // An edit of a parent: the library writes `c2pa.opened` for it.
    builder.setIntent('edit');
    await addParent(builder, parent);
    if (facts.marks.length > 0)
      builder.addAction({
        action: 'c2pa.watermarked',
        when: facts.at,
        softwareAgent: { name: 'Assay', version },
        description: `Invisible watermark: ${facts.marks.map(({ track }) => withinSentence(trackDefinition(track).label)).join(', ')}.`,
      });
    for (const { algorithm, value } of softBindingsOf(facts, namespace))
      builder.addAssertion('c2pa.soft-binding', { alg: algorithm, blocks: [{ scope: {}, value }] });
    const sign = async (claim: Uint8Array) => signer.signClaim(claim) as Uint8Array<ArrayBuffer>;
    const definitionOfSigner = { alg: signer.algorithm, reserveSize: signer.reserveBytes, sign };
    const source = new HeldBlob(bytes);
    return await builder.sign(definitionOfSigner, [], formatName(sniffFormat(bytes)), source);
  } finally {
    builder.free();
  }
}

/**
 * Ids and salts of the manifest follow from everything that is signed and from the private key: an upload that is
 * finished by recovery gets the same file, and nobody can tell the salts beforehand.
 */
function randomKey({ bytes, parent, facts }: SigningJob, { signer, namespace, version }: SigningSettings): Uint8Array {
  const marks = facts.marks.map(({ track, names }) => [track, names]);
  const pdq = facts.pdq && base64Of(facts.pdq);
  const text = JSON.stringify([sha256Hex(bytes), sha256Hex(parent), facts.at, marks, pdq, namespace, version]);
  return createHmac('sha256', signer.privateKey).update(text).digest();
}

async function activeLabel({ WasmReader }: C2paLibrary, signed: Uint8Array): Promise<string> {
  const reader = await WasmReader.fromBytes(formatName(sniffFormat(signed)), signed, CONTEXT);
  try {
    const report = JSON.parse(reader.json()) as { active_manifest?: string; validation_state?: string };
    if (report.validation_state === 'Invalid' || report.active_manifest === undefined)
      throw new Error('the signed file does not validate');
    return report.active_manifest;
  } finally {
    reader.free();
  }
}

/** @throws whatever the library throws, text or error: nothing was signed then */
export async function signCredentials(job: SigningJob, settings: SigningSettings): Promise<Signed> {
  const library = await loadC2pa();
  const signer = createClaimSigner(settings.signer);
  let broken = true;
  try {
    const signed = await withKeyedRandom(randomKey(job, settings), () => build(library, job, settings, signer));
    const manifestId = await activeLabel(library, signed);
    broken = false;
    return {
      bytes: signed,
      ids: await contentIds(signed),
      manifestId,
      bindings: softBindingsOf(job.facts, settings.namespace),
    };
  } catch (thrown) {
    throw new Error(`A manifest was not signed: ${thrown instanceof Error ? thrown.message : String(thrown)}`, {
      cause: thrown,
    });
  } finally {
    retireC2pa(broken);
  }
}
