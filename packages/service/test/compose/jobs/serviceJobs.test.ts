import pino from 'pino';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startServiceJobs } from '../../../src/compose/jobs/serviceJobs.ts';
import { formOf, openAccount, startTestService, type TestService } from '../../fakes/testService.ts';
import { toyPicture } from '../../fakes/toyEngine.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.app.close());

test('queued uploads are worked on beside each other, one for each thread of the engine', async () => {
  const ada = await openAccount(service, 'ada@example.org');
  for (const scene of ['pier', 'quay', 'mole', 'lock', 'weir']) {
    const form = formOf([{ name: 'file', value: toyPicture(scene), fileName: 'a.jpg' }]);
    const headers = { ...form.headers, ...ada.headers, prefer: 'respond-async' };
    const answer = await service.app.inject({ method: 'POST', url: '/v1/assets/', payload: form.payload, headers });
    expect(answer.statusCode, answer.body).toBe(202);
  }
  const { mark } = service.ports.engine;
  let [now, most, done] = [0, 0, 0];
  const engine: typeof service.ports.engine = {
    ...service.ports.engine,
    async mark(...asked) {
      most = Math.max(most, ++now);
      // Whoever is to be beside it has time to come.
      await vi.waitFor(() => expect(most).toBe(3));
      now--;
      done++;
      return mark(...asked);
    },
  };
  // The other jobs have no turn.
  const jobLeases = { ...service.ports.jobLeases, take: async () => false };
  const ports = { ...service.ports, engine, jobLeases };
  const jobs = startServiceJobs({ robustnessScore: false, workers: 3 }, ports, () => false, pino({ enabled: false }));
  await vi.waitFor(() => expect(done).toBe(5));
  await jobs.stop();
  expect(most).toBe(3);
});
