/** Which known name a misspelt one was meant to be. @module */

/** A third of a short name is another name: `sort` and `size` have two letters in common. */
const mistakesMax = (name: string): number => Math.max(1, Math.floor(name.length / 3));

/** `pageSize`, `page-size` and `pagesize` are ways to write `page_size`. */
const spelling = (name: string): string => name.toLowerCase().replaceAll(/[_-]/g, '');

/**
 * Optimal string alignment: letters too many, missing, wrong, or in each other's place.
 * L. Boytsov, Indexing methods for approximate dictionary searching, JEA 16 (2011), section 2.2.
 */
function mistakesBetween(a: string, b: string): number {
  let before: number[] = [];
  let above = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const steps = [(row[j - 1] ?? 0) + 1, (above[j] ?? 0) + 1, (above[j - 1] ?? 0) + (same ? 0 : 1)];
      row.push(Math.min(...steps, ...(swapped ? [(before[j - 2] ?? 0) + 1] : [])));
    }
    [before, above] = [above, row];
  }
  return above[b.length] ?? 0;
}

/** The known name with the fewest mistakes, or null if none is near; of equally near ones the first. */
export function nearestName(sent: string, known: readonly string[]): string | null {
  const word = spelling(sent);
  let nearest: { readonly name: string; readonly mistakes: number } | null = null;
  for (const name of known) {
    const other = spelling(name);
    const most = mistakesMax(other);
    // A sender may make names as long as an address; the length alone tells that they are not meant.
    if (Math.abs(word.length - other.length) > most) continue;
    const mistakes = mistakesBetween(word, other);
    if (mistakes <= most && mistakes < (nearest?.mistakes ?? Infinity)) nearest = { name, mistakes };
  }
  return nearest?.name ?? null;
}
