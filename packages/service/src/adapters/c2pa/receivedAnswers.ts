/** What a process answered: whoever took it over could say anything. @module */
import { z } from 'zod';
import { type CredentialReading, MANIFESTS_SHOWN, type Signed } from '../../app/ports/credentials/credentials.ts';
import { ChildFailure } from '../processes/childProcess.ts';
import type { Frame } from '../processes/frames.ts';
import { PEM_CHARS_MAX } from './claimCertificates.ts';
import { LIST_MAX, TEXT_CHARS_MAX } from './shownText.ts';

/** Twenty manifests with full lists of full texts, in UTF-8 and escaped. */
const JSON_BYTES_MAX = 8 * 1024 * 1024;

/** Texts are cut by characters, which may be two units each. */
const text = z.string().max(2 * TEXT_CHARS_MAX);
const textOrNull = text.nullable();
const list = <Item extends z.ZodType>(item: Item) => z.array(item).max(LIST_MAX);

const signer = z.object({
  issuer: textOrNull,
  commonName: textOrNull,
  algorithm: textOrNull,
  serialNumber: textOrNull,
});

const state = z.enum(['trusted', 'valid', 'invalid']);

const manifest = z.object({
  label: text,
  claimGenerator: textOrNull,
  title: textOrNull,
  signer: signer.nullable(),
  signedAt: textOrNull,
  actions: list(text),
  assertions: list(text),
  ingredients: list(
    z.object({
      title: textOrNull,
      relationship: textOrNull,
      manifest: textOrNull,
      codes: list(text),
      broken: z.boolean(),
    }),
  ),
  identities: list(
    z.object({
      kind: textOrNull,
      signer: signer.nullable(),
      roles: list(text),
      references: list(text),
      state: state.nullable(),
    }),
  ),
});

const reading: z.ZodType<CredentialReading> = z.object({
  present: z.boolean(),
  state: state.nullable(),
  bindingBroken: z.boolean(),
  findings: list(z.object({ code: text, url: textOrNull, explanation: textOrNull })),
  activeManifest: textOrNull,
  signer: signer.nullable(),
  certificates: list(
    z.object({
      commonName: textOrNull,
      organization: textOrNull,
      issuer: textOrNull,
      validFrom: z.iso.datetime(),
      validTo: z.iso.datetime(),
      pem: z.string().max(PEM_CHARS_MAX).nullable(),
    }),
  ),
  assuranceLevel: z.literal([1, 2]).nullable(),
  signedAt: textOrNull,
  timeProven: z.boolean(),
  revocation: z.enum(['not_revoked', 'revoked', 'unknown']),
  manifests: z.array(manifest).max(MANIFESTS_SHOWN),
  remoteManifest: textOrNull,
});

const signed = z.object({
  ids: z.object({ sha256: z.string().regex(/^[0-9a-f]{64}$/), unixfsCid: text }),
  manifestId: text,
});

function orFailure<Result>(received: () => Result): Result {
  try {
    return received();
  } catch (cause) {
    throw new ChildFailure('a process gave what ours does not give', { cause });
  }
}

/** @throws {ChildFailure} for what `summarizeStore` does not give */
export const readingIn = ({ blobs: [json = new Uint8Array()] }: Frame): CredentialReading =>
  orFailure(() => {
    if (json.length > JSON_BYTES_MAX) throw new RangeError('a reading of more than 8 MiB');
    return reading.parse(JSON.parse(Buffer.from(json.buffer, json.byteOffset, json.byteLength).toString('utf8')));
  });

/** @throws {ChildFailure} for what is no JSON, or too much */
export const crJsonIn = ({ blobs: [json = new Uint8Array()] }: Frame): string | null =>
  orFailure(() => {
    if (json.length > JSON_BYTES_MAX) throw new RangeError('a report of more than 8 MiB');
    const found = JSON.parse(Buffer.from(json.buffer, json.byteOffset, json.byteLength).toString('utf8')) as unknown;
    return found === null ? null : JSON.stringify(found);
  });

/** @throws {ChildFailure} for what `buildSigned` does not give */
export const signedIn = ({ head, blobs: [bytes] }: Frame): Omit<Signed, 'bindings'> =>
  orFailure(() => {
    if (!bytes) throw new RangeError('a signed file is missing');
    return { ...signed.parse(head), bytes };
  });
