/** `assay import` of an archive or a prefix: sent once, worked off by the service, watched from here. @module */
import { openAsBlob } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { AssayClient } from '@assay/sdk/client';
import type { OperationAnswer, OperationInput } from '@assay/sdk/operation';
import { connect } from '../../connect.ts';
import { EXIT, type ExitCode } from '../../exitCode.ts';
import { countOf, createProgress } from '../../progress.ts';
import { printRows } from '../../results.ts';
import type { Terminal } from '../../terminal.ts';
import { UsageError } from '../../usageError.ts';
import { importList } from './importList.ts';
import { retryNote } from './retryNote.ts';
import type { UploadFlags } from './upload.ts';

export interface ImportFlags extends UploadFlags {
  readonly prefix?: string | undefined;
  /** An import that was begun before. */
  readonly resume?: string | undefined;
  readonly detach?: boolean | undefined;
}

type Import = OperationAnswer<'getImport'>;
type ImportFile = OperationAnswer<'listImportFiles'>['items'][number];

const ARCHIVE = /\.(?:zip|car)$/i;
const LOOK_MS = 500;

const COLUMNS = [
  { title: 'FILE', of: ({ name }: ImportFile) => name },
  { title: 'STATE', of: ({ state }: ImportFile) => state },
  { title: 'ASSET', of: ({ asset_id }: ImportFile) => asset_id },
  { title: 'WHY', of: ({ error }: ImportFile) => error?.detail },
];

export async function importPictures(terminal: Terminal, flags: ImportFlags, source?: string): Promise<ExitCode> {
  const given = [source, flags.prefix, flags.resume].filter((one) => one !== undefined);
  if (given.length !== 1) throw new UsageError('name a list or an archive, or one of --prefix and --resume');
  if (source !== undefined && !ARCHIVE.test(source)) return importList(terminal, flags, source);
  if (flags.title !== undefined)
    throw new UsageError('--title goes with a list; pictures of an archive keep their names');
  const client = connect(flags.server, terminal);
  const begun =
    flags.resume === undefined ? await begin(terminal, client, flags, source) : await goOn(client, flags.resume);
  terminal.note(
    `Import ${begun.id}: ${begun.total} files. Broken off here, it goes on there; see: assay import --resume ${begun.id}`,
  );
  const ended = flags.detach ? begun : await watch(terminal, client, begun);
  await report(terminal, client, flags, ended);
  if (ended.problem !== null) terminal.complain(`${ended.state}: ${ended.problem}`);
  return exitOf(ended);
}

async function begin(terminal: Terminal, client: AssayClient, flags: ImportFlags, source?: string): Promise<Import> {
  const form: OperationInput<'importAssets'>['form'] = {
    ...(flags.description === undefined ? {} : { description: flags.description }),
    ...(flags.tags === undefined ? {} : { tags: flags.tags }),
    ...(flags.noTrackA ? { track_a_enabled: false } : {}),
    ...(flags.noTrackB ? { track_b_enabled: false } : {}),
    ...(flags.noTrackC ? { track_c_enabled: false } : {}),
    ...(flags.commit ? { blockchain_commit: true } : {}),
    ...(flags.encrypt ? { encrypt: true } : {}),
    ...(flags.organization === undefined ? {} : { organization_id: flags.organization }),
  };
  const onRetry = retryNote(terminal);
  if (source === undefined)
    return client.call('importAssets', { form: { ...form, prefix: flags.prefix ?? '' } }, { onRetry });
  const file = await archiveAt(source);
  const progress = createProgress(terminal, 1);
  progress.begin(source, file.size);
  try {
    return await client.call('importAssets', { form: { ...form, file } }, { onRetry, onProgress: progress.sent });
  } finally {
    progress.end();
  }
}

/** Read as it is sent. */
async function archiveAt(source: string): Promise<File> {
  try {
    return new File([await openAsBlob(source)], path.basename(source));
  } catch {
    throw new UsageError(`${source}: there is no such file, or it cannot be read`);
  }
}

async function goOn(client: AssayClient, id: string): Promise<Import> {
  const found = await client.call('getImport', { path: { import_id: id } });
  return found.state === 'paused' ? client.call('resumeImport', { path: { import_id: id } }) : found;
}

async function watch(terminal: Terminal, client: AssayClient, begun: Import): Promise<Import> {
  let seen = begun;
  const startMs = performance.now();
  while (seen.state === 'waiting' || seen.state === 'running') {
    // An import that goes on where it was has done something before: that says nothing of its rate now.
    const [done, all] = [seen.done - begun.done, seen.total - begun.done];
    terminal.status(`${countOf(done, all, Math.max(1, performance.now() - startMs))}, ${seen.failed} refused`);
    await sleep(LOOK_MS);
    seen = await client.call('getImport', { path: { import_id: begun.id } });
  }
  terminal.status(null);
  return seen;
}

/** A person sees what did not become a picture, a program every file. */
async function report(
  terminal: Terminal,
  client: AssayClient,
  flags: ImportFlags,
  { id, ...seen }: Import,
): Promise<void> {
  const isJson = flags.json ?? !terminal.isInteractive;
  const path = { import_id: id };
  if (isJson) return printRows(terminal, true, client.list('listImportFiles', { path }), COLUMNS);
  const { created, duplicates, failed, state } = seen;
  terminal.print(`${state}: ${created} registered, ${duplicates} registered before, ${failed} refused`);
  if (failed > 0)
    await printRows(terminal, false, client.list('listImportFiles', { path, query: { state: 'failed' } }), COLUMNS);
}

function exitOf({ state, failed }: Import): ExitCode {
  if (state === 'paused') return EXIT.quota;
  if (state === 'failed' || state === 'cancelled') return EXIT.internal;
  return failed > 0 ? EXIT.usage : EXIT.ok;
}
