/**
 * Every wild edit of one photo on one sheet, to be looked at; named below, `*` for the half held aside.
 *
 *     npx tsx --conditions=assay-source bench/verdict/wild/sheet.ts OUT.png [--photo FILE] [--seed 1] [--family NAME] [--columns 8]
 *         [--cell 240] [--kind ID]
 *
 * Without a photo, an invented scene. Says of each how long it took and what share of its area shows something else.
 */
import { parseArgs } from 'node:util';
import { renderScene } from '@assay/core/scene/renderScene';
import sharp, { type OverlayOptions } from 'sharp';
import { readPicture, type RgbPicture, toSharp } from '../../retrieval/rgbPicture.ts';
import { seededRandom } from '../random.ts';
import { svgOf } from './drawn.ts';
import { WILD_KINDS } from './kinds.ts';
import { followTruth } from './wildEdit.ts';

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    photo: { type: 'string' },
    seed: { type: 'string', default: '1' },
    family: { type: 'string' },
    kind: { type: 'string' },
    columns: { type: 'string', default: '8' },
    cell: { type: 'string', default: '240' },
  },
});
const [file] = positionals;
if (!file) {
  console.error('usage: sheet.ts OUT.png [--photo FILE] [--seed N] [--family NAME] [--kind ID]');
  process.exit(2);
}
const photo = values.photo
  ? await readPicture(values.photo)
  : (renderScene({ width: 480, height: 320, seed: 5 }) as RgbPicture);
const kinds = WILD_KINDS.filter(({ id, family }) => (values.kind ?? id) === id && (values.family ?? family) === family);
const LABEL = 18;
const cell = Number(values.cell);
const columns = Math.min(Number(values.columns), kinds.length);
const tiles: OverlayOptions[] = [];
for (const [i, { id, half, edit }] of kinds.entries()) {
  const start = performance.now();
  const seen = await edit(photo, seededRandom(Number(values.seed)));
  const spent = performance.now() - start;
  const whole = new Uint8Array(photo.width * photo.height).fill(1);
  const { covered, left } = followTruth(whole, photo.width, photo.height, seen);
  console.log(`${id}: ${spent.toFixed(0)} ms, covered ${covered.toFixed(2)}, left ${left.toFixed(2)}`);
  const [x, y] = [(i % columns) * cell, Math.floor(i / columns) * (cell + LABEL)];
  const input = await toSharp(seen.picture)
    .resize(cell - 4, cell - 4, { fit: 'contain', background: '#404040' })
    .png()
    .toBuffer();
  const label = `<text x="3" y="13" font-size="12" fill="#ffffff">${id}${half === 'aside' ? ' *' : ''}</text>`;
  tiles.push({ input, left: x, top: y }, { input: Buffer.from(svgOf(cell, LABEL, label)), left: x, top: y + cell - 2 });
}
const rows = Math.ceil(kinds.length / columns);
await sharp({
  create: { width: columns * cell, height: rows * (cell + LABEL), channels: 3, background: '#202020' },
})
  .composite(tiles)
  .png()
  .toFile(file);
console.log(`${kinds.length} kinds: ${file}`);
