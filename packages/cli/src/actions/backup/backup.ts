/** `assay backup` @module */
import { EXIT, type ExitCode } from '../../exitCode.ts';
import type { Terminal } from '../../terminal.ts';
import { countsOf, progressOf } from './backupReport.ts';
import { settingsWith } from '../operator/dataFolderWork.ts';

interface Options {
  readonly dataDir?: string | undefined;
  readonly json?: boolean | undefined;
}

export async function backup(terminal: Terminal, { dataDir, json }: Options, folder: string): Promise<ExitCode> {
  const { backUp } = await import('@assay/service/compose/backup/takeBackup');
  const { nameOf } = await import('@assay/service/app/backup/checkBackup');
  const config = await settingsWith(terminal, dataDir);
  const { manifest, faults, deleted } = await backUp(config, folder, progressOf(terminal, 'copied'));
  const said = { folder, ...countsOf(manifest), deleted, faults };
  if (json) terminal.print(JSON.stringify(said, null, 2));
  else terminal.print(`${folder}: backup ${said.id}, ${said.rows} rows, ${said.files} files, ${said.bytes} bytes`);
  for (const name of manifest.secretsElsewhere) terminal.note(`Not in the backup, keep it elsewhere: ${name}`);
  for (const { place, state } of faults) terminal.note(`${nameOf(place)} is ${state} in the store.`);
  return faults.length === 0 ? EXIT.ok : EXIT.internal;
}
