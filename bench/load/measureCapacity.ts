/**
 * The capacity table: pictures a day for n nodes, and what they cost in processor, memory and storage. Measures nothing itself; it
 * multiplies what bench/load/run.ts (both of its files) and bench/retrieval/vectorIndexes.ts wrote.
 *
 *     npx tsx --conditions=assay-source bench/load/measureCapacity.ts [--nodes 1,2,4,8,16] [--megabytes 4]
 *
 * Writes bench/results/service/capacity.json and .md.
 * @module
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { saveResult } from '../machine.ts';
import { type BytesPerRow, capacityOf, capacityPage, type LoadFigures } from './capacity.ts';

const { values } = parseArgs({
  options: { nodes: { type: 'string', default: '1,2,4,8,16' }, megabytes: { type: 'string', default: '4' } },
});
const nodes = values.nodes.split(',').map(Number);
const pictureBytes = 1e6 * Number(values.megabytes);
if (!nodes.every((count) => Number.isInteger(count) && count > 0))
  throw new Error('--nodes takes whole numbers from 1 on');
if (!(pictureBytes > 0)) throw new Error('--megabytes takes a number above 0');

const results = path.resolve(import.meta.dirname, '../results');
function figures<Figures>(name: string, command: string): Figures {
  const file = path.join(results, `${name}.json`);
  if (!existsSync(file)) throw new Error(`bench/results/${name}.json is not there: run ${command} first.`);
  return JSON.parse(readFileSync(file, 'utf8')) as Figures;
}
interface Where {
  readonly cpu: string;
  readonly commit: string;
}
const { scaling } = figures<Pick<LoadFigures, 'scaling'>>('service/load', 'bench/load/run.ts');
const soaked = figures<LoadFigures & Where>('service/soak', 'bench/load/run.ts --only knee,soak');
const load = { ...soaked, scaling };
const { bytesPerRow } = figures<{ readonly bytesPerRow: BytesPerRow }>(
  'fingerprint/vector-indexes',
  'bench/retrieval/vectorIndexes.ts',
);
const rows = capacityOf(load, bytesPerRow, nodes, pictureBytes);
const stated = `Figures of \`soak.json\` (${load.cores} cores of ${load.cpu}, ${load.memoryGiB} GiB, load ${load.loadBefore} before, commit ${load.commit.slice(0, 8)}) in a soak, nine checks to an upload.`;
const page = capacityPage(rows, load, pictureBytes, stated);
writeFileSync(path.join(results, 'service/capacity.md'), page);
console.log(page);
console.log(saveResult('service/capacity', { loadCommit: load.commit, pictureBytes, rows }));
