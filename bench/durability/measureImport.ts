/**
 * `node --import tsx --conditions=assay-source bench/durability/measureImport.ts [PICTURES [KILLS [marked]]]` after `npm run build`: the time
 * and memory of an import, through kills of the service. The result goes to bench/results/service/import.json; ends with 1 unless
 * every picture was made exactly once.
 * @module
 */
import { saveResult } from '../machine.ts';

process.env.ASSAY_TEST_BUILT ??= '1';
const { expectedOf, importPictures } = await import('./importPictures.ts');

const [pictures = 10_000, kills = 3] = process.argv.slice(2, 4).map(Number);
const report = await importPictures({ pictures, kills, marked: process.argv[4] === 'marked', note: console.log });
const expected = expectedOf(pictures);
const isRight =
  report.state === 'done' &&
  report.created === expected.created &&
  report.assets === expected.created &&
  report.duplicates === expected.duplicates &&
  report.refused === expected.refused;
console.log(JSON.stringify(report));
console.log(saveResult('service/import', { ...report, expected, isRight }));
process.exitCode = isRight ? 0 : 1;
