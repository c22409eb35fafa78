/** What c2pa-ts, written by other people from the same specification, says of a file's manifest. @module */
import { JPEG, PNG } from '@trustnxt/c2pa-ts/asset';
import { SuperBox } from '@trustnxt/c2pa-ts/jumbf';
import { ManifestStore } from '@trustnxt/c2pa-ts/manifest';

export interface OtherReading {
  /** `unread`: of a format that it does not know; `failed`: it stopped with an error. */
  readonly state: 'valid' | 'invalid' | 'none' | 'unread' | 'failed';
  /** Failure codes of the specification, each once; after `failed` its sentence. */
  readonly codes: readonly string[];
}

const FORMATS: readonly (typeof JPEG | typeof PNG)[] = [JPEG, PNG];

const sentenceOf = (thrown: unknown): string => (thrown instanceof Error ? thrown.message : String(thrown));

export async function readByOther(bytes: Uint8Array): Promise<OtherReading> {
  const Format = FORMATS.find((format) => format.canRead(bytes));
  if (!Format) return { state: 'unread', codes: [] };
  try {
    const asset = new Format(bytes);
    const store = asset.getManifestJUMBF();
    if (!store) return { state: 'none', codes: [] };
    const { isValid, statusEntries } = await ManifestStore.read(SuperBox.fromBuffer(Uint8Array.from(store))).validate(
      asset,
    );
    const failed = statusEntries.filter(({ success }) => success === false).map(({ code }) => code);
    return { state: isValid ? 'valid' : 'invalid', codes: [...new Set(failed)].sort() };
  } catch (thrown) {
    return { state: 'failed', codes: [sentenceOf(thrown)] };
  }
}
