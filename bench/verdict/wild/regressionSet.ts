/**
 * Makes the first regression set: honest copies of delivered files, of the kinds that were once called forged, and forgeries under such edits, as
 * evidence with the verdict that is right.
 *
 *     ASSAY_PHOTOS=DIR npx tsx --conditions=assay-source bench/verdict/wild/regressionSet.ts
 *
 * Photos and kinds are of halves that may be looked at. Writes packages/core/test/verdict/regressionSet/wild.json: numbers
 * alone. Run it again when the comparison measures something else or `EVIDENCE_FORMAT` was raised.
 */
import fs from 'node:fs';
import path from 'node:path';
import { luma } from '@assay/core/raster';
import { decide } from '@assay/core/verdict/decide';
import { newRegressionCase, type RegressionCase } from '@assay/core/verdict/replay';
import { registerPictures } from '../../../packages/service/src/adapters/vision/register.ts';
import type { Forgery } from '../edits/localEdit.ts';
import { FORGERIES } from '../edits/localEdits.ts';
import { comparedEvidence, measurePair } from '../measure.ts';
import { seededRandom } from '../random.ts';
import { marked } from '../realMark.ts';
import { markOf } from './judge.ts';
import { wildKind } from './kinds.ts';
import { loadSized, wildPhotos } from './photos.ts';

const OUT = path.join(import.meta.dirname, '../../../packages/core/test/verdict/regressionSet/wild.json');
const MEGAPIXELS = 0.1;
const HONEST = [
  'local contrast (CLAHE), channels',
  'GIF, 16 colours',
  'GIF, 256 colours',
  'vintage: faded, vignette, grain',
  'screen, moire',
  'automatic levels',
  'hue turned to the opposite',
  'unsharp, wide',
];
const FORGED = ['curves per channel', 'GIF, 256 colours'];
const SHARE = 0.05;

const photos = await wildPhotos('tune', HONEST.length + FORGED.length + 1);

async function made(kind: string, isForged: boolean, i: number): Promise<RegressionCase> {
  const random = seededRandom(4000 + i);
  const original = await loadSized(photos[i] as string, MEGAPIXELS);
  const donor = await loadSized(photos[i + 1] as string, MEGAPIXELS);
  const { picture: delivered, assetId } = await marked(original);
  const from = delivered as typeof original;
  const start = isForged ? (await (FORGERIES.splice as Forgery)(from, donor, SHARE, random)).picture : from;
  const { picture } = await wildKind(kind).edit(start as typeof original, random);
  const registration = await registerPictures(luma(picture), luma(original));
  const pair = { query: picture, reference: original, truth: null, changeRms: null };
  const { registration: registered, facts, mark } = measurePair(pair, registration, markOf(pair, assetId));
  if (!registered || !facts) throw new Error(`${kind}: could not be registered; take another photo`);
  const evidence = comparedEvidence(registered, facts, mark);
  const { verdict, confidence, ruleId } = decide(evidence);
  const what = isForged ? `a splice of ${100 * SHARE} %, then: ${kind}` : `an honest copy: ${kind}`;
  console.log(what, verdict, ruleId, confidence.toFixed(2));
  return newRegressionCase(evidence, {
    id: `wild-${i + 1}`,
    what,
    expected: isForged ? 'forged' : 'authentic',
    given: { verdict, confidence, ruleId },
    modelVersion: 'bench',
  });
}

const cases: RegressionCase[] = [];
for (const kind of HONEST) cases.push(await made(kind, false, cases.length));
for (const kind of FORGED) cases.push(await made(kind, true, cases.length));
fs.mkdirSync(path.dirname(OUT), { recursive: true });
const rounded = (_key: string, value: unknown): unknown =>
  typeof value === 'number' && !Number.isInteger(value) ? Number(value.toPrecision(8)) : value;
fs.writeFileSync(OUT, `${JSON.stringify(cases, rounded, 2)}\n`);
console.log(OUT);
