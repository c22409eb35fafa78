/** What names in archives and below prefixes may be, and how many: docs/spec/assets.md#import. @module */
import { AppError } from '@assay/core/errors';

/** Files of one import. */
export const FILES_MAX = 50_000;
/** Characters of a name with its folders. */
const NAME_LENGTH_MAX = 1_000;

/** What the import was given as, for the person who sent it. */
export type ImportField = 'file' | 'prefix';

/** @throws always {AppError} VALIDATION_ERROR */
export function refuse(field: ImportField, message: string): never {
  throw new AppError('VALIDATION_ERROR', `${field}: ${message}`, {
    errors: [{ field, location: 'body', code: 'custom', message }],
  });
}

/** Files that operating systems add beside pictures. */
const NOT_MEANT = /(?:^|\/)(?:__MACOSX\/|\.[^/]*(?:\/|$)|Thumbs\.db$|desktop\.ini$)/i;
export const isMeant = (name: string): boolean => !name.endsWith('/') && !NOT_MEANT.test(name);

const CONTROL = /\p{Cc}/u;

/** No name leads anywhere: pictures are read into memory. One that tries to is a sign that the archive is hostile. */
export function assertName(field: ImportField, name: string): void {
  const shown = JSON.stringify(name.slice(0, 100));
  if (name === '' || name.length > NAME_LENGTH_MAX)
    refuse(field, `holds a name of ${name.length} characters; 1 to ${NAME_LENGTH_MAX} are taken`);
  if (CONTROL.test(name)) refuse(field, `holds a name with control characters: ${shown}`);
  if (name.startsWith('/') || name.includes('\\') || /^[A-Za-z]:/.test(name))
    refuse(field, `holds a name that is no path below the archive: ${shown}`);
  if (name.split('/').some((part) => part === '..' || part === '.'))
    refuse(field, `holds a name that leads out of the archive: ${shown}`);
}

export function assertCount(field: ImportField, count: number): void {
  if (count > FILES_MAX) refuse(field, `holds ${count} entries; one import takes at most ${FILES_MAX}. Split it.`);
  if (count === 0) refuse(field, 'holds no picture');
}

/** @throws {AppError} VALIDATION_ERROR for the first name that comes twice */
export function assertUnique(field: ImportField, names: readonly string[]): void {
  const seen = new Set<string>();
  for (const name of names) {
    if (seen.has(name)) refuse(field, `holds ${JSON.stringify(name.slice(0, 100))} twice`);
    seen.add(name);
  }
}
