/**
 * Expiring links to stored files. A token is base64url of
 *     asset id (16 bytes) | variant (1) | expiry, Unix seconds, big-endian (4) | HMAC-SHA256 of the 21 bytes before, cut to 16
 * Nothing is stored for it; cutting the HMAC to 128 bits is allowed by RFC 2104, section 5.
 * @module
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { AppError } from '@assay/core/errors';
import type { Clock, FileVariant, UrlSigner } from '../../app/ports/runtime/runtime.ts';

const VARIANTS = ['original', 'watermarked', 'preview'] as const satisfies readonly FileVariant[];
const BODY_BYTES = 21;
const TAG_BYTES = 16;

/** @param key at least 32 secret bytes, used for nothing else */
export function createUrlSigner(key: Uint8Array, clock: Clock): UrlSigner {
  const tagOf = (body: Buffer): Buffer => createHmac('sha256', key).update(body).digest().subarray(0, TAG_BYTES);

  return {
    async sign(assetId, variant, expiresAt) {
      const body = Buffer.alloc(BODY_BYTES);
      body.write(assetId.replaceAll('-', ''), 0, 16, 'hex');
      body.writeUInt8(VARIANTS.indexOf(variant), 16);
      body.writeUInt32BE(Math.floor(expiresAt.getTime() / 1000), 17);
      return Buffer.concat([body, tagOf(body)]).toString('base64url');
    },
    async open(token) {
      const bytes = Buffer.from(token, 'base64url');
      const body = bytes.subarray(0, BODY_BYTES);
      const variant = bytes.length === BODY_BYTES + TAG_BYTES ? VARIANTS[body.readUInt8(16)] : undefined;
      if (!variant || !timingSafeEqual(tagOf(body), bytes.subarray(BODY_BYTES)))
        throw new AppError('LINK_NOT_FOUND', 'There is no such link.');
      const expiresAt = new Date(body.readUInt32BE(17) * 1000);
      if (expiresAt < clock.now())
        throw new AppError('GONE', 'This link has expired. Read the asset again for a fresh one.');
      const hex = body.toString('hex', 0, 16);
      return { assetId: hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5'), variant, expiresAt };
    },
  };
}
