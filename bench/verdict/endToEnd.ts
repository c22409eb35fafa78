/**
 * From upload to verdict through the engine's jobs: photos are stored and marked as an upload is, then edits of the delivered
 * file and of the unmarked original, forgeries, moved marks and photos that were never stored are judged.
 *
 *     ASSAY_PHOTOS=DIR npx tsx --conditions=assay-source bench/verdict/endToEnd.ts [--photos 15] [--minutes 10]
 *
 * Photos of part `validate` and, for photos never stored, `bsds`. Writes bench/results/verdict/end-to-end.json and .md after every
 * photo and stops before the next one when the minutes are over. Equal bytes are not among the queries.
 */
import fs from 'node:fs';
import os from 'node:os';
import { parseArgs } from 'node:util';
import sharp from 'sharp';
import type { Raster } from '@assay/core/raster';
import type { Decision } from '@assay/core/verdict/decide';
import { examine } from '../../packages/service/src/adapters/engine/jobs/examine.ts';
import { mark } from '../../packages/service/src/adapters/engine/jobs/mark.ts';
import { saveResult } from '../machine.ts';
import { BENIGN, chain, type Edit, jpeg, resized } from './edits/benignEdits.ts';
import { judgeAgainst, SETTINGS, type Stored } from './library.ts';
import { FORGERIES } from './edits/localEdits.ts';
import { loadPicture, photoFiles, piped, rasterOf } from './pictures.ts';
import { type Random, seededRandom } from './random.ts';

const EDITS: Readonly<Record<string, Edit>> = {
  'jpeg 60': jpeg(60),
  'resize 0.6': resized(0.6),
  'crop 75 %, jpeg 80': chain(BENIGN['crop 75 %'] as Edit, jpeg(80)),
  grey: BENIGN.grey as Edit,
};

interface Query {
  readonly name: string;
  readonly expected: Decision['verdict'];
  readonly picture: Raster;
}

/** The mark of one file laid over another photo: its difference from the original, added. */
function transplanted(delivered: Raster, original: Raster, host: Raster): Raster {
  const data = host.data.map((value, i) =>
    Math.min(255, Math.max(0, value + (delivered.data[i] as number) - (original.data[i] as number))),
  );
  return { ...host, data: new Uint8Array(data) };
}

async function* queriesOf(
  original: Raster,
  delivered: Raster,
  donor: Raster,
  impostor: Raster,
  markedImpostor: Raster,
  random: Random,
): AsyncGenerator<Query> {
  for (const [name, edit] of Object.entries(EDITS))
    yield { name: `delivered, ${name}`, expected: 'authentic', picture: await edit(delivered, random) };
  for (const name of ['jpeg 60', 'resize 0.6'])
    yield { name: `original, ${name}`, expected: 'authentic', picture: await (EDITS[name] as Edit)(original, random) };
  for (const share of [0.05, 0.02])
    for (const [from, picture] of Object.entries({ delivered, original })) {
      const { picture: edited } = await (FORGERIES.splice as (typeof FORGERIES)[string])(picture, donor, share, random);
      yield {
        name: `${from}, splice ${100 * share} %, jpeg 85`,
        expected: 'forged',
        picture: await jpeg(85)(edited, random),
      };
    }
  const host = await rasterOf(piped(impostor).resize(original.width, original.height, { fit: 'fill' }));
  yield { name: 'mark moved to another photo', expected: 'forged', picture: transplanted(delivered, original, host) };
  yield { name: 'marked like it, another photo', expected: 'forged', picture: await jpeg(85)(markedImpostor, random) };
  yield { name: 'never stored', expected: 'unknown', picture: impostor };
}

