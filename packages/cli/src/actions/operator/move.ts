/** `assay migrate --to` @module */
import type { MoveTarget } from '@assay/service/compose/backup/moveData';
import { EXIT, type ExitCode } from '../../exitCode.ts';
import type { Terminal } from '../../terminal.ts';
import { UsageError } from '../../usageError.ts';
import { progressOf } from '../backup/backupReport.ts';
import { settingsWith } from './dataFolderWork.ts';

export async function move(terminal: Terminal, to: string, store: string | undefined): Promise<ExitCode> {
  const { parseStorageUrl } = await import('@assay/service/config/storageUrl');
  const target = targetOf(to, store, parseStorageUrl);
  const config = await settingsWith(terminal, undefined);
  const { move: moveAll } = await import('@assay/service/compose/backup/moveData');
  const moved = await moveAll(config, target, progressOf(terminal, 'moved'));
  const { tables, rows, files, copied, missing } = moved;
  terminal.print(`Moved and read again: ${rows} rows of ${tables} tables, ${files} files (${copied} of them now)`);
  for (const name of missing) terminal.note(`The store had lost the ${name}`);
  terminal.print(nextStep(target, to, store));
  return EXIT.ok;
}

function targetOf(to: string, store: string | undefined, parse: (text: string) => MoveStore): MoveTarget {
  const parsed = (text: string): MoveStore => {
    try {
      return parse(text);
    } catch (cause) {
      throw new UsageError(`${text} ${cause instanceof Error ? cause.message : ''}`);
    }
  };
  if (/^postgres(?:ql)?:\/\//.test(to)) {
    if (store === undefined) throw new UsageError('After PostgreSQL name the store: s3://BUCKET or file:///FOLDER');
    return { kind: 'postgresql', url: to, store: parsed(store) };
  }
  const place = to.startsWith('file:') && store === undefined ? parsed(to) : null;
  if (place?.kind !== 'folder')
    throw new UsageError('--to takes postgres://... and a store, or file:///FOLDER for a new data folder');
  return { kind: 'folder', folder: place.folder };
}

type MoveStore = Extract<MoveTarget, { kind: 'postgresql' }>['store'];

const nextStep = (target: MoveTarget, to: string, store: string | undefined): string =>
  target.kind === 'folder'
    ? `Start the service with ASSAY_DATA_DIR=${target.folder}, without DATABASE_URL and ASSAY_STORAGE_URL.`
    : `Start the service with the data folder as it is, DATABASE_URL=${withoutPassword(to)} and ASSAY_STORAGE_URL=${store}.`;

function withoutPassword(address: string): string {
  const url = new URL(address);
  if (url.password) url.password = '...';
  return url.href;
}
