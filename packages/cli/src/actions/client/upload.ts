/** `assay upload`: registers pictures. @module */
import type { UploadOptions } from '@assay/sdk/options';
import type { Asset } from '@assay/sdk/types';
import { eachPicture } from '../../batch.ts';
import { connect } from '../../connect.ts';
import type { ExitCode } from '../../exitCode.ts';
import { picturesOf } from '../../pictures.ts';
import type { Terminal } from '../../terminal.ts';
import { UsageError } from '../../usageError.ts';
import { retryNote } from './retryNote.ts';

export interface UploadFlags {
  readonly server?: string | undefined;
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  readonly tags?: string | undefined;
  readonly noTrackA?: boolean | undefined;
  readonly noTrackB?: boolean | undefined;
  readonly noTrackC?: boolean | undefined;
  readonly commit?: boolean | undefined;
  readonly encrypt?: boolean | undefined;
  readonly dedupe?: boolean | undefined;
  readonly organization?: string | undefined;
  readonly json?: boolean | undefined;
}

export async function upload(terminal: Terminal, flags: UploadFlags, ...words: string[]): Promise<ExitCode> {
  const pictures = await picturesOf(words, terminal);
  if (flags.title !== undefined && pictures.length > 1)
    throw new UsageError('--title is for one picture; several take the names of their files');
  const client = connect(flags.server, terminal);
  const options = { ...uploadOptionsOf(flags), onRetry: retryNote(terminal) };
  const { failure } = await eachPicture(terminal, pictures, async (picture, file, onProgress) => {
    const asset = await client.upload(file, { ...options, onProgress });
    printUploaded(terminal, flags.json, picture.name, asset);
  });
  return failure;
}

export function printUploaded(terminal: Terminal, isJson: boolean | undefined, file: string, asset: Asset): void {
  if (isJson) return terminal.print(JSON.stringify({ file, ...asset }));
  terminal.print(`${file}: ${asset.id}  ${asset.processing_status}  ${asset.width} x ${asset.height}`);
  for (const warning of asset.warnings) terminal.note(`    ${warning}`);
}

export const uploadOptionsOf = (flags: UploadFlags): UploadOptions => ({
  ...(flags.title === undefined ? {} : { title: flags.title }),
  ...(flags.description === undefined ? {} : { description: flags.description }),
  ...(flags.tags === undefined ? {} : { tags: tagsOf(flags.tags) }),
  ...(flags.noTrackA ? { trackA: false } : {}),
  ...(flags.noTrackB ? { trackB: false } : {}),
  ...(flags.noTrackC ? { trackC: false } : {}),
  ...(flags.commit ? { blockchainCommit: true } : {}),
  ...(flags.encrypt ? { encrypt: true } : {}),
  ...(flags.dedupe ? { dedupe: true } : {}),
  ...(flags.organization === undefined ? {} : { organizationId: flags.organization }),
});

export const tagsOf = (text: string): string[] =>
  text
    .split(',')
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '');
