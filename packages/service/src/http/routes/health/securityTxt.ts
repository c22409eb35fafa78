/** GET /.well-known/security.txt: whom to tell about a weakness. @module */
import { z } from 'zod';
import type { App, RouteDeps } from '../../httpDeps.ts';
import { failures } from '../../schemas/common.ts';
import { NO_CREDENTIAL } from '../../security/security.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** "Less than a year" (RFC 9116, 2.5.5); the file is made at every request, so that a month is plenty. */
const VALID_DAYS = 30;

const text = { description: 'Fields of RFC 9116, one a line.', content: { 'text/plain': { schema: z.string() } } };

const schema = {
  operationId: 'securityTxt',
  summary: 'Whom to tell about a weakness',
  description: 'RFC 9116.',
  tags: ['Health'],
  security: NO_CREDENTIAL,
  response: { 200: text, ...failures() },
};

export function securityTxtRoute(app: App, { ports, settings }: RouteDeps): void {
  app.get('/.well-known/security.txt', { schema }, async (_request, reply) => {
    // The same all day, so that caches and readers see one file.
    const today = Math.floor(ports.clock.now().getTime() / DAY_MS) * DAY_MS;
    const lines = [
      ...settings.securityContacts.map((contact) => `Contact: ${contact}`),
      `Expires: ${new Date(today + VALID_DAYS * DAY_MS).toISOString()}`,
      'Preferred-Languages: en',
      `Canonical: ${settings.publicBaseUrl()}${'/.well-known/security.txt'}`,
    ];
    return reply
      .type('text/plain; charset=utf-8')
      .header('cache-control', 'public, max-age=86400')
      .send(`${lines.join('\n')}\n`);
  });
}
