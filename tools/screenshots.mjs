// `npm run screenshots`: every state of every page, light and dark, wide and narrow, as PNG files in tmp/screenshots, which git
// does not keep. They are what the tests of the pages see. The two of README come from the real service and a rendered scene.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
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

/** In README, from the top of the page: its picture, and the height that says the most. */
const SHOWN = { 'real-forged': 1000, 'journey-uploaded': 840 };

if (status === 0)
  for (const [name, height] of Object.entries(SHOWN))
    await sharp(path.join(folder, `${name}.png`))
      .extract({ left: 0, top: 0, width: 1280, height })
      .webp({ quality: 70 })
      .toFile(inRoot('docs/images', `${name.replace(/^\w+-/, '')}.webp`));
