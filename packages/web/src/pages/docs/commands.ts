/** Commands that work as they stand, once the key and the file are one's own. @module */

/** What one replaces with one's own. */
const KEY = '$ASSAY_KEY';

export const COMMANDS = [
  { id: 'check', text: (origin: string) => `curl -F file=@picture.jpg ${origin}/v1/verify/` },
  {
    id: 'register',
    text: (origin: string) => `curl -H "X-API-Key: ${KEY}" -F file=@picture.jpg -F title=Harbour ${origin}/v1/assets/`,
  },
  {
    id: 'list',
    text: (origin: string) => `curl -H "X-API-Key: ${KEY}" "${origin}/v1/assets/?page_size=5"`,
  },
  {
    id: 'download',
    text: (origin: string) => `curl -H "X-API-Key: ${KEY}" -o marked.png ${origin}/v1/assets/$ASSET_ID/download`,
  },
] as const;

/** Standard Webhooks 1.0.0, in Node alone. */
export const RECEIVER = `import { createHmac, timingSafeEqual } from 'node:crypto';

// body: the bytes as they came; headers: by lower-case name
export function isGenuine(body, headers, secret) {
  const id = headers['webhook-id'], time = headers['webhook-timestamp'];
  if (!(Math.abs(Date.now() / 1000 - Number(time)) <= 300)) return false;
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  const own = Buffer.from('v1,' + createHmac('sha256', key).update(\`\${id}.\${time}.\${body}\`).digest('base64'));
  return headers['webhook-signature'].split(' ').map((text) => Buffer.from(text))
    .some((sent) => sent.length === own.length && timingSafeEqual(sent, own));
}`;
