/** Sends whoever asks for it to the store itself, so that the bytes do not pass through us: docs/spec/assets.md#stored-files. @module */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AssetFile } from '../../app/assets/assetFile.ts';
import type { Ports } from '../../app/ports/ports.ts';
import { attachment, sendFile } from './fileReply.ts';

/** Encrypted files and folders have no address of their own: those are sent as always. */
export async function sendFileOrLink(
  request: FastifyRequest,
  reply: FastifyReply,
  found: AssetFile,
  { limits, isWanted }: Pick<Ports, 'limits'> & { readonly isWanted: boolean },
): Promise<FastifyReply> {
  const { file, mimeType, fileName } = found;
  const seconds = limits.downloadLinkSeconds;
  if (!isWanted || seconds === 0 || !file.link) return sendFile(request, reply, found);
  const address = await file.link({ mimeType, disposition: attachment(fileName), seconds });
  // The address is a permission.
  return reply.header('cache-control', 'no-store').redirect(address, 302);
}
