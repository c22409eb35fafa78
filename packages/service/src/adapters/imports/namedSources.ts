/** Folders and S3 prefixes that the operator allowed imports from: docs/spec/assets.md#import. @module */
import { lstat, readdir, readFile, realpath } from 'node:fs/promises';
import path from 'node:path';
import { AppError } from '@assay/core/errors';
import type { OpenSource, SourceEntry } from '../../app/ports/imports/importSources.ts';
import { asked, openS3Store, type S3Credentials, type S3Place } from '../storage/s3Store.ts';
import { assertCount, assertName, FILES_MAX, isMeant, refuse } from './importNames.ts';

export type NamedPlace = { readonly kind: 'folder'; readonly folder: string } | ({ readonly kind: 's3' } & S3Place);

export interface NamedSource {
  readonly name: string;
  /** Whose members may read it; null: everybody's. */
  readonly organizationIds: readonly string[] | null;
  readonly place: NamedPlace;
}

export interface SourceBounds {
  readonly pictureBytesMax: number;
  /** Null where the operator set none. */
  readonly keys: S3Credentials | null;
}

/** @param prefix `NAME` or `NAME/folder`. @throws {AppError} VALIDATION_ERROR; of what is another organization's as of what is not there */
export async function openNamedSource(
  all: readonly NamedSource[],
  { prefix, organizationId }: { readonly prefix: string; readonly organizationId: string },
  bounds: SourceBounds,
): Promise<OpenSource> {
  const sources = all.filter(({ organizationIds }) => organizationIds?.includes(organizationId) ?? true);
  const [name = '', ...parts] = prefix.split('/');
  const source = sources.find((one) => one.name === name);
  if (!source) {
    const names = sources.map((one) => one.name).join(', ');
    return refuse(
      'prefix',
      names === '' ? 'this service imports from no place for your organization' : `must begin with one of: ${names}`,
    );
  }
  const below = parts.filter((part) => part !== '').join('/');
  if (below !== '') assertName('prefix', below);
  return source.place.kind === 'folder'
    ? openFolder(source.place.folder, below, bounds)
    : openBucket(source.place, below, bounds);
}

const tooLarge = (limit: number): AppError =>
  new AppError('FILE_TOO_LARGE', `A file may have at most ${limit} bytes.`, { extra: { limit } });
const gone = (): AppError => new AppError('INVALID_FILE_TYPE', 'The file is not there any more.');

/** The file or folder itself, if no part of the way to it below `home` is a link; null also without one. */
async function withoutLinks(home: string, below: string): Promise<string | null> {
  const place = path.join(await realpath(home), below);
  return (await realpath(place)) === place ? place : null;
}

/** Links are left out, wherever they stand: they may lead anywhere. The folder's own place may be one, it is the operator's. */
async function openFolder(home: string, below: string, { pictureBytesMax }: SourceBounds): Promise<OpenSource> {
  const root = await withoutLinks(home, below).catch(() => null);
  if (root === null) return refuse('prefix', `there is no folder ${JSON.stringify(below)}`);
  const entries: SourceEntry[] = [];
  const walk = async (folder: string): Promise<void> => {
    const children = await readdir(path.join(root, folder), { withFileTypes: true }).catch(() =>
      refuse('prefix', `there is no folder ${JSON.stringify(below)}`),
    );
    for (const child of children.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      const name = folder === '' ? child.name : `${folder}/${child.name}`;
      if (!isMeant(name)) continue;
      if (child.isDirectory()) await walk(name);
      else if (child.isFile()) entries.push({ name, sizeBytes: (await lstat(path.join(root, name))).size });
      if (entries.length > FILES_MAX) assertCount('prefix', entries.length);
    }
  };
  await walk('');
  assertCount('prefix', entries.length);
  return {
    entries,
    async read(name) {
      assertName('prefix', name);
      // A folder may have become a link since.
      const place = await withoutLinks(home, path.join(below, name)).catch(() => null);
      const facts = place === null ? null : await lstat(place).catch(() => null);
      if (place === null || !facts?.isFile()) throw gone();
      if (facts.size > pictureBytesMax) throw tooLarge(pictureBytesMax);
      return readFile(place);
    },
    close: async () => {},
  };
}

const KEYS_AT_ONCE = 1000;

async function openBucket(place: S3Place, below: string, { keys, pictureBytesMax }: SourceBounds): Promise<OpenSource> {
  if (!keys) return refuse('prefix', 'this service has no key for its bucket; its operator sets AWS_ACCESS_KEY_ID');
  const store = openS3Store(place, keys);
  const prefix = `${place.prefix}${below === '' ? '' : `${below}/`}`;
  const entries: SourceEntry[] = [];
  let token: string | undefined;
  do {
    const page = await asked(store.listObjectsPaged('/', prefix, KEYS_AT_ONCE, token));
    for (const { Key, Size } of page?.objects ?? []) {
      const name = Key.slice(prefix.length);
      if (name !== '' && isMeant(name)) entries.push({ name, sizeBytes: Number(Size) });
    }
    if (entries.length > FILES_MAX) assertCount('prefix', entries.length);
    token = page?.nextContinuationToken;
  } while (token);
  assertCount('prefix', entries.length);
  for (const { name } of entries) assertName('prefix', name);
  return {
    entries,
    async read(name) {
      const key = `${prefix}${name}`;
      if ((await asked(store.objectExists(key))) !== true) throw gone();
      if ((await asked(store.getContentLength(key))) > pictureBytesMax) throw tooLarge(pictureBytesMax);
      const bytes = await asked(store.getObjectArrayBuffer(key));
      if (!bytes) throw gone();
      return new Uint8Array(bytes);
    },
    close: async () => {},
  };
}
