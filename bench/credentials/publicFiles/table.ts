/**
 * Every public file read by Assay, by c2pa-rs itself and by c2pa-ts, held against what its publisher says of it.
 *
 *     ASSAY_C2PA_PUBLIC=FOLDER npx tsx --conditions=assay-source bench/credentials/publicFiles/table.ts [--check]
 *
 * FOLDER is filled by `collect.ts`. Writes bench/results/credentials/publicFiles.json and .md; ends with 1 on a difference without a reason.
 * `--check` writes nothing, and ends with 1 where one of the other two reads a file otherwise than the table says.
 * @module
 */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { saveResult } from '../../machine.ts';
import { judged, readByLibrary } from '../libraryValidator.ts';
import { type OtherReading, readByOther } from '../otherValidator.ts';
import { whyLibraryDiffers, whyOtherDiffers, whyNotAsStated } from './differences.ts';
import { type Outcome, outcomeOf, type Readers, readersOf } from './outcome.ts';
import { pageOf } from './page.ts';
import { type PublicRow, savedRows } from './rows.ts';
import { type Source, sourcesIn, trustIn } from './sources.ts';
import { againstStatement, statementOf } from './stated.ts';

const folder = process.env.ASSAY_C2PA_PUBLIC ?? '';
if (!folder)
  throw new Error('Set ASSAY_C2PA_PUBLIC to the folder that bench/credentials/publicFiles/collect.ts filled.');

/** As the other two say it: without trust. */
const asOthers = ({ present, state, failures }: Outcome): OtherReading => ({
  state: present ? (state === 'invalid' ? 'invalid' : 'valid') : 'none',
  codes: judged(failures),
});
/** Without a reason. */
const UNEXPLAINED = 'unexplained';
const told = ({ state, codes }: OtherReading): string => [state, ...codes].join(', ');
const bytesOf = ({ name }: { readonly name: string }) => new Uint8Array(readFileSync(path.join(folder, name)));

async function rowOf(source: Source, readers: Readers): Promise<PublicRow> {
  const bytes = bytesOf(source);
  const { outcome, until } = await outcomeOf(bytes, readers);
  const [ours, library, other] = [asOthers(outcome), await readByLibrary(bytes), await readByOther(bytes)];
  const statement = statementOf(`${source.repository}:${source.path}`);
  const notAsStated = statement ? againstStatement(outcome, statement) : [];
  const isAlike = (theirs: OtherReading): boolean => told(theirs) === told(ours);
  const compared = { ours, outcome, bytes };
  const reasons = [
    isAlike(library) ? null : (whyLibraryDiffers({ ...compared, theirs: library }) ?? UNEXPLAINED),
    isAlike(other) ? null : (whyOtherDiffers({ ...compared, theirs: other }) ?? UNEXPLAINED),
    notAsStated.length === 0 ? null : (whyNotAsStated(source) ?? UNEXPLAINED),
  ].filter((reason) => reason !== null);
  const others = { library: told(library), other: told(other) };
  return { ...source, until, outcome, ...others, stated: statement?.by ?? null, notAsStated, reasons };
}

/** @returns what is not explained, as sentences */
async function write(): Promise<string[]> {
  const sources = sourcesIn(folder);
  const readers = readersOf(trustIn(folder));
  const rows: PublicRow[] = [];
  for (const source of sources.files) rows.push(await rowOf(source, readers));
  await Promise.all([readers.doubting.close(), readers.trusting.close()]);
  const faults = rows
    .filter(({ reasons }) => reasons.includes(UNEXPLAINED))
    .map(({ name, outcome, library, other, notAsStated }) =>
      [name, told(asOthers(outcome)), library, other, ...notAsStated].join('; '),
    );
  const { elsewhere, trust, lookedThrough } = sources;
  writeFileSync(path.resolve(import.meta.dirname, '../../results/credentials/publicFiles.md'), pageOf(rows, sources));
  console.log(saveResult('credentials/publicFiles', { faults, trust, lookedThrough, elsewhere, rows }));
  return faults;
}

/** @returns where one of the other two reads a file otherwise, as sentences */
async function check(): Promise<string[]> {
  const faults: string[] = [];
  const rows = savedRows().filter(({ until }) => until === null || new Date().toISOString() < until);
  for (const row of rows) {
    const [library, other] = [told(await readByLibrary(bytesOf(row))), told(await readByOther(bytesOf(row)))];
    if (library !== row.library || other !== row.other)
      faults.push(`${row.name}: the table says ${row.library}; ${row.other}, and now it is ${library}; ${other}`);
  }
  console.log(`${rows.length} files held against the table`);
  return faults;
}

const faults = await (process.argv.includes('--check') ? check() : write());
for (const fault of faults) console.log(fault);
process.exitCode = faults.length === 0 ? 0 : 1;
