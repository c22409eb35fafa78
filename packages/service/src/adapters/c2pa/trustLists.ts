/**
 * Whom the operator trusts, for what. The library knows one list for signers, time stamps and identities together: a root of any of
 * them vouches for all. So where time stamps or identities have a list of their own, the file is read with that list alone as well,
 * and what it says of them is taken from there.
 * @module
 */
import { asJson, asList, type Json } from './json.ts';

/** PEM texts; empty: nobody. */
export interface TrustLists {
  /** Roots and intermediates that vouch for signers; and for time stamps, where these have no list. */
  readonly anchors: string;
  /** Signing certificates that are trusted by themselves. */
  readonly allowed: string;
  /** Purposes that a signing certificate may have, one object identifier a line; empty: those of the specification. */
  readonly purposes: string;
  /** Roots of time-stamp authorities; empty: those of the signers. */
  readonly timestamps: string;
  /** Roots of identity assertions (CAWG); empty: nobody. */
  readonly identities: string;
}

export const NO_TRUST: TrustLists = { anchors: '', allowed: '', purposes: '', timestamps: '', identities: '' };

/**
 * The state of certificates is never asked for. A manifest that lies elsewhere is there already where the library may ask for it, see
 * `withAnswerAt`.
 */
const settingsWith = (trust: object, remote_manifest_fetch: boolean): string =>
  JSON.stringify({ trust, verify: { verify_trust: true, remote_manifest_fetch, ocsp_fetch: false } });

/** The same, and identity assertions are left as they are: one that is not what it claims to be stops the library from reading its manifest. */
export const withoutIdentities = (settings: string): string =>
  JSON.stringify({ ...(JSON.parse(settings) as Json), core: { decode_identity_assertions: false } });

export const readerSettings = ({ anchors, allowed, purposes }: TrustLists, fetches = false): string =>
  settingsWith(
    {
      ...(anchors ? { user_anchors: anchors } : {}),
      ...(allowed ? { allowed_list: allowed } : {}),
      ...(purposes ? { trust_config: purposes } : {}),
    },
    fetches,
  );

/** A further reading, whether a file has anything for it, and the codes of which it decides. */
export interface FurtherList {
  readonly settings: string;
  readonly where: RegExp;
  readonly codes: RegExp;
}

/** Whether a certificate was good when it signed hangs on whether the time of that is believed. */
const OF_TIME = /^(?:timeStamp\..*|signingCredential\.expired|claimSignature\.(?:inside|outside)Validity)$/;

export function furtherLists({ timestamps, identities, purposes }: TrustLists, fetches = false): FurtherList[] {
  const listOf = (kind: 'tsa' | 'cawg', anchors: string, where: RegExp, codes = where): FurtherList[] => {
    const list = { trust_anchors: anchors, trust_kind: kind, ...(purposes ? { trust_config: purposes } : {}) };
    return anchors === '' ? [] : [{ settings: settingsWith({ anchors: [list] }, fetches), where, codes }];
  };
  return [...listOf('tsa', timestamps, /^timeStamp\./, OF_TIME), ...listOf('cawg', identities, /^cawg\./)];
}

const RESULTS = ['success', 'informational', 'failure'] as const;

/** Whether a report says anything under the codes: a file without such things need not be read by their list. */
export function speaksOf(report: Json, codes: RegExp): boolean {
  const { activeManifest, ingredientDeltas } = asJson(report.validation_results);
  const deltas = asList(ingredientDeltas).map((delta) => asJson(delta).validationDeltas);
  return [activeManifest, ...deltas]
    .map(asJson)
    .some((results) =>
      RESULTS.some((name) => asList(results[name]).some((one) => codes.test(String(asJson(one).code)))),
    );
}

/** `report` with what `other` says under the codes in question. */
export function withCodesOf(report: Json, other: Json, codes: RegExp): Json {
  const isIts = (status: unknown): boolean => codes.test(String(asJson(status).code));
  const joined = (own: unknown, others: unknown): unknown[] => [
    ...asList(own).filter((status) => !isIts(status)),
    ...asList(others).filter(isIts),
  ];
  const resultsOf = (one: Json): Json => asJson(one.validation_results);
  const [own, others] = [report, other].map((one) => asJson(resultsOf(one).activeManifest)) as [Json, Json];
  const activeManifest = Object.fromEntries(RESULTS.map((name) => [name, joined(own[name], others[name])]));
  return {
    ...report,
    validation_status: joined(report.validation_status, other.validation_status),
    validation_results: { ...resultsOf(report), activeManifest: { ...own, ...activeManifest } },
  };
}
