// The steps that `npm start`, `npm test`, `npm run build` and `npm run demo` share: install what is missing, build what
// is stale. Plain Node without dependencies, because nothing may be installed yet when they run.
import { spawn, spawnSync } from 'node:child_process';
import crypto from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
export const inRoot = (...parts) => path.join(root, ...parts);

/** The packages that `npm pack` makes files of. */
export const PUBLISHED = ['core', 'sdk', 'cli'];
/** Those of them that programs import. */
export const LIBRARIES = ['core', 'sdk'];

/** What a step printed has been seen already; the message only says which step it was. */
export class StepFailed extends Error {}

/** Progress goes to standard error: standard output belongs to the command that follows. */
function say(text) {
  process.stderr.write(`${text}\n`);
}

/** Stops with a plain sentence on a Node that cannot run what follows. */
export function requireNode() {
  const least = [20, 19];
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > least[0] || (major === least[0] && minor >= least[1])) return;
  say(`Assay needs Node ${least.join('.')} or newer; this is ${process.versions.node}.`);
  process.exit(1);
}

/** The script behind a tool of a package, run by this same Node whatever PATH says. */
export function toolPath(packageName, tool) {
  const { bin } = JSON.parse(fs.readFileSync(inRoot('node_modules', packageName, 'package.json'), 'utf8'));
  return inRoot('node_modules', packageName, typeof bin === 'string' ? bin : bin[tool]);
}

/** @throws {StepFailed} unless the command ends with 0 */
export function run(title, file, args, options = {}) {
  say(`> ${title}`);
  const { status, signal, error } = spawnSync(file, args, { cwd: root, stdio: ['ignore', 2, 2], ...options });
  if (error) throw new StepFailed(`${title}: ${error.message}`);
  if (status !== 0) throw new StepFailed(`${title}: ended with ${signal ?? status}`);
}

export function runTool(title, packageName, tool, args, options) {
  run(title, process.execPath, [toolPath(packageName, tool), ...args], options);
}

/** As `run`, beside others: what it prints is shown when it has ended, in one piece. @throws {StepFailed} unless it ends with 0 */
export async function runBeside(title, file, args) {
  const child = spawn(file, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
  const printed = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => printed.push(chunk));
  const { status, signal, error } = await new Promise((resolve) => {
    child.on('error', (error) => resolve({ error }));
    child.on('close', (status, signal) => resolve({ status, signal }));
  });
  say(`> ${title}`);
  process.stderr.write(Buffer.concat(printed));
  if (error) throw new StepFailed(`${title}: ${error.message}`);
  if (status !== 0) throw new StepFailed(`${title}: ended with ${signal ?? status}`);
}

export const runToolBeside = (title, packageName, tool, args) =>
  runBeside(title, process.execPath, [toolPath(packageName, tool), ...args]);

/**
 * Whether node_modules holds what the lockfile says. npm writes node_modules/.package-lock.json last, so half an
 * installation has none; times say nothing, because npm touches the lockfile after it.
 */
function isInstalled() {
  const written = inRoot('node_modules', '.package-lock.json');
  if (!fs.existsSync(written)) return false;
  const there = JSON.parse(fs.readFileSync(written, 'utf8')).packages;
  const wanted = JSON.parse(fs.readFileSync(inRoot('package-lock.json'), 'utf8')).packages;
  for (const [place, entry] of Object.entries(wanted)) {
    if (!place.startsWith('node_modules/') || entry.link) continue;
    // Optional packages are those of other platforms; when they are there, they must still be the right ones.
    if (there[place] ? there[place].version !== entry.version : !entry.optional) return false;
  }
  return true;
}

/** Runs `npm ci` when something is missing or another version than the lockfile's. */
export function installMissing() {
  if (isInstalled()) return;
  const args = ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'];
  const npm = process.env.npm_execpath;
  if (npm) run('npm ci', process.execPath, [npm, ...args]);
  else run('npm ci', 'npm', args, { shell: process.platform === 'win32' });
}

