import { afterEach, expect, test, vi } from 'vitest';
import { processTerminal } from '../src/processTerminal.ts';
import { shownText } from '../src/shownText.ts';

afterEach(() => vi.restoreAllMocks());

test('control characters of others are shown and not obeyed; tabs, lines and colours stay', () => {
  expect(shownText('a title\u001B]0;owned\u0007\r\u009B2J')).toBe('a title\\u001b]0;owned\\u0007\\u000d\\u009b2J');
  expect(shownText('a\tb\n\u001B[32mauthentic\u001B[0m é 漢')).toBe('a\tb\n\u001B[32mauthentic\u001B[0m é 漢');
});

test('nothing reaches the terminal past it', () => {
  const written: string[] = [];
  const keep = (text: unknown): boolean => written.push(String(text)) > 0;
  vi.spyOn(process.stdout, 'write').mockImplementation(keep);
  vi.spyOn(process.stderr, 'write').mockImplementation(keep);
  for (const say of [processTerminal.print, processTerminal.note, processTerminal.complain]) say('x\u001B[2Jy');
  vi.restoreAllMocks();
  expect(written).toEqual(Array.from({ length: 3 }, () => 'x\\u001b[2Jy\n'));
});
