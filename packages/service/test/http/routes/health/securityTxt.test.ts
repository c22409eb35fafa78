import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '../../../../src/config/config.ts';
import { ConfigError } from '../../../../src/config/configError.ts';
import { securityContactsOf } from '../../../../src/config/security.ts';
import { startTestService, type TestService } from '../../../fakes/testService.ts';

let service: TestService;
const contacts = ['mailto:security@example.org', 'https://example.org/report'];
beforeAll(async () => {
  service = await startTestService({ securityContacts: contacts });
});
afterAll(() => service.app.close());

test('200: contacts in their order, an end within a year, its own address, as RFC 9116 wants them', async () => {
  const answer = await service.app.inject({ method: 'GET', url: '/.well-known/security.txt' });
  expect(answer.statusCode).toBe(200);
  expect(answer.headers['content-type']).toBe('text/plain; charset=utf-8');
  const fields = answer.body
    .trimEnd()
    .split('\n')
    .map((line) => line.split(/: (.*)/).slice(0, 2));
  const of = (name: string) => fields.filter(([field]) => field === name).map(([, value]) => value);
  expect(of('Contact')).toEqual(contacts);
  expect(of('Canonical')).toEqual(['http://assay.test/.well-known/security.txt']);
  expect(of('Expires')).toHaveLength(1);
  const daysLeft = (Date.parse(of('Expires')[0] as string) - service.ports.clock.now().getTime()) / 86_400_000;
  expect(daysLeft).toBeGreaterThan(28);
  expect(daysLeft).toBeLessThan(365);
});

test('without a setting the address of the mails is the contact; what nobody can follow is refused', () => {
  expect(securityContactsOf(readConfig({}))).toEqual(['mailto:assay@localhost']);
  expect(securityContactsOf(readConfig({ ASSAY_MAIL_FROM: 'ops@example.org' }))).toEqual(['mailto:ops@example.org']);
  const set = readConfig({ ASSAY_SECURITY_CONTACT: contacts.join(', ') });
  expect(securityContactsOf(set)).toEqual(contacts);
  for (const wrong of [
    'security@example.org',
    'http://example.org/',
    'mailto:nobody',
    'https://a.example/\nContact: x',
  ])
    expect(() => readConfig({ ASSAY_SECURITY_CONTACT: wrong }), wrong).toThrow(ConfigError);
});
