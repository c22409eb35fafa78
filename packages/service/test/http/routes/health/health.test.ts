import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLogCondition } from '../../../../src/app/transparency/logCondition.ts';
import { startTestService, type TestService } from '../../../fakes/testService.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.app.close());

/** Outcomes are repeated for a second. */
const get = async (url: string) => {
  service.ports.clock.advance(2_000);
  const answer = await service.app.inject({ method: 'GET', url });
  return { code: answer.statusCode, body: answer.json() as Record<string, unknown> };
};

test('a transparency log that forked is shown by /health and /health/ready, with the reason, and the service serves on', async () => {
  expect(await get('/health')).toMatchObject({
    code: 200,
    body: { status: 'healthy', checks: { transparency_log: 'healthy' }, problems: [] },
  });
  const reason = 'The transparency log has signed 4 entries, but the database holds 2: it was set back.';
  service.probes.logProblems.push(reason);
  expect(await get('/health')).toMatchObject({
    code: 200,
    body: { status: 'degraded', checks: { transparency_log: 'unhealthy' }, problems: [reason] },
  });
  expect(await get('/health/ready')).toMatchObject({ code: 200, body: { status: 'degraded', problems: [reason] } });
  service.probes.logProblems.length = 0;
  expect(await get('/health/ready')).toMatchObject({ code: 200, body: { status: 'healthy', problems: [] } });
});

test('mails that wait are told, and change nothing else', async () => {
  const problem = 'Mails wait for more than an hour, and none was sent meanwhile: look at the mail server.';
  service.probes.mailProblems.push(problem);
  expect(await get('/health')).toMatchObject({ code: 200, body: { status: 'healthy', problems: [problem] } });
  service.probes.mailProblems.length = 0;
  expect(await get('/health')).toMatchObject({ code: 200, body: { problems: [] } });
});

test('a problem stands until the part that found it finds all well', () => {
  const condition = createLogCondition();
  condition.report('publish', 'forked');
  condition.report('witness', 'contradicts');
  condition.report('publish', null);
  expect(condition.problems()).toEqual(['contradicts']);
  expect(condition.forks()).toEqual([]);
});
