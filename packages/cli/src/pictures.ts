/** The pictures that a command line names: files, folders, patterns, `-` for standard input, `@list` for a file of names. @module */
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { inputBytes, readAll } from './inputBytes.ts';
import type { Terminal } from './terminal.ts';
import { UsageError } from './usageError.ts';

/** What is taken from a folder. A file that is named is taken whatever its name is. */
const SUFFIXES = ['jpg', 'jpeg', 'png', 'tif', 'tiff', 'webp'];

export interface Picture {
  /** As it is spoken of. */
  readonly name: string;
  /** @throws the error of node:fs, or UsageError: of this picture alone */
  read(): Promise<File>;
}

/** In the order of the words, those of a folder or pattern by their names; none twice. */
export async function picturesOf(words: readonly string[], terminal: Pick<Terminal, 'input'>): Promise<Picture[]> {
  const found = new Map<string, Picture>();
  for (const word of words)
    for (const picture of await picturesOfWord(word, terminal))
      if (!found.has(picture.name)) found.set(picture.name, picture);
  return [...found.values()];
}

/** The one that a word names, whatever it is called. @throws the error of node:fs */
export const onePicture = async (word: string, terminal: Pick<Terminal, 'input'>): Promise<File> =>
  new File([await inputBytes(word, terminal)], word === '-' ? 'image' : path.basename(word));

async function picturesOfWord(word: string, terminal: Pick<Terminal, 'input'>): Promise<readonly Picture[]> {
  if (word === '-')
    return [{ name: 'standard input', read: async () => new File([await readAll(terminal.input)], 'image') }];
  if (word.startsWith('@')) {
    const read = word === '@-' ? readAll(terminal.input) : readFile(word.slice(1));
    const list = await read.then(String, (error: Error) => error);
    if (list instanceof Error) return [failing(word.slice(1), list)];
    const names = list.split(/\r?\n/).filter((line) => line.trim() !== '' && !line.startsWith('#'));
    return (await Promise.all(names.map((name) => picturesOfWord(name, terminal)))).flat();
  }
  const there = await stat(word).catch(() => null);
  if (there?.isDirectory()) return orNothing(await picturesBelow(word), word, `${word} holds no pictures`);
  if (!there && /[*?[{]/.test(word))
    return orNothing(await matching(word, '.'), word, `no file is called like ${word}`);
  return [fileAt(word)];
}

const fileAt = (name: string): Picture => ({
  name,
  read: async () => new File([await readFile(name)], path.basename(name)),
});

/** All pictures in a folder and below it, by their names. */
export const picturesBelow = (folder: string): Promise<readonly Picture[]> =>
  matching(`**/*.{${SUFFIXES.join(',')}}`, folder);

async function matching(pattern: string, folder: string): Promise<readonly Picture[]> {
  // Loaded for these alone: a command that names its files starts without.
  const { glob } = await import('tinyglobby');
  const found = await glob(pattern, { cwd: folder, caseSensitiveMatch: false, expandDirectories: false });
  return found.sort().map((name) => fileAt(folder === '.' ? name : path.join(folder, name)));
}

/** A word that stands for nothing is one more thing to tell, and stops no other. */
const failing = (name: string, error: Error): Picture => ({ name, read: () => Promise.reject(error) });

const orNothing = (found: readonly Picture[], name: string, none: string): readonly Picture[] =>
  found.length > 0 ? found : [failing(name, new UsageError(none))];
