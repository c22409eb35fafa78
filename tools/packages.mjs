// `npm run packages [-- FOLDER] [--service]`: builds what is stale and packs core, client and command line into FOLDER (default
// .cache/packages); with `--service` the service too, for this platform. Prints one line for each: its size in bytes and its path.
import fs from 'node:fs';
import path from 'node:path';
import { packService } from './packService.mjs';
import { prepare, PUBLISHED, root, run } from './steps.mjs';

const isWithService = process.argv.includes('--service');
const [given] = process.argv.slice(2).filter((argument) => argument !== '--service');
const folder = path.resolve(given ?? path.join(root, '.cache/packages'));
prepare();
fs.mkdirSync(folder, { recursive: true });
const npm = process.env.npm_execpath;
const [file, before] = npm ? [process.execPath, [npm]] : ['npm', []];
for (const name of PUBLISHED) {
  const { version } = JSON.parse(fs.readFileSync(path.join(root, 'packages', name, 'package.json'), 'utf8'));
  const packed = path.join(folder, `assay-${name}-${version}.tgz`);
  run(`pack ${name}`, file, [...before, 'pack', '--silent', '--pack-destination', folder], {
    cwd: path.join(root, 'packages', name),
  });
  console.log(`${fs.statSync(packed).size}  ${packed}`);
}
if (isWithService) {
  const packed = packService(folder, [file, before]);
  console.log(`${fs.statSync(packed).size}  ${packed}`);
}
