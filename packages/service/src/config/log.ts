/** Settings of the transparency log. @module */
import { isKeyName } from '@assay/core/transparency/signedNote';
import { integer, orNull, setting, text, url } from './setting.ts';

/** A checkpoint names its log twice and has to fit into one memo of the ledger, 566 bytes. */
const ORIGIN_CHARS_MAX = 150;

/** Completes "NAME ...". */
export const LOG_ORIGIN_RULE = `must be a name such as example.org/tlog, without spaces and plus, of ${ORIGIN_CHARS_MAX} characters at most`;

export const isLogOrigin = (name: string): boolean => isKeyName(name) && name.length <= ORIGIN_CHARS_MAX;

const origin = text.refine(isLogOrigin, LOG_ORIGIN_RULE);

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
  timestampSeconds: setting(
    'ASSAY_TIMESTAMP_SECONDS',
    '86400',
    'Seconds between two time-stamps.',
    integer(1, 365 * 24 * 3600),
  ),
} as const;

type OriginSettings = { readonly logOrigin: string | null; readonly publicBaseUrl: string | null };

/** Null: a random name. */
export const logOriginOf = ({ logOrigin, publicBaseUrl }: OriginSettings): string | null =>
  logOrigin ?? (publicBaseUrl === null ? null : `${publicBaseUrl.replace(/^https?:\/\//, '')}/tlog`);
