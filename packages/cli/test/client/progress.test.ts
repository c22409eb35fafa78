import { afterEach, beforeEach, describe, expect, it, test, vi } from 'vitest';
import { command, group } from '../../src/command.ts';
import { EXIT } from '../../src/exitCode.ts';
import { none } from '../../src/options.ts';
import { barOf, countOf, createProgress } from '../../src/progress.ts';
import { runCommandLine } from '../../src/run.ts';
import type { Terminal } from '../../src/terminal.ts';
import { fakeTerminal } from '../fakeTerminal.ts';

test('the bar has its place, rate and time left, and appears after half a second', () => {
  const bar = barOf({ name: 'q.jpg', done: 1, all: 4, share: 1, elapsedMs: 3_000, bytes: 6e6 });
  expect(bar).toBe('[########------------] 2 of 4  2.0 MB/s  0:05 left  q.jpg');
  const shown: (string | null)[] = [];
  const progress = createProgress({ status: (text) => shown.push(text) }, 1, () => 0);
  progress.begin('q.jpg', 1);
  progress.end();
  expect(shown).toEqual([null]);
});

it('says beside the bar what is done', () => {
  const at = { name: 'quay.jpg', done: 0, all: 1, elapsedMs: 1000, bytes: 1e6 };
  expect(barOf({ ...at, share: 1.5, words: 'comparing' })).toMatch(/^\[#{15}-{5}\] 1 of 1 .*quay\.jpg: comparing$/);
});

test('what the service works off by itself has its place, rate and time left', () => {
  expect(countOf(12, 48, 4000)).toBe('[#####---------------] 12 of 48  3.0 a second  0:12 left');
  expect(countOf(0, 48, 4000)).toBe('[--------------------] 0 of 48  0.0 a second');
});

describe('over time', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('a download has a bar of what has come, and without a length its rate alone', () => {
    const shown: (string | null)[] = [];
    const progress = createProgress({ status: (text) => shown.push(text) }, 1, () => Date.now());
    progress.begin('quay.jpg', 0);
    progress.received({ receivedBytes: 3e6, totalBytes: 4e6 });
    vi.advanceTimersByTime(1000);
    expect(shown.at(-1)).toBe('[###############-----] 1 of 1  3.0 MB/s  0:01 left  quay.jpg');
    progress.received({ receivedBytes: 6e6, totalBytes: null });
    vi.advanceTimersByTime(1000);
    expect(shown.at(-1)).toBe('[--------------------] 1 of 1  3.0 MB/s  quay.jpg');
    progress.end();
  });

  /** What stands on the line while a command works for two seconds. */
  async function shownBy(isLasting: boolean, act: (terminal: Terminal) => void = () => {}): Promise<(string | null)[]> {
    const shown: (string | null)[] = [];
    const work = command({
      brief: 'works',
      help: 'It works.',
      isLasting,
      load: async () => async (terminal: Terminal) => {
        act(terminal);
        await new Promise((resolve) => setTimeout(resolve, 1700));
        return EXIT.ok;
      },
      parameters: { flags: {}, positional: none },
    });
    const terminal = { ...fakeTerminal(), status: (text: string | null) => void shown.push(text) };
    const running = runCommandLine(['work'], group('Tests.', { work }), { name: 'assay', version: '1' }, terminal);
    await vi.advanceTimersByTimeAsync(2000);
    expect(await running).toBe(EXIT.ok);
    return shown;
  }

  it('any command that takes over half a second shows a clock, and takes it away', async () => {
    expect(await shownBy(false)).toEqual(['Working ... 0 s', 'Working ... 1 s', 'Working ... 1 s', null]);
  });

  it('no clock talks over a bar, nor where a command runs until it is ended', async () => {
    expect(await shownBy(false, (terminal) => terminal.status('[##--]'))).toEqual(['[##--]', null]);
    expect(await shownBy(true)).toEqual([]);
  });
});
