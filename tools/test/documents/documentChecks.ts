/**
 * What documents and comments may name, checked on texts alone: each function takes a text and says what of it leads
 * nowhere. The repository comes in as a `Tree`, so that a test can hand in a small one with a fault.
 * @module
 */
import path from 'node:path';
import { anchorOf } from '../../../packages/web/documents/anchors.ts';

export interface Tree {
  /** A path from the root, or a pattern: `**` for whatever lies there, `*`, `<x>` and `{a,b}` for parts of the last name. */
  exists(place: string): boolean;
  /** Text of a document; null if there is none. */
  read(document: string): string | null;
  /** A file's name with as much of its path as is given (`db/schema/assets.ts`), or a folder's (`db/schema/`). */
  hasFile(name: string): boolean;
  /** Every word of the sources, the settings and the description of the API. */
  readonly words: ReadonlySet<string>;
  /** Names that sources declare as a function, method or class. */
  readonly functions: ReadonlySet<string>;
}

const withoutBlocks = (text: string): string => text.replace(/```[\s\S]*?```/g, '').replace(/^ {4}\S.*$/gm, '');
const inlineCode = (text: string): string[] =>
  [...withoutBlocks(text).matchAll(/`([^`]+)`/g)].map((match) => match[1] as string);

/** Of all headings, and of the places that are marked as such. */
export function anchorsOf(document: string): ReadonlySet<string> {
  const anchors = new Set<string>();
  for (const [, heading] of document.replace(/```[\s\S]*?```/g, '').matchAll(/^#{1,6} (.+)$/gm)) {
    const text = (heading as string).replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').replace(/[`*]/g, '');
    anchorOf(text, anchors);
  }
  for (const [, id] of document.matchAll(/<a id="([^"]+)">/g)) anchors.add(id as string);
  return anchors;
}

function anchorProblem(tree: Tree, document: string, anchor: string): string | null {
  const text = tree.read(document);
  if (text === null) return `there is no ${document}`;
  return anchor === '' || anchorsOf(text).has(anchor) ? null : `${document} has no heading #${anchor}`;
}

const isPresent = <T>(value: T | null): value is T => value !== null;

/** Links of a document that lead to no file or to no heading. @param at path of the document */
export function brokenLinks(tree: Tree, at: string, text: string): string[] {
  const targets = [...withoutBlocks(text).matchAll(/\]\(([^)\s]+)\)/g)].map((match) => match[1] as string);
  return targets
    .filter((target) => !/^(?:https?|mailto):/.test(target))
    .map((target) => {
      const [file = '', anchor = ''] = target.split('#');
      const place = file === '' ? at : path.posix.join(path.posix.dirname(at), file);
      if (place.endsWith('.md')) return anchorProblem(tree, place, anchor);
      return tree.exists(place) ? null : `there is no ${place}`;
    })
    .filter(isPresent);
}

/** Paths in inline code that lead nowhere; words count as paths when they begin with a folder or file of the root. */
export function missingPaths(tree: Tree, topLevel: ReadonlySet<string>, at: string, text: string): string[] {
  return inlineCode(text)
    .filter((word) => !/\s/.test(word) && word.includes('/') && topLevel.has(word.split('/')[0] as string))
    .map((word) => word.split('#')[0] as string)
    .filter((place) => !tree.exists(place) && !tree.exists(path.posix.join(path.posix.dirname(at), place)));
}

