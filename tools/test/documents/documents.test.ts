import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  absentCodes,
  brokenLinks,
  brokenReferences,
  commentsOf,
  missingInIndex,
  missingPaths,
  unknownNames,
} from './documentChecks.ts';
import { openPromises, PROMISES } from '../promises.ts';
import { documents, exists, files, read, repositoryTree, root, sources } from '../repositoryTree.ts';

const scripts = (JSON.parse(read('package.json')) as { scripts: object }).scripts;
const tree = repositoryTree();
/** What is built or written by commands may be there or not. */
const topLevel = new Set(files.map((file) => file.split('/', 1)[0] as string));

/** What is promised and not built is named nowhere else in the tree. */
const promised = new Set([...openPromises(read(PROMISES)).matchAll(/`([^`]+)`/g)].map((match) => match[1] as string));

/** Lines of shell blocks, and every inline `npm ...` or `npx ...`. */
function commandsOf(text: string): string[] {
  const blocks = [...text.matchAll(/```sh\n([\s\S]*?)```/g)].flatMap((match) => (match[1] as string).split('\n'));
  const inline = [...text.matchAll(/`((?:npm|npx) [^`]+)`/g)].map((match) => match[1] as string);
  return [...blocks, ...inline]
    .flatMap((line) => line.split('&&'))
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'));
}

const answers = new Map<string, string | null>();

/**
 * Runs `npx assay ...` as Node would, from the build, once for all documents.
 * @returns what is wrong; null if it answered
 */
function problemOfAssay(args: readonly string[]): string | null {
  const key = args.join(' ');
  if (!answers.has(key)) answers.set(key, runAssay(args));
  return answers.get(key) ?? null;
}

function runAssay(args: readonly string[]): string | null {
  const command = [path.join(root, 'packages/cli/bin/assay.mjs'), ...args];
  const { status, stdout, stderr } = spawnSync(process.execPath, command, { cwd: root, encoding: 'utf8' });
  if (status !== 0) return `ended with ${status}: ${stderr}`;
  return stdout.trim() === '' ? 'printed nothing' : null;
}

/** Examples, loopback, standards, and the providers of sign-in that settings name. */
const isPublic = (host: string) =>
  /^(127\.0\.0\.1|localhost|host|accounts\.google\.com|(api\.)?github\.com|(.+\.)?example\.(org|com|net)|(.+\.)?(ietf|rfc-editor|w3|apache|iana|itu|iso|arxiv|doi|c2sp)\.(org|int|ch))$/.test(
    host,
  );

describe.each(documents)('%s', (document) => {
  const text = read(document);

  it('names only paths that exist', () => {
    expect(missingPaths(tree, topLevel, document, text)).toEqual([]);
  });

  it('links only to files and headings that exist', () => {
    expect(brokenLinks(tree, document, text)).toEqual([]);
  });

  it('names only files, functions and identifiers that exist, or that docs/spec/promises.md names', () => {
    expect(unknownNames(tree, text, promised)).toEqual([]);
  });

  it('cites no document that the repository does not have', () => {
    expect(absentCodes(text)).toEqual([]);
  });

  it('names only commands that exist, and runs those that are quick', () => {
    for (const command of commandsOf(text)) expect([command, problemOf(command)]).toEqual([command, null]);
  });

  it('names no machine: no home or work folders, no hosts but examples, loopback and well-known public ones', () => {
    expect(text.match(/(?:^|[\s`(])\/(?:home|root|work|Users|tmp)\/\S*/g)).toBeNull();
    const hosts = [...text.matchAll(/https?:\/\/([^\s/:)`"'>&]+)/g)].map((match) => match[1] as string);
    expect(hosts.filter((host) => !isPublic(host))).toEqual([]);
  });
});

it('docs/README.md leads to every document', () => {
  const index = 'docs/README.md';
  expect(missingInIndex(index, read(index), documents)).toEqual([]);
});

describe('comments of the sources', () => {
  // The tests of the checks hold the faults that are looked for here.
  const searched = sources.filter((file) => file !== 'tools/test/documents/documentChecks.test.ts');
  const comments = searched.map((file) => [file, commentsOf(file, read(file))] as const);

  it('name only documents and headings that exist', () => {
    const broken = comments.map(([file, text]) => [file, brokenReferences(tree, text)] as const);
    expect(broken.filter(([, problems]) => problems.length > 0)).toEqual([]);
  });

  it('cite no document that the repository does not have', () => {
    const cited = comments.map(([file, text]) => [file, absentCodes(text)] as const);
    expect(cited.filter(([, codes]) => codes.length > 0)).toEqual([]);
  });
});

/** What is wrong with a command of a document; null if nothing is. */
function problemOf(command: string): string | null {
  const words = command.split(/\s+/);
  const [program, ...args] = words as [string, ...string[]];
  if (program === 'npm') return problemOfNpm(args);
  if (program === 'npx') return problemOfNpx(args);
  return exists(program) ? null : `nobody knows how to run ${program}`;
}

function problemOfNpm(args: readonly string[]): string | null {
  const script = args[0] === 'run' ? args[1] : args[0];
  if (script === 'ci') return null; // npm's own
  return script !== undefined && Object.hasOwn(scripts, script) ? null : `package.json has no script ${script}`;
}

function problemOfNpx(args: readonly string[]): string | null {
  if (args[0] === 'vitest') {
    const places = args.slice(2);
    return places.every((place) => exists(place)) ? null : 'no such tests';
  }
  if (args[0] !== 'assay') {
    if (!fs.existsSync(path.join(root, 'node_modules/.bin', args[0] ?? ''))) return `no package gives ${args[0]}`;
    const missing = args.slice(1).filter((word) => /^[a-z]+\//.test(word) && !exists(word));
    return missing.length > 0 ? `there is no ${missing.join(', ')}` : null;
  }
  const isQuick = args.includes('--help') || args[1] === 'config' || args[1] === '--version';
  // The others are only asked whether they exist: help answers with 0, an unknown command with 2.
  const words = args.slice(1);
  const command = isQuick ? words : [...words.filter((word) => /^[a-z]+$/.test(word)), '--help'];
  return problemOfAssay(command);
}
