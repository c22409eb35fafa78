import Fastify from 'fastify';
import pino from 'pino';
import { expect, test } from 'vitest';
import type { App } from '../../../src/http/httpDeps.ts';
import { registerUnnamedProxy } from '../../../src/http/security/unnamedProxy.ts';

/** What is logged of two requests, of which both were forwarded. */
async function toldOf(trustProxy: readonly string[], headers: Record<string, string>): Promise<readonly string[]> {
  const lines: string[] = [];
  const logger = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) });
  const app = Fastify({ loggerInstance: logger }) as unknown as App;
  registerUnnamedProxy(app, { trustProxy });
  app.get('/', { schema: { hide: true } as object }, async () => 'here');
  for (let i = 0; i < 2; i++) await app.inject({ url: '/', headers, remoteAddress: '192.0.2.1' });
  await app.close();
  return lines;
}

test('a proxy that nobody named is told once, with its address and the setting', async () => {
  const [line, ...more] = await toldOf([], { 'x-forwarded-for': '203.0.113.9' });
  expect(JSON.parse(line ?? '')).toMatchObject({
    proxy: '192.0.2.1',
    msg: expect.stringContaining('ASSAY_TRUST_PROXY'),
  });
  expect(line).not.toContain('203.0.113.9');
  expect(more).toEqual([]);
  expect(await toldOf(['192.0.2.1'], { 'x-forwarded-for': '203.0.113.9' })).toEqual([]);
  expect(await toldOf([], {})).toEqual([]);
});
