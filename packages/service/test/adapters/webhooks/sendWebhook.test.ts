import { Webhook } from 'standardwebhooks';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { systemClock } from '../../../src/adapters/runtime/clock.ts';
import { createAddressGuard } from '../../../src/adapters/webhooks/addressGuard.ts';
import { pinnedLookup } from '../../../src/adapters/webhooks/postVetted.ts';
import { createWebhookSender } from '../../../src/adapters/webhooks/sendWebhook.ts';
import { mintSecret, secretText } from '../../../src/adapters/webhooks/signature.ts';
import { openSink, type WebhookSink, withStatus } from '../../support/webhookSink.ts';

const secret = secretText(mintSecret());
const BODY = '{"event":"webhook.test","timestamp":"2026-11-20T12:00:00.000Z","data":{"webhook_id":"ü"}}';
const guard = createAddressGuard({ resolve: async () => [], allowLoopback: true });
const sender = createWebhookSender(guard, systemClock);
const messageTo = (url: string) => ({ url, eventId: 'evt_1', body: BODY, secrets: [secret] });

let sink: WebhookSink;
beforeEach(async () => {
  sink = await openSink();
});
afterEach(() => sink.close());

describe('what arrives', () => {
  test('one POST with the exact body, signed so that the Standard Webhooks library verifies it', async () => {
    expect(await sender.send(messageTo(`${sink.url}?a=b`))).toMatchObject({ responseStatus: 204, error: null });
    const [{ method, path, headers, body }] = sink.received as [(typeof sink.received)[0]];
    expect([sink.received.length, method, path, body]).toEqual([1, 'POST', '/hook?a=b', BODY]);
    expect(headers).toMatchObject({ 'content-type': 'application/json', host: `127.0.0.1:${sink.port}` });
    expect(new Webhook(secret).verify(body, headers as Record<string, string>)).toEqual(JSON.parse(BODY));
    expect(() => new Webhook(secret).verify(`${body} `, headers as Record<string, string>)).toThrow('No matching');
  });
});

describe('what comes back', () => {
  test('a redirect is not followed', async () => {
    const other = await openSink();
    sink.answer = withStatus(307, { location: other.url });
    expect(await sender.send(messageTo(sink.url))).toMatchObject({ responseStatus: 307, error: null });
    expect([sink.received.length, other.received.length]).toEqual([1, 0]);
    await other.close();
  });

  test('status and Retry-After are told', async () => {
    sink.answer = withStatus(503, { 'retry-after': '120' }, 'busy');
    const outcome = await sender.send(messageTo(sink.url));
    expect(outcome).toMatchObject({ responseStatus: 503, retryAfter: '120', responseBody: 'busy' });
  });

  test('of a body without end 4 KiB are read, and the connection is closed', async () => {
    const closed = new Promise((resolve) => {
      sink.answer = (response) => {
        response.writeHead(200);
        response.on('close', resolve);
        const flood = (): void => {
          while (!response.destroyed && response.write('x'.repeat(1000)));
          response.once('drain', flood);
        };
        flood();
      };
    });
    const outcome = await sender.send(messageTo(sink.url));
    expect(outcome).toMatchObject({ responseStatus: 200, responseBody: 'x'.repeat(4096) });
    await closed;
  });

  test('an endpoint that never ends its answer, or never begins it, is given up', async () => {
    const hasty = createWebhookSender(guard, systemClock, 150);
    for (const answer of [() => {}, (response: { write(text: string): void }) => response.write('x')]) {
      sink.answer = answer;
      const outcome = await hasty.send(messageTo(sink.url));
      expect(outcome).toMatchObject({ responseStatus: null, error: 'no complete answer within 0.15 s' });
    }
  });

  test('a name server that never answers is given up as well', async () => {
    const stuck = createAddressGuard({ resolve: () => new Promise(() => {}), allowLoopback: false });
    const outcome = await createWebhookSender(stuck, systemClock, 50).send(messageTo('https://stuck.example/'));
    expect(outcome.error).toContain('no complete answer');
  });

  test('a broken connection is a finding and no exception', async () => {
    sink.answer = (response) => response.destroy();
    expect(await sender.send(messageTo(sink.url))).toMatchObject({
      responseStatus: null,
      error: 'the request failed: UND_ERR_SOCKET',
    });
    await sink.close();
    const outcome = await sender.send(messageTo(sink.url));
    expect(outcome.error).toBe('the request failed: ECONNREFUSED');
    sink = await openSink();
  });
});

describe('where it goes', () => {
  test('the address is judged again at every attempt, and nothing is dialled when it is refused', async () => {
    const strict = createWebhookSender(
      createAddressGuard({ resolve: async () => ['127.0.0.1'], allowLoopback: false }),
      systemClock,
    );
    for (const url of [sink.url, `https://rebound.example:${sink.port}/`, `https://127.0.0.1:${sink.port}/`])
      expect((await strict.send(messageTo(url))).error).toMatch(/cannot receive webhooks/);
    expect(sink.received).toEqual([]);
  });

  test('a name is dialled at the vetted address alone, its own name in Host', async () => {
    // With the switch a name may lead to loopback; https is kept, so that the sink sees the beginning of a handshake.
    const named = createAddressGuard({ resolve: async () => ['127.0.0.1'], allowLoopback: true });
    const outcome = await createWebhookSender(named, systemClock).send(
      messageTo(`https://pinned.example:${sink.port}/`),
    );
    // Without pinning the system's resolver would have failed with ENOTFOUND or EAI_AGAIN.
    expect(outcome.error).toMatch(/ERR_SSL|EPROTO|UND_ERR_SOCKET|ECONNRESET/);
  });

  test('the look-up of the socket gives the vetted addresses in both forms that Node asks for', async () => {
    const addresses = [
      { address: '198.41.0.4', family: 4 },
      { address: '2001:503:ba3e::2:30', family: 6 },
    ] as const;
    const lookup = pinnedLookup({ url: new URL('https://a.example'), host: 'a.example', addresses });
    const ask = (host: string, all: boolean) =>
      new Promise((resolve) => {
        lookup(host, { all }, (error, address, family) => resolve(error ? 'error' : [address, family]));
      });
    expect(await ask('a.example', true)).toEqual([[...addresses], undefined]);
    expect(await ask('a.example', false)).toEqual(['198.41.0.4', 4]);
    expect(await ask('b.example', true)).toBe('error');
  });
});
