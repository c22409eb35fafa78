import { expect, test } from 'vitest';
import { openAccount } from '../../../fakes/testService.ts';
import { withAccountService } from '../../../support/accountService.ts';

const service = withAccountService('embedded', {}, ({ limits }) => ({
  limits: { ...limits, requireVerifiedEmail: true },
}));
const post = (path: string, headers: Record<string, string>, payload: object) =>
  service().app.inject({ method: 'POST', url: `/v1/${path}`, headers, payload });

test('403: behind the gate an unconfirmed account makes no key and replaces none; 201: a confirmed one does', async () => {
  const ada = await openAccount(service(), 'ada@example.org');
  const refused = await post('api-keys/', ada.headers, { name: 'early' });
  expect([refused.statusCode, refused.json()]).toMatchObject([403, { error_code: 'EMAIL_NOT_VERIFIED' }]);
  const rotated = await post(`api-keys/${ada.id}/rotate`, ada.headers, {});
  expect([rotated.statusCode, rotated.json()]).toMatchObject([403, { error_code: 'EMAIL_NOT_VERIFIED' }]);
  await post('auth/verify-email', {}, { token: await service().tokenFor(ada.email, /verify/i) });
  expect((await post('api-keys/', ada.headers, { name: 'late' })).statusCode).toBe(201);
});
