/** `assay assets`: what is registered. @module */
import { Buffer } from 'node:buffer';
import type { Asset, DownloadVariant } from '@assay/sdk/types';
import { connect } from '../../connect.ts';
import { EXIT, exitCodeOf, type ExitCode, sentenceOf } from '../../exitCode.ts';
import { assertFree, writeOutput } from '../../outputFile.ts';
import { createProgress } from '../../progress.ts';
import { first, printOne, printRows } from '../../results.ts';
import type { Terminal } from '../../terminal.ts';
import { UsageError } from '../../usageError.ts';
import { wholeNumber } from '../../numbers.ts';
import { tagsOf } from './upload.ts';

interface Options {
  readonly server?: string | undefined;
  readonly json?: boolean | undefined;
}
interface ListOptions extends Options {
  readonly query?: string | undefined;
  readonly tags?: string | undefined;
  readonly status?: string | undefined;
  readonly organization?: string | undefined;
  readonly limit?: string | undefined;
}

const STATUSES = ['pending', 'processing', 'completed', 'failed'] as const;

const COLUMNS = [
  { title: 'ID', of: (asset: Asset) => asset.id },
  { title: 'STATUS', of: (asset: Asset) => asset.processing_status },
  { title: 'SIZE', of: (asset: Asset) => `${asset.width} x ${asset.height}` },
  { title: 'CREATED', of: (asset: Asset) => asset.created_at.slice(0, 16) },
  { title: 'NAME', of: (asset: Asset) => asset.title ?? asset.original_filename },
];

export async function listAssets(terminal: Terminal, options: ListOptions): Promise<ExitCode> {
  const limit = wholeNumber('--limit', options.limit, 100, 1);
  const status = STATUSES.find((one) => one === options.status);
  if (options.status !== undefined && status === undefined)
    throw new UsageError(`--status knows ${STATUSES.join(', ')}, not "${options.status}"`);
  const client = connect(options.server, terminal);
  const pageSize = Math.min(limit, 100);
  const found =
    options.query === undefined
      ? client.listAssets({
          pageSize,
          ...(status === undefined ? {} : { status }),
          ...(options.tags === undefined ? {} : { tags: tagsOf(options.tags) }),
          ...(options.organization === undefined ? {} : { organizationId: options.organization }),
        })
      : client.searchAssets(options.query, { pageSize });
  await printRows(terminal, options.json, first(found, limit), COLUMNS);
  return EXIT.ok;
}

export async function getAsset(terminal: Terminal, options: Options, id: string): Promise<ExitCode> {
  printOne(terminal, options.json, await connect(options.server, terminal).getAsset(id));
  return EXIT.ok;
}

interface DownloadOptions extends Options {
  readonly output?: string | undefined;
  readonly variant?: string | undefined;
  readonly force?: boolean | undefined;
}

const VARIANTS = ['original', 'watermarked', 'preview'] as const satisfies readonly DownloadVariant[];

export async function downloadAsset(terminal: Terminal, options: DownloadOptions, id: string): Promise<ExitCode> {
  const variant = VARIANTS.find((one) => one === (options.variant ?? 'watermarked'));
  if (variant === undefined) throw new UsageError(`--variant knows ${VARIANTS.join(', ')}, not "${options.variant}"`);
  const force = options.force ?? false;
  if (options.output !== undefined) await assertFree(options.output, force);
  const client = connect(options.server, terminal);
  const progress = createProgress(terminal, 1);
  progress.begin(options.output ?? id, 0);
  const { blob, contentType } = await client
    .download(id, { variant, onProgress: progress.received })
    .finally(() => progress.end());
  // The name that the service gives is not used as a path: the person says where it goes.
  const file = options.output ?? `${id}.${contentType.replace(/^image\//, '').replace('jpeg', 'jpg')}`;
  await writeOutput(file, Buffer.from(await blob.arrayBuffer()), force);
  if (options.json) terminal.print(JSON.stringify({ file, asset_id: id, variant, size_bytes: blob.size }));
  else terminal.print(`${file}: ${blob.size} bytes`);
  return EXIT.ok;
}

/** Each of them, whatever becomes of the others. */
async function each(
  terminal: Terminal,
  ids: readonly string[],
  work: (id: string) => Promise<void>,
): Promise<ExitCode> {
  let failure: ExitCode = EXIT.ok;
  for (const id of ids) {
    try {
      await work(id);
    } catch (error) {
      terminal.complain(`${id}: ${sentenceOf(error)}`);
      if (failure === EXIT.ok) failure = exitCodeOf(error);
    }
  }
  return failure;
}

export async function removeAssets(terminal: Terminal, options: Options, ...ids: string[]): Promise<ExitCode> {
  const client = connect(options.server, terminal);
  return each(terminal, ids, async (id) => {
    await client.deleteAsset(id);
    terminal.print(options.json ? JSON.stringify({ asset_id: id, deleted: true }) : `${id}: deleted`);
  });
}

interface RevokeOptions extends Options {
  readonly reason: string;
}

export async function revokeAssets(terminal: Terminal, options: RevokeOptions, ...ids: string[]): Promise<ExitCode> {
  const client = connect(options.server, terminal);
  return each(terminal, ids, async (id) => {
    const asset = await client.call('revokeAsset', { path: { asset_id: id }, json: { reason: options.reason } });
    terminal.print(options.json ? JSON.stringify(asset) : `${id}: withdrawn`);
  });
}
