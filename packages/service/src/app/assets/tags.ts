/** Tags of an asset: docs/spec/assets.md#tags. @module */
import { AppError } from '@assay/core/errors';

export const TAGS_MAX = 50;
export const TAG_CHARS_MAX = 64;

/**
 * Trimmed, without empty ones and without repetitions; the first spelling stays.
 * @throws {AppError} VALIDATION_ERROR for too many or too long ones
 */
export function cleanTags(tags: readonly string[]): string[] {
  const byFold = new Map<string, string>();
  for (const tag of tags.map((text) => text.trim().normalize('NFC')))
    if (tag !== '' && !byFold.has(tag.toLowerCase())) byFold.set(tag.toLowerCase(), tag);
  const clean = [...byFold.values()];
  const message =
    clean.length > TAGS_MAX
      ? `Use at most ${TAGS_MAX} tags.`
      : clean.some((tag) => [...tag].length > TAG_CHARS_MAX)
        ? `Each tag may have at most ${TAG_CHARS_MAX} characters.`
        : null;
  if (message !== null)
    throw new AppError('VALIDATION_ERROR', `tags: ${message}`, {
      errors: [{ field: 'tags', location: 'body', code: 'too_big', message }],
    });
  return clean;
}

/** Splits the comma lists of forms and queries. */
export const splitTags = (lists: readonly string[]): string[] => lists.flatMap((list) => list.split(','));
