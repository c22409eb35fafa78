import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { Webhook } from 'standardwebhooks';
import { verifyWebhook, WebhookVerificationError } from '@assay/sdk';

const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const NOW = new Date('2026-11-20T12:00:00Z');
const BODY = JSON.stringify({ event: 'webhook.test', timestamp: NOW.toISOString(), data: { n: 1 } });
/** What a second implementation signs. */
const signature = new Webhook(SECRET).sign('msg_1', NOW, BODY);
const headers = {
  'webhook-id': 'msg_1',
  'webhook-timestamp': String(NOW.getTime() / 1000),
  'webhook-signature': signature,
};
const at = { nowMs: NOW.getTime() + 299_000 };
const other = `v1,${createHmac('sha256', 'another').update('x').digest('base64')}`;

test.each([
  ['headers of Node', BODY, headers],
  ['headers of fetch, bytes', new TextEncoder().encode(BODY), new Headers(headers)],
  ['two signatures while the secret is changed', BODY, { ...headers, 'webhook-signature': `${other} ${signature}` }],
])('genuine: %s', async (_, body, sent) => {
  expect(await verifyWebhook(body, sent, SECRET, at)).toEqual(JSON.parse(BODY));
});

test.each([
  ['another body', `${BODY} `, headers, at],
  ['another id', BODY, { ...headers, 'webhook-id': 'msg_2' }, at],
  ['another signature', BODY, { ...headers, 'webhook-signature': other }, at],
  ['no base64', BODY, { ...headers, 'webhook-signature': 'v1,%%' }, at],
  ['another version', BODY, { ...headers, 'webhook-signature': signature.replace('v1,', 'v2,') }, at],
  ['no signature', BODY, { 'webhook-id': 'msg_1' }, at],
  ['an old message', BODY, headers, { nowMs: NOW.getTime() + 301_000 }],
  ['one from the future', BODY, headers, { nowMs: NOW.getTime() - 301_000 }],
  ['no time', BODY, { ...headers, 'webhook-timestamp': 'x' }, at],
])('refused: %s', async (_, body, sent, when) => {
  await expect(verifyWebhook(body, sent, SECRET, when)).rejects.toBeInstanceOf(WebhookVerificationError);
});

test('a secret that is none is the caller’s mistake, and is not shown', async () => {
  await expect(verifyWebhook(BODY, headers, 'whsec_%%secret', at)).rejects.toThrow(
    /^the secret of a webhook is whsec_/,
  );
});
