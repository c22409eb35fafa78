/**
 * Webhooks as they arrive: is a delivery genuine? Standard Webhooks 1.0.0, HMAC-SHA256 over `id.timestamp.body`.
 * @module
 */

/** Messages that are older, or newer, may be replays. Standard Webhooks recommends five minutes. */
const TOLERANCE_S = 300;

export interface WebhookEvent {
  readonly event: string;
  /** When it happened, UTC; the same on every attempt. */
  readonly timestamp: string;
  readonly data: Readonly<Record<string, unknown>>;
}

export interface WebhookOptions {
  /** Default: now. */
  readonly nowMs?: number;
  /** Largest difference between the attempt's time and now; default 300 s. */
  readonly toleranceS?: number;
}

/** The delivery is not one of this endpoint's service, or no fresh one: answer 401 and do nothing. */
export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError';
}

type HeaderBag = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

/**
 * The event of a genuine delivery.
 * @param body the raw bytes or text as they came, before any parsing
 * @param headers those of the request, of `fetch` or of Node
 * @param secret of the endpoint, `whsec_...`
 * @throws {WebhookVerificationError}
 */
export async function verifyWebhook(
  body: string | Uint8Array,
  headers: HeaderBag,
  secret: string,
  { nowMs = Date.now(), toleranceS = TOLERANCE_S }: WebhookOptions = {},
): Promise<WebhookEvent> {
  const [id, time, sent] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) =>
    headerOf(headers, name),
  );
  if (!id || !time || !sent) throw new WebhookVerificationError('webhook-id, -timestamp or -signature is missing');
  if (!(Math.abs(nowMs / 1000 - Number(time)) <= toleranceS))
    throw new WebhookVerificationError('webhook-timestamp is too old or too new');
  const text = typeof body === 'string' ? body : new TextDecoder().decode(body);
  const key = await crypto.subtle.importKey('raw', bytesOf(secret), { name: 'HMAC', hash: 'SHA-256' }, false, [
    'verify',
  ]);
  const message = new TextEncoder().encode(`${id}.${time}.${text}`);
  // Two while the secret is being changed. WebCrypto compares in constant time.
  for (const signature of sent.split(' ')) {
    const bytes = signature.startsWith('v1,') ? decoded(signature.slice(3)) : null;
    if (bytes && (await crypto.subtle.verify('HMAC', key, bytes, message))) return JSON.parse(text) as WebhookEvent;
  }
  throw new WebhookVerificationError('no signature of webhook-signature fits');
}

function headerOf(headers: HeaderBag, name: string): string | undefined {
  if (headers instanceof Headers) return headers.get(name) ?? undefined;
  const value = Object.entries(headers).find(([one]) => one.toLowerCase() === name)?.[1];
  return typeof value === 'string' ? value : value?.[0];
}

function bytesOf(secret: string): Uint8Array<ArrayBuffer> {
  const bytes = decoded(secret.replace(/^whsec_/, ''));
  // The secret itself is in no message.
  if (!bytes || bytes.length === 0) throw new TypeError('the secret of a webhook is whsec_ and base64');
  return bytes;
}

function decoded(base64: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  } catch {
    return null;
  }
}
