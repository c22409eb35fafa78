import { afterEach, expect, test, vi } from 'vitest';
import { formOf, startTestService, type TestService } from '../../fakes/testService.ts';

let service: TestService | undefined;
afterEach(async () => {
  vi.restoreAllMocks();
  await service?.app.close();
});

test('a large file is never put together at once: others wait for a step of it alone', async () => {
  service = await startTestService();
  const sizes: number[] = [];
  const concat = Buffer.concat;
  vi.spyOn(Buffer, 'concat').mockImplementation((list, length) => {
    sizes.push(list.reduce((sum, part) => sum + part.length, 0));
    return concat(list, length);
  });
  const { payload, headers } = formOf([{ name: 'file', value: new Uint8Array(4 * 2 ** 20), fileName: 'a.jpg' }]);
  sizes.length = 0;
  await service.app.inject({ method: 'POST', url: '/v1/verify/', payload, headers });
  expect(Math.max(0, ...sizes)).toBeLessThanOrEqual(2 ** 20);
});
