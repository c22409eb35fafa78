/** What of the content here is public, found by its identifier. @module */
import { AppError } from '@assay/core/errors';
import type { FoundBlock } from '../ports/content/content.ts';
import type { Ports } from '../ports/ports.ts';

/**
 * @param onlyIfCached whoever asks wants no answer that had to be fetched; here nothing is ever fetched
 * @throws {AppError} BAD_REQUEST, NOT_FOUND, or PRECONDITION_FAILED with `onlyIfCached`
 */
export async function publicContent(
  { blocks, publishedContent }: Pick<Ports, 'blocks' | 'publishedContent'>,
  asked: string,
  onlyIfCached: boolean,
): Promise<FoundBlock> {
  const cid = blocks.canonicalCid(asked);
  if (cid === null) throw new AppError('BAD_REQUEST', 'The path holds no content identifier.');
  const found = await publishedContent.find(cid);
  if (found) return found;
  if (onlyIfCached) throw new AppError('PRECONDITION_FAILED', 'This content is not here.');
  throw new AppError('CONTENT_NOT_FOUND', `Nothing public here has the content ${cid}.`);
}
