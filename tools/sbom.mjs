// `npm run sbom`: the software bill of materials of what runs in production, as CycloneDX, from `package-lock.json` alone.
//   node tools/sbom.mjs FILE      default tmp/sbom.cdx.json
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { PUBLISHED, root } from './steps.mjs';

const [file = 'tmp/sbom.cdx.json'] = process.argv.slice(2);
const place = path.resolve(root, file);
const readJson = (name) => JSON.parse(fs.readFileSync(path.join(root, name), 'utf8'));
const asked = ['sbom', '--sbom-format', 'cyclonedx', '--sbom-type', 'application', '--package-lock-only'];
const bill = JSON.parse(execFileSync('npm', asked, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 26 }));

// npm's own `--omit dev` also leaves out what one workspace needs in production and another for its tests; the lockfile
// marks what nobody needs but for work on the code, and what tools/vendor.mjs builds into our packages looks like that too.
const { packages } = readJson('package-lock.json');
const built = new Set();
for (const name of PUBLISHED)
  takeAll(`packages/${name}`, readJson(`packages/${name}/package.json`).devDependencies ?? {});

/** Adds what `names` stand for beside the package at `from`, and what that needs in turn. */
function takeAll(from, names) {
  for (const name of Object.keys(names)) {
    const places = [from, ''].map((folder) => path.posix.join(folder, 'node_modules', name));
    const at = places.find((place) => packages[place] && !packages[place].link);
    if (at === undefined || built.has(at)) continue;
    built.add(at);
    takeAll(at, packages[at].dependencies ?? {});
  }
}

const needed = new Set(
  Object.entries(packages)
    .filter(([at, { dev }]) => !dev || built.has(at))
    .map(
      ([at, entry]) =>
        `${entry.name ?? at.slice(at.lastIndexOf('node_modules/') + 'node_modules/'.length)}@${entry.version}`,
    ),
);
bill.components = bill.components.filter((one) => needed.has(`${one.name}@${one.version}`));
const kept = new Set(bill.components.map((one) => one['bom-ref']));
bill.dependencies = bill.dependencies
  .filter(({ ref }) => kept.has(ref))
  .map((one) => ({ ...one, dependsOn: (one.dependsOn ?? []).filter((ref) => kept.has(ref)) }));

// npm names the whole after the folder of the checkout, which is nobody's business and differs on every machine.
const { name, version } = readJson('package.json');
bill.metadata.component = { ...bill.metadata.component, name, version };

fs.mkdirSync(path.dirname(place), { recursive: true });
fs.writeFileSync(place, `${JSON.stringify(bill, null, 2)}\n`);
console.error(`${file}: ${bill.components.length} components, CycloneDX ${bill.specVersion}`);
