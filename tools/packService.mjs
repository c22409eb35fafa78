// Packs the service with everything that it runs with, for this platform: `npm run packages -- FOLDER --service`. npm asks a
// registry for what a tarball only names, so this one holds it (bundled dependencies) and installs offline like the others,
// beside the core. Binaries are those of this machine's platform, so the tarball's name says which.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { inRoot, run } from './steps.mjs';

/** Left out of dependencies: nothing of it runs. */
const NEVER_RUN = /\.(map|md|markdown|[cm]?ts|tsx|tsbuildinfo|woff2|css)$/;
/** Of fonts the reports read whole alphabets in two weights (`adapters/pdf/reportFonts.ts`), not the parts that pages load. */
const READ_FONTS =
  /^files\/[a-z-]+-(latin|latin-ext|greek|cyrillic|vietnamese|arabic|chinese-simplified)-(400|700)-normal\.woff$/;
const platform = `${process.platform}-${process.arch}`;

/** Paths below node_modules of what the service needs in production, as npm has installed it. */
function closure(npm) {
  const [file, before] = npm;
  const args = [...before, 'ls', '--omit=dev', '--all', '--parseable', '--workspace', 'packages/service'];
  const listed = execFileSync(file, args, { cwd: inRoot(), encoding: 'utf8', maxBuffer: 1 << 24 });
  const modules = `${inRoot('node_modules')}${path.sep}`;
  return [...new Set(listed.split('\n'))]
    .filter((place) => place.startsWith(modules) && !place.startsWith(path.join(modules, '@assay')))
    .map((place) => place.slice(modules.length))
    .filter((name) => name !== 'typescript' && !name.startsWith('@typescript/'))
    .sort();
}

/** Whether a file of a dependency is for this platform and runs. */
function isWanted(name, file) {
  if (NEVER_RUN.test(file) && !file.startsWith('static/')) return false;
  if (name.startsWith('@fontsource/')) return /^(LICENSE|package\.json)$/.test(file) || READ_FONTS.test(file);
  const binary = /^bin\/napi-v\d+\/(\w+)\/(\w+)\//.exec(file);
  return name !== 'onnxruntime-node' || binary === null || `${binary[1]}-${binary[2]}` === platform;
}

function copyPackage(name, target) {
  const from = inRoot('node_modules', name);
  for (const file of fs.readdirSync(from, { recursive: true, encoding: 'utf8' })) {
    // Packages inside are packages of their own, and listed if they are needed.
    if (file.split(path.sep).includes('node_modules') || !isWanted(name, file.replaceAll(path.sep, '/'))) continue;
    if (!fs.statSync(path.join(from, file)).isFile()) continue;
    const place = path.join(target, 'node_modules', name, file);
    fs.mkdirSync(path.dirname(place), { recursive: true });
    if (file === 'package.json') fs.writeFileSync(place, withoutScripts(path.join(from, file)));
    else fs.copyFileSync(path.join(from, file), place, fs.constants.COPYFILE_FICLONE);
  }
}

/** No install script of a dependency runs here (`.npmrc`), nor where this is installed: one of them asks a host for libraries. */
function withoutScripts(file) {
  const { scripts: _, ...manifest } = JSON.parse(fs.readFileSync(file, 'utf8'));
  return JSON.stringify(manifest, null, 2);
}

/** @returns the path of the tarball in `folder` */
export function packService(folder, npm) {
  const stage = inRoot('.cache/service-package');
  fs.rmSync(stage, { recursive: true, force: true });
  fs.mkdirSync(stage, { recursive: true });
  const {
    devDependencies: _,
    private: __,
    ...manifest
  } = JSON.parse(fs.readFileSync(inRoot('packages/service/package.json'), 'utf8'));
  const bundleDependencies = Object.keys(manifest.dependencies).filter((name) => !name.startsWith('@assay/'));
  fs.writeFileSync(
    path.join(stage, 'package.json'),
    JSON.stringify({ ...manifest, os: [process.platform], cpu: [process.arch], bundleDependencies }, null, 2),
  );
  const noMaps = { recursive: true, filter: (file) => !file.endsWith('.map') };
  fs.cpSync(inRoot('packages/service/dist'), path.join(stage, 'dist'), noMaps);
  for (const name of ['migrations', 'prepared', 'program'])
    fs.cpSync(inRoot('packages/service', name), path.join(stage, name), { recursive: true });
  fs.cpSync(inRoot('packages/web/dist'), path.join(stage, 'pages'), { recursive: true });
  fs.mkdirSync(path.join(stage, 'reference'));
  fs.copyFileSync(inRoot('docs/reference/openapi.json'), path.join(stage, 'reference/openapi.json'));
  fs.mkdirSync(path.join(stage, 'models'));
  for (const name of fs.readdirSync(inRoot('models')))
    if (/\.(onnx|json)$/.test(name)) fs.copyFileSync(inRoot('models', name), path.join(stage, 'models', name));
  fs.copyFileSync(inRoot('LICENSE'), path.join(stage, 'LICENSE'));
  for (const name of closure(npm)) copyPackage(name, stage);
  const [file, before] = npm;
  run('pack service', file, [...before, 'pack', '--silent', '--pack-destination', folder], { cwd: stage });
  fs.rmSync(stage, { recursive: true });
  const packed = path.join(folder, `assay-service-${manifest.version}-${platform}.tgz`);
  fs.renameSync(path.join(folder, `assay-service-${manifest.version}.tgz`), packed);
  return packed;
}
