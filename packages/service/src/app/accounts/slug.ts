/** From a name to the readable part of an address: docs/spec/organizations.md#slugs. @module */

/** Words that a later page or path of ours may need. */
const RESERVED = new Set(['admin', 'api', 'assay', 'docs', 'health', 'me', 'new', 'settings', 'support', 'www']);

/** Room for a number that the database appends when the slug is taken; slugs have 3..63 characters. */
const SLUG_BASE_CHARS_MAX = 48;

/** Latin letters that are no base letter with a mark, so that normalisation leaves them whole. */
const LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
};

/** Lower-case letters, digits and single hyphens, 3..48 characters; "workspace" if nothing of the name remains. */
export function slugBase(name: string): string {
  const slug = name
    .normalize('NFKD')
    .toLowerCase()
    // A mark is no gap: "Zürich" is "zurich", not "zu-rich".
    .replace(/\p{M}+/gu, '')
    .replace(/\P{ASCII}/gu, (letter) => LETTERS[letter] ?? letter)
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, SLUG_BASE_CHARS_MAX)
    .replace(/^-+|-+$/g, '');
  if (slug.length === 0) return 'workspace';
  return slug.length < 3 || RESERVED.has(slug) ? `${slug}-workspace` : slug;
}

const SLUG = /^[a-z0-9][a-z0-9-]{1,61}[a-z0-9]$/;

/** Whether somebody may choose it. */
export const isSlug = (text: string): boolean => SLUG.test(text) && !RESERVED.has(text);
