/**
 * The bundle of evidence: a ZIP file whose `manifest.json` names every other file with its hash, and whose `signature.json`
 * signs the manifest.
 *
 *     manifest.json   JCS of { bundle_version: 1, verification_id, created_at, signed_by, files: [{ name, sha256, size_bytes }] }
 *     signature.json  JCS of { public_key, signature }, Ed25519 over "assay bundle 1\n<hex SHA-256 of manifest.json>\n"
 *
 * Source: docs/spec/bundle.md.
 * @module
 */
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToUtf8 } from '@noble/ciphers/utils.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { base64OfBytes, bytesOfBase64 } from '../encoding/base64.ts';
import { canonicalJson, type Json } from '../encoding/canonicalJson.ts';
import { sameBytes } from '../encoding/sameBytes.ts';
import { writeStoredZip, type ZipFile } from '../encoding/storedZip.ts';

export const MANIFEST = 'manifest.json';
export const SIGNATURE = 'signature.json';
/** Of a bundle that is read: a picture of the largest size, its maps, and as much again. */
export const BUNDLE_LIMITS = { entriesMax: 64, bytesMax: 128 * 1024 * 1024 } as const;

export interface BundledFile {
  readonly name: string;
  /** 64 lower-case hex characters. */
  readonly sha256: string;
  readonly size_bytes: number;
}

export interface BundleManifest {
  readonly bundle_version: 1;
  readonly verification_id: string;
  /** When the verification was made. */
  readonly created_at: string;
  /** Raw Ed25519 key in base64; null: nobody signed, since the verification was made for no organization. */
  readonly signed_by: string | null;
  /** In the order of the archive, without manifest and signature. */
  readonly files: readonly BundledFile[];
}

export interface BundleSignature {
  /** Raw Ed25519 key, 32 bytes. */
  readonly publicKey: Uint8Array;
  /** 64 bytes. */
  readonly signature: Uint8Array;
}

export const hashOf = (bytes: Uint8Array): string => bytesToHex(sha256(bytes));

/** What is signed. */
export const signedText = (manifest: Uint8Array): Uint8Array => utf8ToBytes(`assay bundle 1\n${hashOf(manifest)}\n`);

const jsonBytes = (value: unknown): Uint8Array => utf8ToBytes(canonicalJson(value as Json));

export function manifestBytes(
  files: readonly ZipFile[],
  facts: Pick<BundleManifest, 'verification_id' | 'created_at' | 'signed_by'>,
): Uint8Array {
  const named = files.map(({ name, bytes }) => ({ name, sha256: hashOf(bytes), size_bytes: bytes.length }));
  return jsonBytes({ bundle_version: 1, ...facts, files: named } satisfies BundleManifest);
}

/** The whole file. */
export function writeBundle(
  files: readonly ZipFile[],
  manifest: Uint8Array,
  signed: BundleSignature | null,
): Uint8Array {
  const signature = signed && {
    name: SIGNATURE,
    bytes: jsonBytes({ public_key: base64OfBytes(signed.publicKey), signature: base64OfBytes(signed.signature) }),
  };
  return writeStoredZip([{ name: MANIFEST, bytes: manifest }, ...(signature ? [signature] : []), ...files]);
}

/** Parsed, if the bytes are the canonical form of what they say; else null. */
function canonicalOf(bytes: Uint8Array): unknown {
  try {
    const value: unknown = JSON.parse(bytesToUtf8(bytes));
    return sameBytes(jsonBytes(value), bytes) ? value : null;
  } catch {
    return null;
  }
}

type Members = Readonly<Record<string, unknown>>;
const isMembers = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const hasOnly = (value: Members, names: readonly string[]): boolean =>
  Object.keys(value).length === names.length && names.every((name) => Object.hasOwn(value, name));

const HASH = /^[0-9a-f]{64}$/;

const isBundledFile = (value: unknown): value is BundledFile =>
  isMembers(value) &&
  hasOnly(value, ['name', 'sha256', 'size_bytes']) &&
  typeof value.name === 'string' &&
  typeof value.sha256 === 'string' &&
  HASH.test(value.sha256) &&
  Number.isSafeInteger(value.size_bytes);

/** @returns null for what is none of this version, byte for byte */
export function readManifest(bytes: Uint8Array): BundleManifest | null {
  const value = canonicalOf(bytes);
  if (!isMembers(value)) return null;
  if (!hasOnly(value, ['bundle_version', 'verification_id', 'created_at', 'signed_by', 'files'])) return null;
  const { bundle_version: version, verification_id: id, created_at: at, signed_by: key, files } = value;
  if (version !== 1 || typeof id !== 'string' || typeof at !== 'string') return null;
  if (key !== null && typeof key !== 'string') return null;
  if (!Array.isArray(files) || !files.every(isBundledFile)) return null;
  return { bundle_version: 1, verification_id: id, created_at: at, signed_by: key, files };
}

/** @returns null for what is none, byte for byte */
export function readSignature(bytes: Uint8Array): BundleSignature | null {
  const value = canonicalOf(bytes);
  if (!isMembers(value) || !hasOnly(value, ['public_key', 'signature'])) return null;
  const [publicKey, signature] = [value.public_key, value.signature].map((text) =>
    typeof text === 'string' ? bytesOfBase64(text) : null,
  );
  return publicKey && signature ? { publicKey, signature } : null;
}
