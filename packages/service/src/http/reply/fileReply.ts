/** Sends a stored file: ranges, validators, digest, a safe name (RFC 9110, 9530, 6266). @module */
import { createHash } from 'node:crypto';
import { AppError } from '@assay/core/errors';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AssetFile } from '../../app/assets/assetFile.ts';
import type { StoredFile } from '../../app/ports/assets/storage.ts';
import { isKnown } from '../request/entityTags.ts';

interface Range {
  readonly start: number;
  readonly end: number;
}

/**
 * The one range asked for, or null for the whole file: several ranges and units other than bytes may be ignored
 * (RFC 9110, 14.2). @throws {AppError} RANGE_NOT_SATISFIABLE
 */
export function parseRange(header: string | undefined, sizeBytes: number): Range | null {
  const [, first, last] = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '') ?? [];
  if (first === undefined || last === undefined || (first === '' && last === '')) return null;
  const start = first === '' ? Math.max(0, sizeBytes - Number(last)) : Number(first);
  const end = first === '' || last === '' ? sizeBytes - 1 : Math.min(Number(last), sizeBytes - 1);
  if (first !== '' && last !== '' && Number(last) < Number(first)) return null;
  if (start >= sizeBytes || (first === '' && Number(last) === 0))
    throw new AppError('RANGE_NOT_SATISFIABLE', `The file has ${sizeBytes} bytes.`);
  return { start, end };
}

/** RFC 6266 with RFC 8187: an ASCII name for old clients, the true one for all others. */
export function attachment(fileName: string): string {
  const ascii = fileName.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  const encoded = encodeURIComponent(fileName.replace(/\p{Surrogate}/gu, '_')).replace(
    /['()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}

async function digestOf(file: StoredFile): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of file.stream()) hash.update(chunk as Uint8Array);
  return hash.digest('hex');
}

export async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  found: Omit<AssetFile, 'variant'>,
  cacheControl = 'private, max-age=300',
): Promise<FastifyReply> {
  const { file, mimeType, fileName } = found;
  // Only previews have no recorded hash; they are small.
  const sha256 = found.sha256 ?? (await digestOf(file));
  reply
    .header('etag', `"${sha256}"`)
    .header('repr-digest', `sha-256=:${Buffer.from(sha256, 'hex').toString('base64')}:`)
    .header('accept-ranges', 'bytes')
    .header('content-disposition', attachment(fileName))
    .header('content-security-policy', "default-src 'none'; sandbox")
    .header('cache-control', cacheControl);
  if (isKnown(request, sha256)) return reply.code(304).send();

  const condition = request.headers['if-range'];
  const ranged = condition === undefined || condition === `"${sha256}"` ? request.headers.range : undefined;
  const range = rangeOrRefusal(reply, ranged, file.sizeBytes);
  reply.type(mimeType);
  if (!range) return reply.header('content-length', file.sizeBytes).send(file.stream());
  return reply
    .code(206)
    .header('content-length', range.end - range.start + 1)
    .header('content-range', `bytes ${range.start}-${range.end}/${file.sizeBytes}`)
    .send(file.stream(range));
}

function rangeOrRefusal(reply: FastifyReply, header: string | undefined, sizeBytes: number): Range | null {
  try {
    return parseRange(header, sizeBytes);
  } catch (error) {
    for (const name of ['etag', 'repr-digest', 'content-disposition', 'cache-control']) reply.removeHeader(name);
    reply.header('content-range', `bytes */${sizeBytes}`);
    throw error;
  }
}
