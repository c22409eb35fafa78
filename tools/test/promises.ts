/**
 * The table of promises, checked on texts: every heading of `docs/spec` states a rule that a named test keeps, or that is not
 * kept yet, or it states none; and every test that is named exists.
 * @module
 */
import path from 'node:path';
import { anchorsOf, type Tree } from './documents/documentChecks.ts';

const FOLDER = 'docs/spec';
export const PROMISES = `${FOLDER}/promises.md`;

/** A row of the table: a rule, and a test whose title begins so. */
interface Kept {
  readonly rule: string;
  readonly file: string;
  readonly title: string;
}

const partOf = (text: string, heading: string): string =>
  text.split(/^## /m).find((part) => part.startsWith(`${heading}\n`)) ?? '';

/** `document.md#anchor` of the links of a text, documents of this folder alone. */
const rulesIn = (text: string): string[] =>
  [...text.matchAll(/\]\(([\w-]+\.md#[\w-]+)\)/g)].map((match) => match[1] as string);

/** What is promised and neither kept nor built: the rest of the tree names it nowhere else. */
export const openPromises = (text: string): string => partOf(text, 'Not kept yet') + partOf(text, 'Not built');

function keptIn(text: string): Kept[] {
  const rows = partOf(text, 'Kept').matchAll(/^\| \[[^\]]*\]\(([^)]+)\) \| `([^`]+)` \| (.*?) \|$/gm);
  return [...rows].map(([, rule = '', file = '', title = '']) => ({ rule, file, title }));
}

/** Titles of the tests of a source, as they are written there. */
export function titlesOf(source: string): string[] {
  const titles = source.matchAll(
    /\b(?:test|it)(?:\.(?!skip\b|todo\b)\w+)*(?:\((?:[^()]|\([^()]*\))*\))?\(\s*(['"`])((?:(?!\1).)*)\1/g,
  );
  return [...titles].map((match) => match[2] as string);
}

/** Headings below the title of a document. */
const rulesOf = (document: string, text: string): string[] =>
  [...anchorsOf(text.replace(/^# .*$/m, ''))].map((anchor) => `${path.posix.basename(document)}#${anchor}`);

/** Headings of the documents that the table leaves out, and rows that name a heading or a test that is not there. */
export function promiseProblems(tree: Pick<Tree, 'read'>, documents: readonly string[]): string[] {
  const text = tree.read(PROMISES) ?? '';
  const kept = keptIn(text);
  const listed = new Set([...rulesIn(text), ...kept.map(({ rule }) => rule)]);
  const pages = documents.filter((document) => document !== PROMISES);
  const rules = pages.flatMap((document) => rulesOf(document, tree.read(document) ?? ''));
  const known = new Set(rules);
  return [
    ...rules.filter((rule) => !listed.has(rule)).map((rule) => `no row tells of ${rule}`),
    ...[...listed].filter((rule) => !known.has(rule)).map((rule) => `there is no rule ${rule}`),
    ...kept.flatMap((row) => testProblem(tree, row)),
  ];
}

/** What is wrong with a row that names a test by its file and by what its title begins with. */
export function testProblem(tree: Pick<Tree, 'read'>, { rule, file, title }: Kept): string[] {
  const source = tree.read(file);
  if (source === null) return [`${rule}: there is no ${file}`];
  const isThere = title.length >= 8 && titlesOf(source).some((one) => one.startsWith(title));
  return isThere ? [] : [`${rule}: ${file} has no test that begins "${title}"`];
}
