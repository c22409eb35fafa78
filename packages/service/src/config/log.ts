/** Settings of the transparency log. @module */
import { readWitnessKey } from '@assay/core/transparency/cosignature';
import { isKeyName } from '@assay/core/transparency/signedNote';
import { z } from 'zod';
import { integer, list, orNull, setting, text, url } from './setting.ts';

/** A checkpoint names its log twice and has to fit into one memo of the ledger, 566 bytes. */
const ORIGIN_CHARS_MAX = 150;

/** Completes "NAME ...". */
export const LOG_ORIGIN_RULE = `must be a name such as example.org/tlog, without spaces and plus, of ${ORIGIN_CHARS_MAX} characters at most`;

export const isLogOrigin = (name: string): boolean => isKeyName(name) && name.length <= ORIGIN_CHARS_MAX;

const origin = text.refine(isLogOrigin, LOG_ORIGIN_RULE);

/** A note has 32 signatures at most, for whoever reads it. */
const WITNESSES_MAX = 16;

const witness = text.transform((typed, context) => {
  const [address = '', key = '', ...more] = typed.split(/\s+/);
  const read = url('http:', 'https:').safeParse(address);
  if (read.success && readWitnessKey(key) !== null && more.length === 0) return { address: read.data, key };
  const message =
    'must list witnesses as ADDRESS KEY, such as https://witness.example.org w.example.org+1a2b3c4d+BASE64';
  context.addIssue({ code: 'custom', message, input: typed });
  return z.NEVER;
});

const witnesses = list.pipe(
  z.array(witness).max(WITNESSES_MAX, `must list ${WITNESSES_MAX} witnesses at most`).readonly(),
);

export const LOG_SETTINGS = {
  logOrigin: setting(
    'ASSAY_LOG_ORIGIN',
    '',
    'Name of the transparency log on its checkpoints, taken once when the log begins. Empty: ASSAY_PUBLIC_BASE_URL without scheme and with /tlog, else a random name.',
    orNull(origin),
  ),
  anchorSeconds: setting(
    'ASSAY_LOG_ANCHOR_SECONDS',
    '3600',
    'Seconds between two checkpoints that are written on the ledger; one transaction each, and none while nothing is new.',
    integer(1, 365 * 24 * 3600),
  ),
  auditHeadSeconds: setting(
    'ASSAY_AUDIT_HEAD_SECONDS',
    '3600',
    'An entry of an audit log waits at most so many seconds, and a minute, until the head of that log goes into the transparency log.',
    integer(1, 365 * 24 * 3600),
  ),
  auditHeadEntries: setting(
    'ASSAY_AUDIT_HEAD_ENTRIES',
    '100',
    'An audit log that grew by so many entries has its head logged within a minute.',
    integer(1, 1_000_000),
  ),
  timestampUrl: setting(
    'ASSAY_TIMESTAMP_URL',
    '',
    'RFC 3161 authority that time-stamps checkpoints, such as http://timestamp.example.org/tsr. Empty: off.',
    orNull(url('http:', 'https:')),
  ),
  reportTimestampUrl: setting(
    'ASSAY_REPORT_TIMESTAMP_URL',
    '',
    'RFC 3161 authority whose time-stamp goes into every report that is taken as PDF. While it does not answer there is none. Empty: off.',
    orNull(url('http:', 'https:')),
  ),
  reportCertificates: setting(
    'ASSAY_REPORT_CERTIFICATES',
    '',
    'PEM file with the chain of who signs the reports that are taken as PDF (PAdES), its own certificate first. Empty: they are not signed.',
    orNull(text),
  ),
  reportPrivateKey: setting(
    'ASSAY_REPORT_PRIVATE_KEY',
    '',
    'PEM file (PKCS #8) with the RSA or ECDSA key of the first of these certificates.',
    orNull(text),
  ),
  reportCertificatesFolder: setting(
    'ASSAY_REPORT_CERTIFICATES_FOLDER',
    '',
    'Folder with the certificates of organizations that sign their own reports: `ORGANIZATION_ID.pem`, the chain, and `ORGANIZATION_ID.key`, its key, as in the two files above, which sign for all others. Read at the start.',
    orNull(text),
  ),
  timestampSeconds: setting(
    'ASSAY_TIMESTAMP_SECONDS',
    '86400',
    'Seconds between two time-stamps.',
    integer(1, 365 * 24 * 3600),
  ),
  witnesses: setting(
    'ASSAY_WITNESSES',
    '',
    'Witnesses of checkpoints (C2SP tlog-witness), separated by commas: address, space, verifier key. Empty: none is asked.',
    witnesses,
  ),
  witnessQuorum: setting(
    'ASSAY_WITNESS_QUORUM',
    '0',
    '/health names it as a problem when fewer witnesses cosigned the newest checkpoint. Signing never waits for them.',
    integer(0, WITNESSES_MAX),
  ),
} as const;

type OriginSettings = { readonly logOrigin: string | null; readonly publicBaseUrl: string | null };

/** Null: a random name. */
export const logOriginOf = ({ logOrigin, publicBaseUrl }: OriginSettings): string | null =>
  logOrigin ?? (publicBaseUrl === null ? null : `${publicBaseUrl.replace(/^https?:\/\//, '')}/tlog`);
