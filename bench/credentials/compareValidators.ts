/**
 * Three readings of every public test file of the C2PA: ours, the report of c2pa-rs (c2pa-wasm) that ours is made from, and c2pa-ts.
 *
 *     ASSAY_C2PA=FOLDER npx tsx --conditions=assay-source bench/credentials/compareValidators.ts [--check]
 *
 * Writes bench/results/credentials/validators.json and .md; ends with 1 on a difference that is not explained, or an explanation of none.
 * `--check` writes nothing, and ends with 1 too where the table is another than the one that is there.
 * @module
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createCredentials } from '@assay/service/adapters/c2pa/credentials';
import { NO_TRUST } from '@assay/service/adapters/c2pa/trustLists';
import { saveResult } from '../machine.ts';
import { judged, readByLibrary } from './libraryValidator.ts';
import { type OtherReading, readByOther } from './otherValidator.ts';

const folder = process.env.ASSAY_C2PA;
if (!folder) throw new Error('Set ASSAY_C2PA to the folder of the public test files.');
const isCheck = process.argv.includes('--check');

/** Why c2pa-ts 0.9.4 says something else, as its source and the file show. */
const NO_FORMAT = 'c2pa-ts reads neither TIFF nor WebP. The file has no manifest.';
const TOKEN =
  'The time stamp is of version 2 (sigTst2), which holds the token alone; c2pa-ts reads the whole answer of the authority there (TimeStampResp) and stops.';
const OPENED =
  'c2pa.opened names its ingredient as C2PA 1 allowed, by identifier or instanceId and not by a hashed address. c2pa-ts holds the old claim to the newer rule.';
const EXPLAINED: Readonly<Record<string, string>> = {
  'CACA.jpg': TOKEN,
  'C_with_CAWG_data.jpg': `${TOKEN} It knows no identity assertions either.`,
  'E-sig-CA.jpg':
    'c2pa-ts judges the time stamp of a signature that is broken anyway, and says that it does not fit either; c2pa-rs names the signature alone.',
  'TUSCANY.TIF': NO_FORMAT,
  'mars.webp': NO_FORMAT,
  'boxhash.jpg': OPENED,
  'ocsp.jpg': OPENED,
  'update_manifest.jpg':
    'c2pa-ts counts the parents of an update manifest by the label c2pa.ingredient, and this one is of version 3 (c2pa.ingredient.v3). In c2pa.actions of version 1 it looks for one ingredient; the file names it as version 2 does (ingredients).',
};

const told = ({ state, codes }: OtherReading): string => [state, ...codes.map((code) => `\`${code}\``)].join(', ');

const credentials = createCredentials({ trust: NO_TRUST, signing: null, namespace: 'bench.assay' });
const rows: { file: string; ours: string; library: string; other: string; difference: string }[] = [];
const faults: string[] = [];
for (const file of readdirSync(folder)
  .filter((name) => /\.(jpg|png|webp|tif)$/i.test(name))
  .sort()) {
  const bytes = new Uint8Array(readFileSync(path.join(folder, file)));
  const reading = await credentials.read(bytes);
  const codes = judged(reading.findings.map(({ code }) => code));
  const state = reading.state === 'trusted' ? 'valid' : (reading.state ?? 'none');
  const ours = told({ state, codes });
  const [library, other] = [told(await readByLibrary(bytes)), told(await readByOther(bytes))];
  if (library !== ours) faults.push(`${file}: the library says ${library}, we say ${ours}`);
  const difference = EXPLAINED[file] ?? '';
  if ((other === ours) !== (difference === ''))
    faults.push(`${file}: c2pa-ts says ${other}, we say ${ours}; explained: ${difference || 'no'}`);
  rows.push({ file, ours, library, other, difference });
}
await credentials.close();
for (const file of Object.keys(EXPLAINED))
  if (!rows.some((row) => row.file === file)) faults.push(`${file} is explained and not there`);

const table = [
  '# Three readings of the public test files',
  '',
  'Written by `bench/credentials/compareValidators.ts`. Failure codes are those of the active manifest. Whether the signer is trusted is',
  'left out: c2pa-ts does not judge it. c2pa-rs is what Assay reads with (`@contentauth/c2pa-wasm`), here asked directly.',
  '',
  '| File | Assay | c2pa-rs | c2pa-ts | Why they differ |',
  '|---|---|---|---|---|',
  ...rows.map(({ file, ours, library, other, difference }) =>
    ['', ` \`${file}\` `, ` ${ours} `, ` ${library} `, ` ${other} `, ` ${difference || '–'} `, ''].join('|'),
  ),
  '',
].join('\n');

const page = path.resolve(import.meta.dirname, '../results/credentials/validators.md');
if (isCheck) {
  if (readFileSync(page, 'utf8') !== table) faults.push('bench/results/credentials/validators.md has another table');
} else {
  writeFileSync(page, table);
  console.log(saveResult('credentials/validators', { rows, faults }));
}
for (const fault of faults) console.log(fault);
console.log(
  `${rows.length} files, ${rows.filter(({ difference }) => difference === '').length} read alike by all three`,
);
process.exitCode = faults.length === 0 ? 0 : 1;
