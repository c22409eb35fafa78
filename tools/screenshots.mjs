// `npm run screenshots`: every state of every page, light and dark, wide and narrow, as PNG files in tmp/screenshots, which git
// does not keep. They are what the tests of the pages see.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import { inRoot, root, toolPath } from './steps.mjs';

const folder = inRoot('tmp/screenshots');
fs.rmSync(folder, { recursive: true, force: true });
const { status } = spawnSync(
  process.execPath,
  [toolPath('vitest', 'vitest'), 'run', 'packages/web/test/e2e', '--silent'],
  { cwd: root, stdio: 'inherit', env: { ...process.env, ASSAY_TEST_TIER: 'slow', ASSAY_SCREENSHOTS: folder } },
);
process.stdout.write(`${fs.existsSync(folder) ? fs.readdirSync(folder).length : 0} pictures in ${folder}\n`);
process.exitCode = status ?? 1;
