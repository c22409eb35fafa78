import { afterAll, beforeAll, expect, test } from 'vitest';
import { formOf, openAccount, startTestService, type TestService } from '../../fakes/testService.ts';
import { toyPicture } from '../../fakes/toyEngine.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.app.close());

test('work for a request carries its tenant: the user, else the network', async () => {
  const ada = await openAccount(service, 'ada@example.org');
  const { engine, currentTenant } = service.ports;
  const seen: string[] = [];
  const { inspect } = engine;
  engine.inspect = (bytes) => {
    seen.push(currentTenant.name());
    return inspect(bytes);
  };
  const form = formOf([{ name: 'file', value: toyPicture('pier'), fileName: 'a.jpg' }]);
  const verify = (headers: Record<string, string>, remoteAddress: string) =>
    service.app.inject({
      method: 'POST',
      url: '/v1/verify/',
      payload: form.payload,
      headers: { ...form.headers, ...headers },
      remoteAddress,
    });
  await Promise.all([verify(ada.headers, '192.0.2.1'), verify({}, '192.0.2.2'), verify({}, '2001:db8::1:2')]);
  expect(seen.sort()).toEqual(['ip:192.0.2.2', expect.stringMatching(/^ip:2001:db8:/), `user:${ada.id}`]);
  expect(currentTenant.name()).toBe('');
});
