/** The service at a terminal, and where none is: `script` (util-linux) gives it one. @module */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { COMMAND, freePort, spawnService } from './serviceProcess.ts';

const START_MS = 180_000;
const hasScript = spawnSync('script', ['--version']).status === 0;
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'assay-terminal-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

test.skipIf(!hasScript)(
  'a person reads five plain lines and no log, and ends it with Ctrl-C',
  { timeout: START_MS },
  async () => {
    const port = await freePort();
    const dataDir = path.join(folder, 'data');
    // In place of the shell, which would die of the signal itself.
    const quoted = ['exec', ...[process.execPath, ...COMMAND].map((word) => `'${word}'`)].join(' ');
    const terminal = spawn('script', ['--quiet', '--return', '--flush', '--command', quoted, '/dev/null'], {
      cwd: folder,
      env: { PATH: process.env.PATH ?? '', SHELL: '/bin/sh', PORT: String(port), ASSAY_DATA_DIR: dataDir },
    });
    let shown = '';
    terminal.stdout.on('data', (chunk: Buffer) => (shown += chunk.toString()));
    const ended = once(terminal, 'exit');
    try {
      await expect.poll(() => shown.split('\r\n').length, { timeout: START_MS, interval: 200 }).toBeGreaterThan(5);
      expect(shown.split('\r\n').slice(0, 5)).toEqual([
        `Assay runs at http://127.0.0.1:${port} (Ctrl-C ends it).`,
        `Data lies in ${dataDir}.`,
        `Mails go out as files in ${dataDir}/mail.`,
        `First account: http://127.0.0.1:${port}/register; from a program see http://127.0.0.1:${port}/docs.`,
        expect.stringContaining('ASSAY_LOG_LEVEL=info'),
      ]);
      terminal.stdin.write('\u0003');
      expect(await ended).toEqual([0, null]);
      expect(shown).not.toContain('{"level"');
    } finally {
      if (terminal.exitCode === null) terminal.kill('SIGTERM');
    }
  },
);

test('a program reads JSON, a line for each event', { timeout: START_MS }, async () => {
  const { child, output } = spawnService(path.join(folder, 'data'), 0, { ASSAY_LOG_LEVEL: 'info' });
  const ended = once(child, 'exit');
  await expect.poll(output, { timeout: START_MS, interval: 200 }).toContain('Assay serves http://127.0.0.1:');
  child.kill('SIGTERM');
  expect(await ended).toEqual([0, null]);
  const lines = output().trim().split('\n');
  for (const line of lines)
    expect(JSON.parse(line)).toMatchObject({ level: expect.anything(), msg: expect.any(String) });
});
