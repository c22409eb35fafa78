import { afterAll, beforeAll, expect, test } from 'vitest';
import { formOf, openAccount, startTestService, type TestService } from '../../fakes/testService.ts';
import { toyPicture } from '../../fakes/toyEngine.ts';
import { plantedKey } from './plantedKey.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.app.close());

test('work for a request carries its tenant, the user with his keys, else the network, and the network', async () => {
  const ada = await openAccount(service, 'ada@example.org');
  const { engine, currentTenant } = service.ports;
  const key = await plantedKey(service, ada);
  const seen: string[] = [];
  const { inspect } = engine;
  engine.inspect = (bytes) => {
    seen.push(`${currentTenant.name()} at ${currentTenant.network()}`);
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
  await Promise.all([
    verify(ada.headers, '192.0.2.1'),
    verify(key, '192.0.2.3'),
    verify({}, '192.0.2.2'),
    verify({}, '2001:db8::1:2'),
  ]);
  expect(seen.sort()).toEqual([
    'ip:192.0.2.2 at 192.0.2.2',
    expect.stringMatching(/^ip:2001:db8:.* at 2001:db8:.*\/64$/),
    `user:${ada.id} at 192.0.2.1`,
    `user:${ada.id} at 192.0.2.3`,
  ]);
  expect([currentTenant.name(), currentTenant.network()]).toEqual(['', '']);
});
