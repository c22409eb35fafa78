import { AppError } from '@assay/core/errors';
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

async function queueUploads(...scenes: string[]): Promise<void> {
  const ada = await openAccount(service, `${scenes[0]}@example.org`);
  for (const scene of scenes) {
    const form = formOf([{ name: 'file', value: toyPicture(scene), fileName: 'a.jpg' }]);
    const headers = { ...form.headers, ...ada.headers, prefer: 'respond-async' };
    const answer = await service.app.inject({ method: 'POST', url: '/v1/assets/', payload: form.payload, headers });
    expect(answer.statusCode, answer.body).toBe(202);
  }
}

/** With an engine that marks so. The other jobs have no turn. */
function startJobs(mark: TestService['ports']['engine']['mark'], metrics: Parameters<typeof startServiceJobs>[4]) {
  const jobLeases = { ...service.ports.jobLeases, take: async () => false };
  const ports = { ...service.ports, engine: { ...service.ports.engine, mark }, jobLeases };
  const settings = { robustnessScore: false, workers: 3, embedAgainPerMinute: null };
  return startServiceJobs(settings, ports, () => false, pino({ enabled: false }), metrics);
}

test('queued uploads are worked on beside each other, one for each thread of the engine', async () => {
  await queueUploads('pier', 'quay', 'mole', 'lock', 'weir');
  let [now, most, done] = [0, 0, 0];
  const jobs = startJobs(async (...asked) => {
    most = Math.max(most, ++now);
    // Whoever is to be beside it has time to come.
    await vi.waitFor(() => expect(most).toBe(3));
    now--;
    done++;
    return service.ports.engine.mark(...asked);
  }, null);
  await vi.waitFor(() => expect(done).toBe(5));
  await jobs.stop();
  expect(most).toBe(3);
});

test('an upload that is put back, since the engine is busy, is counted as postponed', async () => {
  await queueUploads('dam');
  const queued = vi.fn();
  const busy = () => Promise.reject(new AppError('SERVICE_UNAVAILABLE', 'busy'));
  const jobs = startJobs(busy, { queued });
  await vi.waitFor(() => expect(queued).toHaveBeenCalledWith('upload', 'postponed'));
  await jobs.stop();
});
