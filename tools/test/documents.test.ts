import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

const root = path.resolve(import.meta.dirname, '../..');
const scripts = (JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8')) as { scripts: object }).scripts;

/** Documents whose commands and paths are promises: those at the top, and everything below docs. */
const documents = [
  ...fs.readdirSync(root).filter((name) => name.endsWith('.md')),
  ...fs
    .readdirSync(path.join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => path.posix.join('docs', name)),
];
const read = (document: string) => fs.readFileSync(path.join(root, document), 'utf8');

/** Words of inline code that look like a path of the repository: a known first folder or file, or a dotted file name. */
const topLevel = new Set(fs.readdirSync(root));
function pathsOf(text: string): string[] {
  const withoutBlocks = text.replace(/```[\s\S]*?```/g, '');
  const inline = [...withoutBlocks.matchAll(/`([^`\s]+)`/g)].map((match) => match[1] as string);
  const linked = [...withoutBlocks.matchAll(/\]\(([^)#\s]+)\)/g)].map((match) => match[1] as string);
  return [
    ...inline.filter((word) => word.includes('/') && topLevel.has(word.split('/')[0] as string)),
    ...linked.filter((word) => !/^https?:/.test(word)),
  ];
}

/** Lines of shell blocks, and every inline `npm ...` or `npx ...`. */
function commandsOf(text: string): string[] {
  const blocks = [...text.matchAll(/```sh\n([\s\S]*?)```/g)].flatMap((match) => (match[1] as string).split('\n'));
  const inline = [...text.matchAll(/`((?:npm|npx) [^`]+)`/g)].map((match) => match[1] as string);
  return [...blocks, ...inline]
    .flatMap((line) => line.split('&&'))
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'));
}

/** A pattern stands for at least one file: `**` for whatever lies there, `*` and `{a,b}` for parts of the last name. */
function exists(place: string): boolean {
  const whole = place.replace(/\/?\*\*.*$/, '');
  const name = path.basename(whole);
  if (!/[*{<]/.test(name)) return fs.existsSync(path.join(root, whole));
  const folder = path.join(root, path.dirname(whole));
  const source = name
    .replaceAll('.', '\\.')
    .replace(/\{([^}]*)\}/g, (_, words: string) => `(${words.replaceAll(',', '|')})`)
    .replace(/\*|<[^>]*>/g, '.*');
  return fs.existsSync(folder) && fs.readdirSync(folder).some((entry) => new RegExp(`^${source}$`).test(entry));
}

/** Runs `npx assay ...` as Node would, from the build. Returns its standard output. */
function runAssay(args: readonly string[]): string {
  return execFileSync(process.execPath, [path.join(root, 'packages/cli/bin/assay.mjs'), ...args], {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

const isPublic = (host: string) =>
  /^(127\.0\.0\.1|localhost|(.+\.)?example\.(org|com|net)|(.+\.)?(ietf|rfc-editor|w3|apache|iana|itu|iso|arxiv|doi|c2sp)\.(org|int|ch))$/.test(
    host,
  );

describe.each(documents)('%s', (document) => {
  const text = read(document);

  it('names only paths that exist', () => {
    const folder = path.dirname(document);
    const missing = pathsOf(text).filter((place) => !exists(place) && !exists(path.join(folder, place)));
    expect(missing).toEqual([]);
  });

  it('names only commands that exist, and runs those that are quick', () => {
    for (const command of commandsOf(text)) expect([command, problemOf(command)]).toEqual([command, null]);
  });

  it('names no machine: no home or work folders, no hosts but examples, loopback and well-known public ones', () => {
    expect(text.match(/(?:^|[\s`(])\/(?:home|root|work|Users|tmp)\/\S*/g)).toBeNull();
    const hosts = [...text.matchAll(/https?:\/\/([^\s/:)`"'>]+)/g)].map((match) => match[1] as string);
    expect(hosts.filter((host) => !isPublic(host))).toEqual([]);
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
  try {
    return runAssay(command).trim() === '' ? 'printed nothing' : null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
