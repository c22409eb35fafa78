import { expect, test } from 'vitest';
import { createPace } from '../../../../src/http/request/bodies/highestRate.ts';
import { formOf, openAccount, startTestService, UPLOAD_BYTES_MAX } from '../../../fakes/testService.ts';
import { toyPicture } from '../../../fakes/toyEngine.ts';

const RATE = { bytesPerSMax: 1000, burstBytes: 500 };

/** A clock that stands still, and the pauses that were asked for, ms. */
function stillClock() {
  const pauses: number[] = [];
  const clock = {
    at: 0,
    nowMs: () => clock.at,
    wait: async (ms: number) => {
      pauses.push(ms);
    },
  };
  return { clock, pauses };
}

test('what fits the burst is read at once, the rest at the rate', () => {
  const { clock, pauses } = stillClock();
  const pace = createPace(RATE, clock);
  expect(pace('ada', 500)).toBeNull();
  expect(pace('ada', 100)).not.toBeNull();
  expect(pauses).toEqual([100]);
});

test('bodies of one caller share the rate, another caller has one of its own', () => {
  const { clock, pauses } = stillClock();
  const pace = createPace(RATE, clock);
  for (const bytes of [500, 200, 200]) void pace('ada', bytes);
  expect(pauses).toEqual([200, 400]);
  expect(pace('bob', 500)).toBeNull();
});

test('the burst comes back with time, and no more than one', () => {
  const { clock, pauses } = stillClock();
  const pace = createPace(RATE, clock);
  void pace('ada', 500);
  clock.at = 10_000;
  expect(pace('ada', 500)).toBeNull();
  void pace('ada', 300);
  expect(pauses).toEqual([300]);
});

test('a body that comes too fast is read whole, no sooner than its rate allows', async () => {
  const bodies = {
    ...{ bytesMax: 1e9, ownBytesMax: 1e9, networkBytesMax: 1e9, bytesPerSMin: 1, stallMs: 60_000 },
    ...{ bytesPerSMax: UPLOAD_BYTES_MAX, burstBytes: UPLOAD_BYTES_MAX / 2 },
  };
  const service = await startTestService({ bodies });
  try {
    const ada = await openAccount(service, 'ada@example.org');
    const startMs = performance.now();
    const { payload, headers } = formOf([
      { name: 'file', value: toyPicture('x'.repeat(UPLOAD_BYTES_MAX - 2000)), fileName: 'a.jpg' },
    ]);
    const answer = await service.app.inject({
      method: 'POST',
      url: '/v1/verify/',
      headers: { ...headers, ...ada.headers },
      payload,
    });
    expect(answer.statusCode).toBe(200);
    // Half a second's bytes beyond the burst, less the margin; clocks of timers may be a little early.
    expect(performance.now() - startMs).toBeGreaterThan(300);
  } finally {
    await service.app.close();
  }
});
