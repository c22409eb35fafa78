/**
 * Bundles of evidence, checked offline: no server is asked, and none is trusted.
 *
 *     const bundle = await verifyBundle(new Uint8Array(await file.arrayBuffer()));   // evidence.zip, in Node or a browser
 *     if (!bundle.holds) console.log(bundle.claims.filter(({ holds }) => !holds));
 *
 * @module
 */
import { canonicalJson, type Json } from '@assay/core/encoding/canonicalJson';
import { readStoredZip, type ZipFile } from '@assay/core/encoding/storedZip';
import {
  BUNDLE_LIMITS,
  type BundleManifest,
  hashOf,
  MANIFEST,
  readManifest,
  readSignature,
  SIGNATURE,
  signedText,
} from '@assay/core/evidence/bundle';
import { base64OfBytes } from '@assay/core/encoding/base64';
import { type KnownFacts, type VerifiedClaim, type VerifiedReceipt, verifyReceipt } from './receipt.ts';
import { isSigned } from './signed.ts';

/** What you know from elsewhere. A bundle that brings its own keys shows only that it fits together. */
export interface KnownOfBundle extends Pick<KnownFacts, 'logKey' | 'witnesses' | 'witnessesMin'> {
  /** Of the organization that made the verification: raw Ed25519 key in base64, as in `/.well-known/jwks.json`. */
  readonly signerKey?: string;
  /** Of the organization that registered the picture and committed to it. */
  readonly publicKey?: string;
}

export interface VerifiedBundle {
  /** Every claim holds. */
  readonly holds: boolean;
  readonly claims: readonly VerifiedClaim[];
  /** Null if it cannot be read. */
  readonly manifest: BundleManifest | null;
  /** `report.json`, of the shape `VerificationReport`; null if it cannot be read. */
  readonly report: Readonly<Record<string, unknown>> | null;
  /** Of `proof.json`; null if the bundle has none: nothing was committed, or not told to whoever fetched it. */
  readonly proof: VerifiedReceipt | null;
}

const claim = (says: string, holds: boolean): VerifiedClaim => ({ says, holds });

/** @throws {ZipFormError} for what is no such archive at all, with the reason */
export async function verifyBundle(bundle: Uint8Array, known: KnownOfBundle = {}): Promise<VerifiedBundle> {
  const { files, isExact } = readStoredZip(bundle, BUNDLE_LIMITS);
  const manifestFile = files.find(({ name }) => name === MANIFEST);
  const manifest = manifestFile ? readManifest(manifestFile.bytes) : null;
  const report = jsonIn(files, 'report.json');
  const verification = isMembers(report?.verification) ? report.verification : null;
  const proof = await proofIn(files, known);
  const claims = [
    claim('the archive is byte for byte what its entries make', isExact),
    claim('the manifest is one of version 1', manifest !== null),
    ...(manifest ? fileClaims(files, manifest) : []),
    ...(manifestFile && manifest ? await signatureClaims(files, manifestFile, manifest, known) : []),
    ...reportClaims(manifest, report, verification),
    ...pictureClaims(files, verification),
    ...proofClaims(files, proof, verification),
  ];
  return { holds: claims.every(({ holds }) => holds), claims, manifest, report, proof };
}

type Members = Readonly<Record<string, unknown>>;
const isMembers = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function jsonIn(files: readonly ZipFile[], wanted: string): Members | null {
  const file = files.find(({ name }) => name === wanted);
  if (!file) return null;
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(file.bytes));
    return isMembers(value) ? value : null;
  } catch {
    return null;
  }
}

function fileClaims(files: readonly ZipFile[], manifest: BundleManifest): VerifiedClaim[] {
  const present = files.filter(({ name }) => name !== MANIFEST && name !== SIGNATURE);
  const names = (list: readonly { readonly name: string }[]) => list.map(({ name }) => name).join('\n');
  return [
    claim('it holds exactly the files that the manifest names', names(present) === names(manifest.files)),
    ...present.map(({ name, bytes }) => {
      const named = manifest.files.find((file) => file.name === name);
      return claim(
        `${name} is the one that the manifest names`,
        named?.sha256 === hashOf(bytes) && named.size_bytes === bytes.length,
      );
    }),
  ];
}

async function signatureClaims(
  files: readonly ZipFile[],
  manifestFile: ZipFile,
  { signed_by: key }: BundleManifest,
  known: KnownOfBundle,
): Promise<VerifiedClaim[]> {
  const file = files.find(({ name }) => name === SIGNATURE);
  const compared =
    known.signerKey === undefined ? [] : [claim('the key that signed is the one you know', known.signerKey === key)];
  if (key === null) return [claim('it names no signer and has no signature', file === undefined), ...compared];
  const signature = file ? readSignature(file.bytes) : null;
  const holds =
    signature !== null &&
    base64OfBytes(signature.publicKey) === key &&
    (await isSigned({ ...signature, message: signedText(manifestFile.bytes) }));
  return [claim('the key that the manifest names signed it', holds), ...compared];
}

function reportClaims(
  manifest: BundleManifest | null,
  report: Members | null,
  verification: Members | null,
): VerifiedClaim[] {
  if (!report || !verification) return [claim('report.json is a report', false)];
  const { digest, ...rest } = report;
  return [
    claim('the digest of the report is that of what it says', digest === digestOf(rest)),
    claim(
      'report and manifest speak of the same verification',
      verification.verification_id === manifest?.verification_id && verification.verified_at === manifest?.created_at,
    ),
  ];
}

function digestOf(value: Members): string | null {
  try {
    return hashOf(new TextEncoder().encode(canonicalJson(value as Json)));
  } catch {
    return null;
  }
}

function pictureClaims(files: readonly ZipFile[], verification: Members | null): VerifiedClaim[] {
  const picture = files.find(({ name }) => name.startsWith('submitted/'));
  if (!picture) return [];
  return [
    claim('the picture in it is the one that was judged', hashOf(picture.bytes) === verification?.source_image_hash),
  ];
}

async function proofIn(files: readonly ZipFile[], known: KnownOfBundle): Promise<VerifiedReceipt | null> {
  const json = jsonIn(files, 'proof.json');
  if (!json) return null;
  const { logKey, publicKey, witnesses, witnessesMin } = known;
  try {
    return await verifyReceipt(json, {
      ...(logKey === undefined ? {} : { logKey }),
      ...(publicKey === undefined ? {} : { publicKey }),
      ...(witnesses === undefined ? {} : { witnesses }),
      ...(witnessesMin === undefined ? {} : { witnessesMin }),
    });
  } catch (cause) {
    // It is no proof at all; a claim says so. That this platform cannot check signatures is no finding.
    if (cause instanceof TypeError) return null;
    throw cause;
  }
}

function proofClaims(
  files: readonly ZipFile[],
  proof: VerifiedReceipt | null,
  verification: Members | null,
): VerifiedClaim[] {
  if (!files.some(({ name }) => name === 'proof.json')) return [];
  if (!proof) return [claim('proof.json is a proof of a commitment', false)];
  return [
    ...proof.claims.map(({ says, holds }) => claim(`proof: ${says}`, holds)),
    claim(
      'proof: it speaks of the picture that the verdict is about',
      proof.payload !== null && proof.payload.asset_id === verification?.asset_id,
    ),
  ];
}
