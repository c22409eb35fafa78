import { expect, test } from 'vitest';
import { AssayClient } from '@assay/sdk/client';
import { FileRejectedError } from '@assay/sdk/errors';
import type { WireRequest } from '@assay/sdk/transport';

const stage = (name: string) => `event: stage\nid: 1\ndata: {"stage":"${name}","skipped":false}\n\n`;
const RESULT = 'event: result\nid: 5\ndata: {"verdict":"authentic","verification_id":"v"}\n\n';
const PENDING = { verification_id: 'v', status: 'pending' };
const ALL = ['read', 'searched', 'compared', 'judged'];

const json = (status: number, body: unknown) => new Response(JSON.stringify(body), { status });

/** A stream in these pieces; a broken one ends with an error. */
const stream = (pieces: readonly string[], isBroken = false) =>
  new Response(
    new ReadableStream({
      start(controller) {
        for (const piece of pieces) controller.enqueue(new TextEncoder().encode(piece));
        if (isBroken) controller.error(new TypeError('cut'));
        else controller.close();
      },
    }),
    { headers: { 'content-type': 'text/event-stream' } },
  );

/** Verifies against these answers, in their order. */
async function verifyWith(...answers: readonly Response[]) {
  const asked: WireRequest[] = [];
  const client = new AssayClient({
    baseUrl: 'http://127.0.0.1:9',
    apiKey: 'k',
    retry: { baseDelayMs: 1, delayMsMax: 1 },
    transport: async (request) => {
      asked.push(request);
      return answers[asked.length - 1] ?? Response.error();
    },
  });
  const stages: string[] = [];
  const onStage = ({ stage: name }: { readonly stage: string }) => void stages.push(name);
  const result = client.verify(new Uint8Array([0xff, 0xd8, 0xff]), { onStage });
  return { result: await result.catch((error: unknown) => error), stages, asked };
}

test('stages are told as they come, in whatever pieces, and the result ends it', async () => {
  const text = `: watching\n\n${ALL.map(stage).join('')}${RESULT}`;
  const pieces = text.match(/[\s\S]{1,7}/g) ?? [];
  const { result, stages, asked } = await verifyWith(json(202, PENDING), stream(pieces));
  expect(result).toMatchObject({ verdict: 'authentic' });
  expect(stages).toEqual(ALL);
  expect(asked.map(({ method, url }) => `${method} ${new URL(url).pathname}`)).toEqual([
    'POST /v1/verify/',
    'GET /v1/verify/v/events',
  ]);
  expect(asked[0]?.headers.get('prefer')).toBe('respond-async');
});

test('a stream that breaks is opened again, and no stage is told twice', async () => {
  const { result, stages } = await verifyWith(
    json(202, PENDING),
    stream([stage('read')], true),
    stream([...ALL.map(stage), RESULT]),
  );
  expect(result).toMatchObject({ verdict: 'authentic' });
  expect(stages).toEqual(ALL);
});

test('a failure is thrown as the error that its address answers', async () => {
  const failure = { detail: 'no picture', error_code: 'INVALID_FILE_TYPE', timestamp: '2026-01-01T00:00:00.000Z' };
  const { result } = await verifyWith(
    json(202, PENDING),
    stream([`event: failure\ndata: ${JSON.stringify(failure)}\n\n`]),
    json(400, failure),
  );
  expect(result).toBeInstanceOf(FileRejectedError);
});

test('a stream that ends too early: the result is asked for until it is there', async () => {
  const { result } = await verifyWith(
    json(202, PENDING),
    stream([stage('read')]),
    json(202, PENDING),
    json(200, { verdict: 'forged' }),
  );
  expect(result).toMatchObject({ verdict: 'forged' });
});

test('without a credential the service answers at once, and that is the result', async () => {
  const { result, stages, asked } = await verifyWith(json(200, { verdict: 'unknown' }));
  expect([result, stages, asked.length]).toEqual([{ verdict: 'unknown' }, [], 1]);
});
