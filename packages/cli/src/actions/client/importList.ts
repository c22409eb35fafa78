/** `assay import`: registers what a list names, with the title, description and tags of each. @module */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { eachPicture } from '../../batch.ts';
import { connect } from '../../connect.ts';
import type { ExitCode } from '../../exitCode.ts';
import type { Terminal } from '../../terminal.ts';
import { UsageError } from '../../usageError.ts';
import { retryNote } from './retryNote.ts';
import { printUploaded, tagsOf, type UploadFlags, uploadOptionsOf } from './upload.ts';

interface Row {
  readonly file: string;
  readonly title?: string;
  readonly description?: string;
  readonly tags?: readonly string[];
}

export async function importList(terminal: Terminal, flags: UploadFlags, list: string): Promise<ExitCode> {
  const rows = rowsOf(await readFile(list, 'utf8'), list);
  const client = connect(flags.server, terminal);
  const common = { ...uploadOptionsOf(flags), onRetry: retryNote(terminal) };
  const byName = new Map(rows.map((row) => [row.file, row]));
  const pictures = [...byName.keys()].map((name) => {
    // As a list is written: beside the pictures.
    const place = path.resolve(path.dirname(list), name);
    return { name, read: async () => new File([await readFile(place)], path.basename(place)) };
  });
  const { failure } = await eachPicture(terminal, pictures, async ({ name }, file, onProgress) => {
    const { file: _, ...own } = byName.get(name) as Row;
    // Said again after a break, it registers only what is missing.
    const asset = await client.upload(file, { ...common, ...own, dedupe: true, onProgress });
    printUploaded(terminal, flags.json, name, asset);
  });
  return failure;
}

/** CSV with a line of titles (file, title, description, tags), or an object of these on each line. @throws {UsageError} */
export function rowsOf(text: string, list: string): readonly Row[] {
  const trimmed = text.replace(/^\uFEFF/, '');
  const records = trimmed.trimStart().startsWith('{') ? jsonRows(trimmed, list) : csvRows(trimmed);
  return records.map((record, index) => {
    const { file, title, description, tags } = record;
    if (typeof file !== 'string' || file === '')
      throw new UsageError(`${list}: entry ${index + 1} has no "file"; the columns are file, title, description, tags`);
    return {
      file,
      ...(typeof title === 'string' && title !== '' ? { title } : {}),
      ...(typeof description === 'string' && description !== '' ? { description } : {}),
      ...(Array.isArray(tags)
        ? { tags: tags.map(String) }
        : typeof tags === 'string' && tags !== ''
          ? { tags: tagsOf(tags) }
          : {}),
    };
  });
}

function jsonRows(text: string, list: string): Record<string, unknown>[] {
  return text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line, index) => {
      try {
        return JSON.parse(line) as Record<string, unknown>;
      } catch {
        throw new UsageError(`${list}: line ${index + 1} is no JSON`);
      }
    });
}

/** RFC 4180: cells in quotes may hold commas, line breaks and, doubled, quotes. */
function csvRows(text: string): Record<string, string>[] {
  const rows: string[][] = [[]];
  for (const [, quoted, plain, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/g)) {
    rows.at(-1)?.push(quoted === undefined ? (plain ?? '') : quoted.replaceAll('""', '"'));
    if (end === '') break;
    if (end !== ',') rows.push([]);
  }
  const [titles = [], ...others] = rows.filter((row) => row.some((cell) => cell !== ''));
  return others.map((row) =>
    Object.fromEntries(titles.map((title, at) => [title.trim().toLowerCase(), row[at] ?? ''])),
  );
}
