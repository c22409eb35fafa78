/** `assay copies`: copies for recipients, each with a mark of its own. @module */
import { Buffer } from 'node:buffer';
import type { RecipientCopy } from '@assay/sdk/types';
import { connect } from '../../connect.ts';
import { EXIT, type ExitCode } from '../../exitCode.ts';
import { assertFree, writeOutput } from '../../outputFile.ts';
import { printOne, printRows } from '../../results.ts';
import type { Terminal } from '../../terminal.ts';

interface Options {
  readonly server?: string | undefined;
  readonly json?: boolean | undefined;
}
interface AddOptions extends Options {
  readonly recipient: string;
  readonly note?: string | undefined;
  readonly output?: string | undefined;
  readonly force?: boolean | undefined;
}

const COLUMNS = [
  { title: 'ID', of: (copy: RecipientCopy) => copy.id },
  { title: 'RECIPIENT', of: (copy: RecipientCopy) => copy.recipient },
  { title: 'CREATED', of: (copy: RecipientCopy) => copy.created_at.slice(0, 16) },
  { title: 'NOTE', of: (copy: RecipientCopy) => copy.note },
];

export async function addCopy(terminal: Terminal, options: AddOptions, assetId: string): Promise<ExitCode> {
  const { recipient, note = null, output, force = false } = options;
  if (output !== undefined) await assertFree(output, force);
  const client = connect(options.server, terminal);
  const copy = await client.call('makeCopy', { path: { asset_id: assetId }, json: { recipient, note } });
  printOne(terminal, options.json, copy);
  if (output === undefined) return EXIT.ok;
  const blob = await client.downloadCopy(assetId, copy.id);
  await writeOutput(output, Buffer.from(await blob.arrayBuffer()), force);
  terminal.note(`Copy written to ${output}`);
  return EXIT.ok;
}

export async function listCopies(terminal: Terminal, options: Options, assetId: string): Promise<ExitCode> {
  const copies = connect(options.server, terminal).list('listCopies', { path: { asset_id: assetId } });
  await printRows(terminal, options.json, copies, COLUMNS);
  return EXIT.ok;
}

export async function removeCopy(terminal: Terminal, options: Options, assetId: string, id: string): Promise<ExitCode> {
  await connect(options.server, terminal).call('deleteCopy', { path: { asset_id: assetId, copy_id: id } });
  terminal.print(options.json ? JSON.stringify({ copy_id: id, deleted: true }) : `${id}: deleted`);
  return EXIT.ok;
}
