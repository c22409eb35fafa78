import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const MODELS = new URL('../../../src/adapters/models/trackNetworks.ts', import.meta.url);

const SHIPPED = fileURLToPath(new URL('../../../../../models/', import.meta.url));

/** Without the variable the runtime writes its log and its session file into the temporary folder. */
test('the runtime starts without its telemetry: it writes nothing, whatever the environment says', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'assay-telemetry-'));
  try {
    const open = `const { networksIn } = await import(${JSON.stringify(MODELS.href)}); console.log(typeof networksIn(${JSON.stringify(SHIPPED)})('track-c-decoder'));`;
    const { CI: _ci, ORT_DISABLE_TELEMETRY: _off, ...env } = process.env;
    const args = ['--import', 'tsx', '--conditions=assay-source', '--input-type=module', '-e', open];
    const { stdout } = await promisify(execFile)(process.execPath, args, {
      env: { ...env, TMPDIR: folder, HOME: folder },
    });
    expect(stdout.trim()).toBe('object');
    expect((await readdir(folder)).filter((name) => !name.startsWith('tsx'))).toEqual([]);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
