/**
 * The robustness bench: marks photos, attacks them, reads them, counts.
 *
 *     npm run bench:robustness -- PHOTOS [PHOTOS ...] [--tracks a,b,ab,c,abc] [--attacks daily,hard] [--limit N] [--skip N]
 *         [--side PIXELS] [--known] [--name NAME] [--processes 1|2] [--what WORDS]
 *     npm run bench:robustness -- PHOTOS --attacks sweeps            curves of recovery against strength
 *     npm run bench:robustness -- PHOTOS --tracks unmarked --attacks none,jpeg50     false alarms
 *
 * Rows go to .cache/bench/NAME.jsonl as they are made; the same command again takes up where the last one stopped. In the
 * end, and when interrupted, bench/results/robustness/NAME.json, .md and (for sweeps) .svg are written.
 */
import { parseArgs } from 'node:util';
import { attacksNamed } from './attacks/attackSets.ts';
import type { PhotoTask } from './judgePhoto.ts';
import { type ListedPhoto, listPhotos, otherPhoto } from './photoList.ts';
import { runInProcesses } from './processes.ts';
import { report } from './report/report.ts';
import { openRun, type Run } from './runFile.ts';
import { isUnmarked, type Mode, MODES } from './rows.ts';
import { SWEPT } from './attacks/sweeps.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    tracks: { type: 'string', default: 'a,b,ab' },
    attacks: { type: 'string', default: 'daily,hard' },
    limit: { type: 'string', default: 'Infinity' },
    skip: { type: 'string', default: '0' },
    side: { type: 'string' },
    name: { type: 'string' },
    processes: { type: 'string', default: '2' },
    what: { type: 'string', default: '' },
    known: { type: 'boolean', default: false },
  },
});

function wholeNumber(option: string, text: string, least: number, most: number): number {
  const value = Number(text);
  const isWhole = Number.isInteger(value) || value === Number.POSITIVE_INFINITY;
  if (!isWhole || value < least || value > most)
    throw new RangeError(`--${option}: expected a whole number from ${least} to ${most}, got "${text}"`);
  return value;
}

function modesNamed(list: string): Mode[] {
  return list.split(',').map((name) => {
    const mode = MODES.find((known) => known === name);
    if (!mode) throw new RangeError(`--tracks: "${name}" is none of ${MODES.join(', ')}`);
    return mode;
  });
}

/** What of the photo is not in the rows yet; null if nothing. */
function taskFor(run: Run, photos: readonly ListedPhoto[], index: number): PhotoTask | null {
  const { file, photo } = photos[index] as ListedPhoto;
  const missing = modes.flatMap((mode) => {
    const left = attacks.filter((attack) => !run.has(photo, mode, attack));
    return left.length > 0 ? [[mode, left] as const] : [];
  });
  if (missing.length === 0) return null;
  return { file, photo, other: otherPhoto(photos, index).file, side, known, attacks: Object.fromEntries(missing) };
}

if (positionals.length === 0) throw new Error('name at least one folder of photos');
const modes = modesNamed(values.tracks);
const attacks = values.attacks === 'sweeps' ? SWEPT : attacksNamed(values.attacks);
const side = values.side === undefined ? null : wholeNumber('side', values.side, 64, 20_000);
const { known } = values;
const processes = wholeNumber('processes', values.processes, 1, 2);
const numbersOf = (option: string, text: string, least: number): number[] =>
  text.split(',').map((part) => wholeNumber(option, part, least, Number.POSITIVE_INFINITY));
const photos = listPhotos(positionals, {
  skips: numbersOf('skip', values.skip, 0),
  limits: numbersOf('limit', values.limit, 1),
});
const name = values.name ?? [values.tracks.replaceAll(',', '-'), values.attacks.replaceAll(',', '-')].join('-');
const withModels = modes.some((mode) => mode.includes('c') || isUnmarked(mode));
const run = openRun(name, { side, known, withModels });
const tasks = photos.flatMap((_, index) => taskFor(run, photos, index) ?? []);

process.once('SIGINT', () => {
  report(run, { photos: photos.length, side, what: values.what });
  process.exit(130);
});
await runInProcesses(tasks, processes, {
  onRow: (row) => run.add(row),
  onPhoto: (photo, done) => console.log(`${done} / ${tasks.length}  ${photo}`),
});
console.log(report(run, { photos: photos.length, side, what: values.what }));
