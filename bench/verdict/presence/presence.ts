/**
 * How well the map that needs no original does: where the mark that was read is missing.
 *
 *     ASSAY_PHOTOS=DIR npx tsx --conditions=assay-source bench/verdict/presence/presence.ts PART [--photos 60] [--benign 8] [--forged 8]
 *         [--minutes 20] [--offset 0] [--save]
 *
 * PART: tune, validate, bsds. Edits of the marked picture alone, made as in cases.ts: every benign one may have no region, of
 * splice, copy-move, inpainting and blur of 2, 5 and 20 % the map is held against the truth. Rows are kept in
 * `.cache/bench/verdict` under a name that depends on the sources. With --save all rows of validate and bsds that this
 * state of the code has made go to bench/results/presence/presence-map.json and .md.
 */
import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { findMarks } from '../../../packages/service/src/adapters/engine/tracks.ts';
import { BENIGN } from '../edits/benignEdits.ts';
import { AFTERMATHS, type CaseSpec, makeCase } from '../cases.ts';
import { openJsonLines } from '../jsonLines.ts';
import { overlapOf } from '../overlap.ts';
import { type Part, PHOTOS, photoFiles } from '../pictures.ts';
import { type PresenceRow, savePresence } from './presenceReport.ts';
import { MARK_KEY } from '../realMark.ts';
import { sourceHash } from '../sourceHash.ts';

const KINDS = ['splice', 'copy-move', 'inpainted', 'blurred area'] as const;
const SHARES = [0.2, 0.05, 0.02] as const;
/** As in cases.ts: no divisor in common with the lengths of the lists. */
const STRIDE = 37;

function specsOf(part: Part, photos: number, benignEach: number, forgedEach: number, offset: number): CaseSpec[] {
  const files = photoFiles(part, photos, offset);
  const benign = Object.keys(BENIGN);
  const forged = KINDS.flatMap((edit) =>
    SHARES.flatMap((share) => Object.keys(AFTERMATHS).map((aftermath) => ({ edit, share, aftermath }))),
  );
  return files.flatMap((photo, i) => {
    const base = {
      part,
      photo,
      donor: files[(i + 1) % files.length] as string,
      from: 'delivered' as const,
      reference: 'original' as const,
    };
    const harmless = Array.from({ length: benignEach }, (_, k): CaseSpec => {
      const turn = i * benignEach + k;
      const edit = benign[(turn * STRIDE) % benign.length] as string;
      const id = `${part}${offset}-${i}-b${k}`;
      return { ...base, id, expected: 'authentic', edit, share: 0, aftermath: '', seed: 2000 + turn };
    });
    const forgeries = Array.from({ length: forgedEach }, (_, k): CaseSpec => {
      const turn = i * forgedEach + k;
      const what = forged[(turn * STRIDE) % forged.length] as (typeof forged)[number];
      return { ...base, id: `${part}${offset}-${i}-f${k}`, expected: 'forged', ...what, seed: 600_000 + turn };
    });
    return [...harmless, ...forgeries];
  });
}

async function measure(spec: CaseSpec): Promise<PresenceRow> {
  const { query, truth } = await makeCase(spec);
  const { tracks, presence } = findMarks(query, { watermarkKey: MARK_KEY, modelFolders: { c: null } });
  const read = tracks.filter(({ detected }) => detected).map(({ track }) => track);
  if (!presence) return { spec, read, facts: null, overlap: null, hit: false };
  const { map, ...facts } = presence;
  if (!truth) return { spec, read, facts, overlap: null, hit: false };
  const { iou, auc } = overlapOf(map, truth, query.width, query.height);
  const hit = facts.regions.some(({ x, y, w, h }) => {
    for (let row = y; row < y + h; row++)
      if (truth.subarray(row * query.width + x, row * query.width + x + w).includes(1)) return true;
    return false;
  });
  return { spec, read, facts, overlap: { iou, auc }, hit };
}

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    photos: { type: 'string', default: '60' },
    benign: { type: 'string', default: '8' },
    forged: { type: 'string', default: '8' },
    minutes: { type: 'string', default: '20' },
    offset: { type: 'string', default: '0' },
    save: { type: 'boolean', default: false },
  },
});
const part = positionals[0] as Part;
if (!['tune', 'validate', 'bsds'].includes(part) || PHOTOS === '') {
  console.error('usage: ASSAY_PHOTOS=DIR presence.ts tune|validate|bsds [--photos N] [--minutes M] [--save]');
  process.exit(2);
}
const state = sourceHash([
  'packages/core/src/watermark/presence',
  'packages/core/src/watermark/tile/detect/blindDetection.ts',
  'packages/core/src/signal/totalVariation.ts',
]);
const design = `${values.photos}-${values.benign}-${values.forged}-${values.offset}`;
const rows = openJsonLines<PresenceRow>(`presence-${state}-${part}-${design}`);
console.log(rows.file);
const done = new Set(rows.lines.map(({ spec }) => spec.id));
const specs = specsOf(
  part,
  Number(values.photos),
  Number(values.benign),
  Number(values.forged),
  Number(values.offset),
).sort((a, b) => Number(a.id.split('-')[2]?.slice(1)) - Number(b.id.split('-')[2]?.slice(1)));
const start = performance.now();
for (const spec of specs) {
  if (done.has(spec.id)) continue;
  if (performance.now() - start > 60_000 * Number(values.minutes)) break;
  const row = await measure(spec);
  rows.add(row);
  if (spec.expected === 'authentic' && row.facts && row.facts.regions.length > 0)
    console.log(
      path.basename(spec.photo),
      spec.edit,
      row.facts.evidence.toFixed(1),
      row.facts.missingFraction.toFixed(3),
    );
}
console.log(`${rows.lines.length} of ${specs.length} cases`);
if (values.save) {
  const folder = path.dirname(rows.file);
  const kept = fs
    .readdirSync(folder)
    .filter((name) => name.startsWith(`presence-${state}-`) && !name.includes('-tune-'))
    .flatMap((name) => openJsonLines<PresenceRow>(name.replace('.jsonl', '')).lines);
  savePresence(kept);
}
