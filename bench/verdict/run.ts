/**
 * Registers, compares and judges the cases of a part, and writes down every row.
 *
 *     ASSAY_PHOTOS=DIR npx tsx --conditions=assay-source bench/verdict/run.ts PART [--photos 120] [--benign 6] [--forged 6] [--minutes 60]
 *         [--offset 0] [--skip 0] [--seed 0] [--only EDIT]
 *
 * PART: tune, validate, bsds. Rows are kept in `.cache/bench/verdict`, under a name that depends on the sources of the
 * cases and of what judges them: the same command goes on where it stopped, and rows of other code are never mixed in. Report: report.ts.
 */
import path from 'node:path';
import { parseArgs } from 'node:util';
import { luma } from '@assay/core/raster';
import type { Registration } from '@assay/core/registration/registration';
import { registerPictures } from '../../packages/service/src/adapters/vision/register.ts';
import { type CaseSpec, casesOf, makeCase } from './cases.ts';
import { openJsonLines } from './jsonLines.ts';
import { type Measured, measure } from './measure.ts';
import { type Part, PHOTOS } from './pictures.ts';
import { registrationHash, rowHash } from './sourceHash.ts';

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    photos: { type: 'string', default: '120' },
    benign: { type: 'string', default: '6' },
    forged: { type: 'string', default: '6' },
    minutes: { type: 'string', default: '60' },
    offset: { type: 'string', default: '0' },
    skip: { type: 'string', default: '0' },
    seed: { type: 'string', default: '0' },
    only: { type: 'string' },
  },
});
const part = positionals[0] as Part;
if (!['tune', 'validate', 'bsds'].includes(part) || PHOTOS === '') {
  console.error(
    'usage: ASSAY_PHOTOS=DIR run.ts tune|validate|bsds [--photos N] [--benign N] [--forged N] [--minutes M]',
  );
  process.exit(2);
}

interface KeptRegistration {
  readonly id: string;
  readonly registration: Registration | null;
  readonly registerMs: number;
}

const design = [values.photos, values.benign, values.forged, values.offset, values.skip, values.seed].join('-');
const kept = openJsonLines<KeptRegistration>(`registrations-${part}-${design}-${registrationHash()}`);
const rows = openJsonLines<Measured & { readonly registerMs: number }>(`rows-${part}-${design}-${rowHash()}`);
console.log(rows.file);
const registrations = new Map(kept.lines.map((line) => [line.id, line]));
const done = new Set(rows.lines.map(({ spec }) => spec.id));
const specs = casesOf({
  part,
  photos: Number(values.photos),
  benignEach: Number(values.benign),
  forgedEach: Number(values.forged),
  offset: Number(values.offset),
  skip: Number(values.skip),
  seed: Number(values.seed),
})
  .filter(({ edit }) => values.only === undefined || edit === values.only)
  .sort((a, b) => turnOf(a) - turnOf(b));

/**
 * One case of each kind of every photo before any photo's second, so that a run that was cut off has seen all photos;
 * beginning with another one at every photo, or all would be of the same aftermath.
 */
function turnOf({ id, expected }: CaseSpec): number {
  const [, photo, turn] = id.split('-');
  const each = Number(expected === 'forged' ? values.forged : values.benign);
  return (Number(photo) + Number(turn?.slice(1))) % each;
}

const start = performance.now();
let count = 0;
for (const spec of specs) {
  if (done.has(spec.id)) continue;
  if (performance.now() - start > 60_000 * Number(values.minutes)) break;
  const made = await makeCase(spec);
  let known = registrations.get(spec.id);
  if (!known) {
    const began = performance.now();
    const registration = await registerPictures(luma(made.query), luma(made.reference));
    known = { id: spec.id, registration, registerMs: performance.now() - began };
    kept.add(known);
  }
  const measured = { ...measure(spec, made, known.registration), registerMs: known.registerMs };
  rows.add(measured);
  if (spec.expected === 'authentic' && measured.verdict !== 'authentic')
    console.log(path.basename(spec.photo), spec.edit, measured.ruleId, measured.facts?.largestRegionFraction);
  if (++count % 100 === 0) console.log(`${count} ${((performance.now() - start) / 1000).toFixed(0)} s`);
}
console.log(`${rows.lines.length} of ${specs.length} cases`);
