import type { FastifyReply, FastifyRequest } from 'fastify';
import { expect, test } from 'vitest';
import { leaveUnread } from '../../../src/http/request/unreadBody.ts';

const MEBIBYTE = 2 ** 20;

/** Whether reading stops behind an answer of this status. */
function stops(statusCode: number, headers: Record<string, string>, complete = false): boolean {
  let stopped = false;
  const raw = { complete, unpipe() {}, pause: () => void (stopped = true), socket: {} };
  const reply = { statusCode, header: () => reply };
  leaveUnread({ raw, headers } as unknown as FastifyRequest, reply as unknown as FastifyReply);
  return stopped;
}
const ofLength = (bytes: number) => ({ 'content-length': String(bytes) });

test('what is left of a body is received while that is little; what may have no end, is too long or comes again is not', () => {
  const endless = { 'transfer-encoding': 'chunked' };
  expect([stops(401, endless), stops(200, endless), stops(200, endless, true)]).toEqual([true, true, false]);
  // Usual clients send a picture to its end before they read that its token is old.
  expect([stops(401, ofLength(50 * MEBIBYTE)), stops(401, ofLength(65 * MEBIBYTE))]).toEqual([false, true]);
  for (const status of [429, 503])
    expect([stops(status, ofLength(MEBIBYTE)), stops(status, ofLength(2 * MEBIBYTE))]).toEqual([false, true]);
  expect(stops(200, ofLength(65 * MEBIBYTE), true)).toBe(false);
  expect(stops(200, {})).toBe(false);
});