/** Beside what the compiler writes. */
const MADE_OF_SERVICE = ['prepared', 'program'].map((name) => inRoot('packages/service', name));

/** Compiles the packages that Node runs; the compiler itself knows what is stale. */
export function buildPackages() {
  const built = ['core', 'sdk', 'service', 'cli'];
  const hasLostOutput = built.some(
    (name) =>
      fs.existsSync(inRoot('packages', name, 'tsconfig.tsbuildinfo')) &&
      !fs.existsSync(inRoot('packages', name, 'dist')),
  );
  runTool('build packages', 'typescript', 'tsc', ['-b', 'packages/cli', ...(hasLostOutput ? ['--force'] : [])]);
  // The compiler writes what it built newly, with imports as in the sources.
  const compiled = built.map((name) => inRoot('packages', name, 'tsconfig.tsbuildinfo'));
  // Every migration stands in the journal.
  const journal = inRoot('packages/service/migrations/meta/_journal.json');
  const stamp = inRoot('.cache/vendored');
  const isFresh =
    [stamp, ...MADE_OF_SERVICE].every((made) => fs.existsSync(made)) &&
    [...compiled, journal, inRoot('package-lock.json')].every(
      (file) => fs.statSync(file).mtimeMs < fs.statSync(stamp).mtimeMs,
    );
  if (isFresh) return;
  run('prepare an empty database', process.execPath, [inRoot('tools/service/prepareDatabase.mjs')]);
  run('bundle what the packages need', process.execPath, [inRoot('tools/vendor.mjs')]);
  run('bundle the service', process.execPath, [inRoot('tools/service/bundleService.mjs')]);
  // npm packs a licence only from the folder of the package.
  for (const name of PUBLISHED) fs.copyFileSync(inRoot('LICENSE'), inRoot('packages', name, 'LICENSE'));
  fs.mkdirSync(path.dirname(stamp), { recursive: true });
  fs.writeFileSync(stamp, '');
}

/** SHA-256 over names and contents of everything that the page is made of. */
function hashOfWebInputs() {
  const hash = crypto.createHash('sha256');
  const add = (file) => {
    const where = inRoot(file);
    if (!fs.existsSync(where)) return;
    if (fs.statSync(where).isDirectory()) {
      for (const name of fs.readdirSync(where).sort()) add(path.posix.join(file, name));
      return;
    }
    hash.update(`${file}\0`).update(fs.readFileSync(where)).update('\0');
  };
  for (const name of fs.readdirSync(inRoot('packages/web')).sort())
    if (!['dist', 'node_modules', 'test'].includes(name)) add(`packages/web/${name}`);
  for (const input of ['packages/core/src', 'packages/sdk/src', 'package-lock.json']) add(input);
  return hash.digest('hex');
}

/** Builds the page into packages/web/dist when one of its inputs changed since the last build. */
export function buildWeb() {
  const stamp = inRoot('.cache/webInputs.sha256');
  const inputs = hashOfWebInputs();
  const isFresh =
    fs.existsSync(inRoot('packages/web/dist/addresses.json')) &&
    fs.existsSync(stamp) &&
    fs.readFileSync(stamp, 'utf8') === inputs;
  if (isFresh) return;
  runTool('build web page', 'vite', 'vite', ['build', '--logLevel', 'warn'], { cwd: inRoot('packages/web') });
  fs.mkdirSync(path.dirname(stamp), { recursive: true });
  fs.writeFileSync(stamp, inputs);
}

/** Everything that must be there before the built code can run. Ends the process with a sentence if a step fails. */
export function prepare() {
  requireNode();
  try {
    installMissing();
    buildPackages();
    buildWeb();
  } catch (error) {
    if (!(error instanceof StepFailed)) throw error;
    say(error.message);
    process.exit(1);
  }
}
