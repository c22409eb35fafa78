/** What c2pa-rs (c2pa-wasm), which ours reads with, says of a file's manifest by itself: its verdict and codes, without any list. @module */
import { closeNetwork, installBrowserParts } from '@assay/service/adapters/c2pa/browserParts';
import { loadC2pa } from '@assay/service/adapters/c2pa/wasmModule';
import { sniffFormat } from '@assay/service/adapters/codec/sniffFormat';
import type { OtherReading } from './otherValidator.ts';

/** c2pa-ts does not judge trust, and these readings had no list. */
const isOfTrust = (code: string): boolean => code.endsWith('.untrusted');
export const judged = (codes: readonly string[]): string[] => [
  ...new Set(codes.filter((code) => !isOfTrust(code)).toSorted()),
];

const SETTINGS = JSON.stringify({ verify: { remote_manifest_fetch: false, ocsp_fetch: false } });
interface LibraryReport {
  readonly validation_state?: string;
  readonly validation_results?: {
    readonly activeManifest?: { readonly failure: readonly { readonly code: string }[] };
  };
}

export async function readByLibrary(bytes: Uint8Array): Promise<OtherReading> {
  installBrowserParts();
  closeNetwork();
  const { WasmReader } = await loadC2pa();
  try {
    const reader = await WasmReader.fromBytes(`image/${sniffFormat(bytes)}`, bytes, SETTINGS);
    const report = JSON.parse(reader.json()) as LibraryReport;
    reader.free();
    const codes = judged((report.validation_results?.activeManifest?.failure ?? []).map(({ code }) => code));
    return { state: report.validation_state === 'Invalid' ? 'invalid' : 'valid', codes };
  } catch (thrown) {
    // It throws for what has no manifest, and for one that lies elsewhere.
    if (/JumbfNotFound|RemoteManifestUrl/.test(String(thrown))) return { state: 'none', codes: [] };
    return { state: 'failed', codes: [String(thrown)] };
  }
}
