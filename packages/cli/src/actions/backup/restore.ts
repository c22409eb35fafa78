/** `assay restore` @module */
import { EXIT, type ExitCode } from '../../exitCode.ts';
import type { Terminal } from '../../terminal.ts';
import { countsOf, progressOf } from './backupReport.ts';
import { settingsWith } from '../operator/dataFolderWork.ts';

interface Options {
  readonly dataDir?: string | undefined;
  readonly check?: boolean | undefined;
  readonly json?: boolean | undefined;
}

export async function restoreBackup(terminal: Terminal, options: Options, folder: string): Promise<ExitCode> {
  const { checkedBackup, restore } = await import('@assay/service/compose/backup/restoreBackup');
  const config = await settingsWith(terminal, options.dataDir);
  const progress = { checked: progressOf(terminal, 'checked'), restored: progressOf(terminal, 'restored') };
  const manifest = options.check
    ? (await checkedBackup(config, folder, progress)).manifest
    : await restore(config, folder, progress);
  const said = { folder, ...countsOf(manifest) };
  if (options.json) terminal.print(JSON.stringify(said, null, 2));
  else {
    const what = options.check ? 'is whole' : 'is restored';
    terminal.print(`Backup ${said.id} of ${said.made_at} ${what}: ${said.rows} rows, ${said.files} files`);
  }
  return EXIT.ok;
}
