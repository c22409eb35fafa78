/** Job: reads and validates the manifest store of a picture. @module */
import type { CredentialReading } from '../../app/ports/credentials/credentials.ts';
import type { ImageFormat } from '../../app/ports/verify/engine.ts';
import { sniffFormat } from '../codec/sniffFormat.ts';
import { claimCertificatesOf } from './claimCertificates.ts';
import { manifestStoreIn } from './manifestStore.ts';
import type { Json } from './json.ts';
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

/** @throws {AppError} INVALID_FILE_TYPE for what is no picture */
export async function readCredentials(bytes: Uint8Array, trust: TrustLists): Promise<CredentialReading> {
  const format = sniffFormat(bytes);
  const library = await loadC2pa();
  let trapped = false;
  try {
    const parsed = async (settings: string) => JSON.parse(await reportOn(library, bytes, settings, 'json')) as Json;
    let report = await parsed(readerSettings(trust));
    for (const { settings, codes } of furtherLists(trust)) report = withCodesOf(report, await parsed(settings), codes);
    return summarizeStore(report, claimCertificatesOf(manifestStoreIn(bytes, format)));
  } catch (thrown) {
    trapped = typeof thrown !== 'string';
    const text = trapped ? 'the reader stopped' : String(thrown);
    const remote = REMOTE.exec(text);
    if (remote) return noCredentials(remote[1] ?? null);
    if (NO_MANIFEST.test(text) && manifestStoreIn(bytes, format) === null) return noCredentials();
    return unreadableCredentials('assay.manifest.unreadable', text);
  } finally {
    retireC2pa(trapped);
  }
}
