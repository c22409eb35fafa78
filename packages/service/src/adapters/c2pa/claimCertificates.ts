/**
 * Who stands behind the signature of a claim: the certificates that it brings (x5chain), and the assurance level that the C2PA
 * conformance programme has its certificate authorities write into the signer's.
 *
 *     c2pa-al ::= OBJECT IDENTIFIER   -- 1.3.6.1.4.1.62558.3.10 is level 1, .20 level 2
 *
 * What they say is read and not judged: whether the chain leads to a root of the trust list is the validation's to say.
 * Source: C2PA 2.2, 13.2 and 14.2; RFC 9360, section 2 (x5chain); C2PA Certificate Policy, 7.1.2 (extension 1.3.6.1.4.1.62558.3).
 * @module
 */
import { X509Certificate } from 'node:crypto';
import { objectIdentifier, readValue, readValues, TAG } from '@assay/core/encoding/der';
import { sameBytes } from '@assay/core/encoding/sameBytes';
import { decode, Tagged } from 'cborg';
import type { ClaimCertificates, SignerCertificate } from '../../app/ports/credentials/credentials.ts';
import { activeSignature } from './manifestStore.ts';
import { textOf } from './shownText.ts';

/** Label of the chain among COSE headers; files of claim version 1 write its name. RFC 9360, table 1. */
const X5CHAIN = [33, 'x5chain'] as const;
const COSE_SIGN1_TAG = 18;
/** Longer chains than any authority has; the rest is not shown. */
export const CERTIFICATES_SHOWN = 10;

/** Those of authorities have 2 KiB. */
const CERTIFICATE_BYTES_MAX = 8 * 1024;
/** In base64 with its lines. */
export const PEM_CHARS_MAX = 2 * CERTIFICATE_BYTES_MAX;

const ASSURANCE_LEVEL = objectIdentifier('1.3.6.1.4.1.62558.3');
const LEVELS = [
  [objectIdentifier('1.3.6.1.4.1.62558.3.10'), 1],
  [objectIdentifier('1.3.6.1.4.1.62558.3.20'), 2],
] as const;
/** [3]: the extensions of a certificate; RFC 5280, 4.1. */
const CONTEXT_3 = 0xa3;

const NONE: ClaimCertificates = { certificates: [], assuranceLevel: null };

/** Of the active manifest of a store. Never throws: what cannot be read is none. */
export function claimCertificatesOf(store: Uint8Array | null): ClaimCertificates {
  try {
    const signature = store && activeSignature(store);
    const ders = signature ? chainIn(signature) : [];
    const certificates = ders.slice(0, CERTIFICATES_SHOWN).map((der) => new X509Certificate(der));
    const [leaf] = certificates;
    return leaf ? { certificates: certificates.map(shown), assuranceLevel: assuranceLevelOf(leaf.raw) } : NONE;
  } catch {
    return NONE;
  }
}

const nameOf = (name: string, part: 'CN' | 'O'): string | null =>
  textOf(
    name
      .split('\n')
      .find((line) => line.startsWith(`${part}=`))
      ?.slice(part.length + 1)
      // Node writes names as RFC 4514 has them, a backslash before a comma; escaped control characters stay as they are.
      .replace(/\\([^0-9A-Fa-f])/g, '$1'),
  );

/** RFC 7468. */
const pemOf = (der: Uint8Array): string =>
  `-----BEGIN CERTIFICATE-----\n${Buffer.from(der)
    .toString('base64')
    .replace(/.{64}(?=.)/g, '$&\n')}\n-----END CERTIFICATE-----\n`;

const shown = ({ subject, issuer, validFrom, validTo, raw }: X509Certificate): SignerCertificate => ({
  commonName: nameOf(subject, 'CN'),
  organization: nameOf(subject, 'O'),
  issuer: nameOf(issuer, 'CN') ?? nameOf(issuer, 'O'),
  validFrom: new Date(validFrom).toISOString(),
  validTo: new Date(validTo).toISOString(),
  pem: raw.length > CERTIFICATE_BYTES_MAX ? null : pemOf(raw),
});

/** Protected headers first, since those are signed. One certificate stands alone, several in a list. */
function chainIn(signature: Uint8Array): Uint8Array[] {
  const options = { useMaps: true, tags: { [COSE_SIGN1_TAG]: Tagged.decoder(COSE_SIGN1_TAG) } };
  const read: unknown = decode(signature, options);
  const [signed, loose] = (read instanceof Tagged ? read.value : read) as [Uint8Array, Map<unknown, unknown>];
  const headers = [signed.length > 0 ? (decode(signed, options) as Map<unknown, unknown>) : new Map(), loose];
  for (const header of headers)
    for (const label of X5CHAIN) {
      const chain = header.get(label);
      if (chain instanceof Uint8Array) return [chain];
      if (Array.isArray(chain)) return chain.filter((one) => one instanceof Uint8Array);
    }
  return [];
}

/** @throws {RangeError} for what is no certificate */
function assuranceLevelOf(certificate: Uint8Array): 1 | 2 | null {
  const [body] = readValues(readValue(certificate).content);
  const holder = readValues(body?.content ?? new Uint8Array()).find(({ tag }) => tag === CONTEXT_3);
  const list = holder ? readValues(readValue(holder.content).content) : [];
  for (const extension of list) {
    const parts = readValues(extension.content);
    const value = parts.at(-1);
    if (!parts[0] || !sameBytes(parts[0].whole, ASSURANCE_LEVEL) || value?.tag !== TAG.octetString) continue;
    return LEVELS.find(([oid]) => sameBytes(value.content, oid))?.[1] ?? null;
  }
  return null;
}
