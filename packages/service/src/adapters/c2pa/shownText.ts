/** Texts of a stranger's file as they may be stored and shown: bounded in number and length. @module */
import type { CredentialSigner } from '../../app/ports/credentials/credentials.ts';
import { asJson, type Json } from './json.ts';

export const TEXT_CHARS_MAX = 300;
export const LIST_MAX = 50;

/** Databases take neither NUL nor half of a surrogate pair in JSON text. */
export function textOf(value: unknown): string | null {
  if (typeof value !== 'string') return null;
  const clean = [...value.replaceAll('\0', '')]
    .slice(0, TEXT_CHARS_MAX)
    .join('')
    .replace(/[\ud800-\udfff]/gu, '\ufffd');
  return clean === '' ? null : clean;
}

export const textsOf = (values: readonly unknown[]): string[] =>
  values.slice(0, LIST_MAX).flatMap((value) => textOf(value) ?? []);

/** Of a manifest, or of an identity assertion: both have a `signature_info`. */
export function signerOf(signed: Json): CredentialSigner | null {
  if (signed.signature_info === undefined) return null;
  const info = asJson(signed.signature_info);
  return {
    issuer: textOf(info.issuer),
    commonName: textOf(info.common_name),
    algorithm: textOf(info.alg),
    serialNumber: textOf(info.cert_serial_number),
  };
}