const { values } = parseArgs({
  options: {
    photos: { type: 'string', default: '15' },
    minutes: { type: 'string', default: '10' },
    skip: { type: 'string', default: '0' },
  },
});
const start = performance.now();
const files = photoFiles('validate', Number(values.photos), 0, Number(values.skip));
const impostors = photoFiles('bsds', files.length);
const library: Stored[] = [];
for (const [i, file] of files.entries()) {
  const original = new Uint8Array(fs.readFileSync(file));
  const id = `00000000-0000-4000-8000-${String(i).padStart(12, '0')}`;
  library.push({ id, original, fingerprint: (await examine(original, SETTINGS)).fingerprint });
}
const judge = judgeAgainst(library);

interface Row {
  readonly expected: Decision['verdict'];
  readonly counts: Record<Decision['verdict'], number>;
  readonly rules: Record<string, number>;
}
const rows = new Map<string, Row>();

function count(into: Map<string, Row>, name: string, expected: Decision['verdict'], decision: Decision): void {
  const row = into.get(name) ?? { expected, counts: { authentic: 0, forged: 0, unknown: 0 }, rules: {} };
  row.counts[decision.verdict]++;
  row.rules[decision.ruleId] = (row.rules[decision.ruleId] ?? 0) + 1;
  into.set(name, row);
}

function report(photos: number): void {
  const matrix = { authentic: {}, forged: {}, unknown: {} } as Record<string, Record<string, number>>;
  for (const { expected, counts } of rows.values())
    for (const [verdict, n] of Object.entries(counts))
      (matrix[expected] as Record<string, number>)[verdict] = (matrix[expected]?.[verdict] ?? 0) + n;
  const file = saveResult('verdict/end-to-end', {
    load: os.loadavg()[0],
    stored: library.length,
    photos,
    matrix,
    rows: [...rows].map(([query, row]) => ({ query, ...row })),
  });
  const line = (name: string, counts: Record<string, number>): string =>
    `| ${name} | ${counts.authentic ?? 0} | ${counts.forged ?? 0} | ${counts.unknown ?? 0} |`;
  const text = [
    '# Verdicts end to end',
    '',
    `${photos} photos of a store of ${library.length}, by \`bench/verdict/endToEnd.ts\`; the figures and their commit are in`,
    `\`end-to-end.json\`.`,
    '',
    '| should be | authentic | forged | unknown |',
    '|---|---|---|---|',
    ...Object.entries(matrix).map(([name, counts]) => line(name, counts)),
    '',
    '| query | authentic | forged | unknown |',
    '|---|---|---|---|',
    ...[...rows].map(([name, { counts }]) => line(name, counts)),
    '',
  ];
  fs.writeFileSync(file.replace(/json$/, 'md'), text.join('\n'));
}

const TRACKS = { a: true, b: true, c: false };
for (const [i, stored] of library.entries()) {
  if (performance.now() - start > 60_000 * Number(values.minutes)) break;
  const random = seededRandom(i);
  const { delivered } = await mark(stored.original, { assetId: stored.id, tracks: TRACKS }, SETTINGS);
  if (!delivered) continue;
  const original = await loadPicture(files[i] as string);
  const donor = await loadPicture(files[(i + 1) % files.length] as string);
  const impostor = await loadPicture(impostors[i] as string);
  // The strongest thief: one who can mark another photo as the service marked this one.
  const stolen = await mark(fs.readFileSync(impostors[i] as string), { assetId: stored.id, tracks: TRACKS }, SETTINGS);
  const markedImpostor = stolen.delivered ? await rasterOf(sharp(stolen.delivered.bytes)) : impostor;
  const picture = await rasterOf(sharp(delivered.bytes));
  for await (const query of queriesOf(original, picture, donor, impostor, markedImpostor, random)) {
    const decision = await judge(await piped(query.picture).png({ compressionLevel: 1 }).toBuffer());
    count(rows, query.name, query.expected, decision);
    if (decision.verdict !== query.expected) console.log(files[i], query.name, decision.ruleId, decision.details);
  }
  report(i + 1);
  console.log(i + 1, ((performance.now() - start) / 1000).toFixed(0));
}
