import multipart from '@fastify/multipart';
import Fastify from 'fastify';
import { expect, test, vi } from 'vitest';
import { createMemoryBudget, bodyLimits } from '../../../src/http/request/memoryBudget.ts';
import { oneFileOf } from '../../../src/http/request/formFiles.ts';
import { receiveForm } from '../../../src/http/request/receiveForm.ts';
import { formOf } from '../../fakes/testService.ts';

const MEBIBYTE = 2 ** 20;

test('a large file is never put together at once: others wait for a step of it alone', async () => {
  const budget = createMemoryBudget(bodyLimits(2 ** 32), () => 'somebody');
  const app = Fastify();
  await app.register(multipart);
  app.decorate('beginIdempotentForm', async () => {});
  app.post('/', (request, reply) =>
    receiveForm(budget, [request, reply], oneFileOf(8 * MEBIBYTE), async ({ files }) =>
      String(files[0]?.bytes?.length),
    ),
  );
  const { payload, headers } = formOf([{ name: 'file', value: new Uint8Array(4 * MEBIBYTE), fileName: 'a.jpg' }]);
  const concat = Buffer.concat;
  let largest = 0;
  const spy = vi.spyOn(Buffer, 'concat').mockImplementation((list, length) => {
    const parts = list.reduce((sum, part) => sum + part.length, 0);
    // Of the answer there is one part alone.
    if (list.length > 1) largest = Math.max(largest, parts);
    return concat(list, length);
  });
  try {
    const answer = await app.inject({ method: 'POST', url: '/', payload, headers });
    expect(answer.body).toBe(String(4 * MEBIBYTE));
  } finally {
    spy.mockRestore();
    await app.close();
  }
  expect(largest).toBeLessThanOrEqual(MEBIBYTE);
});
