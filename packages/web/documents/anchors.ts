/**
 * The anchor of a heading as GitHub makes it: lower case, no marks but hyphens, a number behind a repeated one.
 * @param text of the heading, without its marks
 * @param taken anchors of the headings before; the new one is added
 */
export function anchorOf(text: string, taken: Set<string>): string {
  const slug = text
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}_\- ]/gu, '')
    .replaceAll(' ', '-');
  let anchor = slug;
  for (let n = 1; taken.has(anchor); n++) anchor = `${slug}-${n}`;
  taken.add(anchor);
  return anchor;
}
