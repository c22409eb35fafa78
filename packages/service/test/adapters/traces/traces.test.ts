import { AppError } from '@assay/core/errors';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createTraces } from '../../../src/adapters/traces/createTraces.ts';
import { createOtlpSpans } from '../../../src/adapters/traces/otlpSpans.ts';
import { NO_ORIGIN } from '../../../src/app/ports/runtime/traces.ts';
import { type OtlpReceiver, startOtlpReceiver } from './otlpReceiver.ts';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const SENT = { requestId: 'r-1', traceparent: `00-${TRACE}-00f067aa0ba902b7-01` };
const service = { name: 'assay', version: '1', instance: 'here' };

describe('without a collector', () => {
  test('origins are carried through awaits and to jobs all the same, and nothing is made up', async () => {
    const traces = createTraces(null);
    const seen = await traces.within(SENT, async () => {
      await new Promise((resolve) => setTimeout(resolve, 1));
      return traces.step('inside', async () => traces.current());
    });
    expect(seen).toEqual(SENT);
    expect(await traces.resume('job', seen, async () => traces.current())).toEqual(SENT);
    expect(traces.current()).toEqual(NO_ORIGIN);
  });
});

describe('spans over OTLP', () => {
  let receiver: OtlpReceiver;
  beforeEach(async () => {
    receiver = await startOtlpReceiver();
  });
  afterEach(() => receiver.close());

  test('a step follows the request, a job follows the step in whichever process, under the caller’s trace', async () => {
    const spans = createOtlpSpans({ endpoint: receiver.endpoint, share: 1, service });
    const traces = createTraces(spans);
    const request = traces.begin('POST', 'server', SENT);
    const left = await traces.within(request.origin, () => traces.step('store.put', async () => traces.current()));
    request.end({ isFault: false, name: 'POST /v1/assets/', facts: { 'http.response.status_code': 202 } });
    // An answer was written: that the connection closed afterwards says nothing.
    request.end({ isFault: true });
    const worker = createOtlpSpans({ endpoint: receiver.endpoint, share: 1, service: { ...service, name: 'worker' } });
    await createTraces(worker).resume('upload', left, async () => undefined);
    await Promise.all([spans.close(), worker.close()]);

    const [step, server, job] = ['store.put', 'POST /v1/assets/', 'upload'].map((name) =>
      receiver.spans.find((span) => span.name === name),
    );
    expect(server).toMatchObject({ traceId: TRACE, parentSpanId: '00f067aa0ba902b7', kind: 2, isFault: false });
    expect(server?.attributes).toEqual({ 'assay.request_id': 'r-1', 'http.response.status_code': 202 });
    expect(step).toMatchObject({ traceId: TRACE, parentSpanId: server?.spanId });
    expect(job).toMatchObject({ service: 'worker', traceId: TRACE, parentSpanId: step?.spanId, kind: 5 });
    expect(receiver.spans).toHaveLength(3);
  });

  test('a fault of ours is one, what the caller may read is a finding', async () => {
    const spans = createOtlpSpans({ endpoint: receiver.endpoint, share: 1, service });
    const traces = createTraces(spans);
    const failing = (name: string, cause: Error) => traces.step(name, () => Promise.reject(cause)).catch(() => {});
    await failing('bug', new TypeError('a bug'));
    await failing('refused', new AppError('INVALID_FILE_TYPE', 'This is no picture.'));
    await spans.close();
    const of = (name: string) => receiver.spans.find((span) => span.name === name);
    expect(of('bug')).toMatchObject({ isFault: true, attributes: { 'error.type': 'TypeError' } });
    expect(of('refused')).toMatchObject({ isFault: false, attributes: { 'error.type': 'INVALID_FILE_TYPE' } });
  });

  test('a stranger’s flag does not make us record more than our share', async () => {
    const spans = createOtlpSpans({ endpoint: receiver.endpoint, share: 0, service });
    const traces = createTraces(spans);
    const { origin, end } = traces.begin('GET', 'server', SENT);
    end({ isFault: false });
    await spans.close();
    expect(receiver.spans).toEqual([]);
    expect(origin.traceparent).toMatch(new RegExp(`^00-${TRACE}-[0-9a-f]{16}-00$`));
  });

  test('a collector that is gone holds nothing up', async () => {
    await receiver.close();
    const spans = createOtlpSpans({ endpoint: receiver.endpoint, share: 1, service });
    const traces = createTraces(spans);
    expect(await traces.resume('job', SENT, async () => 7)).toBe(7);
    const startMs = performance.now();
    await spans.close();
    expect(performance.now() - startMs).toBeLessThan(8_000);
    receiver = await startOtlpReceiver();
  });
});