/** Documents and headings that comments name and that do not exist. A decision may be named by its number. */
export function brokenReferences(tree: Tree, comments: string): string[] {
  const problems = new Set<string>();
  for (const [reference] of comments.matchAll(/(?<![\w/.-])docs\/[\w./-]*[\w-](?:#[\w-]*\w)?/g)) {
    const [place = '', anchor = ''] = reference.split('#');
    if (place.endsWith('.md')) {
      const problem = anchorProblem(tree, place, anchor);
      if (problem !== null) problems.add(problem);
    } else if (!tree.exists(place) && !tree.exists(`${place}*`)) problems.add(`there is no ${place}`);
  }
  return [...problems];
}

/**
 * Comments of a source: whole lines, and what follows two slashes (or a number sign) behind code. Also the titles of
 * tests, which tell a reader the same things.
 */
export function commentsOf(file: string, source: string): string {
  if (/\.(?:py|sh|ya?ml)$/.test(file)) {
    const docstrings = [...source.matchAll(/"""([\s\S]*?)"""/g)].map((match) => match[1] as string);
    return [...docstrings, ...[...source.matchAll(/(?:^|\s)#(.*)$/gm)].map((match) => match[1] as string)].join('\n');
  }
  if (file.endsWith('.sql')) return [...source.matchAll(/--(.*)$/gm)].map((match) => match[1] as string).join('\n');
  const lines: string[] = [];
  let isInside = false;
  for (const line of source.split('\n')) {
    const text = line.trim();
    if (isInside || text.startsWith('/*')) {
      lines.push(text);
      isInside = !text.includes('*/');
    } else {
      const trailing = /(?:^|\s)\/\/(.*)$/.exec(line) ?? /\s\/\*(.*)\*\//.exec(line);
      if (trailing) lines.push(trailing[1] as string);
    }
  }
  const titles = source.matchAll(/\b(?:test|it|describe)(?:\.\w+)*(?:\([^()]*\))?\(\s*(['"`])((?:(?!\1).)*)\1/g);
  return [...lines, ...[...titles].map((match) => match[2] as string)].join('\n');
}

/** Numbers of decisions and sections of documents that the repository does not have. */
export function absentCodes(text: string): string[] {
  const documents = text.match(/\b(?:decisions|interface)\.md\b/g) ?? [];
  const decisions = text.match(/\bG\d{1,3}[a-e]?\b/g) ?? [];
  const sections = text.match(/\((?:[a-z ]+, )?[3-6]\.[1-9](?=[);])/g) ?? [];
  return [...documents, ...decisions, ...sections];
}

/** A file of a kind that we write, or a folder within a folder: a single one may be a user's. */
const SOURCE_FILE = /^(?:(?:[\w.-]+\/)*[\w.-]+\.(?:ts|tsx|mjs|py|sh|sql|md)|(?:[\w.-]+\/){2,})$/;
const CALL = /^(?:[\w$]+\.)*([A-Za-z_$][\w$]*)\([^`]*\)$/;
/** fooBar, foo_bar, FOO_BAR: nobody writes these but to name something of the code. Four letters may be a PNG chunk. */
const IDENTIFIER =
  /^(?![A-Za-z]{4}$)(?:[a-z][a-z0-9]*(?:[A-Z][a-z0-9]*)+|[a-z][a-z0-9]*(?:_[a-z0-9]+)+|[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)$/;

/**
 * Files, functions and identifiers in inline code that the tree does not know.
 * @param allowed further words, such as those that are promised and not built
 */
export function unknownNames(tree: Tree, text: string, allowed: ReadonlySet<string> = new Set()): string[] {
  const problems = inlineCode(text).map((code) => {
    if (allowed.has(code)) return null;
    if (SOURCE_FILE.test(code)) return tree.hasFile(code) ? null : `no file is called ${code}`;
    const called = CALL.exec(code)?.[1];
    if (called !== undefined) return tree.functions.has(called) ? null : `no function is called ${called}`;
    return IDENTIFIER.test(code) && !tree.words.has(code) ? `nothing is called ${code}` : null;
  });
  return [...new Set(problems.filter(isPresent))];
}

/** Documents that an index does not lead to. @param at path of the index */
export function missingInIndex(at: string, index: string, documents: readonly string[]): string[] {
  const targets = [...index.matchAll(/\]\(([^)#\s]+)[^)\s]*\)/g)].map((match) => match[1] as string);
  const linked = new Set(targets.map((target) => path.posix.join(path.posix.dirname(at), target)));
  return documents.filter((document) => document !== at && !linked.has(document));
}
