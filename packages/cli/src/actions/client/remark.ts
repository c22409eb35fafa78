/** `assay assets remark`: new delivered files, one after the other. @module */
import type { AssayClient } from '@assay/sdk/client';
import { connect } from '../../connect.ts';
import { EXIT, exitCodeOf, type ExitCode, sentenceOf } from '../../exitCode.ts';
import type { Terminal } from '../../terminal.ts';
import { UsageError } from '../../usageError.ts';

interface Options {
  readonly server?: string | undefined;
  readonly all?: boolean | undefined;
  readonly before?: string | undefined;
  readonly organization?: string | undefined;
  readonly json?: boolean | undefined;
}

export async function remarkAssets(terminal: Terminal, options: Options, ...ids: string[]): Promise<ExitCode> {
  if (ids.length > 0 === (options.all ?? false)) throw new UsageError('name assets, or say --all');
  if (!options.all && (options.before !== undefined || options.organization !== undefined))
    throw new UsageError('--before and --organization go with --all');
  const before = instantOf(options.before);
  const client = connect(options.server, terminal);
  if (options.all && options.before === undefined)
    terminal.note(`Broken off, it goes on with: --before ${before.toISOString()}`);
  let failure: ExitCode = EXIT.ok;
  for await (const id of options.all ? markedBefore(client, before, options.organization) : ids) {
    try {
      const asset = await client.call('reprocessAsset', { path: { asset_id: id } });
      const psnr = asset.watermark?.psnr_db;
      const quality = typeof psnr === 'number' ? `, ${psnr.toFixed(1)} dB` : '';
      terminal.print(options.json ? JSON.stringify(asset) : `${id}: marked anew${quality}`);
    } catch (error) {
      terminal.complain(`${id}: ${sentenceOf(error)}`);
      if (failure === EXIT.ok) failure = exitCodeOf(error);
    }
  }
  return failure;
}

/** @throws {UsageError} */
function instantOf(text: string | undefined): Date {
  const instant = text === undefined ? new Date() : new Date(text);
  if (Number.isNaN(instant.getTime()))
    throw new UsageError(`--before wants a time such as 2026-11-20T10:00:00Z, not "${text}"`);
  return instant;
}

/** Their order, that of the uploads, is the same before and after. */
async function* markedBefore(
  client: AssayClient,
  before: Date,
  organizationId: string | undefined,
): AsyncGenerator<string, void> {
  const place = organizationId === undefined ? {} : { organizationId };
  for await (const { id, watermark } of client.listAssets({ pageSize: 100, status: 'completed', ...place }))
    if (watermark && new Date(watermark.marked_at) < before) yield id;
}
