/** What cameras and programs wrote into a picture, as lines. @module */

type Tags = { readonly [name: string]: unknown } | null;

export interface TagLine {
  readonly name: string;
  readonly value: string;
}

/** Tells where a picture was taken, which is nobody's business who only looks at the page over a shoulder. */
const isPlace = (name: string): boolean => /^GPS/i.test(name);

const shown = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value)).slice(0, 500);

export function tagLines(tags: Tags): { readonly plain: readonly TagLine[]; readonly place: readonly TagLine[] } {
  const lines = Object.entries(tags ?? {})
    .filter(([, value]) => value !== null && value !== undefined && value !== '')
    .map(([name, value]) => ({ name, value: shown(value) }));
  return { plain: lines.filter(({ name }) => !isPlace(name)), place: lines.filter(({ name }) => isPlace(name)) };
}
