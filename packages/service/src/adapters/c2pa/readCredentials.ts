/** Job: reads and validates the manifest store of a picture. @module */
import type { CredentialReading } from '../../app/ports/credentials/credentials.ts';
import type { ImageFormat } from '../../app/ports/verify/engine.ts';
import { sniffFormat } from '../codec/sniffFormat.ts';
import { withAnswerAt } from './browserParts.ts';
import { claimCertificatesOf } from './claimCertificates.ts';
import { signedBytesAreThere } from './dataHash.ts';
import { signerPayloadsIn } from './identities.ts';
import { assertionIn, manifestStoreIn } from './manifestStore.ts';
import { asJson, asList, type Json } from './json.ts';
import { textOf } from './shownText.ts';
import { noCredentials, summarizeStore, unreadableCredentials } from './storeSummary.ts';
import {
  furtherLists,
  readerSettings,
  speaksOf,
  type TrustLists,
  withCodesOf,
  withoutIdentities,
} from './trustLists.ts';
import { type C2paLibrary, loadC2pa, retireC2pa } from './wasmModule.ts';

/** What the library throws is text. */
const NO_MANIFEST = /JumbfNotFound/;
const REMOTE = /RemoteManifestUrl\("([^"]*)"\)/;

/** Where the library stops with an error, and the specification has a code for it (C2PA 2.2, section 15.2). */
const OF_SPECIFICATION = [
  ['ClaimMissingHardBinding', 'claim.hardBindings.missing'],
  ['UnknownAlgorithm', 'algorithm.unsupported'],
] as const;

export const formatName = (format: ImageFormat): string => `image/${format}`;

/** One of the reports that the library writes on a file, as text. @throws {string} the library's sentence; anything else ended it */
async function reportOn(
  { WasmReader }: C2paLibrary,
  bytes: Uint8Array,
  settings: string,
  form: 'json' | 'crJson',
): Promise<string> {
  const reader = await WasmReader.fromBytes(formatName(sniffFormat(bytes)), bytes, settings);
  try {
    return reader[form]();
  } finally {
    reader.free();
  }
}

/**
 * The reader's report in the form of the C2PA conformance programme, crJSON; null where there is none to be had.
 * @throws {AppError} INVALID_FILE_TYPE for what is no picture
 */
export async function readCrJson(bytes: Uint8Array, trust: TrustLists): Promise<string | null> {
  sniffFormat(bytes);
  const library = await loadC2pa();
  let trapped = false;
  try {
    return await reportOn(library, bytes, readerSettings(trust), 'crJson');
  } catch (thrown) {
    trapped = typeof thrown !== 'string';
    return null;
  } finally {
    retireC2pa(trapped);
  }
}

/** What the library says by all lists. @throws {unknown} as `reportOn` */
async function reported(library: C2paLibrary, bytes: Uint8Array, trust: TrustLists, fetches: boolean): Promise<Json> {
  const parsed = async (settings: string) => JSON.parse(await reportOn(library, bytes, settings, 'json')) as Json;
  const ofSigners = readerSettings(trust, fetches);
  let report = await parsed(ofSigners);
  const unread = manifestsUnread(report);
  const plain = unread.length > 0 ? await parsed(withoutIdentities(ofSigners)) : report;
  const isForIdentities = unread.length > 0 && manifestsUnread(plain).length === 0;
  if (isForIdentities) report = plain;
  for (const { settings, where, codes } of furtherLists(trust, fetches)) {
    if (!speaksOf(report, where)) continue;
    report = withCodesOf(report, await parsed(isForIdentities ? withoutIdentities(settings) : settings), codes);
  }
  return isForIdentities ? withStrangeIdentity(report, unread) : report;
}

/** Addresses of manifests of which the library found an assertion that it could not take, and so left out. */
function manifestsUnread(report: Json): readonly unknown[] {
  const { activeManifest, ingredientDeltas } = asJson(report.validation_results);
  const deltas = asList(ingredientDeltas).map((delta) => asJson(delta).validationDeltas);
  return [activeManifest, ...deltas]
    .flatMap((results) => asList(asJson(results).failure).map(asJson))
    .flatMap(({ code, url }) => (code === 'assertion.required.missing' ? [url] : []));
}

/** CAWG 1.1 has the code for an identity assertion that is not what it claims to be; those of ancestors are not validated again. */
function withStrangeIdentity(report: Json, unread: readonly unknown[]): Json {
  const results = asJson(report.validation_results);
  const active = asJson(results.activeManifest);
  const address = `self#jumbf=/c2pa/${String(report.active_manifest)}`;
  const finding = {
    code: 'cawg.identity.cbor.invalid',
    url: `${address}/c2pa.assertions/cawg.identity`,
    explanation: 'An identity assertion cannot be read.',
  };
  const failure = [...asList(active.failure), ...(unread.includes(address) ? [finding] : [])];
  return { ...report, validation_results: { ...results, activeManifest: { ...active, failure } } };
}

/** A manifest store that a picture names, and where. */
export interface RemoteStore {
  readonly address: string;
  readonly store: Uint8Array;
}

/** @throws {AppError} INVALID_FILE_TYPE for what is no picture */
export async function readCredentials(
  bytes: Uint8Array,
  trust: TrustLists,
  remote: RemoteStore | null = null,
): Promise<CredentialReading> {
  const format = sniffFormat(bytes);
  const library = await loadC2pa();
  let trapped = false;
  try {
    const report = () => reported(library, bytes, trust, remote !== null);
    const found = await (remote ? withAnswerAt(remote, report) : report());
    const store = remote?.store ?? manifestStoreIn(bytes, format);
    const summary = summarizeStore(found, {
      chain: claimCertificatesOf(store),
      payloads: signerPayloadsIn(store),
      bytesAreThere: (manifest, assertion) =>
        store !== null && signedBytesAreThere(assertionIn(store, manifest, assertion), bytes),
    });
    return { ...summary, remoteManifest: textOf(remote?.address) };
  } catch (thrown) {
    trapped = typeof thrown !== 'string';
    const text = trapped ? 'the reader stopped' : String(thrown);
    if (remote)
      return { ...unreadableCredentials('assay.manifest.unreadable', text), remoteManifest: textOf(remote.address) };
    const named = REMOTE.exec(text);
    if (named) return noCredentials(named[1] ?? null);
    if (NO_MANIFEST.test(text) && manifestStoreIn(bytes, format) === null) return noCredentials();
    const [, code = 'assay.manifest.unreadable'] = OF_SPECIFICATION.find(([error]) => text.includes(error)) ?? [];
    return unreadableCredentials(code, text);
  } finally {
    retireC2pa(trapped);
  }
}
