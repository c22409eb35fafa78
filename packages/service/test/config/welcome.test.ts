import { expect, test } from 'vitest';
import { welcome } from '../../src/config/welcome.ts';

test('five plain lines: where it is, where data and mails lie, the first account', () => {
  const told = { dataDir: '/srv/assay', mailDir: null, smtpUrl: null, databaseUrl: null };
  const lines = welcome('http://127.0.0.1:8080', told).split('\n');
  expect(lines).toHaveLength(5);
  expect(lines.slice(0, 4)).toEqual([
    'Assay runs at http://127.0.0.1:8080 (Ctrl-C ends it).',
    'Data lies in /srv/assay.',
    'Mails go out as files in /srv/assay/mail.',
    'First account: http://127.0.0.1:8080/register; from a program see http://127.0.0.1:8080/docs.',
  ]);
  const served = welcome('http://h', {
    ...told,
    smtpUrl: 'smtp://user:secret@h',
    databaseUrl: 'postgres://u:secret@h/d',
  });
  expect(served).toMatch(/, rows in DATABASE_URL\.\nMails go out through SMTP_URL\./);
  expect(served).not.toContain('secret');
});
