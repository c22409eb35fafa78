/**
 * Standard Webhooks 1.0.0: signature of a delivery.
 *     v1 = base64(HMAC-SHA256(key, id "." timestamp "." body))
 * Source: https://github.com/standard-webhooks/standard-webhooks, spec/standard-webhooks.md, "Signature scheme".
 * @module
 */
import { createHmac, randomBytes } from 'node:crypto';

const PREFIX = 'whsec_';
/** The specification asks for 24 to 64. */
export const SECRET_BYTES = 32;

export const mintSecret = (): Uint8Array => new Uint8Array(randomBytes(SECRET_BYTES));

/** As owners see it and as verifying libraries take it. */
export const secretText = (secret: Uint8Array): string => `${PREFIX}${Buffer.from(secret).toString('base64')}`;

/** @param secret `whsec_` and base64 @param timestampS Unix seconds */
export function signature(secret: string, id: string, timestampS: number, body: string): string {
  const key = Buffer.from(secret.replace(PREFIX, ''), 'base64');
  return `v1,${createHmac('sha256', key).update(`${id}.${timestampS}.${body}`).digest('base64')}`;
}

/** The three headers of one attempt; one signature for each secret, separated by spaces. */
export const signedHeaders = (
  secrets: readonly string[],
  id: string,
  timestampS: number,
  body: string,
): Record<'webhook-id' | 'webhook-timestamp' | 'webhook-signature', string> => ({
  'webhook-id': id,
  'webhook-timestamp': String(timestampS),
  'webhook-signature': secrets.map((secret) => signature(secret, id, timestampS, body)).join(' '),
});
