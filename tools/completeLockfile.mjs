// Adds to package-lock.json the optional packages of other platforms that npm left out because the registry in use does
// not offer them. Without them `npm ci` refuses the lockfile ("Missing: ... from lock file"), and other platforms could
// not install at all. Run it after a change of dependencies:  node tools/completeLockfile.mjs
//
// The entries carry version and platform, which npm reads to skip them; without the package at hand there is no
// integrity hash to write, and npm fetches such a package unchecked on the platform that needs it.
import fs from 'node:fs';

const file = process.argv[2] ?? 'package-lock.json';
const lock = JSON.parse(fs.readFileSync(file, 'utf8'));
const { packages } = lock;

const OS = ['aix', 'android', 'darwin', 'freebsd', 'linux', 'netbsd', 'openbsd', 'openharmony', 'sunos', 'win32'];
const CPU = ['arm64', 'arm', 'ia32', 'loong64', 'mips64el', 'ppc64', 'riscv64', 's390x', 'wasm32', 'x64'];

/** The platform that a package's name ends with, in the fields that npm reads. */
function platformOf(name) {
  if (name === 'fsevents') return { os: ['darwin'] };
  const words = name.split(/[/-]/).map((word) => (word === 'linuxmusl' ? 'linux' : word));
  const os = OS.find((word) => words.includes(word));
  const cpu = CPU.find((word) => words.includes(word)) ?? (words.includes('universal') ? undefined : null);
  if (cpu === null || (os === undefined && cpu !== 'wasm32'))
    throw new Error(`${name}: the name says no platform that this script knows`);
  const isMusl = /musl/.test(name);
  const isGlibc = os === 'linux' && /gnu/.test(name);
  return {
    ...(cpu === undefined ? {} : { cpu: [cpu] }),
    ...(os === undefined ? {} : { os: [os] }),
    ...(isMusl ? { libc: ['musl'] } : isGlibc ? { libc: ['glibc'] } : {}),
  };
}

/** The folder in which a package's dependency `name` would be found: its own node_modules, or one further out. */
function findEntry(from, name) {
  for (let place = from; ; place = place.slice(0, place.lastIndexOf('node_modules/')).replace(/\/$/, '')) {
    const candidate = `${place === '' ? '' : `${place}/`}node_modules/${name}`;
    if (packages[candidate]) return candidate;
    if (place === '') return null;
  }
}

let added = 0;
for (const [place, entry] of Object.entries(packages)) {
  const optional = Object.entries(entry.optionalDependencies ?? {});
  for (const [name, range] of optional) {
    const found = findEntry(place, name);
    if (found && (packages[found].version === range || !/^\d/.test(range))) continue;
    // Beside a sibling that npm did place, so that versions of different parents stay apart.
    const sibling = optional.map(([other]) => findEntry(place, other)).find((other) => other !== null);
    const outer = sibling ? sibling.slice(0, sibling.lastIndexOf('node_modules/')) : '';
    const target = `${outer}node_modules/${name}`;
    if (packages[target]) throw new Error(`${target}: another version is there already`);
    packages[target] = {
      version: range.replace(/^[~^]/, ''),
      ...platformOf(name),
      ...(entry.dev ? { dev: true } : {}),
      optional: true,
    };
    added += 1;
  }
}
lock.packages = Object.fromEntries(Object.entries(packages).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)));
fs.writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
console.log(`${added} entries added`);
