/** Job: reads and validates the manifest store of a picture. @module */
import type { CredentialReading } from '../../app/ports/credentials/credentials.ts';
import type { ImageFormat } from '../../app/ports/verify/engine.ts';
import { sniffFormat } from '../codec/sniffFormat.ts';
import { withAnswerAt } from './browserParts.ts';
import { claimCertificatesOf } from './claimCertificates.ts';
import { manifestStoreIn } from './manifestStore.ts';
import type { Json } from './json.ts';
import { textOf } from './shownText.ts';
import { noCredentials, summarizeStore, unreadableCredentials } from './storeSummary.ts';
import { furtherLists, readerSettings, type TrustLists, withCodesOf } from './trustLists.ts';
import { type C2paLibrary, loadC2pa, retireC2pa } from './wasmModule.ts';

/** What the library throws is text. */
const NO_MANIFEST = /JumbfNotFound/;
const REMOTE = /RemoteManifestUrl\("([^"]*)"\)/;

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
  let report = await parsed(readerSettings(trust, fetches));
  for (const { settings, codes } of furtherLists(trust, fetches))
    report = withCodesOf(report, await parsed(settings), codes);
  return report;
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
    return { ...summarizeStore(found, claimCertificatesOf(store)), remoteManifest: textOf(remote?.address) };
  } catch (thrown) {
    trapped = typeof thrown !== 'string';
    const text = trapped ? 'the reader stopped' : String(thrown);
    if (remote)
      return { ...unreadableCredentials('assay.manifest.unreadable', text), remoteManifest: textOf(remote.address) };
    const named = REMOTE.exec(text);
    if (named) return noCredentials(named[1] ?? null);
    if (NO_MANIFEST.test(text) && manifestStoreIn(bytes, format) === null) return noCredentials();
    return unreadableCredentials('assay.manifest.unreadable', text);
  } finally {
    retireC2pa(trapped);
  }
}
